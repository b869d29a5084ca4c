package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt/simplex"
)

// This file finds one linear inequality that separates two systems of constraints, by Farkas' lemma
// (in the form of Motzkin's transposition theorem, since constraints may be strict): A and B have
// no common solution iff there are factors, not negative but for equalities, with which the
// constraints of both add up to k <= 0 for a k > 0, or to 0 < 0. What the constraints of A
// contribute to the sum, f <= 0, is then an interpolant: A implies it, B says the opposite, and the
// dimensions that one of the two does not have must vanish from it, because they vanish from the
// sum (Pudlák, "Lower bounds for resolution and cutting plane proofs and monotone computations",
// 1997; Rybalchenko, Sofronie-Stokkermans, "Constraint solving for interpolation", 2007, look for
// the factors with a linear program as is done here).
//
// The factors are the unknowns of a linear program, so one can ask for more: that
// the coefficient of a dimension in f be 0. The search first asks for an f with
// one dimension, for each of them; then it drops dimensions one after the other,
// as long as a solution is left. No dimension of the result can be spared, then,
// though a smaller set of others might do.

// farkas is the linear program.
type farkas struct {
	a, b   []linear.Constraint
	common []int // dimensions of both, ascending
	t      *simplex.Tableau
	factor []simplex.Var // of the constraints of a, then of b
	coef   []simplex.Var // of common[i] in f
	stop   func() bool
}

// separate returns a constraint that follows from a, contradicts b and has
// dimensions of both only. It returns false where the two have a common rational
// solution, or where stop, which may be nil, said true. The time is that of about
// twice as many linear programs as there are common dimensions, each with a
// column for a constraint and a row for a dimension.
func separate(a, b []linear.Constraint, stop func() bool) (linear.Constraint, bool) {
	p := &farkas{a: a, b: b, t: simplex.New(), stop: stop}
	if !p.build() || !p.feasible() {
		return linear.Constraint{}, false
	}
	if !p.single() {
		p.shorten()
	}
	if !p.feasible() { // again, since the last attempt may have failed
		return linear.Constraint{}, false
	}
	return p.sum(), true
}

func (p *farkas) feasible() bool {
	ok, _ := p.t.Check(p.stop)
	return ok
}

var (
	zeroDelta = simplex.DeltaOf(num.Rat{})
	oneDelta  = simplex.DeltaOf(num.RatOf(1))
)

// build sets up the program, and returns false where it obviously has no solution.
func (p *farkas) build() bool {
	t := p.t
	strict := []simplex.Monomial{}
	constant := []simplex.Monomial{}
	// by dimension: the parts of a and b in its coefficient
	rows := map[int]*[2][]simplex.Monomial{}
	var dims []int
	ok := true
	for side, cs := range [2][]linear.Constraint{p.a, p.b} {
		for _, c := range cs {
			v := t.NewVar(false)
			p.factor = append(p.factor, v)
			if c.Rel != linear.EQ {
				ok = t.AssertLower(v, zeroDelta, simplex.None) && ok
			}
			if c.Rel == linear.LT {
				strict = append(strict, simplex.Monomial{Coef: num.RatOf(1), Var: v})
			}
			if k := c.Expr.Constant(); !k.IsZero() {
				constant = append(constant, simplex.Monomial{Coef: k, Var: v})
			}
			for term := range c.Expr.Terms() {
				r := rows[term.Var]
				if r == nil {
					r = new([2][]simplex.Monomial)
					rows[term.Var] = r
					dims = append(dims, term.Var)
				}
				r[side] = append(r[side], simplex.Monomial{Coef: term.Coef, Var: v})
			}
		}
	}
	slices.Sort(dims)
	for _, d := range dims {
		r := rows[d]
		if len(r[0]) > 0 && len(r[1]) > 0 {
			p.common = append(p.common, d)
			p.coef = append(p.coef, t.NewRow(r[0], false))
		}
		ok = p.equals(t.NewRow(slices.Concat(r[0], r[1]), false), zeroDelta) && ok
	}
	// The sum is k <= 0, or k < 0 where a strict constraint takes part; factors can
	// be scaled at will, so k or the strict factors add up to 1.
	ok = t.AssertLower(t.NewRow(constant, false), zeroDelta, simplex.None) && ok
	return p.equals(t.NewRow(append(constant, strict...), false), oneDelta) && ok
}

func (p *farkas) equals(v simplex.Var, d simplex.Delta) bool {
	return p.t.AssertLower(v, d, simplex.None) && p.t.AssertUpper(v, d, simplex.None)
}

// single looks for a solution in which f has one dimension, and leaves it in force.
func (p *farkas) single() bool {
	if len(p.common) < 2 {
		return true // f has no more than one
	}
	for i := range p.common {
		p.t.Push()
		ok := true
		for j, c := range p.coef {
			ok = ok && (j == i || p.equals(c, zeroDelta))
		}
		if ok && p.feasible() {
			return true
		}
		p.t.Pop(1)
	}
	return false
}

// shorten drops dimensions from f, the last ones first.
func (p *farkas) shorten() {
	for _, c := range slices.Backward(p.coef) {
		p.t.Push()
		if !p.equals(c, zeroDelta) || !p.feasible() {
			p.t.Pop(1)
		}
	}
}

// sum adds up what a contributes. The result is strict only where it must be: where
// nothing but a strict constraint of a makes the sum a contradiction.
func (p *farkas) sum() linear.Constraint {
	var f linear.Expr
	var k num.Rat
	strict := false
	for i, v := range p.factor {
		factor := p.t.Value(v).A
		if factor.IsZero() {
			continue
		}
		c := linear.Constraint{}
		if i < len(p.a) {
			c = p.a[i]
			f = f.Add(c.Expr.Scale(factor))
		} else if c = p.b[i-len(p.a)]; c.Rel == linear.LT {
			strict = true
		}
		k = k.AddMul(factor, c.Expr.Constant())
	}
	if k.Sign() > 0 || strict {
		return linear.Constraint{Expr: f, Rel: linear.LE}.Primitive()
	}
	return linear.Constraint{Expr: f, Rel: linear.LT}.Primitive()
}

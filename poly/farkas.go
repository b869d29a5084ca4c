// This file finds one linear inequality that separates two systems of constraints, by Farkas' lemma (in the form of
// Motzkin's transposition theorem, since constraints may be strict). A and B have no common solution iff the
// constraints of both, multiplied by suitable factors (nonnegative except for equalities), add up to k <= 0 for some k
// > 0, or to 0 < 0. The contribution f <= 0 of A's constraints to the sum is an interpolant: A implies it and B
// contradicts it. Dimensions that only one of A and B has vanish from f, because they vanish from the sum (Pudlák,
// "Lower bounds for resolution and cutting plane proofs and monotone computations", 1997; Rybalchenko,
// Sofronie-Stokkermans, "Constraint solving for interpolation", 2007, find the factors with a linear program as this
// file does).
//
// The factors are the unknowns of a linear program, so it can have additional constraints: that the coefficient of a
// dimension in f is 0. The search first tries to find an f with a single dimension, for each dimension. Then it
// removes dimensions one after the other as long as a solution remains. So no dimension of the result can be removed,
// though a different set of dimensions may be smaller.

package poly

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt/simplex"
)

// farkas is the linear program for a pair of constraint systems.
type farkas struct {
	a, b   []linear.Constraint
	common []int // the dimensions that occur in both a and b, ascending
	t      *simplex.Tableau
	factor []simplex.Var // the factors of the constraints of a, then of b
	coef   []simplex.Var // the coefficient of common[i] in f
	stop   func() bool
}

// separate returns a constraint that follows from a, contradicts b and has only dimensions that both have. It returns
// false if a and b have a common rational solution, or if stop, which may be nil, returned true. Cost: about twice as
// many linear programs as there are common dimensions, each with a column for each constraint and a row for each
// dimension.
func separate(a, b []linear.Constraint, stop func() bool) (linear.Constraint, bool) {
	p := &farkas{a: a, b: b, t: simplex.New(), stop: stop}
	if !p.build() || !p.feasible() {
		return linear.Constraint{}, false
	}
	if !p.single() {
		p.shorten()
	}
	if !p.feasible() { // find a solution again, since the last attempt may have failed
		return linear.Constraint{}, false
	}
	return p.sum(), true
}

// feasible reports whether the program has a solution. It returns false if stop ended the search.
func (p *farkas) feasible() bool {
	ok, _ := p.t.Check(p.stop)
	return ok
}

var (
	zeroDelta = simplex.DeltaOf(num.Rat{})
	oneDelta  = simplex.DeltaOf(num.RatOf(1))
)

// build sets up the program. It returns false if the bounds alone show that there is no solution.
func (p *farkas) build() bool {
	t := p.t
	strict := []simplex.Monomial{}
	constant := []simplex.Monomial{}
	// rows holds, for each dimension, the contributions of a and b to its coefficient.
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
	// The sum is k <= 0, or k < 0 if a strict constraint takes part. Factors can be scaled, so require that k and the
	// factors of strict constraints add up to 1.
	ok = t.AssertLower(t.NewRow(constant, false), zeroDelta, simplex.None) && ok
	return p.equals(t.NewRow(append(constant, strict...), false), oneDelta) && ok
}

// equals adds the constraint that v is d. It returns false if that contradicts a bound of v.
func (p *farkas) equals(v simplex.Var, d simplex.Delta) bool {
	return p.t.AssertLower(v, d, simplex.None) && p.t.AssertUpper(v, d, simplex.None)
}

// single looks for a solution in which f has a single dimension, and reports whether there is one. It keeps the
// constraints of that solution in the program.
func (p *farkas) single() bool {
	if len(p.common) < 2 {
		return true // f has at most one dimension anyway
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

// shorten removes as many dimensions from f as possible, one after the other, starting from the last.
func (p *farkas) shorten() {
	for _, c := range slices.Backward(p.coef) {
		p.t.Push()
		if !p.equals(c, zeroDelta) || !p.feasible() {
			p.t.Pop(1)
		}
	}
}

// sum returns f <= 0 or f < 0 for the sum f of a's constraints times their factors. It is strict only if the
// contradiction needs a strict constraint of a.
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

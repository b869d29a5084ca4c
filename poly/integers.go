package poly

// Elements over the integers. They stand for the integer points of a closed polyhedron, whose
// constraints are tightened when it is made (Tighten), which removes rational points only.
// Operations work on the rational polyhedron. So a result can lack rational points that an operand
// has, and inclusion of rational points would be too much to ask of an analyser's test for a fixed
// point: Leq(e, Join(e, f)) could be false. Questions therefore round: an expression with integer
// coefficients whose supremum is below 1 is at most 0.

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// integral reports whether e has integer values at integer points.
func integral(e linear.Expr) bool {
	if !e.Constant().IsInt() {
		return false
	}
	for t := range e.Terms() {
		if !t.Coef.IsInt() {
			return false
		}
	}
	return true
}

// entailsIntegers reports whether all integer points of a settled form that is not bottom satisfy
// c, which is tightened: true is certain.
func (f *form) entailsIntegers(c linear.Constraint) bool {
	one := num.RatOf(1)
	if s, _, ok := f.sup(c.Expr); !ok || !s.Less(one) {
		return false
	}
	if c.Rel != linear.EQ {
		return true
	}
	s, _, ok := f.inf(c.Expr)
	return ok && one.Neg().Less(s)
}

// integerLeq reports whether all integer points of p, which is not bottom and has rational points
// that are not in q, are in q, as far as that shows: by each constraint of q, or else because the
// tightened join of the two is q. The latter makes sure that where widening q by p adds nothing to
// q, p is Leq q.
func (p *Polyhedron) integerLeq(q *Polyhedron) bool {
	s := p.settle()
	open := false
	for i := range q.settle().blocks {
		for _, c := range q.settle().blocks[i].constraints() {
			t := c.Tighten()
			switch {
			case t.IsFalse():
				return false
			case s.entailsIntegers(t):
			case s.refutes(t.Expr) || t.Rel == linear.EQ && s.refutes(t.Expr.Neg()):
				return false
			default:
				open = true
			}
		}
	}
	if !open {
		return true
	}
	j := p.Join(q).settle()
	return j.bottom || j.leq(q.settle())
}

// refutes reports whether e has a value above 0 at a point whose coordinates are integers in each
// block that e has dimensions of, or grows without bound.
func (f *form) refutes(e linear.Expr) bool {
	if _, _, bounded := f.sup(e); !bounded {
		return true
	}
	sum := e.Constant()
	for i := range e.Len() {
		o := f.owner[e.Term(i).Var]
		if f.seen(e, i, o) {
			continue
		}
		most, ok := f.blocks[o].mostAtIntegers(e)
		if !ok {
			return false
		}
		sum = sum.Add(most)
	}
	return sum.Sign() > 0
}

// mostAtIntegers returns the greatest value of e, of its terms over b, at those generators of b
// that are integer points, and whether there is one.
func (b block) mostAtIntegers(e linear.Expr) (most num.Rat, found bool) {
	gs, ok := b.f.Generators()
	if !ok {
		return most, false
	}
	for _, g := range gs {
		if g.Kind != linear.Point || slices.ContainsFunc(g.At, isFraction) {
			continue
		}
		var x num.Rat
		for t := range e.Terms() {
			if i, ok := slices.BinarySearch(b.vars, t.Var); ok {
				x = x.AddMul(t.Coef, g.At[i])
			}
		}
		if !found || most.Less(x) {
			most, found = x, true
		}
	}
	return most, found
}

// Polyhedra over the integers. Such an element represents the integer points of a closed polyhedron, whose constraints
// are tightened when it is made (Tighten). That removes only rational points. Operations work on the rational
// polyhedron. So a result can lack rational points that an operand has. If Leq compared rational points, Leq(e,
// Join(e, f)) could be false, and an analyser might miss a fixed point. Therefore queries round: an expression with
// integer coefficients whose supremum is below 1 is at most 0.

package poly

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

// entailsIntegers reports whether all integer points of f satisfy c. f must be settled and not bottom, and c
// tightened. True is certain, false may mean "not known".
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

// integerLeq reports whether all integer points of p are known to be in q. p must not be bottom and must have rational
// points outside q. It tests each constraint of q, and otherwise whether the tightened join of p and q is q. The
// second test ensures that p is Leq q whenever widening q by p adds nothing to q.
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

// refutes reports whether it is known that e is unbounded on f, or positive at a point of f whose coordinates in the
// blocks of e are integers. It considers only generators of the blocks. False may mean "not known".
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

// mostAtIntegers returns the greatest value of the terms of e over b at those generators of b that are integer points,
// and whether there is such a generator.
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

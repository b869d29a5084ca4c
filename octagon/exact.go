package octagon

import (
	"github.com/whet-mc/whet/linear"
)

// Exact joins.
//
// R. Bagnara, P. M. Hill, E. Zaffanella, "Exact join detection for convex
// polyhedra and other numerical abstractions", Computational Geometry 43 (2010), give conditions for
// rational and integer octagons over pairs of constraints, one of each operand. We
// decide the same question by another way that suits a closure that can be
// extended by one constraint in O(n^2), and needs no proof of its own for integers.
//
// Let J be the join of A and B, both not empty. J is their union iff J \ A ⊆ B.
// The points of J outside of A are, for any system C of constraints for A, those of
// J ∧ ¬c for c in C. So the join is exact iff J ∧ ¬c ⊆ B for each c in C, and those
// c that J satisfies need no look. Both sides are decided exactly by closed
// matrices:
//
//   - Integers: ¬(e <= b) is e >= b+1, an octagonal constraint, and a tightly closed
//     matrix bounds each form by its maximum over the integer points.
//   - Rationals: ¬(e <= b) is e > b, which no octagon says. But J has points with
//     e > b, so the topological closure of J ∧ e > b is J ∧ e >= b (move any point with e = b
//     towards one of them), and as B is closed, it includes the one iff the other.
//
// With a minimal system C, whose size is mostly O(n), the cost is |C| additions
// to a closed octagon, O(n^2) each, and as many inclusions.

// ExactJoin returns the join of e and f, and whether it is their union, that is,
// whether the join adds no point, over the rationals or the integers as Numbers
// says. The answer is exact in both cases.
//
// It costs O(n^2) for each constraint of one operand that the other violates, of
// a minimal system; O(n^2) where one operand includes the other.
func (e *Octagon) ExactJoin(f *Octagon) (join *Octagon, exact bool) {
	e.match("ExactJoin", f)
	join = e.Join(f)
	if e.Leq(f) || f.Leq(e) {
		return join, true
	}
	inner, outer := violated(e, f), f
	if other := violated(f, e); len(other) < len(inner) {
		inner, outer = other, e
	}
	for _, c := range inner {
		if !join.Assume(opposite(c, join.Numbers())).Leq(outer) {
			return join, false
		}
	}
	return join, true
}

// violated returns inequalities of a minimal system for e, those that f does not
// satisfy.
func violated(e, f *Octagon) []linear.Constraint {
	var out []linear.Constraint
	for _, c := range e.Constraints() {
		halves := []linear.Constraint{c}
		if c.Rel == linear.EQ {
			halves = []linear.Constraint{{Expr: c.Expr, Rel: linear.LE}, {Expr: c.Expr.Neg(), Rel: linear.LE}}
		}
		for _, h := range halves {
			if !f.Entails(h) {
				out = append(out, h)
			}
		}
	}
	return out
}

// opposite is the negation of c, which is not strict: over the integers exactly,
// over the rationals its topological closure.
func opposite(c linear.Constraint, of linear.Numbers) linear.Constraint {
	not := c.Negate()[0]
	if of == linear.Integers {
		return not.Tighten()
	}
	not.Rel = linear.LE
	return not
}

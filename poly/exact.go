// This file decides whether the union of two polyhedra is a polyhedron, after Bagnara, Hill and Zaffanella, "Exact
// join detection for convex polyhedra and other numerical abstractions" (2010).
//
// For closed P and Q over the rationals the hull is not needed: P ∪ Q is convex iff, for each constraint β of P that Q
// violates, the face of P on which β is an equality lies in Q.
//
// If the condition holds, take x in P and y in Q outside P. The segment from x to y leaves P at a last point z,
// through a face whose constraint y violates. So z is in Q, and with it the segment from z to y. If the condition
// fails, there is a z on the face outside Q and a y in Q that violates β. The points from z towards y are outside P,
// and the first of them are outside Q too, since Q is closed.
//
// If P or Q is not closed, and over the integers, the hull without P must lie in Q, piece by piece.

package poly

import "github.com/whet-mc/whet/linear"

// ExactJoin returns the join of p and q, and whether it is their union. True is certain. Over the rationals false is
// certain too, unless an operand or the join is approximate. Over the integers false may mean that a piece of the join
// outside both has rational points but no integer point. Cost: an inclusion for each constraint of p that q violates;
// with strict constraints or over the integers, as many meets in addition.
func (p *Polyhedron) ExactJoin(q *Polyhedron) (join *Polyhedron, exact bool) {
	p.check(q, "ExactJoin")
	join = p.Join(q)
	if p.facesDecide(q) {
		exact = p.facesWithin(q)
	} else {
		exact = join.within(p, q)
	}
	// If a limit was reached, the known constraints may be incomplete.
	return join, exact && p.Approximate() == nil && join.Approximate() == nil
}

// convexUnion returns the union of p and q if it is known to be a polyhedron. It decides what ExactJoin decides, and
// avoids the join if it can when the answer is no.
func (p *Polyhedron) convexUnion(q *Polyhedron) (*Polyhedron, bool) {
	if p.facesDecide(q) && !p.facesWithin(q) {
		return nil, false
	}
	return p.ExactJoin(q)
}

// facesDecide reports whether the criterion for closed polyhedra applies to p and q.
func (p *Polyhedron) facesDecide(q *Polyhedron) bool {
	return p.Numbers() == linear.Rationals && p.IsClosed() && q.IsClosed()
}

// facesWithin reports whether the criterion for closed polyhedra holds.
func (p *Polyhedron) facesWithin(q *Polyhedron) bool {
	if p.IsBottom() {
		return true
	}
	for _, c := range p.Constraints() {
		if q.Entails(c) {
			continue
		}
		if face := p.Assume(linear.Constraint{Expr: c.Expr, Rel: linear.EQ}); !face.Leq(q) {
			return false
		}
	}
	return true
}

// within reports whether p lies in the union of a and b. False may mean "not known".
func (p *Polyhedron) within(a, b *Polyhedron) bool {
	if p.Leq(a) || p.Leq(b) {
		return true
	}
	for piece := range p.outside(a) {
		if !piece.Leq(b) {
			return false
		}
	}
	return true
}

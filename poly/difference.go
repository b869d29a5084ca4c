// This file subtracts one polyhedron from another. Points outside q violate one of its constraints. To make the pieces
// disjoint, the i-th piece violates the i-th constraint and satisfies the constraints before it. Pieces are not closed
// in general, even if both operands are, so they need strict constraints.

package poly

import (
	"iter"
	"slices"
)

// Difference returns the points of p that are not in q, as disjoint polyhedra: at most one for an inequality of q and
// two for an equality. Over the rationals it is exact for rational points, over the integers for integer points, as
// long as neither p nor q is approximate: points that q gained because of a limit are missing from the result. Cost:
// as many meets.
func Difference(p, q *Polyhedron) Union {
	p.check(q, "Difference")
	return unionLike(p, slices.Collect(p.outside(q)))
}

// Complement returns the points that are not in q; see [Difference].
func Complement(q *Polyhedron) Union {
	return Difference(Top(q.Dims(), q.Numbers()), q)
}

// outside yields disjoint pieces, none of them bottom, whose union is p without q.
func (p *Polyhedron) outside(q *Polyhedron) iter.Seq[*Polyhedron] {
	return func(yield func(*Polyhedron) bool) {
		if p.IsBottom() {
			return
		}
		if q.IsBottom() || p.Meet(q).IsBottom() {
			yield(p)
			return
		}
		rest := p
		for _, c := range q.Constraints() {
			if rest.Entails(c) {
				continue
			}
			for _, n := range c.Negate() {
				if piece := rest.Assume(n); !piece.IsBottom() && !yield(piece) {
					return
				}
			}
			if rest = rest.Assume(c); rest.IsBottom() {
				return
			}
		}
	}
}

package poly

import (
	"iter"
	"slices"
)

// This file subtracts one polyhedron from another. Points outside q break one of
// its constraints; to keep the pieces disjoint, the i-th piece breaks the i-th
// constraint and satisfies those before it. Pieces are not closed in general, even
// where both operands are: that is what strict constraints are for.

// Difference returns the points of p that are not in q, as disjoint polyhedra: at
// most one for an inequality of q, two for an equality. It is exact, over the
// rationals for their points and over the integers for integer points, as long
// as neither p nor q is approximate: points that a limit made q gain are missing
// from the result. The time is that of as many meets.
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

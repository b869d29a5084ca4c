// Tightening: constraints are strengthened without losing integer points.

package factor

import (
	"github.com/whet-mc/whet/linear"
)

// maxTightenings bounds the rounds of Tighten. A round can make another one possible, and this can go on for very
// long.
const maxTightenings = 8

// Tighten returns a polyhedron between p and the hull of its integer points. It replaces each minimal constraint by
// the strongest parallel one that the same integer points satisfy (linear.Constraint.Tighten). For example, 2x <= 3
// becomes x <= 1. This is repeated a limited number of times as long as something changes. The result is closed. It
// is empty if an equality has no integer solution. It is p itself if nothing changes.
func (p *Factor) Tighten() *Factor {
	q := p.settled()
	for range maxTightenings {
		if q.IsEmpty() {
			return q.with(p)
		}
		if q.isTight() {
			break
		}
		all := q.Constraints()
		tight := make([]linear.Constraint, len(all))
		var moved []linear.Constraint
		for i, c := range all {
			tight[i] = c.Tighten()
			if tight[i].IsFalse() {
				return Empty(p.dims).from(q, p)
			}
			if !tight[i].Equal(c) {
				moved = append(moved, tight[i])
			}
		}
		switch {
		case q.nnc:
			q = FromConstraints(p.dims, tight).from(q)
		case len(moved) == 0:
			return q.with(p)
		default:
			q = q.AddConstraints(moved...)
		}
	}
	return q.with(p)
}

// isTight reports whether no constraint of p can be tightened. It avoids the conversion to linear.Constraint.
func (p *Factor) isTight() bool {
	if p.nnc {
		return false
	}
	s, ok := p.minimal()
	if !ok {
		return false
	}
	for i := range s.eqs.Len() {
		if !unitContent(s.eqs, i) {
			return false
		}
	}
	for i := range s.weak.Len() {
		if !unitContent(s.weak, i) {
			return false
		}
	}
	return true
}

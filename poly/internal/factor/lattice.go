// This file adds constraints to polyhedra, intersects polyhedra, and compares them.

package factor

import (
	"fmt"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// mustMatch panics if p and q have different numbers of dimensions.
func mustMatch(op string, p, q *Factor) {
	if p.dims != q.dims {
		panic(fmt.Sprintf("factor: %s of factors with %d and %d dimensions", op, p.dims, q.dims))
	}
}

// withEps returns p with column ε added to the known descriptions.
func (p *Factor) withEps() *Factor {
	if p.nnc {
		return p
	}
	cols := 2 + p.dims
	to := identity(1 + p.dims)
	c := p.cone()
	var eqs, ineqs, lines, rays *cone.Matrix
	if c.HasConstraints() {
		e, in := c.RawConstraints()
		eqs, ineqs = e.MapCols(cols, to), cone.NewMatrix(cols)
		all := in.MapCols(cols, to)
		for i := range all.Len() {
			if !isConstant(all, i) || all.Sign(i, 0) < 0 {
				ineqs.AppendFrom(all, i)
			}
		}
		ineqs.AppendAll(epsBounds(p.dims))
	}
	if c.HasGenerators() {
		l, r := c.RawGenerators()
		lines, rays = l.MapCols(cols, to), r.MapCols(cols, to)
		rays.AppendAll(raised(rays))
	}
	return newFactor(p.dims, true, fromKnown(cols, eqs, ineqs, lines, rays), p.state.Load()).from(p)
}

// raised returns the points among rays, with ε set to column 0.
func raised(rays *cone.Matrix) *cone.Matrix {
	points := cone.NewMatrix(rays.Cols())
	for i := range rays.Len() {
		if rays.Sign(i, 0) > 0 {
			points.AppendFrom(rays, i)
		}
	}
	coefs := make([]num.Int, points.Cols())
	coefs[0] = num.Of(1)
	return points.ReplaceCol(points.Cols()-1, coefs, num.Of(1))
}

// fromKnown returns the cone with the given descriptions; the matrices of an unknown description are nil.
func fromKnown(cols int, eqs, ineqs, lines, rays *cone.Matrix) *cone.Cone {
	switch {
	case eqs != nil && lines != nil:
		return cone.FromBoth(cols, eqs, ineqs, lines, rays)
	case eqs != nil:
		return cone.FromConstraints(cols, eqs, ineqs)
	}
	return cone.FromGenerators(cols, lines, rays)
}

// AddConstraints returns the points of p that satisfy all constraints. It panics if a constraint has a dimension that
// p does not have. If the generators of p are known, it drops the constraints that all points of p satisfy. Then it
// returns p itself if none is left, and an empty factor if no point satisfies one of them. It starts no conversion,
// unless only the generators of p are known.
func (p *Factor) AddConstraints(cs ...linear.Constraint) *Factor {
	s, ok := systemOf("AddConstraints", p.dims, cs)
	if !ok {
		return Empty(p.dims).from(p)
	}
	if p.state.Load() == vacant {
		return p
	}
	return p.settled().addSystem(s)
}

// Meet returns the intersection of p and q. It panics if p and q have different numbers of dimensions. It adds the
// constraints of one operand to the other operand, as AddConstraints does. It prefers to add them to an operand whose
// generators are known.
func (p *Factor) Meet(q *Factor) *Factor {
	mustMatch("Meet", p, q)
	switch {
	case p == q || q.state.Load() == vacant && p.state.Load() == vacant:
		return p
	case q.state.Load() == vacant:
		return q.with(p)
	case p.state.Load() == vacant:
		return p.with(q)
	}
	a, b := p.settled(), q.settled()
	if !a.cone().HasGenerators() && b.cone().HasGenerators() || !b.cone().HasConstraints() && a.cone().HasConstraints() {
		a, b = b, a
	}
	s, ok := b.system()
	if !ok {
		s = b.approximation()
	}
	return a.addSystem(s).with(b, p, q)
}

// addSystem returns p with the constraints s added. It does not change s.
func (p *Factor) addSystem(s *system) *Factor {
	left := s.eqs.Len() + s.weak.Len() + s.strict.Len()
	known := p.cone().HasGenerators()
	if known {
		if p.IsEmpty() {
			return p
		}
		var empty bool
		if s, left, empty = p.screen(s); empty {
			return Empty(p.dims).from(p)
		}
	}
	if left == 0 {
		return p
	}
	state := unknown
	if known && left == 1 {
		state = inhabited
	}
	base := p
	if s.strict.Len() > 0 {
		base = p.withEps()
	}
	if !base.cone().HasConstraints() {
		if _, _, ok := base.constraints(true); !ok {
			base, state = base.relaxed(), unknown
			if s.strict.Len() > 0 {
				base = base.withEps()
			}
		}
	}
	eqs, ineqs := s.eqs, s.weak
	if base.nnc {
		eqs, ineqs = s.withEps()
	}
	r := newFactor(p.dims, base.nnc, base.cone().AddConstraints(eqs, ineqs), state).from(base)
	r.grown = known || base.grown
	return r
}

// screen drops the constraints that all points of p satisfy. The generators of p must be known. left is the number of
// constraints that are left. If no point of p satisfies one of the constraints, screen returns only that empty is
// true.
func (p *Factor) screen(s *system) (rest *system, left int, empty bool) {
	lines, rays, _ := p.generators(false)
	rest = s
	for rel, m := range [...]*cone.Matrix{linear.EQ: s.eqs, linear.LE: s.weak, linear.LT: s.strict} {
		kept := m // shared with s as long as no row is dropped
		for i := range m.Len() {
			r := p.spread(m, i, lines, rays).relation(linear.Relation(rel))
			switch {
			case r&Disjoint != 0:
				return nil, 0, true
			case r&Included != 0:
				if kept == m {
					kept = cone.NewMatrix(m.Cols())
					for k := range i {
						kept.AppendFrom(m, k)
					}
				}
			case kept != m:
				kept.AppendFrom(m, i)
			}
		}
		left += kept.Len()
		if kept == m {
			continue
		}
		if rest == s {
			rest = &system{s.eqs, s.weak, s.strict}
		}
		*[...]**cone.Matrix{linear.EQ: &rest.eqs, linear.LE: &rest.weak, linear.LT: &rest.strict}[rel] = kept
	}
	return rest, left, false
}

// Contains reports whether all points of q are in p. It returns false if a limit leaves this unknown. It panics if p
// and q have different numbers of dimensions. It needs constraints of p and generators of q, which need not be
// minimal.
func (p *Factor) Contains(q *Factor) bool {
	mustMatch("Contains", p, q)
	if p == q || q.IsEmpty() {
		return true
	}
	if p.IsEmpty() {
		return false
	}
	a, b := p.settled(), q.settled()
	if a.sameCone(b) {
		return true
	}
	return a.hasAll(b)
}

// sameCone reports whether p and q share their cone.
func (p *Factor) sameCone(q *Factor) bool {
	return p.nnc == q.nnc && p.c.Load() != nil && p.c.Load() == q.c.Load()
}

// Equal reports whether p and q have the same points. It returns false if a limit leaves this unknown. It panics if p
// and q have different numbers of dimensions.
func (p *Factor) Equal(q *Factor) bool {
	mustMatch("Equal", p, q)
	if p == q {
		return true
	}
	if p.IsEmpty() || q.IsEmpty() {
		return p.IsEmpty() && q.IsEmpty()
	}
	a, b := p.settled(), q.settled()
	if a.sameCone(b) {
		return true
	}
	if !a.nnc && !b.nnc && a.cone().IsMinimal() && b.cone().IsMinimal() {
		e, in, _ := a.constraints(true)
		f, jn, _ := b.constraints(true)
		return e.Equal(f) && in.Equal(jn)
	}
	if s, t := a.facets.Load(), b.facets.Load(); s != nil && t != nil {
		return s.equal(t)
	}
	return a.hasAll(b) && b.hasAll(a)
}

// equal reports whether s and t have the same rows.
func (s *system) equal(t *system) bool {
	return s.eqs.Equal(t.eqs) && s.weak.Equal(t.weak) && s.strict.Equal(t.strict)
}

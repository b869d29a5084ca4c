// This file computes minimal constraints. For polyhedra that need not be closed it follows Bagnara, Hill, Zaffanella,
// "Not necessarily closed convex polyhedra and the double description method" (2005), section 4: rows of a minimal
// cone with ε can still be redundant for the polyhedron.
//
// The idea: let C be the closure of the polyhedron P. Then P is C without some of the faces of C. So P is described
// by the facets of C and the maximal faces that are left out. A strict inequality that is 0 on no closure point
// leaves nothing out, so it is redundant. A strict inequality is also redundant if its face lies in the face of
// another one. If a face that is left out is not a facet, it does not determine a unique inequality. Here the sum of
// the inequalities of the facets that contain the face is taken, so that equal polyhedra get equal constraints. The
// paper keeps any of the possible inequalities.

package factor

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// minimal returns the minimal constraints of p, which must not be empty, in canonical form: equal polyhedra have the
// same rows. The equalities are in reduced echelon form. No dimension that an equality is solved for occurs in the
// other rows. There is no row for 1 >= 0. minimal returns false if a limit stops the computation.
func (p *Factor) minimal() (*system, bool) {
	if s := p.facets.Load(); s != nil {
		return s, true
	}
	eqs, ineqs, ok := p.constraints(true)
	if !ok {
		return nil, false
	}
	var s *system
	if p.nnc {
		_, rays, _ := p.generators(true)
		sat, err := p.cone().Saturation(p.lim)
		if err != nil {
			p.note(err)
			return nil, false
		}
		s = p.strongSystem(eqs, ineqs, rays, sat.Transpose())
		if s.strict.Len() == 0 {
			p.closed.Store(p.withoutEps())
		}
	} else {
		s = &system{eqs, withoutConstants(ineqs), noRows(p.dims)}
	}
	p.facets.Store(s)
	return s, true
}

// withoutConstants returns m without the rows that are 0 in all columns after column 0.
func withoutConstants(m *cone.Matrix) *cone.Matrix {
	for i := range m.Len() {
		if !isConstant(m, i) {
			continue
		}
		r := cone.NewMatrix(m.Cols())
		for j := range m.Len() {
			if !isConstant(m, j) {
				r.AppendFrom(m, j)
			}
		}
		return r
	}
	return m
}

// strongSystem returns the minimal constraints for a cone with ε, from its minimal descriptions. Row j of on is the
// set of the rays on which inequality j is 0.
func (p *Factor) strongSystem(eqs, ineqs, rays *cone.Matrix, on *cone.Bits) *system {
	// closure is the set of the generators of C, and vertices the set of the points among them.
	closure, vertices := cone.NewBits(1, rays.Len()).Row(0), cone.NewBits(1, rays.Len()).Row(0)
	eps := p.epsCol()
	for i := range rays.Len() {
		if rays.Sign(i, eps) == 0 {
			closure[i>>6] |= 1 << (i & 63)
			if rays.Sign(i, 0) > 0 {
				vertices[i>>6] |= 1 << (i & 63)
			}
		}
	}
	to := dropLast(p.cols())
	s := newSystem(p.dims)
	s.eqs = eqs.MapCols(1+p.dims, to)
	rows := ineqs.MapCols(1+p.dims, to)
	faces := cone.NewBits(ineqs.Len(), rays.Len())
	var facets, excluded []int
	for j := range ineqs.Len() {
		face := faces.Row(j)
		switch ineqs.Sign(j, eps) {
		case 0:
			face.And(on.Row(j), closure)
			facets = append(facets, j)
			s.weak.AppendFrom(rows, j)
		case -1:
			if face.And(on.Row(j), vertices); !face.IsEmpty() {
				face.And(on.Row(j), closure)
				excluded = append(excluded, j)
			}
		}
	}
	for _, j := range excluded {
		if !isMaximal(j, excluded, faces) {
			continue
		}
		if sum, ok := sumAbove(faces.Row(j), facets, faces, rows); ok {
			s.strict.Append(sum)
		} else {
			s.strict.AppendFrom(rows, j)
		}
	}
	s.strict.Sort()
	return s
}

// isMaximal reports whether no face in among strictly contains face j. Of equal faces in among it reports this for
// the first only.
func isMaximal(j int, among []int, faces *cone.Bits) bool {
	for _, k := range among {
		if k == j || !faces.Row(j).Subset(faces.Row(k)) {
			continue
		}
		if k < j || !faces.Row(k).Subset(faces.Row(j)) {
			return false
		}
	}
	return true
}

// sumAbove returns the sum of the rows of the facets that contain face, and false if no facet contains it.
func sumAbove(face cone.BitRow, facets []int, faces *cone.Bits, rows *cone.Matrix) ([]num.Int, bool) {
	var sum []num.Int
	for _, f := range facets {
		if !face.Subset(faces.Row(f)) {
			continue
		}
		if sum == nil {
			sum = make([]num.Int, rows.Cols())
		}
		for k := range sum {
			sum[k] = sum[k].Add(rows.At(f, k))
		}
	}
	return sum, sum != nil
}

// withoutEps returns the closure of p, which must not be empty. It maps the known descriptions.
func (p *Factor) withoutEps() *Factor {
	cols, to := 1+p.dims, dropLast(p.cols())
	c := p.cone()
	var q *cone.Cone
	hasCons, hasGens := c.HasConstraints(), c.HasGenerators()
	var eqs, ineqs, lines, rays *cone.Matrix
	if hasCons {
		eqs, ineqs = c.RawConstraints()
		eqs, ineqs = eqs.MapCols(cols, to), ineqs.MapCols(cols, to)
	}
	if hasGens {
		var r *cone.Matrix
		lines, r = c.RawGenerators()
		lines, rays = lines.MapCols(cols, to), cone.NewMatrix(cols)
		all, eps := r.MapCols(cols, to), p.epsCol()
		for i := range r.Len() {
			if r.Sign(i, eps) == 0 {
				rays.AppendFrom(all, i)
			}
		}
	}
	switch {
	case hasCons && hasGens:
		q = cone.FromBoth(cols, eqs, ineqs, lines, rays)
	case hasCons:
		q = cone.FromConstraints(cols, eqs, ineqs)
	default:
		q = cone.FromGenerators(cols, lines, rays)
	}
	return newFactor(p.dims, false, q, inhabited).from(p)
}

// Constraints returns the minimal constraints of p: their solutions are the points of p, no constraint is implied by
// the others, and equal polyhedra have equal constraints. Equalities come first, in reduced echelon form.
// Coefficients are integers without a common factor. For an empty factor the result is linear.False alone. If a limit
// stops the minimisation, the result may have redundant constraints, or weaker ones if only the generators of p were
// known.
func (p *Factor) Constraints() []linear.Constraint {
	if cs := p.cs.Load(); cs != nil {
		return *cs
	}
	if p.IsEmpty() {
		return []linear.Constraint{linear.False()}
	}
	s, ok := p.minimal()
	if !ok {
		s = p.approximation()
	}
	cs := s.constraintsOf()
	cs = cs[:len(cs):len(cs)]
	p.cs.Store(&cs)
	return cs
}

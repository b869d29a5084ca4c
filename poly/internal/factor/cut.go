// This file extracts blocks of a product: the projection of a polyhedron on dimensions that no constraint relates to
// the other dimensions. Both descriptions are mapped without a conversion.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/poly/internal/cone"
)

// cutConstraints returns the factor of those constraints of s that contain only selected dimensions. A dimension v is
// selected if place[v] is not negative. to maps the columns of p to the columns of the result, which has dims
// dimensions. If p is closed, its generators are known, and no constraint relates selected dimensions to others, the
// result has the projections of the generators as well.
func (p *Factor) cutConstraints(dims int, to, place []int, s *system) *Factor {
	cut := newSystem(dims)
	separate := true
	for _, pair := range [][2]*cone.Matrix{{s.eqs, cut.eqs}, {s.weak, cut.weak}, {s.strict, cut.strict}} {
		mapped := pair[0].MapCols(1+dims, to)
		for i := range mapped.Len() {
			in, out := uses(pair[0], i, place)
			separate = separate && !(in && out)
			if in && !out {
				pair[1].AppendFrom(mapped, i)
			}
		}
	}
	if p.nnc || !separate || !p.cone().HasGenerators() {
		return fromSystem(dims, cut)
	}
	if sat := saturationOf(p.cone()); sat != nil && p.state.Load() == inhabited {
		return newFactor(dims, false, p.cutMinimal(dims, to, sat), inhabited)
	}
	cut.weak.AppendAll(positivity(dims))
	lines, rays := p.cutGenerators(dims, to)
	return newFactor(dims, false, cone.FromBoth(1+dims, cut.eqs, cut.weak, lines, rays), inhabited)
}

// cutGenerators returns the projections of p's generators, each once. to maps the columns of p, except ε, to the
// columns of the result, which has dims dimensions.
func (p *Factor) cutGenerators(dims int, to []int) (lines, rays *cone.Matrix) {
	cols := 1 + dims
	l, r := p.cone().RawGenerators()
	if p.nnc {
		to = append(slices.Clone(to), cols)
		cols++
	}
	lines, all := l.MapCols(cols, to), r.MapCols(cols, to)
	all.Sort()
	rays = cone.NewMatrix(cols)
	for i := range all.Len() {
		if i == 0 || !all.EqualRow(i, all, i-1) {
			rays.AppendFrom(all, i)
		}
	}
	return lines, rays
}

// cutMinimal returns the projection of p on a block of dimensions from its minimal descriptions. p must be closed,
// have points, and be a product with that block. sat is the saturation of its cone; dims and to are as in
// cutConstraints. The rows that remain are minimal. Only the row for column 0 may have to be added; see
// needsPositivity.
func (p *Factor) cutMinimal(dims int, to []int, sat *cone.Bits) *cone.Cone {
	cols := 1 + dims
	e, in := p.cone().RawConstraints()
	l, r := p.cone().RawGenerators()
	eqs, ineqs, columns := cone.NewMatrix(cols), cone.NewMatrix(cols), []int(nil)
	appendNonConstant(eqs, e.MapCols(cols, to))
	all := in.MapCols(cols, to)
	for j := range all.Len() {
		if !isConstant(all, j) {
			columns = append(columns, j)
			ineqs.AppendFrom(all, j)
		}
	}
	lines := cone.NewMatrix(cols)
	appendNonConstant(lines, l.MapCols(cols, to))
	wide := r.MapCols(cols, to)
	kept := distinctRows(wide)
	if needsPositivity(wide, kept, sat, columns) {
		columns = append(columns, -1)
		ineqs.AppendAll(positivity(dims))
	}
	rays, on := cone.NewMatrix(cols), cone.NewBits(len(kept), len(columns))
	for i, k := range kept {
		rays.AppendFrom(wide, k)
		for c, j := range columns {
			if j < 0 && wide.Sign(k, 0) == 0 || j >= 0 && sat.Get(k, j) {
				on.Set(i, c)
			}
		}
	}
	return cone.FromMinimal(cols, eqs, ineqs, lines, rays, on)
}

// appendNonConstant adds to the matrix to the rows of m that are not 0 in all columns after column 0.
func appendNonConstant(to, m *cone.Matrix) {
	for i := range m.Len() {
		if !isConstant(m, i) {
			to.AppendFrom(m, i)
		}
	}
}

// distinctRows returns the indices of the rows that are not 0. Of equal rows it returns the first.
func distinctRows(m *cone.Matrix) []int {
	rows := make([]int, 0, m.Len())
	for i := range m.Len() {
		if !m.IsZeroRow(i) {
			rows = append(rows, i)
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		if c := m.CmpRow(a, m, b); c != 0 {
			return c
		}
		return a - b
	})
	return slices.CompactFunc(rows, func(a, b int) bool { return m.EqualRow(a, m, b) })
}

// needsPositivity reports whether column 0 >= 0 is not implied by the inequalities columns of a minimal system. It is
// implied if the face of one of these inequalities contains all directions among the rays kept. sat is the saturation
// of the system.
func needsPositivity(rays *cone.Matrix, kept []int, sat *cone.Bits, columns []int) bool {
	for _, j := range columns {
		contains := true
		for _, k := range kept {
			if rays.Sign(k, 0) == 0 && !sat.Get(k, j) {
				contains = false
				break
			}
		}
		if contains {
			return false
		}
	}
	return true
}

// This file cuts a block out of a product: the projection of a polyhedron on dimensions that no
// constraint relates to the others.

package factor

import (
	"slices"

	"github.com/whet-mc/whet/poly/internal/cone"
)

// cutConstraints returns the factor of those constraints that have only dimensions with a place. If
// p is closed and the constraints separate these from the others the generators, where they are
// known, are cut down as well.
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

// cutGenerators returns the projections of the generators, each once.
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

// cutMinimal cuts a block out of the minimal descriptions of p, which is closed, has points, and is
// a product with that block. What is left is minimal, but for the row for column 0: see
// minimalProduct.
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

// appendNonConstant adds the rows of m that are not 0 after column 0.
func appendNonConstant(to, m *cone.Matrix) {
	for i := range m.Len() {
		if !isConstant(m, i) {
			to.AppendFrom(m, i)
		}
	}
}

// distinctRows returns the numbers of the rows that are not zeros, of equal ones the first.
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

// needsPositivity reports whether the row for column 0 is irredundant beside some inequalities of a
// minimal system: if no face of theirs contains the directions among the kept rays.
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

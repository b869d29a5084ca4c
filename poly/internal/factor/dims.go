// This file has the operations on dimensions: adding, permuting, projecting, and the finest decomposition.

package factor

import (
	"fmt"

	"github.com/whet-mc/whet/poly/internal/cone"
)

// AddDims returns p with n more dimensions at the end, which are unconstrained. It panics if n is negative.
func (p *Factor) AddDims(n int) *Factor {
	mustBeDims("AddDims", n)
	if n == 0 {
		return p
	}
	return p.Concat(Universe(n))
}

// Permute returns p with each dimension v moved to to[v]. It panics if to is not a permutation of the dimensions.
func (p *Factor) Permute(to []int) *Factor {
	if len(to) != p.dims {
		panic(fmt.Sprintf("factor: Permute by a permutation of %d dimensions on a factor with %d dimensions", len(to), p.dims))
	}
	seen := make([]bool, len(to))
	same := true
	for v, w := range to {
		if w < 0 || w >= len(to) || seen[w] {
			panic(fmt.Sprintf("factor: Permute by %v, which is not a permutation", to))
		}
		seen[w] = true
		same = same && v == w
	}
	if same || p.state.Load() == vacant {
		return p
	}
	cols := make([]int, p.cols())
	for v, w := range to {
		cols[1+v] = 1 + w
	}
	if p.nnc {
		cols[1+p.dims] = 1 + p.dims
	}
	return p.mapKnown(func(m *cone.Matrix) *cone.Matrix { return m.MapCols(p.cols(), cols) })
}

// mapKnown returns the factor whose descriptions are the images of the known descriptions of p under f.
func (p *Factor) mapKnown(f func(*cone.Matrix) *cone.Matrix) *Factor {
	p.prepare()
	c := p.cone()
	sat := saturationOf(c)
	var eqs, ineqs, lines, rays *cone.Matrix
	if c.HasConstraints() {
		eqs, ineqs = c.RawConstraints()
		eqs, ineqs = f(eqs), f(ineqs)
	}
	if c.HasGenerators() {
		lines, rays = c.RawGenerators()
		lines, rays = f(lines), f(rays)
	}
	return newFactor(p.dims, p.nnc, imageOfKnown(sat, p.cols(), eqs, ineqs, lines, rays), p.state.Load()).from(p)
}

// saturationOf returns the saturation of c if c is minimal, else nil. If it is not nil, descriptions that are read
// from c afterwards are the minimal ones.
func saturationOf(c *cone.Cone) *cone.Bits {
	if !c.IsMinimal() {
		return nil
	}
	sat, _ := c.Saturation(nil) // the saturation is known, so this needs no limit
	return sat
}

// imageOfKnown returns the cone with the given descriptions; the matrices of an unknown description are nil. The
// descriptions are the images of the descriptions of another cone under an injective linear map. sat is the
// saturation of that cone if it is minimal, else nil.
func imageOfKnown(sat *cone.Bits, cols int, eqs, ineqs, lines, rays *cone.Matrix) *cone.Cone {
	if sat != nil {
		return cone.FromMinimal(cols, eqs, ineqs, lines, rays, sat)
	}
	return fromKnown(cols, eqs, ineqs, lines, rays)
}

// prepare completes a pending incremental conversion of p. Callers are about to map the rows of p's cone to another
// cone, which would have to start the conversion from scratch.
func (p *Factor) prepare() {
	if p.grown && !p.cone().IsMinimal() {
		p.generators(true)
	}
}

// mustHave panics if v is not a dimension of p.
func (p *Factor) mustHave(op string, v int) {
	if v < 0 || v >= p.dims {
		panic(fmt.Sprintf("factor: %s of dimension %d on a factor with %d dimensions", op, v, p.dims))
	}
}

// Split returns the finest partition of the dimensions into blocks such that p is the product of its projections on
// the blocks. Two dimensions are in one block if a minimal constraint contains both. The blocks and their members are
// in ascending order. If a limit stops the minimisation, the partition may be coarser. For an empty p each dimension
// is a block.
//
// The partition is the finest because the canonical constraints of a product are the canonical constraints of its
// factors together. The equalities are in reduced echelon form, which is unique, and the union of the echelon forms
// of the factors is an echelon form. (No equality is solved for column 0, since no factor is empty.) The inequalities
// are the facets, reduced by the equalities of their own factor.
func (p *Factor) Split() [][]int {
	of := make([]int, p.dims) // a union-find forest; the root of a block is its least member
	for v := range of {
		of[v] = v
	}
	find := func(v int) int {
		for of[v] != v {
			of[v] = of[of[v]]
			v = of[v]
		}
		return v
	}
	if !p.IsEmpty() {
		s := p.description()
		for _, m := range []*cone.Matrix{s.eqs, s.weak, s.strict} {
			for i := range m.Len() {
				first := -1
				for v := range p.dims {
					if m.Sign(i, 1+v) == 0 {
						continue
					}
					if first < 0 {
						first = find(v)
						continue
					}
					a, b := first, find(v)
					of[max(a, b)], first = min(a, b), min(a, b)
				}
			}
		}
	}
	at := make([]int, p.dims)
	var blocks [][]int
	for v := range p.dims {
		r := find(v)
		if r == v {
			at[v] = len(blocks)
			blocks = append(blocks, nil)
		}
		blocks[at[r]] = append(blocks[at[r]], v)
	}
	return blocks
}

// description returns the minimal constraints of p, or an approximation if a limit stops the minimisation.
func (p *Factor) description() *system {
	if s, ok := p.minimal(); ok {
		return s
	}
	return p.approximation()
}

// Restrict returns the projection of p on the dimensions dims; dimension i of the result is dims[i]. It panics if one
// of dims is out of range or occurs twice.
//
// If dims is a union of blocks of Split, both descriptions are restricted without a conversion. Otherwise the
// generators are projected. If a limit stops the computation of the generators, the result has the known constraints
// that contain only dims.
func (p *Factor) Restrict(dims []int) *Factor {
	place := make([]int, p.dims)
	for v := range place {
		place[v] = -1
	}
	same := len(dims) == p.dims
	for i, v := range dims {
		p.mustHave("Restrict", v)
		if place[v] >= 0 {
			panic(fmt.Sprintf("factor: Restrict on dimension %d twice", v))
		}
		place[v] = i
		same = same && v == i
	}
	switch {
	case same:
		return p
	case p.IsEmpty():
		return Empty(len(dims)).from(p)
	case len(dims) == 0 && p.state.Load() == inhabited:
		return Universe(0).from(p)
	}
	q := p.settled()
	if len(dims) == p.dims {
		return q.Permute(place)
	}
	to := make([]int, 1+p.dims)
	for v, i := range place {
		to[1+v] = -1
		if i >= 0 {
			to[1+v] = 1 + i
		}
	}
	var s *system // the constraints of q, set here only if none of them contains both selected and other dimensions
	if q.facets.Load() != nil || q.cone().HasConstraints() {
		if t, _ := q.system(); t.separates(place) {
			s = t
		}
	}
	if s == nil {
		if _, _, ok := q.generators(false); ok {
			return q.projectGenerators(len(dims), to).from(q, p)
		}
		s = q.approximation()
	}
	r := q.cutConstraints(len(dims), to, place, s)
	r.state.CompareAndSwap(unknown, p.state.Load())
	return r.from(q, p)
}

// separates reports whether no constraint contains both selected and other dimensions. A dimension v is selected if
// place[v] is not negative.
func (s *system) separates(place []int) bool {
	for _, m := range []*cone.Matrix{s.eqs, s.weak, s.strict} {
		for i := range m.Len() {
			if in, out := uses(m, i, place); in && out {
				return false
			}
		}
	}
	return true
}

// uses reports whether row i contains selected dimensions, and whether it contains others; see separates.
func uses(m *cone.Matrix, i int, place []int) (in, out bool) {
	for v, k := range place {
		if m.Sign(i, 1+v) == 0 {
			continue
		}
		if k >= 0 {
			in = true
		} else {
			out = true
		}
	}
	return in, out
}

// projectGenerators returns the projection of p, whose generators must be known, without its constraints. dims and to
// are as in cutGenerators.
func (p *Factor) projectGenerators(dims int, to []int) *Factor {
	lines, rays := p.cutGenerators(dims, to)
	return newFactor(dims, p.nnc, cone.FromGenerators(lines.Cols(), lines, rays), inhabited)
}

// Project is Restrict: it projects away the dimensions that are not in keep.
func (p *Factor) Project(keep []int) *Factor { return p.Restrict(keep) }

// This file adds, removes, permutes, copies and merges the dimensions of polyhedra.

package poly

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
)

// AddDims appends n unconstrained dimensions. It panics if n is negative.
func (p *Polyhedron) AddDims(n int) *Polyhedron {
	if p.notNil("AddDims"); n < 0 {
		panic(fmt.Sprintf("poly: AddDims of %d dimensions", n))
	}
	if n == 0 {
		return p
	}
	r := p.bare()
	r.dims += n
	s := p.settle()
	switch {
	case s.bottom:
		r.form.Store(emptyForm)
	case p.whole:
		r.form.Store(&form{blocks: []block{{vars: upTo(r.dims), f: p.product(s.blocks, upTo(r.dims))}}})
	default:
		r.form.Store(&form{settled: true, blocks: s.blocks, owner: append(slices.Clip(s.owner), noOwner(n)...), limit: s.limit, lost: s.lost})
	}
	return r
}

// RemoveDims projects the dimensions vs away and renumbers the others in order. Over the rationals it is exact.
func (p *Polyhedron) RemoveDims(vs ...int) *Polyhedron {
	p.has("RemoveDims", vs...)
	keep := make([]int, 0, p.dims)
	for v := range p.dims {
		if !slices.Contains(vs, v) {
			keep = append(keep, v)
		}
	}
	if len(keep) == p.dims {
		return p
	}
	return p.Project(keep...)
}

// Project returns the projection on the given dimensions, in that order: dimension i of the result is vs[i]. Over the
// rationals it is exact. It panics if a dimension occurs twice.
func (p *Polyhedron) Project(vs ...int) *Polyhedron {
	p.has("Project", vs...)
	p.distinct("Project", vs)
	s := p.settle()
	if s.bottom {
		r := p.bottom()
		r.dims = len(vs)
		return r
	}
	if p.whole {
		if p.dims == 0 {
			return p
		}
		f := s.blocks[0].f.Project(vs)
		return p.withDims(len(vs), []block{{vars: upTo(len(vs)), f: f, todo: p.maybeLoose()}})
	}
	to := make([]int, p.dims)
	for v := range to {
		to[v] = -1
	}
	for i, v := range vs {
		to[v] = i
	}
	var gone []int
	for v, w := range to {
		if w < 0 {
			gone = append(gone, v)
		}
	}
	blocks := s.blocks
	if len(gone) > 0 {
		blocks = p.loose(s.without(gone))
	}
	return p.withDims(len(vs), p.renumber(blocks, to))
}

// Permute moves each dimension v to to[v]. It panics if to is not a permutation of the dimensions.
func (p *Polyhedron) Permute(to []int) *Polyhedron {
	if p.notNil("Permute"); len(to) != p.dims {
		panic(dimsOf("Permute", "permutation", len(to), p.dims))
	}
	p.has("Permute", to...)
	p.distinct("Permute", to)
	s := p.settle()
	if s.bottom {
		return p
	}
	return p.with(p.renumber(s.blocks, to))
}

// renumber returns blocks with dimension v renamed to to[v].
func (p *Polyhedron) renumber(blocks []block, to []int) []block {
	out := make([]block, len(blocks))
	for i, b := range blocks {
		order := make([]int, len(b.vars))
		for j, v := range b.vars {
			order[j] = to[v]
		}
		vars := order
		if !slices.IsSorted(order) {
			vars = slices.Clone(order)
			slices.Sort(vars)
			b.f = arrange(b.f, order, vars)
			b.todo |= p.maybeLoose() // equalities may now be solved for other dimensions
		}
		out[i] = block{vars: vars, f: b.f, todo: b.todo}
	}
	return out
}

// Rename removes all constraints on dimension to, moves the constraints of dimension from to it, and leaves from
// unconstrained.
func (p *Polyhedron) Rename(from, to int) *Polyhedron {
	p.has("Rename", from, to)
	if from == to {
		return p
	}
	swap := upTo(p.dims)
	swap[from], swap[to] = to, from
	return p.Havoc(to).Permute(swap)
}

// Expand appends n copies of dimension v. Each copy is related to the other dimensions as v is, but not to v or
// another copy (Gopan, DiMaio, Dor, Reps, Sagiv, "Numeric domains with summarized dimensions", 2004). It is exact. It
// panics if n is negative.
func (p *Polyhedron) Expand(v, n int) *Polyhedron {
	if p.has("Expand", v); n < 0 {
		panic(fmt.Sprintf("poly: Expand to %d copies of a dimension", n))
	}
	r := p.AddDims(n)
	s := p.settle()
	if s.bottom || s.owner[v] < 0 {
		return r
	}
	b := s.blocks[s.owner[v]]
	var cs []linear.Constraint
	for _, c := range b.constraints() {
		if c.Expr.Coef(v).IsZero() {
			continue
		}
		for i := range n {
			cs = append(cs, c.Substitute(v, linear.X(p.dims+i)))
		}
	}
	return r.assume(cs)
}

// Fold is the inverse of Expand: it merges the dimensions vs into the dimension into. The result is a join of
// 1+len(vs) elements without the dimensions vs: p, and for each v of vs the element in which v takes the place of
// into. Fold panics if vs contains into, or a dimension twice.
func (p *Polyhedron) Fold(into int, vs ...int) *Polyhedron {
	p.has("Fold", append([]int{into}, vs...)...)
	p.distinct("Fold", append([]int{into}, vs...))
	r := p.RemoveDims(vs...)
	for _, v := range vs {
		keep := make([]int, 0, p.dims)
		for w := range p.dims {
			switch {
			case w == into:
				keep = append(keep, v)
			case !slices.Contains(vs, w):
				keep = append(keep, w)
			}
		}
		r = r.Join(p.Project(keep...))
	}
	return r
}

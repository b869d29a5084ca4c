// This file adds, removes, permutes, copies and merges the dimensions of octagons.

package octagon

import (
	"fmt"
	"slices"
)

// relabel returns the closed octagon o over dims dimensions, in which variable v has become variable to[v]. The
// renaming `to` must be injective on the variables that are in blocks.
func (o *Octagon) relabel(dims int, to []int) *Octagon {
	blocks := make([]*block, len(o.blocks))
	for k, b := range o.blocks {
		n := len(b.vars)
		c := &block{vars: make([]int, n), m: *b.mat(), closed: b.closed}
		for i, v := range b.vars {
			c.vars[i] = to[v]
		}
		if !slices.IsSorted(c.vars) {
			lits := make([]int, n)
			for i := range lits {
				lits[i] = 2 * i
			}
			slices.SortFunc(lits, func(i, j int) int { return to[b.vars[i/2]] - to[b.vars[j/2]] })
			slices.Sort(c.vars)
			c.m = b.mat().pick(lits)
		}
		blocks[k] = c
	}
	return (&Octagon{dims: dims, numbers: o.numbers, whole: o.whole, empty: o.empty}).like(blocks)
}

// AddDims returns o with n additional, unconstrained dimensions after the existing ones.
func (o *Octagon) AddDims(n int) *Octagon {
	o.check("AddDims")
	if n < 0 {
		panic(fmt.Sprintf("octagon: AddDims of %d dimensions to %d", n, o.dims))
	}
	c := o.closed()
	if c.empty {
		r := Bottom(o.dims+n, o.numbers)
		r.whole = o.whole
		return r
	}
	return (&Octagon{dims: o.dims + n, numbers: o.numbers, whole: o.whole}).like(slices.Clone(c.blocks))
}

// RemoveDims returns the projection of o onto the dimensions that are not in vs. The remaining dimensions are
// renumbered in order. It is exact.
func (o *Octagon) RemoveDims(vs ...int) *Octagon {
	o.checkDim("RemoveDims", vs...)
	gone := make([]bool, o.dims)
	for _, v := range vs {
		gone[v] = true
	}
	to, left := make([]int, o.dims), 0
	for v := range to {
		if to[v] = left; !gone[v] {
			left++
		}
	}
	c := o.closed()
	if c.empty {
		r := Bottom(left, o.numbers)
		r.whole = o.whole
		return r
	}
	if !c.whole {
		return c.forget(vs...).relabel(left, to)
	}
	// All variables are in one block here, so this block holds all that remains.
	r := &Octagon{dims: left, numbers: o.numbers, whole: true}
	if len(c.blocks) == 0 || left == 0 {
		return r.like(nil)
	}
	var vars, lits []int
	for v := range gone {
		if !gone[v] {
			vars, lits = append(vars, len(vars)), append(lits, 2*v)
		}
	}
	return r.like([]*block{r.newBlock(vars, c.blocks[0].mat().pick(lits), true)})
}

// Permute returns o with dimension v moved to position to[v]. The slice `to` must be a permutation.
func (o *Octagon) Permute(to []int) *Octagon {
	o.check("Permute")
	if len(to) != o.dims {
		panic(fmt.Sprintf("octagon: Permute by %d dimensions of an element with %d dimensions", len(to), o.dims))
	}
	seen := make([]bool, o.dims)
	for _, v := range to {
		o.checkDim("Permute", v)
		if seen[v] {
			panic(fmt.Sprintf("octagon: Permute of an element with %d dimensions moves two to dimension %d", o.dims, v))
		}
		seen[v] = true
	}
	c := o.closed()
	if c.empty {
		return c
	}
	return c.relabel(o.dims, to)
}

// swap exchanges two dimensions.
func (o *Octagon) swap(v, w int) *Octagon {
	to := make([]int, o.dims)
	for u := range to {
		to[u] = u
	}
	to[v], to[w] = w, v
	return o.Permute(to)
}

// Rename forgets all constraints on dimension `to`, moves the constraints of dimension `from` to it, and leaves from
// unconstrained.
func (o *Octagon) Rename(from, to int) *Octagon {
	o.checkDim("Rename", from, to)
	c := o.closed()
	if from == to || c.empty {
		return c
	}
	return c.forget(to).swap(from, to)
}

// Expand returns o with n copies of dimension v after the existing ones. Each copy is related to the other dimensions
// as v is. A copy is related to v or to another copy only as far as this implies (Gopan, DiMaio, Dor, Reps, Sagiv,
// "Numeric domains with summarized dimensions", TACAS 2004).
func (o *Octagon) Expand(v, n int) *Octagon {
	o.checkDim("Expand", v)
	if n < 0 {
		panic(fmt.Sprintf("octagon: Expand of dimension %d to %d copies in an element with %d dimensions", v, n, o.dims))
	}
	r := o.AddDims(n)
	b := r.blockOf(v)
	if n == 0 || r.empty || b == nil {
		return r
	}
	if len(b.vars) == 1 {
		blocks := slices.Clone(r.blocks)
		for k := range n {
			blocks = append(blocks, &block{vars: []int{o.dims + k}, m: *b.mat(), closed: true})
		}
		return r.like(blocks)
	}
	lits := make([]int, 0, len(b.vars)+n)
	vars := make([]int, 0, len(b.vars)+n)
	var copies []int // the positions of v and its copies
	for p, u := range b.vars {
		if u >= o.dims {
			continue // u is a new dimension, which occurs if all variables are in one block
		}
		if u == v {
			copies = append(copies, p)
		}
		vars, lits = append(vars, u), append(lits, 2*p)
	}
	for k := range n {
		copies = append(copies, len(vars))
		vars, lits = append(vars, o.dims+k), append(lits, b.local(2*v))
	}
	// Bounds between the copies follow by paths through the other variables. The closure finds them.
	m := b.mat().pick(lits).unrelated(copies)
	return r.like(append(r.others(b), r.newBlock(vars, m, false)))
}

// unrelated drops, in place, the bounds between the variables at the given places.
func (m matrix) unrelated(places []int) matrix {
	for i, p := range places {
		for _, q := range places[:i] {
			for e := range 2 {
				k := row(2*p+e) + 2*q
				if m.wide() {
					m.x[k], m.x[k+1] = ext{inf: true}, ext{inf: true}
				} else {
					m.set(k, inf)
					m.set(k+1, inf)
				}
			}
		}
	}
	return m
}

// Fold is the inverse of Expand. It joins o with the octagons in which a dimension of vs takes the place of `into`,
// and removes vs.
func (o *Octagon) Fold(into int, vs ...int) *Octagon {
	o.checkDim("Fold", into)
	o.checkDim("Fold", vs...)
	if slices.Contains(vs, into) {
		panic(fmt.Sprintf("octagon: Fold of dimension %d into itself in an element with %d dimensions", into, o.dims))
	}
	r := o.RemoveDims(vs...)
	for _, v := range vs {
		r = r.Join(o.swap(into, v).RemoveDims(vs...))
	}
	return r
}

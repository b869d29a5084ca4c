// Laws of operations on dimensions.

package numerictest

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// dimensionLaws returns the laws of operations on dimensions.
func dimensionLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"add dims", addDims[E]},
		{"remove dims", removeDims[E]},
		{"permute", permute[E]},
		{"rename", rename[E]},
		{"expand", expand[E]},
		{"fold", fold[E]},
	}
}

// shape fails if e does not have dims dimensions. Afterwards the case continues in dims dimensions.
func (c *check[E]) shape(e E, dims int) {
	c.must(e.Dims() == dims && e.Numbers() == c.of, "%d dimensions over %v, not %d", e.Dims(), e.Numbers(), dims)
	c.dims = dims
}

// addDims checks that AddDims adds unconstrained dimensions.
func addDims[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	n := c.pick(3)
	r := e.AddDims(n)
	c.tell("AddDims(%d)", n)
	want := region{c.dims + n, e.Constraints()}
	back := make([]int, n)
	for i := range back {
		back[i] = c.dims + i
	}
	c.equal(r.RemoveDims(back...), e, "added and removed")
	c.shape(r, c.dims+n)
	c.contains(r, each(in, func(p point) point {
		for range n {
			p = p.and(c.number())
		}
		return p
	}))
	if c.rational() {
		c.exactly(want, r, "add dims")
	}
}

// removeDims checks that RemoveDims is projection.
func removeDims[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	var vs []int
	for v := range c.dims {
		if c.chance(2) {
			vs = append(vs, v)
		}
	}
	if c.chance(2) {
		slices.Reverse(vs)
	}
	r := e.RemoveDims(vs...)
	c.tell("RemoveDims(%v)", vs)
	want := c.region(e)
	c.shape(r, c.dims-len(vs))
	c.contains(r, each(in, func(p point) point { return p.without(vs...) }))
	if c.rational() {
		c.exactly(want.project(vs...).drop(vs...), r, "remove dims")
	}
}

// permute checks that Permute only moves coordinates.
func permute[E numeric.Element[E]](c *check[E]) {
	e, in := c.element("e")
	to := c.permutation(c.dims)
	r := e.Permute(to)
	c.tell("Permute(%v)", to)
	c.shape(r, c.dims)
	c.contains(r, each(in, func(p point) point { return p.permuted(to) }))
	back := make([]int, c.dims)
	for v, w := range to {
		back[w] = v
	}
	c.equal(r.Permute(back), e, "permuted there and back")
	before, after := e.Constraints(), r.Constraints()
	for _, p := range grid(c.dims) {
		c.must(holds(after, p.permuted(to)) == holds(before, p), "%v is in one of %v and %v", p, e, r)
	}
	if c.rational() {
		c.exactly(c.region(e).mapped(c.dims, func(v int) int { return to[v] }), r, "permute")
	}
}

// rename checks that Rename moves one coordinate and leaves the old dimension unconstrained.
func rename[E numeric.Element[E]](c *check[E]) {
	if c.dims < 2 {
		return
	}
	e, in := c.element("e")
	from, to := c.dim(), c.pick(c.dims-1)
	if to >= from {
		to++
	}
	r := e.Rename(from, to)
	c.tell("Rename(%d, %d)", from, to)
	c.shape(r, c.dims)
	c.contains(r, each(in, func(p point) point { return p.with(to, p[from]).with(from, c.number()) }))
	if c.rational() {
		c.exactly(c.region(e).project(to).mapped(c.dims, func(v int) int {
			if v == from {
				return to
			}
			return v
		}), r, "rename")
	}
}

// expand checks that the copies that Expand makes satisfy the constraints of the original independently.
func expand[E numeric.Element[E]](c *check[E]) {
	if c.dims == 0 {
		return
	}
	e, in := c.element("e")
	v, n, old := c.dim(), c.pick(3), c.dims
	r := e.Expand(v, n)
	c.tell("Expand(%d, %d)", v, n)
	c.shape(r, c.dims+n)
	c.contains(r, each(in, func(p point) point {
		for range n {
			p = p.and(p[v])
		}
		return p
	}))
	// Points that differ only in v make points with different copies.
	before, after := e.Constraints(), r.Constraints()
	if n == 1 {
		for _, p := range grid(old) {
			q := p.with(v, p[v].Add(num.RatOf(1)))
			if holds(before, p) && holds(before, q) {
				c.must(holds(after, p.and(q[v])), "%v is lost in %v", p.and(q[v]), r)
			}
		}
	}
	want := region{c.dims, before}
	for i := range n {
		for _, k := range before {
			want = want.and(k.Map(func(w int) int {
				if w == v {
					return old + i
				}
				return w
			}))
		}
	}
	if c.rational() {
		c.exactly(want, r, "expand")
	}
}

// fold checks that Fold returns the join of the elements in which into, or one of the folded dimensions in its place,
// is kept.
func fold[E numeric.Element[E]](c *check[E]) {
	if c.dims == 0 {
		return
	}
	e, in := c.element("e")
	into := c.dim()
	var vs []int
	for v := range c.dims {
		if v != into && c.chance(2) {
			vs = append(vs, v)
		}
	}
	r := e.Fold(into, vs...)
	c.tell("Fold(%d, %v)", into, vs)
	// The expected result is a join of permuted elements.
	want := e.RemoveDims(vs...)
	var out []point
	for _, p := range in {
		out = append(out, p.without(vs...))
	}
	for _, w := range vs {
		swap := make([]int, c.dims)
		for v := range swap {
			swap[v] = v
		}
		swap[w], swap[into] = into, w
		want = want.Join(e.Permute(swap).RemoveDims(vs...))
		for _, p := range in {
			out = append(out, p.permuted(swap).without(vs...))
		}
	}
	c.shape(r, c.dims-len(vs))
	c.contains(r, out)
	if c.rational() {
		c.equal(r, want, "fold")
	}
	if len(vs) == 0 {
		c.equal(r, e, "nothing folded")
	}
	// Fold undoes Expand.
	n := 1 + c.pick(2)
	copies := make([]int, n)
	for i := range copies {
		copies[i] = c.dims + i
	}
	v := c.dim()
	back := r.Expand(v, n).Fold(v, copies...)
	if c.rational() {
		c.equal(back, r, "expanded and folded")
	}
	c.must(linear.Numbers(back.Numbers()) == c.of && back.Dims() == c.dims, "%d dimensions over %v", back.Dims(), back.Numbers())
}

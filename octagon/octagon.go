// This file has the type Octagon, its constructors and simple queries, and the checks of arguments.

package octagon

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Octagon is a set of points with coordinates x0, x1, …, all of them rational or all
// integer, that is described by constraints ±x ±y <= c and ±x <= c. It is
// immutable and safe for concurrent use. Make one with Top, Bottom or Of.
type Octagon struct {
	dims    int
	numbers linear.Numbers

	// blocks are disjoint and ordered by their first variable. Variables in no block are unconstrained. A bound
	// between two blocks is half the sum of the unary bounds, and infinite if one of them is.
	blocks []*block
	home   []int32   // by variable: the index of its block, or -1; nil if there are no blocks
	few    [2]*block // the memory of blocks if there are at most two

	empty  bool // the octagon is known to have no point; then it has no blocks
	strong bool // every block is closed

	// raw says that the bounds as they are matter, even if they are not closed: Widen and Narrow continue with the
	// bounds of their earlier results. Every other octagon is equivalent to its closed form.
	raw bool

	// whole keeps all variables in one block. Tests use it to compare.
	whole bool

	// canon caches the closed form.
	canon atomic.Pointer[Octagon]
}

// Top returns the octagon of all points with dims coordinates.
func Top(dims int, of linear.Numbers) *Octagon {
	if dims < 0 {
		panic(fmt.Sprintf("octagon: Top with %d dimensions", dims))
	}
	return &Octagon{dims: dims, numbers: of, strong: true}
}

// Bottom returns the octagon without points.
func Bottom(dims int, of linear.Numbers) *Octagon {
	if dims < 0 {
		panic(fmt.Sprintf("octagon: Bottom with %d dimensions", dims))
	}
	return &Octagon{dims: dims, numbers: of, strong: true, empty: true}
}

// Of returns the octagon of the points that satisfy the constraints, as
// Assume finds it.
func Of(dims int, of linear.Numbers, cs ...linear.Constraint) *Octagon {
	return Top(dims, of).Assume(cs...)
}

// like returns an octagon with the dimensions and numbers of o and with the given blocks, which it copies and sorts.
// It computes home.
func (o *Octagon) like(blocks []*block) *Octagon {
	r := &Octagon{dims: o.dims, numbers: o.numbers, strong: true, whole: o.whole}
	if len(blocks) == 0 {
		return r
	}
	slices.SortFunc(blocks, func(a, b *block) int { return a.vars[0] - b.vars[0] })
	r.blocks = append(r.few[:0], blocks...)
	if slices.EqualFunc(blocks, o.blocks, (*block).overSame) {
		r.home = o.home
		for _, b := range blocks {
			r.strong = r.strong && b.closed
		}
		return r
	}
	r.place()
	if o.whole && len(blocks[0].vars) < o.dims {
		all := make([]int, o.dims)
		for v := range all {
			all[v] = v
		}
		r.blocks = []*block{r.newBlock(all, r.fresh(all), r.strong)}
		r.place()
	}
	return r
}

// place computes home.
func (r *Octagon) place() {
	r.home = make([]int32, r.dims)
	for v := range r.home {
		r.home[v] = -1
	}
	for k, b := range r.blocks {
		r.strong = r.strong && b.closed
		for _, v := range b.vars {
			r.home[v] = int32(k)
		}
	}
}

func (o *Octagon) nothing() *Octagon {
	r := Bottom(o.dims, o.numbers)
	r.whole = o.whole
	return r
}

// blockOf returns the block of variable v, or nil.
func (o *Octagon) blockOf(v int) *block {
	if o.home == nil || o.home[v] < 0 {
		return nil
	}
	return o.blocks[o.home[v]]
}

func (o *Octagon) integer() bool { return o.numbers == linear.Integers }

// Dims returns the number of dimensions.
func (o *Octagon) Dims() int {
	o.check("Dims")
	return o.dims
}

// Numbers returns what the dimensions range over.
func (o *Octagon) Numbers() linear.Numbers {
	o.check("Numbers")
	return o.numbers
}

// closed returns the octagon with all blocks strongly closed (over integers tightly), so that every bound is the least
// that holds. It is computed once.
func (o *Octagon) closed() *Octagon {
	if o.strong {
		return o
	}
	if c := o.canon.Load(); c != nil {
		return c
	}
	c := o.closeBlocks()
	o.canon.Store(c)
	return c
}

func (o *Octagon) closeBlocks() *Octagon {
	blocks := make([]*block, 0, len(o.blocks))
	for _, b := range o.blocks {
		if b.closed {
			blocks = append(blocks, b)
			continue
		}
		c := b.close(o)
		if c.empty {
			return o.nothing()
		}
		blocks = append(blocks, c.blocks...)
	}
	return o.like(blocks)
}

// base returns the octagon whose bounds Widen and Narrow continue with.
func (o *Octagon) base() *Octagon {
	if o.raw {
		return o
	}
	return o.closed()
}

func (o *Octagon) bottom() bool { return o.closed().empty }

// ext returns the bound on V_j - V_i, where V_2k = x_k and V_2k+1 = -x_k, of the octagon as it is.
func (o *Octagon) ext(i, j int) ext {
	if i == j {
		return ext{}
	}
	b, c := o.blockOf(i>>1), o.blockOf(j>>1)
	switch {
	case b == nil || c == nil:
		return ext{inf: true}
	case b == c:
		return b.m.at(pos(b.literal(i), b.literal(j)))
	}
	return b.m.at(unary(b.literal(i))).half().add(c.m.at(unary(c.literal(j ^ 1))).half())
}

// bound returns the bound on V_j - V_i, where V_2k = x_k and V_2k+1 = -x_k, and false if there is no finite bound. It
// takes the closed form, except that results of Widen and Narrow are taken as they are.
func (o *Octagon) bound(i, j int) (num.Rat, bool) {
	e := o.base().ext(i, j)
	return e.r, !e.inf
}

// IsBottom reports whether o has no point. Cost: a closure, if o is not closed.
func (o *Octagon) IsBottom() bool {
	o.check("IsBottom")
	return o.bottom()
}

// IsTop reports whether o has all points.
func (o *Octagon) IsTop() bool {
	o.check("IsTop")
	c := o.closed()
	if c.whole && !c.empty {
		for _, b := range c.blocks {
			if !b.mat().free(len(b.vars)) {
				return false
			}
		}
		return true
	}
	return !c.empty && len(c.blocks) == 0
}

// String returns the constraints of Constraints as text, "true" for top and "false" for bottom.
func (o *Octagon) String() string {
	o.check("String")
	if o.bottom() {
		return "false"
	}
	cs := o.Constraints()
	if len(cs) == 0 {
		return "true"
	}
	text := make([]string, len(cs))
	for i, c := range cs {
		text[i] = c.String()
	}
	return strings.Join(text, ", ")
}

// check panics on a nil receiver.
func (o *Octagon) check(op string) {
	if o == nil {
		panic("octagon: " + op + " on a nil *Octagon")
	}
}

// match panics if two operands of operation op have different dimensions or numbers.
func (o *Octagon) match(op string, p *Octagon) {
	o.check(op)
	switch {
	case p == nil:
		panic("octagon: " + op + " with a nil *Octagon")
	case o.dims != p.dims:
		panic(fmt.Sprintf("octagon: %s of elements with %d and %d dimensions", op, o.dims, p.dims))
	case o.numbers != p.numbers:
		panic(fmt.Sprintf("octagon: %s of elements over %v and %v, with %d and %d dimensions", op, o.numbers, p.numbers, o.dims, p.dims))
	}
}

// checkDim panics if a dimension is out of range. Package poly has its own copies of these checks: neither package
// imports the other, and their common contract has no code.
func (o *Octagon) checkDim(op string, vs ...int) {
	o.check(op)
	for _, v := range vs {
		if v < 0 || v >= o.dims {
			panic(fmt.Sprintf("octagon: %s of dimension %d in an element with %d dimensions", op, v, o.dims))
		}
	}
}

// checkExpr panics if e has a dimension that o does not have.
func (o *Octagon) checkExpr(op string, e linear.Expr) {
	o.check(op)
	if d := e.Dims(); d > o.dims {
		panic(fmt.Sprintf("octagon: %s of an expression with %d dimensions in an element with %d dimensions", op, d, o.dims))
	}
}

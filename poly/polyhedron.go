// This file has the type Polyhedron, its constructors and simple queries, and the checks of arguments.

package poly

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/poly/internal/factor"
)

// Polyhedron is a convex polyhedron, closed or not necessarily closed: the points that satisfy finitely many linear
// constraints. It is immutable and safe for concurrent use. The zero value is not a valid Polyhedron; use Top,
// Bottom, Of or FromGenerators.
//
// A polyhedron is held as the product of its blocks, which are factors over disjoint sets of dimensions. A dimension
// in no block is unconstrained.
type Polyhedron struct {
	dims  int
	of    linear.Numbers
	whole bool          // the polyhedron is never decomposed: all dimensions are in one block
	limit *factor.Limit // the limit on conversions of this element and all elements derived from it; nil: no limit
	lost  error         // if an operand was an over-approximation: the error that reports this; else nil

	// form is replaced by its settled version, which has the same points, when that is first needed.
	form atomic.Pointer[form]

	// late is the error of a query that reached the limit.
	late atomic.Pointer[LimitError]

	// seen caches the data that unions test first; see cover.go.
	seen atomic.Pointer[part]
}

// Top returns the polyhedron of all points with dims coordinates. It panics if dims is negative.
func Top(dims int, of linear.Numbers) *Polyhedron {
	if dims < 0 {
		panic(fmt.Sprintf("poly: Top with %d dimensions", dims))
	}
	p := &Polyhedron{dims: dims, of: of}
	p.form.Store(&form{settled: true, owner: noOwner(dims)})
	return p
}

// Bottom returns the polyhedron without points, with dims dimensions. It panics if dims is negative.
func Bottom(dims int, of linear.Numbers) *Polyhedron {
	if dims < 0 {
		panic(fmt.Sprintf("poly: Bottom with %d dimensions", dims))
	}
	p := &Polyhedron{dims: dims, of: of}
	p.form.Store(emptyForm)
	return p
}

// Of returns the polyhedron of the points that satisfy all constraints. It panics if a constraint has a dimension
// that is not below dims.
func Of(dims int, of linear.Numbers, cs ...linear.Constraint) *Polyhedron {
	return Top(dims, of).Assume(cs...)
}

// FromGenerators returns the least polyhedron with the given points and directions. It is empty if there is no point
// among them. Over the integers its constraints are tightened. It panics if a generator does not have exactly dims
// coordinates.
func FromGenerators(dims int, of linear.Numbers, gs ...linear.Generator) *Polyhedron {
	p := Top(dims, of)
	for _, g := range gs {
		if len(g.At) != dims {
			panic(dimsOf("FromGenerators", "generator", len(g.At), dims))
		}
	}
	if !slices.ContainsFunc(gs, func(g linear.Generator) bool { return g.Kind == linear.Point }) {
		return Bottom(dims, of)
	}
	return p.with([]block{{vars: upTo(dims), f: factor.FromGenerators(dims, gs), todo: maybeSplit | p.maybeLoose()}})
}

// Undecomposed returns an equal element that keeps all its dimensions in one block, as do all elements derived from
// it. Results have the same points; only the cost differs. It serves to measure and test the decomposition.
func (p *Polyhedron) Undecomposed() *Polyhedron {
	p.notNil("Undecomposed")
	if p.whole {
		return p
	}
	r := p.bare()
	r.whole = true
	s := p.settle()
	if s.bottom {
		r.form.Store(emptyForm)
		return r
	}
	r.form.Store(&form{blocks: []block{{vars: upTo(p.dims), f: p.product(s.blocks, upTo(p.dims))}}})
	return r
}

// Complete returns p after computing the finest decomposition and both minimal descriptions of every block. Otherwise
// they are computed when they are first needed.
func (p *Polyhedron) Complete() *Polyhedron {
	p.notNil("Complete")
	for _, b := range p.settle().blocks {
		b.f.Constraints()
		b.f.Generators()
	}
	return p
}

// Dims returns the number of dimensions.
func (p *Polyhedron) Dims() int { return p.notNil("Dims").dims }

// Numbers returns the numbers that the dimensions range over.
func (p *Polyhedron) Numbers() linear.Numbers { return p.notNil("Numbers").of }

// Blocks returns the sets of dimensions in the finest decomposition: the polyhedron is the product of its projections
// onto them, and none of these is such a product itself. Unconstrained dimensions are in no block. The blocks are
// sorted; the caller may change them. The empty polyhedron has none.
func (p *Polyhedron) Blocks() [][]int {
	p.notNil("Blocks")
	var vs [][]int
	for _, b := range p.settle().blocks {
		vs = append(vs, slices.Clone(b.vars))
	}
	return vs
}

// Constraints returns constraints whose solutions are the polyhedron, none implied by the others. Equalities come
// first, in reduced echelon form; all coefficients are coprime integers. Equal polyhedra have the same constraints in
// the same order. Top has none, bottom has linear.False.
func (p *Polyhedron) Constraints() []linear.Constraint {
	p.notNil("Constraints")
	s := p.settle()
	if s.bottom {
		return []linear.Constraint{linear.False()}
	}
	var cs []linear.Constraint
	for _, b := range s.blocks {
		cs = append(cs, b.constraints()...)
	}
	slices.SortFunc(cs, linear.Constraint.Cmp)
	return cs
}

// String returns the constraints as text: "x0 - x1 = 0, x0 <= 3"; "true" and "false" for top and bottom. Dimensions
// are named x0, x1, …
func (p *Polyhedron) String() string { return p.Format(nil) }

// Format is String with the name names[v] for dimension v, or x<v> if there is no such name.
func (p *Polyhedron) Format(names []string) string {
	p.notNil("Format")
	if p.IsBottom() {
		return "false"
	}
	cs := p.Constraints()
	if len(cs) == 0 {
		return "true"
	}
	var b strings.Builder
	for i, c := range cs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.Format(names))
	}
	return b.String()
}

// bare returns a new Polyhedron with all fields of p except its form.
func (p *Polyhedron) bare() *Polyhedron {
	return &Polyhedron{dims: p.dims, of: p.of, whole: p.whole, limit: p.limit, lost: p.Approximate()}
}

// with returns the product of blocks. It has the dimensions, the limit and the recorded losses of p.
func (p *Polyhedron) with(blocks []block) *Polyhedron { return p.withDims(p.dims, blocks) }

// withDims is with for a product with dims dimensions.
func (p *Polyhedron) withDims(dims int, blocks []block) *Polyhedron {
	r := p.bare()
	r.dims = dims
	r.form.Store(&form{blocks: blocks})
	return r
}

// bottom returns the empty polyhedron. It has the dimensions, the limit and the recorded losses of p.
func (p *Polyhedron) bottom() *Polyhedron {
	r := p.bare()
	r.form.Store(emptyForm)
	return r
}

// heir returns p as the result of an operation on p and q: if either is limited or approximate, so is the result.
func (p *Polyhedron) heir(q *Polyhedron) *Polyhedron {
	if q.limit == nil && q.lost == nil && (p.whole || !q.whole) {
		return p
	}
	limit, whole, lost := p.limit, p.whole || q.whole, p.Approximate()
	if limit == nil {
		limit = q.limit
	}
	if lost == nil {
		lost = q.Approximate()
	}
	if limit == p.limit && whole == p.whole && lost == p.lost {
		return p
	}
	r := p
	if whole {
		r = p.Undecomposed()
	}
	c := r.bare()
	c.form.Store(r.form.Load())
	c.limit, c.lost = limit, lost
	if limit != p.limit {
		c.form.Store(c.form.Load().within(limit))
	}
	return c
}

// maybeLoose returns the tasks for a block that an operation changed. Over the integers the block may have to be
// tightened, and after that it may have no point or fewer relations between dimensions.
func (p *Polyhedron) maybeLoose() work {
	if p.of == linear.Integers {
		return maybeLoose | maybeEmpty | maybeSplit
	}
	return 0
}

// notNil returns p, and panics if it is nil. op is the name of the operation in the message.
func (p *Polyhedron) notNil(op string) *Polyhedron {
	if p == nil {
		panic("poly: " + op + " on a nil *Polyhedron")
	}
	return p
}

// check panics unless p and q can be the operands of the operation op.
func (p *Polyhedron) check(q *Polyhedron, op string) {
	p.notNil(op)
	if q == nil {
		panic("poly: " + op + " with a nil *Polyhedron")
	}
	if p.dims != q.dims {
		panic(fmt.Sprintf("poly: %s of elements with %d and %d dimensions", op, p.dims, q.dims))
	}
	if p.of != q.of {
		panic(fmt.Sprintf("poly: %s of elements over the %v and the %v", op, p.of, q.of))
	}
}

// has panics unless all of vs are dimensions of p.
func (p *Polyhedron) has(op string, vs ...int) {
	p.notNil(op)
	for _, v := range vs {
		if v < 0 || v >= p.dims {
			panic(fmt.Sprintf("poly: %s: dimension %d of an element with %d dimensions", op, v, p.dims))
		}
	}
}

// spans panics unless all dimensions of e are dimensions of p.
func (p *Polyhedron) spans(op string, e linear.Expr) {
	if p.notNil(op); e.Dims() > p.dims {
		panic(dimsOf(op, "expression", e.Dims(), p.dims))
	}
}

// dimsOf returns the panic message of the operation op on an element with dims dimensions, if its argument has n
// dimensions. `what` is the kind of the argument.
func dimsOf(op, what string, n, dims int) string {
	return fmt.Sprintf("poly: %s: %s with %d dimensions on an element with %d dimensions", op, what, n, dims)
}

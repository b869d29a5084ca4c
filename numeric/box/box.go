// Package box is the numeric domain of intervals, one for each dimension (Cousot, Cousot: Static determination of
// dynamic properties of programs, 1976), over the rationals or the integers. It does not relate dimensions to each
// other, and it is very cheap, so analysers try it first. It is the smallest implementation of numeric.Element that
// satisfies all laws, and so an example for authors of other domains.
package box

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Box is an element of the domain: an interval for each dimension.
type Box struct {
	of    linear.Numbers
	iv    []linear.Interval // the intervals; the slice is never changed after the box is made
	empty bool              // the box has no points; then iv is meaningless
}

var _ numeric.Element[*Box] = (*Box)(nil)

// Domain returns the domain of boxes.
func Domain() numeric.Domain[*Box] {
	return numeric.Domain[*Box]{
		Name: "box", Plural: "boxes", Cheap: 60,
		Top: func(dims int, of linear.Numbers) *Box { return &Box{of: of, iv: make([]linear.Interval, dims)} },
		Bottom: func(dims int, of linear.Numbers) *Box {
			return (&Box{of: of, iv: make([]linear.Interval, dims)}).none()
		},
	}
}

// shape returns b's shape, which checks the operands of operation op.
func (b *Box) shape(op string) numeric.Shape {
	if b == nil {
		panic("box: " + op + " on a nil *Box")
	}
	return numeric.Shape{Domain: "box", Op: op, Dims: len(b.iv), Of: b.of}
}

// Making boxes.

// Of returns the box of these intervals, one for each dimension, and bottom if one of them is empty.
func Of(of linear.Numbers, is ...linear.Interval) *Box { return (&Box{of: of}).made(slices.Clone(is)) }

// At returns the interval of dimension v. For bottom it is meaningless.
func (b *Box) At(v int) linear.Interval { b.shape("At").Has(v); return b.iv[v] }

func (b *Box) none() *Box { return &Box{b.of, make([]linear.Interval, len(b.iv)), true} }

// made returns a box of the intervals iv, and bottom if one of them is empty.
func (b *Box) made(iv []linear.Interval) *Box {
	c := &Box{of: b.of, iv: iv}
	for v, i := range iv {
		if b.of == linear.Integers {
			i = i.Integral()
			iv[v] = i
		}
		if i.IsEmpty() {
			return c.none()
		}
	}
	return c
}

// Set returns b with interval i for dimension v.
func (b *Box) Set(v int, i linear.Interval) *Box {
	b.shape("Set").Has(v)
	if b.empty {
		return b
	}
	iv := slices.Clone(b.iv)
	iv[v] = i
	return b.made(iv)
}

// zip combines the intervals of two boxes, which must not be empty, with f.
func (b *Box) zip(c *Box, f func(i, j linear.Interval) linear.Interval) *Box {
	iv := make([]linear.Interval, len(b.iv))
	for v := range iv {
		iv[v] = f(b.iv[v], c.iv[v])
	}
	return b.made(iv)
}

func (b *Box) Dims() int               { b.shape("Dims"); return len(b.iv) }
func (b *Box) Numbers() linear.Numbers { b.shape("Numbers"); return b.of }
func (b *Box) IsBottom() bool          { b.shape("IsBottom"); return b.empty }
func (b *Box) IsTop() bool             { b.shape("IsTop"); return !b.empty && len(b.Constraints()) == 0 }
func (b *Box) String() string          { return fmt.Sprint(b.Constraints()) }

// The lattice.

func (b *Box) Leq(c *Box) bool {
	b.shape("Leq").Same(c.shape("Leq"))
	if b.empty || c.empty {
		return b.empty
	}
	for v, i := range b.iv {
		if !i.Within(c.iv[v]) {
			return false
		}
	}
	return true
}

func (b *Box) Equal(c *Box) bool {
	b.shape("Equal").Same(c.shape("Equal"))
	return b.Leq(c) && c.Leq(b)
}

func (b *Box) Meet(c *Box) *Box {
	b.shape("Meet").Same(c.shape("Meet"))
	if b.empty || c.empty {
		return b.none()
	}
	return b.zip(c, linear.Interval.Intersect)
}

func (b *Box) Join(c *Box) *Box {
	b.shape("Join").Same(c.shape("Join"))
	switch {
	case b.empty:
		return c
	case c.empty:
		return b
	}
	return b.zip(c, linear.Interval.Hull)
}

func (b *Box) ExactJoin(c *Box) (*Box, bool) {
	b.shape("ExactJoin").Same(c.shape("ExactJoin"))
	j := b.Join(c)
	if j.Equal(b) || j.Equal(c) {
		return j, true
	}
	differ := -1
	for v, i := range b.iv {
		if !i.Equal(c.iv[v]) {
			if differ >= 0 {
				return j, false
			}
			differ = v
		}
	}
	return j, b.iv[differ].Touches(c.iv[differ], b.of) // they differ in only one dimension
}

func (b *Box) Widen(c *Box) *Box {
	b.shape("Widen").Same(c.shape("Widen"))
	if b.empty || c.empty {
		return b.Join(c)
	}
	return b.zip(c, func(i, j linear.Interval) linear.Interval {
		h := i.Hull(j)
		if !h.Lo.Equal(i.Lo) {
			h.Lo = linear.End{}
		}
		if !h.Hi.Equal(i.Hi) {
			h.Hi = linear.End{}
		}
		return h
	})
}

func (b *Box) WidenUpTo(c *Box, bounds []linear.Constraint) *Box {
	b.shape("WidenUpTo").Same(c.shape("WidenUpTo"))
	for _, k := range bounds {
		b.shape("WidenUpTo").Spans(k.Expr)
	}
	w := b.Widen(c)
	for _, k := range bounds {
		if b.Entails(k) && c.Entails(k) {
			w = w.Assume(k)
		}
	}
	return w
}

func (b *Box) Narrow(c *Box) *Box {
	b.shape("Narrow").Same(c.shape("Narrow"))
	if b.empty || c.empty {
		return b.none()
	}
	return b.zip(c, func(i, j linear.Interval) linear.Interval {
		if i.Lo.Kind == linear.Unbounded {
			i.Lo = j.Lo
		}
		if i.Hi.Kind == linear.Unbounded {
			i.Hi = j.Hi
		}
		return i
	})
}

// Transfer.

func (b *Box) ExactAssume(k linear.Constraint) bool {
	b.shape("ExactAssume").Spans(k.Expr)
	return k.Expr.Len() <= 1
}

func (b *Box) Assume(ks ...linear.Constraint) *Box {
	b.shape("Assume")
	for _, k := range ks {
		b.shape("Assume").Spans(k.Expr)
		if k.Rel == linear.EQ {
			b = b.assume(linear.Constraint{Expr: k.Expr}).assume(linear.Constraint{Expr: k.Expr.Neg()})
		} else {
			b = b.assume(k)
		}
	}
	return b
}

// assume adds an inequality. It bounds each term by the values that the other terms can have.
func (b *Box) assume(k linear.Constraint) *Box {
	if k.IsFalse() {
		return b.none()
	}
	for t := range k.Expr.Terms() {
		rest, ok := b.Bounds(k.Expr.Sub(linear.X(t.Var).Scale(t.Coef)))
		if !ok {
			return b
		}
		end := rest.Lo // c·x + rest <= 0, so c·x <= -rest
		if end.Kind == linear.Unbounded {
			continue
		}
		if k.Rel == linear.LT {
			end.Kind = linear.Open
		}
		half := linear.Interval{Lo: end}.Scale(t.Coef.Inv().Neg())
		b = b.Set(t.Var, b.iv[t.Var].Intersect(half))
	}
	return b
}

func (b *Box) ExactAssign(v int, by linear.Expr) bool {
	b.shape("ExactAssign").Has(v)
	b.shape("ExactAssign").Spans(by)
	return by.IsConst() && (b.of == linear.Rationals || by.Constant().IsInt()) ||
		by.Len() == 1 && by.Term(0).Var == v && (b.of == linear.Rationals || by.Constant().IsInt() && by.Term(0).Coef.Abs().IsOne())
}

func (b *Box) Assign(v int, by linear.Expr) *Box {
	b.shape("Assign").Has(v)
	b.shape("Assign").Spans(by)
	i, ok := b.Bounds(by)
	if !ok {
		return b
	}
	return b.Set(v, i)
}

func (b *Box) Preassign(v int, by linear.Expr) *Box {
	b.shape("Preassign").Has(v)
	b.shape("Preassign").Spans(by)
	if b.empty {
		return b
	}
	return b.Havoc(v).Assume(b.iv[v].Constraints(by)...)
}

func (b *Box) Havoc(vs ...int) *Box {
	b.shape("Havoc").Has(vs...)
	for _, v := range vs {
		b = b.Set(v, linear.Interval{})
	}
	return b
}

// Dimensions.

func (b *Box) AddDims(n int) *Box {
	if b.shape("AddDims"); n < 0 {
		panic(fmt.Sprintf("box: AddDims of %d", n))
	}
	return &Box{b.of, slices.Concat(b.iv, make([]linear.Interval, n)), b.empty}
}

func (b *Box) RemoveDims(vs ...int) *Box {
	b.shape("RemoveDims").Has(vs...)
	c := &Box{of: b.of, empty: b.empty}
	for v, i := range b.iv {
		if !slices.Contains(vs, v) {
			c.iv = append(c.iv, i)
		}
	}
	return c
}

func (b *Box) Permute(to []int) *Box {
	b.shape("Permute").Has(to...)
	c := &Box{b.of, make([]linear.Interval, len(b.iv)), b.empty}
	for v := range b.iv {
		if !slices.Contains(to, v) || len(to) != len(b.iv) {
			panic(fmt.Sprintf("box: Permute by %v in %d dimensions", to, len(b.iv)))
		}
		c.iv[to[v]] = b.iv[v]
	}
	return c
}

func (b *Box) Rename(from, to int) *Box {
	b.shape("Rename").Has(from, to)
	return b.Set(to, b.iv[from]).Havoc(from)
}

func (b *Box) Expand(v, n int) *Box {
	if b.shape("Expand").Has(v); n < 0 {
		panic(fmt.Sprintf("box: Expand of %d copies", n))
	}
	return &Box{b.of, append(slices.Clone(b.iv), slices.Repeat(b.iv[v:v+1], n)...), b.empty}
}

func (b *Box) Fold(into int, vs ...int) *Box {
	b.shape("Fold").Has(append([]int{into}, vs...)...)
	c := b
	for _, v := range vs {
		c = c.Join(b.Set(into, b.iv[v]))
	}
	return c.RemoveDims(vs...)
}

// Queries.

func (b *Box) Bounds(e linear.Expr) (linear.Interval, bool) {
	b.shape("Bounds").Spans(e)
	if b.empty {
		return linear.Interval{}, false
	}
	sum := linear.Interval{Lo: linear.End{At: e.Constant(), Kind: linear.Closed}, Hi: linear.End{At: e.Constant(), Kind: linear.Closed}}
	for t := range e.Terms() {
		sum = sum.Add(b.iv[t.Var].Scale(t.Coef))
	}
	return sum, true
}

func (b *Box) Entails(k linear.Constraint) bool {
	b.shape("Entails").Spans(k.Expr)
	i, ok := b.Bounds(k.Expr)
	if !ok {
		return true
	}
	all, _ := i.Compare(k.Rel)
	return all
}

func (b *Box) Constraints() []linear.Constraint {
	b.shape("Constraints")
	if b.empty {
		return []linear.Constraint{linear.False()}
	}
	var cs []linear.Constraint
	for v, i := range b.iv {
		for _, k := range i.Constraints(linear.X(v)) {
			cs = append(cs, k.Primitive())
		}
	}
	return cs
}

func (b *Box) Point() ([]num.Rat, bool) {
	if b.shape("Point"); b.empty {
		return nil, false
	}
	p := make([]num.Rat, len(b.iv))
	for v, i := range b.iv {
		one := num.RatOf(1)
		switch {
		case i.Lo.Kind != linear.Unbounded && i.Hi.Kind != linear.Unbounded && b.of == linear.Rationals:
			p[v] = i.Lo.At.Add(i.Hi.At).Quo(num.RatOf(2))
		case i.Lo.Kind == linear.Closed:
			p[v] = i.Lo.At
		case i.Lo.Kind == linear.Open:
			p[v] = i.Lo.At.Add(one)
		case i.Hi.Kind != linear.Unbounded:
			p[v] = i.Hi.At.Sub(one)
		}
	}
	return p, true
}

func (b *Box) Interpolate(c *Box) (linear.Interpolant, bool) {
	b.shape("Interpolate").Same(c.shape("Interpolate"))
	if b.empty {
		return linear.Interpolant{Constraints: []linear.Constraint{linear.False()}, Each: true}, true
	}
	if c.empty {
		return linear.Interpolant{Constraints: []linear.Constraint{linear.True()}, Each: true}, true
	}
	for _, k := range b.Constraints() {
		for _, half := range []linear.Constraint{{Expr: k.Expr, Rel: k.Rel % linear.EQ}, {Expr: k.Expr.Neg(), Rel: k.Rel % linear.EQ}} {
			if b.Entails(half) && c.Assume(half).empty {
				return linear.Interpolant{Constraints: []linear.Constraint{half}, Each: true}, true
			}
		}
	}
	return linear.Interpolant{}, false
}

package numerictest

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// box is a domain of intervals, one for each dimension, the simplest that keeps all the laws. It is
// here to show what a domain needs, and that the suite passes one that is right; the mutants show the rest.
type box struct {
	of    linear.Numbers
	iv    []linear.Interval // never changed after the box is made
	empty bool              // then iv holds nothing of interest
}

var _ numeric.Element[*box] = (*box)(nil)

func boxes() numeric.Domain[*box] {
	return numeric.Domain[*box]{
		Name: "box",
		Top:  func(dims int, of linear.Numbers) *box { return &box{of: of, iv: make([]linear.Interval, dims)} },
		Bottom: func(dims int, of linear.Numbers) *box {
			return (&box{of: of, iv: make([]linear.Interval, dims)}).none()
		},
	}
}

// Programming errors.

func (b *box) check(op string, vs ...int) {
	if b == nil {
		panic("box: " + op + " on a nil *box")
	}
	for _, v := range vs {
		if v < 0 || v >= len(b.iv) {
			panic(fmt.Sprintf("box: %s of dimension %d in %d dimensions", op, v, len(b.iv)))
		}
	}
}

func (b *box) checkPair(op string, c *box) {
	b.check(op)
	c.check(op)
	if len(b.iv) != len(c.iv) || b.of != c.of {
		panic(fmt.Sprintf("box: %s of elements with %d and %d dimensions over %v and %v", op, len(b.iv), len(c.iv), b.of, c.of))
	}
}

func (b *box) checkExpr(op string, e linear.Expr) {
	b.check(op)
	if e.Dims() > len(b.iv) {
		panic(fmt.Sprintf("box: %s of %v in %d dimensions", op, e, len(b.iv)))
	}
}

// Making boxes.

func (b *box) none() *box { return &box{b.of, make([]linear.Interval, len(b.iv)), true} }

// made returns a box of these intervals: none, where one of them is empty.
func (b *box) made(iv []linear.Interval) *box {
	c := &box{of: b.of, iv: iv}
	for v, i := range iv {
		if b.of == linear.Integers {
			i = integral(i)
			iv[v] = i
		}
		if i.Lo.Kind != linear.Unbounded && i.Hi.Kind != linear.Unbounded && !i.Lo.At.Less(i.Hi.At) && !i.IsPoint() {
			return c.none()
		}
	}
	return c
}

// changed returns b with another interval for v.
func (b *box) changed(v int, i linear.Interval) *box {
	if b.empty {
		return b
	}
	iv := slices.Clone(b.iv)
	iv[v] = i
	return b.made(iv)
}

// zip combines the intervals of two boxes that are not empty.
func (b *box) zip(c *box, f func(i, j linear.Interval) linear.Interval) *box {
	iv := make([]linear.Interval, len(b.iv))
	for v := range iv {
		iv[v] = f(b.iv[v], c.iv[v])
	}
	return b.made(iv)
}

func (b *box) Dims() int               { b.check("Dims"); return len(b.iv) }
func (b *box) Numbers() linear.Numbers { b.check("Numbers"); return b.of }
func (b *box) IsBottom() bool          { b.check("IsBottom"); return b.empty }
func (b *box) IsTop() bool             { b.check("IsTop"); return !b.empty && len(b.Constraints()) == 0 }
func (b *box) String() string          { return fmt.Sprint(b.Constraints()) }

// The lattice.

func (b *box) Leq(c *box) bool {
	b.checkPair("Leq", c)
	if b.empty || c.empty {
		return b.empty
	}
	for v, i := range b.iv {
		if !same(hull(i, c.iv[v]), c.iv[v]) {
			return false
		}
	}
	return true
}

func (b *box) Equal(c *box) bool { b.checkPair("Equal", c); return b.Leq(c) && c.Leq(b) }

func (b *box) Meet(c *box) *box {
	b.checkPair("Meet", c)
	if b.empty || c.empty {
		return b.none()
	}
	return b.zip(c, common)
}

func (b *box) Join(c *box) *box {
	b.checkPair("Join", c)
	switch {
	case b.empty:
		return c
	case c.empty:
		return b
	}
	return b.zip(c, hull)
}

func (b *box) ExactJoin(c *box) (*box, bool) {
	b.checkPair("ExactJoin", c)
	j := b.Join(c)
	if j.Equal(b) || j.Equal(c) {
		return j, true
	}
	differ := -1
	for v, i := range b.iv {
		if !same(i, c.iv[v]) {
			if differ >= 0 {
				return j, false
			}
			differ = v
		}
	}
	return j, adjacent(b.iv[differ], c.iv[differ], b.of) // they differ in one dimension only
}

func (b *box) Widen(c *box) *box {
	b.checkPair("Widen", c)
	if b.empty || c.empty {
		return b.Join(c)
	}
	return b.zip(c, func(i, j linear.Interval) linear.Interval {
		h := hull(i, j)
		if !sameEnd(h.Lo, i.Lo) {
			h.Lo = linear.End{}
		}
		if !sameEnd(h.Hi, i.Hi) {
			h.Hi = linear.End{}
		}
		return h
	})
}

func (b *box) WidenUpTo(c *box, bounds []linear.Constraint) *box {
	b.checkPair("WidenUpTo", c)
	for _, k := range bounds {
		b.checkExpr("WidenUpTo", k.Expr)
	}
	w := b.Widen(c)
	for _, k := range bounds {
		if b.Entails(k) && c.Entails(k) {
			w = w.Assume(k)
		}
	}
	return w
}

func (b *box) Narrow(c *box) *box {
	b.checkPair("Narrow", c)
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

func (b *box) ExactAssume(k linear.Constraint) bool {
	b.checkExpr("ExactAssume", k.Expr)
	return k.Expr.Len() <= 1
}

func (b *box) Assume(ks ...linear.Constraint) *box {
	b.check("Assume")
	for _, k := range ks {
		b.checkExpr("Assume", k.Expr)
		if k.Rel == linear.EQ {
			b = b.assume(linear.Constraint{Expr: k.Expr}).assume(linear.Constraint{Expr: k.Expr.Neg()})
		} else {
			b = b.assume(k)
		}
	}
	return b
}

// assume takes an inequality. Each term of it is bounded by what the others can be.
func (b *box) assume(k linear.Constraint) *box {
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
		half := scaled(linear.Interval{Lo: end}, t.Coef.Inv().Neg())
		b = b.changed(t.Var, common(b.iv[t.Var], half))
	}
	return b
}

func (b *box) ExactAssign(v int, by linear.Expr) bool {
	b.check("ExactAssign", v)
	b.checkExpr("ExactAssign", by)
	return by.IsConst() && (b.of == linear.Rationals || by.Constant().IsInt()) ||
		by.Len() == 1 && by.Term(0).Var == v && (b.of == linear.Rationals || by.Constant().IsInt() && by.Term(0).Coef.Abs().IsOne())
}

func (b *box) Assign(v int, by linear.Expr) *box {
	b.check("Assign", v)
	b.checkExpr("Assign", by)
	i, ok := b.Bounds(by)
	if !ok {
		return b
	}
	return b.changed(v, i)
}

func (b *box) Preassign(v int, by linear.Expr) *box {
	b.check("Preassign", v)
	b.checkExpr("Preassign", by)
	if b.empty {
		return b
	}
	c := b.Havoc(v)
	if lo := b.iv[v].Lo; lo.Kind != linear.Unbounded {
		c = c.Assume(linear.Constraint{Expr: linear.Const(lo.At).Sub(by), Rel: strictness(lo)})
	}
	if hi := b.iv[v].Hi; hi.Kind != linear.Unbounded {
		c = c.Assume(linear.Constraint{Expr: by.Sub(linear.Const(hi.At)), Rel: strictness(hi)})
	}
	return c
}

func (b *box) Havoc(vs ...int) *box {
	b.check("Havoc", vs...)
	for _, v := range vs {
		b = b.changed(v, linear.Interval{})
	}
	return b
}

// Dimensions.

func (b *box) AddDims(n int) *box {
	if b.check("AddDims"); n < 0 {
		panic(fmt.Sprintf("box: AddDims of %d", n))
	}
	return &box{b.of, slices.Concat(b.iv, make([]linear.Interval, n)), b.empty}
}

func (b *box) RemoveDims(vs ...int) *box {
	b.check("RemoveDims", vs...)
	c := &box{of: b.of, empty: b.empty}
	for v, i := range b.iv {
		if !slices.Contains(vs, v) {
			c.iv = append(c.iv, i)
		}
	}
	return c
}

func (b *box) Permute(to []int) *box {
	b.check("Permute", to...)
	seen := make([]bool, len(b.iv))
	c := &box{b.of, make([]linear.Interval, len(b.iv)), b.empty}
	for v, w := range to {
		if seen[w] || len(to) != len(b.iv) {
			panic(fmt.Sprintf("box: Permute by %v in %d dimensions", to, len(b.iv)))
		}
		seen[w], c.iv[w] = true, b.iv[v]
	}
	if len(to) != len(b.iv) {
		panic(fmt.Sprintf("box: Permute by %v in %d dimensions", to, len(b.iv)))
	}
	return c
}

func (b *box) Rename(from, to int) *box {
	b.check("Rename", from, to)
	return b.changed(to, b.iv[from]).Havoc(from)
}

func (b *box) Expand(v, n int) *box {
	if b.check("Expand", v); n < 0 {
		panic(fmt.Sprintf("box: Expand of %d copies", n))
	}
	return &box{b.of, append(slices.Clone(b.iv), slices.Repeat(b.iv[v:v+1], n)...), b.empty}
}

func (b *box) Fold(into int, vs ...int) *box {
	b.check("Fold", append([]int{into}, vs...)...)
	c := b
	for _, v := range vs {
		c = c.Join(b.changed(into, b.iv[v]))
	}
	return c.RemoveDims(vs...)
}

// Questions.

func (b *box) Bounds(e linear.Expr) (linear.Interval, bool) {
	b.checkExpr("Bounds", e)
	if b.empty {
		return linear.Interval{}, false
	}
	sum := linear.Interval{Lo: linear.End{At: e.Constant(), Kind: linear.Closed}, Hi: linear.End{At: e.Constant(), Kind: linear.Closed}}
	for t := range e.Terms() {
		i := scaled(b.iv[t.Var], t.Coef)
		sum = linear.Interval{Lo: plus(sum.Lo, i.Lo), Hi: plus(sum.Hi, i.Hi)}
	}
	return sum, true
}

func (b *box) Entails(k linear.Constraint) bool {
	b.checkExpr("Entails", k.Expr)
	i, ok := b.Bounds(k.Expr)
	if !ok {
		return true
	}
	s := i.Hi.At.Sign()
	switch {
	case k.Rel == linear.EQ:
		return i.IsPoint() && s == 0
	case i.Hi.Kind == linear.Unbounded:
		return false
	case k.Rel == linear.LT:
		return s < 0 || s == 0 && i.Hi.Kind == linear.Open
	}
	return s <= 0
}

func (b *box) Constraints() []linear.Constraint {
	b.check("Constraints")
	if b.empty {
		return []linear.Constraint{linear.False()}
	}
	var cs []linear.Constraint
	for v, i := range b.iv {
		x := linear.X(v)
		if i.IsPoint() {
			cs = append(cs, x.EQ(linear.Const(i.Lo.At)).Primitive())
			continue
		}
		if i.Lo.Kind != linear.Unbounded {
			cs = append(cs, linear.Constraint{Expr: linear.Const(i.Lo.At).Sub(x), Rel: strictness(i.Lo)}.Primitive())
		}
		if i.Hi.Kind != linear.Unbounded {
			cs = append(cs, linear.Constraint{Expr: x.Sub(linear.Const(i.Hi.At)), Rel: strictness(i.Hi)}.Primitive())
		}
	}
	return cs
}

func (b *box) Point() ([]num.Rat, bool) {
	if b.check("Point"); b.empty {
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

func (b *box) Interpolate(c *box) (linear.Interpolant, bool) {
	b.checkPair("Interpolate", c)
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

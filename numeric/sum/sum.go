// This file implements the sum of two domains: each operation picks the domain of its operands.

package sum

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Element is an element of the coarse domain A or of the fine domain B.
type Element[A numeric.Element[A], B numeric.Element[B]] struct {
	doms *domains[A, B]
	of   linear.Numbers
	fine bool
	a    A // the element, if it is coarse
	b    B // the element, if it is fine
}

type domains[A numeric.Element[A], B numeric.Element[B]] struct {
	coarse numeric.Domain[A]
	fine   numeric.Domain[B]
}

// Domain returns the sum of two domains. Its first elements are coarse.
func Domain[A numeric.Element[A], B numeric.Element[B]](coarse numeric.Domain[A], fine numeric.Domain[B]) numeric.Domain[*Element[A, B]] {
	d := &domains[A, B]{coarse, fine}
	return numeric.Domain[*Element[A, B]]{
		Name: coarse.Name, Plural: coarse.Plural, Cheap: coarse.Cheap,
		Top: func(dims int, of linear.Numbers) *Element[A, B] {
			return &Element[A, B]{doms: d, of: of, a: coarse.Top(dims, of)}
		},
		Bottom: func(dims int, of linear.Numbers) *Element[A, B] {
			return &Element[A, B]{doms: d, of: of, a: coarse.Bottom(dims, of)}
		},
	}
}

// Refined reports whether e belongs to the fine domain.
func (e *Element[A, B]) Refined() bool { return e.fine }

// Refine returns the same points as an element of the fine domain.
func (e *Element[A, B]) Refine() *Element[A, B] {
	if e.fine {
		return e
	}
	return e.asFine(e.doms.fine.Top(e.a.Dims(), linear.Rationals).Assume(e.a.Constraints()...))
}

// mostPairs is the number of variables up to which Hull looks at all pairs.
const mostPairs = 12

// Hull returns a coarse element that contains e. The coarse domain makes it from the constraints of e, and from the
// bounds of variables and of sums and differences of variables that occur together. Cost: two bounds for each of
// these.
func (e *Element[A, B]) Hull() *Element[A, B] {
	if !e.fine {
		return e
	}
	n := e.b.Dims()
	if e.b.IsBottom() {
		return e.asCoarse(e.doms.coarse.Bottom(n, e.of))
	}
	cs := e.b.Constraints()
	var pairs []int // variables whose relations the coarse domain may be unable to read off the constraints
	for _, c := range cs {
		if c.Expr.Len() < 2 {
			continue
		}
		for t := range c.Expr.Terms() {
			if !slices.Contains(pairs, t.Var) {
				pairs = append(pairs, t.Var)
			}
		}
	}
	slices.Sort(pairs)
	bound := func(x linear.Expr) {
		i, ok := e.b.Bounds(x)
		if !ok {
			return
		}
		if i.Lo.Kind != linear.Unbounded {
			cs = append(cs, x.GE(linear.Const(i.Lo.At)))
		}
		if i.Hi.Kind != linear.Unbounded {
			cs = append(cs, x.LE(linear.Const(i.Hi.At)))
		}
	}
	for i, v := range pairs {
		bound(linear.X(v))
		if len(pairs) > mostPairs {
			continue
		}
		for _, w := range pairs[:i] {
			bound(linear.X(v).Add(linear.X(w)))
			bound(linear.X(v).Sub(linear.X(w)))
		}
	}
	return e.asCoarse(e.doms.coarse.Top(n, e.of).Assume(cs...))
}

func (e *Element[A, B]) asFine(b B) *Element[A, B] {
	return &Element[A, B]{doms: e.doms, of: e.of, fine: true, b: b}
}

func (e *Element[A, B]) asCoarse(a A) *Element[A, B] {
	return &Element[A, B]{doms: e.doms, of: e.of, a: a}
}

// tight tightens constraints over the integers, which the relaxation does not do.
func (e *Element[A, B]) tight(cs []linear.Constraint) []linear.Constraint {
	if e.of != linear.Integers || len(cs) == 0 {
		return cs
	}
	out := make([]linear.Constraint, len(cs))
	for i, c := range cs {
		out[i] = c.Tighten()
	}
	return out
}

// each applies an operation with one operand.
func (e *Element[A, B]) each(coarse func(A) A, fine func(B) B) *Element[A, B] {
	if e.fine {
		return e.asFine(fine(e.b))
	}
	return e.asCoarse(coarse(e.a))
}

// live panics on nil.
func (e *Element[A, B]) live(op string) {
	if e == nil {
		panic("sum: " + op + " of a nil *Element")
	}
}

// match panics if e and f cannot be operands of one operation.
func (e *Element[A, B]) match(op string, f *Element[A, B]) {
	f.live(op)
	e.shape(op).Same(f.shape(op))
}

func (e *Element[A, B]) shape(op string) numeric.Shape {
	return numeric.Shape{Domain: "sum", Op: op, Dims: e.Dims(), Of: e.of}
}

// both applies an operation with two operands, in the fine domain if one of them is fine.
func (e *Element[A, B]) both(op string, f *Element[A, B], coarse func(x, y A) A, fine func(x, y B) B) *Element[A, B] {
	e.match(op, f)
	if e.fine || f.fine {
		return e.asFine(fine(e.Refine().b, f.Refine().b))
	}
	return e.asCoarse(coarse(e.a, f.a))
}

// String returns the constraints as text.
func (e *Element[A, B]) String() string {
	e.live("String")
	if e.fine {
		return e.b.String()
	}
	return e.a.String()
}

// Dims implements numeric.Element, as do the methods below.
func (e *Element[A, B]) Dims() int {
	e.live("Dims")
	if e.fine {
		return e.b.Dims()
	}
	return e.a.Dims()
}

// Numbers returns what the dimensions range over.
func (e *Element[A, B]) Numbers() linear.Numbers {
	e.live("Numbers")
	return e.of
}

// IsBottom reports whether e is known to have no point. For a fine element over the integers it looks only at the
// relaxation, which may have points although none of them is an integer point.
func (e *Element[A, B]) IsBottom() bool {
	e.live("IsBottom")
	if e.fine {
		return e.b.IsBottom()
	}
	return e.a.IsBottom()
}

// IsTop reports whether e is unconstrained.
func (e *Element[A, B]) IsTop() bool {
	e.live("IsTop")
	if e.fine {
		return e.b.IsTop()
	}
	return e.a.IsTop()
}

// Leq compares in the fine domain if e or f is fine.
func (e *Element[A, B]) Leq(f *Element[A, B]) bool {
	e.live("Leq")
	e.match("Leq", f)
	switch {
	case e == f:
		return true
	case !e.fine && !f.fine:
		return e.a.Leq(f.a)
	}
	return e.Refine().b.Leq(f.Refine().b)
}

// Equal reports whether e and f have the same points. One may be coarse and the other fine.
func (e *Element[A, B]) Equal(f *Element[A, B]) bool {
	e.live("Equal")
	e.match("Equal", f)
	switch {
	case e == f:
		return true
	case !e.fine && !f.fine:
		return e.a.Equal(f.a)
	}
	return e.Refine().b.Equal(f.Refine().b)
}

// Meet returns a fine element if an operand is fine.
func (e *Element[A, B]) Meet(f *Element[A, B]) *Element[A, B] {
	e.live("Meet")
	return e.both("Meet", f, A.Meet, B.Meet)
}

// Join returns a fine element if an operand is fine.
func (e *Element[A, B]) Join(f *Element[A, B]) *Element[A, B] {
	e.live("Join")
	return e.both("Join", f, A.Join, B.Join)
}

// Widen returns a fine element if an operand is fine. A sequence changes from coarse to fine at most once.
func (e *Element[A, B]) Widen(next *Element[A, B]) *Element[A, B] {
	e.live("Widen")
	return e.both("Widen", next, A.Widen, B.Widen)
}

// WidenUpTo returns a fine element if an operand is fine.
func (e *Element[A, B]) WidenUpTo(next *Element[A, B], bounds []linear.Constraint) *Element[A, B] {
	e.live("WidenUpTo")
	return e.both("WidenUpTo", next,
		func(x, y A) A { return x.WidenUpTo(y, bounds) },
		func(x, y B) B { return x.WidenUpTo(y, bounds) })
}

// Narrow returns a fine element if an operand is fine.
func (e *Element[A, B]) Narrow(next *Element[A, B]) *Element[A, B] {
	e.live("Narrow")
	return e.both("Narrow", next, A.Narrow, B.Narrow)
}

// Assume adds constraints. Over the integers it tightens them if e is fine.
func (e *Element[A, B]) Assume(cs ...linear.Constraint) *Element[A, B] {
	e.live("Assume")
	return e.each(
		func(a A) A { return a.Assume(cs...) },
		func(b B) B { return b.Assume(e.tight(cs)...) })
}

// ExactAssume reports whether the element's domain assumes c exactly.
func (e *Element[A, B]) ExactAssume(c linear.Constraint) bool {
	e.live("ExactAssume")
	if e.fine {
		return e.b.ExactAssume(e.tight([]linear.Constraint{c})[0])
	}
	return e.a.ExactAssume(c)
}

// Assign assigns in the element's domain.
func (e *Element[A, B]) Assign(v int, by linear.Expr) *Element[A, B] {
	e.live("Assign")
	return e.each(
		func(a A) A { return a.Assign(v, by) },
		func(b B) B { return b.Assign(v, by) })
}

// Preassign assigns backwards in the element's domain.
func (e *Element[A, B]) Preassign(v int, by linear.Expr) *Element[A, B] {
	e.live("Preassign")
	return e.each(
		func(a A) A { return a.Preassign(v, by) },
		func(b B) B { return b.Preassign(v, by) })
}

// ExactAssign reports whether Assign is exact. Over the integers a fine element requires an invertible assignment: a
// relaxation does not represent that 2*x is even, nor which integers remain after the old value is projected away.
func (e *Element[A, B]) ExactAssign(v int, by linear.Expr) bool {
	e.live("ExactAssign")
	if e.fine {
		exact := e.b.ExactAssign(v, by)
		return exact && (e.of != linear.Integers || invertible(v, by))
	}
	return e.a.ExactAssign(v, by)
}

// invertible reports whether x_v := by maps the integer points one to one onto themselves.
func invertible(v int, by linear.Expr) bool {
	if k := by.Coef(v); !k.Abs().Equal(num.RatOf(1)) || !by.Constant().IsInt() {
		return false
	}
	for t := range by.Terms() {
		if !t.Coef.IsInt() {
			return false
		}
	}
	return true
}

// Havoc removes all constraints on dimensions.
func (e *Element[A, B]) Havoc(vs ...int) *Element[A, B] {
	e.live("Havoc")
	return e.each(
		func(a A) A { return a.Havoc(vs...) },
		func(b B) B { return b.Havoc(vs...) })
}

// AddDims appends dimensions.
func (e *Element[A, B]) AddDims(n int) *Element[A, B] {
	e.live("AddDims")
	return e.each(
		func(a A) A { return a.AddDims(n) },
		func(b B) B { return b.AddDims(n) })
}

// RemoveDims projects dimensions away.
func (e *Element[A, B]) RemoveDims(vs ...int) *Element[A, B] {
	e.live("RemoveDims")
	return e.each(
		func(a A) A { return a.RemoveDims(vs...) },
		func(b B) B { return b.RemoveDims(vs...) })
}

// Permute moves dimensions.
func (e *Element[A, B]) Permute(to []int) *Element[A, B] {
	e.live("Permute")
	return e.each(
		func(a A) A { return a.Permute(to) },
		func(b B) B { return b.Permute(to) })
}

// Rename moves the value of one dimension to another.
func (e *Element[A, B]) Rename(from, to int) *Element[A, B] {
	e.live("Rename")
	return e.each(
		func(a A) A { return a.Rename(from, to) },
		func(b B) B { return b.Rename(from, to) })
}

// Expand copies a dimension.
func (e *Element[A, B]) Expand(v, n int) *Element[A, B] {
	e.live("Expand")
	return e.each(
		func(a A) A { return a.Expand(v, n) },
		func(b B) B { return b.Expand(v, n) })
}

// Fold is the inverse of Expand.
func (e *Element[A, B]) Fold(into int, vs ...int) *Element[A, B] {
	e.live("Fold")
	return e.each(
		func(a A) A { return a.Fold(into, vs...) },
		func(b B) B { return b.Fold(into, vs...) })
}

// Bounds returns the bounds of the element's domain.
func (e *Element[A, B]) Bounds(x linear.Expr) (linear.Interval, bool) {
	e.live("Bounds")
	if e.fine {
		return e.b.Bounds(x)
	}
	return e.a.Bounds(x)
}

// Entails reports whether the element's domain finds that all points satisfy c.
func (e *Element[A, B]) Entails(c linear.Constraint) bool {
	e.live("Entails")
	if e.fine {
		return e.b.Entails(c)
	}
	return e.a.Entails(c)
}

// Constraints returns the constraints of the element's domain.
func (e *Element[A, B]) Constraints() []linear.Constraint {
	e.live("Constraints")
	if e.fine {
		return e.b.Constraints()
	}
	return e.a.Constraints()
}

// Point returns a point of e, and false also if the point of the relaxation is not an integer point.
func (e *Element[A, B]) Point() ([]num.Rat, bool) {
	e.live("Point")
	if !e.fine {
		return e.a.Point()
	}
	p, ok := e.b.Point()
	if ok && e.of == linear.Integers && slices.ContainsFunc(p, func(x num.Rat) bool { return !x.IsInt() }) {
		return nil, false
	}
	return p, ok
}

// ExactJoin returns a fine element if an operand is fine.
func (e *Element[A, B]) ExactJoin(f *Element[A, B]) (*Element[A, B], bool) {
	e.live("ExactJoin")
	exact := false
	j := e.both("ExactJoin", f,
		func(x, y A) (z A) { z, exact = x.ExactJoin(y); return z },
		func(x, y B) (z B) { z, exact = x.ExactJoin(y); return z })
	return j, exact
}

// Interpolate separates in the fine domain if e or f is fine.
func (e *Element[A, B]) Interpolate(f *Element[A, B]) (linear.Interpolant, bool) {
	e.live("Interpolate")
	e.match("Interpolate", f)
	if e.fine || f.fine {
		return e.Refine().b.Interpolate(f.Refine().b)
	}
	return e.a.Interpolate(f.a)
}

// This file has the operations that Element takes from the underlying domain.

package monomials

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// An element represents those points of the underlying element whose products are right. So a property of all points
// of the underlying element holds for the element, and these operations are sound.

// String returns the constraints as text.
func (x *Element[E]) String() string { return x.e.String() }

// Dims returns the number of dimensions, including products.
func (x *Element[E]) Dims() int { return x.e.Dims() }

// Numbers returns what the dimensions range over.
func (x *Element[E]) Numbers() linear.Numbers { return x.e.Numbers() }

// IsBottom reports whether the underlying element has no points.
func (x *Element[E]) IsBottom() bool { return x.e.IsBottom() }

// IsTop reports whether the underlying element is unconstrained.
func (x *Element[E]) IsTop() bool { return x.e.IsTop() }

// Leq reports whether the underlying element of x is below that of f.
func (x *Element[E]) Leq(f *Element[E]) bool { return x.e.Leq(f.e) }

// Equal reports whether the underlying elements have the same points.
func (x *Element[E]) Equal(f *Element[E]) bool { return x.e.Equal(f.e) }

// Join returns an element that contains the union.
func (x *Element[E]) Join(f *Element[E]) *Element[E] { return x.as(x.e.Join(f.e)).lean() }

// Widen calls WidenUpTo without bounds.
func (x *Element[E]) Widen(next *Element[E]) *Element[E] { return x.WidenUpTo(next, nil) }

// WidenUpTo widens in the underlying domain, and keeps all equalities of next that already hold in x. For example,
// if x has x = 0, x*y = 0 and z = 0, only z = x*y may still hold in the next round. Sequences become stationary: the
// rank of the equalities that hold decreases, lean removes only consequences of equalities that no longer hold, and
// everything else is as in the underlying domain.
func (x *Element[E]) WidenUpTo(next *Element[E], bounds []linear.Constraint) *Element[E] {
	bounds = slices.Clip(bounds)
	for _, c := range next.e.Constraints() {
		if c.Rel == linear.EQ {
			bounds = append(bounds, c)
		}
	}
	return x.as(x.e.WidenUpTo(next.e, bounds)).lean()
}

// Narrow narrows in the underlying domain.
func (x *Element[E]) Narrow(next *Element[E]) *Element[E] { return x.as(x.e.Narrow(next.e)) }

// ExactAssume reports whether Assume of c is exact.
func (x *Element[E]) ExactAssume(c linear.Constraint) bool { return x.e.ExactAssume(c) }

// ExactAssign reports whether Assign is exact. It returns false if the assignment changes products.
func (x *Element[E]) ExactAssign(v int, by linear.Expr) bool {
	return !x.t.isFactor(v) && x.e.ExactAssign(v, by)
}

// Bounds returns an interval that contains the values of e. It comes from the underlying element. If that leaves an
// end open and e contains products, the ranges of the factors may give this end.
func (x *Element[E]) Bounds(e linear.Expr) (linear.Interval, bool) {
	i, ok := x.e.Bounds(e)
	if !ok || i.Lo.Kind != linear.Unbounded && i.Hi.Kind != linear.Unbounded {
		return i, ok
	}
	products := false
	for t := range e.Terms() {
		_, product := x.t.at[t.Var]
		products = products || product
	}
	if !products {
		return i, true
	}
	lo, hi, ok := x.t.span(e, func(d int) (lo, hi num.Rat, ok bool) {
		r, ok := x.e.Bounds(linear.X(d))
		return r.Lo.At, r.Hi.At, ok && r.Lo.Kind != linear.Unbounded && r.Hi.Kind != linear.Unbounded
	})
	if ok {
		if i.Lo.Kind == linear.Unbounded {
			i.Lo = linear.End{At: lo, Kind: linear.Closed}
		}
		if i.Hi.Kind == linear.Unbounded {
			i.Hi = linear.End{At: hi, Kind: linear.Closed}
		}
	}
	return i, true
}

// span returns the sum of the ranges of e's summands. ok is false if a factor has no bounded range.
func (t *Table) span(e linear.Expr, of func(d int) (lo, hi num.Rat, ok bool)) (lo, hi num.Rat, ok bool) {
	for _, p := range t.expand(e).parts {
		a, b := p.coef, p.coef
		for _, f := range p.factors {
			c, d, ok := of(f)
			if !ok {
				return lo, hi, false
			}
			least, most := a.Mul(c), a.Mul(c)
			for _, k := range []num.Rat{a.Mul(d), b.Mul(c), b.Mul(d)} {
				if k.Less(least) {
					least = k
				}
				if most.Less(k) {
					most = k
				}
			}
			a, b = least, most
		}
		lo, hi = lo.Add(a), hi.Add(b)
	}
	return lo, hi, true
}

// Entails reports whether all points are known to satisfy a constraint.
func (x *Element[E]) Entails(c linear.Constraint) bool { return x.e.Entails(c) }

// Point returns a point of the underlying element, and false if the products are not right at it.
func (x *Element[E]) Point() ([]num.Rat, bool) {
	p, ok := x.e.Point()
	if !ok || !x.t.right(p) {
		return nil, false
	}
	return p, true
}

// right reports whether the products at a point are the products of their factors.
func (t *Table) right(point []num.Rat) bool {
	for _, p := range t.products {
		value := num.RatOf(1)
		for _, f := range p.Factors {
			value = value.Mul(point[f])
		}
		if !value.Equal(point[p.Dim]) {
			return false
		}
	}
	return true
}

// ExactJoin does what Join does, and reports whether the result is the union.
func (x *Element[E]) ExactJoin(f *Element[E]) (join *Element[E], exact bool) {
	e, exact := x.e.ExactJoin(f.e)
	return x.as(e), exact
}

// Interpolate separates the underlying elements.
func (x *Element[E]) Interpolate(b *Element[E]) (linear.Interpolant, bool) {
	return x.e.Interpolate(b.e)
}

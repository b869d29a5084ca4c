// The oracle of points: points, grids of integer points, and tests whether constraints admit a point.

package numerictest

import (
	"slices"
	"sync"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// point is a point of the space: a coordinate for each dimension.
type point []num.Rat

// point draws a point.
func (c *check[E]) point(dims int) point {
	p := make(point, dims)
	for i := range p {
		p[i] = c.number()
	}
	return p
}

// with returns p with its coordinate v replaced by x.
func (p point) with(v int, x num.Rat) point {
	q := slices.Clone(p)
	q[v] = x
	return q
}

// without returns p without the coordinates vs.
func (p point) without(vs ...int) point {
	var q point
	for v, x := range p {
		if !slices.Contains(vs, v) {
			q = append(q, x)
		}
	}
	return q
}

// and returns p with x as one more coordinate.
func (p point) and(x num.Rat) point { return append(slices.Clone(p), x) }

// holds reports whether p satisfies all constraints.
func holds(cs []linear.Constraint, p point) bool {
	for _, k := range cs {
		if !k.Holds(p) {
			return false
		}
	}
	return true
}

// equal returns constraints that p satisfies and no other point.
func (p point) equal() []linear.Constraint {
	cs := make([]linear.Constraint, len(p))
	for v, x := range p {
		cs[v] = linear.X(v).EQ(linear.Const(x))
	}
	return cs
}

// grid returns integer points to try. In up to four dimensions they are all integer points of [-r, r]^dims, where r
// decreases from 5 in one dimension to 1 in four. In more dimensions they are the points of [-2, 2]^dims whose
// coordinates repeat with period 3. The points are shared and must not be changed.
func grid(dims int) []point { return grids[dims]() }

// grids holds, for each number of dimensions, a function that computes the result of grid once.
var grids = func() (all [10]func() []point) {
	radius := []int64{0, 5, 3, 2, 1}
	for dims := range all {
		all[dims] = sync.OnceValue(func() []point {
			if dims < len(radius) {
				return cube(dims, radius[dims])
			}
			return each(cube(3, 2), func(p point) point { return slices.Repeat(p, dims)[:dims] })
		})
	}
	return all
}()

// cube returns the integer points of [-r, r]^dims.
func cube(dims int, r int64) []point {
	all := []point{{}}
	for range dims {
		var next []point
		for _, p := range all {
			for x := -r; x <= r; x++ {
				next = append(next, p.and(num.RatOf(x)))
			}
		}
		all = next
	}
	return all
}

// fibre reports whether some point that differs from p only in coordinate v satisfies the constraints. Over the
// integers the coordinate v must be an integer.
func fibre(cs []linear.Constraint, p point, v int, of linear.Numbers) bool {
	at := p.with(v, num.Rat{})
	var i linear.Interval
	for _, k := range cs {
		a, rest := k.Expr.Coef(v), k.Expr.Eval(at)
		if a.IsZero() {
			if !k.Holds(at) {
				return false
			}
			continue
		}
		bound := rest.Quo(a).Neg()
		kind := linear.Closed
		if k.Rel == linear.LT {
			kind = linear.Open
		}
		if k.Rel == linear.EQ || a.Sign() > 0 {
			i.Hi = tighter(i.Hi, linear.End{At: bound, Kind: kind}, -1)
		}
		if k.Rel == linear.EQ || a.Sign() < 0 {
			i.Lo = tighter(i.Lo, linear.End{At: bound, Kind: kind}, 1)
		}
	}
	switch {
	case i.Lo.Kind == linear.Unbounded || i.Hi.Kind == linear.Unbounded:
		return true
	case of == linear.Rationals:
		return i.Lo.At.Less(i.Hi.At) || i.IsPoint()
	}
	first := i.Lo.At.Ceil()
	if i.Lo.Kind == linear.Open {
		first = i.Lo.At.Floor().Add(num.RatOf(1))
	}
	return i.Contains(first)
}

// tighter returns the end that excludes more: the greater of two lower ends (side 1), the smaller of two upper ends
// (side -1).
func tighter(a, b linear.End, side int) linear.End {
	switch {
	case a.Kind == linear.Unbounded:
		return b
	case b.Kind == linear.Unbounded:
		return a
	}
	if s := side * a.At.Cmp(b.At); s > 0 || s == 0 && a.Kind == linear.Open {
		return a
	}
	return b
}

// allInt reports whether all coordinates are integers.
func allInt(p point) bool {
	for _, x := range p {
		if !x.IsInt() {
			return false
		}
	}
	return true
}

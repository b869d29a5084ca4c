// This file has the arithmetic operators on intervals.

package interval

import (
	"math/big"

	"github.com/whet-mc/whet/num"
)

// Add returns the sums.
func (a Interval) Add(b Interval) Interval {
	r := Interval{NoLo: a.NoLo || b.NoLo, NoHi: a.NoHi || b.NoHi}
	if !r.NoLo {
		r.Lo = a.Lo.Add(b.Lo)
	}
	if !r.NoHi {
		r.Hi = a.Hi.Add(b.Hi)
	}
	return r
}

// Neg returns the negated members.
func (a Interval) Neg() Interval {
	r := Interval{NoLo: a.NoHi, NoHi: a.NoLo}
	if !r.NoLo {
		r.Lo = a.Hi.Neg()
	}
	if !r.NoHi {
		r.Hi = a.Lo.Neg()
	}
	return r
}

// Sub returns the differences.
func (a Interval) Sub(b Interval) Interval { return a.Add(b.Neg()) }

// Not returns the complements -x-1.
func (a Interval) Not() Interval { return a.Neg().Add(Point(minus)) }

// Mul returns the products. If an operand is unbounded and both have more than one member, the result need not be the
// least interval.
func (a Interval) Mul(b Interval) Interval {
	if x, ok := a.Point(); ok {
		return b.Scale(x)
	}
	if y, ok := b.Point(); ok {
		return a.Scale(y)
	}
	if a.Bounded() && b.Bounded() {
		return hull(a.Lo.Mul(b.Lo), a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi))
	}
	if a.Natural() && b.Natural() {
		return AtLeast(a.Lo.Mul(b.Lo))
	}
	return All()
}

// Scale returns the products with k.
func (a Interval) Scale(k num.Int) Interval {
	switch k.Sign() {
	case 0:
		return Point(zero)
	case -1:
		return a.Neg().Scale(k.Neg())
	}
	a.Lo, a.Hi = a.Lo.Mul(k), a.Hi.Mul(k)
	return a
}

// Unscale returns the integers x with k*x in a.
func (a Interval) Unscale(k num.Int) Interval {
	switch k.Sign() {
	case 0:
		if a.Contains(zero) {
			return All()
		}
		return Empty()
	case -1:
		return a.Neg().Unscale(k.Neg())
	}
	if !a.NoLo {
		a.Lo = CeilDiv(a.Lo, k)
	}
	if !a.NoHi {
		a.Hi = FloorDiv(a.Hi, k)
	}
	return a
}

// Factor returns an interval that contains the integers x with x*y in a for some y in b. If b contains 0 and other numbers, it
// is the interval of all integers.
func (a Interval) Factor(b Interval) Interval {
	if k, ok := b.Point(); ok {
		return a.Unscale(k)
	}
	switch {
	case a.IsEmpty() || b.IsEmpty():
		return Empty()
	case !b.NoHi && b.Hi.Sign() < 0:
		return a.Neg().Factor(b.Neg())
	case b.NoLo || b.Lo.Sign() <= 0:
		return All()
	}
	// The factors in b are positive. A quotient is largest for the least of them if it is positive, and else for the largest.
	x := All()
	if !a.NoHi {
		switch {
		case a.Hi.Sign() >= 0:
			x.Hi, x.NoHi = FloorDiv(a.Hi, b.Lo), false
		case b.NoHi:
			x.Hi, x.NoHi = num.Of(-1), false
		default:
			x.Hi, x.NoHi = FloorDiv(a.Hi, b.Hi), false
		}
	}
	if !a.NoLo {
		switch {
		case a.Lo.Sign() <= 0:
			x.Lo, x.NoLo = CeilDiv(a.Lo, b.Lo), false
		case b.NoHi:
			x.Lo, x.NoLo = num.Of(1), false
		default:
			x.Lo, x.NoLo = CeilDiv(a.Lo, b.Hi), false
		}
	}
	return x
}

// Root returns the least interval that contains the integers x with x*x in a.
func (a Interval) Root() Interval {
	a = a.Meet(AtLeast(zero))
	switch {
	case a.IsEmpty():
		return a
	case a.NoHi:
		return All()
	}
	r := num.OfBig(new(big.Int).Sqrt(a.Hi.Big()))
	if r.Mul(r).Less(a.Lo) {
		return Empty()
	}
	return Of(r.Neg(), r)
}

// Unwrap returns the least interval that contains those copies of a, moved by multiples of 2^bits, that have members
// in x. It is empty if no copy has members in x. a and x must be bounded and not empty.
func (a Interval) Unwrap(x Interval, bits int) Interval {
	period := num.Pow2(uint(bits))
	first, last := CeilDiv(x.Lo.Sub(a.Hi), period), FloorDiv(x.Hi.Sub(a.Lo), period)
	if last.Less(first) {
		return Empty()
	}
	return Of(a.Lo.Add(first.Mul(period)), a.Hi.Add(last.Mul(period)))
}

// FloorDiv returns a/b rounded down, for b > 0.
func FloorDiv(a, b num.Int) num.Int {
	q := a.Quo(b)
	if a.Sign() < 0 && !q.Mul(b).Equal(a) {
		return q.Sub(one)
	}
	return q
}

// CeilDiv returns a/b rounded up, for b > 0.
func CeilDiv(a, b num.Int) num.Int { return FloorDiv(a.Neg(), b).Neg() }

// hull returns the least interval that contains all of xs, of which there must be at least one.
func hull(xs ...num.Int) Interval {
	r := Point(xs[0])
	for _, x := range xs[1:] {
		r = r.Join(Point(x))
	}
	return r
}

// Quo returns the quotients, rounded towards zero.
func (a Interval) Quo(b Interval) Interval {
	r := Empty()
	if p := b.Meet(AtLeast(one)); !p.IsEmpty() {
		r = a.quoPositive(p)
	}
	if n := b.Meet(AtMost(minus)); !n.IsEmpty() {
		r = r.Join(a.Neg().quoPositive(n.Neg()))
	}
	return r
}

// quoPositive returns the quotients for a divisor interval b of positive numbers. Quotients grow with the dividend,
// and get closer to 0 as the divisor grows.
func (a Interval) quoPositive(b Interval) Interval {
	end := func(x num.Int, outward bool) num.Int {
		switch {
		case outward: // the least divisor gives the quotient furthest from 0
			return x.Quo(b.Lo)
		case b.NoHi:
			return zero
		}
		return x.Quo(b.Hi)
	}
	r := Interval{NoLo: a.NoLo, NoHi: a.NoHi}
	if !a.NoLo {
		r.Lo = end(a.Lo, a.Lo.Sign() < 0)
	}
	if !a.NoHi {
		r.Hi = end(a.Hi, a.Hi.Sign() > 0)
	}
	return r
}

// Rem returns the remainders. A remainder has the sign of the dividend, and its magnitude is at most the dividend's
// and less than the divisor's. The result need not be the least interval.
func (a Interval) Rem(b Interval) Interval {
	p, n := b.Meet(AtLeast(one)), b.Meet(AtMost(minus)).Neg() // the magnitudes of positive and negative divisors
	switch {
	case p.IsEmpty() && n.IsEmpty():
		return Empty()
	case p.IsEmpty():
		p = n
	case !n.IsEmpty():
		p = p.Join(n)
	}
	below := p.Lo.Sub(one)
	if a.Within(Of(below.Neg(), below)) {
		return a
	}
	r := All()
	if !p.NoHi {
		m := p.Hi.Sub(one)
		r = Of(m.Neg(), m)
	}
	return r.Meet(a.Join(Point(zero)))
}

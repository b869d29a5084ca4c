// Conversions of floats, as in package float: to other formats, from and to integers, and to integral numbers.

package proof

import "github.com/whet-mc/whet/smt"

// toFormat returns x as a float of sort s.
func (f *floats) toFormat(m rounding, s *smt.Sort, x *smt.Term) *smt.Term {
	b := f.b
	from := x.Sort()
	v, n := f.view(x), f.scale(x)
	w := room(0, from, s) + 1
	by := offset(s) - offset(from)
	e := b.BVAdd(f.number(n.e, w), f.constant(by, w))
	low, high := by+2-int64(precision(from)), by+2*offset(from)
	r := f.finish(m, s, v.minus, e, n.sig, low, high)
	r = b.Ite(v.isZero, f.put(v.minus, f.zeros(s.Width-1)), r)
	r = b.Ite(v.isInfinite, f.put(v.minus, f.infinite(s)), r)
	return b.Ite(v.isNaN, f.nanOf(s), r)
}

// ofInteger returns the integer x, signed or unsigned, as a float of sort s.
func (f *floats) ofInteger(m rounding, s *smt.Sort, x *smt.Term, signed bool) *smt.Term {
	b := f.b
	n := x.Width()
	minus, size := b.False(), x
	if signed {
		minus = b.Bit(x, n-1)
		size = b.Ite(minus, b.BVNeg(x), x)
	}
	w := room(n, s)
	high := offset(s) + int64(n) - 1
	e := f.constant(high, w)
	if n > 1 {
		var by *smt.Term
		size, by = f.leading(size)
		e = b.BVSub(e, f.natural(by, w))
	}
	r := f.finish(m, s, minus, e, size, offset(s), high)
	return b.Ite(f.none(x), f.zeros(s.Width), r)
}

// toInteger returns x rounded to an integer of n bits, and whether the result is in range.
func (f *floats) toInteger(m rounding, x *smt.Term, n int, signed bool) (value, fits *smt.Term) {
	b := f.b
	v := f.view(x)
	p, w := precision(v.sort), room(n, v.sort)
	e, sig := f.implicit(v.exponent, v.fraction)
	// The significand is less than 1, with p bits after the point; up is the exponent that makes it x.
	up := b.BVSub(f.natural(e, w), f.constant(offset(v.sort)-1, w))
	small, large := b.BVSlt(up, f.zeros(w)), b.BVSlt(f.constant(int64(n), w), up)
	sig = b.Ite(small, f.natural(f.bit(b.Not(v.isZero)), p), sig)
	fixed := f.raise(f.natural(sig, p+n+1), b.Ite(small, f.zeros(w), up), n)
	i := f.top(fixed, n+1)
	away := f.away(m, v.minus, b.Bit(i, 0), b.Bit(fixed, p-1), f.some(f.bottom(fixed, p-1)))
	i = b.BVAdd(i, f.natural(f.bit(away), n+1))
	var inside *smt.Term
	if signed {
		inside = b.Or(f.none(f.top(i, 2)), b.And(v.minus, b.Eq(i, f.behind(f.constant(1, 2), n+1))))
	} else {
		inside = b.Ite(v.minus, f.none(i), b.Not(b.Bit(i, n)))
	}
	i = f.bottom(i, n)
	return b.Ite(v.minus, b.BVNeg(i), i), b.And(inside, b.Not(large), b.Not(v.isNaN), b.Not(v.isInfinite))
}

// whole returns x rounded to an integral number. From 1 on, the bits are cut at the point and shifted back. Below 1 the
// result is 0 or 1.
func (f *floats) whole(m rounding, x *smt.Term) *smt.Term {
	b := f.b
	v := f.view(x)
	s := v.sort
	p := precision(s)
	w := max(s.Exp, bitsOf(p)) + 2
	e := b.BVSub(f.natural(v.exponent, w), f.constant(offset(s), w))

	guard := b.Eq(e, f.constant(-1, w))
	more := b.Or(b.Not(guard), f.some(v.fraction))
	if offset(s) == 1 { // below 1 there are denormal numbers only
		guard, more = b.Bit(v.fraction, p-2), b.False()
		if p > 2 {
			more = f.some(f.bottom(v.fraction, p-2))
		}
	}
	one := b.Concat(f.constant(offset(s), s.Exp), f.zeros(p-1))
	below := b.Ite(f.away(m, v.minus, b.False(), guard, more), one, f.zeros(s.Width-1))

	places := f.bottom(b.BVSub(f.constant(int64(p)-1, w), e), bitsOf(p-1))
	cut := f.sticky(f.behind(v.size(b), s.Width+1), places)
	i := f.top(cut, s.Width-1)
	i = b.BVAdd(i, f.natural(f.bit(f.away(m, v.minus, b.Bit(i, 0), b.Bit(cut, 1), b.Bit(cut, 0))), s.Width-1))
	i = f.raise(i, places, p-1)

	size := b.Ite(b.BVSlt(e, f.zeros(w)), below, i)
	integral := b.Not(b.BVSlt(e, f.constant(int64(p)-1, w)))
	size = b.Ite(b.Or(integral, v.isZero), v.size(b), size)
	return b.Ite(v.isNaN, f.nanOf(s), f.put(v.minus, size))
}

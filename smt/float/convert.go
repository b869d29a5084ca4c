// Conversions between formats, from and to integers, and rounding to an integral float.

package float

import (
	"math/bits"

	"github.com/whet-mc/whet/smt"
)

// convert returns x rounded to the format of s.
func (d *Definer) convert(m mode, s *smt.Sort, x *smt.Term) *smt.Term {
	b := d.b
	from := x.Sort()
	p, n := d.unpack(x), d.normalised(x)
	w := span(0, from, s) + 1
	shift := bias(s) - bias(from)
	exp := b.BVAdd(d.signedWide(n.exp, w), d.number(shift, w))
	r := d.round(m, s, p.neg, exp, n.sig, bounds{2 - int64(prec(from)) + shift, 2*bias(from) + shift})
	r = b.Ite(p.zero, d.signed(p.neg, d.zero(s)), r)
	r = b.Ite(p.inf, d.signed(p.neg, d.infinity(s)), r)
	return b.Ite(p.nan, d.nan(s), r)
}

// fromInt returns the integer x, a bit-vector, rounded to the format of s.
func (d *Definer) fromInt(m mode, s *smt.Sort, x *smt.Term, signed bool) *smt.Term {
	b := d.b
	k := x.Width()
	neg, size := b.False(), x
	if signed {
		neg = b.Bit(x, k-1)
		size = b.Ite(neg, b.BVNeg(x), x)
	}
	none := d.isZero(x)
	w := span(k, s)
	exp := d.number(bias(s)+int64(k)-1, w)
	if k > 1 {
		var zeros *smt.Term
		size, zeros = d.normalise(size)
		exp = b.BVSub(exp, d.wide(zeros, w))
	}
	r := d.round(m, s, neg, exp, size, bounds{bias(s), bias(s) + int64(k) - 1})
	return b.Ite(none, d.signed(b.False(), d.zero(s)), r)
}

// integer returns x rounded to an integer of n bits, and whether it fits. The significand, a fraction with the
// point in front, is shifted left by its exponent. If |x| is less than a half, only the sticky bit after the point
// remains.
func (d *Definer) integer(m mode, x *smt.Term, n int, signed bool) (value, fits *smt.Term) {
	b := d.b
	p := d.unpack(x)
	s := p.sort
	k := prec(s)
	w := span(n, s)
	exp, sig := d.plain(p.field, p.frac)
	by := b.BVSub(d.wide(exp, w), d.number(bias(s)-1, w))
	tiny := b.BVSlt(by, d.number(0, w))
	huge := b.BVSlt(d.number(int64(n), w), by)
	sig = b.Ite(tiny, d.wide(d.flag(b.Not(p.zero)), k), sig)
	by = b.Ite(tiny, d.number(0, w), by)
	v := d.shiftLeft(d.wide(sig, n+1+k), by, n)
	whole, half, rest := d.high(v, n+1), b.Bit(v, k-1), b.Not(d.isZero(d.low(v, k-1)))
	up := d.increment(m, p.neg, b.Bit(whole, 0), half, rest)
	whole = b.BVAdd(whole, d.wide(d.flag(up), n+1))
	var room *smt.Term
	if signed {
		least := b.Eq(whole, d.grown(d.number(1, 2), n+1))
		room = b.Or(d.isZero(d.high(whole, 2)), b.And(p.neg, least))
	} else {
		room = b.Ite(p.neg, d.isZero(whole), b.Not(b.Bit(whole, n)))
	}
	value = d.low(whole, n)
	value = b.Ite(p.neg, b.BVNeg(value), value)
	return value, b.And(b.Not(p.nan), b.Not(p.inf), b.Not(huge), room)
}

// shiftLeft returns x shifted left by n, for n up to `most`. For a greater n the result has no meaning, because only as
// many low bits of n are read as the number `most` has.
func (d *Definer) shiftLeft(x, n *smt.Term, most int) *smt.Term {
	w := x.Width()
	for k := range bits.Len(uint(most)) {
		if 1<<k >= w {
			x = d.b.Ite(d.b.Bit(n, k), d.number(0, w), x)
			continue
		}
		x = d.b.Ite(d.b.Bit(n, k), d.grown(d.low(x, w-1<<k), w), x)
	}
	return x
}

// integral returns x rounded to an integral float. The bits of the magnitude before the point are rounded as one
// natural number with the exponent in front, so that a carry increments the exponent.
func (d *Definer) integral(m mode, x *smt.Term) *smt.Term {
	b := d.b
	p := d.unpack(x)
	s := p.sort
	k := prec(s)
	w := max(s.Exp, bits.Len(uint(k))) + 2
	exp := b.BVSub(d.wide(p.field, w), d.number(bias(s), w))

	// If |x| < 1, the result is 0 or 1.
	half := b.Eq(exp, d.number(-1, w))
	rest := b.Or(b.Not(half), b.Not(d.isZero(p.frac)))
	if bias(s) == 1 { // the only numbers below 1 are subnormal
		half, rest = b.Bit(p.frac, k-2), b.False()
		if k > 2 {
			rest = b.Not(d.isZero(d.low(p.frac, k-2)))
		}
	}
	one := b.Concat(d.number(bias(s), s.Exp), d.number(0, k-1))
	fraction := b.Ite(d.increment(m, p.neg, b.False(), half, rest), one, d.zero(s))

	by := b.BVSub(d.number(int64(k)-1, w), exp) // the number of bits after the point, 1 to k-1
	short := d.low(by, bits.Len(uint(k-1)))
	v := d.shiftRight(d.grown(p.magnitude(b), s.Width+1), short)
	whole := d.high(v, s.Width-1)
	up := d.increment(m, p.neg, b.Bit(whole, 0), b.Bit(v, 1), b.Bit(v, 0))
	whole = d.shiftLeft(b.BVAdd(whole, d.wide(d.flag(up), s.Width-1)), short, k-1)

	r := b.Ite(b.BVSlt(exp, d.number(0, w)), fraction, whole)
	keep := b.Or(b.BVSle(d.number(int64(k)-1, w), exp), p.zero)
	r = d.signed(p.neg, b.Ite(keep, p.magnitude(b), r))
	return b.Ite(p.nan, d.nan(s), r)
}

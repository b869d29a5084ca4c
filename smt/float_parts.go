package smt

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Functions of C's math.h that are not operations of IEEE 754: nextafter, frexp and ldexp. They are composed of these
// operations and of operations on bits.

// FloatNext returns C's nextafter: the float next to x in the direction of y, and y if they are equal. The bits of a
// float without the sign, read as a natural number, order the magnitudes, so the neighbor has the next or the previous
// number.
func (b *Builder) FloatNext(x, y *Term) *Term {
	s := x.sort
	w := s.Width
	bits := b.FloatBits(x)
	away := b.Iff(b.FloatLess(x, y), b.FloatIs(ClassPositive, x))
	moved := b.Float(s, b.BVAdd(bits, b.Ite(away, b.BV(num.Of(1), w), b.bvOnes(w))))
	least := b.FloatVal(s, num.Of(1))
	fromZero := b.Ite(b.FloatIs(ClassNegative, y), b.FloatNeg(least), least)
	t := b.Ite(b.FloatIs(ClassZero, x), fromZero, moved)
	t = b.Ite(b.FloatEq(x, y), y, t)
	return b.Ite(b.Or(b.FloatIs(ClassNaN, x), b.FloatIs(ClassNaN, y)), b.NaN(s), t)
}

// fractionAndExponent returns C's frexp: the fraction of x, whose magnitude is in [1/2, 1), and the exponent in two's
// complement. Zeros, infinities and NaN keep their value and have exponent 0.
func (b *Builder) fractionAndExponent(x *Term) (fraction, exponent *Term) {
	s := x.sort
	f := s.Format()
	frac, w := f.Prec-1, s.Width
	bias := int64(1)<<(f.Exp-1) - 1
	// A subnormal number times 2^k is normal and exact, if the format has enough exponents.
	k := int64(f.Prec)
	mode := b.RoundingMode(fp.NearestEven)
	small := b.FloatIs(ClassSubnormal, x)
	up := x
	power := f.FromRat(fp.NearestEven, num.RatOfInt(num.Pow2(uint(k))))
	up = b.Ite(small, b.FloatMul(mode, x, b.FloatVal(s, power)), x)
	bits := b.FloatBits(up)
	ew := f.Exp + 2
	for num.Of(k+bias+2).Cmp(num.Pow2(uint(ew-1))) >= 0 {
		ew++
	}
	e := b.BVSub(b.ZeroExtend(b.Extract(bits, w-2, frac), ew-f.Exp), b.BV(num.Of(bias-1), ew))
	e = b.Ite(small, b.BVSub(e, b.BV(num.Of(k), ew)), e)
	half := b.Float(s, b.Concat(b.Extract(bits, w-1, w-1), b.BV(num.Of(bias-1), f.Exp), b.Extract(bits, frac-1, 0)))
	none := b.Or(b.FloatIs(ClassZero, x), b.FloatIs(ClassInfinite, x), b.FloatIs(ClassNaN, x))
	return b.Ite(none, x, half), b.Ite(none, b.bvZero(ew), e)
}

// FloatScale returns x · 2^n, rounded once, for n in two's complement.
//
// It takes one product. If x is a fraction times 2^e, the result has exponent E = e+n. If E is not negative, the
// fraction times 4 is multiplied by 2^(E-2); otherwise the fraction divided by 4 is multiplied by 2^(E+2). Both factors
// are exact, because E is first clamped to a range beyond which the result does not change.
func (b *Builder) FloatScale(m, x, n *Term) *Term {
	s := x.sort
	f := s.Format()
	frac, e := b.fractionAndExponent(x)
	bias := int64(1)<<(f.Exp-1) - 1
	low, high := 1-bias-int64(f.Prec)-1, bias+2 // bounds of E
	ew := max(e.Width(), n.Width()) + 2
	number := func(k int64) *Term { return b.BV(num.Of(k), ew) }
	sum := b.BVAdd(b.SignExtend(e, ew-e.Width()), b.SignExtend(n, ew-n.Width()))
	sum = b.Ite(b.BVSlt(sum, number(low)), number(low), sum)
	sum = b.Ite(b.BVSlt(number(high), sum), number(high), sum)
	negative := b.BVSlt(sum, number(0))
	two := func(k int64) *Term {
		return b.FloatVal(s, f.FromRat(fp.NearestEven, num.RatFrac(max(1, k), max(1, -k))))
	}
	mode := b.RoundingMode(fp.NearestEven)
	first := b.FloatMul(mode, frac, b.Ite(negative, two(-4), two(4)))
	k := b.BVAdd(sum, b.Ite(negative, number(2), number(-2)))
	// 2^k: its bits are an exponent field or, if 2^k is subnormal, one bit of the fraction.
	least := 1 - bias
	wide := ew + s.Width // width of the value that is shifted
	field := b.BVAdd(k, number(bias))
	normal := b.shiftedLeft(b.ZeroExtend(b.Extract(b.SignExtend(field, wide-ew), f.Exp, 0), s.Width-f.Exp-1), f.Prec-1)
	place := b.BVAdd(k, number(int64(f.Prec)-1-least))
	sub := b.Extract(b.BVShl(b.BV(num.Of(1), wide), b.SignExtend(place, wide-ew)), s.Width-1, 0)
	power := b.Float(s, b.Ite(b.BVSlt(k, number(least)), sub, normal))
	return b.Ite(b.FloatIs(ClassZero, x), x, b.FloatMul(m, first, power))
}

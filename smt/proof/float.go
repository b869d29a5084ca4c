// Operations on floats, as operations on their bits. They are written a second time here, from the descriptions in
// package float, and must result in the same terms. A float is split into fields. Numbers are represented by an
// exponent (biased, in two's complement) and a significand whose first bit is 1.

package proof

import (
	"errors"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// floats builds the meanings of terms about floats.
type floats struct {
	b       *smt.Builder
	meaning map[*smt.Term]*smt.Term // cached results of the method of
	scaled  map[*smt.Term]scaled    // cached results of the method scale
}

// mostDivision bounds the product of a remainder's quotient digits and significand bits. Larger remainders have no
// meaning here.
const mostDivision = 131072

var errFloat = errors.New("it is no term about floats that has a circuit")

// floatLeaf checks a clause which says that a NaN has the bits of the standard NaN, or that a rounding mode is
// at most 4.
func (c *checker) floatLeaf(s *Step) error {
	if len(s.Terms) != 1 || !s.Terms[0].Sort().Binary() {
		return errors.New("it is about a float or a rounding mode")
	}
	x := s.Terms[0]
	b := c.b
	w := b.FloatBits(x)
	if x.Sort().Kind == smt.Rounding {
		return same(s.Clause, b.Not(b.And(b.Bit(w, 2), b.Or(b.Bit(w, 0), b.Bit(w, 1)))))
	}
	v := c.floats().view(x)
	return same(s.Clause, b.Or(b.Not(v.isNaN), b.Eq(w, c.float.nanOf(x.Sort()))))
}

// floats returns c.float, which it makes at the first use.
func (c *checker) floats() *floats {
	if c.float == nil {
		c.float = &floats{c.b, map[*smt.Term]*smt.Term{}, map[*smt.Term]scaled{}}
	}
	return c.float
}

// aboutFloats reports whether t is a formula or a bit-vector made of floats.
func aboutFloats(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpFloatIs, smt.OpFloatLess, smt.OpFloatLessEq, smt.OpFloatFits, smt.OpFloatOp, smt.OpFloatBits:
		return true
	}
	return t.Op() == smt.OpEq && t.Arg(0).Sort().Binary()
}

// unknownFloat reports whether the bits of x are unknowns of circuits.
func unknownFloat(x *smt.Term) bool {
	switch x.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpDiff, smt.OpFloatOfReal:
		return true
	}
	return false
}

// of returns the meaning of t, a term about floats, or nil if it has none.
func (f *floats) of(t *smt.Term) *smt.Term {
	if m, ok := f.meaning[t]; ok {
		return m
	}
	m := f.find(t)
	f.meaning[t] = m
	return m
}

// find computes the meaning of t; see of.
func (f *floats) find(t *smt.Term) *smt.Term {
	b := f.b
	switch t.Op() {
	case smt.OpEq:
		return b.Eq(b.FloatBits(t.Arg(0)), b.FloatBits(t.Arg(1)))
	case smt.OpFloatIs:
		return f.class(smt.FloatClass(t.I()), f.view(t.Arg(0)))
	case smt.OpFloatLess, smt.OpFloatLessEq:
		return f.ordered(t.Op() == smt.OpFloatLess, f.view(t.Arg(0)), f.view(t.Arg(1)))
	case smt.OpFloatFits:
		_, fits := f.toInteger(f.rounding(t.Arg(0)), t.Arg(1), t.I(), t.J() == 1)
		return fits
	case smt.OpFloatOp: // a bit-vector
		if t.Sort().Kind != smt.BitVec {
			return nil
		}
		v, fits := f.toInteger(f.rounding(t.Arg(0)), t.Arg(1), t.Width(), t.J() == 1)
		return b.Ite(fits, v, f.zeros(t.Width()))
	}
	x := t.Arg(0) // t is the bits of the float x
	switch x.Op() {
	case smt.OpIte:
		return b.Ite(x.Arg(0), b.FloatBits(x.Arg(1)), b.FloatBits(x.Arg(2)))
	case smt.OpFloatNeg:
		v := f.view(x.Arg(0))
		return b.Ite(v.isNaN, f.nanOf(x.Sort()), f.put(b.Not(v.minus), v.size(b)))
	case smt.OpFloatAbs:
		v := f.view(x.Arg(0))
		return b.Ite(v.isNaN, f.nanOf(x.Sort()), f.put(b.False(), v.size(b)))
	case smt.OpFloatOp:
		return f.result(x)
	}
	return nil
}

// result returns the bits of an operation's result.
func (f *floats) result(t *smt.Term) *smt.Term {
	o := t.FloatOp()
	args := t.Args()
	switch o.Code {
	case fp.OpFmod:
		return f.remainder(args[0], args[1], false)
	case fp.OpRemainder:
		return f.remainder(args[0], args[1], true)
	}
	m := f.rounding(args[0])
	switch o.Code {
	case fp.OpAdd:
		return f.plus(m, args[1], args[2])
	case fp.OpMul:
		return f.times(m, args[1], args[2])
	case fp.OpDiv:
		return f.over(m, args[1], args[2])
	case fp.OpFma:
		return f.timesPlus(m, args[1], args[2], args[3])
	case fp.OpSqrt:
		return f.root(m, args[1])
	case fp.OpIntegral:
		return f.whole(m, args[1])
	case fp.OpConvert:
		return f.toFormat(m, t.Sort(), args[1])
	case fp.OpFromInt:
		return f.ofInteger(m, t.Sort(), args[1], o.Signed)
	}
	return nil
}

// Words.

// zeros returns the number 0 with n bits.
func (f *floats) zeros(n int) *smt.Term { return f.b.BV(num.Int{}, n) }

// constant returns the number v with n bits.
func (f *floats) constant(v int64, n int) *smt.Term { return f.b.BV(num.Of(v), n) }

// bit returns the formula p as a bit-vector of one bit.
func (f *floats) bit(p *smt.Term) *smt.Term { return f.b.Ite(p, f.constant(1, 1), f.constant(0, 1)) }

// some returns the formula that a bit of x is 1.
func (f *floats) some(x *smt.Term) *smt.Term { return f.b.Not(f.none(x)) }

// none returns the formula that all bits of x are 0.
func (f *floats) none(x *smt.Term) *smt.Term { return f.b.Eq(x, f.zeros(x.Width())) }

// top returns the n highest bits of x.
func (f *floats) top(x *smt.Term, n int) *smt.Term {
	w := x.Width()
	return f.b.Extract(x, w-1, w-n)
}

// bottom returns the n lowest bits of x.
func (f *floats) bottom(x *smt.Term, n int) *smt.Term { return f.b.Extract(x, n-1, 0) }

// behind extends x to n bits with zeros at the low end.
func (f *floats) behind(x *smt.Term, n int) *smt.Term {
	if n <= x.Width() {
		return x
	}
	return f.b.Concat(x, f.zeros(n-x.Width()))
}

// natural extends x to n bits with zeros at the high end.
func (f *floats) natural(x *smt.Term, n int) *smt.Term { return f.b.ZeroExtend(x, n-x.Width()) }

// number extends x to n bits with its sign.
func (f *floats) number(x *smt.Term, n int) *smt.Term { return f.b.SignExtend(x, n-x.Width()) }

// upBy returns x·2^k modulo 2 to the power of its width.
func (f *floats) upBy(x *smt.Term, k int) *smt.Term {
	if k >= x.Width() {
		return f.zeros(x.Width())
	}
	return f.behind(f.bottom(x, x.Width()-k), x.Width())
}

// Floats.

// A view holds the fields of a float and the kind of its value.
type view struct {
	sort                                *smt.Sort
	minus                               *smt.Term
	exponent, fraction                  *smt.Term
	isNaN, isInfinite, isZero, isDenorm *smt.Term
}

// view returns the fields of the float x.
func (f *floats) view(x *smt.Term) view {
	b := f.b
	var word *smt.Term
	switch x.Op() {
	case smt.OpFloatNeg:
		v := f.view(x.Arg(0))
		v.minus = b.Not(v.minus)
		return v
	case smt.OpFloatAbs:
		v := f.view(x.Arg(0))
		v.minus = b.False()
		return v
	case smt.OpFloat:
		word = x.Arg(0) // no matter which NaN it is, if it is one
	default:
		word = b.FloatBits(x)
	}
	s := x.Sort()
	f1 := precision(s) - 1
	v := view{sort: s, minus: b.Bit(word, s.Width-1), exponent: b.Extract(word, s.Width-2, f1), fraction: b.Extract(word, f1-1, 0)}
	ones := b.Eq(v.exponent, f.constant(-1, s.Exp))
	v.isNaN, v.isInfinite = b.And(ones, f.some(v.fraction)), b.And(ones, f.none(v.fraction))
	v.isDenorm, v.isZero = b.And(f.none(v.exponent), f.some(v.fraction)), b.And(f.none(v.exponent), f.none(v.fraction))
	return v
}

// size returns the fields except the sign.
func (v view) size(b *smt.Builder) *smt.Term { return b.Concat(v.exponent, v.fraction) }

// precision returns the number of bits of the significand, including the implicit first bit.
func precision(s *smt.Sort) int { return s.Width - s.Exp }

// offset returns the bias of exponents.
func offset(s *smt.Sort) int64 { return int64(1)<<(s.Exp-1) - 1 }

// put returns the bits of a float with the given sign and other fields.
func (f *floats) put(minus, size *smt.Term) *smt.Term { return f.b.Concat(f.bit(minus), size) }

// nanOf returns the bits of the standard NaN.
func (f *floats) nanOf(s *smt.Sort) *smt.Term {
	return f.b.FloatBits(f.b.FloatVal(s, s.Format().NaN(false)))
}

// infinite returns the fields of an infinity except the sign.
func (f *floats) infinite(s *smt.Sort) *smt.Term {
	return f.b.Concat(f.constant(-1, s.Exp), f.zeros(precision(s)-1))
}

// implicit returns the significand with its implicit first bit, and the exponent, which is 1 for a denormal number.
func (f *floats) implicit(exponent, fraction *smt.Term) (e, sig *smt.Term) {
	e = f.b.Ite(f.none(exponent), f.constant(1, exponent.Width()), exponent)
	return e, f.b.Concat(f.bit(f.some(exponent)), fraction)
}

// scaled is a number as an exponent and a significand that starts with 1.
type scaled struct{ e, sig *smt.Term }

// scale returns the number x as an exponent and a significand that starts with 1.
func (f *floats) scale(x *smt.Term) scaled {
	if n, ok := f.scaled[x]; ok {
		return n
	}
	v := f.view(x)
	e, sig := f.implicit(v.exponent, v.fraction)
	sig, by := f.leading(sig)
	w := room(0, v.sort)
	n := scaled{f.b.BVSub(f.natural(e, w), f.natural(by, w)), sig}
	f.scaled[x] = n
	return n
}

// bitsOf returns the number of bits of the natural number n.
func bitsOf(n int) int {
	k := 0
	for ; n > 0; n >>= 1 {
		k++
	}
	return k
}

// room returns a width for exponents of the sorts and numbers up to n, and for sums of two of them.
func room(n int, sorts ...*smt.Sort) int {
	k := bitsOf(n)
	for _, s := range sorts {
		k = max(k, s.Exp, bitsOf(precision(s)))
	}
	return k + 3
}

// class returns the formula that a float is of class k.
func (f *floats) class(k smt.FloatClass, v view) *smt.Term {
	b := f.b
	switch k {
	case smt.ClassNaN:
		return v.isNaN
	case smt.ClassInfinite:
		return v.isInfinite
	case smt.ClassZero:
		return v.isZero
	case smt.ClassSubnormal:
		return v.isDenorm
	case smt.ClassNormal:
		return b.Not(b.Or(v.isNaN, v.isInfinite, v.isZero, v.isDenorm))
	case smt.ClassNegative:
		return b.And(v.minus, b.Not(v.isNaN))
	}
	return b.And(b.Not(v.minus), b.Not(v.isNaN))
}

// ordered returns x < y if strictly, else x ≤ y. For two negative numbers the order of the sizes is reversed.
func (f *floats) ordered(strictly bool, x, y view) *smt.Term {
	b := f.b
	lt := func(p, q *smt.Term) *smt.Term {
		if strictly {
			return b.BVUlt(p, q)
		}
		return b.Not(b.BVUlt(q, p))
	}
	p, q := x.size(b), y.size(b)
	order := b.Ite(x.minus, b.Or(b.Not(y.minus), lt(q, p)), b.And(b.Not(y.minus), lt(p, q)))
	zeros := b.And(x.isZero, y.isZero)
	if strictly {
		return b.And(b.Not(x.isNaN), b.Not(y.isNaN), b.Not(zeros), order)
	}
	return b.And(b.Not(x.isNaN), b.Not(y.isNaN), b.Or(zeros, order))
}

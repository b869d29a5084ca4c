package smt

import (
	"fmt"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Floating-point numbers as in SMT-LIB 2.6's theory FloatingPoint: a sort has one NaN, two zeros and two infinities.
// The constructors are spread over these files:
//
//	float.go        sorts, constants, bits
//	float_arith.go  operations that make floats, conversions
//	float_order.go  comparisons and classes
//	float_parts.go  nextafter, frexp and ldexp
//	float_word.go   operations on bit patterns, as in programs
//	float_eval.go   the values of all operations, computed by package fp
//
// Operations are total here. Where SMT-LIB leaves a value open (an integer out of range, the minimum of +0 and -0, the
// real number of an infinity), the result is the value that the constructor's comment names. A caller that wants an
// open value must put an unknown there.

// FloatSort returns the sort of floats with exp bits of exponent and prec bits of significand, one of which is not
// stored. It panics unless both are at least 2.
func (b *Builder) FloatSort(exp, prec int) *Sort {
	if exp < 2 || prec < 2 {
		panic(fmt.Sprintf("smt: a floating point sort needs at least 2 bits of exponent and of significand, not %d and %d", exp, prec))
	}
	return b.sort(sortKey{kind: Float, width: exp + prec, exp: exp})
}

// RoundingSort returns the sort of the rounding modes. The bits of a mode are its number as an [fp.Mode].
func (b *Builder) RoundingSort() *Sort { return b.sort(sortKey{kind: Rounding, width: 3}) }

// Format returns the format of s, a sort of floats.
func (s *Sort) Format() fp.Format { return fp.Format{Exp: s.Exp, Prec: s.Width - s.Exp} }

// canonical maps bits to the representative of all bits with the same meaning in sort s: all NaNs have the bits of one
// NaN, and all rounding modes above 3 have the number 4.
func (s *Sort) canonical(bits num.Int) num.Int {
	bits = bits.Wrap(s.Width, false)
	switch {
	case s.Kind == Rounding:
		if num.Of(int64(fp.NearestAway)).Less(bits) {
			bits = num.Of(int64(fp.NearestAway))
		}
	case s.Format().IsNaN(bits):
		bits = s.Format().NaN(false).Wrap(s.Width, false)
	}
	return bits
}

// FloatVal returns the constant of sort s, a float or a rounding mode, with the given bits in two's complement.
func (b *Builder) FloatVal(s *Sort, bits num.Int) *Term {
	wantBinary(s)
	return b.intern(Term{op: OpFloatVal, sort: s, val: num.RatOfInt(s.canonical(bits))})
}

// RoundingMode returns the constant of a mode.
func (b *Builder) RoundingMode(m fp.Mode) *Term {
	return b.FloatVal(b.RoundingSort(), num.Of(int64(m)))
}

// NaN returns the NaN of sort s.
func (b *Builder) NaN(s *Sort) *Term { return b.FloatVal(s, s.Format().NaN(false)) }

// Float returns the float or rounding mode of sort s with the bits x, a bit-vector of the sort's width. All NaNs are
// the same. Rounding modes above 4 are the mode 4, NearestAway.
func (b *Builder) Float(s *Sort, x *Term) *Term {
	wantBinary(s)
	want(x, b.BitVecSort(s.Width))
	switch {
	case x.op == OpBVConst:
		return b.FloatVal(s, bvConst(x))
	case x.op == OpFloatBits && x.args[0].sort == s:
		return x.args[0]
	case x.op == OpIte && s.Kind == Float:
		// This is the word of a float whose NaN has arbitrary bits; see WordOfFloat.
		c, then, els := x.args[0], x.args[1], x.args[2]
		if c.op == OpFloatIs && c.i == int32(ClassNaN) && els.op == OpFloatBits && els.args[0] == c.args[0] &&
			els.args[0].sort == s && b.surelyNaN(s, then) {
			return c.args[0]
		}
	}
	return b.intern(Term{op: OpFloat, sort: s, args: []*Term{x}})
}

// surelyNaN reports whether the bits x are seen to be the bits of a quiet NaN.
func (b *Builder) surelyNaN(s *Sort, x *Term) bool {
	frac := s.Format().Prec - 1
	top := b.Extract(x, s.Width-2, frac-1) // the exponent and the bit that makes a NaN quiet
	return isOnes(top)
}

// FloatBits returns the bits of the float or rounding mode x as a bit-vector. NaN has the bits of [fp.Format.NaN].
func (b *Builder) FloatBits(x *Term) *Term {
	wantBinary(x.sort)
	w := x.sort.Width
	switch x.op {
	case OpFloatVal:
		return b.BV(x.val.Num(), w)
	case OpFloat:
		bits := x.args[0]
		if x.sort.Kind == Float {
			return b.Ite(b.bitsNaN(x.sort, bits), b.BV(x.sort.Format().NaN(false), w), bits)
		}
		return b.Ite(b.Bit(bits, 2), b.BV(num.Of(int64(fp.NearestAway)), w), bits)
	}
	return b.intern(Term{op: OpFloatBits, sort: b.BitVecSort(w), args: []*Term{x}})
}

// bitsNaN returns the formula that bits are the bits of a NaN of sort s: the exponent is all ones and the fraction is
// not 0.
func (b *Builder) bitsNaN(s *Sort, bits *Term) *Term {
	frac := s.Format().Prec - 1
	e, f := b.Extract(bits, s.Width-2, frac), b.Extract(bits, frac-1, 0)
	return b.And(b.Eq(e, b.bvOnes(s.Exp)), b.Not(b.Eq(f, b.bvZero(frac))))
}

func wantBinary(s *Sort) {
	if !s.Binary() {
		panic("smt: a term of sort " + s.String() + " where a float or a rounding mode is needed")
	}
}

func wantFloat(t *Term) {
	if t.sort.Kind != Float {
		panic("smt: a term of sort " + t.sort.String() + " where a float is needed")
	}
}

// positives returns the number of floats of sort s without sign that are not NaN.
func positives(s *Sort) num.Int {
	f := s.Format()
	return num.Pow2(uint(f.Exp)).Sub(num.Of(1)).Shl(uint(f.Prec - 1)).Add(num.Of(1))
}

// floatSize returns the number of values of sort s, and whether that number is small enough to be used.
func floatSize(s *Sort) (int64, bool) {
	if s.Kind == Rounding {
		return 5, true
	}
	n, ok := positives(s).Int64()
	return 2*n + 1, ok && s.Width < 40
}

// nthFloat implements NthValue for floats and rounding modes. The order of floats is: positive, negative, NaN.
func (b *Builder) nthFloat(s *Sort, n int64) *Term {
	if size, ok := floatSize(s); ok {
		n %= size
	}
	k := num.Of(n)
	if s.Kind == Float {
		if half := positives(s); half.Cmp(k) <= 0 {
			if k = k.Sub(half); half.Cmp(k) <= 0 {
				return b.NaN(s)
			}
			k = k.Add(num.Pow2(uint(s.Width - 1)))
		}
	}
	return b.FloatVal(s, k)
}

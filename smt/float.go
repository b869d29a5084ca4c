package smt

import (
	"fmt"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Floating point numbers as SMT-LIB 2.6 has them (theory FloatingPoint): a sort has one NaN, two
// zeros and two infinities. The constructors are spread over these files:
//
//	float.go        sorts, constants, bits
//	float_arith.go  operations that make floats, conversions
//	float_order.go  comparisons and classes
//	float_word.go   operations on bit patterns, as programs have them
//	float_eval.go   what all of them compute, by package fp
//
// Operations are total here. Where SMT-LIB leaves a value open (an integer out of range, the less
// of +0 and -0, the real number of an infinity), it is one that the constructor names, and who
// wants it open puts an unknown there.

// FloatSort is the sort of floats with so many bits of exponent and of significand, of which one is
// not stored. It panics unless both are at least 2.
func (b *Builder) FloatSort(exp, prec int) *Sort {
	if exp < 2 || prec < 2 {
		panic(fmt.Sprintf("smt: a floating point sort needs at least 2 bits of exponent and of significand, not %d and %d", exp, prec))
	}
	return b.sort(sortKey{kind: Float, width: exp + prec, exp: exp})
}

// RoundingSort is the sort of the rounding modes. Their bits are the numbers of [fp.Mode].
func (b *Builder) RoundingSort() *Sort { return b.sort(sortKey{kind: Rounding, width: 3}) }

// Format is the format of a sort of floats.
func (s *Sort) Format() fp.Format { return fp.Format{Exp: s.Exp, Prec: s.Width - s.Exp} }

// canonical is the bits that stand for all that mean the same in sort s: of NaNs those of one, and
// 4 for all numbers above 3, of rounding modes.
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

// FloatVal is the float, or the rounding mode, with these bits in two's complement.
func (b *Builder) FloatVal(s *Sort, bits num.Int) *Term {
	wantBinary(s)
	return b.intern(Term{op: OpFloatVal, sort: s, val: num.RatOfInt(s.canonical(bits))})
}

// RoundingMode is the constant of a mode.
func (b *Builder) RoundingMode(m fp.Mode) *Term {
	return b.FloatVal(b.RoundingSort(), num.Of(int64(m)))
}

// NaN is the NaN of a sort.
func (b *Builder) NaN(s *Sort) *Term { return b.FloatVal(s, s.Format().NaN(false)) }

// Float is the float, or the rounding mode, of sort s that has the bits x, a bit-vector of the
// sort's width. All NaNs are the same; numbers above 4 are the mode 4, which is NearestAway.
func (b *Builder) Float(s *Sort, x *Term) *Term {
	wantBinary(s)
	want(x, b.BitVecSort(s.Width))
	switch {
	case x.op == OpBVConst:
		return b.FloatVal(s, bvConst(x))
	case x.op == OpFloatBits && x.args[0].sort == s:
		return x.args[0]
	case x.op == OpIte && s.Kind == Float:
		// What programs see of a float whose NaN may be any; see FloatWord.
		c, then, els := x.args[0], x.args[1], x.args[2]
		if c.op == OpFloatIs && c.i == int32(ClassNaN) && els.op == OpFloatBits && els.args[0] == c.args[0] &&
			els.args[0].sort == s && b.surelyNaN(s, then) {
			return c.args[0]
		}
	}
	return b.intern(Term{op: OpFloat, sort: s, args: []*Term{x}})
}

// surelyNaN reports whether the bits x are seen to be those of a quiet NaN.
func (b *Builder) surelyNaN(s *Sort, x *Term) bool {
	frac := s.Format().Prec - 1
	top := b.Extract(x, s.Width-2, frac-1) // the exponent and the bit that makes it quiet
	return isOnes(top)
}

// FloatBits is the bits of a float or a rounding mode, as a bit-vector; of NaN those of
// [fp.Format.NaN].
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

// bitsNaN is the formula that bits are those of a NaN of sort s: the exponent is all ones, and the
// fraction is not 0.
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

// positives is how many floats of a sort have no sign and are no NaN.
func positives(s *Sort) num.Int {
	f := s.Format()
	return num.Pow2(uint(f.Exp)).Sub(num.Of(1)).Shl(uint(f.Prec - 1)).Add(num.Of(1))
}

// floatSize is the number of values of a sort, if it is not huge.
func floatSize(s *Sort) (int64, bool) {
	if s.Kind == Rounding {
		return 5, true
	}
	n, ok := positives(s).Int64()
	return 2*n + 1, ok && s.Width < 40
}

// nthFloat is NthValue for floats: first the positive ones, then the negative ones, then NaN.
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

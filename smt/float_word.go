package smt

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Programs keep a float as a word, the bits of its representation, in which a NaN has many forms. FloatOfWord and
// WordOfFloat convert between words and floats. FloatOperation makes a term for an [fp.Operation] on words: it computes
// the same as [fp.Operation.Apply], with a bit-vector for every number.

// FloatOfWord returns the float whose word is the bit-vector w of f.Bits() bits. A word of x87's 80 bits gives a float
// of the sort with one bit less; its bit patterns that are not numbers count as NaN.
func (b *Builder) FloatOfWord(f fp.Format, w *Term) *Term {
	s := b.FloatSort(f.Exp, f.Prec)
	if !f.Explicit {
		return b.Float(s, w)
	}
	if v := b.x87Word(w); v != nil {
		return v
	}
	frac := f.Prec - 1
	sign, e, first, rest := b.Extract(w, frac+f.Exp+1, frac+f.Exp+1), b.Extract(w, frac+f.Exp, frac+1), b.Bit(w, frac), b.Extract(w, frac-1, 0)
	none := b.Eq(e, b.bvZero(f.Exp))
	// A denormal whose first bit is set equals the normal number with the least exponent.
	e = b.Ite(b.And(none, first), b.BV(num.Of(1), f.Exp), e)
	nan := b.FloatBits(b.NaN(s))
	return b.Float(s, b.Ite(b.Or(first, none), b.Concat(sign, e, rest), nan))
}

// x87Word returns the float from which WordOfFloat made w, or nil if w is not recognized as its result.
func (b *Builder) x87Word(w *Term) *Term {
	if w.op == OpIte && w.args[0].op == OpFloatIs && w.args[0].i == int32(ClassNaN) {
		x := w.args[0].args[0]
		if x.sort == b.FloatSort(fp.X87.Exp, fp.X87.Prec) && b.x87Bits(x) == w.args[2] && isOnes(b.Extract(w.args[1], 78, 62)) {
			return x
		}
	}
	return nil
}

// x87Bits returns the 80 bits of x, a float that is not NaN.
func (b *Builder) x87Bits(x *Term) *Term {
	bits := b.FloatBits(x)
	e := b.Extract(bits, 77, 63)
	first := b.flag(b.Not(b.Eq(e, b.bvZero(15))))
	return b.Concat(b.Extract(bits, 78, 78), e, first, b.Extract(bits, 62, 0))
}

// WordOfFloat returns the word of f.Bits() bits with which a program represents the float x. For a NaN, the word is
// `nan` made quiet: a bit-vector of the same width, which gives the sign and the payload. If nan is a fresh variable,
// the result is an arbitrary quiet NaN, because IEEE 754 leaves open which NaN an operation returns.
func (b *Builder) WordOfFloat(f fp.Format, x, nan *Term) *Term {
	quiet := f.NaN(false).Wrap(f.Bits(), false)
	nan = b.BVOr(nan, b.BV(quiet, f.Bits()))
	bits := x
	if f.Explicit {
		bits = b.x87Bits(x)
	} else {
		bits = b.FloatBits(x)
	}
	return b.Ite(b.FloatIs(ClassNaN, x), nan, bits)
}

// maxRemainder is the greatest number of exponent bits for which remainders of words become terms.
const maxRemainder = 11

// FloatOperation makes the operation o on words. It returns t, a bit-vector of o.Word() bits, and the formula defined,
// which says that the operation has a value; it is true except for fp.OpToInt. ok is false for operations without a
// term: fp.OpText, and remainders of numbers whose exponents have more than 11 bits, because their circuits would take
// millions of gates. The arguments are:
//
//   - for a number of a format, the bit-vector of its bits
//   - for a rounding mode, a term of [Builder.RoundingSort] or a bit-vector of at least 3 bits, the
//     number of an [fp.Mode]
//   - for an integer, a bit-vector in two's complement; an unsigned one gets a leading 0
//
// open is a bit-vector with the width of the result that supplies what the standard leaves open: the sign and payload
// of a NaN (see [Builder.WordOfFloat]) and, for fp.OpMin and fp.OpMax, the sign of a zero chosen from two zeros with
// different signs, and whether a signaling NaN and a number give a NaN. A fresh variable covers the behavior of every
// machine. open may be nil if the result is not a float. A denormal of x87 whose first bit is set becomes the normal
// number with the same value.
func (b *Builder) FloatOperation(o fp.Operation, open *Term, args ...*Term) (t, defined *Term, ok bool) {
	if o.Raises {
		return nil, nil, false
	}
	var m *Term
	if o.Rounds() {
		m = args[0]
		if m.sort.Kind == BitVec {
			m = b.Float(b.RoundingSort(), b.Extract(m, 2, 0))
		}
		args = args[1:]
	}
	f := o.F
	x := func(i int) *Term { return b.FloatOfWord(f, args[i]) }
	word := func(f fp.Format, t *Term) (*Term, *Term, bool) { return b.WordOfFloat(f, t, open), b.truth, true }
	truth := func(t *Term) (*Term, *Term, bool) { return b.flag(t), b.truth, true }
	switch o.Code {
	case fp.OpAdd:
		return word(f, b.FloatAdd(m, x(0), x(1)))
	case fp.OpSub:
		return word(f, b.FloatSub(m, x(0), x(1)))
	case fp.OpMul:
		return word(f, b.FloatMul(m, x(0), x(1)))
	case fp.OpDiv:
		return word(f, b.FloatDiv(m, x(0), x(1)))
	case fp.OpFma:
		return word(f, b.FloatFma(m, x(0), x(1), x(2)))
	case fp.OpSqrt:
		return word(f, b.FloatSqrt(m, x(0)))
	case fp.OpFmod, fp.OpRemainder:
		switch {
		case f.Exp > maxRemainder:
			return nil, nil, false
		case o.Code == fp.OpRemainder:
			return word(f, b.FloatRem(x(0), x(1)))
		}
		return word(f, b.FloatFmod(x(0), x(1)))
	case fp.OpIntegral:
		return word(f, b.FloatIntegral(m, x(0)))
	case fp.OpConvert:
		return word(o.To, b.FloatConvert(m, b.FloatSort(o.To.Exp, o.To.Prec), x(0)))
	case fp.OpFromInt:
		return word(f, b.FloatOfBV(m, b.FloatSort(f.Exp, f.Prec), args[0], true))
	case fp.OpToInt:
		return b.FloatToBV(m, x(0), o.Int, o.Signed), b.FloatFits(m, x(0), o.Int, o.Signed), true
	case fp.OpLess:
		return truth(b.FloatLess(x(0), x(1)))
	case fp.OpLessEq:
		return truth(b.FloatLessEq(x(0), x(1)))
	case fp.OpEqual:
		return truth(b.FloatEq(x(0), x(1)))
	case fp.OpClass:
		return b.classWord(x(0)), b.truth, true
	case fp.OpMin:
		return word(f, b.openChoice(f, open, args, b.FloatMin(x(0), x(1))))
	case fp.OpMax:
		return word(f, b.openChoice(f, open, args, b.FloatMax(x(0), x(1))))
	case fp.OpNext:
		return word(f, b.FloatNext(x(0), x(1)))
	case fp.OpScale:
		return word(f, b.FloatScale(m, x(0), args[1]))
	case fp.OpExponent:
		_, e := b.fractionAndExponent(x(0))
		return b.SignExtend(e, 32-e.Width()), b.truth, f.Exp < 29
	case fp.OpFraction:
		r, _ := b.fractionAndExponent(x(0))
		return word(f, r)
	}
	return nil, nil, false
}

// classWord returns the number of x's class, as in fp.OpClass.
func (b *Builder) classWord(x *Term) *Term {
	k := func(n int64) *Term { return b.BV(num.Of(n), 3) }
	t := k(fp.ClassNormal)
	t = b.Ite(b.FloatIs(ClassSubnormal, x), k(fp.ClassSubnormal), t)
	t = b.Ite(b.FloatIs(ClassZero, x), k(fp.ClassZero), t)
	t = b.Ite(b.FloatIs(ClassInfinite, x), k(fp.ClassInfinite), t)
	return b.Ite(b.FloatIs(ClassNaN, x), k(fp.ClassNaN), t)
}

// openChoice returns t, the minimum or maximum of two words, except where the standard leaves the result open. If the
// words are zeros with different signs, it is the zero with the sign of open. If one is a signaling NaN, it is NaN if
// the sign bit of open is set.
func (b *Builder) openChoice(f fp.Format, open *Term, words []*Term, t *Term) *Term {
	s := t.sort
	x, y := b.FloatOfWord(f, words[0]), b.FloatOfWord(f, words[1])
	zeros := b.And(b.FloatIs(ClassZero, x), b.FloatIs(ClassZero, y), b.Not(b.Eq(x, y)))
	negative := b.Bit(open, f.Bits()-1)
	zero := b.Ite(negative, b.FloatVal(s, s.Format().Zero(true)), b.FloatVal(s, s.Format().Zero(false)))
	loud := b.falsity
	for i, v := range []*Term{x, y} {
		quiet := b.Bit(words[i], f.Prec-2)
		if f.Explicit {
			quiet = b.And(quiet, b.Bit(words[i], f.Prec-1))
		}
		loud = b.Or(loud, b.And(b.FloatIs(ClassNaN, v), b.Not(quiet)))
	}
	return b.Ite(zeros, zero, b.Ite(b.And(loud, negative), b.NaN(s), t))
}

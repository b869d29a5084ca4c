// The parts of a float, normalization, and shifts with a sticky bit.

package float

import (
	"math/bits"

	"github.com/whet-mc/whet/smt"
)

// A parts has the parts of a float, as they are encoded in its bits.
type parts struct {
	sort                *smt.Sort
	neg                 *smt.Term // the sign, also of NaN
	nan, inf, zero, sub *smt.Term // the class of the float: at most one of the four holds; sub means a subnormal number
	field, frac         *smt.Term // the bits of the exponent, and the bits of the significand without its first bit
}

// unpack splits x into its parts. The bits of a negation are taken from its argument, except for the sign. If x is NaN,
// the other parts do not matter, so a NaN read from a word of a program need not be replaced by the canonical NaN.
func (d *Definer) unpack(x *smt.Term) parts {
	if p, ok := d.parts[x]; ok {
		return p
	}
	b := d.b
	var p parts
	switch x.Op() {
	case smt.OpFloatNeg:
		p = d.unpack(x.Arg(0))
		p.neg = b.Not(p.neg)
	case smt.OpFloatAbs:
		p = d.unpack(x.Arg(0))
		p.neg = b.False()
	default:
		word := x
		if x.Op() == smt.OpFloat {
			word = x.Arg(0)
		} else {
			word = b.FloatBits(x)
		}
		s := x.Sort()
		w, f := s.Width, s.Width-s.Exp-1
		p = parts{sort: s, neg: b.Bit(word, w-1), field: b.Extract(word, w-2, f), frac: b.Extract(word, f-1, 0)}
		top, none := b.Eq(p.field, d.number(-1, s.Exp)), d.isZero(p.field)
		whole := d.isZero(p.frac)
		p.nan, p.inf = b.And(top, b.Not(whole)), b.And(top, whole)
		p.sub, p.zero = b.And(none, b.Not(whole)), b.And(none, whole)
	}
	d.parts[x] = p
	return p
}

// magnitude returns the bits without the sign.
func (p parts) magnitude(b *smt.Builder) *smt.Term { return b.Concat(p.field, p.frac) }

// bias returns the bias of the exponents of sort s.
func bias(s *smt.Sort) int64 { return 1<<(s.Exp-1) - 1 }

// prec returns the number of bits of the significand.
func prec(s *smt.Sort) int { return s.Width - s.Exp }

// span returns a number of bits for exponents in two's complement, wide enough for the exponents of the sorts and for
// counts up to n, such that the sum of two does not overflow.
func span(n int, sorts ...*smt.Sort) int {
	w := bits.Len(uint(n))
	for _, s := range sorts {
		w = max(w, s.Exp, bits.Len(uint(prec(s))))
	}
	return w + 3
}

// plain decodes the fields of a float, which need not be normalized: exp is the biased exponent of the first bit of
// sig. That bit is 0 if the number is subnormal.
func (d *Definer) plain(field, frac *smt.Term) (exp, sig *smt.Term) {
	none := d.isZero(field)
	return d.b.Ite(none, d.number(1, field.Width()), field), d.b.Concat(d.flag(d.b.Not(none)), frac)
}

// A normal is a number whose significand has a leading one, unless the number is 0.
type normal struct {
	exp *smt.Term // the biased exponent, in two's complement, as a word of span(0, sort) bits
	sig *smt.Term
}

// normalised returns the number x with a leading one.
func (d *Definer) normalised(x *smt.Term) normal {
	if n, ok := d.norms[x]; ok {
		return n
	}
	p := d.unpack(x)
	exp, sig := d.plain(p.field, p.frac)
	sig, zeros := d.normalise(sig)
	w := span(0, p.sort)
	n := normal{d.b.BVSub(d.wide(exp, w), d.wide(zeros, w)), sig}
	d.norms[x] = n
	return n
}

// wide returns x zero-extended to width bits.
func (d *Definer) wide(x *smt.Term, width int) *smt.Term {
	return d.b.ZeroExtend(x, width-x.Width())
}

// signedWide returns x sign-extended to width bits.
func (d *Definer) signedWide(x *smt.Term, width int) *smt.Term {
	return d.b.SignExtend(x, width-x.Width())
}

// normalise shifts the leading zeros out of x and counts them. For x = 0, the count is one less than the least power of
// two that is not less than the width of x.
func (d *Definer) normalise(x *smt.Term) (shifted, zeros *smt.Term) {
	b := d.b
	w := x.Width()
	var count []*smt.Term
	for k := bits.Len(uint(w-1)) - 1; k >= 0; k-- {
		n := 1 << k
		empty := d.isZero(d.high(x, n))
		x = b.Ite(empty, d.grown(d.low(x, w-n), w), x)
		count = append(count, d.flag(empty))
	}
	return x, b.Concat(count...)
}

// normaliseUpTo does what normalise does, but shifts by at most `most` bits. left is the number of shifts that remain.
func (d *Definer) normaliseUpTo(x, most *smt.Term) (shifted, left *smt.Term) {
	b := d.b
	w := x.Width()
	for k := bits.Len(uint(w-1)) - 1; k >= 0; k-- {
		n := 1 << k
		move := d.isZero(d.high(x, n))
		if m := most.Width(); k < m {
			move = b.And(move, b.Not(d.isZero(d.high(most, m-k)))) // most ≥ n
			most = b.Ite(move, b.BVSub(most, d.number(int64(n), m)), most)
		} else {
			continue // most is less than n
		}
		x = b.Ite(move, d.grown(d.low(x, w-n), w), x)
	}
	return x, most
}

// shiftRight shifts x right by the unsigned number n. The lowest bit of the result is sticky: it is also set if a set
// bit is lost.
func (d *Definer) shiftRight(x, n *smt.Term) *smt.Term {
	b := d.b
	w := x.Width()
	lost := b.False()
	for k := range n.Width() {
		by := b.Bit(n, k)
		if k >= 31 || 1<<k >= w { // all bits are lost
			lost = b.Or(lost, b.And(by, b.Not(d.isZero(x))))
			x = b.Ite(by, d.number(0, w), x)
			continue
		}
		lost = b.Or(lost, b.And(by, b.Not(d.isZero(d.low(x, 1<<k)))))
		x = b.Ite(by, d.wide(d.high(x, w-1<<k), w), x)
	}
	return b.Concat(d.high(x, w-1), d.flag(b.Or(b.Bit(x, 0), lost)))
}

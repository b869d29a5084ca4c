package float

import (
	"math/bits"

	"github.com/whet-mc/whet/smt"
)

// parts are the parts of a float, each as it stands in its bits.
type parts struct {
	sort                *smt.Sort
	neg                 *smt.Term // the sign, also of NaN
	nan, inf, zero, sub *smt.Term // what it is: at most one of them; sub: a subnormal number
	field, frac         *smt.Term // the bits of the exponent, and of the significand without the first
}

// unpack takes x apart. The bits of the argument of a negation are its own but for the sign, and of
// a NaN no other bits matter; so a NaN in a word of a program needs not be made the NaN.
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

// magnitude is the bits without the sign.
func (p parts) magnitude(b *smt.Builder) *smt.Term { return b.Concat(p.field, p.frac) }

// bias is what is added to exponents.
func bias(s *smt.Sort) int64 { return 1<<(s.Exp-1) - 1 }

// prec is the number of bits of the significand.
func prec(s *smt.Sort) int { return s.Width - s.Exp }

// span is the bits of exponents in two's complement, of sorts and for counts up to n, such that the
// sums of two do not overflow.
func span(n int, sorts ...*smt.Sort) int {
	w := bits.Len(uint(n))
	for _, s := range sorts {
		w = max(w, s.Exp, bits.Len(uint(prec(s))))
	}
	return w + 3
}

// plain is the significand and the exponent of p as a number without a leading one where it is
// subnormal: the exponent, as the bits have it, is that of its first bit.
func (d *Definer) plain(field, frac *smt.Term) (exp, sig *smt.Term) {
	none := d.isZero(field)
	return d.b.Ite(none, d.number(1, field.Width()), field), d.b.Concat(d.flag(d.b.Not(none)), frac)
}

// A normal is a number with a leading one, unless it is 0.
type normal struct {
	exp *smt.Term // in two's complement, of span(0, sort) bits; as bits of floats have it: with the bias
	sig *smt.Term
}

// normalised is x, a number, with a leading one.
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

// wide is the natural number x in more bits.
func (d *Definer) wide(x *smt.Term, width int) *smt.Term {
	return d.b.ZeroExtend(x, width-x.Width())
}

// signedWide is x, in two's complement, in more bits.
func (d *Definer) signedWide(x *smt.Term, width int) *smt.Term {
	return d.b.SignExtend(x, width-x.Width())
}

// normalise shifts the leading zeros out of x, and counts them; of 0, it counts one less than the
// next power of two that is not below its width.
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

// normaliseUpTo is normalise with at most so many shifts, a natural number.
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
			continue // most is less
		}
		x = b.Ite(move, d.grown(d.low(x, w-n), w), x)
	}
	return x, most
}

// shiftRight shifts x by the natural number n. The lowest bit of the result is set as well where a
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

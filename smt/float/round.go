// Rounding and packing.

package float

import (
	"github.com/whet-mc/whet/smt"
)

// A mode is a rounding mode. At most one of its formulas holds; if none does, the mode is towards zero.
type mode struct{ even, away, up, down *smt.Term }

func (d *Definer) mode(m *smt.Term) mode {
	b := d.b
	bits := b.FloatBits(m)
	x, y := b.Bit(bits, 0), b.Bit(bits, 1)
	away := b.Bit(bits, 2)
	return mode{even: b.And(x, b.Not(y), b.Not(away)), away: away, up: b.And(b.Not(x), y), down: b.And(x, y)}
}

// nearest returns the default mode, to nearest with ties to even.
func (d *Definer) nearest() mode {
	no := d.b.False()
	return mode{even: d.b.True(), away: no, up: no, down: no}
}

// increment returns the formula that a magnitude must be rounded up. half is the first of the bits cut off, `rest`
// says that another of them is set, and odd is the last bit kept.
func (d *Definer) increment(m mode, neg, odd, half, rest *smt.Term) *smt.Term {
	b := d.b
	inexact := b.Or(half, rest)
	return b.Or(
		b.And(m.even, half, b.Or(rest, odd)),
		b.And(m.away, half),
		b.And(m.up, b.Not(neg), inexact),
		b.And(m.down, neg, inexact))
}

// A bounds has the least and the greatest possible value of an exponent.
type bounds struct{ least, most int64 }

// round rounds and packs a number. neg is its sign, and exp, in two's complement, is the exponent of the first bit of
// sig, which is set. The result is subnormal or infinite if necessary. The values of exp lie within the bounds `in`.
func (d *Definer) round(m mode, s *smt.Sort, neg, exp, sig *smt.Term, in bounds) *smt.Term {
	b := d.b
	w := exp.Width()
	sig = d.grown(sig, prec(s)+2)
	field := d.low(exp, s.Exp)
	if in.least < 1 {
		small := b.BVSlt(exp, d.number(1, w))
		sig = d.shiftRight(sig, b.Ite(small, b.BVSub(d.number(1, w), exp), d.number(0, w)))
		field = b.Ite(small, d.number(0, s.Exp), field)
	}
	large := b.False()
	if top := int64(1)<<s.Exp - 1; in.most >= top {
		large = b.BVSle(d.number(top, w), exp)
	}
	return d.pack(m, s, neg, field, sig, large)
}

// pack rounds a number to the first bits of sig. field is the bits of its exponent, which are 0 if the first bit of sig
// is not set. If large holds, the result is an infinity or the greatest number, depending on the mode. The exponent and
// the rest of the significand are one natural number, so a carry increments the exponent, and turns the greatest number
// into an infinity.
func (d *Definer) pack(m mode, s *smt.Sort, neg, field, sig, large *smt.Term) *smt.Term {
	b := d.b
	p, k := prec(s), sig.Width()
	kept, half, rest := d.high(sig, p), b.Bit(sig, k-p-1), b.Not(d.isZero(d.low(sig, k-p-1)))
	up := d.increment(m, neg, b.Bit(kept, 0), half, rest)
	magnitude := b.Concat(field, d.low(kept, p-1))
	magnitude = b.BVAdd(magnitude, d.wide(d.flag(up), s.Width-1))
	infinite := b.Or(m.even, m.away, b.And(m.up, b.Not(neg)), b.And(m.down, neg))
	greatest := b.BVSub(d.infinity(s), d.number(1, s.Width-1))
	magnitude = b.Ite(large, b.Ite(infinite, d.infinity(s), greatest), magnitude)
	return d.signed(neg, magnitude)
}

// The choice of the definition for each term.

package float

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
)

// A Definer makes definitions. It is not safe for concurrent use.
type Definer struct {
	b     *smt.Builder
	parts map[*smt.Term]parts
	norms map[*smt.Term]normal
}

// New makes a definer for the terms of b.
func New(b *smt.Builder) *Definer {
	return &Definer{b: b, parts: map[*smt.Term]parts{}, norms: map[*smt.Term]normal{}}
}

// Leaf reports whether x, a float or a rounding mode, is not the result of an operation with a definition, so that its
// bits are unknowns. A conversion from reals has no definition and is therefore a leaf.
func Leaf(x *smt.Term) bool {
	switch x.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpDiff, smt.OpFloatOfReal:
		return true
	}
	return false
}

// Canonical returns the constraint on the bits of the leaf x: if they are a NaN, they are the bits of the one NaN; a
// rounding mode is at most 4.
func (d *Definer) Canonical(x *smt.Term) *smt.Term {
	b := d.b
	bits := b.FloatBits(x)
	if x.Sort().Kind == smt.Rounding {
		return b.Not(b.And(b.Bit(bits, 2), b.Or(b.Bit(bits, 0), b.Bit(bits, 1))))
	}
	return b.Or(b.Not(d.unpack(x).nan), b.Eq(bits, d.nan(x.Sort())))
}

// Define returns the definition of t, or nil if t has none: t is not a term with a definition, or it is a remainder in
// a format with many exponents, whose definition would be too large.
func (d *Definer) Define(t *smt.Term) *smt.Term {
	switch t.Op() {
	case smt.OpFloatBits:
		return d.bits(t.Arg(0))
	case smt.OpEq:
		if t.Arg(0).Sort().Binary() {
			return d.b.Eq(d.b.FloatBits(t.Arg(0)), d.b.FloatBits(t.Arg(1)))
		}
	case smt.OpFloatLess:
		return d.less(t.Arg(0), t.Arg(1))
	case smt.OpFloatLessEq:
		return d.lessEq(t.Arg(0), t.Arg(1))
	case smt.OpFloatIs:
		return d.is(smt.FloatClass(t.I()), t.Arg(0))
	case smt.OpFloatFits:
		_, fits := d.integer(d.mode(t.Arg(0)), t.Arg(1), t.I(), t.J() == 1)
		return fits
	case smt.OpFloatOp:
		if t.Sort().Kind == smt.BitVec {
			v, fits := d.integer(d.mode(t.Arg(0)), t.Arg(1), t.Width(), t.J() == 1)
			return d.b.Ite(fits, v, d.number(0, t.Width()))
		}
	}
	return nil
}

// bits returns the definition of the bits of x.
func (d *Definer) bits(x *smt.Term) *smt.Term {
	b := d.b
	switch x.Op() {
	case smt.OpIte:
		return b.Ite(x.Arg(0), b.FloatBits(x.Arg(1)), b.FloatBits(x.Arg(2)))
	case smt.OpFloatNeg:
		p := d.unpack(x.Arg(0))
		return b.Ite(p.nan, d.nan(x.Sort()), d.signed(b.Not(p.neg), p.magnitude(b)))
	case smt.OpFloatAbs:
		p := d.unpack(x.Arg(0))
		return b.Ite(p.nan, d.nan(x.Sort()), d.signed(b.False(), p.magnitude(b)))
	case smt.OpFloatOp:
		return d.operation(x)
	}
	return nil
}

func (d *Definer) operation(t *smt.Term) *smt.Term {
	s := t.Sort()
	switch o := t.FloatOp(); o.Code {
	case fp.OpAdd:
		return d.add(d.mode(t.Arg(0)), t.Arg(1), t.Arg(2))
	case fp.OpMul:
		return d.mul(d.mode(t.Arg(0)), t.Arg(1), t.Arg(2))
	case fp.OpFma:
		return d.fma(d.mode(t.Arg(0)), t.Arg(1), t.Arg(2), t.Arg(3))
	case fp.OpDiv:
		return d.div(d.mode(t.Arg(0)), t.Arg(1), t.Arg(2))
	case fp.OpSqrt:
		return d.sqrt(d.mode(t.Arg(0)), t.Arg(1))
	case fp.OpFmod, fp.OpRemainder:
		return d.rest(t.Arg(0), t.Arg(1), o.Code == fp.OpRemainder)
	case fp.OpIntegral:
		return d.integral(d.mode(t.Arg(0)), t.Arg(1))
	case fp.OpConvert:
		return d.convert(d.mode(t.Arg(0)), s, t.Arg(1))
	case fp.OpFromInt:
		return d.fromInt(d.mode(t.Arg(0)), s, t.Arg(1), o.Signed)
	}
	return nil
}

// number returns the constant k in width bits, in two's complement.
func (d *Definer) number(k int64, width int) *smt.Term { return d.b.BV(num.Of(k), width) }

// flag returns the vector of one bit that is set if f holds.
func (d *Definer) flag(f *smt.Term) *smt.Term { return d.b.Ite(f, d.number(1, 1), d.number(0, 1)) }

func (d *Definer) isZero(x *smt.Term) *smt.Term { return d.b.Eq(x, d.number(0, x.Width())) }

// high returns the n highest bits of x, and low the n lowest.
func (d *Definer) high(x *smt.Term, n int) *smt.Term {
	return d.b.Extract(x, x.Width()-1, x.Width()-n)
}

func (d *Definer) low(x *smt.Term, n int) *smt.Term { return d.b.Extract(x, n-1, 0) }

// grown returns x with zeros appended at its low end, up to width bits.
func (d *Definer) grown(x *smt.Term, width int) *smt.Term {
	if width <= x.Width() {
		return x
	}
	return d.b.Concat(x, d.number(0, width-x.Width()))
}

// nan returns the bits of the NaN of sort s.
func (d *Definer) nan(s *smt.Sort) *smt.Term { return d.b.FloatBits(d.b.NaN(s)) }

// signed concatenates a sign and a magnitude.
func (d *Definer) signed(neg, magnitude *smt.Term) *smt.Term {
	return d.b.Concat(d.flag(neg), magnitude)
}

// infinity and zero return the magnitudes of the infinities and of the zeros of a sort.
func (d *Definer) infinity(s *smt.Sort) *smt.Term {
	return d.b.Concat(d.number(-1, s.Exp), d.number(0, s.Width-1-s.Exp))
}

func (d *Definer) zero(s *smt.Sort) *smt.Term { return d.number(0, s.Width-1) }

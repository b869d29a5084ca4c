// Constructors of the floating-point operations and conversions.

package smt

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// FloatOp returns the operation of t, an OpFloatOp, on its arguments. The first argument is a rounding mode if the
// operation rounds. The operation is add, mul, div, fma, sqrt, fmod, remainder, integral, convert, fromint or toint.
// Differences are sums with OpFloatNeg; minimum and maximum are conditionals.
func (t *Term) FloatOp() fp.Operation {
	o := fp.Operation{Code: fp.Code(t.i)}
	switch o.Code {
	case fp.OpFromInt:
		o.F, o.Signed = t.sort.Format(), t.j == 1
	case fp.OpToInt:
		o.F, o.Int, o.Signed = t.args[1].sort.Format(), t.sort.Width, t.j == 1
	case fp.OpConvert:
		o.F, o.To = t.args[1].sort.Format(), t.sort.Format()
	default:
		o.F = t.sort.Format()
	}
	return o
}

// floatOp makes an OpFloatOp, or a constant if all arguments are values.
func (b *Builder) floatOp(s *Sort, code fp.Code, signed bool, args ...*Term) *Term {
	t := Term{op: OpFloatOp, sort: s, i: int32(code), args: args}
	if signed {
		t.j = 1
	}
	return b.folded(t)
}

// folded interns t, a term about floats, or evaluates it if all its arguments are values.
func (b *Builder) folded(t Term) *Term {
	for _, a := range t.args {
		if !a.IsValue() {
			return b.intern(t)
		}
	}
	return applyFloat(b, &t, t.args)
}

func (b *Builder) wantMode(m *Term) { want(m, b.RoundingSort()) }

// FloatNeg returns x with the other sign.
func (b *Builder) FloatNeg(x *Term) *Term {
	wantFloat(x)
	if x.op == OpFloatNeg {
		return x.args[0]
	}
	return b.folded(Term{op: OpFloatNeg, sort: x.sort, args: []*Term{x}})
}

// FloatAbs returns x without its sign.
func (b *Builder) FloatAbs(x *Term) *Term {
	wantFloat(x)
	switch x.op {
	case OpFloatAbs:
		return x
	case OpFloatNeg:
		return b.FloatAbs(x.args[0])
	}
	return b.folded(Term{op: OpFloatAbs, sort: x.sort, args: []*Term{x}})
}

// FloatAdd returns x + y.
func (b *Builder) FloatAdd(m, x, y *Term) *Term { return b.commutative(fp.OpAdd, m, x, y) }

// FloatSub returns x - y, made as x + (-y). The two are equal because a sort has only one NaN.
func (b *Builder) FloatSub(m, x, y *Term) *Term { return b.FloatAdd(m, x, b.FloatNeg(y)) }

// FloatMul returns x · y.
func (b *Builder) FloatMul(m, x, y *Term) *Term { return b.commutative(fp.OpMul, m, x, y) }

func (b *Builder) commutative(code fp.Code, m, x, y *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	want(y, x.sort)
	if x.id > y.id {
		x, y = y, x
	}
	return b.floatOp(x.sort, code, false, m, x, y)
}

// FloatDiv returns x / y.
func (b *Builder) FloatDiv(m, x, y *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	want(y, x.sort)
	return b.floatOp(x.sort, fp.OpDiv, false, m, x, y)
}

// FloatFma returns x · y + z, rounded once.
func (b *Builder) FloatFma(m, x, y, z *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	want(y, x.sort)
	want(z, x.sort)
	if x.id > y.id {
		x, y = y, x
	}
	return b.floatOp(x.sort, fp.OpFma, false, m, x, y, z)
}

// FloatSqrt returns the square root of x.
func (b *Builder) FloatSqrt(m, x *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	return b.floatOp(x.sort, fp.OpSqrt, false, m, x)
}

// FloatIntegral returns x rounded to an integral float.
func (b *Builder) FloatIntegral(m, x *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	if x.op == OpFloatOp && fp.Code(x.i) == fp.OpIntegral {
		return x
	}
	return b.floatOp(x.sort, fp.OpIntegral, false, m, x)
}

// FloatRem returns the remainder of IEEE 754 of x and y: SMT-LIB's fp.rem and C's remainder.
func (b *Builder) FloatRem(x, y *Term) *Term { return b.rest(fp.OpRemainder, x, y) }

// FloatFmod returns C's fmod of x and y.
func (b *Builder) FloatFmod(x, y *Term) *Term { return b.rest(fp.OpFmod, x, y) }

func (b *Builder) rest(code fp.Code, x, y *Term) *Term {
	wantFloat(x)
	want(y, x.sort)
	return b.floatOp(x.sort, code, false, x, y)
}

// FloatMin returns the minimum of x and y. If one of them is NaN, it returns the other. If one is +0 and the other -0,
// it returns y.
func (b *Builder) FloatMin(x, y *Term) *Term {
	return b.Ite(b.Or(b.FloatIs(ClassNaN, y), b.FloatLess(x, y)), x, y)
}

// FloatMax returns the maximum of x and y. If one of them is NaN, it returns the other. If one is +0 and the other -0,
// it returns y.
func (b *Builder) FloatMax(x, y *Term) *Term {
	return b.Ite(b.Or(b.FloatIs(ClassNaN, y), b.FloatLess(y, x)), x, y)
}

// FloatConvert returns x rounded to the floats of sort s.
func (b *Builder) FloatConvert(m *Term, s *Sort, x *Term) *Term {
	b.wantMode(m)
	wantFloat(x)
	if s == x.sort {
		return x
	}
	return b.floatOp(s, fp.OpConvert, false, m, x)
}

// FloatOfBV returns the integer value of the bit-vector x, in two's complement if signed, rounded to the floats of
// sort s.
func (b *Builder) FloatOfBV(m *Term, s *Sort, x *Term, signed bool) *Term {
	b.wantMode(m)
	wantBitVec(x)
	return b.floatOp(s, fp.OpFromInt, signed, m, x)
}

// FloatToBV returns x rounded to an integer as a bit-vector, in two's complement if signed. It is 0 if the integer
// does not fit; see [Builder.FloatFits].
func (b *Builder) FloatToBV(m, x *Term, width int, signed bool) *Term {
	b.wantMode(m)
	wantFloat(x)
	return b.floatOp(b.BitVecSort(width), fp.OpToInt, signed, m, x)
}

// FloatFits returns the formula that x is a number whose rounding to an integer fits width bits, in two's complement
// if signed.
func (b *Builder) FloatFits(m, x *Term, width int, signed bool) *Term {
	b.wantMode(m)
	wantFloat(x)
	t := Term{op: OpFloatFits, sort: b.boolSort, i: int32(width), args: []*Term{m, x}}
	if signed {
		t.j = 1
	}
	return b.folded(t)
}

// FloatToReal returns the value of x as a real; 0 for NaN and infinities.
func (b *Builder) FloatToReal(x *Term) *Term {
	wantFloat(x)
	return b.folded(Term{op: OpFloatToReal, sort: b.realSort, args: []*Term{x}})
}

// FloatOfReal returns the real r rounded to the floats of sort s.
func (b *Builder) FloatOfReal(m *Term, s *Sort, r *Term) *Term {
	b.wantMode(m)
	want(r, b.realSort)
	if r.op != OpNum || m.op == OpFloatVal {
		return b.folded(Term{op: OpFloatOfReal, sort: s, args: []*Term{m, r}})
	}
	// A constant rounded in an unknown mode: distinguish the five modes.
	modes := b.RoundingSort()
	t := b.FloatOfReal(b.FloatVal(modes, num.Of(0)), s, r)
	for k := int64(1); k <= int64(fp.NearestAway); k++ {
		v := b.FloatVal(modes, num.Of(k))
		t = b.Ite(b.Eq(m, v), b.FloatOfReal(v, s, r), t)
	}
	return t
}

// rebuildFloat implements Rebuild for the operators of floats.
func (b *Builder) rebuildFloat(t *Term, args []*Term) *Term {
	switch t.op {
	case OpFloat:
		return b.Float(t.sort, args[0])
	case OpFloatBits:
		return b.FloatBits(args[0])
	case OpFloatNeg:
		return b.FloatNeg(args[0])
	case OpFloatAbs:
		return b.FloatAbs(args[0])
	case OpFloatFits:
		return b.FloatFits(args[0], args[1], t.I(), t.j == 1)
	case OpFloatIs:
		return b.FloatIs(FloatClass(t.i), args[0])
	case OpFloatLess:
		return b.FloatLess(args[0], args[1])
	case OpFloatLessEq:
		return b.FloatLessEq(args[0], args[1])
	case OpFloatToReal:
		return b.FloatToReal(args[0])
	case OpFloatOfReal:
		return b.FloatOfReal(args[0], t.sort, args[1])
	case OpFloatOp:
		switch c := fp.Code(t.i); c {
		case fp.OpAdd, fp.OpMul:
			return b.commutative(c, args[0], args[1], args[2])
		case fp.OpFma:
			return b.FloatFma(args[0], args[1], args[2], args[3])
		case fp.OpIntegral:
			return b.FloatIntegral(args[0], args[1])
		default:
			return b.floatOp(t.sort, c, t.j == 1, args...)
		}
	}
	panic("smt: no operator " + t.op.String())
}

package fp

import "github.com/whet-mc/whet/num"

// Flags is a set of exceptions (IEEE 754-2019, 7), with the bits that fenv.h gives them on x86. That
// a denormal is an operand is none of them.
type Flags uint8

const (
	Invalid   Flags = 1  // there is no result, or an operand is a signaling NaN
	DivByZero Flags = 4  // the result is infinite, of finite operands, and exactly that
	Overflow  Flags = 8  // rounded, it is more than the greatest finite number
	Underflow Flags = 16 // rounded, it is less than the least normal number, and it is inexact
	Inexact   Flags = 32 // it is not what it would be without rounding

	AllFlags = Invalid | DivByZero | Overflow | Underflow | Inexact
	flagBits = 6
)

// flags is the result of an operation that is asked for the exceptions it raises. They are open
// where variants differ: where C11 knows no signaling NaNs, or the standard leaves it.
func (o Operation) flags(v Variant, m Mode, args []num.Int) Result {
	set := func(v Variant) (Flags, bool) {
		r := o.raise(v, m, args)
		return r.raised, r.Open
	}
	s, mayDiffer := set(v)
	r := sure(num.Of(int64(s)))
	if mayDiffer {
		other, _ := set(A + B - v)
		r.Open = other != s
	}
	return r
}

// raise is a result that tells what was raised.
func (o Operation) raise(v Variant, m Mode, args []num.Int) Result {
	f, x := o.F, args[0]
	switch o.Code {
	case OpAdd, OpSub:
		return f.plus(v, m, x, args[1], o.Code == OpSub)
	case OpMul:
		return f.times(v, m, x, args[1])
	case OpDiv:
		return f.over(v, m, x, args[1])
	case OpSqrt:
		return f.root(v, m, x)
	case OpLess, OpLessEq:
		return raising(f.IsNaN(x) || f.IsNaN(args[1]), Invalid)
	case OpEqual:
		return raising(f.loud(x) || f.loud(args[1]), Invalid)
	case OpToInt:
		return o.raiseToInt(m, x)
	case OpClass, OpExponent, OpText:
		return Result{}
	}
	o.Raises = false
	if o.Rounds() {
		args = append([]num.Int{num.Of(int64(m))}, args...)
	}
	r, _ := o.Apply(v, args...)
	return r
}

func raising(is bool, s Flags) Result {
	if is {
		return Result{raised: s}
	}
	return Result{}
}

// loud reports whether x is a NaN that is not quiet, or bits that are no number.
func (f Format) loud(x num.Int) bool {
	c := f.decode(x).class
	return c == signaling || c == invalid
}

// raiseToInt: what is out of range is invalid (C11 F.4). That a number was no integer is inexact on
// x86; C leaves that open.
func (o Operation) raiseToInt(m Mode, x num.Int) Result {
	i, ok := o.F.ToInt(m, x)
	if !ok || !i.Wrap(o.Int, o.Signed).Equal(i) {
		return Result{raised: Invalid}
	}
	a := o.F.decode(x)
	return raising(a.class == finite && !a.integral(), Inexact)
}

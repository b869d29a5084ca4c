// Exceptions. An operation that is asked for its exceptions is executed in software, whose results record them.

package fp

import "github.com/whet-mc/whet/num"

// Flags is a set of exceptions (IEEE 754-2019, 7), with their bits in fenv.h on x86. The exception for denormal
// operands is not included.
type Flags uint8

const (
	Invalid   Flags = 1  // there is no result, or an operand is a signaling NaN
	DivByZero Flags = 4  // the result is an exact infinity, from finite operands
	Overflow  Flags = 8  // the rounded result exceeds the greatest finite number
	Underflow Flags = 16 // the rounded result is below the least normal number, and inexact
	Inexact   Flags = 32 // rounding changed the result

	AllFlags = Invalid | DivByZero | Overflow | Underflow | Inexact
	flagBits = 6 // the width of a word for Flags
)

// flags returns the exceptions that an operation raises, as its result. They are open if the variants differ: because
// C11 has no signaling NaNs, or the standard leaves a choice.
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

// raise returns a result with its exceptions.
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

// raising returns a result with the exceptions s if the condition `is` holds, and otherwise a result without
// exceptions.
func raising(is bool, s Flags) Result {
	if is {
		return Result{raised: s}
	}
	return Result{}
}

// loud reports whether x is a signaling NaN, or bits that are not a number.
func (f Format) loud(x num.Int) bool {
	c := f.decode(x).class
	return c == signaling || c == invalid
}

// raiseToInt returns the exceptions of OpToInt: a number out of range is invalid (C11 F.4). A number that is not an
// integer is inexact on x86; C leaves this open.
func (o Operation) raiseToInt(m Mode, x num.Int) Result {
	i, ok := o.F.ToInt(m, x)
	if !ok || !i.Wrap(o.Int, o.Signed).Equal(i) {
		return Result{raised: Invalid}
	}
	a := o.F.decode(x)
	return raising(a.class == finite && !a.integral(), Inexact)
}

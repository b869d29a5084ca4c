// Operations as values: their codes, names, arguments and results.

package fp

import (
	"fmt"

	"github.com/whet-mc/whet/num"
)

// Code is the code of an operation.
type Code uint8

// The operations. The comments list their arguments: m is a rounding mode, a number of type Mode; x, y and z are
// numbers of the format F.
const (
	OpAdd       Code = iota // m x y
	OpSub                   // m x y
	OpMul                   // m x y
	OpDiv                   // m x y
	OpFma                   // m x y z
	OpSqrt                  // m x
	OpFmod                  // x y
	OpRemainder             // x y
	OpIntegral              // m x: rounded to an integral number
	OpConvert               // m x: in the format To
	OpFromInt               // m i: an integer, rounded to a number
	OpToInt                 // m x: rounded to an integer of Int bits; undefined if that is out of range
	OpLess                  // x y: 1 or 0
	OpLessEq                // x y: 1 or 0
	OpEqual                 // x y: 1 or 0
	OpClass                 // x: fpclassify in glibc, ClassNaN and so on
	OpMin                   // x y
	OpMax                   // x y
	OpNext                  // x y: the number next to x in the direction of y
	OpScale                 // m x i: x * 2^i
	OpExponent              // x: e with x between 2^(e-1) and 2^e; 0 if no e has this property
	OpFraction              // x: x / 2^e
	OpText                  // i k b: the character k of the integer i in the base b, as text (digits.go)
	opCount
)

// Results of OpClass: FP_NAN and so on in glibc's math.h.
const (
	ClassNaN = iota
	ClassInfinite
	ClassZero
	ClassSubnormal
	ClassNormal
)

// Kind is the kind of an argument.
type Kind uint8

const (
	Number   Kind = iota // the bits of a number of the format F; the low bits of a larger word
	Rounding             // a rounding mode, a number of type Mode
	Integer              // an integer of any size
)

// codes holds the operations' names, and a letter for each argument: m for a rounding mode, which is always the
// first, x for a number, i for an integer.
var codes = [opCount]struct{ name, args string }{
	OpAdd: {"add", "mxx"}, OpSub: {"sub", "mxx"}, OpMul: {"mul", "mxx"}, OpDiv: {"div", "mxx"},
	OpFma: {"fma", "mxxx"}, OpSqrt: {"sqrt", "mx"},
	OpFmod: {"fmod", "xx"}, OpRemainder: {"remainder", "xx"},
	OpIntegral: {"integral", "mx"}, OpConvert: {"convert", "mx"},
	OpFromInt: {"fromint", "mi"}, OpToInt: {"toint", "mx"},
	OpLess: {"less", "xx"}, OpLessEq: {"lesseq", "xx"}, OpEqual: {"equal", "xx"},
	OpClass: {"class", "x"}, OpMin: {"min", "xx"}, OpMax: {"max", "xx"},
	OpNext: {"next", "xx"}, OpScale: {"scale", "mxi"},
	OpExponent: {"exponent", "x"}, OpFraction: {"fraction", "x"},
	OpText: {"text", "iii"},
}

// String returns the name of the operation, with which Operation.String begins.
func (c Code) String() string { return codes[c].name }

// Operation is an operation on numbers of the format F. It is comparable.
type Operation struct {
	Code   Code
	F      Format
	To     Format // the format of the result of OpConvert
	Int    int    // the number of bits of the result of OpToInt
	Signed bool   // whether the result of OpToInt is signed
	Raises bool   // the result is not the number, but the Flags that the operation raises
}

// String returns the operation with its formats: "add.f32", "convert.f64.f32", "toint.f64.s32".
func (o Operation) String() string {
	if o.Code == OpText {
		return codes[o.Code].name // this operation has no format
	}
	s := codes[o.Code].name + "." + o.F.String()
	if o.Raises {
		s = "raises." + s
	}
	switch {
	case o.Code == OpConvert:
		s += "." + o.To.String()
	case o.Code == OpToInt && o.Signed:
		s += fmt.Sprintf(".s%d", o.Int)
	case o.Code == OpToInt:
		s += fmt.Sprintf(".u%d", o.Int)
	}
	return s
}

// Args returns the number of arguments.
func (o Operation) Args() int { return len(codes[o.Code].args) }

// Arg returns the kind of the argument i.
func (o Operation) Arg(i int) Kind {
	switch codes[o.Code].args[i] {
	case 'm':
		return Rounding
	case 'i':
		return Integer
	}
	return Number
}

// Rounds reports whether the first argument is a rounding mode.
func (o Operation) Rounds() bool { return o.Arg(0) == Rounding }

// Word returns the width of the result, and whether it is signed.
func (o Operation) Word() (bits int, signed bool) {
	if o.Raises {
		return flagBits, false
	}
	switch o.Code {
	case OpLess, OpLessEq, OpEqual:
		return 1, false
	case OpClass:
		return 3, false
	case OpText:
		return 7, false
	case OpExponent:
		return 32, true
	case OpConvert:
		return o.To.Bits(), true
	case OpToInt:
		return o.Int, o.Signed
	}
	return o.F.Bits(), true
}

// Apply computes the operation. It returns false if the result is undefined: an integer is out of range, or the
// rounding mode is not valid.
func (o Operation) Apply(v Variant, args ...num.Int) (Result, bool) {
	m := NearestEven
	if o.Rounds() {
		k, ok := args[0].Int64()
		if !ok || k < 0 || k > int64(NearestAway) {
			return Result{}, false
		}
		m, args = Mode(k), args[1:]
	}
	if o.Raises {
		return o.flags(v, m, args), true
	}
	f := o.F
	truth := func(b bool) (Result, bool) { return sure(num.OfBool(b)), true }
	x := args[0]
	switch o.Code {
	case OpAdd:
		return f.Add(v, m, x, args[1]), true
	case OpSub:
		return f.Sub(v, m, x, args[1]), true
	case OpMul:
		return f.Mul(v, m, x, args[1]), true
	case OpDiv:
		return f.Div(v, m, x, args[1]), true
	case OpFma:
		return f.Fma(v, m, x, args[1], args[2]), true
	case OpSqrt:
		return f.Sqrt(v, m, x), true
	case OpFmod:
		return f.Fmod(v, x, args[1]), true
	case OpRemainder:
		return f.Remainder(v, x, args[1]), true
	case OpIntegral:
		return f.RoundToIntegral(v, m, x), true
	case OpConvert:
		return f.Convert(v, m, o.To, x), true
	case OpFromInt:
		return f.fromInt(m, x), true
	case OpToInt:
		i, ok := f.ToInt(m, x)
		return sure(i), ok && i.Wrap(o.Int, o.Signed).Equal(i)
	case OpLess:
		c, ok := f.Compare(x, args[1])
		return truth(ok && c < 0)
	case OpLessEq:
		c, ok := f.Compare(x, args[1])
		return truth(ok && c <= 0)
	case OpEqual:
		c, ok := f.Compare(x, args[1])
		return truth(ok && c == 0)
	case OpClass:
		return sure(num.Of(int64(f.Class(x)))), true
	case OpMin:
		return f.Min(v, x, args[1]), true
	case OpMax:
		return f.Max2(v, x, args[1]), true
	case OpNext:
		return f.NextAfter(v, x, args[1]), true
	case OpScale:
		return f.Scale(v, m, x, args[1]), true
	case OpExponent:
		e, _ := f.Exponent(x)
		return sure(num.Of(int64(e))), true
	case OpFraction:
		return f.Fraction(v, x), true
	case OpText:
		return asText(x, args[1], args[2])
	}
	panic("fp: unknown operation")
}

// Class returns the class of x, as fpclassify does.
func (f Format) Class(x num.Int) int {
	switch n := f.decode(x); {
	case n.class.nan():
		return ClassNaN
	case n.class == infinite:
		return ClassInfinite
	case n.class == zero:
		return ClassZero
	case n.sig.BitLen() < f.Prec:
		return ClassSubnormal
	}
	return ClassNormal
}

// Package fp is IEEE 754 floating point, bit for bit, in software.
//
// A [Format] describes the layout of a number in bits. A value of a format is a [num.Int]: its bits, read as a word
// in two's complement. So the content of a C float is a number from -2^31 to 2^31-1 here. All operations take and
// return such words:
//
//	kind                 operations
//	arithmetic           Add Sub Mul Div Fma Sqrt Fmod Remainder
//	to an integral       RoundToIntegral ToInt FromInt
//	between formats      Convert Parse Text
//	bits                 Neg IsNaN IsInf IsZero Signbit
//	order                Compare Min Max2 NextAfter
//	parts                Scale Exponent Fraction
//
// An [Operation] is one of these as a value, for programs that hold operations as data. It can also return the
// exceptions that are raised ([Flags]): those of x86, except for denormal operands.
//
// # How
//
// A finite number is an integer times a power of 2 (number). An operation computes with these exactly, in integers of
// any size, and its result is rounded once (Format.round), in any of the five rounding modes. If a quotient or a root
// does not end, it is computed to more bits than any format keeps, and a last bit records that something follows
// ("sticky"). This is the standard's definition taken literally (IEEE 754-2019, 5.1: as if to infinite precision,
// then rounded); Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed. 2018, chapter 7, has the cases. For
// float and double in the default mode, Go's own operations give the same bits, unless a NaN is involved, and are
// used instead (fast.go).
//
// # NaNs
//
// The standard leaves open which NaN an operation returns: if an invalid operation makes one, or one of two NaN
// operands is passed on. In these cases, and in the few others where C or the standard leaves a choice (the least of
// +0 and -0), there are two results, [A] and [B], and every operation takes the variant as an argument. A is what x86
// with SSE does (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 1, 4.8.3: a new NaN has its
// sign set, and of two operands the first is passed on). B is the other result that compilers produce when they fold
// constants or swap operands. The result reports whether there was a choice.
package fp

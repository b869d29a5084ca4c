// Package fp is IEEE 754 floating point, bit for bit, in software.
//
// A [Format] says how a number is laid out in bits. A value of a format is a [num.Int]: its bits,
// read as a word in two's complement, so that what C holds in a float is a number from -2^31 to
// 2^31-1 here. All operations take and give such words:
//
//	kind                 operations
//	arithmetic           Add Sub Mul Div Fma Sqrt Fmod Remainder
//	to an integral       RoundToIntegral ToInt FromInt
//	between formats      Convert Parse Text
//	bits                 Neg IsNaN IsInf IsZero Signbit
//	order                Compare Min Max NextAfter
//	parts                Scale Exponent Fraction
//
// An [Operation] is one of these as a value, for programs that hold operations as data. It also tells
// which exceptions there are ([Flags]), as x86 has them in all but denormal operands.
//
// # How
//
// A finite number is an integer times a power of 2 (number). An operation works on these exactly,
// in integers of any size, and what it finds is rounded once (Format.round), in any of the five
// rounding modes. Where a quotient or a root does not end, it is computed to more bits than any
// format keeps, and a last bit says that something follows ("sticky"). This is the definition of
// the standard (IEEE 754-2019, 5.1: as if to infinite precision, then rounded) taken by its word;
// Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed. 2018, chapter 7, has the cases. For
// float and double in the default mode, Go's own operations give the same bits, where no NaN is
// concerned, and are taken (fast.go).
//
// # NaNs
//
// The standard leaves open which NaN an operation gives. Where that is so (a NaN made by an invalid
// operation, one of two NaN operands handed on) and in the few other places where C or the standard
// leaves the choice (the least of +0 and -0), there are two answers, [A] and [B], which every
// operation is asked for: A is what x86 with SSE does (Intel 64 and IA-32 Architectures Software
// Developer's Manual, volume 1, 4.8.3: a NaN that is made has its sign set, of two operands the
// first goes on), B the other that compilers are seen to give when they fold constants or swap
// operands. The result says whether there was a choice.
package fp

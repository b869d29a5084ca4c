// Package float defines the operations on floating-point numbers by operations on the bit-vectors that represent them:
// unpack, compute exactly, round once, pack (M. Brain, F. Schanda, Y. Sun, Building Better Bit-Blasting for
// Floating-Point Problems, TACAS 2019; the circuits follow hardware: J.-M. Muller et al., Handbook of
// Floating-Point Arithmetic, 2nd ed. 2018, chapter 8).
//
// For each of the following terms a [Definer] makes an equivalent term that contains no floats except as the bits of
// the arguments:
//
//	(@fp.bits x)                x is the result of an operation, or a conditional
//	(= x y)                     of floats or rounding modes
//	(fp.lt x y), (fp.isNaN x)…  comparisons and classes
//	((_ @fp.to_ubv n) m x)…     an integer, and whether it fits
//
// Unlike in that paper, every result is packed, because the rest of the solver works with the bits of floats. What the
// operations need of an operand (a leading one for subnormal numbers) is computed once for every operand.
//
// The proof checker has an independent implementation of the same definitions. Therefore the definitions are documented
// exactly.
//
//	define.go    which definition a term has
//	unpack.go    the parts of a float, leading zeros, shifts with a sticky bit
//	round.go     rounding, packing
//	add.go       sums, fused multiply-add
//	mul.go       products
//	divide.go    quotients, square roots, remainders: digit by digit
//	convert.go   between formats, to integers and from them, to integral floats
//	compare.go   orders, classes
package float

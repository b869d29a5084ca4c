// Package float says what operations on floating point numbers are, as operations on the
// bit-vectors that hold them: unpack, compute exactly, round once, pack (M. Brain, F. Schanda, Y.
// Sun, Building Better Bit-Blasting for Floating-Point Problems, TACAS 2019; the circuits are those
// of hardware: J.-M. Muller et al., Handbook of Floating-Point Arithmetic, 2nd ed. 2018, chapter 8).
//
// A [Definer] gives for each of the following terms one without floats but for the bits of its
// arguments, which holds exactly where the term does or has its value:
//
//	(@fp.bits x)                where x is the result of an operation, or a conditional
//	(= x y)                     of floats or rounding modes
//	(fp.lt x y), (fp.isNaN x)…  comparisons and classes
//	((_ @fp.to_ubv n) m x)…     an integer, and whether it fits
//
// Unlike in that paper, every result is packed, as its bits are what the rest of the solver knows;
// what operands need (a leading one, where they are subnormal) is made for every operand, once.
//
// The proof checker has the same definitions, written a second time on purpose; so what is made here
// is described exactly.
//
//	define.go    which definition a term has
//	unpack.go    the parts of a float, leading zeros, shifts that keep track of what they lose
//	round.go     rounding, packing
//	add.go       sums, fused multiply-add
//	mul.go       products
//	divide.go    quotients, square roots, remainders: a digit at a time
//	convert.go   between formats, to integers and from them, to integral numbers
//	compare.go   orders, classes
package float

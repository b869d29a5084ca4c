// Package words translates formulas over integers to formulas over bit-vectors, where each integer unknown lies in a
// bounded interval. Small domains turn arithmetic into propositional logic (Seshia, Bryant: Deciding quantifier-free
// Presburger formulas using parameterized solution bounds, LMCS 2005). What a program computes in machine words
// (assembling bytes, masks, shifts, wrapping) is short there and long in linear arithmetic.
//
// [Translate] returns formulas that can hold together if the given ones can, with all unknowns in their intervals. So a
// refutation of the result refutes the given formulas. [Solver] asks over integers first and over bit-vectors where
// that is needed. [Bounds] states implications about floating-point operations that spare their circuits.
//
// # Method
//
// The interval of each term follows from the intervals of its arguments. A term whose interval fits in n bits of two's
// complement becomes a vector of n bits. So nothing overflows: the vector is exactly the integer. Only the bits that
// are needed are computed: the low bits of a sum, a product or a choice depend on the low bits of its arguments only.
//
//	measure.go    the interval of each term
//	sum.go        sums: parts that are bits or runs of bits of a word, and where they go
//	translate.go  terms as vectors, formulas over them
//	float.go      floating-point operations on words
//	bounds.go     bounds of floating-point operations, as implications
//	fixed.go      relations between floating-point numbers, as implications over fixed-point numbers
//	solver.go     the solver that uses both
//
// An application of an uninterpreted function becomes an unknown of which only the interval is known. Apart from that,
// and from floating-point operations that smt has no circuit for, the result can hold exactly if the given formulas
// can.
package words

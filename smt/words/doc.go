// Package words writes formulas over integers as formulas over bit-vectors, where every integer
// unknown lies in a bounded interval. Small domains make arithmetic a matter of propositional logic
// (Seshia, Bryant, "Deciding quantifier-free Presburger formulas using parameterized solution
// bounds", LMCS 2005), and what a program computes in machine words (bytes that are put together,
// masks, shifts, what wraps) is short there and long in linear arithmetic.
//
// [Translate] gives formulas that can hold together wherever the given ones can, with all unknowns
// in their intervals. So what refutes them refutes the given ones.
//
// # How
//
// The interval of each term follows from those of its arguments. A term of which the interval fits
// in so many bits of two's complement is a vector of so many bits, so that nothing ever overflows:
// the vector is the integer, exactly. What is above the bits that are asked for is not computed:
// the low bits of a sum, a product or a choice need the low bits of its arguments only.
//
//	measure.go    the interval of each term
//	sum.go        sums: which parts are single bits or runs of bits of a word, and where they go
//	bounds.go     implications about floating numbers that have no need of their circuits: bounds of
//	              operations; fixed.go what relates several
//	translate.go  terms as vectors, formulas over them
//
// What may be lost: an application of an uninterpreted function is an unknown of its own, of which
// nothing is known but its interval. With that exception the result can hold exactly where the
// given formulas can.
package words

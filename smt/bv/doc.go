// Package bv turns formulas over bit-vectors into formulas over their bits ("bit-blasting"; D.
// Kroening and O. Strichman, Decision Procedures, 2nd ed., chapter 6).
//
// What remains of a bit-vector are the bits of leaves: free constants, applications, selections
// from arrays, quotients and remainders. [Blaster.Circuit] says what an atom means as a formula
// over them:
//
//	x + y = z   over 2 bits becomes   ¬(x₀⊕y₀⊕z₀) ∧ ¬(x₁⊕y₁⊕c⊕z₁)   where c is x₀⊕y₀ ? false : x₀
//
// Circuits are terms like all others, made by the constructors of [smt.Builder]: gates that occur
// twice are one gate, and constants shorten whatever they meet. A quotient is no circuit of its
// arguments, but a leaf that formulas tie to them; [Blaster.Divisions] tells which are needed.
//
// Word-level simplification has happened before, in the constructors of bit-vector terms. The proof
// checker repeats the circuits of this package by its own code; they are described where they are
// made, exactly.
//
//	blaster.go   walks terms, remembers circuits
//	adder.go     sums, products
//	shifter.go   shifts
//	compare.go   orders and equality
//	divide.go    the formulas of quotients and remainders
//	floats.go    floats: package float defines their operations by those of bit-vectors
package bv

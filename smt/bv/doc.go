// Package bv translates formulas over bit-vectors to formulas over their bits ("bit-blasting"; D. Kroening and O.
// Strichman, Decision Procedures, 2nd ed., chapter 6).
//
// The atoms of the results are the bits of leaves: free constants, applications, selections from arrays, quotients and
// remainders (see [Leaf]). [Blaster.Circuit] returns an equivalent formula over such bits for an atom over bit-vectors.
// For vectors of 2 bits, it translates
//
//	x + y = z   to   ¬(x₀⊕y₀⊕z₀) ∧ ¬(x₁⊕y₁⊕c⊕z₁)   where c is x₀⊕y₀ ? false : x₀
//
// Circuits are ordinary terms, made by the constructors of [smt.Builder]. So equal gates are one term, and gates with
// constant inputs are simplified. A quotient is not a circuit of its arguments. It is a leaf that additional formulas
// relate to its arguments. [Blaster.Divisions] returns the divisions that need these formulas
// ([Blaster.DivisionFormulas]).
//
// The constructors of bit-vector terms have already simplified the terms at the level of words. The proof checker
// (package proof) builds the same circuits with separate code. So the comments here describe each circuit exactly.
//
//	blaster.go   the walk over terms, which remembers circuits
//	adder.go     sums, products
//	shifter.go   shifts
//	compare.go   orders and equality
//	divide.go    the formulas of quotients and remainders
//	floats.go    floats: package float defines their operations by those of bit-vectors
package bv

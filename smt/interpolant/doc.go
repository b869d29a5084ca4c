// Package interpolant computes Craig interpolants from proofs, and projects models to formulas over
// some of the symbols.
//
// For groups of formulas A1, …, An that are inconsistent together, interpolants are formulas I1, …,
// I(n-1) such that A1, …, Ak imply Ik; Ik contradicts A(k+1), …, An; and the symbols of Ik, free
// constants and functions, occur on both sides of cut k. They are inductive if I(k-1) and Ak imply
// Ik, where I0 is true and In is false: then they annotate the path whose steps the groups are.
//
// # From proofs
//
// [Sequence] goes over the steps of a proof once for each cut and gives each clause a partial
// interpolant, by the system of McMillan (CAV 2003; "An interpolating theorem prover", TCS 2005):
//
//	an input from the left     the disjunction of its literals that the right side has the symbols
//	                           of
//	an input from the right    true
//	resolution                 on a symbol that only the left has: the disjunction; else the
//	                           conjunction
//	a sum of inequalities      the sum of those from the left (McMillan); two sums that leave no
//	                           whole number between them, a divisibility where one side has
//	                           equalities
//	congruence                 what the chains of equal terms say where they change sides (Fuchs,
//	                           Goel, Grundy, Krstić, Tinelli, "Ground interpolation for the theory
//	                           of equality", TACAS 2009)
//	an axiom                   as an input of a side that has all its symbols
//
// The unit propagation of a rup step is replayed as resolutions. What the method cannot do are
// literals that mix symbols of both sides, which come from cuts, from equalities between the terms
// of two theories, and from instances of axioms over arrays: then the proof gives no interpolant at
// this cut.
//
// # From models
//
// [Project] takes a model of formulas and finds literals over the shared symbols that hold in it
// and, as far as it can see to it, in no assignment that is not part of a model too. A loop that
// asks a solver for models and blocks what it finds gets an interpolant out of this, in the end;
// package solver has it.
//
// Nobody has to trust this package: package solver checks what it gets by new solvers.
package interpolant

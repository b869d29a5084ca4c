// Package interpolant computes Craig interpolants from proofs, and projects models to formulas over some of the
// symbols.
//
// For groups of formulas A1, …, An that are inconsistent together, interpolants are formulas I1, …, I(n-1) with three
// properties. A1, …, Ak imply Ik. Ik contradicts A(k+1), …, An. The symbols of Ik, free constants and functions, occur
// on both sides of cut k. The interpolants are inductive if I(k-1) and Ak imply Ik, where I0 is true and In is false:
// then they annotate the path whose steps are the groups.
//
// # From proofs
//
// [Sequence] goes over the steps of a proof once for each cut and gives each clause a partial interpolant, by the
// system of McMillan (CAV 2003; "An interpolating theorem prover", TCS 2005):
//
//	an input from the left     the disjunction of its literals over symbols of the right side
//	an input from the right    true
//	resolution                 on a symbol that only the left has: the disjunction; else the
//	                           conjunction
//	a sum of inequalities      the sum of those from the left (McMillan); for two sums with no
//	                           integer between them, a divisibility if one side has equalities
//	congruence                 the equalities at which the chains of equal terms change sides
//	                           (Fuchs, Goel, Grundy, Krstić, Tinelli, "Ground interpolation for
//	                           the theory of equality", TACAS 2009)
//	an axiom                   as an input of a side that has all its symbols
//
// The unit propagation of a rup step is replayed as resolutions. The method cannot treat literals that mix symbols of
// both sides. They come from cuts, from equalities between the terms of two theories, and from instances of array
// axioms. Then the proof gives no interpolant at this cut.
//
// # From models
//
// [Project] takes a model of formulas and finds literals over the shared symbols that hold in it. As far as possible,
// every assignment that satisfies them is part of a model. A loop that asks a solver for models and blocks the
// projections eventually gets an interpolant this way; it is in package solver.
//
// This package need not be trusted: package solver checks the results with new solvers.
package interpolant

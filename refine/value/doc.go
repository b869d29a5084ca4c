// Package value is the engine value, explicit-value analysis: states are values of the variables that the precision
// tracks (package mc/value), and interpolation determines which variables have to be tracked (Beyer, Löwe:
// Explicit-state software model checking based on CEGAR and interpolation, FASE 2013, section III).
//
//	Engine     the engine, with its options (engine.go)
//	Checker    a program, the use of its variables, and the domain that tracks everything
//	Trace      the strongest postcondition of a path, step by step, and where it is contradictory
//	Need       an interpolant: the variables and cells whose values make the rest contradictory
//	Proof      an infeasible prefix of a path with its sequence of needs
//
// An interpolant of explicit values between a prefix and the rest of a path assigns values to some variables, such
// that the prefix implies the values and the rest contradicts them. All values come from the strongest postcondition,
// so only the set of variables has to be found.
//
// The paper's Algorithm 4 goes forwards and re-runs the rest of the path once for each variable at each step, which
// is quadratic in the length of the path. This package goes backwards in one pass: from the variables that make the
// last assumption contradictory to the variables that their values come from, and so on (see interpolate.go). The
// result is an inductive sequence of interpolants, as in Algorithm 4, and irrelevant operations are never considered.
//
// A path can have several contradictions. Each gives an infeasible prefix, without the contradictory assumptions
// before it, and a separate proof. Choose takes the proof that is cheapest to track (Beyer, Löwe, Wendler: Refinement
// selection, SPIN 2015).
package value

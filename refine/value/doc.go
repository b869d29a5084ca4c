// Package value is the engine value, explicit-value analysis: states are values of the variables
// that the precision tracks (package mc/value), and interpolation says which have to be tracked
// (Beyer, Löwe: Explicit-state software model checking based on CEGAR and interpolation, FASE 2013,
// section III).
//
//	Engine     the engine, with its options (engine.go)
//	Checker    knows a program, how its variables are used, and the domain that tracks everything
//	Trace      the strongest postcondition of a path, step by step, and where it is contradictory
//	Need       an interpolant: the variables and cells whose values make the rest contradictory
//	Proof      an infeasible prefix of a path with its sequence of needs
//
// An interpolant of explicit values between a prefix and the rest of a path is an assignment of
// values to some variables that the prefix implies and the rest contradicts. All values are those
// of the strongest postcondition, so that only the set of variables is to be found.
//
// The paper's Algorithm 4 goes forwards and re-runs the rest of the path once for each variable at
// each step, which is quadratic in the length of the path. Here it is done backwards in one pass:
// from the variables that make the last assumption contradictory to those that give them their
// values, and so on (see interpolate.go). What comes out is an inductive sequence of interpolants,
// as Algorithm 4's is, and operations that do not matter are never looked at.
//
// A path can have several contradictions. Each gives an infeasible prefix, with the contradictory
// assumptions before it left out, and a proof of its own; Choose takes the one that is cheapest to
// track (Beyer, Löwe, Wendler: Refinement selection, SPIN 2015).
package value

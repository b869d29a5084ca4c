// Package bmc is the engine of bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): a program is
// unrolled to more and more rounds of its loops (package formula/unroll), and the solver searches for a path to an
// error. Programs with loops are proved by induction over k rounds (Sheeran, Singh, Stålmarck, FMCAD 2000), with
// invariants from octagons, and with guessed inductive invariants.
//
// The engine does not use the loop of package cegar, since there is no abstraction to refine: a depth without an
// error is not repaired, but followed by a larger depth. Test runs, the decision and replay of a path, and reports to
// an observer come from refine.Session.
package bmc

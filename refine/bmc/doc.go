// Package bmc is the engine of bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): a
// program is written out to more and more rounds of its loops (package formula/unroll), and the
// solver is asked for a way to an error. What it proves of programs with loops it proves by
// induction over k rounds (Sheeran, Singh, Stålmarck, FMCAD 2000), with invariants that octagons
// find in passing, and with guesses that are inductive.
//
// The loop of package cegar does not fit, since there is no abstraction to refine: a depth without
// an error is not repaired but gone beyond. Test runs, the decision of a path and its replay, and
// what an observer sees are those of refine.Session.
package bmc

// Package bmc is the engine of bounded model checking (Biere, Cimatti, Clarke, Zhu, TACAS 1999): a program is written out to more and more
// rounds of its loops (package formula/unroll), and the solver is asked for a way to an error. What it proves of programs with
// loops it proves by induction over k rounds (Sheeran, Singh, Stålmarck, FMCAD 2000), with invariants that octagons find in passing, and
// with guesses that are inductive.
package bmc

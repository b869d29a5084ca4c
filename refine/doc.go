// Package refine is the contract between those who want a program verified and the engines that do
// it.
//
//	Engine     decides programs; each engine is a package below, with options of its own
//	Run        one run of an engine over a program, to a verdict
//	Options    what a run is asked to do, whatever the engine
//	Session    a run as an engine sees it: the program and its slice, test runs, the check of an
//	           error path, its replay, what is left open, observers
//	Outcome    the verdict with what it rests on: a replayed path, or Claims
//	Iteration  what an observer gets of an error path
//
// Approximations are expressions that an engine leaves open.
//
// The floors below are refine/precision (what engines track), refine/feasible (is a path possible,
// and on which inputs), refine/testrun (runs of the program), refine/annotate and refine/invariants
// (what a safe run claims, for a checker and for people). Above are refine/cegar, the loop that
// refines along counterexamples, the engines, and refine/engines, the table of their names. This
// package imports no engine.
//
// What is explored is the slice of the program to its errors, and variables are forgotten where
// they are dead. A bug is one of the program itself: its inputs are run on that.
//
// A path that an abstraction does not exclude is only an error if inputs are found with which the
// concrete program, run by the interpreter, takes it. Otherwise it is remembered as undecided,
// exploration goes on, and SAFE can no longer be said.
package refine

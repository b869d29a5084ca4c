// Package refine is the contract between the users of verification engines and the engines.
//
//	Engine     decides programs; each engine is a package below, with its own options
//	Run        one run of an engine over a program, to a verdict
//	Options    options of a run that apply to every engine
//	Session    a run from the engine's view: the program and its slice, test runs, the check of an
//	           error path, its replay, undecided paths, observers
//	Outcome    the verdict with its justification: a replayed path, or Claims
//	Iteration  the report of an error path to an observer
//
// Approximations are expressions that an engine leaves open.
//
// This package builds on refine/precision (what engines track), refine/feasible (is a path feasible, and with which
// inputs), refine/testrun (runs of the program), refine/annotate and refine/invariants (what a safe run claims, for a
// checker and for users). On top of it are refine/cegar, the loop that refines along counterexamples, the engines,
// and refine/engines, the table of their names. This package imports no engine.
//
// Engines explore the slice of the program for its errors, and forget variables where they are dead. A bug is always
// a bug of the program itself: its inputs are run on the program.
//
// A path that an abstraction does not exclude is an error only if inputs are found with which the concrete program,
// run by the interpreter, takes it. Otherwise it is recorded as undecided, the exploration continues, and the verdict
// cannot be SAFE any more.
package refine

// Package results proves claims about what procedures compute, for programs with recursion: equations and
// inequalities between the arguments and the values when the procedure returns.
//
//	m == 2         ->  result = 2*n + 3
//	m == 3, n == 5 ->  result = 253
//
// The claims are guessed from runs and then checked: guess-and-check, as Sharma and others do for loops ("A Data
// Driven Approach for Algebraic Loop Invariants", ESOP 2013). Here it is applied to the relations between entry and
// exit that are the unknown predicates in the constrained Horn clauses of a recursive program (Bjørner, Gurfinkel,
// McMillan, Rybalchenko, "Horn Clause Solvers for Program Verification", 2015; Garg, Neider, Madhusudan and Roth
// learn them from samples, "Learning Invariants using Decision Trees and Implication Counterexamples", POPL 2016).
// The results in runs are fitted by polynomials (package num/fit), over all runs and over the runs with one value of
// an argument. Results that grow faster than polynomials are given by cases: a table over an argument. A linear
// recurrence that fits the values in runs extends the table up to the numbers in the program's conditions. For
// machine words the guesses are modulo the word size, so that they hold where numbers wrap around, too.
//
// The largest inductive subset of all guesses is kept: assumed for the calls that a procedure makes, the claims hold
// when the procedure returns (Flanagan, Leino, "Houdini", FME 2001). A procedure is analysed path by path, so the
// program must not have loops.
//
//	paths.go    the paths of procedures, in terms of their entry values
//	samples.go  samples of entry and exit values from runs
//	guess.go    claims
//	engine.go   which of them are inductive, and the proof
package results

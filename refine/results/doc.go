// Package results proves claims about what procedures compute, of programs with recursion: equations
// and inequalities between the arguments and what is there when the procedure returns.
//
//	m == 2         ->  result = 2*n + 3
//	m == 3, n == 5 ->  result = 253
//
// They are guessed from runs, and checked: guess-and-check, as Sharma and others have it for loops ("A
// Data Driven Approach for Algebraic Loop Invariants", ESOP 2013), here for the relations between entry
// and exit that are the unknown predicates of the constrained Horn clauses of a recursive program
// (Bjørner, Gurfinkel, McMillan, Rybalchenko, "Horn Clause Solvers for Program Verification", 2015; as
// Garg, Neider, Madhusudan and Roth learn them from samples, "Learning Invariants using Decision Trees
// and Implication Counterexamples", POPL 2016). What results are in runs is fitted by polynomials
// (package num/fit), in all runs and in those with one value of an argument. Results that grow faster
// than polynomials are given by cases: a table over an argument, which a linear recurrence that fits the
// values of runs continues up to the numbers that the program compares with. In words of the machine
// what is guessed is modulo the word, so that it holds where numbers wrap around, too.
//
// Of all that is guessed the largest set is kept that is inductive: assumed of the calls that a procedure
// makes, it holds when the procedure returns (Flanagan, Leino, "Houdini", FME 2001). A procedure is taken
// path by path, so that there must be no loops.
//
//	paths.go    the paths of procedures, in terms of what they are entered with
//	samples.go  what runs show
//	guess.go    claims
//	engine.go   which of them are inductive, and the proof
package results

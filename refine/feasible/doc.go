// Package feasible decides whether the program can take a path, exactly as the machine computes,
// and finds inputs that do.
//
//	walk      goes along the path: inputs are symbols, all else an expression over them; what is
//	          left are the conditions
//	problem   the conditions, and what follows from them for each symbol alone
//	Result    inputs, as the interpreter takes them; or that there are none; or why that is not
//	          known
//	Run       a run of the program, of which branches are turned (directed test runs)
//
// What a path computes from constants is computed on the way, and a path of many steps often leaves
// few conditions (a symbolic execution: King, CACM 19(7), 1976). They fall apart into components
// that share no symbol, each a small problem of its own:
//
//	solve.go  a component as a straight path of package formula, for the solver of integers and
//	          arrays
//	float.go  operations on floating numbers, for both
//	words.go  the same as bit-vectors: for products of unknowns and operators on bits, which
//	          integers cannot say or not well
//
// A symbol is a fresh cfa.Var, so that expressions over symbols are expressions of the program
// model: they are built by the simplifying constructors of package cfa, and package bounds narrows
// ranges by conditions, forwards and backwards. That drops most wraps, which are what makes
// formulas over machine words hard. An expression that grows large becomes a symbol of its own with
// a condition that defines it, so that every expression stays small.
//
// Arrays are kept cell by cell as long as it is known which cell is meant. From the first access
// where it is not, the array goes into the conditions with all that is done to it (memory.go).
//
// Inputs come to life as the interpreter has it: an uninitialised variable with its activation, a
// cell with its array, a havocked one with its step. A pointer that is an input and followed is
// first taken to be the address of an object that nothing else points to, which is what people
// expect of inputs; only where the path cannot be taken so, it may be any address. That an input of
// kind Effect changes nothing is among its choices, and the one that the interpreter makes.
package feasible

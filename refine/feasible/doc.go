// Package feasible decides whether the program can take a path, exactly as the machine computes, and finds inputs
// that take it.
//
//	walk      follows the path: inputs are symbols, and other values are expressions over them; the
//	          result is the list of conditions
//	problem   the conditions, and the range of each symbol that follows from them
//	Result    inputs for the interpreter; or that no inputs exist; or why that is not known
//	Run       a run of the program whose branches are turned (directed test runs)
//
// Computations on constants are done during the walk, and a path of many steps often leaves few conditions (a
// symbolic execution: King, CACM 19(7), 1976). The conditions are split into components that share no symbol, each a
// small problem:
//
//	solve.go  a component as a straight path of package formula, for the solver of integers and
//	          arrays
//	float.go  operations on floating numbers, for both
//	words.go  a component as bit-vectors: for products of unknowns and bit operators, which integers
//	          express badly or not at all
//
// A symbol is a fresh cfa.Var, so that expressions over symbols are expressions of the program model: they are built
// by the simplifying constructors of package cfa, and package bounds narrows ranges by conditions, forwards and
// backwards. That removes most wraps, which make formulas over machine words hard. An expression that grows large is
// replaced by a new symbol with a condition that defines it, so that every expression stays small.
//
// Arrays are kept cell by cell as long as the index of each accessed cell is known. From the first access with an
// unknown index, the array and all operations on it become part of the conditions (memory.go).
//
// Inputs are created as in the interpreter: an uninitialised variable with its activation, a cell with its array, a
// havocked variable with its step. A dereferenced pointer that is an input is first assumed to be the address of an
// object that nothing else points to, which is what users expect of inputs. Only if the path is infeasible under this
// assumption may the pointer be any address. An input of kind Effect may change nothing; this is the choice that the
// walk and the interpreter make.
package feasible

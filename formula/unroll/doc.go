// Package unroll writes a program out, each loop as often as a bound says, and tells in formulas of
// package smt when a run reaches an error and when it goes beyond the bound. It is what bounded
// model checking asks a solver about (Biere, Cimatti, Clarke, Zhu, TACAS 1999; Clarke, Kroening,
// Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004), and the step case of k-induction.
//
//	Unrolling  the program, written out so far; Grow writes on where it was cut off
//	Event      an error that may be reached, or a place where it was cut off, each with the
//	           condition for coming there
//	Run        from a model, the path that it stands for and its inputs
//	instance   a location in an iteration of each loop around it, in a call stack: what comes
//	           there is joined
//	guard      the condition under which a run is at an instance: a chain of literals
//	number     the value of an expression: a term, or one of a few values, each with its
//	           condition; and bounds for it
//	memory     the content of an array: stores, fills, copies and choices over unknown cells
//
// Unlike the formulas that package formula makes, which name each value so that interpolants can
// speak of it, values are terms here, as simple as they can be made: what is constant along the way
// is a constant, a branch that cannot be taken is not followed, a loop with a counter that is known
// ends by itself. Variables that have few values (flags, states of machines) are distinguished by
// truth values, one for each, and need no arithmetic at all.
//
// Numbers are integers, or words, and the program means the same in both. A number in words is a
// bit-vector in two's complement that is wide enough for the bounds that are known for it, so that
// it is the integer, exactly; only below a Wrap, which forgets the high bits, are they not
// computed. Where no width would do (integers without bounds), there is an Unrolling in integers
// only.
//
//	guard.go    conditions
//	number.go   numbers, and choices among them
//	arith.go    arithmetic in integers
//	words.go    arithmetic in words
//	computed.go definitions (cfa.Computed) of known arguments
//	float.go    those of any, in words
//	compare.go  comparisons, and what they teach about variables
//	expr.go     expressions and conditions of the program
//	memory.go   arrays
//	table.go    persistent tables: variables and arrays of a state
//	state.go    states and their joins
//	order.go    iterations, activations, and the order in which instances come
//	unroll.go   the unrolling
//	step.go     operations
//	induct.go   loops entered in the middle, for induction
//	run.go      models as paths
package unroll

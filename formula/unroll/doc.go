// Package unroll unrolls a program, each loop up to a bound. It gives formulas of package smt for the
// conditions under which a run reaches an error or goes beyond the bound. Bounded model checking sends
// these formulas to a solver (Biere, Cimatti, Clarke, Zhu, TACAS 1999; Clarke, Kroening, Lerda, "A Tool for
// Checking ANSI-C Programs", TACAS 2004). So does the step case of k-induction.
//
//	Unrolling  the program, unrolled so far; Grow continues where it was cut off
//	Event      an error that may be reached, or a place where the unrolling was cut off, each
//	           with the condition for reaching it
//	Run        from a model, the path and the inputs that it describes
//	instance   a location in an iteration of each loop around it, in a call stack; all runs that
//	           reach it are joined
//	guard      the condition under which a run is at an instance: a chain of literals
//	number     the value of an expression: a term, or one of a few values, each with its
//	           condition; and bounds for it
//	memory     the content of an array: stores, fills, copies and choices over unknown cells
//
// The formulas of package formula name each value, so that interpolants can refer to it. Here values are
// terms, simplified as far as possible. What is constant along the way is a constant. A branch that cannot
// be taken is not followed. A loop with a known counter ends by itself. Variables that have few values
// (flags, states of machines) are represented by one truth value for each value, and need no arithmetic at
// all.
//
// Numbers are integers or words. The meaning of the program is the same in both representations. In words,
// a number is a bit-vector in two's complement that is wide enough for the number's known bounds, so that
// it represents the integer exactly. Only below a Wrap, which drops the high bits, are the high bits not
// computed. If no width suffices (unbounded integers), only an Unrolling in integers can be used.
//
//	guard.go    conditions
//	number.go   numbers, and choices among them
//	arith.go    arithmetic in integers and in words
//	words.go    wraps in words
//	computed.go definitions (cfa.Computed) of known arguments
//	float.go    definitions of any arguments, in words
//	compare.go  comparisons, and the facts about variables that they imply
//	expr.go     expressions and conditions of the program
//	memory.go   arrays
//	table.go    persistent tables: variables and arrays of a state
//	state.go    states and their joins
//	order.go    iterations, activations, and the order in which instances are visited
//	unroll.go   the unrolling
//	step.go     operations
//	induct.go   loops entered in the middle, for k-induction
//	run.go      models as paths
package unroll

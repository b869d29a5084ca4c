// Package inputs looks for input values that make the program take a given path.
//
//	executor   runs the path symbolically: inputs are symbols, everything else an expression over them
//	memory     the symbolic content of one array: single cells over layers of fills and copies
//	problem    the conditions that the path puts on the symbols
//	search     narrows ranges by the conditions, then tries values
//	repairer   where that finds nothing, mends the conditions that do not hold, one by one
//	Result     the values, as an interp.Plan; or why there are none
//
// A symbol is a fresh cfa.Var, so that expressions over symbols are expressions of the program model:
// they are built by the simplifying constructors of package cfa, and package bounds narrows them forwards
// and backwards. An expression that grows large becomes a symbol of its own with a condition that defines
// it, so that every expression stays small.
//
// Inputs come to life as the interpreter has it: an uninitialised variable with its activation, a cell with
// its array, a havocked one with its step; that is how the plan names them (interp.Plan.Born). An array
// index that depends on inputs is given a value at once, which becomes a condition: for a pointer that is
// an input itself, the address of a fresh object. So that the value is one with which the path can be
// finished, the path is run twice: first vaguely, without such values, to learn all its conditions.
//
// The search is complete only for what propagation decides: that it finds nothing does not mean that there
// is nothing, but where Result.Contradiction is set, the conditions were refuted, not just not met. What it
// finds is verified by evaluating every condition; whether the program really takes the path is for a
// replay in the interpreter to say.
package inputs

// Package predicate is predicate abstraction with adjustable-block encoding (Beyer, Keremoglu, Wendler: "Predicate
// Abstraction with Adjustable-Block Encoding", FMCAD 2010) as a domain of the model checker.
//
// A program is divided into blocks: parts without loops, which end where states are abstracted. A block is one
// formula, the disjunction of its paths. The state at its end is the set of those valuations of the predicates
// tracked there that are consistent with the formula and the state at its beginning. A state inside of a block
// consists of the state at the beginning and the way from there, and needs no question to the solver. So an
// abstraction is a function of a state and a block, and is computed once.
//
//	Blocks     how the program is divided; formulas of blocks
//	Way        the position of a state inside of a block: its calls and returns so far
//	Precision  which predicates are tracked where
//	Set        valuations of predicates, as decision diagrams
//	State      a set, and a position in a block
//	Domain     computes states
//
// Variables of different activations of a procedure have the same names. A predicate may contain variables of
// callers, if these have only one activation. They do not change during the call, so what is known about them at an
// exit still holds after the call. Calls of procedures that are neither recursive nor large are parts of blocks.
package predicate

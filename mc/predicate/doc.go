// Package predicate is predicate abstraction with adjustable-block encoding (Beyer, Keremoglu,
// Wendler: "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010) as a domain of the
// model checker.
//
// A program is divided into blocks: parts without loops, which end where states are abstracted.
// What a block does is one formula, all its ways joined; a state at its end is the set of
// valuations of the predicates tracked there that the formula and the state at its beginning allow.
// States inside of a block are the state at the beginning and the way from there: the solver is not
// asked about them. So an abstraction is a function of a state and a block, and computed once.
//
//	Blocks     how the program is divided; formulas of blocks
//	Way        where a state inside of a block is: what has been called and returned from
//	Precision  which predicates are tracked where
//	Set        valuations of predicates, as decision diagrams
//	State      a set, and a position in a block
//	Domain     computes states
//
// Procedures keep their variables' names; a predicate may speak of the variables of callers, as
// long as they have one activation. Those do not change during the call, so that what is known of
// them at an exit is known after the call. Calls of procedures that are neither recursive nor
// large are parts of blocks.
package predicate

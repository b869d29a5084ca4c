// Package predicate is the engine predicate: predicate abstraction with adjustable blocks (package mc/predicate;
// Beyer, Keremoglu, Wendler, FMCAD 2010). It checks error paths and learns predicates from the infeasible ones.
//
// A path is checked as a sequence of blocks: all paths through the first block, then all through the second, and so
// on. If the formulas have a model, the model gives the path and the inputs. Otherwise interpolants between the
// blocks (Henzinger, Jhala, Majumdar, McMillan: "Abstractions from Proofs", POPL 2004; McMillan: "Lazy Abstraction
// with Interpolants", CAV 2006) say what must be known at each abstraction location, and their atoms become
// predicates there.
//
//	path.go      the sequence of blocks, as formulas
//	learn.go     predicates from interpolants
//	weakest.go   predicates from weakest preconditions, if no interpolants exist or they yield
//	             nothing new
package predicate

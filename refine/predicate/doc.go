// Package predicate is the engine predicate: predicate abstraction with adjustable blocks (package
// mc/predicate; Beyer, Keremoglu, Wendler, FMCAD 2010). It checks error paths and learns predicates
// from those that cannot be taken.
//
// A path is checked as a sequence of blocks: all ways through the first block, then all through the
// second, and so on. If their formulas have a model, it tells the way and the inputs. Otherwise
// interpolants between the blocks (Henzinger, Jhala, Majumdar, McMillan: "Abstractions from
// Proofs", POPL 2004; McMillan: "Lazy Abstraction with Interpolants", CAV 2006) say what must be
// known at each abstraction location; their atoms become predicates there.
//
//	path.go      the sequence of blocks, as formulas
//	learn.go     predicates from interpolants
//	weakest.go   predicates from weakest preconditions, where there are no interpolants or they
//	             bring nothing new
package predicate

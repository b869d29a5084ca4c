// Package heap finds inductive invariants of programs that build lists and trees, and proves with
// them that no error is reached.
//
// An invariant is a conjunction of facts about one block at a time, whichever: for all k,
//
//	size[k] = 8 and k != p  ->  h[k] in {1, 2}
//	size[k] = 8             ->  next[k+4] = 0 or size[next[k+4]] = 8
//
// where size[k], the record that the program model keeps of its heap (cfa.Array.Sizes), tells which
// addresses are those of blocks. So the facts are those of Boolean heaps (Podelski, Wies: "Boolean
// Heaps", SAS 2005), predicates on one node each, and of canonical abstraction (Sagiv, Reps,
// Wilhelm: "Parametric Shape Analysis via 3-Valued Logic", TOPLAS 2002): which of the variables
// lead to a node, which of a few values its members have, and of what kind the nodes are that it
// leads to.
//
//   - What the facts may be about is read from the program: its variables and the members that it
//     accesses (attributes.go).
//   - Facts are guessed: what held in all of some runs on random inputs (samples.go, guess.go).
//     That is the way of Ernst, Cockrell, Griswold, Notkin, "Dynamically Discovering Likely Program
//     Invariants" (TSE 2001).
//   - Of the guesses the largest subset is taken that is inductive, and if it excludes all errors,
//     what the proof needs of it (package houdini).
//
// There are two rounds (Search.level): the second one has more to say, of the order of blocks in
// memory, their distances, and where they are. Programs that walk along a list and change it behind
// them need that: the end of a list that was built forwards is its last block.
package heap

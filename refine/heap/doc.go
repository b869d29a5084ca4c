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
//   - Of the guesses the largest subset is taken that is inductive: those that a step from states
//     in which all hold does not keep are dropped until none is (Flanagan, Leino: "Houdini, an
//     Annotation Assistant for ESC/Java", FME 2001; prove.go). Steps lead from loop head to loop
//     head (places.go), and the solver is asked about them.
//   - If these exclude all errors, those are kept that the proof needs (needed.go).
//
// There are two rounds (Search.level): the second one has more to say, of the order of blocks in
// memory, their distances, and where they are. Programs that walk along a list and change it behind
// them need that: the end of a list that was built forwards is its last block.
//
// A fact is for all k since k is a variable that no operation names: it has one value for the whole
// run, any. What holds for it in all runs may be used with any term in its place, such as p or
// next[p+4]: the solver is told what it needs to know, by terms that the model at hand violates.
package heap

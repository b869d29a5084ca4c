// Package heap finds inductive invariants of programs that build lists and trees, and proves with them that no error
// is reached.
//
// An invariant is a conjunction of facts about an arbitrary single block: for all k,
//
//	size[k] = 8 and k != p  ->  h[k] in {1, 2}
//	size[k] = 8             ->  next[k+4] = 0 or size[next[k+4]] = 8
//
// where size[k] is the array in which the program model records its heap (cfa.Array.Sizes): it is not 0 exactly at
// the addresses of blocks. So each fact is about one node, as in Boolean heaps (Podelski, Wies: "Boolean Heaps", SAS
// 2005) and in canonical abstraction (Sagiv, Reps, Wilhelm: "Parametric Shape Analysis via 3-Valued Logic", TOPLAS
// 2002): which variables point to the node, which of a few values its members have, and which kinds of nodes it
// points to.
//
//   - The vocabulary of the facts comes from the program: its variables and the members that it accesses
//     (attributes.go).
//   - Facts are guessed: they held in all states of some runs on random inputs (samples.go, guess.go), as in Ernst,
//     Cockrell, Griswold, Notkin, "Dynamically Discovering Likely Program Invariants" (TSE 2001).
//   - The largest inductive subset of the guesses is computed, and if it excludes all errors, the part of it that the
//     proof needs (package houdini).
//
// The search has two levels (Search.level). The second level adds facts about the order of blocks in memory, their
// distances, and their positions. Programs that walk along a list and change nodes which they have passed need such
// facts: the end of a list that was built forwards is its last block.
package heap

// Package partition explores a program in a numeric domain, with the states at a place distinguished by the signs of
// linear terms.
//
// It is abstract interpretation with state partitioning (Rival, Mauborgne, "The Trace Partitioning Abstract Domain",
// TOPLAS 2007, by values instead of traces). At each place there is one element of the domain, a part, for each
// vector of signs. Parts are joined and widened separately. If the difference of a ghost index k and the loop counter
// i is among the terms, the element of the part k < i can express about the cell a[k], for any k, that "all cells
// below i are 0". The terms have the role of the predicates between index expressions in Seghir, Podelski, Wies,
// "Abstraction Refinement for Quantified Array Assertions" (SAS 2009), section 6.
//
// A ghost has one value during the whole run. As long as nothing has depended on it, each state of the program is
// reached with each value of the ghost. So what all parts of a place say together holds for all values, and it may be
// used for any single one (Instance), for example for the index that an operation is about to read. The ghost
// variables of Flanagan and Qadeer, "Predicate Abstraction for Software Verification" (POPL 2002), do not allow this.
// It is needed for a sorted array: the ghosts' own values say nothing about the cell that a swap moves. If parts are
// distinguished by the contents of the cell at a ghost, so is the information of an instance.
//
//	Explorer   the exploration; Run goes on until nothing changes
//	Sign       a term whose sign distinguishes states
//	Instance   a ghost and a term to use for it
//	Place      a location within a call string (package callstring)
//	Part       an element with its signs
//
//	place.go     places
//	signs.go     signs, and splitting elements by them
//	instance.go  instances
//	explore.go   the fixpoint (package fixpoint); narrow.go its improvement; check.go the check of it
package partition

// Package partition explores a program in a numeric domain, with the states at a place distinguished
// by the signs of linear terms.
//
// It is abstract interpretation with state partitioning (Rival, Mauborgne, "The Trace Partitioning
// Abstract Domain", TOPLAS 2007, by values instead of traces). At each place there is one element
// of the domain for each vector of signs, its part; parts are joined and widened each by itself.
// With the difference of a ghost index k and the loop counter i among the terms, "all cells below i
// are 0" is what the element of the part k < i says of the cell a[k], for any k. The terms play the
// part that predicates between index expressions play in Seghir, Podelski, Wies, "Abstraction
// Refinement for Quantified Array Assertions" (SAS 2009), section 6.
//
// A ghost has one value for the whole run, and where nothing has depended on it yet each state of
// the program is reached with each value of the ghost. So what the parts of a place say together
// holds for all values: it may be used at any one (Instance), for example at the index that an
// operation is about to read. That is what the ghost variables of Flanagan and Qadeer, "Predicate
// Abstraction for Software Verification" (POPL 2002), leave out, and what a sorted array needs: the
// ghosts' own values do not tell about the cell that a swap moves. Where parts are distinguished by what
// the cell at a ghost holds, what an instance says is distinguished by it, too.
//
//	Explorer   the exploration; Run goes on until nothing changes
//	Sign       a term whose sign tells states apart
//	Instance   a ghost and a term to use it at
//	Place      a location within a call string (package callstring)
//	Part     an element with its signs
//
//	place.go     places
//	signs.go     signs, and taking elements apart by them
//	instance.go  instances
//	explore.go   the fixpoint (package fixpoint); narrow.go its improvement; check.go whether it
//	             is one
package partition

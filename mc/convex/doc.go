// Package convex provides the explorer's states that are elements of a numeric domain, over the variables and cells
// of a precision (package cells), and all operations of mc.Domain except Merge. Merge is what distinguishes the
// domains built on this package: mc/powerset keeps finite unions of states, mc/summaries joins and widens them.
//
// An element at a location of a procedure relates the values there to the values at the procedure's entry. So the
// exits of an activation are its summary for every caller whose entry the activation's entry contains. This is the
// procedure of Armando, Castellini and Mantovani, "Software Model Checking using Linear Constraints" (ICFEM 2004), on
// the tabulation algorithm of package mc.
//
//	State   an element, with the layout that says what its dimensions mean
//	States  makes and compares states; domains embed it
//
//	states.go  State and States
//	index.go   the search for a covering state, by the dimensions that have a single value
package convex

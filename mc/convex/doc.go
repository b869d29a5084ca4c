// Package convex is states of the explorer that are elements of a numeric domain, over the
// variables and cells of a precision (package cells), and all operations of mc.Domain but Merge,
// which tells domains apart: mc/powerset keeps finite unions of them, mc/summaries joins and
// widens.
//
// An element at a location of a procedure relates the values there to those at the procedure's
// entry, so that the exits of an activation are its summary for every caller whose entry it
// contains. This is the procedure of Armando, Castellini and Mantovani, "Software Model Checking
// using Linear Constraints" (ICFEM 2004), on the tabulation algorithm of package mc.
//
//	State   an element, with the layout that says what its dimensions stand for
//	States  makes and compares states; domains embed it
//
//	states.go  both
//	index.go   finding what covers a state, by the dimensions that have one value only
package convex

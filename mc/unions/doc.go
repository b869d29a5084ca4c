// Package unions is the domain of the model checker for linear programs: what is reachable at a location is a
// finite union of convex sets over the variables and cells of a precision (package cells). Each state of
// the explorer is one disjunct; all nodes of a location and activation together are the union.
//
// A disjunct that the union entails is dropped. Two disjuncts whose join adds nothing are merged (ExactJoin),
// which loses no precision, but mixes up the paths to the two: where a spurious error path goes through such a
// place, the caller can tell the domain to keep disjuncts apart there.
//
// An element at a location of a procedure relates the values there to those at the procedure's entry, so that the
// exits of an activation are its summary for every caller whose entry it contains. This is the procedure of Armando,
// Castellini and Mantovani, "Software Model Checking using Linear Constraints" (ICFEM 2004), on the
// tabulation algorithm of package mc.
package unions

// Package powerset is the domain of the model checker for linear programs: what is reachable at a
// location is a finite union of convex sets (the finite powerset of a numeric domain, restricted to
// what is not redundant: Bagnara, Hill, Zaffanella, "Widening operators for powerset domains", STTT
// 2006, without a widening). Each state of the explorer is one disjunct (package convex); all nodes
// of a location and activation together are the union.
//
// A disjunct that the union entails is dropped. Two disjuncts whose join adds nothing are merged
// (ExactJoin), which loses no precision, but mixes up the paths to the two: where a spurious error
// path goes through such a place, the caller can tell the domain to keep disjuncts apart there.
package powerset

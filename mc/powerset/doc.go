// Package powerset is a domain of the model checker for linear programs: the reachable states at a location are a
// finite union of convex sets. This is the finite powerset of a numeric domain, restricted to nonredundant unions
// (Bagnara, Hill, Zaffanella, "Widening operators for powerset domains", STTT 2006), without a widening. Each state
// of the explorer is one disjunct (package convex); all nodes of a location and activation together are the union.
//
// A disjunct that the union entails is dropped. Two disjuncts whose join equals their union are merged (ExactJoin).
// This loses no precision, but merges the paths to the two disjuncts: if a spurious error path goes through such a
// place, the caller can tell the domain to keep disjuncts apart there.
package powerset

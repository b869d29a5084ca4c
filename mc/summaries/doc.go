// Package summaries is a domain in which a procedure summary is a single numeric element: states (package convex) at
// a location are joined, and widened up to bounds that the domain has learnt.
//
// Widening in two places makes the tabulation of package mc finite (Cousot, Cousot, "Static Determination of Dynamic
// Properties of Recursive Procedures", 1977). States at loop heads and after recursive calls are widened, and each
// activation has one state at such a location. The entry states of a recursive procedure are widened once it has been
// entered with enough of them. Every cycle of the tabulation passes one of these places: exits return after a call,
// entries pass through one. The explorer determines how often states are joined first (mc.Delays).
//
// Inlined calls (mc/dag) are more precise for programs without recursion, since they keep what the caller knows. But
// they do not cover recursive calls.
//
//	domain.go  the domain
//	follow.go  single paths, and bounds of widenings learnt from them
package summaries

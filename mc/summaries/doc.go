// Package summaries is the domain of procedure summaries in one numeric element each: states
// (package convex) are joined where they meet, and widened, up to bounds that the domain has
// learnt.
//
// Three things make the tabulation of package mc finite (Cousot, Cousot, "Static Determination of
// Dynamic Properties of Recursive Procedures", 1977): states at loop heads and after recursive
// calls are widened, one at a location of an activation; so are the states with which a recursive
// procedure is entered, once it has been entered with enough of them. Every cycle of the tabulation
// passes one of these places: exits come back after a call, entries go through one. How often
// states are joined before is the explorer's (mc.Delays).
//
// Calls that are written out (mc/dag) are more precise where there is no recursion, since they keep
// what the caller knows; but they end where a procedure is entered again.
//
//	domain.go  the domain
//	follow.go  paths by themselves, and bounds of widenings learnt from them
package summaries

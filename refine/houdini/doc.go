// Package houdini finds the largest inductive subset of a set of guessed facts, and the part of it that a proof
// needs.
//
// It follows Flanagan and Leino ("Houdini, an Annotation Assistant for ESC/Java", FME 2001): as long as a step from
// states in which all facts hold violates some facts, these are dropped. The largest inductive subset is unique,
// independent of the order. The guesses come from other packages: package heap guesses facts about the blocks of the
// heap, package segments about the cells of arrays.
//
// Facts are kept at loop heads, separately for each call stack (places.go). Steps lead from one place to the next,
// and the solver checks them (prove.go). Which facts a proof needs is computed backwards from the facts that exclude
// the errors (needed.go), and the needed facts become the annotations of the proof (annotations.go).
//
// A fact holds for all values of ghosts: variables that no operation mentions, and which have an arbitrary value,
// fixed for the whole run. A fact that holds in all runs may be instantiated with any terms in place of the ghosts,
// such as p or next[p+4], or i and i+1 for two ghosts. The solver gets those instances that the model at hand
// violates (Place.Terms).
package houdini

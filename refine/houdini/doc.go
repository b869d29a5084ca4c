// Package houdini finds the largest set of guessed facts that is inductive, and says what a proof
// needs of it.
//
// That is the way of Flanagan and Leino ("Houdini, an Annotation Assistant for ESC/Java", FME 2001):
// facts that a step from states in which all hold does not keep are dropped until none is. The
// largest set is unique, whatever the order. Who guesses the facts, and which, is left to others:
// package heap, of the blocks of the heap; package segments, of the cells of arrays.
//
// Facts are kept at loop heads, for each call stack (places.go); steps lead from one to the next, and
// the solver is asked about them (prove.go). From what excludes the errors follows which facts a
// proof needs (needed.go), and from these its annotations (annotations.go).
//
// A fact is for all values of ghosts: variables that no operation names, which have one value each
// for the whole run, any. What holds for them in all runs may be used with any terms in their
// places, such as p or next[p+4], or i and i+1 for two ghosts: the solver gets what it needs to
// know, by terms that the model at hand violates (Place.Terms).
package houdini

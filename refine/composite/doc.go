// Package composite is the engines value+predicate and value-full+predicate: values and predicates
// side by side (Beyer, Löwe: Explicit-state software model checking based on CEGAR and
// interpolation, FASE 2013, section III-F), in the product of both domains (package mc/product).
//
// A path that values contradict refines what values are tracked. Only where they do not, predicates
// are learnt: abstraction by them costs far more. A variable that takes too many values at a loop
// head leaves the values, and what matters of it is left to predicates; it comes back, with room
// for more values, where these do not come to an end without it.
//
//	engine.go       the engine, and which variables leave the values
//	learn.go        what is learnt from a path
//	annotations.go  what a safe run claims
package composite

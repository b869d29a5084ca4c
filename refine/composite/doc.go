// Package composite implements the engines value+predicate and value-full+predicate: values and predicates together
// (Beyer, Löwe: Explicit-state software model checking based on CEGAR and interpolation, FASE 2013, section III-F),
// in the product of both domains (package mc/product).
//
// If values contradict a path, the set of tracked values is refined. Only otherwise predicates are learnt, because
// predicate abstraction is much more expensive. A variable that takes too many values at a loop head is no longer
// tracked by value, and is left to predicates. If predicates do not converge without it, it is tracked again, with a
// higher limit of values.
//
//	engine.go       the engine
//	learn.go        what is learnt from a path
//	values.go       which variables are tracked by value
//	annotations.go  the claims of a safe run
package composite

// Package annotate says in formulas what a safe run rests on, so that a checker can prove it again.
// It is the builder of certificates: while one grows its parts point at each other; refine/certify
// numbers them, and cert, which knows no engine and not this package, reads the numbers.
//
//	Annotations  the proof: formulas at the locations of a program, by context (annotations.go)
//	OfGraph      annotations of a reached graph (graph.go)
//	States       writes abstract states as formulas; a state says by its methods of which kind it
//	             is (states.go)
//
// Engines whose proof is no reached graph write their annotations with New and States.
package annotate

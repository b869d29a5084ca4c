// Package annotate represents the proof of a safe run as formulas, so that a checker can prove them again. It is the
// builder of certificates: in this package the parts of a certificate point at each other; refine/certify numbers
// them, and cert, which imports neither the engines nor this package, reads the numbers.
//
//	Annotations  the proof: formulas at the locations of a program, by context (annotations.go)
//	OfGraph      makes annotations of a reached graph (graph.go)
//	States       writes abstract states as formulas; the methods of a state determine its kind
//	             (states.go)
//
// Engines whose proof is not a reached graph write their annotations with New and States.
package annotate

// Package facts extracts what a safe run knows about the program.
//
//	Invariants  the states at each location, as linear constraints or ACSL (invariants.go)
//	Claimed     what all contexts of a proof say of locations (claimed.go)
//	LoopFacts   the formulas of the proof at the heads of loops, for engines whose states are not
//	            linear (loopfacts.go)
package facts

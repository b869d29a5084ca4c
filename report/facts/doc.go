// Package facts says what a safe run knows of the program.
//
//	Invariants  which states there are at each location, as linear constraints or ACSL
//	            (invariants.go)
//	Claimed     what the contexts of a proof together say of locations
//	LoopFacts   the formulas of the proof at the heads of loops, for engines whose states are not
//	            linear (loopfacts.go)
package facts

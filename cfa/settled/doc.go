// Package settled finds error locations that no run reaches, for reasons that an analysis of the whole
// program shows once, before any engine starts, and writes these reasons down. It is what makes many
// checks cheap: a program has a test at each access and at each operation, and most of them always
// hold.
//
//	Analyse     sets Program.Settled
//	program     iterates over procedures: one state at the entry of each, one at its exit
//	analysis    intervals of variables: forward over a procedure, with widening to the constants that
//	            a variable is compared with, and narrowing (P. Cousot, R. Cousot: Abstract
//	            interpretation. POPL 1977)
//	facts       comparisons that were made before and still hold: available conditions (R. Gupta:
//	            Optimizing array bound checks using flow analysis. ACM LOPLAS 1993)
//	needed      finds which of all that the conclusions rest on, by walking back from them, also from
//	            entries to calls and from calls to exits
//
// The tests stay in the program. What the analysis knows is recorded at the locations where a
// conclusion needs it, and package cert proves it again, step by step (refine/certify); nothing here
// is trusted. Engines work on slices in which settled tests are gone.
//
// All calls of a procedure share one state at its entry. Cells of arrays have the range of their type.
// Comparisons are not known across calls. The cost is linear in the size of the program times the
// number of thresholds of a variable, which is bounded; of a procedure that takes longer nothing is
// known.
package settled

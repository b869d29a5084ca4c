// Package settled finds error locations that no run comes to, for reasons that the graph of one
// procedure shows by itself, and writes these reasons down. It is what makes many checks cheap: a
// program has a test at each access and at each operation, and most of them always hold.
//
//	Analyse     sets Program.Settled
//	analysis    of the intervals of variables: forward over a procedure, with widening to the constants
//	            that a variable is compared with, and narrowing (P. Cousot, R. Cousot: Abstract
//	            interpretation. POPL 1977)
//	facts       comparisons that were made before and still hold: available conditions (R. Gupta:
//	            Optimizing array bound checks using flow analysis. ACM LOPLAS 1993)
//	needed      which of all that the conclusions rest on, found by walking back from them
//
// The tests stay in the program. What the analysis knows is recorded at the locations where a
// conclusion needs it, and package cert proves it again, step by step (refine/certify); nothing here
// is trusted. Engines work on slices in which settled tests are gone.
//
// A procedure is looked at by itself: nothing is known of parameters, of results of calls, and of
// what calls set. Cells of arrays have the range of their type. The cost is linear in the size of
// the program times the number of thresholds of a variable, which is bounded; a procedure that takes
// longer is left alone.
package settled

// Package segments proves claims about segments of arrays: about all cells between two indexes, and about all pairs
// of such cells.
//
//	0 <= p < i                     ->  a[p] = 0
//	i <= p < j                     ->  a[s] <= a[p]
//	0 <= p < i and p < q < n       ->  a[p] <= a[q]
//
// The segments are the segments of Cousot, Cousot and Logozzo, "A Parametric Segmentation Functor for Fully Automatic
// and Scalable Array Content Analysis" (POPL 2011): they lie between the indexes that the program uses and compares,
// such as loop counters and their bounds. The claims about cells use the comparisons that the program makes: of cells
// with each other, with variables and with numbers. A sorted array needs two indexes in one claim (Seghir, Podelski,
// Wies, SAS 2009, have them as ghosts x and y of the assertion).
//
// All such claims at all loop heads are guessed, and package houdini finds the inductive ones. A claim holds for all
// values of the ghosts p and q. A step instantiates it at the indexes that the program reads and stores. So a swap,
// which is two stores, is handled by the claims about both of its cells.
//
// The values that the program computes from cells and stores are also guessed for the cells of segments, as the
// program computes them: c[i] = a[i] + b[i] gives c[p] = a[p] + b[p], with sums that wrap around as in the program.
// If an index has two counters, as i*100 + j of arrays of arrays, the two ghosts replace them.
//
// If the values in runs follow a polynomial, as a[p] = p*p + n, that is guessed, too: guess-and-check, by package
// num/fit. Option --no-polynomials turns this off.
//
// If loops have strides, claims are guessed for the cells whose index has a residue, as p % 2 = 0.
//
// For programs without arrays, the engine guesses how variables compare, depending on the values of flags. Option
// --no-orders turns this off.
//
// For programs with recursion and without loops, results of procedures are guessed instead: package results.
//
// If a condition after a loop mentions the number of rounds, the same condition is guessed within the loop, with the
// counter in place of that number. Furia and Meyer call this constant relaxation.
//
//	program.go     what the program says about indexes and cells
//	guess.go       claims, and the terms that they are instantiated at
//	cells.go       comparisons of cells
//	relations.go   claims from the program's own conditions and computations
//	copies.go      the same claims about arrays that cells are copied to
//	orders.go      comparisons of variables, in programs without arrays
//	polynomials.go claims that values follow polynomials
//	residues.go    claims about every other cell, or every third
//	relaxation.go  conditions after a loop, adapted to its rounds
//	samples.go     states of runs
//	engine.go      the engine
package segments

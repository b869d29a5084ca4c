// Package segments proves claims about segments of arrays: of all cells between two indexes, and of
// all pairs of them.
//
//	0 <= p < i                     ->  a[p] = 0
//	i <= p < j                     ->  a[s] <= a[p]
//	0 <= p < i and p < q < n       ->  a[p] <= a[q]
//
// The segments are those of Cousot, Cousot and Logozzo, "A Parametric Segmentation Functor for Fully
// Automatic and Scalable Array Content Analysis" (POPL 2011): between the indexes that the program
// uses and compares, such as loop counters and what bounds them. What is said of the cells is what the
// program asks of cells: how they compare with each other, with variables and with numbers. Two
// indexes in one claim are what a sorted array needs (Seghir, Podelski, Wies, SAS 2009, have them as
// ghosts x and y of the assertion).
//
// All such claims at all loop heads are guessed, and package houdini finds those that are inductive. A
// claim is for all values of the ghosts p and q. A step uses it at the indexes that the program reads
// and stores: so a swap, which is two stores, is seen through what the claims say of both of its
// cells.
//
// What the program itself computes from cells and stores is guessed of the cells of segments, too, in
// its own words: c[i] = a[i] + b[i] says c[p] = a[p] + b[p], with sums that wrap around as they do.
// Where an index has two counters, as i*100 + j of arrays of arrays, both ghosts take their places.
//
// What runs show to follow a polynomial, as a[p] = p*p + n, is guessed, too: guess-and-check, by package
// num/fit. Option --no-polynomials leaves that out.
//
// Where loops have strides, claims are made of the cells whose index has a residue, as p % 2 = 0.
//
// Of programs without arrays it is guessed how variables compare, by the values of flags. Option --no-orders leaves
// that out.
//
// Of programs with recursion, and without loops, results of procedures are guessed instead: package
// results.
//
// What is asked after a loop of the number of rounds is guessed within of the counter: constant
// relaxation, as Furia and Meyer call it.
//
//	program.go     what the program says of indexes and cells
//	guess.go       claims, and the terms that they are used for
//	cells.go       how cells compare
//	relations.go   claims in the words of the program
//	copies.go      the same of other arrays, to which cells are copied
//	orders.go      how variables compare, where there are no arrays
//	polynomials.go claims that values follow polynomials
//	residues.go    claims about every other cell, or every third
//	relaxation.go  claims that the program makes of the end, on the way there
//	samples.go     what runs know
//	engine.go      the engine
package segments

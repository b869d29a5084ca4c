// Package octagon is the octagon abstract domain: sets of points that are described by constraints
// ±x ±y <= c and ±x <= c (Miné, "The octagon abstract domain", HOSC 19, 2006). It is exact: bounds
// are rational numbers, held in machine words, of 32 bits where that is enough, with a proof that
// they do not overflow, and in numbers of any size where they do not fit. Coordinates are all
// rational, or all integer; then bounds are tightened.
//
// # A value
//
// An [Octagon] is made with [Top], [Bottom] or [Of], and never changes: operations
// return new ones, which share what is the same. It keeps a matrix of bounds, the
// coherent half of a difference-bound matrix over the literals x and -x. The
// matrix is closed, that is all bounds made as small as they can be, when that is
// first needed, and the closed form is kept beside it. After a single constraint
// closing takes O(n^2).
//
// The variables fall into blocks that are not related to each other; each has a
// matrix of its own, and what lies between blocks follows from bounds of single
// variables. So the cost follows the number of variables that are really
// related. This is exact: every operation gives the bounds that it would give
// without blocks (Singh, Püschel, Vechev, PLDI 2015, is the idea; block.go says how it
// differs).
//
// # Operations
//
// Where n is the number of variables in the blocks that are touched:
//
//	operation            result                               cost, once closed
//	Meet, Assume         exact for octagonal constraints      n^2 for one, n^3 at most for many
//	Join                 least octagon above both             n^2 over blocks that differ
//	Widen, WidenUpTo     Miné's, on the bounds as they are    n^2
//	Narrow               Miné's                               n^2
//	Leq, Equal, IsBottom exact                                n^2
//	Assign, Preassign    exact for c, ±y+c                    n^2
//	                     else best effort, by intervals       n^2 per bound
//	Havoc, RemoveDims    exact                                n^2
//	Permute, Rename      exact n^2 where the order in a block changes
//	AddDims              exact                                number of dimensions
//	Expand               exact                                a closure
//	Fold                 least octagon                        a join for each dimension
//	Bounds, Entails      exact for octagonal forms            1, else k^3 for k variables
//	Constraints          minimal                              n^3
//	Point                a point, integer over the integers   n^2
//	ExactJoin            exact answer a join, Constraints, 1 for each pair of them
//	Interpolate          forms that separate, or a set        a meet, n^2
//
// Not octagonal constraints and assignments give the bounds on ±x and ±x±y over their
// own variables that follow from the bounds known: sound, not always the best.
// Strict constraints over the rationals count as not strict.
//
// An analysis that widens must go on with the result of [Octagon.Widen] itself: its
// bounds are not closed, and closing between the steps can bring dropped bounds
// back for ever. All other elements stand for their closed forms.
//
// Programming errors, such as operands with different dimensions, panic.
//
// # Speed
//
// Octagons over 64 rational variables with 128 random constraints, exact here; medians of two runs
// on a machine with 4 cores that did little else, CPU time with garbage collection. PPL (1.2, over
// doubles and over exact rationals) was measured in the same run. APRON over long int and ELINA
// over doubles are derived: their ratios to PPL, measured elsewhere. Ratios above 1 say that this
// package is slower. All results are equal, by their checksums, to those of PPL and APRON over
// rationals.
//
//	              octagon   / PPL double   / PPL rationals   / APRON   / ELINA
//	closure        164 µs           0.08             0.003      0.10      0.28
//	one more        45 µs           0.14             0.006      0.38      0.14
//	assign          29 µs           0.11             0.006      0.33      0.10
//	join            17 µs           2.1              0.014      4.4       1.5
//	widen           22 µs           1.2              0.018      1.8       0.7
//	forget           5 µs           1.6              0.005      2.8       0.8
//	inclusion       11 µs           1.0              0.10       1.0       0.3
//	no inclusion  0.05 µs           2.3              0.36       1.2       0.01
//
// With 8 variables join takes 6 times as long as APRON, widen 4 times, forget 12 times,
// inclusion and closure as long.
//
// Join and widen do little but write a new matrix, 33 KB here. In C it is freed at once
// and used again. Here a third of the time or more is that of the allocator and the
// collector: elements are immutable and may be shared, so none is ever overwritten.
// As much goes into the loop over the bounds, which the Go compiler does not vectorise.
// Forgetting writes no matrix at all: what is left is read where it is, and copied by
// the first operation that needs a copy of its own, in place of the copy that this one
// makes anyway. On a few variables the four or five small allocations of an element are most
// of what it costs.
//
// To measure again, with other sizes and the polyhedra, and compare with PPL:
//
//	go -C tools run ./polybench
//
// or without PPL: go test -bench Octagon ./octagon
package octagon

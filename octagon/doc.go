// Package octagon is the octagon abstract domain: sets of points that are described by constraints ±x ±y <= c and ±x
// <= c (Miné, "The octagon abstract domain", HOSC 19, 2006). It is exact: bounds are rational numbers. They are held
// in machine words, of 32 bits if that is enough, with a proof that they do not overflow, and in numbers of arbitrary
// size if they do not fit. The coordinates are either all rational or all integer. Over the integers, bounds are
// tightened.
//
// # A value
//
// An [Octagon] is made with [Top], [Bottom] or [Of], and is immutable: operations return new octagons, which share
// unchanged parts. It holds a matrix of bounds, the coherent half of a difference-bound matrix over the literals x and
// -x. The matrix is closed, that is, all bounds are made as small as possible, when an operation first needs it; the
// closed form is cached. After a single constraint, closing takes O(n^2).
//
// The variables are partitioned into blocks that are not related to each other. Each block has its own matrix, and
// bounds between blocks follow from bounds of single variables. So the cost depends on the number of variables that
// are actually related. This is exact: every operation gives the bounds that it would give without blocks (the idea is
// that of Singh, Püschel, Vechev, PLDI 2015; block.go says how it differs).
//
// # Operations
//
// In this table n is the number of variables in the blocks that the operation involves:
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
//	Permute, Rename      exact                                n^2 where the order in a block changes
//	AddDims              exact                                number of dimensions
//	Expand               exact                                a closure
//	Fold                 least octagon                        a join for each dimension
//	Bounds, Entails      exact for octagonal forms            1, else k^3 for k variables
//	Constraints          minimal                              n^3
//	Point                a point, integer over the integers   n^2
//	ExactJoin            exact answer                         a join, Constraints, 1 for each pair of them
//	Interpolate          forms that separate, or a set        a meet, n^2
//
// Constraints and assignments that are not octagonal give bounds on ±x and ±x±y over their own variables that follow
// from the known bounds. These are sound, but not always the best. Strict constraints over the rationals are treated
// as non-strict.
//
// An analysis that widens must continue with the result of [Octagon.Widen] itself. The bounds of that result are not
// closed, and closing them between the steps can bring dropped bounds back again and again. Every other octagon is
// equivalent to its closed form.
//
// Programming errors, such as operands with different dimensions, panic.
//
// # Speed
//
// The table shows octagons over 64 rational variables with 128 random constraints: medians of two runs on a machine
// with 4 cores and little other load, CPU time with garbage collection. PPL (1.2, over doubles and over exact
// rationals) was measured in the same run. The numbers of APRON over long int and ELINA over doubles are derived from
// their ratios to PPL, measured elsewhere. A ratio above 1 means that this package is slower. All results are equal,
// by their checksums, to the results of PPL and APRON over rationals.
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
// With 8 variables, join takes 6 times as long as in APRON, widen 4 times, forget 12 times; inclusion and closure take
// as long.
//
// Join and widen mostly write a new matrix, 33 KB here. In C its memory is freed at once and reused. Here elements are
// immutable and may be shared, so none is ever overwritten, and the allocator and the collector take a third of the
// time or more. The loop over the bounds, which the Go compiler does not vectorise, takes as much. Forgetting writes
// no matrix: operations read the remaining part of the old matrix in place, and the first operation that needs its own
// copy makes it, instead of the copy that it would make anyway. With few variables, the four or five small allocations
// of an element are most of its cost.
//
// To measure again, with other sizes and with polyhedra, and compare with PPL:
//
//	go -C tools run ./polybench
//
// or without PPL: go test -bench Octagon ./octagon
package octagon

// Package poly is the abstract domain of convex polyhedra: sets of points that finitely many linear constraints describe,
// weak and strict ones, over the rationals or over the integers (Cousot and Halbwachs, "Automatic discovery of linear
// restraints among variables of a program", POPL 1978). It knows nothing of programs. All numbers are exact: machine words
// as long as they fit, which every step checks, and integers of any size where they do not.
//
//	x, y := linear.X(0), linear.X(1)
//	p := poly.Of(2, linear.Rationals, x.GE(linear.ConstInt(0)), x.LE(y), y.LE(linear.ConstInt(4)))
//	q := p.Assign(0, x.AddInt(1)).Join(p)
//	fmt.Println(q, q.Leq(p))
//
// # Types
//
//	Polyhedron  a convex polyhedron; implements numeric.Element
//	Union       a finite union of polyhedra, which need not be convex
//	Relation    how a polyhedron lies to a constraint
//	Limit       bounds the work of conversions; LimitError says that one ran into it
//	SVGOptions, SVGLayer  what a picture shows
//
// # The life of a polyhedron
//
// A [Polyhedron] is made with [Top], [Bottom], [Of] or [FromGenerators] and never changes: operations return new ones,
// which share what is the same, and return the receiver where nothing changes. It may be used by many goroutines.
//
// There are two ways to describe a polyhedron: by constraints, and by points, rays and lines that
// generate it. Meets need the former, joins and images the latter, and the comparison of two both. Each is computed from
// the other when it is first needed, made minimal and kept (the double description method), by
// Chernikova's algorithm with the improvements of Le Verge; an operation adds to the description that it needs, and the
// conversion goes on from there. That step is the only expensive one: its result can be exponentially larger
// than what goes in. Strict constraints are encoded by one more dimension, only where there are any. Packages
// internal/cone and internal/factor do this.
//
// A polyhedron is held as the product of its blocks: sets of dimensions that no constraint relates
// ([Polyhedron.Blocks]; Singh, Püschel, Vechev, "Fast polyhedra abstract domain", POPL 2017). A box in 20 dimensions has a
// million vertices, but 20 blocks with two. Each operation works on the blocks it touches, a join on those in which the operands
// differ, and its result is split into the finest blocks again when someone looks at it. No precision is lost.
// File blocks.go says more; [Polyhedron.Undecomposed] switches it off.
//
// # Operations
//
// "Exact" is said of the rationals; Integers are below. The block of an operation is the union of the blocks that
// it touches; cost "bounds" is a product with each generator of a block, "conversion" that of its block, and less where the
// description needed is known.
//
//	operation                       result                                      cost
//	Assume, Meet                    exact                                       bounds where nothing or all is lost, else conversion
//	Join, Hull                      least polyhedron that contains both         conversion of the blocks that differ
//	ExactJoin                       Join, and whether it is the union           a Join, and inclusions of cut pieces
//	Leq, Equal                      exact                                       bounds per constraint
//	IsBottom, IsTop, IsBounded, …   exact                                       at most a conversion
//	Assign, Image                   exact                                       invertible: none; else a projection
//	Preassign, Preimage             exact                                       invertible: none; else conversion
//	AssignAll, RelImage, …          exact                                       as Assume, then projection
//	Havoc, RemoveDims, Project      exact                                       projection: generators mapped
//	AddDims, Permute, Rename        exact                                       none but of Havoc for Rename
//	Expand, Fold                    exact; a join                               as Assume; a Join per dimension
//	TimeElapse                      least polyhedron with all x + t·d           conversion
//	Closure, Tighten                exact; see below                            conversion
//	BoundingBox, IntegerBox         least box; rounded outwards                 bounds
//	Bounds, Maximize, Minimize      exact                                       bounds; nothing is merged
//	Entails, Relation, Subsumes     exact                                       bounds
//	Constraints, Generators         minimal                                     conversion; see Generators for products
//	Point                           one of the generators                       conversion
//	Widen                           H79, the standard widening                  inclusion, and a product per constraint and generator
//	WidenPrecise                    BHRZ03, at least as precise per step        as Widen, with candidates tried in turn
//	WidenUpTo, WidenBounded         Widen that keeps bounds, the bounding box   Widen, Assume
//	Narrow                          next as long as it is smaller in kind       conversion
//	Interpolate, InterpolatePoly1,  what separates two                          see each
//	InterpolatePoly2, …Farkas
//	Difference, Complement          a Union, exact                              an Assume per constraint
//
// Sources stand at the heads of the files: blocks.go, lattice.go, assign.go, widen.go, exact.go, interpolate.go, union.go, and
// those of internal/cone and internal/factor.
//
// # Integers
//
// An element over the integers stands for the integer points of a closed polyhedron. Constraints are tightened on entry,
// x < 3 to x <= 2 and 2x <= 3 to x <= 1, and so are those of the results of joins, meets, assignments and projections
// ([Polyhedron.Tighten]); results of widenings are left as they are. That is not the integer hull: IsBottom says true only where
// no rational point is left after that, and Leq and Entails can say false where the integer points alone would
// say true. Join and projection may add integer points that the union and the shadow do not have; [Polyhedron.ExactAssign] and
// [Polyhedron.ExactJoin] tell.
//
// # Limits
//
// Under a limit of time or size ([Polyhedron.Within]) a conversion that explodes is stopped. What then comes back has all the
// points it should have, perhaps more, and says so ([Polyhedron.Approximate]); or, for those who would rather have
// it, there is an error ([Exactly]).
//
// Programming errors, such as operands with different dimensions, panic.
//
// # Speed
//
// Random walks in d dimensions: guards, assignments, joins of two branches, widenings, inclusions; medians of 3 runs on a
// busy machine with 4 cores, CPU time with garbage collection. PPL (1.2, C_Polyhedron) was measured in the same run; ELINA is
// derived from its ratio to PPL, measured elsewhere. "One block" is without decomposition. For the five operations,
// all results are brought to both minimal descriptions. Ratios above 1 say that this package is slower. All
// results that are compared are equal to PPL's, by their checksums.
//
//	                 d    here     one block   PPL       / PPL   one block / PPL   / ELINA
//	step, median     4    16 µs    21 µs       51 µs     0.31    0.41              0.50
//	                 6    41 µs    61 µs       334 µs    0.12    0.18              0.57
//	                 8    39 µs    394 µs      1.5 ms    0.026   0.26              0.62
//	                 10   50 µs    2.3 ms      8.6 ms    0.006   0.27              0.76
//	step, mean       4    18 µs    25 µs       70 µs     0.26    0.35              0.41
//	                 6    97 µs    95 µs       540 µs    0.18    0.18              0.11
//	                 8    92 µs    638 µs      5.1 ms    0.018   0.12              0.10
//	                 10   54 µs    6.3 ms      13 ms     0.004   0.47              0.38
//	meet             8    26 µs    224 µs      706 µs    0.037   0.32              0.34
//	assign           4    11 µs    15 µs       12 µs     0.90    1.3               0.89
//	                 8    24 µs    202 µs      424 µs    0.057   0.48              0.52
//	hull             8    342 µs   3.3 ms      12 ms     0.028   0.27              0.093
//	widen            4    38 µs    30 µs       59 µs     0.63    0.50              1.7
//	                 8    104 µs   554 µs      985 µs    0.11    0.56              0.97
//	inclusion        8    7 µs     19 µs       188 µs    0.039   0.10              0.24
//
// To measure again, with all operations and dimensions:
//
//	go run ./poly/bench
//
// or without PPL: go test -bench 'Walk|Primitive' ./poly
package poly

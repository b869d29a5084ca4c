// Package poly is the abstract domain of convex polyhedra: sets of points that finitely many linear
// constraints describe, weak and strict ones, over the rationals or over the integers (Cousot and
// Halbwachs, "Automatic discovery of linear restraints among variables of a program", POPL 1978).
// It knows nothing of programs. All numbers are exact: machine words as long as they fit, which
// every step checks, and integers of any size where they do not.
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
//
// # The life of a polyhedron
//
// A [Polyhedron] is made with [Top], [Bottom], [Of] or [FromGenerators] and never changes:
// operations return new ones, which share what is the same, and return the receiver where nothing
// changes. It may be used by many goroutines.
//
// There are two ways to describe a polyhedron: by constraints, and by points, rays and lines that
// generate it. Meets need the former, joins and images the latter, and the comparison of two both.
// Each is computed from the other when it is first needed, made minimal and kept (the double
// description method), by Chernikova's algorithm with the improvements of Le Verge; an operation
// adds to the description that it needs, and the conversion goes on from there. That step is the
// only expensive one: its result can be exponentially larger than what goes in. Strict constraints
// are encoded by one more dimension, only where there are any. Packages internal/cone and
// internal/factor do this.
//
// A polyhedron is held as the product of its blocks: sets of dimensions that no constraint relates
// ([Polyhedron.Blocks]; Singh, Püschel, Vechev, "Fast polyhedra abstract domain", POPL 2017). A box
// in 20 dimensions has a million vertices, but 20 blocks with two. Each operation works on the
// blocks it touches, a join on those in which the operands differ, and its result is split into the
// finest blocks again when someone looks at it. No precision is lost. File blocks.go says more;
// [Polyhedron.Undecomposed] switches it off.
//
// # Operations
//
// "Exact" refers to the rationals; integers are described below. The block of an operation is the union of the blocks
// that it involves. The cost "bounds" is a product with each generator of a block, "conversion" is the conversion of
// the block; it is less if the required description is known already.
//
//	operation                       result                                    cost
//	Assume, Meet                    exact                                     bounds if nothing or everything is lost; else conversion
//	Join, Hull                      least polyhedron that contains both       conversion of the blocks that differ
//	ExactJoin                       Join, and whether it is the union         a Join, and inclusions of cut pieces
//	Leq, Equal                      exact                                     bounds per constraint
//	IsBottom, IsTop, IsBounded, …   exact                                     at most a conversion
//	Assign                          exact                                     nothing if invertible; else a projection
//	Preassign                       exact                                     nothing if invertible; else conversion
//	AssignAll, RelImage, …          exact                                     as Assume, then projection
//	Havoc, RemoveDims, Project      exact                                     projection: generators are mapped
//	AddDims, Permute, Rename        exact                                     nothing; Rename: a Havoc
//	Expand, Fold                    exact; a join                             as Assume; a Join per dimension
//	TimeElapse                      least polyhedron with all x + t·d         conversion
//	Closure, Tighten                exact; see below                          conversion
//	BoundingBox, IntegerBox         least box; rounded outwards               bounds
//	Bounds, Maximize, Minimize      exact                                     bounds; no blocks are merged
//	Entails, Relation, Subsumes     exact                                     bounds
//	Constraints, Generators         minimal                                   conversion; see Generators for products
//	Point                           one of the generators                     conversion
//	Widen                           H79, the standard widening                inclusion, and a product per constraint and generator
//	WidenPrecise                    BHRZ03, per step at least as precise      as Widen, with candidates tried in turn
//	WidenUpTo, WidenBounded         Widen that keeps bounds, the bounding box Widen, Assume
//	Narrow                          next while it is smaller in kind          conversion
//	Interpolate, InterpolatePoly1,  what separates two                        see each
//	InterpolatePoly2, …Farkas
//	Difference, Complement          a Union, exact                            an Assume per constraint
//
// The sources of the algorithms are cited at the heads of the files: blocks.go, lattice.go, assign.go, widen.go, exact.go,
// interpolate.go, union.go, and those of internal/cone and internal/factor.
//
// # Integers
//
// An element over the integers stands for the integer points of a closed polyhedron. Constraints
// are tightened on entry, x < 3 to x <= 2 and 2x <= 3 to x <= 1, and so are those of the results of
// joins, meets, assignments and projections ([Polyhedron.Tighten]); results of widenings are left
// as they are. That is not the integer hull: IsBottom says true only where no rational point is
// left after that, and Leq and Entails can say false where the integer points alone would say true.
// Join and projection may add integer points that the union and the shadow do not have;
// [Polyhedron.ExactAssign] and [Polyhedron.ExactJoin] tell.
//
// # Limits
//
// Under a limit of time or size ([Polyhedron.Within]) a conversion that explodes is stopped. What
// then comes back has all the points it should have, perhaps more, and says so
// ([Polyhedron.Approximate]); or, for those who would rather have it, there is an error
// ([Exactly]).
//
// Programming errors, such as operands with different dimensions, panic.
//
// # Speed
//
// Random walks in d dimensions: guards, assignments, joins of two branches, widenings, inclusions;
// medians of 2 runs on a machine with 4 cores that did little else, CPU time with garbage
// collection. PPL (1.2, C_Polyhedron) was measured in the same run; ELINA is derived from its ratio
// to PPL, measured elsewhere. "One block" is without decomposition. For the five operations, all
// results are brought to both minimal descriptions. Ratios above 1 say that this package is slower.
// All results that are compared are equal to PPL's, by their checksums.
//
//	                 d    here     one block   PPL       / PPL   one block / PPL   / ELINA
//	step, median     4    20 µs    16 µs       68 µs     0.29    0.24              0.48
//	                 6    33 µs    64 µs       335 µs    0.098   0.19              0.46
//	                 8    33 µs    328 µs      1.8 ms    0.018   0.18              0.43
//	                 10   33 µs    1.9 ms      11 ms     0.003   0.18              0.39
//	step, mean       4    22 µs    20 µs       83 µs     0.27    0.24              0.43
//	                 6    80 µs    103 µs      531 µs    0.15    0.19              0.10
//	                 8    74 µs    604 µs      5.8 ms    0.013   0.10              0.07
//	                 10   40 µs    6.4 ms      15 ms     0.003   0.43              0.26
//	meet             8    24 µs    195 µs      900 µs    0.027   0.22              0.24
//	assign           4    12 µs    14 µs       14 µs     0.88    1.04              0.87
//	                 8    22 µs    192 µs      529 µs    0.042   0.36              0.38
//	hull             8    333 µs   3.6 ms      16 ms     0.020   0.22              0.07
//	widen            4    36 µs    27 µs       69 µs     0.53    0.39              1.4
//	                 8    100 µs   405 µs      1.3 ms    0.078   0.32              0.71
//	inclusion        8    6 µs     21 µs       245 µs    0.025   0.09              0.16
//
// To measure again, with all operations and dimensions:
//
//	go -C tools run ./polybench
//
// or without PPL: go test -bench 'Walk|Primitive' ./poly
package poly

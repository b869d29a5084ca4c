// Package poly is the abstract domain of convex polyhedra: sets of points that are described by finitely many linear
// constraints, weak or strict, over the rationals or over the integers (Cousot and Halbwachs, "Automatic discovery of
// linear restraints among variables of a program", POPL 1978). The package does not depend on any notion of a program.
// All arithmetic is exact. Numbers are machine words as long as they fit, which every step checks; otherwise they are
// integers of any size.
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
//	Relation    how a polyhedron lies relative to a constraint
//	Limit       bounds the work of conversions; a LimitError reports that one reached it
//
// # The life of a polyhedron
//
// A [Polyhedron] is made with [Top], [Bottom], [Of] or [FromGenerators] and never changes. Operations return new
// polyhedra, which share unchanged parts with their operands. If an operation changes nothing, it returns the receiver.
// A polyhedron may be used by several goroutines at the same time.
//
// There are two ways to describe a polyhedron: by constraints, and by points, rays and lines that generate it. Meets
// need constraints, joins and images need generators, and a comparison needs the generators of one operand and the
// constraints of the other. Each description is computed from the other when it is first needed, made minimal and
// kept (the double description method). The algorithm is Chernikova's with the improvements of Le Verge. An operation
// adds to the description that it needs, and the conversion continues from there. The conversion is the only expensive
// step: its result can be exponentially larger than its input. Strict constraints are encoded by an additional
// dimension, which polyhedra without strict constraints do not have. Packages internal/cone and internal/factor
// implement this.
//
// A polyhedron is held as the product of its blocks: sets of dimensions such that no constraint relates dimensions of
// different blocks ([Polyhedron.Blocks]; Singh, Püschel, Vechev, "Fast polyhedra abstract domain", POPL 2017). For
// example, a box in 20 dimensions has a million vertices, but it is the product of 20 blocks with two vertices each.
// An operation works only on the blocks that it involves; a join works on those in which the operands differ. The
// result is split into the finest blocks again when a query needs it. No precision is lost. See blocks.go;
// [Polyhedron.Undecomposed] turns the decomposition off.
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
//	ExactJoin                       Join, and whether it is the union         a Join, and inclusions of faces or pieces
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
//	Point                           a generator; an integer point             conversion; a search over the integers
//	Widen                           H79, the standard widening                inclusion, and a product per constraint and generator
//	WidenPrecise                    BHRZ03, per step at least as precise      as Widen, with candidates tried in turn
//	WidenUpTo                       Widen that keeps given bounds             Widen, Assume
//	WidenBounded                    WidenUpTo that may keep the bounding box  Widen, Assume
//	Narrow                          next if it is smaller by some measure     conversion
//	Interpolate, InterpolatePoly1,  constraints that separate two polyhedra   see each
//	InterpolatePoly2, …Farkas
//	Difference, Complement          a Union, exact                            an Assume per constraint
//
// The sources of the algorithms are cited at the heads of the files: blocks.go, lattice.go, assign.go, widen.go, exact.go,
// interpolate.go, union.go, and those of internal/cone and internal/factor.
//
// # Integers
//
// An element over the integers represents the integer points of a closed polyhedron. Constraints are tightened when
// they are added: x < 3 becomes x <= 2, and 2x <= 3 becomes x <= 1. The constraints of the results of joins, meets,
// assignments and projections are tightened as well ([Polyhedron.Tighten]); the results of widenings are not.
//
// Tightening does not compute the integer hull. IsBottom returns true only if the tightened constraints have no
// rational solution. Leq and Entails can return false although they hold for the integer points. A join may have
// integer points that are in neither operand, and a projection may have integer points that are the projection of no
// integer point; [Polyhedron.ExactJoin] and [Polyhedron.ExactAssign] report when this cannot happen.
//
// # Limits
//
// Under a limit of time or size ([Polyhedron.Within]), a conversion that takes too long or whose result grows too large
// is stopped. The operation then returns a polyhedron with all points of the exact result and perhaps more, and
// [Polyhedron.Approximate] reports this. A caller who prefers an error uses [Exactly].
//
// Programming errors, such as operands with different dimensions, panic.
//
// # Speed
//
// The table shows random walks in d dimensions: guards, assignments, joins of two branches, widenings and inclusions,
// and single operations. Times are CPU times with garbage collection, medians of 2 runs on an idle machine with 4
// cores. PPL (1.2, C_Polyhedron) was measured in the same run. The ratio to ELINA was computed from the ratio of ELINA to
// PPL, which was measured separately. "One block" is this package without decomposition. For the five single
// operations, both minimal descriptions of the results are computed. A ratio above 1 means that this package is slower.
// The checksums of all compared results are equal to those of PPL.
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

// Package numerictest tests an implementation of a numeric domain against the laws of [numeric.Element]:
//
//	func TestLaws(t *testing.T) { numerictest.Run(t, octagon.Domain()) }
//
// Each law is a subtest with random cases, over the rationals and over the integers, mostly in 0 to 4 dimensions,
// sometimes in 6, where independent blocks are common. Elements are made by random sequences of operations, so that
// forms that an implementation has not closed or minimised yet occur in all places. About one case in four has
// numbers like 2^62 and 10^30, so that words overflow. A law that fails prints the sequences that made its operands,
// shortened by rapid.
//
// Two oracles, which do not use domains, decide what is right.
//
//   - Points. Each element comes with points that must be in it. They are computed by applying to points what the
//     operations do to sets. Over the integers all points of a small grid are compared, too.
//   - Regions. Over the rationals the constraints of an element are a region, and so is the expected result of an
//     operation: it is computed by substitution and, if dimensions are projected away, by Fourier-Motzkin
//     elimination. Inclusion of regions is decided, not sampled.
//
// The laws are those in the comments of numeric.Element, and three stricter ones, whose failure an analyser would
// notice. These apply only over the rationals: Bounds and Entails are exact for expressions and constraints for which
// ExactAssume holds; Expand is exact; Fold is as in its comment, except for the order of joins.
//
// A domain whose lattice is as exact over the integers as over the rationals declares this by the option
// IntegerLattice. Without it, laws of the lattice are checked over the integers only on points.
//
// The package's own tests check that the suite fails when it should: a domain of boxes satisfies all laws, and for each
// of some eighty faults put into this domain, the law that concerns it fails.
//
// Files: laws_*.go hold the laws by subject, plan.go the random elements, region.go and grid.go the oracles, run.go
// the execution of a law.
package numerictest

// Package numerictest tests an implementation of a numeric domain against the laws of
// [numeric.Element]:
//
//	func TestLaws(t *testing.T) { numerictest.Run(t, octagon.Domain()) }
//
// Each law is a subtest with random cases, over the rationals and over the integers, mostly in 0 to
// 4 dimensions, sometimes in 6, where independent blocks are common. Elements are made by random
// sequences of operations, so that forms that an implementation has not closed or minimised yet
// occur in all places. One case in four has numbers like 2^62 and 10^30, so that words overflow. A
// law that fails prints the sequences that made its operands, shortened by rapid.
//
// Two oracles, which know nothing of domains, say what is right.
//
//   - Points. With each element go points that must be in it: found by doing to points what the
//     operations do to sets. Over the integers all points of a small grid are compared besides.
//   - Regions. Over the rationals the constraints of an element are a region, and what an operation
//     should give is a region again: made by substitution and, where dimensions are projected away,
//     by Fourier-Motzkin elimination. Inclusion of regions is decided, not sampled.
//
// The laws are those that the comments of numeric.Element state, and three that are stricter than
// they, because an analyser will miss it when they fail, and which bind only over the rationals:
// Bounds and Entails are exact for expressions and constraints that ExactAssume claims; Expand is
// exact; Fold is what the comment says, but for the order of joins.
//
// A domain whose lattice is as exact over the integers as over the rationals says so by the option
// IntegerLattice; without it, laws of the lattice are checked over the integers on points only.
//
// That the suite fails where it should is tested here: a domain of boxes keeps all laws, and each
// of some eighty faults put into it is found by the law that is about it.
//
// Files: laws_*.go hold the laws by subject, plan.go the random elements, region.go and grid.go the
// oracles, run.go what runs a law.
package numerictest

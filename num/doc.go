// Package num holds the exact numbers that every decision in whet rests on.
//
//   - [Int] is a mathematical integer of any size.
//   - [Rat] is a rational number.
//   - [Row] is a sparse vector of rationals over one denominator: a row of a tableau, a constraint of a
//     polyhedron.
//
// All three keep what fits machine words in them, without allocation, find out exactly when it does not
// (math/bits), and then fall back to math/big and come back when they can. Their zero values are 0.
// Int and Rat are immutable and canonical: equal values are held in the same way, so a small value
// never carries a big one; Row is changed in place. The benchmarks show each fast path and each fallback
// beside math/big.
package num

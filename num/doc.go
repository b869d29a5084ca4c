// Package num holds the exact numbers that every decision in whet rests on.
//
//   - [Int] is a mathematical integer of any size.
//   - [Rat] is a rational number.
//
// Both keep what fits machine words in them, without allocation, find out exactly when it does not
// (math/bits), and then fall back to math/big and come back when they can. Their zero values are 0.
// They are immutable and canonical: equal values are held in the same way, so a small value never
// carries a big one. The benchmarks show each fast path and each fallback beside math/big.
package num

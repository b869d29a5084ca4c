// Package num holds the exact numbers that all of whet computes with.
//
//   - [Int] is a mathematical integer of any size.
//   - [Rat] is a rational number.
//
// Both hold values that fit machine words without allocation, detect overflow exactly (math/bits), fall back to
// math/big, and return to words when they can. Their zero values are 0. They are immutable and canonical: equal values
// have equal representations, so a small value is never stored as a big one. The benchmarks compare each fast path and
// each fallback with math/big.
package num

// Package smt has the terms of the solver: expressions and formulas over the Booleans, the integers
// and the reals, bit-vectors, floating point numbers, arrays and uninterpreted functions, as SMT-LIB
// 2.6 defines them.
//
// A [Builder] makes terms. They are immutable and unique (hash-consed), so equality is pointer
// equality, and every constructor brings what it makes to a normal form as far as that is cheap and
// local: sums are lists of factors, comparisons of numbers are sums compared with 0 such that an
// atom and its negation share one term, constants are folded.
//
// # Floating point
//
// Terms of a [Builder.FloatSort] have the values of SMT-LIB: one NaN, two zeros. What a program has
// in a float is a word, a bit-vector, of which a NaN has many. [Builder.FloatOfWord] and
// [Builder.WordOfFloat] go between the two, and [Builder.FloatOperation] makes an operation of
// package fp on words a term:
//
//	o := fp.Operation{Code: fp.OpAdd, F: fp.Single}
//	open := b.Fresh("nan", b.BitVecSort(32))    // sign and payload, should the sum be a NaN
//	sum, _, _ := b.FloatOperation(o, open, b.RoundingMode(fp.NearestEven), x, y) // 32 bits each
//
//	o = fp.Operation{Code: fp.OpToInt, F: fp.Double, Int: 32, Signed: true}
//	i, fits, _ := b.FloatOperation(o, nil, b.RoundingMode(fp.TowardZero), d) // undefined unless fits
//
// A NaN that a chain of operations hands on costs nothing: the word of a float, read as a float, is
// that float again.
//
// What decides lives in the folders below: the solver is [github.com/whet-mc/whet/smt/solver].
package smt

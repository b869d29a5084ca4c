// Package smt has the terms of the solver: expressions and formulas over the Booleans, the integers
// and the reals, bit-vectors, floating point numbers, arrays and uninterpreted functions, as SMT-LIB
// 2.6 defines them.
//
// A [Builder] makes terms. They are immutable and unique (hash-consed), so equality is pointer
// equality. Every constructor normalizes its result, as far as that is cheap and local: sums are
// lists of factors, constants are folded, and comparisons of numbers are sums compared with 0, such
// that an atom and its negation share one term.
//
// # Floating point
//
// Terms of a [Builder.FloatSort] have the values of SMT-LIB: one NaN, two zeros. A program stores a
// float as a word, a bit-vector, and many words are NaNs. [Builder.FloatOfWord] and
// [Builder.WordOfFloat] convert between words and floats, and [Builder.FloatOperation] makes a term
// for an operation of package fp on words:
//
//	o := fp.Operation{Code: fp.OpAdd, F: fp.Single}
//	open := b.Fresh("nan", b.BitVecSort(32))    // sign and payload, should the sum be a NaN
//	sum, _, _ := b.FloatOperation(o, open, b.RoundingMode(fp.NearestEven), x, y) // 32 bits each
//
//	o = fp.Operation{Code: fp.OpToInt, F: fp.Double, Int: 32, Signed: true}
//	i, fits, _ := b.FloatOperation(o, nil, b.RoundingMode(fp.TowardZero), d) // undefined unless fits
//
// A NaN that passes through a chain of operations costs nothing: the word of a float, read as a
// float, is that float again.
//
// The decision procedures are in the folders of this one. The solver is
// [github.com/whet-mc/whet/smt/solver].
package smt

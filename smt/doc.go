// Package smt has the terms of the solver: expressions and formulas over the Booleans, the integers
// and the reals, bit-vectors, arrays and uninterpreted functions, as SMT-LIB 2.6 defines them.
//
// A [Builder] makes terms. They are immutable and unique (hash-consed), so equality is pointer
// equality, and every constructor brings what it makes to a normal form as far as that is cheap and
// local: sums are lists of factors, comparisons of numbers are sums compared with 0 such that an
// atom and its negation share one term, constants are folded.
//
// What decides lives in the folders below: the solver is [github.com/whet-mc/whet/smt/solver].
package smt

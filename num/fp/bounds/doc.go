// Package bounds says what operations on floating numbers can give, where it is known between which
// numbers their operands lie.
//
// A [Set] has the words of some numbers: those between two in the order of the numbers, and all NaNs,
// or none. Roundings are monotone, so that the ends of an operand's interval lead to those of the
// result's, computed with the rounding mode that the program has: nothing is rounded outwards, and
// the bounds of sums, products by numbers of one sign, roots and conversions are exact.
//
// What relates two numbers is no interval. [Forms] are linear forms of operations with the error of
// the rounding, over numbers that are read as fixed-point ones ([Fixed]).
//
// The order of a number is that of package cfa/lower: for a word from 0 up the word, for one with a
// sign what falls below that of -0, so that both zeros have the order 0, and that of a NaN means
// nothing. Formats that store the first bit of the significand have words that are no numbers, and
// are not known here.
package bounds

// Package bounds computes bounds of the results of floating-point operations from bounds of their operands.
//
// A [Set] contains the words of the numbers between two numbers, and all NaNs or none. Roundings are monotone, so the
// ends of the operands' intervals lead to the ends of the result's, computed with the program's rounding mode:
// nothing is rounded outward, and the bounds of sums, products by numbers of one sign, roots and conversions are
// exact.
//
// Relations between two numbers are not intervals. [Forms] are linear forms of operations with the rounding error,
// over numbers that are read as fixed-point numbers ([Fixed]).
//
// The order of a number is defined as in package cfa/lower: a nonnegative word is its own order, and the order of a
// negative word is the word of -0 minus the word. So both zeros have the order 0. The order of a NaN has no meaning.
// Formats that store the first bit of the significand have words that are not numbers, and are not supported.
package bounds

// Package brute finds out what small programs do by trying all their inputs, with the compilers
// that are installed.
//
// Compiling is what costs, so many programs become one executable (Batch): their names get
// prefixes, their inputs come from a driver. The driver forks at each input, once for each value in
// the comment of the call (/* low..high */), so that all ways through the program are taken, and no
// more; what the program shows on the way (see package small) is counted in memory that all
// processes share.
//
//	Toolchain   compilers, as many as there are, each with sanitizers, and one more time without,
//	            optimised
//	Batch       programs to be tried together
//	Outcome     what one of them did: how many runs there were, what they have shown, and whether
//	            all of it is defined
//
// Where the question is which programs break a rule of C, RuleWays has the sanitizers that look for
// that rule, and Violations says which programs they object to.
//
// A program is Undefined if a sanitizer objects to a run, if a run crashes, or if two compilers, or
// two levels of optimisation, do not show the same: then it is no use as an example, whatever a
// verifier says of it. Where runs take too long or are too many it is TooLarge.
//
// The promises that programs rely on are those of package fuzz: signed arithmetic wraps, types do
// not tell objects apart (-fwrapv -fno-strict-aliasing), and each operation on floating numbers is
// rounded to its type (-ffp-contract=off; for i386 also -mfpmath=sse). Sanitizers are not asked
// about shifts of signed numbers and arithmetic on null, which whet gives the meaning that
// compilers give them.
package brute

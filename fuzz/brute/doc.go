// Package brute finds out what small programs do by trying all their inputs, with the installed compilers.
//
// Compiling costs most of the time, so many programs become one executable, a batch: their names get prefixes, and
// their inputs come from a driver. The driver forks at each input, once for each value in the comment of the call (/*
// low..high */). So it takes each path through the program exactly once. The values that the program shows (see
// package small) are counted in memory that all processes share.
//
//	Way         a compiler and its flags, with sanitizers or without
//	Source      a program to try
//	Try         compiles and runs a batch in one way
//	Outcome     what one program did: the number of runs, the values shown, and whether all runs are
//	            defined
//	All         tries programs in several ways, and gives a Verdict for each
//
// For the question which programs break a rule of C, RuleWays returns the sanitizers for this rule, and Violations
// the programs to which they object.
//
// A program is Undefined if a sanitizer objects to a run, if a run crashes, or if two compilers, or two levels of
// optimisation, show different values. Then it cannot serve as an example. It is TooLarge if it has too many runs, or
// runs that take too long.
//
// Programs rely on the same promises as in package fuzz: signed arithmetic wraps, types do not distinguish objects
// (-fwrapv -fno-strict-aliasing), and each operation on floating numbers is rounded to its type (-ffp-contract=off;
// for i386 also -mfpmath=sse). Sanitizers do not check shifts of signed numbers and arithmetic on null, to which whet
// gives the same meaning as compilers.
package brute

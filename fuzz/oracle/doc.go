// Package oracle runs compiled programs on random inputs, to find errors in programs that a verifier calls safe. It
// shares nothing with the verifier: compilers read the program, and their sanitizers and the C library report errors.
//
//	Program   files, flags, and which rules the verifier was asked to check
//	Bench     a directory with the compiled stubs; it builds programs and runs them
//	Result    the number of runs, or the reason why there were none, and the finds
//	Find      a report of a sanitizer or a failing assertion, with the way to compile and the seed
//
// A program is compiled in several ways (ways.go), linked with a stub (stub.go), and run once for each seed. The stub
// provides a standard input, arguments, results of malloc and rand, and results of functions without a body
// (externs.go): interesting numbers, and numbers in the program's text. The same seed gives the same inputs in all
// ways.
//
// A report counts only if the rule that it breaks was checked (classify.go). All other reports, assumptions that do
// not hold, signals, and runs that take too long end the run without a conclusion, and count as discarded.
//
// Programs that could do harm, because they delete files, send signals or start programs, are not run (harmful). Each
// run has a separate directory and small limits, and the user nobody if possible.
package oracle

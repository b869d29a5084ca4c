// Package oracle runs compiled programs on random inputs, to find what a verifier that calls them
// safe has missed. It shares nothing with the verifier: compilers read the program, their sanitizers
// and the C library say what is wrong.
//
//	Program   files, flags, and which rules the verifier was asked to check
//	Bench     a folder with the compiled stubs; it builds programs and runs them
//	Result    how many runs there were, why there were none, and the finds
//	Find      a report of a sanitizer or a failing assertion: the way to compile, and the seed
//
// A program is compiled in several ways (ways.go), linked with a stub (stub.go), and run once for
// each seed. The stub gives it a standard input, arguments, results of malloc and rand, and values
// of the functions that it only declares (externs.go): interesting numbers, and those that stand in
// its text. The same seed gives the same inputs in all ways.
//
// What a run reports counts only where the rule that it breaks was asked for (classify.go). All
// other reports, assumptions that do not hold, signals, and runs that take too long end the run,
// and nothing is concluded from it: the counts have them as discarded.
//
// Programs that could do harm, since they delete files, send signals or start programs, are not
// run (Bench.harmful); what runs has a folder of its own, small limits, and is the user nobody where
// that is possible.
package oracle

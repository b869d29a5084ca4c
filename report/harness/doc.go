// Package harness writes a counterexample as C: a file that, compiled together
// with the program by any C compiler, makes it reach the error.
//
//	cc -fwrapv program.c harness.c -o repro && ./repro; echo $?
//
// The file defines what the program only declares. The __VERIFIER_nondet_* functions, and other functions without a
// body that are not in the C library, return what the run of the interpreter took. Each function has its own queue of
// values, since a compiled program calls each of them in the same order. Error functions report the error and end the
// program. All definitions are weak symbols, so that definitions in the program take precedence.
//
//	exit status   meaning
//	42            the error was reached
//	43            the program left the recorded run: it requested more inputs
//	44            an assumption does not hold
//	other         the program ended by itself
//
// If the error is a violation of a rule of C, the program does not show it. The comment at the head of the file gives
// the command with the sanitizer for this rule, which reports the error and ends the program. Allocations fail where
// they failed in the run, by the linker's --wrap.
//
// A C file cannot set the values that the run took for uninitialized variables. Nor can it set what functions of the
// C library return (rand, getchar, fork), except whether allocations succeed. If the run depends on such values, it
// is a matter of luck whether the program repeats the run. A comment lists these values and everything else that the
// file cannot bring about. Nor can the file observe an error that is a label, or a call of an error function whose
// body in the program does nothing.
//
// The command calls Write with an outcome that refine has replayed, of a run of the whole program: in a slice, calls
// whose results do not matter take no inputs.
package harness

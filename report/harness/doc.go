// Package harness writes a counterexample as C: a file that, compiled together
// with the program by any C compiler, makes it reach the error.
//
//	cc -fwrapv program.c harness.c -o repro && ./repro; echo $?
//
// The file defines what the program only declares: the __VERIFIER_nondet_* functions and other
// functions without a body, but for those of the C library, return what the run of the interpreter
// took, one queue for each function, as a compiled program calls each of them in the same order;
// error functions say so and end the program. All are weak symbols, so that definitions in the
// program win.
//
//	exit status   meaning
//	42            the error was reached
//	43            the program left the recorded run: it asked for more inputs
//	44            an assumption does not hold
//	other         the program ended by itself
//
// Where the error is a violation of a rule of C, nothing in the program tells: the comment at the
// head of the file gives the command with the sanitizer that looks for this rule, which reports the
// error and ends the program. Calls that allocate fail where they did in the run, by the linker's
// --wrap.
//
// C cannot set what the run took for variables that are not initialised, nor what functions of the
// C library give (rand, getchar, fork) but for memory: whether the program repeats the run is then
// a matter of luck. These values are listed in a comment, as is what else the file cannot bring about. Nor can
// it observe an error that is a label, or a call of an error function whose body in the program
// does nothing.
//
// Write is called by the command with the outcome that refine has replayed, of
// a run of the whole program: in a slice, calls whose results do not matter take no inputs.
package harness

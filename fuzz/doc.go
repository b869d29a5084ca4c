// Package fuzz makes random C programs and compares how whet runs them with how
// a compiled program runs.
//
// Program writes a program in a large subset of C that has no undefined
// behaviour for any input, given gcc's promises: two's complement, signed
// arithmetic that wraps (-fwrapv), unions and character pointers that see the
// bytes of an object (-fno-strict-aliasing). It terminates within some ten
// thousand operations, reads its inputs from __VERIFIER_nondet_* functions, and
// makes its outcome visible: main returns the low byte of a checksum over
// everything that it computed, and on some checksums reach_error is called first.
//
//	type      role
//	Options   size of the program, and which parts of C to use
//	GCC       compiles a program together with a driver, and runs it on inputs
//	Result    how a run ended: exit status, reach_error, or assumption broken
//	Reduce    shortens a program while it stays interesting
//
// How the generator avoids undefined and unspecified behaviour is said
// where it does so; in short:
//
//   - divisors and shift counts are masked or guarded;
//   - indexes are reduced modulo the length;
//   - pointers always point to an object that lives at least as long as they do,
//     unless they are tested for null right before;
//   - variables are initialised when they are declared, or assigned by the next statement;
//   - an expression has at most one part with side effects between two sequence
//     points, and beside it only constants and variables that nothing assigns to;
//   - each loop counts on a variable of its own that nothing else assigns to, and
//     the nesting of loops and calls is bounded by an estimate of the cost.
//
// For the solver there is Formula, a random formula with a meaning of its own that all assignments
// can be tried on; the test FuzzSolve compares the two, and FuzzSMTLIB reads anything.
//
// The comparison of programs is a test of this package (differential_test.go), as is
// that of the hand-written programs in testdata/semantics. To hunt for differences:
//
//	go test ./fuzz -run 'TestDifferential$' -timeout 0 -v -args -from 1000 -count 500 -keep /tmp/found
//
// The attack (go run ./fuzz/attack -budget 2m) goes further: programs with so few inputs that all
// can be tried (package small), compiled and run by the hundred (package brute), claims about what
// they compute, which every engine has to decide rightly or not at all, forged certificates, and
// SMT-LIB scripts that other solvers answer, too (package script). It writes a page of its figures
// with -report.
//
// What whet calls safe in other programs, without labels, is compiled with sanitizers and run on random
// inputs by go run ./fuzz/attack -safe MANIFEST (package oracle).
//
// -size makes the programs larger, -exact also reports those that the lowering does not model
// exactly, and -keep writes what was found, reduced.
package fuzz

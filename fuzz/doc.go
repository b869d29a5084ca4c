// Package fuzz makes random C programs and compares the behaviour that whet computes with the behaviour of a compiled
// program.
//
// Program writes a program in a large subset of C. It has no undefined behaviour for any input, given gcc's promises:
// two's complement, signed arithmetic that wraps (-fwrapv), unions and character pointers that access the bytes of an
// object (-fno-strict-aliasing). It terminates within some ten thousand operations and reads its inputs from
// __VERIFIER_nondet_* functions. Its outcome is visible: main returns the low byte of a checksum over everything that
// it computed, and for some checksums calls reach_error first.
//
//	type      role
//	Options   size of the program, and which parts of C to use
//	GCC       compiles a program together with a driver, and runs it on inputs
//	Result    how a run ended: exit status, reach_error, or assumption broken
//	Reduce    shortens a program while it stays interesting
//
// The code states how it avoids undefined and unspecified behaviour in each case. In short:
//
//   - divisors and shift counts are masked or guarded;
//   - indexes are reduced modulo the length;
//   - pointers always point to an object that lives at least as long as they do,
//     unless they are tested for null right before;
//   - variables are initialized when they are declared, or assigned by the next statement;
//   - between two sequence points, an expression has at most one part with side effects; its other
//     parts are constants and variables that nothing assigns to;
//   - each loop counts on a separate variable that nothing else assigns to, and
//     the nesting of loops and calls is bounded by an estimate of the cost.
//
// For the solver there is Formula, a random formula that can be evaluated for all assignments without the solver. The
// test FuzzSolve compares the two, and FuzzSMTLIB reads arbitrary text.
//
// A test of this package compares programs (differential_test.go), and another one the hand-written programs in
// testdata/semantics. To hunt for differences:
//
//	go test ./fuzz -run 'TestDifferential$' -timeout 0 -v -args -from 1000 -count 500 -keep /tmp/found
//
// -size makes the programs larger, -exact also reports programs that the lowering does not model exactly, and -keep
// writes the findings, reduced.
//
// The attack (go run ./fuzz/attack -budget 2m) goes further. Its programs have so few inputs that all of them can be
// tried (package small), and it compiles and runs hundreds of them together (package brute). Every engine has to
// decide claims about their results correctly or not at all. It also forges certificates, and compares answers to
// SMT-LIB scripts with other solvers (package script). Some programs work on linked structures and may have a planted
// fault (package lists), and sanitizers decide whether they fail. With -report it writes a page of figures.
//
// Programs without labels that whet calls safe are compiled with sanitizers and run on random inputs by go run
// ./fuzz/attack -safe MANIFEST (package oracle).
package fuzz

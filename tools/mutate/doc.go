// Package mutate finds out which faults in a package its tests find. A fault, called a mutant, is one small change of
// the code. A test that fails kills it. A survivor shows that a test is missing, or is equivalent to the original.
// The package is for code that nothing else checks. Here these are the checkers of proofs, smt/proof and cert, and
// code on which they rely: num/fp/bounds, and the implications that smt/words states about its bounds (-only
// 'bounds.go . (bound|among) ').
//
//	go -C tools run ./mutate/cmd ./smt/proof
//	go -C tools run ./mutate/cmd -sample 100 -seed 7 ./cert
//	go -C tools run ./mutate/cmd -v -log /tmp/cert.log ./cert            # a run that can be
//	                                                                     stopped and continued
//	go -C tools run ./mutate/cmd -again -log /tmp/cert.log ./cert        # survivors again, after
//	                                                                     tests were added
//	go -C tools run ./mutate/cmd -skip 'Greedy|Nested' -log /tmp/cert.log ./cert  # a first round
//	                                                                              without tests
//	                                                                              that take long
//	go -C tools run ./mutate/cmd -most 1s -log /tmp/cert.log ./cert       # the same, by cost:
//	                                                                      then -again
//	go -C tools run ./mutate/cmd -only 'check.go .* \(\*checker\)' ./cert
//	go -C tools run ./mutate/cmd -listed -update /tmp/mutants.md ./cert  # the report as a section
//	                                                                     of a page
//
// The command ends with status 1 if a mutant survived that is not on the list of equivalent ones, or if the list is
// wrong.
//
// # Operators
//
//	relation    < becomes <=, !=, >=; <= becomes <, ==, >; and so on; == and != of numbers become
//	            <= and >=, < and >; each becomes its opposite, true and false
//	condition   any other computed truth value: negated, true, false; a conjunction negated or
//	            true, a disjunction negated or false (a conjunction is false if its first part
//	            is)
//	connective  && becomes ||, and the reverse
//	boolean     true becomes false, and the reverse
//	constant    an integer becomes one more or one less; ++ of a loop becomes += 2
//	arithmetic  + and -, * and /, % and *, & and |, ^ and &, << and >>, min and max, ++ and --
//	result      a returned value becomes nil or zero
//	statement   left out: calls, assignments, loops, break, continue, defer
//	case        the body of a case does nothing
//
// Dropping an operand of && is the same as making it true, dropping one of || the same as making it false. A false
// condition of an if statement is the same as leaving the statement out. Enumerations are not numbers: only their
// order is mutated. Declarations of constants are not mutated, and neither is code for which the mutant would not
// compile: the last return of a function, declarations of variables.
//
// # Method
//
// All mutants are compiled into one copy of the package, and the environment selects the one that is alive (mutant
// schemata: Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", ISSTA 1993). The text is rewritten
// to calls of package schema (instrument.go, statements.go, expressions.go). go/types determines what is a number or
// a truth value. go test compiles the result with -overlay, so that no file of the package changes.
//
// Each test is run once by itself. This shows which sites it reaches, which of their mutants ever differ from the
// original (a relation whose truth value never differs changes nothing), and its cost. Then each mutant is tried with
// the tests that can distinguish it from the original: first with the tests that killed others in its function, then
// from the cheapest on, until one fails. A mutant that needs ten times as many loop rounds and calls as the original
// is endless, and counts as killed; this is counted, not timed. Only if it spends its time in other packages does the
// processor time decide (four times as much and four seconds), or the memory (1.5 GB). No verdict of a test depends
// on these limits.
//
// The choice of relations follows Kaminski, Ammann and Offutt, "Better predicates" (AST 2011); their opposites are
// added because readers expect them.
//
// # Equivalent mutants
//
// The package's testdata/mutants.txt lists mutants that no test can kill, with reasons. A mutant is named by file,
// function, operator, text, replacement, and a number if there are several such mutants. The command reports lines
// that match no mutant any longer, and lines whose mutant a test kills. Listed mutants are tried only with -listed.
//
// # Cost
//
// smt/proof has 2,000 mutants, cert 4,700, num/fp/bounds 370. Each takes about 70 ms of processor time, as the first
// few tests kill most of them; a survivor takes as long as all tests together.
package mutate

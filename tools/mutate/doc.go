// Package mutate tries which faults in a package its tests find. A fault, a mutant, is one small
// change of the code: a test that fails kills it; what survives shows a test that is missing, or a
// mutant that is equivalent to the original. It is for packages that nothing else checks: here
// those that check proofs, smt/proof and cert, and what these take as it is: num/fp/bounds, and the
// implications that smt/words says of its bounds (-only 'bounds.go . (bound|among) ').
//
//	go -C tools run ./mutate/cmd ./smt/proof
//	go -C tools run ./mutate/cmd -sample 100 -seed 7 ./cert
//	go -C tools run ./mutate/cmd -v -log /tmp/cert.log ./cert            # a run that can be
//	                                                                     stopped, and goes on
//	go -C tools run ./mutate/cmd -again -log /tmp/cert.log ./cert        # after tests were added:
//	                                                                     what survived
//	go -C tools run ./mutate/cmd -skip 'Greedy|Nested' -log /tmp/cert.log ./cert  # a first round
//	                                                                              without tests
//	                                                                              that take long
//	go -C tools run ./mutate/cmd -most 1s -log /tmp/cert.log ./cert       # the same, by cost:
//	                                                                      then -again
//	go -C tools run ./mutate/cmd -only 'check.go .* \(\*checker\)' ./cert
//	go -C tools run ./mutate/cmd -listed -update /tmp/mutants.md ./cert  # the report as a section
//	                                                                     of a page
//
// The command ends with status 1 if a mutant survived that is not on the list of equivalent ones,
// or if the list is wrong.
//
// # Operators
//
//	relation    < becomes <=, !=, >=; <= becomes <, ==, >; and so on; == and != of numbers become
//	            <= and >=, < and >; each its opposite, true and false
//	condition   any other truth value that is computed: negated, true, false; a conjunction
//	            negated or true, a disjunction negated or false (that a conjunction is false is
//	            that its first part is)
//	connective  && becomes ||, and the other way round
//	boolean     true becomes false, and the other way round
//	constant    a whole number and one more or less; ++ of a loop becomes += 2
//	arithmetic  + and -, * and /, % and *, & and |, ^ and &, << and >>, min and max, ++ and --
//	result      what is returned becomes nil or zero
//	statement   left out: calls, assignments, loops, break, continue, defer
//	case        the body of a case does nothing
//
// An operand of && that is dropped is the same as one that is true, one of || as one that is false;
// so is a condition of an if statement that is false the same as the statement left out.
// Enumerations are no numbers: of their members only the order is one. Not mutated are declarations
// of constants, and what would not compile: the last return of a function, variables declared.
//
// # How
//
// All mutants are compiled into one copy of the package, and the environment says which one is
// alive (mutant schemata: Untch, Offutt and Harrold, "Mutation analysis using mutant schemata",
// ISSTA 1993). Here that is a rewriting of the text (instrument.go, statements.go, expressions.go)
// to calls of package schema, checked with go/types for what is a number or a truth value, which go
// test compiles with -overlay: no file of the package is touched.
//
// Each test is run once by itself, which tells what sites it reaches, which mutants of them once
// are not what the original is (a relation that has the same truth value whenever it is looked at
// changes nothing), and what it costs. Then each mutant is tried with the tests that can tell it
// from the original, first with those that killed others in its function, then from the cheapest
// on, until one fails. A mutant that needs ten times as many rounds of loops and calls as the
// original is endless, and counts as killed: that is counted, not timed. Only where it gets lost in
// other packages does the processor time decide (four times as much and four seconds), or the
// memory (1.5 GB). No verdict of a test depends on that; it is a bound for this tool.
//
// Which relations are worth trying is from Kaminski, Ammann and Offutt, "Better predicates" (AST
// 2011); their opposites are added for the sake of readers.
//
// # Equivalent mutants
//
// The package's testdata/mutants.txt lists mutants that no test can kill, with reasons. They are
// called by file, function, operator, text, what stands there instead, and a number where there is
// more than one such. A line that is no mutant any longer is reported, and so is one that a test
// kills. They are not tried without -listed.
//
// # Cost
//
// smt/proof has 2,000 mutants, cert 4,700, num/fp/bounds 370; they take some 70 ms of processor time each, as most are
// killed by the first few tests, and survivors as long as all tests together.
package mutate

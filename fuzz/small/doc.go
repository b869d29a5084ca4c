// Package small makes random C programs with so few bits of input that all inputs can be tried.
//
// A Program has places at which it shows a value: lines SEE(i, expression); and, for a claim about the cells of an
// array, ALL(i, k, low, high, condition);. A compiled program counts the values shown there (package brute). Claim
// then turns the places into claims, and the values decide whether they hold: if ((expression) == 7) reach_error();
// is unsafe if 7 was seen, and safe otherwise. So each program gives claims of both kinds, most of them close to the
// boundary.
//
// A program consists of a few idioms (idioms_*.go). Each idiom uses ints of the program and makes a new one. An idiom
// is a text:
//
//	^ …         a line at file scope; other lines are statements of a block
//	< …         a line at file scope of both files, in programs of two files
//	> …         a line at file scope of the second file
//	# …         an #include
//	~ …         a line that may be missing
//	= …         last line: the value of the idiom, an int
//	$name       a new name
//	@e @b       an expression, a condition, over the ints in scope
//	@2 … @9     a number less than the digit, made from these ints
//	@n @m       a number from 2 to 5, the same in the whole idiom; @k @l a small one, new each
//	            time
//	@T @U       an integer type, the same in the whole idiom
//	@F @G       a floating type, the same in the whole idiom
//	@f @v       a floating expression over the numbers in scope; a literal
//	@see(…)     a place that shows a value, in the middle of the idiom
//	@must(…)    a condition that an annotation of the idiom states
//	«a|b|c»     one of these
//
// Every sixth program has idioms with floating numbers (idioms_float.go).
//
// No idiom has undefined behaviour for any input, given gcc's promises (see package fuzz). A test runs them with
// sanitizers to check this. If the behaviour of a program follows only from the contract of the library, such as that
// getchar returns -1 to 255, its text states the truth (contracts_*.go), since no compiled run shows all possible
// behaviours.
//
// Hazards (hazards*.go) are idioms that break a rule of C on some inputs. Hazardous makes programs from the hazards
// about one rule, which sanitizers judge (brute.Violations).
//
// Inputs are written __VERIFIER_nondet_int(/* -1..2 */). An assumption or an operation that follows makes all other
// values superfluous: only the values in the comment have to be tried.
package small

// Package small makes random C programs with so few bits of input that all inputs can be tried.
//
// A Program has places at which it shows a value: lines SEE(i, expression); and, for a claim about
// the cells of an array, ALL(i, k, low, high, condition);. A compiled program notes what is shown
// there (package brute); Claim then turns the places into claims of which the values say whether
// they hold: if ((expression) == 7) reach_error(); is unsafe if 7 was seen, and safe otherwise. So
// each program gives claims of both kinds, and those that nearly hold are the usual ones.
//
// A program is a few idioms (idioms_*.go), each of which takes ints of the program and gives one
// more. An idiom is a text:
//
//	^ …         a line at file scope; other lines are statements of a block
//	# …         an #include
//	~ …         a line that may be missing
//	= …         last line: the value of the idiom, an int
//	$name       a new name
//	@e @b       an expression, a condition: of the ints that there are
//	@2 … @9     a number less than that, made of these
//	@n @m       a number from 2 to 5, the same in the whole idiom; @k @l a small one, new each
//	            time
//	@T @U       an integer type, the same in the whole idiom
//	@F @G       a floating type, the same in the whole idiom
//	@f @v       a floating expression, of the numbers that there are; a literal
//	@see(…)     a place that shows a value, in the middle of things
//	«a|b|c»     one of these
//
// Each sixth program has idioms with floating numbers (idioms_float.go).
//
// No idiom has undefined behaviour for any input, given gcc's promises (see package fuzz); that it
// is so is tested by running them with sanitizers. What a program does by the contract of the
// library alone, such as that getchar returns -1 to 255, has its truth written beside it
// (contracts_*.go), since no compiled run shows all that may happen.
//
// Hazards (hazards*.go) are idioms that break a rule of C on some inputs; Hazardous makes programs
// of those that are about one rule, which sanitizers judge (brute.Violations).
//
// Inputs are written __VERIFIER_nondet_int(/* -1..2 */), followed by an assumption, or by an
// operation, that makes all other values superfluous: only those in the comment have to be tried.
package small

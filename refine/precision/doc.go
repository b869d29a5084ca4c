// Package precision is what engines track of a program, in one form for all of them.
//
//	Element     one thing that is tracked: a variable, a cell, a predicate or a bound of a
//	            widening, in a scope
//	Scope       where: in the whole program, in a procedure, or at a location
//	Vocabulary  makes elements for a program, and reads them
//
// An element says what to look at, not what is true. So one that was learnt from an earlier version
// of a program is a good one to begin with, and nothing has to be trusted (Beyer, Löwe, Novikov,
// Stahlbauer, Wendler: Precision reuse for efficient regression verification, FSE 2013).
// Element.String writes it down by names of the program, and Vocabulary.Read finds it again, in
// that program or in another one:
//
//	main variable |main::i|
//	* cell (select |::a| 3)
//	main@12:5 predicate (<= (+ |main::i| 1) |main::n|)
//
// Names are those of formula.Coder, formulas are in the syntax of SMT-LIB. What is not of this form
// is an error; an element that names what the program does not have is left out.
package precision

// Package precision is a common representation of what engines track of a program.
//
//	Element     one thing that is tracked: a variable, a cell, a predicate or a bound of a
//	            widening, in a scope
//	Scope       where: in the whole program, in a procedure, or at a location
//	Vocabulary  makes elements for a program, and reads them
//
// An element says what to track, not what is true. So an element that was learnt from an earlier version of a program
// is a good start, and nothing has to be trusted (Beyer, Löwe, Novikov, Stahlbauer, Wendler: Precision reuse for
// efficient regression verification, FSE 2013). Element.String writes it with names of the program, and
// Vocabulary.Read finds it again, in that program or in another one:
//
//	main variable |main::i|
//	* cell (select |::a| 3)
//	main@12:5 predicate (<= (+ |main::i| 1) |main::n|)
//
// Names are the names of formula.Coder, and formulas are in the syntax of SMT-LIB. Text of another form is an error;
// an element with a name that the program does not have is left out.
package precision

// Package script makes random SMT-LIB scripts and has other solvers answer them.
//
//	Script   declarations and named assertions over the theories of one logic, which a seed
//	         determines
//	Rival    a solver that is installed (z3, cvc5): one process answers many questions, each in a
//	         push and a pop
//	Question assertions, of which a rival says whether they are satisfiable
//
// The scripts are small, so that sat and unsat are about as frequent. (Formula, in package fuzz, is
// another sort of random formula, with so few values that its truth can be found by trying.)
package script

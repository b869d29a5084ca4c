// Package script makes random SMT-LIB scripts and lets other solvers answer them.
//
//	Script   declarations and named assertions over the theories of one logic, determined by a seed
//	Rival    an installed solver (z3, cvc5): one process answers many questions, each in a push and
//	         a pop
//	Question assertions; a rival answers whether they are satisfiable
//
// The scripts are small, so that sat and unsat are about equally frequent. (Formula, in package fuzz, is another kind
// of random formula, with so few values that all assignments can be tried.)
package script

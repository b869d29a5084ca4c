// Package fit finds the simplest polynomial that takes given values at given points, if there is a simple one.
//
// It is the step "guess" of guess-and-check: Sharma, Gupta, Hariharan, Aiken, Liang and Nori, "A Data Driven Approach
// for Algebraic Loop Invariants" (ESOP 2013), collect the values of variables at a loop head, use the values of each
// monomial as a column of a matrix, and read equations off its null space. Here one column, the values, is expressed
// in the others. Monomials are added one by one, the simplest first, so the polynomial has the simplest possible
// monomials.
//
// Elimination is done modulo a prime. The coefficients are fractions reconstructed from their residues (Wang, Guy,
// Davenport, "p-adic reconstruction of rational numbers", 1982), which are then checked exactly at all points: the
// polynomial that Fit returns holds at the points. Fit claims nothing about other points.
package fit

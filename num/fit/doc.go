// Package fit finds the polynomial that values at points follow, if there is a simple one.
//
// It is the step "guess" of guess-and-check: Sharma, Gupta, Hariharan, Aiken, Liang and Nori, "A Data
// Driven Approach for Algebraic Loop Invariants" (ESOP 2013), collect the values of variables at a
// loop head, take the value of each monomial for a column of a matrix, and read equations off its
// null space. Here one column, the values, is sought in the span of the others, and monomials are
// taken one by one, the simplest first: so the polynomial is the one with the simplest monomials, and
// the points that do not determine it are listed.
//
// Elimination is done modulo a prime, and the coefficients are fractions found from their residues
// (Wang, Guy, Davenport, "p-adic reconstruction of rational numbers", 1982), which are then tried at
// all points exactly: what Fit returns does hold at the points, and claims nothing about others.
package fit

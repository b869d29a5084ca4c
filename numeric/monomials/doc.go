// Package monomials is a numeric domain that keeps products of its dimensions, made of any other
// domain.
//
// A [Table] says which dimensions hold products of which others: that dimension 4 is x_1*x_2, and
// dimension 5 is x_1*x_1. To the domain below they are dimensions like others. What this package
// does is to move them when their factors move, as polynomials do: with x_5 = x_1*x_1, the
// assignment x_1 := x_1 + 1 is x_5 := x_5 + 2*x_1 + 1 as well. So linear invariants over the
// products are polynomial invariants over the variables; a domain with linear equalities finds that
// s = 0 + 1 + … + (i-1) is 2*s = i*i - i. The idea of products as dimensions is that of Müller-Olm
// and Seidl, "Computing polynomial program invariants" (IPL 2004), and, with polyhedra, of Bagnara,
// Rodríguez-Carbonell, Zaffanella, "Generation of basic semi-algebraic invariants using convex
// polyhedra" (SAS 2005).
//
// An element stands for the points of the element below at which all products are the products of
// their factors. Every operation is about these points only; that is why equalities between factors
// may be carried over to products ([Element.Assume]): where x_1 = x_2, the square of the one is the
// square of the other.
//
//	table.go    products, and products of linear expressions
//	element.go  the operations that move products
//	below.go    the others
//	reduce.go   what equalities of factors say of products
package monomials

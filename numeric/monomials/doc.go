// Package monomials is a numeric domain that keeps products of its dimensions, built on any other domain.
//
// A [Table] says which dimensions hold products of which others: for example, that dimension 4 is x_1*x_2 and
// dimension 5 is x_1*x_1. To the underlying domain they are ordinary dimensions. This package updates them when their
// factors change, as polynomials: with x_5 = x_1*x_1, the assignment x_1 := x_1 + 1 also performs x_5 := x_5 + 2*x_1 +
// 1. So linear invariants over the products are polynomial invariants over the variables: a domain with linear
// equalities finds, for s = 0 + 1 + … + (i-1), that 2*s = i*i - i. Products as dimensions come from Müller-Olm and
// Seidl, "Computing polynomial program invariants" (IPL 2004), and, with polyhedra, from Bagnara, Rodríguez-Carbonell,
// Zaffanella, "Generation of basic semi-algebraic invariants using convex polyhedra" (SAS 2005).
//
// An element represents those points of the underlying element at which all products are the products of their
// factors. Every operation is about these points only. So equalities between factors may be carried over to products
// ([Element.Assume]): if x_1 = x_2, their squares are equal.
//
//	table.go    products, and products of linear expressions
//	element.go  the operations that move products
//	below.go    the others
//	reduce.go   what equalities of factors say of products
package monomials

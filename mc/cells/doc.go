// Package cells abstracts programs with arrays to linear programs over variables and array cells,
// on the fly: [Transfer] computes what an operation does to an element of a numeric domain.
//
// A [Precision] is a set V of variables and, for each array, a set R of indexes. Variables outside
// V, and cells outside R, are not known. A [Layout] gives the dimensions of the elements at the
// locations of one procedure: its variables and cells, and, where the procedure changes them, their
// values at its entry, so that an element relates the two.
//
//	program          dimensions       what is done
//	x = e            x in V           x := e, in each case of e
//	a[e] in e'       a[k], k in R(a) cases e = k, where it is the dimension, and e between them,
//	                 where it is unknown
//	a[e1] = e2       a[k], k in R(a) cases e1 = k, where the dimension is assigned, and e1 between
//	                 them, where nothing is
//	[e1 <= e2]       any              both sides in each of their cases, assumed
//
// An operation thus gives several elements, whose union is what can be after it: exactly the linear
// program of Armando, Benerecetti and Mantovani, "Abstraction Refinement of Linear Programs with
// Arrays" (TACAS 2007), section 4, without ever writing it down. An index that the element bounds
// to one number needs no cases. Indexes are numerals, variables that are never assigned (ghosts),
// or linear terms, whose cells move with their variables.
//
// Floating numbers are words, and the order of each can have a dimension beside it, in layouts for
// all procedures together: then operations on them are bounded by intervals. With its fixed-point
// number in a third dimension operations are linear forms with an error, after Miné, "Relational
// Abstract Domains for the Detection of Floating-Point Run-Time Errors" (ESOP 2004).
//
// What is not linear, an unknown operand, too many cases give an unknown value, which is sound. The
// numeric domain is a parameter: anything with the methods of package numeric.
//
//	precision.go  V and R
//	layout.go     dimensions; term.go those that move (termarith.go), quotient.go quotients;
//	              monomial.go products of unknowns; orders.go orders of floating numbers, and
//	              operations on these, orders_back.go backwards; fixed.go fixed-point numbers,
//	              fixed_join.go their joins; sum.go prefix sums of arrays
//	eval.go       the cases of an expression: arith.go those of operators, reads.go those of reads
//	product.go    more cases, where they were asked for
//	cond.go       the cases of a condition
//	transfer.go   operations
//	calls.go      into a procedure and back, by relations; inline.go, with all frames in one
//	              layout
//	pre.go        operations backwards; traced.go
//	abstract.go   the abstract program as text
package cells

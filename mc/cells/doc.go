// Package cells abstracts programs with arrays to linear programs over variables and array cells, on the fly:
// [Transfer] computes the image of an element of a numeric domain under an operation.
//
// A [Precision] is a set V of variables and, for each array, a set R of indexes. Variables outside of V and cells
// outside of R are unknown. A [Layout] gives the dimensions of the elements at the locations of one procedure: its
// variables and cells, and, if the procedure changes them, their values at its entry, so that an element relates the
// two.
//
//	program          dimensions       what is done
//	x = e            x in V           x := e, in each case of e
//	a[e] in e'       a[k], k in R(a)  the cases e = k, in which the value is the dimension, and the
//	                                  cases of e between them, in which it is unknown
//	a[e1] = e2       a[k], k in R(a)  the cases e1 = k, in which the dimension is assigned, and the
//	                                  cases of e1 between them, in which nothing is
//	[e1 <= e2]       any              both sides in each of their cases, assumed
//
// So an operation gives several elements, whose union contains the states after it. This is exactly the linear
// program of Armando, Benerecetti and Mantovani, "Abstraction Refinement of Linear Programs with Arrays" (TACAS
// 2007), section 4, which is never written down. An index that the element bounds to one number needs no cases.
// Indexes are numerals, variables that are never assigned (ghosts), or linear terms, whose cells move when their
// variables are assigned.
//
// Floating-point numbers are words. In layouts for all procedures together, the order of each can have a second
// dimension; then operations on them are bounded by intervals. If the fixed-point number of each has a third
// dimension, operations are linear forms with an error, after Miné, "Relational Abstract Domains for the Detection of
// Floating-Point Run-Time Errors" (ESOP 2004).
//
// If an expression is not linear, an operand is unknown, or there are too many cases, the value is unknown, which is
// sound. The numeric domain is a parameter: any type with the methods of package numeric.
//
//	precision.go  V and R
//	layout.go     dimensions; term.go cells that move (termarith.go), quotient.go quotients;
//	              monomial.go products of unknowns; orders.go orders of floating-point numbers and
//	              operations on them, orders_back.go the same backward; fixed.go fixed-point
//	              numbers, fixed_join.go their joins; sum.go prefix sums of arrays
//	eval.go       the cases of an expression: arith.go of operators, reads.go of reads
//	product.go    more cases, on request
//	cond.go       the cases of a condition
//	transfer.go   operations
//	calls.go      calls and returns in layouts for single procedures; inline.go in a layout for all
//	pre.go        operations backward; traced.go
//	borders.go    thresholds for widening from cells; conditions.go from conditions
//	abstract.go   the abstract program as text
package cells

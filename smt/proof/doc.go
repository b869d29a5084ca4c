// Package proof defines proofs that formulas are unsatisfiable, and a checker that does not depend on the solver that
// makes the proofs.
//
// A [Proof] is a list of steps. Each step concludes a clause, which is a disjunction of literals. A literal is a
// formula; an OpNot term is the negation of its argument. The last step concludes the empty clause. [Check] goes over
// the steps once and computes every conclusion itself. It trusts package num with its floating-point formats, and the
// constructors and substitutions of package smt. Terms can only be made by these constructors, so their simplifications
// are not part of proofs.
//
// # Rules
//
// Premises are the numbers of earlier steps. Only rup, subst and parity have premises. In every rule, the clause may
// omit False, and the order of its literals does not matter.
//
//	rule        terms or numbers   condition for the clause
//	assume                         It is one of the inputs. It may be empty if False is an input.
//	rup                            Unit propagation refutes its negation: each premise in turn has one literal that is
//	                               not yet false, which becomes true. The last premise has no such literal.
//	subst       from1, to1, …      It is the first premise with each from replaced by its to, all at once. The other
//	                               premises are the equations from = to, in this order.
//	parity                         The premises consist of groups of 2^(k-1) clauses over the same k formulas. The
//	                               clauses of a group exclude all assignments of one parity. So a group determines the
//	                               sum of its formulas modulo 2. If the clause is false, the sum of all groups is 0 = 1.
//	cnf         gate               It is one of the clauses that define the gate: an And, an Or, an Xor, an Ite, or a
//	                               term that is an Ite. Or it contains True.
//	farkas      a number each      The negations of the literals, multiplied by the numbers and added up, are a
//	                               contradiction between numbers. The number of an inequality must be ≥ 0.
//	int_cut     two numbers each   With the first numbers, the negations of the literals add up to S ≤ k, and with the
//	                               second numbers to S ≥ k', for a sum S of integers. No integer lies from k' to k.
//	trichotomy  l, r               l = r or not l ≤ r or not r ≤ l
//	euf         pairs s, t         Congruence closure refutes its negation. The pairs are the sides of equalities that
//	                               the constructors have changed to another form.
//	equals      from, to           One of its literals is from ≠ to, and another becomes True if from is replaced by to.
//	read        store(a,i,e), j    i = j or select(store(a,i,e), j) = select(a, j)
//	read_eq     a, i, c, j         a ≠ c or i ≠ j or select(a, i) = select(c, j)
//	extension   a, c               a = c or select(a, d) ≠ select(c, d), where d is diff(a, c)
//	div         q = x div k        k·q ≤ x, or x ≤ k·q + k-1
//	floor       f = to_int(x)      f ≤ x, or x < f + 1
//	blast       atom               It is the equivalence of the atom with its circuit, or one of the two implications.
//	                               The circuit of an atom about floats is a formula over their bits.
//	float_leaf  x                  It says that x has the standard bits if it is a NaN, or for a rounding mode, that
//	                               the bits of x are at most 4.
//	float_real  x, …               It is about a conversion x between floats and real numbers: it bounds the result by
//	                               a value that the other terms give, or it is about special values.
//	product     d, e               d·e ≥ 0 or not d ≥ 0 or not e ≥ 0, or the same with d ≤ 0 instead of e ≥ 0. The
//	                               constructor computes the product; it multiplies sums out.
//	bv_div      x, y               It is one of the formulas that define bvudiv and bvurem of x and y.
//
// A search for integers needs no other rules. A branch is a decision on an atom, and a cut is a farkas step with a new
// atom: over the integers, the negation of s ≤ k is s ≥ k+1, and this is all that rounding needs.
//
// # Files
//
//	proof.go   the format of proofs
//	check.go   the checker: steps, and the rules assume, rup and subst
//	axioms.go  gates, comparisons, arrays, division, rounding and products
//	arith.go   farkas and int_cut
//	euf.go     euf
//	parity.go  parity
//	blast.go   circuits of bit-vectors
//	float*.go  floats
//	write.go   [Write], which prints proofs; its example is a proof to read
package proof

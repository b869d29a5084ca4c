// Package proof has the proofs that formulas are unsatisfiable, and a checker that rests on nothing
// of the solver that makes them.
//
// A [Proof] is a list of steps. Each concludes a clause, a disjunction of literals; a literal is a
// formula, and an OpNot term is the negation of its argument. The last step concludes the empty
// clause. [Check] goes over the steps once and computes everything anew. It trusts package num, and
// the constructors of package smt: as they are the only way in which terms come about, what they
// simplify holds before any proof begins.
//
// # Rules
//
// Premises are numbers of earlier steps; only rup, subst and parity have any. Everywhere False may be left
// out of a clause, and the order of the literals does not matter.
//
//	rule        terms, numbers     the clause holds because
//	assume                         it is one of the inputs (or empty, and False is an input)
//	rup                            unit propagation refutes its negation: every premise in turn
//	                               has one literal that is not false yet, which becomes true; the
//	                               last has none
//	subst       from1, to1, … it is the first premise with every from replaced by its to, all at
//	            once; the other premises are the equations from = to, in this order
//	parity                         the premises come in groups of 2 to the power of k-1 clauses of the
//	                               same k formulas, all that exclude assignments of one parity; so
//	                               each says what their sum is modulo 2, and where the clause is
//	                               false the sum of all groups is 0 = 1
//	cnf         gate it says what the gate is: And, Or, Xor, Ite, or a term that is an Ite; or it
//	            contains True
//	farkas      a number for each the negations of its literals, multiplied and added up, are a
//	            literal contradiction; inequalities may only be multiplied by numbers ≥ 0
//	int_cut     two for each they add up to S ≤ k, and to S ≥ k', for a sum S of integers, and
//	            there is no whole number from k' to k
//	trichotomy  l, r               l = r or not l ≤ r or not r ≤ l
//	euf         pairs s, t congruence closure refutes its negation; the pairs name the sides of
//	            equalities that the constructors have brought to another form
//	equals      from, to from ≠ to is one of its literals, and another becomes True when from is
//	            replaced by to
//	read        store(a,i,e), j    i = j or select(store(a,i,e), j) = select(a, j)
//	read_eq     a, i, c, j         a ≠ c or i ≠ j or select(a, i) = select(c, j)
//	extension   a, c               a = c or select(a, d) ≠ select(c, d), where d is diff(a, c)
//	div         q = x div k        k·q ≤ x, or x ≤ k·q + k-1
//	floor       f = to_int(x)      f ≤ x, or x < f + 1
//	blast       atom it is the equivalence of the atom with its circuit, or half of that; of an
//	            atom about floats the circuit is a formula over their bits
//	float_leaf  x it says which bits a NaN or a rounding mode has: x is one or the other
//	float_real  x, … it says what the number of a float, or the float of a number, is on one side of a
//	            value that the terms after x give
//	product     d, e               d·e ≥ 0 or not d ≥ 0 or not e ≥ 0; or with d ≤ 0 for e ≥ 0. The
//	                               product is the constructor's, which multiplies sums out
//	bv_div      x, y it is one of the formulas that say what bvudiv and bvurem of x and y are
//
// A branch of an integer search is a decision on an atom, and a cut is a farkas step with a new
// atom: over the integers the negation of s ≤ k is s ≥ k+1, which is all that rounding needs.
//
// The checker is proof.go (the format), check.go (steps, rup, subst), axioms.go, arith.go, euf.go,
// blast.go and, for floats, float*.go; [Write] prints proofs, and the example there is a proof to read.
package proof

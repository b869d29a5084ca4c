// Package solver decides formulas without quantifiers over the Booleans, linear arithmetic,
// uninterpreted functions, arrays, bit-vectors and floating point, in any combination:
//
//	b := smt.NewBuilder()
//	s := solver.New(b, solver.Options{Proofs: true})
//	s.Assert(f)
//	switch s.Check(ctx) {
//	case solver.Sat:     // s.Model()
//	case solver.Unsat:   // s.Core(), s.MinimalCore(ctx), s.Proof(), s.Interpolants(ctx,
//	                     groups...)
//	case solver.Unknown: // s.Reason()
//	}
//
// Assertions are on a stack: [Solver.Push] opens a level, [Solver.Pop] drops levels. [Solver.Check]
// may be asked again and again, with formulas that are assumed for that one question; what has been
// learnt stays. The examples show each of this at work.
//
// # What it decides
//
//	Bool        everything
//	Int, Real   linear sums, to_real, to_int, div and mod by numbers; in a mixture of both
//	functions   of all sorts, formulas included
//	arrays      of any indexes and elements, arrays and formulas among them, with equality
//	            (extensionality) and constant arrays
//	products    of unknown numbers, as far as lemmas lead
//	bit-vectors all operators, and conversion to and from Int
//
// Of these the answer is Unknown only when the context ends or [Options].Conflicts is used up, with
// two exceptions: products of unknown numbers, about which so many lemmas are made and no more, the
// reason being then that they are not linear; and two constant arrays of which one comes from the
// other by stores may be beyond it.
// Integers without bounds are searched by branches and cuts, which need not come to an end.
//
// # How it decides
//
// The engine is CDCL(T) (Nieuwenhuis, Oliveras, Tinelli, "Solving SAT and SAT Modulo Theories",
// JACM 2006): the atoms of the formulas are variables of a SAT solver (package sat), and theories
// watch its assignment. They object with a clause that holds in the theory, imply literals, and,
// when all variables have a value, ask for more decisions until they agree. Everything any of them
// says is a clause with its reason, so that a proof is a matter of noting it down.
//
// Terms do the first half of the work. Their constructors leave only atoms of which the negation is
// the complementary atom (x ≥ 6 is not x ≤ 5), so a branch of the integer search is a decision like
// any other and a cut is a clause with a new atom.
//
// Numbers are decided by the general simplex (package simplex; Dutertre and de Moura, CAV 2006).
// Every unknown is a variable and every sum a slack; an atom is a bound. Functions, arrays and free
// sorts are nodes of a congruence closure (package euf; Nieuwenhuis and Oliveras 2007). Bit-vectors
// are circuits of their bits (package bv). Arrays get instances of their axioms that the candidate
// model violates, found along chains of stores (package array; Christ and Hoenicke, "Weakly
// Equivalent Arrays", FroCoS 2015), and a witness for every two that differ.
//
// A product of unknowns is an unknown to the simplex and a function to the closure. Where a candidate
// model has it wrong, instances of two implications are added, of which products are multiplied out:
// d ≥ 0 and e ≥ 0 imply d·e ≥ 0, and d = 0 implies d·e = 0 (Cimatti et al., TACAS 2017; products.go).
//
// Theories that share terms have to agree which of them are equal. What the closure merges is handed
// to the tableau and the bits. In the other direction they propose: if the candidate model gives
// equal arguments to two applications whose values differ, the equality of the arguments becomes an
// atom, tried true (de Moura and Bjørner, "Model-based Theory Combination", SMT 2007).
//
// Before the first search the assertions without level are simplified: variables that equations
// define are replaced, equalities that every case of a disjunction implies are added, disequalities
// that can always be made true are left out. A conjunction that looks like the path of a program
// through arrays goes to the rewriting prover first (package array, [array.Prove]), which follows
// the path.
//
// # What is where
//
//	solver.go       the stack of assertions, Check
//	core.go         cores, and proofs as the user gets them
//	interpolate*.go interpolants, from proofs and from models
//
//	path.go         paths through programs, given to the rewriting prover
//	learn.go        equalities that all cases of a disjunction imply
//	eliminate.go    variables that equations define
//	release.go      disequalities that can always be made true
//	names.go        numbers that are only compared for equality
//	lift.go         comparisons of nested conditionals with numerals, as gates
//
//	engine.go       the SAT solver and the theories around it
//	cnf.go          formulas as clauses; what waits to be given its meaning
//	arith.go        numbers
//	equality.go     functions and equality
//	arrays.go       arrays
//	bits.go         bit-vectors, and floats as bits
//	products.go     products of unknowns
//	floatreal.go    conversions between floats and reals
//	combine.go      total assignments: the theories agree, or go on
//	model.go        from an assignment to a model
//	log.go          the derivation, of which proofs are taken
//
// # What holds always
//
//   - Sat is said only when every assertion and assumption has been evaluated to true in the model,
//     by code that shares nothing with the search ([smt.Model]).
//   - Every clause that enters the SAT solver follows from the assertions, or holds in a theory, or
//     has the negated selector of the level it was asserted at: so clauses, learnt ones included,
//     survive the end of levels. A level that is gone has its selector false for good.
//   - With Options.Proofs each of them has a step in the derivation, and package proof, which
//     shares no code with this one, accepts the proof. What the rewriting prover refutes has been
//     checked by [array.Check] before Unsat is said.
//   - No function recurses over terms: depth costs no stack.
//   - Nothing depends on the order of a map or on time: the same calls give the same answers,
//     models, cores and proofs. (The end of a context is the exception, of course.)
//   - A Check ends soon after its context.
//
// Atoms and lemmas stay as long as the engine does. It is replaced by a new one, which gets the
// assertions again, when most of it came with levels that are gone; what came with assumptions
// stays. Terms stay in the builder for good.
package solver

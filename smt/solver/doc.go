// Package solver decides quantifier-free formulas over the Booleans, linear arithmetic, uninterpreted functions,
// arrays, bit-vectors and floating point, in any combination:
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
// Assertions are on a stack: [Solver.Push] opens a level, [Solver.Pop] drops levels. [Solver.Check] can be called
// repeatedly, each time with formulas that are assumed for that call only; the solver keeps what it has learnt. The
// examples show each of these.
//
// # What it decides
//
//	Bool        everything
//	Int, Real   linear sums, to_real, to_int, div and mod by numerals; Int and Real may be mixed
//	functions   over all sorts, Bool included
//	arrays      of any index and element sorts, including arrays and Bool, with equality
//	            (extensionality) and constant arrays
//	products    of unknown numbers, as far as lemmas lead
//	bit-vectors all operators, and conversion to and from Int
//	floats      all operators, as bits; conversion to and from Real, as far as lemmas lead
//
// For these the answer is Unknown only when the context ends or a budget of [Options] is used up, with three
// exceptions. First, products of unknown numbers: the number of lemmas about them is bounded, and past the bound the
// reason says that they are not linear. Second, the number of lemmas about conversions between floats and reals is
// bounded likewise. Third, two constant arrays that stores connect can be beyond the solver. Integers without bounds
// are searched by branches and cuts, which need not terminate.
//
// # How it decides
//
// The engine is CDCL(T) (Nieuwenhuis, Oliveras, Tinelli, "Solving SAT and SAT Modulo Theories", JACM 2006): the atoms
// of the formulas are variables of a SAT solver (package sat), and theories watch its assignment. They report
// conflicts as clauses that hold in the theory, imply literals, and, when all variables have a value, ask for more
// decisions until they agree. Every contribution of a theory is a clause with a reason, so that a proof only has to
// record it.
//
// Terms do the first half of the work. Their constructors leave only atoms whose negation is the complementary atom (x
// ≥ 6 is not x ≤ 5), so a branch of the integer search is a decision like any other and a cut is a clause with a new
// atom.
//
// Numbers are decided by the general simplex (package simplex; Dutertre and de Moura, CAV 2006). Every unknown is a
// variable and every sum a slack; an atom is a bound. Functions, arrays and free sorts are nodes of a congruence
// closure (package euf; Nieuwenhuis and Oliveras 2007). Bit-vectors are circuits of their bits (package bv). For
// arrays the solver adds those instances of the axioms that the candidate model violates, found along chains of stores
// (package array; Christ and Hoenicke, "Weakly Equivalent Arrays", FroCoS 2015), and a witness for every two arrays
// that differ.
//
// A product of unknowns is an unknown to the simplex and a function to the closure. Where a candidate model gives it a
// wrong value, the solver adds instances of two implications, with the products multiplied out: d ≥ 0 and e ≥ 0 imply
// d·e ≥ 0, and d = 0 implies d·e = 0 (Cimatti et al., TACAS 2017; products.go).
//
// Theories that share terms have to agree which of them are equal. The equalities that the closure derives are passed
// on to the tableau and the bits. In the other direction equalities are proposed: if the candidate model gives equal
// arguments to two applications whose values differ, the equality of the arguments becomes an atom that is first tried
// true (de Moura and Bjørner, "Model-based Theory Combination", SMT 2007).
//
// Before the first search the assertions of level 0 are simplified: variables that equations define are replaced,
// equalities that every case of a disjunction implies are added, and disequalities that can always be made true are
// left out. A conjunction that looks like a program path through arrays goes to the rewriting prover first (package
// array, [array.Prove]), which follows the path.
//
// # What is where
//
//	solver.go       the stack of assertions, Check
//	core.go         cores, and proofs as the user gets them
//	interpolate*.go interpolants, from proofs and from models
//
//	path.go         program paths, given to the rewriting prover
//	learn.go        equalities that all cases of a disjunction imply
//	eliminate.go    variables that equations define
//	release.go      disequalities that can always be made true
//	names.go        numbers that are only compared for equality
//	lift.go         comparisons of nested conditionals with numerals, as gates
//
//	engine.go       the SAT solver and the theories around it
//	cnf.go          formulas as clauses; the queue of terms that need lemmas
//	arith.go        numbers
//	equality.go     functions and equality
//	arrays.go       arrays
//	arraylemma.go   the lemmas about arrays and their derivations
//	bits.go         bit-vectors, and floats as bits
//	products.go     products of unknowns
//	floatreal.go    conversions between floats and reals
//	combine.go      total assignments: the theories agree, or the search goes on
//	model.go        from an assignment to a model
//	log.go          the derivation, from which proofs are extracted
//
// # What holds always
//
//   - Check answers Sat only if every assertion and assumption has been evaluated to true in the model, by code that
//     shares nothing with the search ([smt.Model]). Options.Unchecked switches this off.
//   - Every clause that enters the SAT solver follows from the assertions, or holds in a theory, or has the negated
//     selector of the level at which it was asserted: so clauses, learnt ones included, survive the end of levels. The
//     selector of a level that was popped is false forever.
//   - With Options.Proofs each clause has a step in the derivation, and package proof, which shares no code with this
//     one, accepts the proof. A refutation by the rewriting prover is checked by [array.Check] before Check answers
//     Unsat.
//   - No function recurses over terms: deep terms do not exhaust the stack.
//   - Nothing depends on the order of a map or on time: the same calls give the same answers, models, cores and
//     proofs. (The end of a context is the exception, of course.)
//   - A Check ends soon after its context.
//
// Atoms and lemmas stay as long as the engine does. The engine is replaced by a new one, which gets the assertions
// again, when most of its variables came with levels that were popped; variables that came with assumptions stay. The
// builder keeps terms forever.
package solver

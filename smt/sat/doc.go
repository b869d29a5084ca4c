// Package sat decides propositional formulas in conjunctive normal form, alone
// or, with a Theory, as the Boolean engine of CDCL(T). It knows literals and
// nothing else.
//
// A Solver searches by conflict-driven clause learning. It is incremental: clauses
// and variables may be added between calls of Solve, and Solve takes assumptions.
//
//	s := sat.New(sat.Options{})
//	a, b := sat.MkLit(s.NewVar(), false), sat.MkLit(s.NewVar(), false)
//	s.AddClause(0, a, b)
//	s.AddClause(0, a.Not(), b)
//	s.Solve(ctx)          // Sat, and s.Model(b)
//	s.Solve(ctx, b.Not()) // Unsat, and s.Failed() is b.Not()
//
// With a Log, each derived clause is reported with the clauses from which
// unit propagation gives it, so that an unsatisfiable answer is a proof.
//
// # Where things are
//
//	lit.go        variables, literals, answers
//	options.go    options and statistics
//	solver.go     the Solver: making variables and clauses, reading answers
//	solve.go      the main loop, assumptions
//	trail.go      assignment, levels, backtracking
//	arena.go      clauses in one slice of words, garbage collection
//	watch.go      watched literals and propagation
//	analyze.go    conflict analysis and minimisation of learnt clauses
//	decide.go     decision heuristics: activity heap and move-to-front queue
//	phase.go      which value to decide a variable with
//	schedule.go   restarts, modes, deletion of clauses
//	inprocess.go  simplification: when
//	vivify.go     shortening of learnt clauses
//	subsume.go    subsumption and strengthening
//	eliminate.go  bounded variable elimination, and its undoing
//	parity.go     Gaussian elimination over sums modulo 2
//	theory.go     the Theory and what it may call
//	log.go        the derivation log
//
// # The life of a clause
//
// AddClause and Theory lemmas give irredundant clauses, conflicts give learnt
// ones, and explanations of the theory give temporary ones that only serve
// as reasons. All lie in the arena and are named by a ref. The first two kinds are watched by
// their first two literals. Deleted clauses stay until collect moves the others.
//
// # Levels
//
// The trail is in order of levels: a literal is assigned at the current level, even if it follows
// from literals of lower ones (as may happen when a theory is late). Level 0 is never undone. Its
// literals have unit clauses in the log in place of reasons. The first levels belong to the
// assumptions, one each.
package sat

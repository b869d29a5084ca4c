// The solver's interface: a stack of assertions, and Check. Levels are implemented by selectors: the clauses of a
// level contain the negation of its selector, which a Check assumes to be true and Pop makes false. The engine gets
// assertions only when a Check needs them.

package solver

import (
	"context"
	"errors"
	"fmt"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// Status is the answer of a Check.
type Status int8

// The answers.
const (
	Unknown Status = iota // not decided; see Reason
	Sat                   // there is a model; see Model
	Unsat                 // there is no model; see Core and Proof
)

// String returns the answer as in SMT-LIB.
func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Options say what a solver keeps and when it stops. The zero value keeps nothing and has no limits.
type Options struct {
	// Proofs keeps what Core, Proof and Interpolants need. It costs some memory and little time.
	Proofs bool
	// Conflicts bounds the conflicts of each Check; 0 is no bound.
	Conflicts int64
	// Branches bounds the branches over values of integers in each Check; 0 is no bound. If integers have wide bounds,
	// there can be endless branching with hardly a conflict.
	Branches int64
	// Unchecked makes Check answer Sat without evaluating the assertions in the model, for callers to whom a wrong
	// model does no harm. It saves up to half of the time of many easy questions.
	Unchecked bool
	// NoProducts turns off the lemmas about products of unknowns. The products are then uninterpreted functions of
	// their factors. It is for callers that handle products better themselves.
	NoProducts bool
	// Seed changes the few random choices.
	Seed uint64
	// Plain switches off preprocessing: the elimination of variables that equations define, the rewriting prover,
	// parity reasoning, and numbers as names. It is for interpolation, tests and comparisons.
	Plain bool

	search bool // do not try the rewriting prover
}

// Stats counts what a solver has done.
type Stats struct {
	sat.Stats
	EqualityConflicts, ArithConflicts, ArithImplied int64
	Branches, Cuts                                  int64
	ArrayLemmas, Witnesses, Interfaces              int64
	ProductLemmas                                   int64
	Eliminated                                      int // variables that equations defined
	Bits                                            int64
}

var (
	errStopped   = errors.New("stopped")
	errBranches  = errors.New("the budget of branches over integers is used up")
	errOfReal    = errors.New("no model was found in which the conversions between floats and reals are right")
	errNonLinear = errors.New("a product of unknowns is not linear, and no model was found that evaluates to true")
)

// A Solver holds a stack of assertions and answers questions about them. It is not safe for use by
// several goroutines.
type Solver struct {
	b       *smt.Builder
	opt     Options
	stack   []assertion
	frames  []int       // by level above 0: the length of the stack when it was opened
	selects []sat.Lit   // by level above 0: its selector, or noLit
	began   []beginning // by level above 0: the state of the engine when it got the level's first assertion
	dead    int         // number of the engine's variables that came with levels that were popped
	engine  *engine
	pre     *elimination
	done    int // number of assertions of the stack that the engine has

	status    Status
	reason    error
	model     *smt.Model
	candidate *smt.Model     // see Candidate
	assumed   []assumption   // the assumptions of the last Check
	failed    sat.ID         // after Unsat: the step that concludes it; 0 if the assumptions contradict each other
	core      []sat.Lit      // after Unsat: the failed assumptions, selectors included
	path      *array.Sequent // the refutation, if the rewriting prover found it

	interrupt func() bool // for tests: stops a Check when it returns true
}

// assertion is an asserted formula and its level.
type assertion struct {
	f     *smt.Term
	level int
}

// beginning is the state of the engine when it got the first assertion of a level.
type beginning struct {
	known      bool
	vars, dead int // the number of the engine's variables, and Solver.dead
}

// An engine is replaced when more than minDead of its variables, and more than deadShare times as many as the others,
// came with levels that were popped: the search would assign them values for ever. The new engine has to learn
// everything again, but a replacement happens only after the levels have brought more work than is repeated.
const (
	minDead   = 200
	deadShare = 2
)

// assumption is a formula that a Check assumes, with its literal.
type assumption struct {
	f   *smt.Term
	lit sat.Lit
	id  sat.ID // the step that concluded the formula of lit from f
}

// New returns a solver over the terms of b without assertions.
func New(b *smt.Builder, o Options) *Solver { return &Solver{b: b, opt: o} }

// Builder returns the builder of the solver's terms.
func (s *Solver) Builder() *smt.Builder { return s.b }

// Assert adds f at the present level. It panics if f is not a formula.
func (s *Solver) Assert(f *smt.Term) {
	if !f.IsBool() {
		panic("solver: a term of sort " + f.Sort().String() + " asserted")
	}
	s.forget()
	s.stack = append(s.stack, assertion{f, len(s.frames)})
}

// Assertions returns the formulas on the stack, the oldest first.
func (s *Solver) Assertions() []*smt.Term {
	out := make([]*smt.Term, len(s.stack))
	for i, a := range s.stack {
		out[i] = a.f
	}
	return out
}

// Push opens a level.
func (s *Solver) Push() {
	s.forget()
	s.frames = append(s.frames, len(s.stack))
	s.selects = append(s.selects, noLit)
	s.began = append(s.began, beginning{})
}

// Pop drops the last n levels with their assertions. It panics if there are fewer.
func (s *Solver) Pop(n int) {
	s.forget()
	if n == 0 {
		return
	}
	to := len(s.frames) - n
	if to < 0 {
		panic(fmt.Sprintf("solver: %d levels to pop, %d there", n, len(s.frames)))
	}
	s.stack = s.stack[:s.frames[to]]
	s.done = min(s.done, len(s.stack))
	for _, l := range s.selects[to:] {
		if l != noLit && s.engine != nil {
			// The assertions of the level no longer matter. The step has no formula: it is about a selector, and no
			// proof needs it, since clauses with the negated selector are satisfied.
			s.engine.clause(s.engine.noteTerms(proof.Assume, []*smt.Term{}, nil, extra{}), l.Not())
		}
	}
	for _, at := range s.began[to:] {
		if at.known && s.engine != nil {
			s.dead = at.dead + len(s.engine.terms) - at.vars
			break
		}
	}
	s.frames, s.selects, s.began = s.frames[:to], s.selects[:to], s.began[:to]
}

// Levels returns the number of levels that have been pushed and not popped.
func (s *Solver) Levels() int { return len(s.frames) }

// forget discards the last answer.
func (s *Solver) forget() {
	s.status, s.reason, s.model, s.assumed, s.failed, s.core, s.path = Unknown, nil, nil, nil, 0, nil, nil
	s.candidate = nil
}

// Check decides whether the assertions together with the assumptions have a model. It answers Unknown if the context
// ends or a limit is reached; Reason says why.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) Status {
	s.forget()
	if effort.Done(ctx) {
		s.reason = context.Cause(ctx)
		return Unknown
	}
	effort.Charge(ctx, 20) // the minimal cost of a Check
	if s.engine != nil && (s.engine.failure != nil || s.engine.names && !s.onlyNames(s.done, assumptions) ||
		s.dead > minDead && s.dead > deadShare*(len(s.engine.terms)-s.dead)) {
		// The engine could not define all terms, or it treats numbers as names and these formulas do not, or most of
		// its variables belong to popped levels. A new engine begins with all assertions.
		s.engine, s.pre, s.done, s.dead = nil, nil, 0, 0
		for i := range s.selects {
			s.selects[i], s.began[i] = noLit, beginning{}
		}
	}
	if s.engine == nil && len(s.frames) == 0 && len(assumptions) == 0 && !s.opt.Plain && !s.opt.search &&
		pathLike(s.stack) && s.tryPath(ctx) {
		return s.status
	}
	if s.engine == nil {
		oneShot := len(s.frames) == 0 && len(assumptions) == 0
		s.engine = newEngine(s.b, s.opt, oneShot)
		// Proofs have no rules for numbers as names.
		s.engine.names = oneShot && !s.opt.Proofs && !s.opt.Plain && s.onlyNames(0, nil)
		s.pre = newElimination(s.engine)
	}
	e := s.engine
	stopped, release := effort.Watch(ctx, e.work)
	defer release()
	e.stop = stopped
	if s.interrupt != nil {
		e.stop = s.interrupt
	}
	s.feed()
	var lits []sat.Lit
	for i, l := range s.selects {
		if l == noLit {
			l = sat.MkLit(e.newVar(nil), false)
			s.selects[i] = l
		}
		lits = append(lits, l)
	}
	for _, f := range assumptions {
		g, id := s.pre.apply(f, e.assumeStep)
		l := e.literal(g)
		s.assumed = append(s.assumed, assumption{f, l, id})
		lits = append(lits, l)
	}
	e.freeze()
	if e.failure != nil {
		s.reason = e.failure
		if effort.Done(ctx) {
			s.reason = context.Cause(ctx)
		}
		return Unknown
	}
	e.snap = snapshot{}
	e.branches = 0
	if s.opt.Branches > 0 {
		e.branches = e.stats.Branches + s.opt.Branches
	}
	e.products.begin(func() bool {
		_, err := s.evaluated(assumptions)
		return err == nil
	})
	switch e.sat.Solve(ctx, lits...) {
	case sat.Unsat:
		s.status, s.candidate = Unsat, nil
		s.core, s.failed = e.sat.Failed()
		s.core = append([]sat.Lit(nil), s.core...)
	case sat.Sat:
		s.finish(assumptions)
	default:
		s.reason = e.sat.Reason()
		if effort.Done(ctx) {
			s.reason = context.Cause(ctx)
		}
	}
	return s.status
}

// evaluationsPerUnit is the number of term evaluations that count as one unit of work of package effort.
const evaluationsPerUnit = 20

// work returns the engine's work in units of package effort, without the SAT solver's, which reports its own. The
// factors were measured over the questions of the verification engines.
func (e *engine) work() int64 {
	return e.arith.t.Stats.Entries/150 + 2*int64(len(e.terms)) + e.evaluated/evaluationsPerUnit
}

// feed gives the engine the assertions that it does not have yet. The first call preprocesses the assertions of level
// 0.
func (s *Solver) feed() {
	e := s.engine
	todo := s.stack[s.done:]
	if s.done == 0 && len(todo) > 0 && !s.opt.Plain {
		base := 0
		for base < len(todo) && todo[base].level == 0 {
			base++
		}
		s.pre.run(todo[:base])
		for _, f := range s.pre.result {
			e.assertTrue(f.f, f.id, noLit)
		}
		todo = todo[base:]
	}
	for _, a := range todo {
		guard := noLit
		if a.level > 0 {
			l := &s.selects[a.level-1]
			if *l == noLit {
				*l = sat.MkLit(e.newVar(nil), false)
			}
			guard = l.Not()
			if at := &s.began[a.level-1]; !at.known {
				*at = beginning{true, len(e.terms), s.dead}
			}
		}
		f, id := s.pre.apply(a.f, e.assumeStep)
		e.assertTrue(f, id, guard)
	}
	s.done = len(s.stack)
}

// finish builds and checks the model of the engine's assignment, and sets the answer.
func (s *Solver) finish(assumptions []*smt.Term) {
	m, err := s.evaluated(assumptions)
	if err != nil {
		s.reason = err
		return
	}
	s.model, s.status = m, Sat
}

// evaluated returns the model of the engine's assignment, or an error if it does not make all assertions and
// assumptions true.
func (s *Solver) evaluated(assumptions []*smt.Term) (*smt.Model, error) {
	e := s.engine
	m := e.buildModel()
	defer func() { e.evaluated += int64(m.Work()) }()
	if err := s.pre.complete(m); err != nil {
		return nil, err
	}
	if e.opaque != nil {
		s.candidate = m
	}
	if s.opt.Unchecked && e.opaque == nil {
		return m, nil
	}
	check := func(f *smt.Term) error {
		ok, err := m.Holds(f)
		switch {
		case err != nil:
			return err
		case !ok && e.opaque != nil:
			return e.opaque
		case !ok:
			return fmt.Errorf("the model that was found does not make %v true", f)
		}
		return nil
	}
	for _, a := range s.stack {
		if err := check(a.f); err != nil {
			return nil, err
		}
	}
	for _, f := range assumptions {
		if err := check(f); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Reason returns the reason why the last Check answered Unknown.
func (s *Solver) Reason() error { return s.reason }

// Model returns the model that the last Check found; nil if it did not answer Sat. It belongs to the caller.
func (s *Solver) Model() *smt.Model { return s.model }

// Candidate returns the last model that the last Check constructed, if the formulas have terms that the solver treats
// as functions, such as products of unknowns; otherwise, and after Unsat, nil. It need not make the formulas true.
// After Unknown it shows what a proof or a model might lack.
func (s *Solver) Candidate() *smt.Model { return s.candidate }

// Stats returns counts of what the solver has done so far. They are counts of the present engine.
func (s *Solver) Stats() Stats {
	if s.engine == nil {
		return Stats{}
	}
	out := s.engine.stats
	out.Stats = s.engine.sat.Stats()
	return out
}

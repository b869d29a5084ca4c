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

// Status is an answer.
type Status int8

// The answers.
const (
	Unknown Status = iota // not decided; see Reason
	Sat                   // there is a model; see Model
	Unsat                 // there is none; see Core and Proof
)

// String is the answer as SMT-LIB has it.
func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Options tell a solver what to keep and when to stop. The zero value keeps nothing and goes on.
type Options struct {
	// Proofs keeps what Core, Proof and Interpolants need. It costs some memory and little time.
	Proofs bool
	// Conflicts bounds the conflicts of each Check; 0 is no bound.
	Conflicts int64
	// Branches bounds the branches over values of integers in each Check; 0 is no bound. Where
	// integers have wide bounds there can be branches without end, and hardly a conflict.
	Branches int64
	// Unchecked says Sat of models that were not evaluated on the assertions, for those whom a
	// wrong model does no harm. It saves up to half of the time of many easy questions.
	Unchecked bool
	// NoProducts makes no lemmas about products of unknowns: they are functions of their factors.
	// For those who have better ways to deal with them.
	NoProducts bool
	// Seed changes the few random choices.
	Seed uint64
	// Plain leaves out the elimination of variables that equations define. For tests and
	// comparisons.
	Plain bool

	search bool // do without the rewriting prover
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
	frames  []int // by level above 0: the length of the stack below it
	selects []sat.Lit
	began   []beginning // by level above 0
	dead    int         // variables of the engine that came with levels that are gone
	engine  *engine
	pre     *elimination
	done    int // how much of the stack the engine has

	status    Status
	reason    error
	model     *smt.Model
	candidate *smt.Model   // see Candidate
	assumed   []assumption // of the last Check
	failed    sat.ID
	core      []sat.Lit
	path      *array.Sequent // the refutation, if the rewriting prover found it

	interrupt func() bool // for tests: stop where it says so
}

type assertion struct {
	f     *smt.Term
	level int
}

// A beginning is what the engine had when the first assertion of a level came to it.
type beginning struct {
	known      bool
	vars, dead int
}

// An engine is replaced when more than so many of its variables, and this multiple of the others,
// are of levels that are gone: they would be given values for ever. What it has learnt is lost, but
// that happens only after the levels have brought more than has to be repeated.
const (
	minDead   = 200
	deadShare = 2
)

type assumption struct {
	f   *smt.Term
	lit sat.Lit
	id  sat.ID // of the step that concluded what stands for f
}

// New is a solver without assertions over the terms of b.
func New(b *smt.Builder, o Options) *Solver { return &Solver{b: b, opt: o} }

// Builder makes the solver's terms.
func (s *Solver) Builder() *smt.Builder { return s.b }

// Assert adds a formula at the present level. It panics if f is no formula.
func (s *Solver) Assert(f *smt.Term) {
	if !f.IsBool() {
		panic("solver: a term of sort " + f.Sort().String() + " asserted")
	}
	s.forget()
	s.stack = append(s.stack, assertion{f, len(s.frames)})
}

// Assertions are the formulas on the stack, the oldest first.
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
			// What the level asserted is off for good. The step has no formula: it is about a
			// selector, and no proof needs it, since clauses with the selector are satisfied.
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

// Levels is the number of levels that have been pushed and not popped.
func (s *Solver) Levels() int { return len(s.frames) }

// forget drops the last answer.
func (s *Solver) forget() {
	s.status, s.reason, s.model, s.assumed, s.failed, s.core, s.path = Unknown, nil, nil, nil, 0, nil, nil
	s.candidate = nil
}

// Check decides whether the assertions, together with the assumptions, have a model. The context
// ends it with Unknown.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) Status {
	s.forget()
	if effort.Done(ctx) {
		s.reason = context.Cause(ctx)
		return Unknown
	}
	effort.Charge(ctx, 20) // what a question costs however simple it is
	if s.engine != nil && (s.engine.failure != nil || s.engine.names && !s.onlyNames(s.done, assumptions) ||
		s.dead > minDead && s.dead > deadShare*(len(s.engine.terms)-s.dead)) {
		// It has not understood everything, or cannot count, or most of it is of the past. A new
		// one begins with all assertions.
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
		// The proofs have no rules for it.
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

// evaluationsPerUnit is how many terms are evaluated in a unit of work of package effort.
const evaluationsPerUnit = 20

// work is the engine's clock, in units of package effort, without that of the SAT solver, which
// tells its own. Measured over the engines' questions.
func (e *engine) work() int64 {
	return e.arith.t.Stats.Entries/150 + 2*int64(len(e.terms)) + e.evaluated/evaluationsPerUnit
}

// feed gives the engine what has been asserted since the last time.
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

// finish builds the model of the engine's assignment and lets it be checked.
func (s *Solver) finish(assumptions []*smt.Term) {
	m, err := s.evaluated(assumptions)
	if err != nil {
		s.reason = err
		return
	}
	s.model, s.status = m, Sat
}

// evaluated is the model of the engine's assignment; the error says why it is none.
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

// Reason says why the last Check answered Unknown.
func (s *Solver) Reason() error { return s.reason }

// Model is the model that the last Check found; nil if it did not answer Sat. It belongs to the
// caller.
func (s *Solver) Model() *smt.Model { return s.model }

// Candidate is the model that the last Check came upon where the formulas have terms that the solver
// takes for functions, such as products of unknowns: it need not make the formulas true. It says what
// might be missing, where Check has answered Unknown. nil: there is none.
func (s *Solver) Candidate() *smt.Model { return s.candidate }

// Stats counts what the solver has done so far.
func (s *Solver) Stats() Stats {
	if s.engine == nil {
		return Stats{}
	}
	out := s.engine.stats
	out.Stats = s.engine.sat.Stats()
	return out
}

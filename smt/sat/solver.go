// The Solver: creation of variables and clauses, and access to answers.

package sat

// A Solver is a SAT solver. Use New to make one. It is not safe for concurrent use.
type Solver struct {
	opt    Options
	log    Log
	theory Theory
	ok     bool // false if the clauses are refuted, by the empty clause named empty
	empty  ID
	stats  Stats

	// The assignment (trail.go).
	vals  []int8 // by literal: 1 true, -1 false, 0 open
	vars  []varInfo
	flags []uint8 // by variable: its flags
	unit  []ID    // by variable, if a log is kept: its unit clause, once it is fixed
	trail []Lit   // in order of assignment
	lims  []int   // for each level above 0, the length of the trail before its decision
	qhead int     // literals of the trail before it have been propagated
	thead int     // literals of the trail before it have been passed to the theory
	uhead int     // literals of the trail before it have a unit clause

	// The clauses (arena.go, watch.go).
	arena   []uint32
	waste   int
	clauses []ref // irredundant
	learnts []ref
	temps   []ref     // clauses that are only reasons and are not attached
	watches [][]watch // by literal: the clauses in which it is watched

	// The choice of decisions (decide.go, phase.go).
	scores  heap
	queue   queue
	stable  bool
	phases  phases
	suggest []Lit
	assumed []Lit
	rng     uint64

	// Scratch of conflict analysis (analyze.go, log.go).
	mark     []uint8
	marked   []Var
	analyzed []Var
	learnt   []Lit
	dropped  []Lit
	frames   []frame
	levels   []levelInfo // by level
	stamp    uint32
	counted  uint32
	hmark    []uint8
	hmarked  []Var
	cone     []int32
	hints    []ID
	before   []ID
	ends     []Lit
	scratch  []Lit

	// Pending results of the theory (theory.go).
	inTheory  bool
	silent    bool // levels are opened for probing and the theory is not notified
	clash     Lit
	pending   []pending
	pendLits  []Lit
	fresh     []ref
	late      []lateWatch
	explained []Lit
	asked     []uint64 // by variable: equals once if the variable is in explained
	once      uint64
	toRestore []Var

	// The schedule (schedule.go), and the end of a search.
	sched   schedule
	stopped func() bool // the context of Solve has ended; permanent once true
	// interrupt replaces stopped in tests.
	interrupt func() bool
	reason    error
	status    Status
	failed    []Lit
	failID    ID
	model     []bool
	solving   bool

	elim elimination
}

// varInfo is what propagation writes when it assigns a variable.
type varInfo struct {
	reason ref
	level  int32
	pos    int32 // the position on the trail
}

// Flags of a variable.
const (
	varWatched uint8 = 1 << iota
	varFrozen
	varEliminated
	varTouched // occurs in a clause added since elimination was last tried
)

// New returns a solver without variables and clauses.
func New(o Options) *Solver {
	s := &Solver{
		opt:    o,
		log:    o.Log,
		ok:     true,
		arena:  make([]uint32, firstRef),
		clash:  noLit,
		stable: o.Mode == Stable,
		rng:    o.Seed ^ 0x9e3779b97f4a7c15,
	}
	s.queue.init()
	s.scores.inc = 1
	s.levels = make([]levelInfo, 1)
	s.sched.init()
	return s
}

// NewVar makes a variable. It may be called at any time, including by the theory.
func (s *Solver) NewVar() Var {
	v := Var(len(s.vars))
	s.vars = append(s.vars, varInfo{})
	s.vals = append(s.vals, 0, 0)
	s.flags = append(s.flags, 0)
	s.watches = append(s.watches, nil, nil)
	s.asked = append(s.asked, 0)
	s.mark = append(s.mark, 0)
	s.hmark = append(s.hmark, 0)
	s.levels = append(s.levels, levelInfo{})
	if s.log != nil {
		s.unit = append(s.unit, 0)
	}
	s.phases.add(s.opt.Phase)
	s.scores.add(v)
	s.queue.add(v)
	return v
}

// Freeze keeps v from being eliminated. It is not needed for correctness, because eliminated variables are restored
// when they are used; it saves that work.
func (s *Solver) Freeze(v Var) {
	s.flags[v] |= varFrozen
	s.restoreSoon(v)
}

// AddClause adds a clause whose name in the log is id. It must not be called during Solve (a theory calls Lemma). It
// drops the assignment of the last Solve. Literals may repeat; a clause with complementary literals is ignored.
func (s *Solver) AddClause(id ID, lits ...Lit) {
	if s.solving {
		panic("sat: AddClause during Solve")
	}
	s.reset()
	if !s.ok {
		return
	}
	s.scratch = append(s.scratch[:0], lits...)
	for _, l := range lits {
		s.restoreSoon(l.Var())
	}
	s.restoreNow()
	s.settle()
	s.admit(s.scratch, id)
}

// admit adds a clause at level 0. The clause may be true, unit or empty there.
func (s *Solver) admit(lits []Lit, id ID) {
	lits, id, trivial := s.normalise(lits, id)
	switch {
	case trivial:
	case len(lits) == 0:
		s.refuted(id)
	case len(lits) == 1:
		s.fixed(lits[0], id)
	default:
		s.addIrredundant(lits, id)
	}
}

// addIrredundant stores and attaches a clause at level 0, none of whose literals is assigned.
func (s *Solver) addIrredundant(lits []Lit, id ID) ref {
	c := s.alloc(lits, 0, id)
	s.clauses = append(s.clauses, c)
	s.attach(c)
	s.elim.fresh++
	return c
}

// normalise removes, in place, repeated literals and literals that are false at level 0, and logs the result. trivial
// says that the clause holds always or at level 0.
func (s *Solver) normalise(lits []Lit, id ID) (rest []Lit, name ID, trivial bool) {
	n := 0
	s.dropped = s.dropped[:0]
	for _, l := range lits {
		v := l.Var()
		m := s.mark[v]
		bit := uint8(1) << (l & 1)
		switch {
		case m&bit != 0:
			continue
		case m != 0, s.vals[l] > 0 && s.vars[v].level == 0:
			trivial = true
		case s.vals[l] < 0 && s.vars[v].level == 0:
			s.dropped = append(s.dropped, l)
		default:
			lits[n] = l
			n++
		}
		if m == 0 {
			s.marked = append(s.marked, v)
		}
		s.mark[v] |= bit
	}
	s.unmark()
	if trivial {
		return nil, 0, true
	}
	return lits[:n], s.without(lits[:n], s.dropped, id), false
}

// fixed makes l true at level 0, the current level, by its unit clause id.
func (s *Solver) fixed(l Lit, id ID) {
	switch v := s.vals[l]; {
	case v > 0:
	case v < 0:
		s.settle()
		s.refuted(s.without(nil, []Lit{l}, id))
	default:
		s.settle()
		s.assign(l, noRef)
		if s.log != nil {
			s.unit[l.Var()] = id
		}
		s.uhead = len(s.trail)
	}
}

// refuted records that the empty clause, named id, has been derived or given.
func (s *Solver) refuted(id ID) {
	if s.ok {
		s.ok, s.empty = false, id
	}
}

// Value returns the value of l: 1 true, -1 false, 0 open. During the methods of a theory it is the current value; after
// Solve returned Sat, the value in the model; otherwise, the value at level 0.
func (s *Solver) Value(l Lit) int8 {
	v := l.Var()
	switch {
	case s.solving:
		return s.vals[l]
	case s.status == Sat && int(v) < len(s.model):
		if s.model[v] != l.Neg() {
			return 1
		}
		return -1
	case s.vals[l] != 0 && s.vars[v].level == 0:
		return s.vals[l]
	}
	return 0
}

// Model reports, after Sat, whether l is true in the model. Variables made since then are false.
func (s *Solver) Model(l Lit) bool {
	if v := int(l.Var()); v < len(s.model) {
		return s.model[v] != l.Neg()
	}
	return l.Neg()
}

// Level returns the decision level at which v was assigned, if it is.
func (s *Solver) Level(v Var) int { return int(s.vars[v].level) }

// Failed returns, after Unsat, assumptions that cannot all hold (if it returns none, the clauses alone have no model),
// and the name of the clause of their negations. The name is 0 if there is no log, or if two assumptions contradict
// each other, because then the clause is a tautology.
func (s *Solver) Failed() ([]Lit, ID) { return s.failed, s.failID }

// Reason returns, after Unknown, the cause: the cause of the context's end, ErrConflicts, or the argument of GiveUp.
func (s *Solver) Reason() error { return s.reason }

// Stats returns the counts so far.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Vars, st.Clauses, st.Learnts = len(s.vars), len(s.clauses), len(s.learnts)
	st.Fixed = len(s.trail)
	if len(s.lims) > 0 {
		st.Fixed = s.lims[0]
	}
	return st
}

// reset drops the levels and the answer of the last Solve, and finishes the work that it had to leave undone.
func (s *Solver) reset() {
	s.backtrack(0)
	if s.elim.connected {
		s.disconnect()
	}
	s.status = Unknown
	s.failed, s.failID = nil, 0
}

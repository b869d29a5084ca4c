// The main loop and assumptions.

package sat

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/internal/effort"
)

// ticksPerUnit is the number of ticks that take as long as one unit of work of package effort, measured on the engines'
// queries.
const ticksPerUnit = 150

// Solve looks for a model of the clauses in which the assumptions hold. It returns Unknown if ctx ends, if the budget
// of conflicts is used up, or if the theory gives up. Learnt clauses are kept for the next call.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	if s.solving {
		panic("sat: Solve during Solve")
	}
	s.reset()
	s.reason, s.model = nil, nil
	stopped, release := effort.Watch(ctx, func() int64 { return s.stats.Ticks / ticksPerUnit })
	defer release()
	s.stopped = stopped
	if s.interrupt != nil {
		s.stopped = s.interrupt
	}
	s.solving = true
	s.assumed = append(s.assumed[:0], assumptions...)
	for _, l := range assumptions {
		s.Freeze(l.Var())
	}
	s.restoreNow()
	s.phases.forgetTarget()
	s.phases.bestSize = 0
	clear(s.phases.best)
	s.status = Unknown
	if !effort.Done(ctx) {
		s.status = s.search()
	}
	s.solving = false
	if s.status == Sat {
		s.readModel() // the trail stays until the next call, for the theory
	} else {
		s.backtrack(0)
	}
	switch {
	case s.status == Unknown && s.reason == nil:
		s.reason = context.Cause(ctx)
	case s.status == Unsat && !s.ok:
		s.failed, s.failID = nil, s.empty
	}
	return s.status
}

// search runs the main loop.
func (s *Solver) search() Status {
	budget := int64(-1)
	if s.opt.Conflicts > 0 {
		budget = s.stats.Conflicts + s.opt.Conflicts
	}
	s.preprocess()
	for s.ok && s.reason == nil {
		if c := s.propagate(); c != noRef {
			s.conflict(c)
			if s.stats.Conflicts == budget && s.ok {
				s.reason = ErrConflicts
			}
			continue
		}
		if s.stopped() {
			return Unknown
		}
		if s.level() == 0 {
			s.settle()
		}
		if s.theory != nil {
			if _, quiet := s.consult(false); !quiet {
				continue
			}
		}
		if s.housekeep() {
			continue
		}
		status, full := s.decide()
		if status != Unknown {
			return status
		}
		if !full {
			continue
		}
		if s.theory == nil {
			return Sat
		}
		if accepted, quiet := s.consult(true); accepted && quiet {
			return Sat
		}
	}
	if !s.ok {
		return Unsat
	}
	return Unknown
}

// decide opens levels for the assumptions that hold, and then one for a decision. full says that nothing is left to
// decide. The answer is Unsat if an assumption is false.
func (s *Solver) decide() (answer Status, full bool) {
	for s.level() < len(s.assumed) {
		l := s.assumed[s.level()]
		switch s.vals[l] {
		case 1:
			s.open() // a level without a decision, so that levels count assumptions
			continue
		case -1:
			s.assumptionsFail(l)
			return Unsat, false
		}
		s.open()
		s.assign(l, noRef)
		return Unknown, false
	}
	l := s.nextDecision()
	if l == noLit {
		return Unknown, true
	}
	s.stats.Decisions++
	s.open()
	s.assign(l, noRef)
	return Unknown, false
}

// assumptionsFail sets s.failed to assumptions that contradict the assumption l, and l. All decisions so far must be
// assumptions.
func (s *Solver) assumptionsFail(l Lit) {
	v := l.Var()
	s.failed = []Lit{l}
	switch info := s.vars[v]; {
	case info.level == 0:
		if s.log != nil {
			s.failID = s.unit[v]
		}
		return
	case info.reason == noRef:
		s.failed = append(s.failed, l.Not())
		return
	}
	c := s.reasonOf(v)
	s.keep(v)
	s.coneOf(c, true)
	lits := append(s.scratch[:0], l.Not())
	for _, q := range s.ends {
		lits = append(lits, q)
		s.failed = append(s.failed, q.Not())
	}
	s.scratch = lits
	slices.SortFunc(s.failed[1:], func(a, b Lit) int { return int(s.vars[a.Var()].pos - s.vars[b.Var()].pos) })
	if s.log != nil {
		s.failID = s.emit(lits, c)
	}
}

// readModel copies the assignment, in which every variable except the eliminated ones has a value, and computes values
// for the eliminated variables.
func (s *Solver) readModel() {
	s.model = make([]bool, len(s.vars))
	for v := range s.model {
		s.model[v] = s.vals[2*v] > 0
	}
	s.extendModel()
}

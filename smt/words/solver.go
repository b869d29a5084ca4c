// Solver: a solver over integers that asks again over bit-vectors where known operations matter.
//
// A question is first asked over integers, where the results of known operations (Known) are unconstrained. That is
// quick and often enough to refute it. A question that is not refuted is asked once more over bit-vectors. That solver
// is made when it is first needed, and made anew when an array needs longer indexes than before.
//
// Invariant while s.s is not nil: s.s has one level for each level of given, and all formulas of them, except those of
// the last level from told on.

package words

import (
	"context"
	"errors"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Solver decides formulas over integers, some of which are results of known operations. It asks over integers first,
// and then over bit-vectors if the formulas have a model. If the second question is undecided or has no form over
// bit-vectors, the first answer counts. Without known operations it is a solver over integers.
type Solver struct {
	Ints *solver.Solver // over integers; all assertions

	b     *smt.Builder
	o     Options
	given [][]*smt.Term // the asserted formulas, by level
	// s is the solver over bit-vectors, or nil if none was needed so far, and x is its translator. s has told formulas
	// of the last level. of maps a formula over bit-vectors to the formula over integers that it translates.
	s    *solver.Solver
	told int
	x    *translator
	of   map[*smt.Term]*smt.Term

	lacks bool       // whether s lacks an assertion that has no form over bit-vectors
	begun int        // the number of solvers over bit-vectors that have been made
	hard  int        // the number of questions that were undecided over bit-vectors
	exact bool       // whether the last answer came from the solver over bit-vectors
	model *smt.Model // the model of the last answer
}

// Options are the options of a Solver.
type Options struct {
	Ints, Words solver.Options // the options of the solver over integers and of the solver over bit-vectors
	// Ranges gives the intervals of unknowns, and Known the known operations, as for Translate.
	Ranges func(*smt.Term) (interval.Interval, bool)
	Known  []Known
	// Hard is the number of undecided questions over bit-vectors after which no more are asked. 0 means no limit.
	Hard int
	// Work bounds the work for each question over bit-vectors, in units of package effort. 0 means no bound. A bound on
	// conflicts would not do, because a conflict takes longer in a larger circuit.
	Work int64
}

// ErrNoForm is the error for a formula that has no form over bit-vectors.
var ErrNoForm = errors.New("words: something has no form over bit-vectors")

// NewSolver returns a Solver without assertions.
func NewSolver(b *smt.Builder, o Options) *Solver {
	return &Solver{Ints: solver.New(b, o.Ints), b: b, o: o, given: [][]*smt.Term{nil}}
}

// Assert adds f to the current level.
func (s *Solver) Assert(f *smt.Term) {
	s.Ints.Assert(f)
	if len(s.o.Known) > 0 {
		last := len(s.given) - 1
		s.given[last] = append(s.given[last], f)
	}
}

// Push begins a new level of assertions.
func (s *Solver) Push() {
	s.Ints.Push()
	if s.s != nil {
		s.tell(s.given[len(s.given)-1])
		s.s.Push()
	}
	s.given, s.told = append(s.given, nil), 0
}

// Pop removes the last level and its assertions.
func (s *Solver) Pop() {
	s.Ints.Pop(1)
	last := len(s.given) - 1
	s.given = s.given[:last]
	if s.s != nil {
		s.s.Pop(1)
	}
	s.told = len(s.given[last-1])
}

// Check decides whether the assertions and the assumptions can hold together.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) solver.Status {
	s.exact = false
	status := s.Ints.Check(ctx, assumptions...)
	s.model = s.Ints.Model()
	if status == solver.Unsat || len(s.o.Known) == 0 || s.o.Hard > 0 && s.hard >= s.o.Hard || effort.Done(ctx) {
		return status
	}
	as, ok := s.express(assumptions)
	if !ok {
		return status
	}
	if s.o.Work > 0 {
		limited, cancel := effort.Limit(ctx, s.o.Work)
		defer cancel()
		ctx = limited
	}
	switch exact := s.s.Check(ctx, as...); exact {
	case solver.Unknown:
		s.hard++
	default:
		status, s.exact, s.model = exact, true, s.s.Model()
	}
	return status
}

// Learn asserts bounds of the results of known floating-point operations that may help with the question of the
// assertions and assumptions. They follow from bounds of the operands, which Learn finds in the question.
func (s *Solver) Learn(assumptions ...*smt.Term) {
	if len(s.o.Known) == 0 {
		return
	}
	fs := assumptions
	for _, level := range s.given {
		fs = append(fs[:len(fs):len(fs)], level...)
	}
	for _, f := range UnknownBounds(s.b, fs, s.o.Ranges, s.o.Known) {
		s.Assert(f.Implication)
	}
}

// UnknownBounds does what Bounds does, for callers that know ranges of unknowns only.
func UnknownBounds(b *smt.Builder, fs []*smt.Term, ranges func(*smt.Term) (interval.Interval, bool), known []Known) []Bound {
	return Bounds(b, fs, ranges, func(t *smt.Term) interval.Interval {
		switch t.Op() {
		case smt.OpNum:
			if n, ok := t.Value().Int(); ok {
				return interval.Point(n)
			}
		case smt.OpApp:
			if i, ok := ranges(t); ok {
				return i
			}
		case smt.OpSelect:
			if i, ok := ranges(t.Arg(0)); ok {
				return i
			}
		}
		return interval.All()
	}, known)
}

// mostBegun bounds how often the solver over bit-vectors is made anew because an array needs longer indexes.
const mostBegun = 3

// express brings the solver over bit-vectors up to date and returns fs over bit-vectors. ok is false if something has
// no form over bit-vectors.
func (s *Solver) express(fs []*smt.Term) (out []*smt.Term, ok bool) {
	for s.begun <= mostBegun {
		if s.s == nil {
			s.begin(fs)
		}
		s.tell(s.given[len(s.given)-1])
		if out, ok = s.x.all(fs, s.o.Known); ok && !s.lacks {
			for i, t := range out {
				s.name(t, fs[i])
			}
			return out, true
		}
		s.s = nil
	}
	return nil, false
}

// begin makes the solver over bit-vectors. It first translates all assertions and fs, so that the widths of all indexes
// are known before arrays are made.
func (s *Solver) begin(fs []*smt.Term) {
	s.begun++
	s.x, s.s, s.of, s.told = newTranslator(s.b, s.o.Ranges), solver.New(s.b, s.o.Words), map[*smt.Term]*smt.Term{}, 0
	s.lacks = false
	for _, level := range s.given {
		fs = append(fs[:len(fs):len(fs)], level...)
	}
	if _, ok := s.x.all(fs, s.o.Known); !ok {
		s.begun = mostBegun + 1 // longer indexes are not the reason: do not try again
	}
	for _, level := range s.given[:len(s.given)-1] {
		s.tell(level)
		s.s.Push()
		s.told = 0
	}
}

// tell asserts in the solver over bit-vectors the formulas of the innermost level that the solver does not have yet. It
// stops at a formula that has no form over bit-vectors.
func (s *Solver) tell(level []*smt.Term) {
	for ; s.told < len(level); s.told++ {
		f := level[s.told]
		ts, ok := s.x.all([]*smt.Term{f}, s.o.Known)
		if !ok {
			s.lacks = true
			return
		}
		s.name(ts[0], f)
		s.s.Assert(ts[0])
	}
}

// name notes that t is f over bit-vectors. The first formula counts.
func (s *Solver) name(t, f *smt.Term) {
	if s.of[t] == nil {
		s.of[t] = f
	}
}

// Reason returns why the last answer is unknown.
func (s *Solver) Reason() error { return s.Ints.Reason() }

// Core returns assertions and assumptions that, by the last answer, have no model. The solvers must have been made with
// proofs.
func (s *Solver) Core() []*smt.Term {
	if !s.exact {
		return s.Ints.Core()
	}
	var out []*smt.Term
	for _, t := range s.s.Core() {
		if f := s.of[t]; f != nil {
			out = append(out, f)
		}
	}
	return out
}

// Holds returns the value of f in the model of the last answer. Later assertions do not change that model.
func (s *Solver) Holds(f *smt.Term) (bool, error) {
	if !s.exact {
		return s.model.Holds(f)
	}
	ts, ok := s.x.all([]*smt.Term{f}, s.o.Known)
	if !ok {
		return false, ErrNoForm
	}
	return s.model.Holds(ts[0])
}

package words

import (
	"context"
	"errors"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Solver decides formulas over integers of which some are what operations are known to give: first
// as they are, where the operation may give anything, which is quick and often enough to refute
// them; and what has a model so over bit-vectors, once more. Where that is not decided, or has no
// form, the first answer counts. Without known operations it is a solver over integers.
type Solver struct {
	Ints *solver.Solver

	b     *smt.Builder
	o     Options
	given [][]*smt.Term // asserted, by level
	// over bit-vectors; nil: not needed yet. It has all levels but the last, and so much of
	// that.
	s    *solver.Solver
	told int
	x    *translator
	of   map[*smt.Term]*smt.Term // over integers, by the formula over bit-vectors

	begun int  // how often s has been made
	hard  int  // questions that were not decided over bit-vectors
	exact bool // the last answer is one over bit-vectors
	model *smt.Model
}

// Options of a Solver.
type Options struct {
	Ints, Words solver.Options
	// what integers can be, and which are known, as for Translate
	Ranges func(*smt.Term) (interval.Interval, bool)
	Known  []Known
	// Hard is how many questions over bit-vectors may stay undecided until none are asked any more;
	// 0: all are asked.
	Hard int
	// Work bounds each question over bit-vectors, in units of package effort; 0: it has no bound. A
	// conflict takes the longer the larger the circuits are, so that bounds of conflicts are none of
	// work.
	Work int64
}

// ErrNoForm says that something has no form over bit-vectors.
var ErrNoForm = errors.New("words: something has no form over bit-vectors")

// NewSolver returns a solver without assertions.
func NewSolver(b *smt.Builder, o Options) *Solver {
	return &Solver{Ints: solver.New(b, o.Ints), b: b, o: o, given: [][]*smt.Term{nil}}
}

// Assert adds a formula.
func (s *Solver) Assert(f *smt.Term) {
	s.Ints.Assert(f)
	if len(s.o.Known) > 0 {
		last := len(s.given) - 1
		s.given[last] = append(s.given[last], f)
	}
}

// Push begins a level of assertions.
func (s *Solver) Push() {
	s.Ints.Push()
	if s.s != nil {
		s.tell(s.given[len(s.given)-1])
		s.s.Push()
	}
	s.given, s.told = append(s.given, nil), 0
}

// Pop forgets the assertions of the last level.
func (s *Solver) Pop() {
	s.Ints.Pop(1)
	last := len(s.given) - 1
	s.given = s.given[:last]
	if s.s != nil {
		s.s.Pop(1)
	}
	s.told = len(s.given[last-1])
}

// Check asks whether the assertions and the assumptions can hold together.
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

// Learn makes the solver know bounds of what is known of floating operations, for a question: they
// follow from those of the operands, which the question is looked at for.
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

// UnknownBounds is Bounds where of other terms than unknowns no ranges are known.
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

// mostBegun is how often the solver over bit-vectors is made anew, since arrays have got longer
// indexes.
const mostBegun = 3

// express brings the solver over bit-vectors up to date, and writes formulas for it.
func (s *Solver) express(fs []*smt.Term) (out []*smt.Term, ok bool) {
	for s.begun <= mostBegun {
		if s.s == nil {
			s.begin(fs)
		}
		s.tell(s.given[len(s.given)-1])
		if out, ok = s.x.all(fs, s.o.Known); ok {
			for i, t := range out {
				s.name(t, fs[i])
			}
			return out, true
		}
		s.s = nil
	}
	return nil, false
}

// begin makes the solver over bit-vectors, for formulas among others.
func (s *Solver) begin(fs []*smt.Term) {
	s.begun++
	s.x, s.s, s.of, s.told = newTranslator(s.b, s.o.Ranges), solver.New(s.b, s.o.Words), map[*smt.Term]*smt.Term{}, 0
	for _, level := range s.given {
		fs = append(fs[:len(fs):len(fs)], level...)
	}
	if _, ok := s.x.all(fs, s.o.Known); !ok { // so that all indexes are known before there are arrays
		s.begun = mostBegun + 1 // it is something else
	}
	for _, level := range s.given[:len(s.given)-1] {
		s.tell(level)
		s.s.Push()
		s.told = 0
	}
}

// tell asserts what is new of the last level.
func (s *Solver) tell(level []*smt.Term) {
	for ; s.told < len(level); s.told++ {
		f := level[s.told]
		ts, ok := s.x.all([]*smt.Term{f}, s.o.Known)
		if !ok {
			return
		}
		s.name(ts[0], f)
		s.s.Assert(ts[0])
	}
}

func (s *Solver) name(t, f *smt.Term) {
	if s.of[t] == nil {
		s.of[t] = f
	}
}

// Reason is why the last answer is unknown.
func (s *Solver) Reason() error { return s.Ints.Reason() }

// Core lists assertions and assumptions that the last answer shows to have no model. The solvers must
// have been made with proofs.
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

// Holds is the value of a formula in the model of the last answer, which is kept whatever is asserted
// since.
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

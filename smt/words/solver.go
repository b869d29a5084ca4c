package words

import (
	"context"
	"errors"

	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Solver is asked formulas over integers, and decides them over bit-vectors: its models are models
// of the words that the integers are, and what it refutes has no model. Once something has no form
// over bit-vectors, all answers are unknown.
type Solver struct {
	b     *smt.Builder
	x     *translator
	known []Known
	s     *solver.Solver
	of    map[*smt.Term]*smt.Term // over integers, by the formula over bit-vectors
}

// ErrNoForm says that something has no form over bit-vectors.
var ErrNoForm = errors.New("words: something has no form over bit-vectors")

// NewSolver returns a solver without assertions. Ranges and known are those of [Translate].
func NewSolver(b *smt.Builder, o solver.Options, ranges func(*smt.Term) (interval.Interval, bool), known []Known) *Solver {
	return &Solver{b: b, x: newTranslator(b, ranges), known: known, s: solver.New(b, o), of: map[*smt.Term]*smt.Term{}}
}

// Express reports whether formulas, beside all before, have a form over bit-vectors.
func (s *Solver) Express(fs ...*smt.Term) bool {
	_, ok := s.x.all(fs, s.known)
	return ok
}

// Failed reports whether all answers are unknown.
func (s *Solver) Failed() bool { return s.x.failed }

// translate is one formula, nil if it has no form.
func (s *Solver) translate(f *smt.Term) *smt.Term {
	ts, ok := s.x.all([]*smt.Term{f}, s.known)
	if !ok {
		return nil
	}
	if s.of[ts[0]] == nil {
		s.of[ts[0]] = f
	}
	return ts[0]
}

// Assert adds a formula.
func (s *Solver) Assert(f *smt.Term) {
	if t := s.translate(f); t != nil {
		s.s.Assert(t)
	}
}

// Push begins a level of assertions.
func (s *Solver) Push() { s.s.Push() }

// Pop forgets the assertions of the last level.
func (s *Solver) Pop() { s.s.Pop(1) }

// Check asks whether the assertions and the assumptions can hold together.
func (s *Solver) Check(ctx context.Context, assumptions ...*smt.Term) solver.Status {
	as := make([]*smt.Term, len(assumptions))
	for i, f := range assumptions {
		if as[i] = s.translate(f); as[i] == nil {
			return solver.Unknown
		}
	}
	if s.x.failed {
		return solver.Unknown
	}
	return s.s.Check(ctx, as...)
}

// Reason is why the last answer is unknown.
func (s *Solver) Reason() error {
	if s.x.failed {
		return ErrNoForm
	}
	return s.s.Reason()
}

// Core lists the assertions and assumptions of a refutation, as they were given. The solver must
// have been made with proofs.
func (s *Solver) Core() []*smt.Term {
	var out []*smt.Term
	for _, t := range s.s.Core() {
		if f := s.of[t]; f != nil {
			out = append(out, f)
		}
	}
	return out
}

// Model is a model of the last answer, of formulas over integers that the solver can express.
func (s *Solver) Model() *Model { return &Model{s, s.s.Model()} }

// Model is a model over bit-vectors.
type Model struct {
	s *Solver
	m *smt.Model
}

// Holds is the value of a formula over integers.
func (m *Model) Holds(f *smt.Term) (bool, error) {
	t := m.s.translate(f)
	if t == nil {
		return false, ErrNoForm
	}
	return m.m.Holds(t)
}

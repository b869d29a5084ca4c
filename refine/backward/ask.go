package backward

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// mostKnown bounds the cubes of which knowledge is kept; then all of it is forgotten.
const mostKnown = 50_000

// mostConflicts bounds a question to the solver. One that is not answered counts as "may be so":
// cubes grow, never shrink.
const mostConflicts = 20_000

// know finds out whether a cube has a state, which is asked once.
func (m *Method) know(ctx context.Context, c Cube) *knowledge {
	key := m.B.And(c...)
	k := m.known[key]
	if k != nil {
		return k
	}
	k = &knowledge{cube: c, says: map[*smt.Term]says{}, apart: map[*smt.Term]bool{}}
	switch {
	case c.False():
		k.status = solver.Unsat
	default:
		var model *smt.Model
		k.status, model = m.check(ctx, c)
		if model != nil {
			k.models = append(k.models, model)
		}
		if effort.Done(ctx) {
			return k // not an answer to remember
		}
	}
	if len(m.known) >= mostKnown {
		clear(m.known)
	}
	m.known[key] = k
	return k
}

// check asks the solver for a state of a conjunction.
func (m *Method) check(ctx context.Context, fs []*smt.Term) (solver.Status, *smt.Model) {
	s := solver.New(m.B, solver.Options{Conflicts: mostConflicts})
	for _, f := range fs {
		s.Assert(f)
	}
	for _, f := range m.Facts(fs...) {
		s.Assert(f)
	}
	st := s.Check(ctx)
	return st, s.Model()
}

// empty reports whether a cube is known to have no states.
func (m *Method) empty(ctx context.Context, c Cube) bool {
	return m.know(ctx, c).status == solver.Unsat
}

// entails reports whether a cube is known to entail a formula.
func (m *Method) entails(ctx context.Context, k *knowledge, f *smt.Term) bool {
	if k.status == solver.Unsat || f.IsTrue() {
		return true
	}
	if f.IsFalse() || k.refuted(f) {
		return false
	}
	if yes, asked := k.apart[f]; asked {
		return yes
	}
	st, model := m.check(ctx, append(k.cube[:len(k.cube):len(k.cube)], m.B.Not(f)))
	if model != nil {
		k.models = append(k.models, model)
	}
	if !effort.Done(ctx) {
		k.apart[f] = st == solver.Unsat
	}
	return st == solver.Unsat
}

// refuted reports whether one of the states that are known of the cube does not satisfy f.
func (k *knowledge) refuted(f *smt.Term) bool {
	for _, model := range k.models {
		if yes, err := model.Holds(f); err == nil && !yes {
			return true
		}
	}
	return false
}

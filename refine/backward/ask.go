// Questions about cubes to the solver. Answers are cached for each cube.

package backward

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// mostKnown bounds the number of cubes in the cache. When it is reached, the whole cache is cleared.
const mostKnown = 50_000

// mostConflicts bounds the solver's work for one question. A question without an answer counts as "possible", so that
// cubes become larger, never smaller.
const mostConflicts = 20_000

// know returns the knowledge about a cube. The first time, it asks the solver whether the cube has a state.
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
			return k // the answer is incomplete: do not cache it
		}
	}
	if len(m.known) >= mostKnown {
		clear(m.known)
	}
	m.known[key] = k
	return k
}

// check asks the solver whether the conjunction of fs is satisfiable, and returns a model if it is.
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

// refuted reports whether a known state of the cube does not satisfy f.
func (k *knowledge) refuted(f *smt.Term) bool {
	for _, model := range k.models {
		if yes, err := model.Holds(f); err == nil && !yes {
			return true
		}
	}
	return false
}

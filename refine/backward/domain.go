// The abstract domain that package mc explores the reversed program with.

package backward

import (
	"context"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
)

// State is a cube at a location of the reversed program: a set of states from which runs may lead to the error.
type State struct {
	Cube Cube
	key  uint64
}

func (s *State) String() string {
	if len(s.Cube) == 0 {
		return "true"
	}
	parts := make([]string, len(s.Cube))
	for i, f := range s.Cube {
		parts[i] = f.String()
	}
	return strings.Join(parts, " and ")
}

func newState(c Cube) *State {
	h := uint64(14695981039346656037) // FNV-1a
	for _, f := range c {
		h = (h ^ uint64(f.ID())) * 1099511628211
	}
	return &State{c, h}
}

// domain is the abstraction for package mc, over the reversed program. It over-approximates the paper's pre: the
// result contains every state from which the edge leads into the given set.
type domain struct {
	m   *Method
	ctx context.Context
}

// Start returns the state at the error: all states.
func (d *domain) Start(*cfa.Program) mc.State { return newState(nil) }

// Post returns the precondition of s over the edge of the program that e reverses. When the context is done, the
// result is too large; nobody relies on it then.
func (d *domain) Post(s mc.State, e *cfa.Edge) []mc.State {
	m, c := d.m, s.(*State).Cube
	if of := m.rev.Edges[e.ID]; of != nil {
		pre, left := m.Pre(of, c)
		if m.opt.Approximated != nil {
			for _, g := range left {
				m.opt.Approximated(of, g)
			}
		}
		if pre.False() {
			return nil
		}
		c = pre
	}
	_, assume := e.Op.(*cfa.Assume)
	var out []mc.State
	add := func(c Cube) {
		if s := newState(c); !has(out, s) {
			out = append(out, s)
		}
	}
	for _, c := range m.cases(d.ctx, m.here(e.To, c)) {
		switch {
		case m.cut[e.To.ID]:
			for _, a := range m.abstract(d.ctx, c, m.preds[e.To.ID]) {
				add(a)
			}
		case e.To.Error == nil && !assume || !m.empty(d.ctx, c):
			add(m.plain(e.To, c))
		}
	}
	return out
}

func has(states []mc.State, s *State) bool {
	for _, t := range states {
		if equal(t.(*State).Cube, s.Cube) {
			return true
		}
	}
	return false
}

func equal(a, b Cube) bool { return len(a) == len(b) && a.within(b) }

// Enter and Return are never called: the program has no calls.
func (d *domain) Enter(mc.State, *cfa.Edge) (mc.State, bool) { panic("backward: a call") }
func (d *domain) Return(_ mc.State, _ *cfa.Edge, _, _ mc.State) []mc.State {
	panic("backward: a call")
}

// Covers compares literals: of two cubes over the same predicates, the cube with fewer literals is the larger set.
func (d *domain) Covers(old, new mc.State) bool {
	return old.(*State).Cube.within(new.(*State).Cube)
}

// Merge never merges: a disjunction of cubes is kept, as in the paper.
func (d *domain) Merge(_, _ mc.State, _ *cfa.Loc) (mc.State, bool) { return nil, false }

func (d *domain) Key(s mc.State) uint64 { return s.(*State).key }

func (d *domain) Equal(a, b mc.State) bool { return equal(a.(*State).Cube, b.(*State).Cube) }

// Infeasible paths of the reversed program, and the predicates learnt from them.

package backward

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
)

const mostKept = 64 // cubes of an exact precondition that are followed

// explore starts an exploration of the reversed program.
func (m *Method) explore(ctx context.Context, opt mc.Options) *mc.Explorer {
	return mc.New(m.rev.Program, &domain{m, ctx}, opt)
}

// Reached returns the cubes that an exploration has found, by location of the inlined program. If the exploration is
// complete, each state that may lead to an error satisfies one of the cubes of its location, together with the facts
// there.
func (m *Method) Reached(g *mc.Graph) map[*cfa.Loc][]Cube {
	out := map[*cfa.Loc][]Cube{}
	for _, n := range g.Nodes {
		if l := m.rev.Locs[n.Loc.ID]; l != nil && !n.Gone && n.By == nil {
			out[l] = append(out[l], n.State.(*State).Cube)
		}
	}
	return out
}

// path returns the path of the inlined program for a path of the reversed program.
func (m *Method) path(back cfa.Path) cfa.Path {
	var p cfa.Path
	for _, s := range slices.Backward(back) {
		if e := m.rev.Edges[s.Edge.ID]; e != nil {
			p = append(p, cfa.Step{Edge: e})
		}
	}
	return p
}

// refine learns from a path of the reversed program. The result real says that the preconditions along the path are
// satisfiable. Otherwise the path is infeasible, although learnt may be empty.
func (m *Method) refine(ctx context.Context, back cfa.Path) (learnt []Learnt, real bool) {
	for _, relaxed := range []bool{true, false} {
		if learnt, real = m.follow(ctx, back, relaxed); len(learnt) > 0 {
			return learnt, false
		}
	}
	return nil, real
}

// follow computes the preconditions along a path of the reversed program. If they become unsatisfiable, follow learns
// from them and returns the new predicates; otherwise real is true. If relaxed is set, literals of closed rows are
// relaxed; otherwise the closed rows of the path's locations are opened.
func (m *Method) follow(ctx context.Context, path cfa.Path, relaxed bool) (learnt []Learnt, real bool) {
	cubes := []Cube{nil}
	type place struct {
		at    *cfa.Loc
		cubes []Cube
	}
	var places []place
	for _, s := range path {
		e := m.rev.Edges[s.Edge.ID]
		if e == nil {
			continue
		}
		to := s.Edge.To
		if cubes = m.back(ctx, e, to, cubes); len(cubes) == 0 {
			break
		}
		if !m.cut[to.ID] {
			continue
		}
		if relaxed {
			for i, c := range cubes {
				cubes[i] = m.relax(ctx, to, c)
			}
		}
		places = append(places, place{to, cubes})
	}
	if len(cubes) > 0 {
		return nil, true
	}
	for _, l := range places {
		if !relaxed {
			m.open(l.at)
		}
		if fresh := m.learn(ctx, l.at, slices.Clone(l.cubes)); len(fresh) > 0 {
			learnt = append(learnt, Learnt{m.rev.Locs[l.at.ID], fresh})
		}
	}
	return learnt, false
}

// back computes the cubes before an edge without abstraction. It follows at most mostKept cubes: the predicates
// learnt from them are a heuristic choice in any case.
func (m *Method) back(ctx context.Context, e *cfa.Edge, to *cfa.Loc, cubes []Cube) []Cube {
	var out []Cube
	for _, c := range cubes {
		pre, _ := m.Pre(e, c)
		if st, ok := e.Op.(*cfa.Store); ok && !pre.False() {
			pre = m.mark(pre, e, st)
		}
		for _, d := range m.cases(ctx, m.here(to, pre)) {
			if m.empty(ctx, d) || len(out) >= mostKept {
				continue
			}
			d = m.plain(to, d)
			if !slices.ContainsFunc(out, func(o Cube) bool { return equal(o, d) }) {
				out = append(out, d)
			}
		}
	}
	return out
}

// learn adds the predicates that cubes yield to the predicates of the location "at", and returns the new ones.
func (m *Method) learn(ctx context.Context, at *cfa.Loc, cubes []Cube) []*smt.Term {
	var found []*smt.Term
	for _, c := range cubes {
		c, marked := m.unmark(c)
		found = append(found, m.extract(c)...)
		found = append(found, m.saturate(ctx, m.here(at, c), m.collect(c, marked))...)
	}
	return m.gain(ctx, at, found)
}

// Invariants from a reached graph, with cases merged.

package invariants

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/poly"
)

const (
	mostMerges = 100_000 // attempts to merge two cases by a join, over all locations
	mostBarren = 500     // consecutive failed attempts at one location
)

// relational is a state that consists of constraints over slots.
type relational interface {
	Within() *cells.Layout
	Constraints() []linear.Constraint
	Element() any
}

// Of returns the invariants of each location from a graph of linear states, or nil if the states are of another kind.
func Of(ctx context.Context, g *mc.Graph) []Invariant {
	type union struct {
		layout *cells.Layout
		cases  [][]linear.Constraint
		elems  []any
	}
	at := map[*cfa.Loc]*union{}
	var locs []*cfa.Loc
	for _, n := range g.Nodes {
		if n.Gone || n.By != nil {
			continue
		}
		s, ok := n.State.(relational)
		if !ok {
			return nil
		}
		u := at[n.Loc]
		if u == nil {
			u = &union{layout: s.Within()}
			at[n.Loc] = u
			locs = append(locs, n.Loc)
		}
		u.cases = append(u.cases, s.Constraints())
		u.elems = append(u.elems, s.Element())
	}
	sortLocs(locs)
	c := NewSlots(original(g))
	m := merger{ctx: ctx, left: mostMerges}
	out := make([]Invariant, 0, len(locs))
	for _, l := range locs {
		u := at[l]
		r := Invariant{Loc: c.program.Locs[l.ID], Slots: c.Of(u.layout), Integers: g.Program.Arith != cfa.Real}
		r.Cases = m.union(u.cases, u.layout.Dims(), r.Integers, func(i int) *poly.Polyhedron {
			p, _ := u.elems[i].(*poly.Polyhedron)
			return p
		})
		out = append(out, r)
	}
	return out
}

// original returns the program that the graph's program is a slice of.
func original(g *mc.Graph) *cfa.Program {
	if g.Program.Origin != nil {
		return g.Program.Origin
	}
	return g.Program
}

// merger writes unions with fewer elements. The explorer merges cautiously, since merging loses the distinction of
// paths: for a counter that runs from 0 to 999 it has a thousand states where one suffices.
type merger struct {
	ctx  context.Context
	left int
}

// union writes a union with fewer cases. The function "made" returns case i as a polyhedron if this polyhedron exists
// already, else nil.
func (m *merger) union(cases [][]linear.Constraint, dims int, integers bool, made func(int) *poly.Polyhedron) [][]linear.Constraint {
	if integers && len(cases) > 1 && !effort.Done(m.ctx) {
		if joined := joinSpans(cases, dims); len(joined) < len(cases) {
			cases = joined
			made = func(int) *poly.Polyhedron { return nil }
		}
	}
	if len(cases) < 2 || len(cases) > m.left || effort.Done(m.ctx) {
		return cases
	}
	numbers := linear.Integers
	if !integers {
		numbers = linear.Rationals
	}
	es := make([]*poly.Polyhedron, len(cases))
	for i, c := range cases {
		if es[i] = made(i); es[i] == nil {
			es[i] = poly.Of(dims, numbers, c...)
		}
	}
	es = m.join(es)
	if len(es) == len(cases) {
		return cases
	}
	cases = nil
	for _, e := range es {
		cases = append(cases, e.Constraints())
	}
	return cases
}

// join merges neighbours whose join is exact, in rounds, as long as that helps: states found in sequence usually
// belong together.
func (m *merger) join(es []*poly.Polyhedron) []*poly.Polyhedron {
	for {
		out := make([]*poly.Polyhedron, 0, len(es))
		barren := 0
		for _, e := range es {
			if k := len(out) - 1; k >= 0 && m.left > 0 && barren < mostBarren && !effort.Done(m.ctx) {
				m.left--
				barren++
				if j, exact := out[k].ExactJoin(e); exact && plainer(j, out[k], e) {
					out[k] = j
					barren = 0
					continue
				}
			}
			out = append(out, e)
		}
		if len(out) == len(es) {
			return out
		}
		es = out
	}
}

// plainer reports whether j is no harder to read than p or q, which it replaces: two points always lie on a line, but
// 3*i + j == 3 is harder to read than i == 0 && j == 3 || i == 1 && j == 0.
func plainer(j, p, q *poly.Polyhedron) bool {
	var known []linear.Constraint
	for _, c := range j.Constraints() {
		odd := false
		for t := range c.Primitive().Expr.Terms() {
			odd = odd || !t.Coef.Abs().IsOne()
		}
		if !odd || c.Expr.Len() < 2 {
			continue
		}
		if known == nil {
			known = append(p.Constraints(), q.Constraints()...)
		}
		if !slices.ContainsFunc(known, c.Equal) {
			return false
		}
	}
	return true
}

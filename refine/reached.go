package refine

import (
	"cmp"
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/poly"
)

// Reached is what a safe run says of a location: whenever a run of the program is there, and the control flow
// can still lead to an error from there, one of the cases holds. Of runs that have left the part of the program that leads to
// errors (cfa's slice) nothing is said.
type Reached struct {
	Loc *cfa.Loc // of the program itself, not of its slice
	// Slots say what the dimensions of the constraints are: variables and cells of the program, now or when the
	// procedure was entered. They are those of all locations of the procedure.
	Slots []cells.Slot
	// Cases are a union: in each all constraints hold. One without constraints says nothing.
	Cases [][]linear.Constraint
	// Integers says that the constraints are meant for integers.
	Integers bool
	// ACSL are predicates of ACSL that say what the cases say of all values of quantified variables, and of the program's own; of
	// heads of loops, where the engine has such.
	ACSL []string
}

const (
	mostMerges = 100_000 // tries to write two cases as one by a join, over all locations
	mostBarren = 500     // of them in a row without success, at one location
)

// Reached returns what is known of each location that is reached, by procedure and in the order of Loc.Index; nil unless the
// run is safe and the engine's states are linear. Together that is an inductive invariant of the slice which
// holds at no error location; the engine widening follows calls apart, and what it says of a callee is over all
// its calls, which makes it an invariant, but perhaps not inductive. It costs about as much as the states have constraints; when the context is done
// more cases are left than need be.
func (o *Outcome) Reached(ctx context.Context) []Reached {
	if o.Verdict == Safe && o.reached != nil {
		return o.reached()
	}
	if o.Verdict != Safe || o.Graph == nil {
		return nil
	}
	type union struct {
		layout *cells.Layout
		elems  []*poly.Polyhedron
	}
	at := map[*cfa.Loc]*union{}
	var locs []*cfa.Loc
	for _, n := range o.Graph.Nodes {
		if n.Gone || n.By != nil {
			continue
		}
		s, ok := n.State.(*unions.State[*poly.Polyhedron])
		if !ok {
			return nil
		}
		u := at[n.Loc]
		if u == nil {
			u = &union{layout: s.Layout}
			at[n.Loc] = u
			locs = append(locs, n.Loc)
		}
		u.elems = append(u.elems, s.Elem)
	}
	slices.SortFunc(locs, func(a, b *cfa.Loc) int {
		return cmp.Or(cmp.Compare(a.Proc.ID, b.Proc.ID), cmp.Compare(a.Index, b.Index))
	})
	c := concrete{prog: original(o.Graph)}
	m := merger{ctx: ctx, left: mostMerges}
	out := make([]Reached, 0, len(locs))
	for _, l := range locs {
		u := at[l]
		r := Reached{Loc: c.prog.Locs[l.ID], Slots: c.slots(u.layout), Integers: o.Graph.Program.Arith != cfa.Real}
		for _, e := range u.elems {
			r.Cases = append(r.Cases, e.Constraints())
		}
		r.Cases = m.union(r.Cases, u.elems, r.Integers)
		out = append(out, r)
	}
	return out
}

// original is the program that the graph's is a slice of.
func original(g *mc.Graph) *cfa.Program {
	if g.Program.Origin != nil {
		return g.Program.Origin
	}
	return g.Program
}

// concrete translates from the slice to the program, by the IDs, which are the same.
type concrete struct {
	prog *cfa.Program
	made map[*cells.Layout][]cells.Slot
}

func (c *concrete) slots(l *cells.Layout) []cells.Slot {
	if s, ok := c.made[l]; ok {
		return s
	}
	out := slices.Clone(l.Slots)
	for i, s := range out {
		if s.Var != nil {
			out[i].Var = c.prog.Vars[s.Var.ID]
			continue
		}
		out[i].Arr = c.prog.Arrays[s.Arr.ID]
		if s.Idx.Ghost != nil {
			out[i].Idx.Ghost = c.prog.Vars[s.Idx.Ghost.ID]
		}
	}
	if c.made == nil {
		c.made = map[*cells.Layout][]cells.Slot{}
	}
	c.made[l] = out
	return out
}

// merger writes unions with fewer elements. The explorer merges cautiously, since that mixes up paths; for a
// counter that runs from 0 to 999 it has a thousand states where one says it all.
type merger struct {
	ctx  context.Context
	left int
}

// union writes a union, of which both forms are given, with fewer cases.
func (m *merger) union(cases [][]linear.Constraint, es []*poly.Polyhedron, integers bool) [][]linear.Constraint {
	if integers && len(cases) > 1 && !effort.Done(m.ctx) {
		joined := joinSpans(cases, es[0].Dims())
		if len(joined) < len(cases) {
			dims := es[0].Dims()
			es = make([]*poly.Polyhedron, len(joined))
			for i, c := range joined {
				es[i] = poly.Of(dims, linear.Integers, c...)
			}
			cases = joined
		}
	}
	if len(cases) < 2 || len(cases) > m.left || effort.Done(m.ctx) {
		return cases
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

// join merges neighbours whose join is exact, in rounds, as long as that helps: states that follow each other in the
// order in which they were found are those that belong together.
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

// plainer reports whether j is no harder to read than what it stands for, p or q: two points always lie on a line, but
// 3*i + j == 3 says less to a reader than i == 0 && j == 3 || i == 1 && j == 0.
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

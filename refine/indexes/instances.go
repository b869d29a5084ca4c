// Where claims for all values of a ghost are instantiated.

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/partition"
)

// Instances returns the instantiations of a level: claims that hold for all values of a ghost are instantiated at the
// indexes that an edge reads.
func (pl *Plan) Instances(l Level) []partition.Instance {
	if l < Instances {
		return nil
	}
	var out []partition.Instance
	for _, a := range pl.accesses {
		if !a.read || len(a.idx.Parts) == 0 && l < One {
			continue
		}
		for _, g := range append(slices.Clip(pl.ghosts), pl.added(l)...) {
			// in other procedures the ghost may not be live
			if g.Proc != nil && (g.Proc != a.edge.From.Proc || l >= One) {
				continue
			}
			if a.idx.Mentions(g) || !slices.Contains(pl.own[:], g) && (!pl.Quantifiable(g, a.edge.From) || !pl.cellOf(a.arr, g)) {
				continue
			}
			use := func(t *cells.Term) {
				i := partition.Instance{Edge: a.edge, Ghost: g, Term: t}
				if !slices.ContainsFunc(out, func(o partition.Instance) bool {
					return o.Edge == i.Edge && o.Ghost == g && o.Term.Equal(i.Term)
				}) {
					out = append(out, i)
				}
			}
			if !pl.elsewhere(l, a) {
				use(a.idx)
			}
			if l.images() {
				pl.preimages(l, a.arr, a.idx, g, use)
			}
		}
	}
	if l == Neighbours {
		pl.atEnds(l, func(i partition.Instance) { out = append(out, i) })
	}
	return out
}

// atEnds calls f for instantiations at the counters in indexes, on the edges where loops continue or end. There a
// variable that the loop carries along is related to the cell of the last round, such as a[i-1].
func (pl *Plan) atEnds(l Level, f func(partition.Instance)) {
	for _, e := range pl.prog.Edges {
		if _, ok := e.Op.(*cfa.Assume); !ok || !e.From.LoopHead {
			continue
		}
		seen := map[*cfa.Var]bool{}
		cfa.Reads(e.Op, func(v *cfa.Var) {
			if !pl.counters[v] || !pl.imagedBy(v) || seen[v] {
				return
			}
			seen[v] = true
			t, _ := cells.TermOf(v)
			for _, g := range pl.added(l) {
				f(partition.Instance{Edge: e, Ghost: g, Term: t})
			}
		}, nil)
	}
}

// Quantifiable reports whether a run that reaches a location could have reached it with any value of a ghost: no path
// to the location contains an edge that reads the ghost. (A ghost gets its values only as inputs.)
func (pl *Plan) Quantifiable(g *cfa.Var, at *cfa.Loc) bool {
	t := pl.tainted[g]
	if t == nil {
		t = pl.behind(g)
		pl.tainted[g] = t
	}
	return !t[at]
}

// behind returns the locations reachable after edges that read a variable. The checker has its own version
// (cert/instance.go), since it does not trust engines.
func (pl *Plan) behind(g *cfa.Var) map[*cfa.Loc]bool {
	seen := map[*cfa.Loc]bool{}
	var work []*cfa.Loc
	add := func(l *cfa.Loc) {
		if !seen[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	follow := func(e *cfa.Edge) {
		add(e.To)
		if c, ok := e.Op.(*cfa.Call); ok {
			add(c.Callee.Entry)
		}
	}
	for _, e := range pl.prog.Edges {
		reads := false
		cfa.Reads(e.Op, func(v *cfa.Var) { reads = reads || v == g }, nil)
		if reads {
			follow(e)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			follow(e)
		}
		if l == l.Proc.Exit {
			for _, e := range l.Proc.Callers {
				add(e.To)
			}
		}
	}
	return seen
}

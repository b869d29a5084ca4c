// The old proof as a proof of the new program.

package migrate

import (
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
)

// Certificate translates a proof of the old program, without parts, to a proof of the program p. It keeps the
// builder. The new proof is only about open errors: errors that correspond to targets of the old proof, and errors
// that the old program did not have. The edges to the latter are returned in fresh. Certificate returns nil if no
// target of the old proof is open, unless all targets of the old proof are gone and fresh is not empty.
//
// An annotation moves to the corresponding location, without formulas that mention removed variables. New locations
// are passed. But the head of a new loop needs annotations. The result has no annotation there; cert.Weaken can add
// some. Locations unreachable in the old program stay unreachable. A new call enters a context of its procedure; a
// procedure without a context is inlined at the call. If that becomes too large, Certificate returns nil.
func (a *Alignment) Certificate(c *cert.Certificate, old, now *Shape, p *cfa.Program, open map[int]bool) (migrated *cert.Certificate, fresh []*cfa.Edge) {
	m := &migration{Alignment: a, c: c, p: p, old: old, now: now, contexts: unmapped(len(c.Contexts)), full: map[int]bool{}}
	m.out = &cert.Certificate{
		Builder: c.Builder, Ghosts: c.Ghosts, Induction: c.Induction, Unwind: c.Unwind, Runs: more(c.Runs), Paths: more(c.Paths),
	}
	if c.Ghosts < 0 || c.Ghosts > mostGhosts || !m.targets(open) {
		return nil, nil
	}
	m.images()
	m.sums()
	m.names()
	if len(c.Contexts) > 0 && (c.Contexts[0].Inline || at(a.Procs, c.Contexts[0].Proc) != p.Start.ID) {
		return nil, nil
	}
	for i := range c.Contexts {
		m.context(i)
	}
	for i := range c.Contexts {
		if m.contexts[i] >= 0 {
			m.points(i)
		}
	}
	for i := 0; i < len(m.out.Contexts); i++ { // the list grows in the loop
		if m.calls(i); m.written > mostWritten {
			return nil, nil
		}
	}
	m.instances()
	for _, h := range c.Heads {
		if l := at(a.Locs, h.Loc); l >= 0 {
			m.out.Heads = append(m.out.Heads, cert.Head{Loc: l, Holds: m.conj(h.Holds)})
		}
	}
	return m.out, m.fresh
}

// more returns a limit for the runs or paths of a changed program within which executing all of them is still tried.
func more(n int) int { return 2 * min(n, 1<<30) }

// mostGhosts bounds the ghosts of a proof.
const mostGhosts = 1 << 10

// at returns the image of an unchecked ID, or -1.
func at(ids []int, id int) int {
	if id < 0 || id >= len(ids) {
		return -1
	}
	return ids[id]
}

// migration is the state of one call of Certificate.
type migration struct {
	*Alignment
	c   *cert.Certificate
	p   *cfa.Program
	old *Shape
	now *Shape
	out *cert.Certificate

	fresh []*cfa.Edge // edges to errors that the old program did not have

	locs, edges []int // by new ID: the old ID, or -1 for a new location or edge
	sum         []int // by old index of an array of sums: the new index
	terms       *translation
	contexts    []int        // by old index of a context: the new index, or -1 if the context has no counterpart
	full        map[int]bool // the procedures with a context that is not inlined
	written     int          // number of locations written for inlined procedures
}

// mostWritten bounds the locations of inlined procedures: if each procedure calls the next one twice, their number is
// exponential.
const mostWritten = 20_000

// targets computes the targets of the new proof. It returns false if the new proof has no target.
func (m *migration) targets(open map[int]bool) bool {
	about, known := map[int]bool{}, map[int]bool{}
	gone := true // whether all targets of the old proof are gone
	for id, to := range m.Locs {
		if to < 0 {
			continue
		}
		known[to] = true
		if m.c.Targets == nil || slices.Contains(m.c.Targets, id) {
			about[to] = true
			gone = gone && m.p.Locs[to].Error == nil
		}
	}
	some := false
	m.out.Targets = []int{} // nil would mean all
	for _, l := range m.p.Errors {
		if open[l.ID] && (about[l.ID] || !known[l.ID]) {
			m.out.Targets = append(m.out.Targets, l.ID)
			some = some || about[l.ID]
			if !known[l.ID] {
				m.fresh = append(m.fresh, l.In...)
			}
		}
	}
	slices.Sort(m.out.Targets)
	return some || gone && len(m.fresh) > 0
}

// images computes the inverse correspondence of locations and edges.
func (m *migration) images() {
	m.locs, m.edges = unmapped(len(m.p.Locs)), unmapped(len(m.p.Edges))
	for id, to := range m.Locs {
		if to >= 0 {
			m.locs[to] = id
		}
	}
	for id, to := range m.Edges {
		if to >= 0 {
			m.edges[to] = id
		}
	}
}

// context takes over a context, without its annotations.
func (m *migration) context(i int) {
	x := m.c.Contexts[i]
	to := cert.Context{Proc: at(m.Procs, x.Proc)}
	if to.Proc < 0 {
		return
	}
	if x.Inline {
		to.Inline, to.Parent, to.Call = true, at(m.contexts, x.Parent), at(m.Edges, x.Call)
		if to.Parent < 0 || to.Call < 0 {
			return
		}
		if call, ok := m.p.Edges[to.Call].Op.(*cfa.Call); !ok || call.Callee.ID != to.Proc {
			return
		}
	} else {
		m.full[to.Proc] = true
	}
	m.contexts[i] = len(m.out.Contexts)
	m.out.Contexts = append(m.out.Contexts, to)
}

// points annotates the locations of a context.
func (m *migration) points(i int) {
	x := &m.out.Contexts[m.contexts[i]]
	was := map[int]*cert.Point{}
	for k := range m.c.Contexts[i].Points {
		pt := &m.c.Contexts[i].Points[k]
		was[pt.Loc] = pt
	}
	for _, l := range m.ordered(x.Proc) {
		switch pt := was[m.locs[l.ID]]; {
		case l.Error != nil, m.locs[l.ID] < 0:
			m.add(x, l)
		case pt == nil: // unreachable in the old program
		case pt.Pass:
			x.Points = append(x.Points, cert.Point{Loc: l.ID, Pass: true})
		default:
			to := cert.Point{Loc: l.ID}
			for _, h := range pt.Holds {
				to.Holds = append(to.Holds, cert.Annotation{Conj: m.conj(h.Conj), Next: m.hints(h.Next)})
			}
			x.Points = append(x.Points, to)
		}
	}
}

// ordered returns the locations of a procedure by ID.
func (m *migration) ordered(proc int) []*cfa.Loc {
	ls := slices.Clone(m.p.Procs[proc].Locs)
	slices.SortFunc(ls, func(a, b *cfa.Loc) int { return a.ID - b.ID })
	return ls
}

// add adds a location without known facts.
func (m *migration) add(x *cert.Context, l *cfa.Loc) {
	switch q := l.Proc; {
	case l.Error != nil:
		if !slices.Contains(m.out.Targets, l.ID) { // an error that is not a target: runs end there
			x.Points = append(x.Points, cert.Point{Loc: l.ID, Holds: []cert.Annotation{{}}})
		}
	case l.LoopHead, !x.Inline && (l == q.Entry || l == q.Exit):
	default:
		x.Points = append(x.Points, cert.Point{Loc: l.ID, Pass: true})
	}
}

func (m *migration) hints(hs []cert.Hint) []cert.Hint {
	var out []cert.Hint
	for _, h := range hs {
		to := cert.Hint{Edge: at(m.Edges, h.Edge)}
		if to.Edge < 0 {
			continue
		}
		for _, t := range h.To {
			if l := at(m.Locs, t.Loc); l >= 0 {
				to.To = append(to.To, cert.Target{Loc: l, Index: t.Index})
			}
		}
		for _, x := range h.Callee {
			if k := at(m.contexts, x); k >= 0 {
				to.Callee = append(to.Callee, k)
			}
		}
		out = append(out, to)
	}
	return out
}

// calls inlines the procedures that are called in a context and have no context.
func (m *migration) calls(i int) {
	x := m.out.Contexts[i]
	if m.out.Unwind > 0 {
		return
	}
	inlined := map[int]bool{}
	for _, y := range m.out.Contexts {
		if y.Inline && y.Parent == i {
			inlined[y.Call] = true
		}
	}
	for _, e := range m.p.Procs[x.Proc].Calls {
		q := e.Op.(*cfa.Call).Callee
		if m.full[q.ID] || inlined[e.ID] || q.Recursive {
			continue
		}
		if m.written += len(q.Locs); m.written > mostWritten {
			return
		}
		y := cert.Context{Proc: q.ID, Inline: true, Parent: i, Call: e.ID}
		for _, l := range m.ordered(q.ID) {
			m.add(&y, l)
		}
		m.out.Contexts = append(m.out.Contexts, y)
	}
}

// instances translates the instances of corresponding edges. A new edge gets the instances of the edges from the same
// location.
func (m *migration) instances() {
	by := map[int][]cert.Instance{}      // translated instances by old edge
	leaving := map[int][]cert.Instance{} // the same instances, by old source location
	for _, n := range m.c.Instances {
		to := cert.Instance{}
		for _, v := range n.With {
			t := m.terms.apply(v.Term)
			if g := m.variable(v.Ghost); g >= 0 && t != nil {
				to.With = append(to.With, cert.Value{Ghost: g, Term: t})
			}
		}
		if len(to.With) == len(n.With) && n.Edge >= 0 && n.Edge < len(m.old.Edges) {
			by[n.Edge] = append(by[n.Edge], to)
			from := m.old.Edges[n.Edge].From
			leaving[from] = append(leaving[from], to)
		}
	}
	for _, e := range m.p.Edges {
		list := by[m.edges[e.ID]]
		if from := m.locs[e.From.ID]; m.edges[e.ID] < 0 && from >= 0 {
			list = leaving[from]
		}
		for _, n := range list {
			n.Edge = e.ID
			m.out.Instances = append(m.out.Instances, n)
		}
	}
}

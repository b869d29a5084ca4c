package migrate

import (
	"slices"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
)

// Certificate writes a proof of the old program, without parts, as one of p. It keeps its builder. The
// proof is about open errors only: those that correspond to what the old one is about, and those that it
// knew nothing of, to which the edges fresh lead; nil: what the old one is about is not open.
//
// An annotation goes to the location that corresponds, without the formulas that speak of what is
// gone. New locations are passed, but that cannot be in a loop without an annotation: a new loop has
// the empty one. What nothing leads to in the old program stays so. A call that is new enters a
// context of its procedure; where there is none, the procedure is written out there; nil: that is too much.
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
	for i := 0; i < len(m.out.Contexts); i++ { // more are added on the way
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

// more is how many runs or paths a changed program may have, so that making all is still tried.
func more(n int) int { return 2 * min(n, 1<<30) }

// mostGhosts bounds the ghosts of a proof.
const mostGhosts = 1 << 10

// at is the image of an ID that nobody has checked.
func at(ids []int, id int) int {
	if id < 0 || id >= len(ids) {
		return -1
	}
	return ids[id]
}

// migration is one call of Certificate.
type migration struct {
	*Alignment
	c   *cert.Certificate
	p   *cfa.Program
	old *Shape
	now *Shape
	out *cert.Certificate

	fresh []*cfa.Edge // to errors that the old program has not

	locs, edges []int // the old ones, by the new ones' ID; -1: it is new
	sum         []int // arrays of sums: the new ones' number, by the old one's
	terms       *translation
	contexts    []int        // the new ones, by the old one's position; -1: none
	full        map[int]bool // procedures that have a context that is not inlined
	written     int          // locations of procedures that were written out
}

// mostWritten bounds the locations of procedures that are written out: where each calls the next one
// twice, these are as many as a power of two.
const mostWritten = 20_000

// targets finds out what the proof is about.
func (m *migration) targets(open map[int]bool) bool {
	about, known := map[int]bool{}, map[int]bool{}
	gone := true // all that the old proof is about
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
	m.out.Targets = []int{} // none is not all
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

// images are the correspondence the other way.
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
		case pt == nil: // nothing leads there
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

// ordered are the locations of a procedure by ID.
func (m *migration) ordered(proc int) []*cfa.Loc {
	ls := slices.Clone(m.p.Procs[proc].Locs)
	slices.SortFunc(ls, func(a, b *cfa.Loc) int { return a.ID - b.ID })
	return ls
}

// add adds a location of which nothing is known.
func (m *migration) add(x *cert.Context, l *cfa.Loc) {
	switch q := l.Proc; {
	case l.Error != nil:
		if !slices.Contains(m.out.Targets, l.ID) { // a place where runs end
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

// calls writes out the procedures that are called in a context and have none.
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

// instances are those of the edges that correspond; a new edge has those of its neighbours.
func (m *migration) instances() {
	by := map[int][]cert.Instance{}      // old ones, by edge
	leaving := map[int][]cert.Instance{} // by the location that the edge leaves
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

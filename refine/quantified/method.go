package quantified

import (
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
)

func itoa(n int) string { return strconv.Itoa(n) }

const (
	mostWays  = 12  // loop-free ways from a location to the next one where states are abstracted, before it becomes such a one
	mostKept  = 64  // cubes of an exact precondition that are followed
	mostPreds = 400 // at a location
)

// Options direct a run.
type Options struct {
	Order        mc.Order
	Approximated func(*cfa.Edge, cfa.Expr) // called for expressions whose value is left open
	// Facts lists formulas that are true whenever a run is at a location of the program, over the symbols of the space. nil: none are known.
	Facts func(*Space, *cfa.Loc) []*smt.Term
}

// Method is one run over a program.
type Method struct {
	*Space
	opt   Options
	in    *cfa.Inlined
	rev   *cfa.Reversed
	x     *mc.Explorer
	dom   *domain
	cut   []bool        // by Loc.ID of the reversed program: states are abstracted there
	preds [][]*smt.Term // at these: the predicates, in the order in which they were learnt
	rows  []rows        // how they are related
	facts []Cube        // by Loc.ID of the reversed program: what is known of all states there
	known map[*smt.Term]*knowledge
	marks map[*smt.Term]int // see mark
}

// New prepares a run.
func New(in *cfa.Inlined, opt Options) *Method {
	m := &Method{
		Space: NewSpace(smt.NewBuilder(), in.Program), opt: opt, in: in, rev: in.Program.Reverse(),
		known: map[*smt.Term]*knowledge{}, marks: map[*smt.Term]int{},
	}
	p := m.rev.Program
	m.preds = make([][]*smt.Term, len(p.Locs))
	m.rows = make([]rows, len(p.Locs))
	m.cut = cuts(p)
	m.facts = make([]Cube, len(p.Locs))
	if opt.Facts != nil {
		for _, l := range p.Locs {
			if of := m.rev.Locs[l.ID]; of != nil {
				m.facts[l.ID] = m.cube(opt.Facts(m.Space, of)...)
			}
		}
	}
	m.dom = &domain{m: m}
	return m
}

// explore begins an exploration of the program turned around.
func (m *Method) explore(ctx context.Context, opt mc.Options) *mc.Explorer {
	m.dom.ctx = ctx
	m.x = mc.New(m.rev.Program, m.dom, opt)
	return m.x
}

// cuts chooses where states are abstracted: at the heads of loops, so that every cycle has such a place, and where many ways branch.
func cuts(p *cfa.Program) []bool {
	cut := make([]bool, len(p.Locs))
	ways := make([]int, len(p.Locs))
	for _, l := range slices.Backward(p.Start.Locs) { // edges lead to a later location or to the head of a loop
		for _, e := range l.Out {
			if cut[e.To.ID] || e.To.LoopHead {
				ways[l.ID]++
			} else {
				ways[l.ID] += ways[e.To.ID]
			}
		}
		cut[l.ID] = (l.LoopHead || ways[l.ID] > mostWays) && l != p.Start.Entry
	}
	return cut
}

// here adds what is known of all states at a location of the reversed program, for questions.
func (m *Method) here(at *cfa.Loc, c Cube) Cube {
	if len(m.facts[at.ID]) == 0 {
		return c
	}
	return m.cube(append(slices.Clone(c), m.facts[at.ID]...)...)
}

// plain leaves that out again: every set of states at a location is meant together with it.
func (m *Method) plain(at *cfa.Loc, c Cube) Cube {
	if len(m.facts[at.ID]) == 0 {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), func(f *smt.Term) bool { return slices.Contains(m.facts[at.ID], f) })
}

// Learnt are predicates that a location has gained.
type Learnt struct {
	Loc   *cfa.Loc // of the program without calls
	Preds []*smt.Term
}

// Reached tells the states that the last exploration has found: from each state of the program at a location (of the program without calls) that may lead to an error it has been, or will be, found that
// one of the cubes holds, together with the facts. After Safe that is all.
func (m *Method) Reached() map[*cfa.Loc][]Cube {
	out := map[*cfa.Loc][]Cube{}
	for _, n := range m.x.Graph().Nodes {
		if l := m.rev.Locs[n.Loc.ID]; l != nil && !n.Gone && n.By == nil {
			out[l] = append(out[l], n.State.(*State).Cube)
		}
	}
	return out
}

// Precision lists the predicates of each location (of the program without calls) where states are abstracted, in the order of the locations.
func (m *Method) Precision() []Learnt {
	var out []Learnt
	for _, l := range m.rev.Program.Locs {
		if m.cut[l.ID] {
			out = append(out, Learnt{m.rev.Locs[l.ID], m.preds[l.ID]})
		}
	}
	slices.SortFunc(out, func(a, b Learnt) int { return a.Loc.ID - b.Loc.ID })
	return out
}

// FactsAt lists what was known beforehand of a location of the program without calls.
func (m *Method) FactsAt(l *cfa.Loc) []*smt.Term {
	if m.opt.Facts == nil {
		return nil
	}
	return m.cube(m.opt.Facts(m.Space, l)...)
}

// path is a path of the program without calls, of a path of the program turned around.
func (m *Method) path(back cfa.Path) cfa.Path {
	var p cfa.Path
	for _, s := range slices.Backward(back) {
		if e := m.rev.Edges[s.Edge.ID]; e != nil {
			p = append(p, cfa.Step{Edge: e})
		}
	}
	return p
}

// refine learns from a path of the program turned around. Real says that its preconditions allow it; otherwise it cannot be taken, but it may
// be that there is nothing to learn.
func (m *Method) refine(ctx context.Context, back cfa.Path) (learnt []Learnt, real bool) {
	for _, relaxed := range []bool{true, false} {
		if learnt, real = m.follow(ctx, back, relaxed); len(learnt) > 0 {
			return learnt, false
		}
	}
	return nil, real
}

// follow computes the preconditions along a path of the reversed program. Where they have no solution it learns from them, and returns
// what is new; otherwise the path is real. In a relaxed way closed rows are left out, else they are opened.
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

// back goes over an edge without abstraction. Of very many cubes not all are followed: what is learnt from them
// is a choice in any case.
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

// learn adds predicates to a location.
func (m *Method) learn(ctx context.Context, at *cfa.Loc, cubes []Cube) []*smt.Term {
	var found []*smt.Term
	for _, c := range cubes {
		c, marked := m.unmark(c)
		found = append(found, m.extract(c)...)
		found = append(found, m.saturate(ctx, m.here(at, c), m.collect(c, marked))...)
	}
	return m.gain(ctx, at, found)
}

package quantified

import (
	"context"
	"slices"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
)

func itoa(n int) string { return strconv.Itoa(n) }

const (
	mostWays  = 12      // loop-free ways from a location to the next one where states are abstracted, before it becomes such a one
	mostKept  = 64      // cubes of an exact precondition that are followed
	longPath  = 100_000 // edges
	mostPreds = 400     // at a location
)

// Options direct a run.
type Options struct {
	Order mc.Order
	Gaps  func(*cfa.Edge, cfa.Expr) // told of expressions whose value is left open
	// Facts lists formulas that are true whenever a run is at a location of the program, over the symbols of the space. nil: none are known.
	Facts    func(*Space, *cfa.Loc) []*smt.Term
	Progress func(mc.Progress)
}

// Stats count what a run did.
type Stats struct {
	Iterations int // explorations
	Queries    int // questions to the solver
}

// Method is one run over a program.
type Method struct {
	*Space
	Stats Stats

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
	m.x = mc.New(p, m.dom, mc.Options{Order: opt.Order, Progress: opt.Progress})
	return m
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

// Step is what an exploration came to.
type Step int

// What it can come to.
const (
	Safe    Step = iota // the entry is not reached
	Refined             // it was, by a path that cannot be taken; there are new predicates
	Real                // by a path that can be taken
	Stuck               // by a path that cannot be taken, from which nothing is to be learnt
	Stopped             // the budget is used up
)

// Path is a way from the entry of the program to an error, and what was found out about it.
type Path struct {
	Edges  cfa.Path // of the program without calls
	Suffix int      // the last so many of them can be taken, as far as the formulas tell
	Learnt []Learnt
}

// Learnt are predicates that a location has gained.
type Learnt struct {
	Loc   *cfa.Loc // of the program without calls
	Preds []*smt.Term
}

// Next explores with the predicates that there are, and refines. The path is nil where there is none.
func (m *Method) Next(ctx context.Context) (Step, *Path, string) {
	m.dom.ctx = ctx
	m.Stats.Iterations++
	m.x.Restart()
	switch r := m.x.Run(ctx); r.Kind {
	case mc.Exhausted:
		return Safe, nil, ""
	case mc.Found:
		step, p := m.refine(ctx, r.Node)
		if effort.Done(ctx) {
			return Stopped, p, effort.Why(ctx)
		}
		return step, p, ""
	default:
		return Stopped, nil, r.Reason
	}
}

// Explorer tells what was explored.
func (m *Method) Explorer() *mc.Explorer { return m.x }

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

// refine looks at a path.
func (m *Method) refine(ctx context.Context, n *mc.Node) (Step, *Path) {
	path, _, err := m.x.ErrorPath(n, longPath)
	if err != nil {
		return Stuck, nil
	}
	p := &Path{}
	for _, s := range slices.Backward(path) {
		if e := m.rev.Edges[s.Edge.ID]; e != nil {
			p.Edges = append(p.Edges, cfa.Step{Edge: e})
		}
	}
	for _, relaxed := range []bool{true, false} {
		switch learnt, real := m.follow(ctx, path, p, relaxed); {
		case learnt:
			return Refined, p
		case real && !relaxed:
			return Real, p
		}
	}
	return Stuck, p
}

// follow computes the preconditions along a path of the reversed program. Where they have no solution it learns from them, and reports whether
// there was anything new; otherwise the path is real. In a relaxed way closed rows are left out, else they are opened.
func (m *Method) follow(ctx context.Context, path cfa.Path, p *Path, relaxed bool) (learnt, real bool) {
	p.Suffix = 0
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
		p.Suffix++
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
		return false, true
	}
	for _, l := range places {
		if !relaxed {
			m.open(l.at)
		}
		if fresh := m.learn(ctx, l.at, slices.Clone(l.cubes)); len(fresh) > 0 {
			p.Learnt = append(p.Learnt, Learnt{m.rev.Locs[l.at.ID], fresh})
		}
	}
	return len(p.Learnt) > 0, false
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

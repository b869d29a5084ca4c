package backward

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	// loop-free ways from a location to the next one where states are abstracted, before it becomes
	// such a one
	mostWays  = 12
	mostPreds = 400 // at a location
)

// Options direct a run.
type Options struct {
	Order        mc.Order
	Approximated func(*cfa.Edge, cfa.Expr) // called for expressions whose value is left open
	// Facts lists formulas that are true whenever a run is at a location of the program, over the
	// symbols of the space. nil: none are known.
	Facts func(*Space, *cfa.Loc) []*smt.Term
}

// Method is one run over a program.
type Method struct {
	*Space
	opt   Options
	rev   *cfa.Reversed
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
		Space: NewSpace(smt.NewBuilder(), in.Program), opt: opt, rev: in.Program.Reverse(),
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
	return m
}

// cuts chooses where states are abstracted: at the heads of loops, so that every cycle has such a
// place, and where many ways branch.
func cuts(p *cfa.Program) []bool {
	cut := make([]bool, len(p.Locs))
	ways := make([]int, len(p.Locs))
	// edges lead to a later location or to the head of a loop
	for _, l := range slices.Backward(p.Start.Locs) {
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

// Precision lists the predicates of each location (of the program without calls) where states are
// abstracted, in the order of the locations.
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

// knowledge is what has been found out about a cube.
type knowledge struct {
	cube   Cube
	status solver.Status
	models []*smt.Model       // some of its states
	says   map[*smt.Term]says // of predicates
	apart  map[*smt.Term]bool // answered questions of the form "does it entail this?"
}

// says is what a cube says of a predicate.
type says int8

const (
	open says = iota + 1 // neither that it holds nor that it does not
	holds
	fails
)

// rows tells how predicates of a location are related: those that compare the same sum with
// different numbers have one row. A path that goes around a loop n times gives i < 10 - n as a
// precondition, and so the next one a predicate for n + 1, if nothing else is to be found out from
// these paths. So a row that grows beyond mostAlike is closed: paths are then looked at without
// what it says in addition. It is opened for good where that leaves a path that can be taken, which
// means that it counts.
type rows map[string]*rowOf

type rowOf struct {
	preds  []*smt.Term
	closed bool
	opened bool
}

// The state of a run: predicates and facts of each location, and what is known about cubes.

package backward

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	// loop-free paths from a location to the next abstraction points; with more paths, the location becomes an
	// abstraction point
	mostWays  = 12
	mostPreds = 400 // predicates at a location
)

// Options configure a run.
type Options struct {
	Order        mc.Order
	Approximated func(*cfa.Edge, cfa.Expr) // called for expressions whose value is left open
	// Facts returns formulas that hold whenever a run is at a location of the program, over the symbols of the space.
	// It is nil if no facts are known.
	Facts func(*Space, *cfa.Loc) []*smt.Term
}

// Method is one run of the method over a program.
type Method struct {
	*Space
	opt   Options
	rev   *cfa.Reversed
	cut   []bool        // by Loc.ID of the reversed program: whether states are abstracted at the location
	preds [][]*smt.Term // at abstraction points: the predicates, in the order in which they were learnt
	rows  []rows        // at abstraction points: the rows of the predicates
	facts []Cube        // by Loc.ID of the reversed program: facts about all states at the location
	known map[*smt.Term]*knowledge
	marks map[*smt.Term]int // symbols of marked store indexes, with Array.ID; see mark
}

// New prepares a run over an inlined program.
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

// cuts chooses the locations where states are abstracted: loop heads, so that every cycle contains such a location,
// and locations from which many paths branch.
func cuts(p *cfa.Program) []bool {
	cut := make([]bool, len(p.Locs))
	ways := make([]int, len(p.Locs))
	// apart from edges to loop heads, edges lead to later locations
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

// here adds the facts of a location of the reversed program to a cube, for questions to the solver.
func (m *Method) here(at *cfa.Loc, c Cube) Cube {
	if len(m.facts[at.ID]) == 0 {
		return c
	}
	return m.cube(append(slices.Clone(c), m.facts[at.ID]...)...)
}

// plain removes the facts of a location from a cube. Every cube at a location implicitly includes them.
func (m *Method) plain(at *cfa.Loc, c Cube) Cube {
	if len(m.facts[at.ID]) == 0 {
		return c
	}
	return slices.DeleteFunc(slices.Clone(c), func(f *smt.Term) bool { return slices.Contains(m.facts[at.ID], f) })
}

// Learnt is the list of predicates that a location has gained.
type Learnt struct {
	Loc   *cfa.Loc // the location in the inlined program
	Preds []*smt.Term
}

// Precision returns the predicates of each abstraction point, by location of the inlined program and in the order of
// locations.
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

// FactsAt returns the facts of a location of the inlined program.
func (m *Method) FactsAt(l *cfa.Loc) []*smt.Term {
	if m.opt.Facts == nil {
		return nil
	}
	return m.cube(m.opt.Facts(m.Space, l)...)
}

// knowledge is the cached information about a cube.
type knowledge struct {
	cube   Cube
	status solver.Status
	models []*smt.Model       // some states of the cube
	says   map[*smt.Term]says // decided predicates
	apart  map[*smt.Term]bool // answers to "does the cube entail this formula?"
}

// says is the relation of a cube to a predicate.
type says int8

const (
	open says = iota + 1 // the cube entails neither the predicate nor its negation
	holds
	fails
)

// rows groups the predicates of a location: predicates that compare the same sum with different numbers share a row.
// A path that goes n times around a loop gives i < 10 - n as a precondition. If such paths yield nothing else, each
// next path yields only a predicate for n + 1. So a row that grows to mostAlike predicates is closed: paths are then
// analysed without additional literals of the row. If a path is satisfiable without them, the row matters, and it is
// opened for good.
type rows map[string]*rowOf

type rowOf struct {
	preds  []*smt.Term
	closed bool
	opened bool
}

// Backward analysis of the counterexample DAG, and the repairs (Refine_TREE and its form for DAGs; see the package
// comment).

package widening

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/numeric"
)

// Repair is a kind of repair of a node or an edge.
type Repair int

// The repairs.
const (
	Bounded Repair = iota // the widening has additional bounds
	Image                 // the image, or without bounds the join, replaces the widened state
	Apart                 // the merge is undone
	Join                  // the states that reach the place are joined and widened in the finer domain
	Finer                 // the images of Edge are computed in the finer domain
	Cases                 // the images of Edge are computed with more cases
)

func (r Repair) String() string {
	return [...]string{"bounded", "image", "apart", "join", "finer", "cases"}[r]
}

// Repaired describes one repair of a node or an edge.
type Repaired[E any] struct {
	Node   *dag.Node[E] // the repaired node or, for an edge, the node that the edge leads from
	Edge   *cfa.Edge
	What   Repair
	Bounds []linear.Constraint // the bounds that the node's place has gained
}

// preimage is an element of err(n).
type preimage[E any] struct {
	set E
	way *dag.Suffix // path from the preimage to the error
}

// mostPreimages bounds err(n). Further preimages are dropped, which makes the result inexact, never wrong.
const mostPreimages = 48

// Analysis is the result of the backward pass over a counterexample DAG.
type Analysis[E numeric.Element[E]] struct {
	// a path from the start to the error that the domain cannot exclude, or nil
	Real   *dag.Suffix
	Exact  bool // no preimage was over-approximated
	x      *dag.Explorer[E]
	target *dag.Node[E]
	way    *dag.Suffix // path from the target to the error
	errs   map[*dag.Node[E]][]*preimage[E]
	nodes  []*dag.Node[E] // the counterexample DAG, descendants first
	// for each refinement node: the links whose images do not meet the error
	spurious map[*dag.Node[E]][]*dag.Link[E]
	// links whose images meet the error although no state of their source leads there: imprecise images
	coarse []*dag.Link[E]
	finest bool
	work   int // the work in units of package effort
}

// stepWork is the cost of computing or comparing a preimage, in units of package effort. The cost matters for
// octagons of twenty and more variables.
const stepWork = 8

// Analyse propagates the error backwards over all paths to target, which is an error node of the exploration or a
// node that meets cached error preimages. If finest is set and the explorer's elements have a finer domain, Analyse
// works in the finer domain.
func Analyse[E numeric.Element[E]](x *dag.Explorer[E], target *dag.Node[E], finest bool) *Analysis[E] {
	a := &Analysis[E]{
		finest: finest && x.Gradual(), x: x, target: target, Exact: true, nodes: ancestors(target),
		errs: map[*dag.Node[E]][]*preimage[E]{}, spurious: map[*dag.Node[E]][]*dag.Link[E]{},
	}
	if target.Place.Target() {
		top := x.Top()
		if a.finest {
			top = x.Finest(top)
		}
		a.errs[target] = []*preimage[E]{{set: top}}
	} else {
		for _, e := range x.Known(target) {
			set := e.Set
			if a.finest {
				set = x.Finest(set)
			}
			a.errs[target] = append(a.errs[target], &preimage[E]{set, e.Way})
			a.way = e.Way
		}
	}
	for _, n := range a.nodes {
		if len(a.errs[n]) > 0 {
			a.visit(n)
		}
	}
	if err := a.errs[x.Root()]; len(err) > 0 {
		a.Real = err[0].way
	}
	return a
}

// ancestors returns n and all its ancestors, descendants first.
func ancestors[E any](n *dag.Node[E]) []*dag.Node[E] {
	seen := map[*dag.Node[E]]bool{n: true}
	all := []*dag.Node[E]{n}
	for i := 0; i < len(all); i++ {
		for _, l := range all[i].In {
			if !seen[l.From] {
				seen[l.From] = true
				all = append(all, l.From)
			}
		}
	}
	slices.SortFunc(all, func(a, b *dag.Node[E]) int { return b.ID - a.ID })
	return all
}

// visit propagates the error preimages of n to its predecessors. Links whose image does not meet the preimages are
// recorded as spurious instead: for them n is a refinement node.
func (a *Analysis[E]) visit(n *dag.Node[E]) {
	err := a.errs[n]
	type step struct {
		from *dag.Node[E]
		edge *cfa.Edge
	}
	done := map[step]bool{}
	for _, l := range n.In {
		if apart(l.Image, err) {
			a.spurious[n] = append(a.spurious[n], l)
			continue
		}
		s := step{l.From, l.Edge}
		if done[s] {
			continue
		}
		done[s] = true
		met := false
		for _, p := range err {
			a.work += stepWork
			pre, exact := a.x.Preimage(l, p.set)
			a.Exact = a.Exact && exact
			for _, q := range pre {
				if a.add(l.From, &preimage[E]{q, before(l, p.way)}) {
					met = true
				}
			}
		}
		if !met {
			a.coarse = append(a.coarse, l)
		}
	}
}

// add adds a preimage to err(n) if it meets n's state, and reports whether it does.
func (a *Analysis[E]) add(n *dag.Node[E], p *preimage[E]) bool {
	a.work += stepWork
	if n.State.Meet(p.set).IsBottom() {
		return false
	}
	err := a.errs[n]
	for _, o := range err {
		if p.set.Leq(o.set) {
			return true
		}
	}
	if len(err) >= mostPreimages {
		a.Exact = false
		return true
	}
	a.errs[n] = append(slices.DeleteFunc(err, func(o *preimage[E]) bool { return o.set.Leq(p.set) }), p)
	return true
}

func apart[E numeric.Element[E]](s E, err []*preimage[E]) bool {
	for _, p := range err {
		if !s.Meet(p.set).IsBottom() {
			return false
		}
	}
	return true
}

func before[E any](l *dag.Link[E], way *dag.Suffix) *dag.Suffix {
	return &dag.Suffix{Edge: l.Edge, Kind: l.Kind, Skip: l.Skip, Next: way}
}

// Way returns a path from the target to an error if the target is a node near an error; otherwise nil.
func (a *Analysis[E]) Way() *dag.Suffix { return a.way }

// Any returns some path to the error.
func (a *Analysis[E]) Any() *dag.Suffix { return through(a.target, a.way) }

// Before returns some path to the target.
func (a *Analysis[E]) Before() *dag.Suffix { return through(a.target, nil) }

func through[E any](n *dag.Node[E], way *dag.Suffix) *dag.Suffix {
	for ; len(n.In) > 0; n = n.In[0].From {
		way = before(n.In[0], way)
	}
	return way
}

// Refine repairs refinement nodes, so that on each path to the error at least one node is repaired, in reverse
// topological order. A refinement node that is only reached through other repaired nodes is left alone, because it
// will be computed again.
func (a *Analysis[E]) Refine() []Repaired[E] {
	if a.finest { // joined states must be precise before the join can be judged
		if out := a.precise(); len(out) > 0 {
			return out
		}
	}
	free := map[*dag.Node[E]]bool{} // a path leads to the node without passing a chosen node
	var chosen []*dag.Node[E]
	for _, n := range slices.Backward(a.nodes) {
		choose := slices.ContainsFunc(a.spurious[n], func(l *dag.Link[E]) bool { return free[l.From] })
		if choose {
			chosen = append(chosen, n)
			continue
		}
		free[n] = len(n.In) == 0 || slices.ContainsFunc(n.In, func(l *dag.Link[E]) bool { return free[l.From] })
	}
	var out []Repaired[E]
	for _, n := range slices.Backward(chosen) {
		if n.Gone {
			continue
		}
		had := len(n.Place.Bounds)
		if what, ok := a.repair(n); ok {
			out = append(out, Repaired[E]{Node: n, What: what, Bounds: slices.Clone(n.Place.Bounds[had:])})
		}
	}
	if len(out) == 0 {
		out = a.precise()
	}
	return out
}

// precise makes the coarse images more precise: the images that meet the error although no state of their source
// leads to it.
func (a *Analysis[E]) precise() []Repaired[E] {
	if a.target.Place.Guard != nil {
		return nil
	}
	var out []Repaired[E]
	for _, l := range a.coarse {
		switch {
		case l.From.Gone:
		case a.moves() && a.x.Finer(l):
			out = append(out, Repaired[E]{Node: l.From, Edge: l.Edge, What: Finer})
		case a.x.Cases(l.Edge):
			out = append(out, Repaired[E]{Node: l.From, Edge: l.Edge, What: Cases})
		}
	}
	return out
}

// Split requests more cases for the operations on a path that the domain cannot exclude.
func (a *Analysis[E]) Split(way *dag.Suffix) []Repaired[E] {
	var out []Repaired[E]
	for l := way; l != nil; l = l.Next {
		if a.x.Cases(l.Edge) {
			out = append(out, Repaired[E]{Edge: l.Edge, What: Cases})
		}
	}
	return out
}

func (a *Analysis[E]) repair(n *dag.Node[E]) (Repair, bool) {
	err := a.errs[n]
	if n.Widened {
		// Remember these preimages for later, except if the target is a guard, which may be given up.
		if a.target.Place.Guard == nil {
			for _, p := range err {
				a.x.Remember(n.Place, p.set, p.way)
			}
		}
		both := cells.Join(a.x.Layout(), n.Older.State, n.Joined)
		if apart(both, err) {
			if !a.x.Options().Plain {
				if s, ok := a.interpolated(n, both, err); ok {
					a.x.Restate(n, s)
					return Bounded, true
				}
				if a.moves() && a.x.Join(n) { // the coarse domain cannot express the bounds
					return Join, true
				}
			}
			a.x.Restate(n, both)
			return Image, true
		}
		if a.finer(n, a.x.Finest(n.Older.State), err) {
			return Join, true
		}
		if apart(n.Joined, err) {
			a.x.Restate(n, n.Joined)
			return Image, true
		}
	}
	if len(n.In) > 1 {
		if a.finer(n, a.x.Finest(n.In[0].Image), err) {
			return Join, true
		}
		a.x.Split(n)
		return Apart, true
	}
	return 0, false
}

// moves reports whether steps and places may move into the finer domain. For a guard they do not: most guards are
// excluded easily or not at all.
func (a *Analysis[E]) moves() bool { return a.x.Moves && a.target.Place.Guard == nil }

// finer recomputes the node n in the finer domain, and reports whether it has done so. It requires that joins at n's
// place are still computed in the coarse domain, and that the join of s with the images of n's links, computed in the
// finer domain, does not meet the error.
func (a *Analysis[E]) finer(n *dag.Node[E], s E, err []*preimage[E]) bool {
	if !a.moves() || a.x.Joins(n.Place) {
		return false
	}
	for _, l := range n.In {
		s = cells.Join(a.x.Layout(), s, a.x.Finest(l.Image))
	}
	return apart(s, err) && a.x.Join(n)
}

// interpolated bounds the widening by interpolants between the element "both", which the widening must contain, and
// the error. It returns the new widened state, and reports whether this state does not meet the error.
func (a *Analysis[E]) interpolated(n *dag.Node[E], both E, err []*preimage[E]) (s E, ok bool) {
	for _, p := range err {
		cs, ok := Between(both, p.set)
		if !ok {
			return s, false
		}
		a.x.Bound(n.Place, cs)
	}
	s = a.x.Widening(n)
	return s, apart(s, err)
}

// Steps whose images are computed more precisely than others. An image can be larger than the set of states that the
// operation reaches, for three reasons. Each has a repair:
//
//   - The domain cannot express it: a sum of three variables is not an octagon. Finer moves the step into the finer
//     domain, if the elements have one (package numeric/sum). What is computed from a fine state is fine as well,
//     until it is joined with a coarse one: then the join is coarse, except at places to which Join was applied.
//   - The operation is not linear, or a word may wrap around many times: Cases requests more cases (cells.Transfer).
//   - A word that may wrap around once is joined from two ends of its range. So with Options.Guard it is assumed not
//     to wrap around, and the states in which it does go to a place of their own (Place.Guard), which is a target
//     like an error. If refinement excludes it, the assumption holds in all runs. Otherwise LetWrap withdraws the
//     assumption.

package dag

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
)

// way identifies a step from a place.
type way struct {
	place int
	edge  *cfa.Edge
	kind  cfa.StepKind
}

// precision is what was requested for one step.
type precision struct {
	fine  bool // the step is computed in the finer domain
	cases bool // the step is computed with more cases
	wraps bool // words may wrap around in the step
}

// transfer returns the transfer functions for a step of precision c.
func (x *Explorer[E]) transfer(c precision) *cells.Transfer[E] {
	t := x.trans
	t.Cases = c.cases
	if x.opt.Guard && !c.wraps {
		t.Fits = func(E) {}
	}
	return &t
}

// gradual is implemented by elements of two grades.
type gradual[E any] interface {
	Refined() bool
	Refine() E
	Hull() E
}

// Gradual reports whether the elements have a finer domain.
func (x *Explorer[E]) Gradual() bool {
	_, ok := any(x.root.State).(gradual[E])
	return ok
}

// refined reports whether s is in the finer domain.
func (x *Explorer[E]) refined(s E) bool {
	g, ok := any(s).(gradual[E])
	return ok && g.Refined()
}

// graded returns s in the finer domain, if fine is set, and otherwise in the coarse one. Without a finer domain it
// returns s itself.
func (x *Explorer[E]) graded(s E, fine bool) E {
	g, ok := any(s).(gradual[E])
	switch {
	case !ok || fine == g.Refined():
		return s
	case fine:
		return g.Refine()
	}
	return g.Hull()
}

// Fine reports whether a step or place is in the finer domain. Then backward analysis has to compute in the finer
// domain, too: coarse error preimages would be too large.
func (x *Explorer[E]) Fine() bool { return x.moved }

// Finest returns s in the finer domain, if there is one.
func (x *Explorer[E]) Finest(s E) E { return x.graded(s, true) }

// keepsFine reports whether a node at the place p made from links is in the finer domain: the place is fine, or all
// images are.
func (x *Explorer[E]) keepsFine(p *Place[E], links []*Link[E]) bool {
	return p.fine || !slices.ContainsFunc(links, func(l *Link[E]) bool { return !x.refined(l.Image) })
}

// Finer moves the step of a link into the finer domain. It reports false if the step is there already, or there is no
// finer domain.
func (x *Explorer[E]) Finer(l *Link[E]) bool {
	w := way{l.From.Place.ID, l.Edge, l.Kind}
	c := x.precisions[w]
	if c.fine || !x.Gradual() {
		return false
	}
	c.fine = true
	x.precisions[w] = c
	x.move()
	x.reopen(l.From.Place, w)
	return true
}

// move records that there are fine states from now on. It drops the cached error preimages, which are coarse.
func (x *Explorer[E]) move() {
	if !x.moved {
		x.moved = true
		for _, p := range x.space.All() {
			p.errors = nil
		}
	}
}

// Join makes a node anew, so that its images, and everything that later reaches its place, are joined and widened in
// the finer domain. It reports false if the place is fine already, or there is no finer domain.
func (x *Explorer[E]) Join(n *Node[E]) bool {
	if n.Place.fine || !x.Gradual() {
		return false
	}
	n.Place.fine = true
	x.move()
	x.remake(n)
	return true
}

// Joins reports whether states at a place are joined in the most precise domain available.
func (x *Explorer[E]) Joins(p *Place[E]) bool { return p.fine || !x.Gradual() }

// Cases requests more cases for the operation of the edge e at all places, if it has been approximated. It reports
// whether the request is new for some place.
func (x *Explorer[E]) Cases(e *cfa.Edge) bool {
	if !x.open[e] {
		return false
	}
	changed := false
	for _, p := range slices.Clone(x.space.All()) {
		if p.Loc != e.From || p.Guard != nil {
			continue
		}
		for _, st := range x.steps(p) {
			w := way{p.ID, e, st.Kind}
			if c := x.precisions[w]; st.Edge == e && !st.Skip && !c.cases {
				c.cases = true
				x.precisions[w] = c
				x.reopen(p, w)
				changed = true
			}
		}
	}
	return changed
}

// LetWrap withdraws the assumption of the guard g. Its nodes are deleted, and the step on the edge is taken anew with
// words that wrap around.
func (x *Explorer[E]) LetWrap(g *Place[E]) {
	p := x.space.Of(g.Ctx, g.Loc)
	w := way{p.ID, g.Guard, g.kind}
	c := x.precisions[w]
	c.wraps = true
	x.precisions[w] = c
	for _, n := range slices.Clone(g.Nodes) {
		x.remove(n)
	}
	x.reopen(p, w)
}

// reopen deletes the results of a step from all nodes of the place p, and takes the step anew.
func (x *Explorer[E]) reopen(p *Place[E], w way) {
	for _, n := range slices.Clone(p.Nodes) {
		if n.Gone || n.queued {
			continue
		}
		var old []*Link[E]
		n.Out = slices.DeleteFunc(n.Out, func(l *Link[E]) bool {
			if l.Edge != w.edge || l.Kind != w.kind {
				return false
			}
			l.dead = true
			old = append(old, l)
			return true
		})
		x.drop(old)
		for _, st := range x.steps(p) {
			if st.Edge == w.edge && st.Kind == w.kind {
				x.follow(n, st)
			}
		}
	}
}

// guard returns the place of the runs in which a word wraps around on the step st from p.
func (x *Explorer[E]) guard(p *Place[E], st step[E]) *Place[E] {
	g := x.space.Beside(&p.Point, st.Edge)
	g.Guard, g.kind = st.Edge, st.Kind
	return g
}

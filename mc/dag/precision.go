package dag

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
)

// Steps whose images are computed more precisely than others. There are three kinds of an image
// that has more than the operation makes of the state, and a repair for each:
//
//   - The domain cannot say it: a sum is no octagon. Finer moves the step into the finer domain, if
//     the elements have one (package numeric/sum). What is computed from a fine state is fine as
//     well, until it is joined with what is not: then the join is coarse, but at places to which
//     Join was applied.
//   - The operation is not linear, or a word may wrap around very often: Cases asks for more cases
//     (cells.Transfer).
//   - A word that may wrap around once is joined from two ends. So with Options.Guard it is assumed
//     not to, and what it would be if it did is a place of its own (Place.Guard), which is a target
//     as an error is: refinement excludes it, and nothing has been assumed that is not true of all
//     runs; or it gives up, and LetWrap takes the assumption back.

// way is a step from a place.
type way struct {
	place int
	edge  *cfa.Edge
	kind  cfa.StepKind
}

// precision is what was asked for at one step.
type precision struct {
	fine  bool // in the finer domain
	cases bool // with more cases
	wraps bool // words wrap around
}

// transfer is what computes images and preimages of a step.
func (x *Explorer[E]) transfer(c precision) *cells.Transfer[E] {
	t := x.trans
	t.Cases = c.cases
	if x.opt.Guard && !c.wraps {
		t.Fits = func(E) {}
	}
	return &t
}

// gradual is what elements of two grades can do.
type gradual[E any] interface {
	Refined() bool
	Refine() E
	Hull() E
}

// Gradual reports whether there is a finer domain.
func (x *Explorer[E]) Gradual() bool {
	_, ok := any(x.root.State).(gradual[E])
	return ok
}

func (x *Explorer[E]) refined(s E) bool {
	g, ok := any(s).(gradual[E])
	return ok && g.Refined()
}

// graded is a state of the finer domain, or one that is not. Without a finer domain all states stay
// what they are.
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

// Fine reports whether any step or place is in the finer domain: then errors taken backward must be
// as well, or they are too large.
func (x *Explorer[E]) Fine() bool { return x.moved }

// Finest is a state in the finer domain, if there is one.
func (x *Explorer[E]) Finest(s E) E { return x.graded(s, true) }

// keepsFine reports whether what comes to a place by links goes on in the finer domain.
func (x *Explorer[E]) keepsFine(p *Place[E], links []*Link[E]) bool {
	return p.fine || !slices.ContainsFunc(links, func(l *Link[E]) bool { return !x.refined(l.Image) })
}

// Finer moves the step of a link into the finer domain, and reports whether it was not there.
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

// move notes that there are fine states from now on. The errors that are remembered are those of
// the coarse domain.
func (x *Explorer[E]) move() {
	if !x.moved {
		x.moved = true
		for _, p := range x.space.All() {
			p.errors = nil
		}
	}
}

// Join makes a node anew, and whatever comes to its place from now on, by joining and widening in
// the finer domain; it reports whether that is new.
func (x *Explorer[E]) Join(n *Node[E]) bool {
	if n.Place.fine || !x.Gradual() {
		return false
	}
	n.Place.fine = true
	x.move()
	x.remake(n)
	return true
}

// Joins reports whether what comes to a place is joined in the finest domain that there is.
func (x *Explorer[E]) Joins(p *Place[E]) bool { return p.fine || !x.Gradual() }

// Cases asks for more cases of an edge's operation, wherever it was left open, and reports whether
// that is new anywhere.
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

// LetWrap takes back the assumption that a guard stands for.
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

// reopen takes a step from the nodes of a place anew, and deletes its result before.
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

// guard is the place of runs in which a word wraps around when the step is taken.
func (x *Explorer[E]) guard(p *Place[E], st step[E]) *Place[E] {
	g := x.space.Beside(&p.Point, st.Edge)
	g.Guard, g.kind = st.Edge, st.Kind
	return g
}

// Images and preimages of the program's steps, at the precision of each step. Package cells computes them; this file
// forgets the variables that die on an edge.

package dag

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/callstring"
)

// step is a step out of a place.
type step[E any] = callstring.Step[*Place[E]]

// steps returns the steps out of a place. Targets have no steps.
func (x *Explorer[E]) steps(p *Place[E]) []step[E] {
	if p.Target() {
		return nil
	}
	return x.space.Steps(&p.Point)
}

// images returns the image of the state s under a step: nonempty elements whose union contains all successors. If
// words are assumed not to wrap around, the first result omits the states in which a word does wrap around, and the
// union of wraps contains these states.
func (x *Explorer[E]) images(p *Place[E], s E, st step[E]) (out, wraps []E) {
	x.Stats.Posts++
	c := x.precisions[way{p.ID, st.Edge, st.Kind}]
	if c.fine {
		s = x.graded(s, true)
	}
	trans := x.transfer(c)
	if trans.Fits != nil {
		trans.Fits = func(u E) {
			if !u.IsBottom() {
				wraps = append(wraps, u)
			}
		}
	}
	if out = trans.Step(x.lay, s, st.Step, st.Skip); st.Kind == cfa.Enter {
		return out, wraps
	}
	if dims := x.dying(st.Edge); len(dims) > 0 {
		for i := range out {
			out[i] = out[i].Havoc(dims...)
		}
	}
	return out, wraps
}

// Preimage returns elements whose union contains all states of l.From from which l's step leads into the element
// `after`. Outside of the state of l.From the elements mean nothing. exact reports that within it they are exactly
// these states.
func (x *Explorer[E]) Preimage(l *Link[E], after E) (pre []E, exact bool) {
	x.Stats.Pres++
	s := l.From.State
	trans := x.transfer(x.precisions[way{l.From.Place.ID, l.Edge, l.Kind}])
	switch {
	case l.Wrap:
		return trans.PreWraps(x.lay, s, l.Edge, after)
	case l.Kind == cfa.Enter:
		return trans.PreCall(x.lay, s, l.Edge, after)
	}
	if dims := x.dying(l.Edge); len(dims) > 0 {
		after = after.Havoc(dims...)
	}
	switch {
	case l.Skip:
		return x.trans.PreSkip(x.lay, l.Edge, after)
	case l.Kind == cfa.Return:
		return x.trans.PreBack(x.lay, s, l.Edge, after)
	}
	return trans.Pre(x.lay, s, l.Edge, after)
}

// dying returns the dimensions that are forgotten on an edge: the dimensions of the dying variables, and the order
// and fixed-point dimensions that belong to these variables.
func (x *Explorer[E]) dying(e *cfa.Edge) []int {
	var dims []int
	for _, v := range x.dead.On(e) {
		if d, ok := x.lay.Var(v); ok {
			dims = append(dims, d)
			if o, ok := x.lay.Order(v); ok {
				dims = append(dims, o)
			}
			if f, ok := x.lay.Fixed(v); ok {
				dims = append(dims, f)
			}
		}
	}
	return dims
}

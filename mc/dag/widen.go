// Widening at the heads of loops, and what refinements contribute to it: bounds of places (the paper's T) and hints
// for nodes (the paper's hint DAG).

package dag

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
)

// widen widens the state of a node that closes a loop, if a node of the same place is among its ancestors.
func (x *Explorer[E]) widen(n *Node[E]) {
	n.Older = x.sel(n)
	if n.Older == nil {
		return
	}
	x.Stats.Widened++
	n.Widened = true
	n.State = x.Widening(n)
}

// Widening returns the state that the widening gives to a widened node with the current bounds.
func (x *Explorer[E]) Widening(n *Node[E]) E {
	older, joined := n.Older.State, n.Joined
	if !n.Place.fine && !(x.refined(older) && x.refined(joined)) {
		older, joined = x.graded(older, false), x.graded(joined, false)
	}
	next := cells.Join(x.lay, older, joined)
	bounds := x.words
	if !x.opt.Plain {
		bounds = append(slices.Clip(bounds), n.Place.Bounds...)
	}
	before := 0
	for m := n.Older; m.Older != nil; m = m.Older {
		before++
	}
	return cells.Widen(x.lay, older, next, bounds, before)
}

// sel implements the paper's Sel. Among the ancestors of n at its place it returns the newest one whose state is not
// strictly below the state of an older one, or nil.
func (x *Explorer[E]) sel(n *Node[E]) *Node[E] {
	seen := map[*Node[E]]bool{}
	var found []*Node[E]
	var work []*Node[E]
	visit := func(m *Node[E]) {
		if !seen[m] {
			seen[m] = true
			work = append(work, m)
		}
	}
	for _, l := range n.In {
		visit(l.From)
	}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		if m.Place == n.Place {
			found = append(found, m)
		}
		for _, l := range m.In {
			visit(l.From)
		}
	}
	slices.SortFunc(found, func(a, b *Node[E]) int { return b.ID - a.ID })
	for i, m := range found {
		if !slices.ContainsFunc(found[i+1:], func(o *Node[E]) bool { return m.State.Leq(o.State) && !o.State.Leq(m.State) }) {
			return m
		}
	}
	return nil
}

// hint meets the state of a node with the states that refinements gave to earlier nodes in its position, so that what
// was excluded once stays excluded: the paper's hint DAG. A hint that does not contain the join of the images is not
// used.
func (x *Explorer[E]) hint(n *Node[E]) {
	for _, h := range x.hints[n.key] {
		if !n.State.Leq(h) && n.Joined.Leq(h) {
			n.State = n.State.Meet(h)
		}
	}
}

// Bound adds constraints to the bounds of a place and reports whether any of them is new.
func (x *Explorer[E]) Bound(p *Place[E], cs []linear.Constraint) bool {
	grew := false
	for _, c := range cs {
		if x.opt.Numbers == linear.Integers {
			c = c.Tighten()
		} else {
			c = c.Primitive()
		}
		if !slices.ContainsFunc(p.Bounds, c.Equal) {
			p.Bounds = append(p.Bounds, c)
			grew = true
		}
	}
	return grew
}

package dag

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
)

// widen replaces the state of a node at the head of a loop, if there are states of the same place
// on the ways to it.
func (x *Explorer[E]) widen(n *Node[E]) {
	n.Older = x.sel(n)
	if n.Older == nil {
		return
	}
	x.Stats.Widened++
	n.Widened = true
	n.State = x.Widening(n)
}

// Widening is the node's state as the widening makes it with the bounds that there are now.
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

// sel is the paper's Sel: of the greatest states at the place of n, on the ways to it, the newest.
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

// hint intersects the state of a node with what refinements made of the nodes in its place before,
// so that what was excluded once stays excluded. That is the paper's hint DAG.
func (x *Explorer[E]) hint(n *Node[E]) {
	for _, h := range x.hints[n.key] {
		if !n.State.Leq(h) && n.Joined.Leq(h) {
			n.State = n.State.Meet(h)
		}
	}
}

// Bound adds to the bounds of a place and reports whether any is new.
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

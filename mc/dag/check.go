package dag

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/numeric"
)

// Closed verifies that a graph explored to the end is an inductive invariant: its root is there,
// and each image of each node is contained in a node at the place where it leads, or is one of the
// elements that the state of one is a join or widening of: over the integers a join need not be
// seen to be above what it was made of. It computes the images anew. Errors that are reached are
// reported as well, but for those that are ignored.
func (x *Explorer[E]) Closed() error {
	if x.root.Gone || !x.root.State.IsTop() {
		return fmt.Errorf("the start is not covered")
	}
	for _, p := range x.space.All() {
		for _, n := range p.Nodes {
			if p.Target() && !n.ignored {
				return fmt.Errorf("an error at %v is reached", p.Loc.Pos)
			}
			for _, st := range x.steps(p) {
				images, wraps := x.images(p, n.State, st)
				if len(wraps) > 0 {
					return fmt.Errorf("a word may wrap around on edge %d from node %d", st.Edge.ID, n.ID)
				}
				for _, u := range images {
					if !x.has(st.To, u) && !joined(n, st.Edge, u) {
						return fmt.Errorf("successor %v of node %d by edge %d is not covered", u, n.ID, st.Edge.ID)
					}
				}
			}
		}
	}
	return nil
}

func (x *Explorer[E]) has(p *Place[E], s E) bool {
	for _, n := range p.Nodes {
		if s.Leq(n.State) {
			return true
		}
	}
	return false
}

// joined reports whether an image by the edge was joined into a node that is there.
func joined[E numeric.Element[E]](n *Node[E], e *cfa.Edge, image E) bool {
	return slices.ContainsFunc(n.Out, func(l *Link[E]) bool {
		return l.Edge == e && l.To != nil && !l.To.Gone && l.leads() && image.Equal(l.Image)
	})
}

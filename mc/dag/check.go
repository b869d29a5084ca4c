// The check that an explored graph is an inductive invariant. It trusts only the transfer functions and the order of
// the domain, so it finds errors in exploration, refinement and deletion.

package dag

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/numeric"
)

// Closed verifies that a fully explored graph is an inductive invariant: the root covers all initial states, and each
// image of each node is contained in a node at the image's place, or was joined into one. The second case is needed
// since over the integers the order may not recognize that a join contains its operands. Closed computes all images
// anew. It also returns an error if an error location is reached by a node that is not ignored.
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

// has reports whether a node at the place p contains s.
func (x *Explorer[E]) has(p *Place[E], s E) bool {
	for _, n := range p.Nodes {
		if s.Leq(n.State) {
			return true
		}
	}
	return false
}

// joined reports whether an image of n over the edge e was joined into a node that still exists.
func joined[E numeric.Element[E]](n *Node[E], e *cfa.Edge, image E) bool {
	return slices.ContainsFunc(n.Out, func(l *Link[E]) bool {
		return l.Edge == e && l.To != nil && !l.To.Gone && l.leads() && image.Equal(l.Image)
	})
}

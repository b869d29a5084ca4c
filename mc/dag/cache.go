// Cached error preimages. Error preimages that refinements have found are kept at the place of the refined node. A
// new node at this place that meets one is reported at once: as far as the domain knows, the error can be reached
// from it, so the path to the error need not be explored once more before the node is refined. Without the cache, a
// counterexample of n rounds costs n refinements that each explore all n rounds.

package dag

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Suffix is the rest of a path that ends at an error.
type Suffix struct {
	Edge *cfa.Edge
	Kind cfa.StepKind
	Skip bool // the edge is a call that is not followed
	Next *Suffix
}

// Remembered is a cached error preimage.
type Remembered[E any] struct {
	Set E
	Way *Suffix // the path from Set to the error
}

// mostErrors bounds the preimages cached at one place. If there are more, the oldest are dropped.
const mostErrors = 32

// Remember caches the element set as an error preimage of the place p. It drops cached preimages that set contains,
// and drops set itself if a cached one contains it. Without Options.Cache it does nothing.
func (x *Explorer[E]) Remember(p *Place[E], set E, way *Suffix) {
	if !x.opt.Cache {
		return
	}
	for _, o := range p.errors {
		if set.Leq(o.Set) {
			return
		}
	}
	p.errors = append(slices.DeleteFunc(p.errors, func(o *Remembered[E]) bool { return o.Set.Leq(set) }), &Remembered[E]{set, way})
	if n := len(p.errors) - mostErrors; n > 0 {
		p.errors = slices.Delete(p.errors, 0, n)
	}
}

// Known returns the cached error preimages of n's place that intersect the state of n.
func (x *Explorer[E]) Known(n *Node[E]) []*Remembered[E] {
	var out []*Remembered[E]
	for _, e := range n.Place.errors {
		if !n.State.Meet(e.Set).IsBottom() {
			out = append(out, e)
		}
	}
	return out
}

// Forget drops the cached error preimages that intersect the state of n, after they turned out not to help.
func (x *Explorer[E]) Forget(n *Node[E]) {
	known := x.Known(n)
	n.Place.errors = slices.DeleteFunc(n.Place.errors, func(e *Remembered[E]) bool { return slices.Contains(known, e) })
}

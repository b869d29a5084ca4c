package dag

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Error preimages that refinements have found are kept at the place of the refinement node. A new
// node there that meets one is reported at once: from it the error can be reached, as far as the
// domain tells, and there is no need to explore the way once more before the node is refined.
// Without that, a counterexample of n rounds costs n refinements that each explore all n rounds.

// Suffix is the rest of a path, to an error.
type Suffix struct {
	Edge *cfa.Edge
	Kind cfa.StepKind
	Skip bool // a call that is not followed
	Next *Suffix
}

// Remembered is a cached error preimage.
type Remembered[E any] struct {
	Set E
	Way *Suffix // from there to the error
}

const mostErrors = 32 // cached at one place

// Remember keeps an error preimage of a place.
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

// Known returns the error preimages of its place that a node meets.
func (x *Explorer[E]) Known(n *Node[E]) []*Remembered[E] {
	var out []*Remembered[E]
	for _, e := range n.Place.errors {
		if !n.State.Meet(e.Set).IsBottom() {
			out = append(out, e)
		}
	}
	return out
}

// Forget drops error preimages that a node meets: they were not of use.
func (x *Explorer[E]) Forget(n *Node[E]) {
	known := x.Known(n)
	n.Place.errors = slices.DeleteFunc(n.Place.errors, func(e *Remembered[E]) bool { return slices.Contains(known, e) })
}

// Invariants of a safe program from the states of the exploration.

package widening

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/invariants"
)

// reached returns the invariants of all locations, made from the states at each.
func (r *run[E]) reached(context.Context) []invariants.Invariant {
	return invariants.OfStates(r.Program, r.Slice, r.x.Layout(), func(yield func(*cfa.Loc, E) bool) {
		for _, p := range r.x.Places() {
			for _, n := range p.Nodes {
				if !yield(p.Loc, n.State) {
					return
				}
			}
		}
	})
}

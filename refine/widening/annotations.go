// Annotations of a safe program from the states of the exploration.

package widening

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine/annotate"
)

// proof returns annotations made from the states that the exploration reached, or nil if the context ends.
func (r *run[E]) proof(ctx context.Context) *annotate.Annotations {
	pass := annotate.Passable(r.Slice)
	if r.prec.KeepsFixed() {
		pass = nil // the constraint of one step on floating variables decides what the next step may claim: see cells.Sized
	}
	w := annotate.NewPoints[*dag.Node[E]](annotate.New(r.Slice, nil), r.Slice, r.x.Layout().Slots, pass, r.x.Skipped())
	w.Enter(r.x.Root().Place.Ctx)
	for _, p := range r.x.Places() {
		if effort.Done(ctx) {
			return nil
		}
		for _, n := range p.Nodes {
			w.Add(&p.Point, n, func() []linear.Constraint {
				return append(n.State.Constraints(), cells.Sized(r.x.Layout(), n.State)...)
			})
		}
	}
	seen := map[*dag.Node[E]]bool{}
	for _, p := range r.x.Places() {
		w.Calls(&p.Point, p.Nodes...)
		for _, n := range p.Nodes {
			for _, l := range n.Out {
				if w.Of(n) != nil {
					clear(seen)
					leadsTo(w, n, l.Edge, l, seen)
				}
			}
		}
	}
	return w.Annotations
}

// leadsTo records the annotated nodes that the edge e leads to from the node "from", on paths that continue over the
// link l.
func leadsTo[E any](w *annotate.Points[*dag.Node[E]], from *dag.Node[E], e *cfa.Edge, l *dag.Link[E], seen map[*dag.Node[E]]bool) {
	if l.To == nil || l.To.Gone || seen[l.To] || len(seen) > annotate.MostPassed {
		return
	}
	seen[l.To] = true
	if w.Of(l.To) != nil {
		w.Leads(from, e, l.To)
		return
	}
	for _, next := range l.To.Out {
		leadsTo(w, from, e, next, seen)
	}
}

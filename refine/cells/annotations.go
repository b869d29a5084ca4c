// Annotations of a safe program from the parts of its partitioned states.

package cells

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/partition"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
)

// annotateParts returns annotations made from the states that were reached: each part is an annotation. It returns
// nil if the context ends.
func annotateParts[E numeric.Element[E]](ctx context.Context, b *refine.Session, x *partition.Explorer[E]) *annotate.Annotations {
	w := annotate.NewPoints[*partition.Part[E]](annotate.New(x.Program(), nil), b.Slice, x.Layout().Slots, nil, x.Skipped())
	for _, p := range x.Places() {
		if effort.Done(ctx) {
			return nil
		}
		w.Enter(p.Ctx)
		for _, r := range p.Parts() {
			w.Add(&p.Point, r, r.State.Constraints)
		}
	}
	for _, p := range x.Places() {
		w.Calls(&p.Point, p.Parts()...)
		for _, r := range p.Parts() {
			for _, n := range x.Next(r) {
				for _, to := range n.To {
					w.Leads(r, n.Edge, to)
				}
			}
		}
	}
	for _, i := range x.Instances() {
		w.Instances = append(w.Instances, annotate.Instance{Edge: i.Edge, With: []annotate.Value{{Ghost: i.Ghost, Term: w.Index(i.Term)}}})
	}
	return w.Annotations
}

package quantified

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
)

// annotateRegions makes annotations of what was reached by cells: each call stack is a context, each region an annotation, which
// speaks of the callers' variables, too.
func annotateRegions[E numeric.Element[E]](ctx context.Context, b *refine.Session, x *regions.Explorer[E]) *annotate.Annotations {
	a := annotate.New(x.Program(), nil)
	f := annotate.NewStates(a, b.Slice)
	slots := x.Layout().Slots
	integers := b.Slice.Arith != cfa.Real
	contexts := map[*callstring.Context]*annotate.Context{}
	made := map[*regions.Region[E]]*annotate.Annotation{}
	places := x.Places()
	skipped := map[*cfa.Edge]bool{}
	for _, e := range x.Skipped() {
		skipped[e] = true
	}
	for _, p := range places {
		if effort.Done(ctx) {
			return nil
		}
		c := contexts[p.Ctx]
		if c == nil {
			c = a.Context(p.Loc.Proc)
			contexts[p.Ctx] = c
		}
		for _, r := range p.Regions() {
			made[r] = c.Add(p.Loc, f.Linear(slots, r.State.Constraints(), integers)...)
		}
	}
	for _, p := range places {
		for _, r := range p.Regions() {
			for _, n := range x.Next(r) {
				if p.Loc == p.Loc.Proc.Exit && p.Ctx.Parent != nil {
					continue // a step of the caller
				}
				h := annotate.Hint{Edge: n.Edge}
				switch call, enters := n.Edge.Op.(*cfa.Call); {
				case enters && skipped[n.Edge]:
					h.Callee = []*annotate.Context{a.Open(call.Callee)}
				case enters:
					h.Callee = []*annotate.Context{contexts[n.Place.Ctx]}
				default:
					for _, to := range n.To {
						h.To = append(h.To, made[to])
					}
				}
				made[r].Next = append(made[r].Next, h)
			}
		}
	}
	for _, i := range x.Instances() {
		a.Instances = append(a.Instances, annotate.Instance{Edge: i.Edge, Ghost: i.Ghost, Term: f.Index(i.Term)})
	}
	return a
}

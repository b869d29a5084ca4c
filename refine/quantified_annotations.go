package refine

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/regions"
	"github.com/whet-mc/whet/numeric"
)

// annotateRegions makes annotations of what was reached by cells: each call stack is a context, each region an annotation, which
// speaks of the callers' variables, too.
func annotateRegions[E numeric.Element[E]](ctx context.Context, b *Session, x *regions.Explorer[E]) *Annotations {
	a := NewAnnotations(x.Program(), nil)
	f := stateFormulas{a: a}
	f.read(b.Slice)
	slots := x.Layout().Slots
	integers := b.Slice.Arith != cfa.Real
	contexts := map[*regions.Context]*Context{}
	made := map[*regions.Region[E]]*Annotation{}
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
			made[r] = c.Add(p.Loc, f.linear(slots, r.State.Constraints(), integers)...)
		}
	}
	for _, p := range places {
		for _, r := range p.Regions() {
			for _, n := range x.Next(r) {
				if p.Loc == p.Loc.Proc.Exit && p.Ctx.Parent != nil {
					continue // a step of the caller
				}
				h := Hint{Edge: n.Edge}
				switch call, enters := n.Edge.Op.(*cfa.Call); {
				case enters && skipped[n.Edge]:
					h.Callee = []*Context{a.Open(call.Callee)}
				case enters:
					h.Callee = []*Context{contexts[n.Place.Ctx]}
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
		a.Instances = append(a.Instances, Instance{Edge: i.Edge, Ghost: i.Ghost, Term: f.index(i.Term)})
	}
	return a
}

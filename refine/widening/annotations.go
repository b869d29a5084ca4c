package widening

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/refine/annotate"
)

type placeKey struct {
	in  *callstring.Context
	loc *cfa.Loc
}

// leadsTo adds the annotations that a link leads to.
func leadsTo[E any](made map[*dag.Node[E]]*annotate.Annotation, l *dag.Link[E], h *annotate.Hint, depth int) {
	if l.To == nil || l.To.Gone || len(h.To) >= annotate.MostHints || depth > annotate.MostPassed {
		return
	}
	if t := made[l.To]; t != nil {
		if !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
		return
	}
	for _, next := range l.To.Out {
		if next.Kind == cfa.Intra {
			leadsTo(made, next, h, depth+1)
		}
	}
}

type callKey struct {
	from *callstring.Context
	call *cfa.Edge
}

// proof makes annotations of what the exploration has reached: each call stack is a context, in which the states speak of the
// callers' variables, too. A call that was not followed enters the callee with anything.
func (r *run[E]) proof(ctx context.Context) *annotate.Annotations {
	a := annotate.New(r.Slice, nil)
	f := annotate.NewStates(a, r.Slice)
	pass := annotate.Passable(r.Slice)
	slots := r.x.Layout().Slots
	integers := r.Slice.Arith != cfa.Real
	contexts := map[*callstring.Context]*annotate.Context{}
	within := func(c *callstring.Context, q *cfa.Proc) *annotate.Context {
		if contexts[c] == nil {
			contexts[c] = a.Context(q)
			for _, l := range q.Locs {
				if pass[l] {
					contexts[c].Pass[l] = true
				}
			}
		}
		return contexts[c]
	}
	within(r.x.Root().Place.Ctx, r.Slice.Start)
	made := map[*dag.Node[E]]*annotate.Annotation{}
	skipped := map[*cfa.Edge]bool{}
	for _, e := range r.x.Skipped() {
		skipped[e] = true
	}
	places := r.x.Places()
	for _, p := range places {
		if effort.Done(ctx) {
			return nil
		}
		if pass[p.Loc] {
			continue
		}
		c := within(p.Ctx, p.Loc.Proc)
		for _, n := range p.Nodes {
			made[n] = c.Add(p.Loc, f.Linear(slots, n.State.Constraints(), integers)...)
		}
	}
	at := map[placeKey]*dag.Place[E]{}
	for _, p := range places {
		at[placeKey{p.Ctx, p.Loc}] = p
	}
	for _, p := range places {
		for _, n := range p.Nodes {
			for _, l := range n.Out {
				if from := made[n]; l.Kind == cfa.Intra && from != nil {
					leadsTo(made, l, from.Hint(l.Edge), 0)
				}
				if l.Kind != cfa.Return {
					continue
				}
				// Behind the call: a hint for those who made it.
				if site := at[placeKey{p.Ctx.Parent, l.Edge.From}]; site != nil {
					for _, m := range site.Nodes {
						if from := made[m]; from != nil {
							leadsTo(made, l, from.Hint(l.Edge), 0)
						}
					}
				}
			}
		}
	}
	called := map[callKey]*annotate.Context{}
	for _, p := range places {
		if p.Ctx.Parent != nil && contexts[p.Ctx] != nil {
			called[callKey{p.Ctx.Parent, p.Ctx.Call}] = contexts[p.Ctx]
		}
	}
	for _, p := range places {
		for _, e := range p.Loc.Out {
			call, ok := e.Op.(*cfa.Call)
			if !ok || len(p.Nodes) == 0 {
				continue
			}
			var callee []*annotate.Context
			if d := called[callKey{p.Ctx, e}]; d != nil {
				callee = append(callee, d)
			}
			if skipped[e] {
				callee = append(callee, a.Open(call.Callee))
			}
			for _, n := range contexts[p.Ctx].At[p.Loc] {
				n.Hint(e).Callee = callee
			}
		}
	}
	return a
}

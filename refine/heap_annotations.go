package refine

import (
	"github.com/whet-mc/whet/refine/heap"
	"github.com/whet-mc/whet/smt"
)

// annotateHeap makes annotations of the facts about the heap: those of a call stack are a context, inlined in that of the caller. Steps pass
// all locations but those that facts are kept at.
func annotateHeap(x *heap.Search) *Annotations {
	p := x.Program()
	a := NewAnnotations(p, x.Coder().Builder())
	named := map[*smt.Term]bool{}
	name := func(fs []*smt.Term) {
		for _, t := range smt.FreeVars(fs...) {
			if !named[t] {
				named[t] = true
				o, _ := x.Coder().Owner(t)
				a.Name(t, Symbol{Var: o.Var, Array: o.Array})
			}
		}
	}
	name([]*smt.Term{x.Coder().Plain(x.Ghost())})
	var fill func(c *Context, of *heap.Context)
	fill = func(c *Context, of *heap.Context) {
		for _, l := range of.Proc.Locs {
			at := of.At(l)
			switch {
			case l.Error != nil:
			case at != nil:
				fs := at.Facts()
				name(fs)
				c.Add(l, fs...)
				name(at.Used())
				for _, t := range at.Used() {
					for _, e := range l.Out {
						a.Instances = append(a.Instances, Instance{Edge: e, Ghost: x.Ghost(), Term: t})
					}
				}
			case of.Call == nil && l == of.Proc.Exit:
				c.Add(l)
			default:
				c.Pass[l] = true
			}
		}
		for _, d := range of.Inner {
			fill(a.Inline(c, d.Call), d)
		}
	}
	fill(a.Context(p.Start), x.Root())
	return a
}

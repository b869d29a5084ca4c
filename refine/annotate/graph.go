package annotate

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
)

// OfGraph makes annotations of a reached graph: each activation is a context, each node an annotation. nil where the
// states are of a kind that has no formulas, or the context ends.
func OfGraph(ctx context.Context, g *mc.Graph) *Annotations {
	x := &graphWriter{a: New(g.Program, nil), g: g, made: map[*mc.Node]*Annotation{}}
	x.pass = Passable(g.Program)
	x.formulas = NewStates(x.a, g.Program)
	acts := slices.Clone(g.Activations)
	// The start is the first activation; graphs promise no order.
	slices.SortStableFunc(acts, func(a, b *mc.Activation) int { return rank(g, a) - rank(g, b) })
	contexts := map[*mc.Activation]*Context{}
	for _, a := range acts {
		contexts[a] = x.a.Context(a.Proc)
		for _, l := range a.Proc.Locs {
			if x.pass[l] {
				contexts[a].Pass[l] = true
			}
		}
	}
	for i, n := range g.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if n.Gone || n.By != nil || x.pass[n.Loc] {
			continue
		}
		conj, ok := x.formulas.Of(n.State)
		if !ok {
			return nil
		}
		x.made[n] = contexts[n.Act].Add(n.Loc, conj...)
	}
	for i, n := range g.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if x.made[n] != nil {
			x.hints(n)
		}
	}
	// Of several activations that a call entered the latest is the one whose entry contains what is entered now.
	for k := len(acts) - 1; k >= 0; k-- {
		a := acts[k]
		for i, site := range a.Sites {
			if n := x.made[site]; n != nil {
				h := n.Hint(a.SiteEdge(i))
				h.Callee = append(h.Callee, contexts[a])
			}
		}
	}
	return x.a
}

func rank(g *mc.Graph, a *mc.Activation) int {
	if a.Proc == g.Program.Start {
		return 0
	}
	return 1
}

// Passable are the locations that need no annotation, since there is one way to them and no call at them: there, what the
// annotations before say is all that is to be said.
func Passable(p *cfa.Program) map[*cfa.Loc]bool {
	pass := map[*cfa.Loc]bool{}
	call := func(e *cfa.Edge) bool {
		_, ok := e.Op.(*cfa.Call)
		return ok
	}
	for _, l := range p.Locs {
		if len(l.In) == 1 && len(l.Out) > 0 && l != l.Proc.Entry && l != l.Proc.Exit && !l.LoopHead && l.Error == nil &&
			!call(l.In[0]) && !slices.ContainsFunc(l.Out, call) {
			pass[l] = true
		}
	}
	return pass
}

type graphWriter struct {
	a        *Annotations
	g        *mc.Graph
	pass     map[*cfa.Loc]bool
	made     map[*mc.Node]*Annotation
	formulas *States
}

// Hint returns the hint of an annotation for an edge.
func (n *Annotation) Hint(e *cfa.Edge) *Hint {
	for i := range n.Next {
		if n.Next[i].Edge == e {
			return &n.Next[i]
		}
	}
	n.Next = append(n.Next, Hint{Edge: e})
	return &n.Next[len(n.Next)-1]
}

// hints notes where the steps from a node lead.
func (x *graphWriter) hints(n *mc.Node) {
	from := x.made[n]
	for _, m := range n.Out {
		for _, l := range m.In {
			if l.From == n {
				h := from.Hint(l.Edge)
				x.targets(m, h, 0)
			}
		}
	}
}

// MostHints bounds the hints of one edge, and MostPassed the nodes that are passed one after another; beyond, the checker
// has to look for itself.
const (
	MostHints  = 64
	MostPassed = 1000
)

// targets adds the annotations that a path to m leads to.
func (x *graphWriter) targets(m *mc.Node, h *Hint, depth int) {
	if m.By != nil {
		x.targets(m.By, h, depth+1)
		for _, o := range m.Also() {
			x.targets(o, h, depth+1)
		}
		return
	}
	if len(h.To) >= MostHints || depth > MostPassed {
		return
	}
	if t := x.made[m]; t != nil {
		if !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
		return
	}
	for _, o := range m.Out {
		x.targets(o, h, depth+1)
	}
}

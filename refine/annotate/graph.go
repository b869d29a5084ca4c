// Annotations from a reached graph.

package annotate

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/smt"
)

// Graph writes annotations of a reached graph: each activation is a context, each node an annotation.
type Graph struct {
	*mc.Graph
	To *Annotations // the annotations to complete, without contexts yet
	// Says returns a node as a conjunction; false if its state has no formulas.
	Says func(*mc.Node) ([]*smt.Term, bool)
	// Passes reports the locations without annotations; nil means Passable.
	Passes func(*cfa.Loc) bool
	// Inlined reports the procedures whose calls are part of their callers' contexts. All of their locations must be
	// passed. nil: none.
	Inlined func(*cfa.Proc) bool

	made map[*mc.Node]*Annotation
	seen map[*mc.Node]bool
}

// OfGraph makes annotations of a reached graph. It returns nil if the states have no formulas, or if the context
// ends.
func OfGraph(ctx context.Context, g *mc.Graph) *Annotations {
	a := New(g.Program, nil)
	f := NewStates(a, g.Program)
	return Graph{Graph: g, To: a, Says: func(n *mc.Node) ([]*smt.Term, bool) { return f.Of(n.State) }}.Write(ctx)
}

// Write completes the annotations, and returns them. It returns nil if a node has no formulas, or if the context
// ends.
func (x Graph) Write(ctx context.Context) *Annotations {
	x.made, x.seen = map[*mc.Node]*Annotation{}, map[*mc.Node]bool{}
	if x.Passes == nil {
		pass := Passable(x.Program)
		x.Passes = func(l *cfa.Loc) bool { return pass[l] }
	}
	if x.Inlined == nil {
		x.Inlined = func(*cfa.Proc) bool { return false }
	}
	// The start must be the first activation; graphs promise no order.
	acts := slices.Clone(x.Activations)
	slices.SortStableFunc(acts, func(a, b *mc.Activation) int { return x.rank(a) - x.rank(b) })
	contexts := map[*mc.Activation]*Context{}
	for _, a := range acts {
		if !x.Inlined(a.Proc) {
			contexts[a] = x.context(ctx, x.To.Context(a.Proc))
		}
	}
	for i, n := range x.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if n.Gone || n.By != nil || n.Loc.Error != nil || contexts[n.Act] == nil || x.Passes(n.Loc) {
			continue
		}
		conj, ok := x.Says(n)
		if !ok {
			return nil
		}
		x.made[n] = contexts[n.Act].Add(n.Loc, conj...)
	}
	for i, n := range x.Nodes {
		if i%1024 == 0 && effort.Done(ctx) {
			return nil
		}
		if x.made[n] != nil {
			x.hints(n)
		}
	}
	// If a call entered several activations, the entry of the latest one contains the current entry state. So the
	// latest one is the first hint.
	for _, a := range slices.Backward(acts) {
		for i, site := range a.Sites {
			if n := x.made[site]; n != nil && contexts[a] != nil {
				h := n.Hint(a.SiteEdge(i))
				h.Callee = append(h.Callee, contexts[a])
			}
		}
	}
	if effort.Done(ctx) {
		return nil
	}
	return x.To
}

func (x *Graph) rank(a *mc.Activation) int {
	if a.Proc == x.Program.Start {
		return 0
	}
	return 1
}

// context marks in c.Pass the locations that get no annotations (see Passes), and adds a context for each inlined
// call, recursively.
func (x *Graph) context(ctx context.Context, c *Context) *Context {
	if effort.Done(ctx) {
		return c
	}
	for _, l := range c.Proc.Locs {
		if x.Passes(l) {
			c.Pass[l] = true
		}
	}
	for _, e := range c.Proc.Calls {
		if x.Inlined(e.Op.(*cfa.Call).Callee) {
			x.context(ctx, x.To.Inline(c, e))
		}
	}
	return c
}

// Passable returns the locations that need no annotation, since they have only one incoming edge and no call: what
// holds there follows from the annotations before.
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

// hints records where the steps from a node lead.
func (x *Graph) hints(n *mc.Node) {
	from := x.made[n]
	for _, m := range n.Out {
		for _, l := range m.In {
			if l.From == n {
				clear(x.seen)
				x.targets(m, from.Hint(l.Edge))
			}
		}
	}
}

// MostHints bounds the hints of one edge, and MostPassed the nodes that are passed. Beyond these limits the checker
// has to search itself.
const (
	MostHints  = 64
	MostPassed = 1000
)

// targets adds the annotations that paths through m lead to.
func (x *Graph) targets(m *mc.Node, h *Hint) {
	if x.seen[m] || len(h.To) >= MostHints || len(x.seen) >= MostPassed {
		return
	}
	x.seen[m] = true
	if m.By != nil {
		x.targets(m.By, h)
		for _, o := range m.Also() {
			x.targets(o, h)
		}
		return
	}
	if t := x.made[m]; t != nil {
		if !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
		return
	}
	for _, o := range m.Out {
		x.targets(o, h)
	}
}

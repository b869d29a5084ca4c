package composite

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/refine/annotate"
)

// annotations says what the states of a finished exploration say, in formulas: the values and the predicates where blocks end. Each
// activation of a procedure that is no part of a block is a context. Those that are parts have no loops here (predicate.Options.Flat), so
// that they are passed.
func (r *run) annotations(ctx context.Context) *annotate.Annotations {
	w := &annotator{r: r, ctx: ctx, a: annotate.New(r.Slice, r.coder.Builder()), made: map[*mc.Node]*annotate.Annotation{}}
	w.values = annotate.NewStates(w.a, r.Slice)
	g := r.X.Graph()
	contexts := map[*mc.Activation]*annotate.Context{}
	for _, act := range g.Activations {
		if !r.blocks.Blocks().Inlined(act.Proc) {
			contexts[act] = w.context(w.a.Context(act.Proc))
		}
	}
	for i, n := range g.Nodes {
		if i%256 == 0 && effort.Done(ctx) {
			return nil
		}
		c := contexts[n.Act]
		if n.Gone || n.By != nil || n.Loc.Error != nil || c == nil || !r.blocks.Blocks().Abstract(n.Loc) {
			continue
		}
		s := n.State.(*product.State)
		said := w.a.NameBy(r.coder, r.blocks.Term(s.Block.(*predicate.State).Set))
		w.made[n] = c.Add(n.Loc, append(said, w.values.Values(valuesOf(n))...)...)
	}
	for i, n := range g.Nodes {
		if i%256 == 0 && effort.Done(ctx) {
			return nil
		}
		if from := w.made[n]; from != nil {
			for _, m := range n.Out {
				for _, l := range m.In {
					if l.From == n {
						w.seen = map[*mc.Node]bool{}
						w.targets(m, from.Hint(l.Edge))
					}
				}
			}
		}
	}
	for k := len(g.Activations) - 1; k >= 0; k-- { // of several that a call entered the latest contains what is entered now
		act := g.Activations[k]
		for i, site := range act.Sites {
			if from, c := w.made[site], contexts[act]; from != nil && c != nil {
				h := from.Hint(act.SiteEdge(i))
				h.Callee = append(h.Callee, c)
			}
		}
	}
	if effort.Done(ctx) {
		return nil
	}
	return w.a
}

type annotator struct {
	r      *run
	ctx    context.Context
	a      *annotate.Annotations
	values *annotate.States
	made   map[*mc.Node]*annotate.Annotation
	seen   map[*mc.Node]bool
}

// context passes what lies inside of blocks, and adds contexts for the calls that are parts of them.
func (w *annotator) context(c *annotate.Context) *annotate.Context {
	if effort.Done(w.ctx) {
		return c
	}
	blocks := w.r.blocks.Blocks()
	for _, l := range c.Proc.Locs {
		if !blocks.Abstract(l) {
			c.Pass[l] = true
		}
	}
	for _, e := range c.Proc.Calls {
		if blocks.Inlined(e.Op.(*cfa.Call).Callee) {
			w.context(w.a.Inline(c, e))
		}
	}
	return c
}

// targets adds the annotations that a path to m leads to through blocks.
func (w *annotator) targets(m *mc.Node, h *annotate.Hint) {
	if m.By != nil {
		m = m.By
	}
	if w.seen[m] || len(h.To) >= annotate.MostHints || len(w.seen) >= annotate.MostPassed {
		return
	}
	w.seen[m] = true
	if t := w.made[m]; t != nil {
		h.To = append(h.To, t)
		return
	}
	for _, o := range m.Out {
		w.targets(o, h)
	}
}

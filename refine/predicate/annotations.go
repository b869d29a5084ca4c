// Annotations of a safe program from the abstract states of the exploration.

package predicate

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
)

// annotations returns the states of a finished exploration as formulas. A procedure that is not inlined in blocks has
// one context for each abstract state that it is entered with. An inlined procedure has one context for each call in
// a context of its caller. The annotation of a context at a location is the union over all explorations that the
// context represents.
func (r *run) annotations(ctx context.Context) *annotate.Annotations {
	w := &annotator{r: r, ctx: ctx, a: annotate.New(r.Slice, r.coder.Builder())}
	w.nodes = map[*mc.Activation][]*mc.Node{}
	w.entered = map[*mc.Activation][]entry{}
	g := r.X.Graph()
	for _, n := range g.Nodes {
		if !n.Gone {
			w.nodes[n.Act] = append(w.nodes[n.Act], n)
		}
	}
	for _, act := range g.Activations {
		for i, s := range act.Sites {
			w.entered[s.Act] = append(w.entered[s.Act], entry{act.SiteEdge(i), act})
		}
	}
	blocks := r.dom.Blocks()
	for _, act := range g.Activations {
		if !blocks.Inlined(act.Proc) {
			w.context(w.a.Context(act.Proc), []*mc.Activation{act})
		}
	}
	if effort.Done(ctx) {
		return nil
	}
	return w.a
}

// entry is an exploration of a callee, and the call that enters it.
type entry struct {
	call *cfa.Edge
	act  *mc.Activation
}

type annotator struct {
	r       *run
	ctx     context.Context
	a       *annotate.Annotations
	nodes   map[*mc.Activation][]*mc.Node
	entered map[*mc.Activation][]entry
}

// context adds the states of the explorations acts to a context.
func (w *annotator) context(c *annotate.Context, acts []*mc.Activation) {
	if effort.Done(w.ctx) {
		return
	}
	blocks := w.r.dom.Blocks()
	for _, l := range c.Proc.Locs {
		if !blocks.Abstract(l) {
			c.Pass[l] = true
		}
	}
	said := map[*cfa.Loc]map[predicate.Set]bool{}
	var calls []*cfa.Edge
	callees := map[*cfa.Edge][]*mc.Activation{}
	seen := map[entry]bool{}
	for _, act := range acts {
		for _, n := range w.nodes[act] {
			s := n.State.(*predicate.State)
			if n.By != nil || n.Loc.Error != nil || !blocks.Abstract(n.Loc) {
				continue
			}
			if said[n.Loc] == nil {
				said[n.Loc] = map[predicate.Set]bool{}
			}
			if !said[n.Loc][s.Set] {
				said[n.Loc][s.Set] = true
				c.Add(n.Loc, w.a.NameBy(w.r.coder, append(w.known(c, n.Loc), w.r.dom.Term(s.Set))...)...)
			}
		}
		for _, x := range w.entered[act] {
			if !blocks.Inlined(x.act.Proc) || seen[x] {
				continue
			}
			seen[x] = true
			if callees[x.call] == nil {
				calls = append(calls, x.call)
			}
			callees[x.call] = append(callees[x.call], x.act)
		}
	}
	for _, e := range calls {
		w.context(w.a.Inline(c, e), callees[e])
	}
}

// known returns the intervals that blocks rely on: of variables at the location, and of callers' variables at the
// calls that the context is inlined in.
func (w *annotator) known(c *annotate.Context, l *cfa.Loc) []*smt.Term {
	out := w.intervals(l, l, nil)
	for ; c.Parent != nil; c = c.Parent {
		out = append(out, w.intervals(c.Call.From, c.Call.To, c.Call.From.Proc)...)
	}
	return append(out, w.intervals(l, l, l.Proc)...)
}

// intervals returns the intervals at the location l of the variables of procedure q (nil: global variables) that are
// live at the location "live". Other variables are left out: their values in the slice may differ from their values
// in the whole program.
func (w *annotator) intervals(l, live *cfa.Loc, q *cfa.Proc) []*smt.Term {
	r, b := w.r, w.r.coder.Builder()
	var out []*smt.Term
	for _, v := range r.Slice.Vars {
		if v.Proc != q || !r.prec.Live(live, v) {
			continue
		}
		i, ok := r.intervals.Of(l, v)
		if !ok {
			continue
		}
		x := r.coder.Plain(v)
		if !i.NoLo {
			out = append(out, b.Ge(x, b.Num(num.RatOfInt(i.Lo), b.IntSort())))
		}
		if !i.NoHi {
			out = append(out, b.Le(x, b.Num(num.RatOfInt(i.Hi), b.IntSort())))
		}
	}
	return out
}

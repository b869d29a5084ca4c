package dag

import (
	"github.com/whet-mc/whet/cfa"
)

// step is a way out of a place.
type step[E any] struct {
	edge *cfa.Edge
	kind cfa.StepKind
	skip bool
	to   *Place[E]
}

// steps lists the ways out.
func (x *Explorer[E]) steps(p *Place[E]) []step[E] {
	if p.Loc.Error != nil {
		return nil
	}
	if p.Loc == p.Loc.Proc.Exit && p.Ctx.Parent != nil {
		return []step[E]{{edge: p.Ctx.Call, kind: cfa.Return, to: x.place(p.Ctx.Parent, p.Ctx.Call.To)}}
	}
	out := make([]step[E], 0, len(p.Loc.Out))
	for _, e := range p.Loc.Out {
		c, ok := e.Op.(*cfa.Call)
		switch {
		case !ok:
			out = append(out, step[E]{edge: e, to: x.place(p.Ctx, e.To)})
		case p.Ctx.active(x.prog.Start, c.Callee):
			out = append(out, step[E]{edge: e, skip: true, to: x.place(p.Ctx, e.To)})
		default:
			out = append(out, step[E]{edge: e, kind: cfa.Enter, to: x.place(x.enter(p.Ctx, e), c.Callee.Entry)})
		}
	}
	return out
}

// images returns what a step makes of a state: elements that together are all of it, none of them empty.
func (x *Explorer[E]) images(s E, st step[E]) []E {
	x.Stats.Posts++
	var out []E
	switch {
	case st.skip:
		x.skipped = append(x.skipped, st.edge)
		out = []E{x.trans.Skip(x.lay, s, st.edge)}
	case st.kind == cfa.Enter:
		return x.trans.Call(x.lay, s, st.edge)
	case st.kind == cfa.Return:
		if u := x.trans.Back(x.lay, s, st.edge); !u.IsBottom() {
			out = []E{u}
		}
	default:
		if _, nothing := st.edge.Op.(cfa.Skip); nothing {
			out = []E{s}
		} else {
			out = x.trans.Post(x.lay, s, st.edge)
		}
	}
	if dims := x.dying(st.edge); len(dims) > 0 {
		for i := range out {
			out[i] = out[i].Havoc(dims...)
		}
	}
	return out
}

// Preimage returns elements that together contain the states of l.From from which l's step leads into after; outside of
// that node's state they mean nothing. exact says that it is exactly these.
func (x *Explorer[E]) Preimage(l *Link[E], after E) (pre []E, exact bool) {
	x.Stats.Pres++
	s := l.From.State
	if l.Kind == cfa.Enter {
		return x.trans.PreCall(x.lay, s, l.Edge, after)
	}
	if dims := x.dying(l.Edge); len(dims) > 0 {
		after = after.Havoc(dims...)
	}
	switch {
	case l.Skip:
		return x.trans.PreSkip(x.lay, l.Edge, after)
	case l.Kind == cfa.Return:
		return x.trans.PreBack(x.lay, s, l.Edge, after)
	}
	return x.trans.Pre(x.lay, s, l.Edge, after)
}

// dying lists the dimensions that die on an edge.
func (x *Explorer[E]) dying(e *cfa.Edge) []int {
	var dims []int
	for _, v := range x.dead.On(e) {
		if d, ok := x.lay.Var(v); ok {
			dims = append(dims, d)
		}
	}
	return dims
}

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
	if p.Target() {
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

// images returns what a step makes of a state: elements that together are all of it, none of them empty. Where words are assumed not
// to wrap around, wraps are elements that together contain the states in which one does.
func (x *Explorer[E]) images(p *Place[E], s E, st step[E]) (out, wraps []E) {
	x.Stats.Posts++
	c := x.cares[way{p.id, st.edge, st.kind}]
	if c.fine {
		s = x.graded(s, true)
	}
	trans := x.transfer(c)
	if trans.Fits != nil {
		trans.Fits = func(u E) {
			if !u.IsBottom() {
				wraps = append(wraps, u)
			}
		}
	}
	switch {
	case st.skip:
		x.skipped = append(x.skipped, st.edge)
		out = []E{x.trans.Skip(x.lay, s, st.edge)}
	case st.kind == cfa.Enter:
		out = trans.Call(x.lay, s, st.edge)
		return out, wraps
	case st.kind == cfa.Return:
		if u := x.trans.Back(x.lay, s, st.edge); !u.IsBottom() {
			out = []E{u}
		}
	default:
		if _, nothing := st.edge.Op.(cfa.Skip); nothing {
			out = []E{s}
		} else {
			out = trans.Post(x.lay, s, st.edge)
		}
	}
	if dims := x.dying(st.edge); len(dims) > 0 {
		for i := range out {
			out[i] = out[i].Havoc(dims...)
		}
	}
	return out, wraps
}

// Preimage returns elements that together contain the states of l.From from which l's step leads into after; outside of
// that node's state they mean nothing. exact says that it is exactly these.
func (x *Explorer[E]) Preimage(l *Link[E], after E) (pre []E, exact bool) {
	x.Stats.Pres++
	s := l.From.State
	trans := x.transfer(x.cares[way{l.From.Place.id, l.Edge, l.Kind}])
	switch {
	case l.Wrap:
		return trans.PreWraps(x.lay, s, l.Edge, after)
	case l.Kind == cfa.Enter:
		return trans.PreCall(x.lay, s, l.Edge, after)
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
	return trans.Pre(x.lay, s, l.Edge, after)
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

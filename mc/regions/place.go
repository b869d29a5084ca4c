package regions

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Context is a call stack: the calls that have been entered and not left.
type Context struct {
	Parent *Context // nil: no call has been entered
	Call   *cfa.Edge

	order []int
	below map[*cfa.Edge]*Context
}

// active reports whether an activation of the procedure is on the stack, the innermost one included.
func (c *Context) active(start, q *cfa.Proc) bool {
	for ; c.Parent != nil; c = c.Parent {
		if c.Call.Op.(*cfa.Call).Callee == q {
			return true
		}
	}
	return q == start
}

func (c *Context) enter(call *cfa.Edge) *Context {
	d := c.below[call]
	if d == nil {
		d = &Context{
			Parent: c, Call: call, order: append(slices.Clip(c.order), call.From.Index), below: map[*cfa.Edge]*Context{},
		}
		c.below[call] = d
	}
	return d
}

// Place is a location within a context: the locations of the program with all calls written out.
type Place[E any] struct {
	Loc *cfa.Loc
	Ctx *Context

	order   []int
	regions map[string]*Region[E]
	keys    []string // of regions, ascending
	signs   []int    // of Explorer.signs, those that mean something here
	queued  bool
	uses    map[*cfa.Edge][]*instance[E]
}

// Regions lists what is reached at the place.
func (p *Place[E]) Regions() []*Region[E] {
	out := make([]*Region[E], len(p.keys))
	for i, k := range p.keys {
		out[i] = p.regions[k]
	}
	return out
}

// Region is an element at a place.
type Region[E any] struct {
	Place *Place[E]
	State E
	key   string
	grown int
	dirty bool
	// The first step that led here, from what was then a part of From.
	From *Region[E]
	Step cfa.Step
	Skip bool // a call that is not followed
}

type placeKey struct {
	ctx *Context
	loc *cfa.Loc
}

func (x *Explorer[E]) place(c *Context, l *cfa.Loc) *Place[E] {
	k := placeKey{c, l}
	p := x.places[k]
	if p == nil {
		p = &Place[E]{Loc: l, Ctx: c, order: append(slices.Clip(c.order), l.Index), regions: map[string]*Region[E]{}}
		x.places[k] = p
		x.order = append(x.order, p)
		p.signs = x.meaningful(p)
	}
	return p
}

// Places lists the places that have been reached, in the order of the program.
func (x *Explorer[E]) Places() []*Place[E] {
	ps := slices.Clone(x.order)
	slices.SortStableFunc(ps, func(p, q *Place[E]) int { return slices.Compare(p.order, q.order) })
	return ps
}

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
			out = append(out, step[E]{edge: e, kind: cfa.Enter, to: x.place(p.Ctx.enter(e), c.Callee.Entry)})
		}
	}
	return out
}

// alive reports whether a variable's value may still be read at a place, there or in a caller.
func (x *Explorer[E]) alive(p *Place[E], v *cfa.Var) bool {
	if v.Proc == nil || v.Ghost {
		return v.Ghost || x.liveAt(p.Loc).Has(v)
	}
	if v.Proc == p.Loc.Proc {
		return x.liveAt(p.Loc).Has(v)
	}
	for c := p.Ctx; c.Parent != nil; c = c.Parent {
		if c.Call.From.Proc == v.Proc {
			return x.liveAt(c.Call.To).Has(v)
		}
	}
	return false
}

func (x *Explorer[E]) liveAt(l *cfa.Loc) *cfa.VarSet {
	s := x.live[l]
	if s == nil {
		set := x.liveness.LiveAt(l)
		s = &set
		x.live[l] = s
	}
	return s
}

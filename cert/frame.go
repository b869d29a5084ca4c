package cert

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// The frame rule (Reynolds, LICS 2002; here, where variables and arrays never overlap, as in Hoare
// logic): what holds before operations that set nothing it speaks of holds after them. Most steps of a
// large program are such: a lock is not touched by the thousand lines between two of its uses. They are
// proved by reading which variables the operations set, and none of these is carried out. Nothing needs
// to be known of the conditions on the way, since a path that cannot be taken leads to no annotation at
// all. Cycles are no matter here, either: where the operations set nothing of it, none does so twice.

// frame is what lies between a state and the annotations that paths come to next.
type frame struct {
	*region
	vars   cfa.VarSet // what is set on some path
	arrays cfa.ArraySet
	seen   map[place]bool
	work   []place
	ends   []*Point // with annotations
	steps  int      // how often one of these is come to
}

// framed reports whether at the end of each path from a place an annotation holds by the frame rule:
// it holds in the state already, and nothing that it speaks of is set on any of the paths.
func (r *region) framed(s *state, at place) bool {
	f := frame{region: r}
	return f.possible() && f.arrive(at) && f.hold(s)
}

// framedOver is framed for paths that begin with an edge.
func (r *region) framedOver(s *state, e *cfa.Edge, ctx int) bool {
	f := frame{region: r}
	return f.possible() && f.follow(e, ctx) && f.hold(s)
}

// possible reports whether annotations are proved one by one: Weaken wants to know which of the
// formulas do not hold, and an induction over rounds has ends of its own.
func (f *frame) possible() bool { return f.weaker == nil && f.c.Induction == 0 }

// arrive comes to a place; false: there is nothing that could hold.
func (f *frame) arrive(at place) bool {
	switch p := f.at(at.ctx, at.loc); {
	case p == nil:
		return false
	case p.Pass:
		if f.seen == nil {
			f.seen = map[place]bool{}
		}
		if !f.seen[at] {
			f.seen[at] = true
			f.work = append(f.work, at)
		}
	default:
		f.steps++
		if n := len(f.ends); n == 0 || f.ends[n-1] != p {
			f.ends = append(f.ends, p)
		}
	}
	return true
}

// follow takes an edge, and notes what it sets.
func (f *frame) follow(e *cfa.Edge, ctx int) bool {
	call, ok := e.Op.(*cfa.Call)
	if !ok {
		cfa.Writes(e.Op, f.vars.Add, f.sets)
		return f.arrive(place{ctx, e.To})
	}
	d := f.inlined(ctx, e)
	if d < 0 {
		return false
	}
	f.renew(call.Callee)
	return f.arrive(place{d, call.Callee.Entry})
}

// leave goes back after the call that an inlined context was entered by.
func (f *frame) leave(c *Context) bool {
	e := f.p.Edges[c.Call]
	f.renew(e.Op.(*cfa.Call).Callee)
	cfa.Writes(e.Op, f.vars.Add, nil) // the results
	return f.arrive(place{c.Parent, e.To})
}

// renew notes that the variables and arrays of a procedure become those of another activation.
func (f *frame) renew(q *cfa.Proc) {
	for _, v := range q.Locals {
		f.vars.Add(v)
	}
	for _, a := range q.Arrays {
		f.sets(a)
	}
}

// sets notes that an array is set, and with it what its sums are.
func (f *frame) sets(a *cfa.Array) {
	f.arrays.Add(a)
	for _, sum := range f.sums[a.ID] {
		f.arrays.Add(sum)
	}
}

// hold goes on from the places that were passed, and reports whether an annotation holds at each end.
func (f *frame) hold(s *state) bool {
	for len(f.work) > 0 {
		at := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if c := &f.c.Contexts[at.ctx]; at.loc == at.loc.Proc.Exit && c.Inline {
			if !f.leave(c) {
				return false
			}
			continue
		}
		for _, e := range at.loc.Out {
			if !f.follow(e, at.ctx) {
				return false
			}
		}
	}
	v := f.ownView(s)
	for _, p := range f.ends {
		if !f.holds(s, v, p) {
			return false
		}
	}
	f.stats.Steps += f.steps
	return true
}

// mostFramed is how many annotations of a location are tried where the hint names none. To look for one
// among many can cost more than the step; that is taken then, and knows more of which one it leads to.
const mostFramed = 8

// holds reports whether one of the annotations of a point holds: of those that the hint names, or of the
// first.
func (f *frame) holds(s *state, v *view, p *Point) bool {
	named := f.hinted(p.Loc)
	for i := range p.Holds {
		switch {
		case len(named) == 0 && i >= mostFramed:
			return false
		case len(named) > 0 && !slices.Contains(named, i):
			continue
		}
		if conj := p.Holds[i].Conj; f.apart(conj) && f.evident(s, v, conj) {
			return true
		}
	}
	return false
}

// apart reports whether formulas speak of nothing that is set on the way.
func (f *frame) apart(conj []*smt.Term) bool {
	for _, g := range conj {
		for _, t := range f.constantsOf(g) {
			y, ok := f.symbol(t)
			switch {
			case !ok:
				return false
			case y.Entry:
			case y.Var != nil:
				if f.vars.Has(y.Var) {
					return false
				}
			case f.arrays.Has(y.Array):
				return false
			}
		}
	}
	return true
}

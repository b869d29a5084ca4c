// This file applies the frame rule (Reynolds, LICS 2002; variables and arrays never overlap here, so the simple form
// of Hoare logic is enough): what holds before operations that set nothing it mentions holds after them. Most steps
// of a large program have this form; for example, the thousand lines between two uses of a lock do not change the
// lock. The checker proves them by collecting the variables that the operations set, without executing any operation.
// Conditions on the way need not be considered, since a path that cannot be taken reaches no annotation. Cycles need
// no special care: if one round sets nothing that the annotation mentions, no number of rounds does.

package cert

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// frame collects what the paths from a state to the next annotations set.
type frame struct {
	*region
	vars   cfa.VarSet   // variables that some path sets
	arrays cfa.ArraySet // arrays that some path sets
	seen   map[place]bool
	work   []place
	ends   []*Point // points with annotations that paths reach
	steps  int      // how many times a path has reached one of ends
}

// framed reports whether an annotation holds by the frame rule at the end of each path from a place: the annotation
// holds in the state already, and no path sets anything that it mentions.
func (r *region) framed(s *state, at place) bool {
	f := frame{region: r}
	return f.possible() && f.arrive(at) && f.hold(s)
}

// framedOver is like framed, for paths that begin with the edge e.
func (r *region) framedOver(s *state, e *cfa.Edge, ctx int) bool {
	f := frame{region: r}
	return f.possible() && f.follow(e, ctx) && f.hold(s)
}

// possible reports whether the frame rule may be used. Weaken needs to know which of the formulas do not hold, and an
// induction over rounds has different path ends.
func (f *frame) possible() bool { return f.weaker == nil && f.c.Induction == 0 }

// arrive adds a place that a path reaches. It returns false if no annotation could hold there.
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

// follow takes an edge and records what the edge sets.
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

// leave continues after the call that entered an inlined context.
func (f *frame) leave(c *Context) bool {
	e := f.p.Edges[c.Call]
	f.renew(e.Op.(*cfa.Call).Callee)
	cfa.Writes(e.Op, f.vars.Add, nil) // the call sets the variables for its results
	return f.arrive(place{c.Parent, e.To})
}

// renew records that the variables and arrays of a procedure now belong to another activation.
func (f *frame) renew(q *cfa.Proc) {
	for _, v := range q.Locals {
		f.vars.Add(v)
	}
	for _, a := range q.Arrays {
		f.sets(a)
	}
}

// sets records that an array is set, and with it its sums.
func (f *frame) sets(a *cfa.Array) {
	f.arrays.Add(a)
	for _, sum := range f.sums[a.ID] {
		f.arrays.Add(sum)
	}
}

// hold continues from the places that were passed, and reports whether an annotation holds at each end.
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

// mostFramed bounds how many annotations of a location are tried if the hint names none. A search among many
// annotations can cost more than executing the step, and executing it gives more information about which annotation
// holds.
const mostFramed = 8

// holds reports whether one of the annotations of p holds. It tries the annotations that the hint names or, if the hint
// names none, the first mostFramed.
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

// apart reports whether the formulas mention nothing that is set on the way.
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

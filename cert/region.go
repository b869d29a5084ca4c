// This file proves steps over locations without annotations. Paths that meet at such a location continue as one
// (state.merge), so that a block costs time linear in its size, however many paths it has. Calls into inlined
// contexts are parts of blocks.

package cert

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// place is a location in a context.
type place struct {
	ctx int
	loc *cfa.Loc
}

// region holds the states that wait at passed places.
type region struct {
	*checker
	hint    *Hint
	waiting map[place]*state
	visits  map[place]int
}

// edge proves the annotations that paths reach from the present annotation over the edge e.
func (x *checker) edge(s *state, e *cfa.Edge, ctx int, hint *Hint) *Error {
	if call, ok := e.Op.(*cfa.Call); ok && x.inlined(ctx, e) < 0 {
		return x.call(s, call, e, ctx, hint)
	}
	r := region{checker: x, hint: hint}
	if r.framedOver(s, e, ctx) {
		return nil
	}
	if err := r.step(s, e, ctx); err != nil {
		return err
	}
	return r.run(e)
}

// behind proves the next annotations after a location that an edge has led to.
func (x *checker) behind(s *state, e *cfa.Edge, at place, hint *Hint) *Error {
	r := region{checker: x, hint: hint}
	if r.framed(s, at) {
		return nil
	}
	if err := r.arrive(s, e, at); err != nil {
		return err
	}
	return r.run(e)
}

// run continues until no state waits.
func (r *region) run(e *cfa.Edge) *Error {
	for len(r.waiting) > 0 {
		if err := r.stopped(); err != nil {
			return &Error{Edge: e, Pos: e.Pos, Why: err.Error(), Err: err}
		}
		at := r.next()
		s := r.waiting[at]
		delete(r.waiting, at)
		if r.visits[at]++; r.visits[at] > len(r.p.Locs) {
			return &Error{Edge: e, Pos: at.loc.Pos, Why: "there is a loop without annotations"}
		}
		if err := r.from(s, at); err != nil {
			return err
		}
	}
	return nil
}

// from takes all steps from a place.
func (r *region) from(s *state, at place) *Error {
	if c := &r.c.Contexts[at.ctx]; at.loc == at.loc.Proc.Exit && c.Inline {
		return r.leave(s, c)
	}
	for i, e := range at.loc.Out {
		t := s
		if i < len(at.loc.Out)-1 {
			t = s.clone()
		}
		if err := r.step(t, e, at.ctx); err != nil {
			return err
		}
	}
	return nil
}

// step takes one edge.
func (r *region) step(s *state, e *cfa.Edge, ctx int) *Error {
	if call, ok := e.Op.(*cfa.Call); ok {
		d := r.inlined(ctx, e)
		if d < 0 && r.weaker != nil {
			return r.weaker.annotate(s, place{ctx, e.From})
		}
		if d < 0 {
			return &Error{Edge: e, Pos: e.Pos, Why: "a call has no annotation before it"}
		}
		r.enter(s, call)
		return r.arrive(s, e, place{d, call.Callee.Entry})
	}
	r.take(s, e)
	return r.arrive(s, e, place{ctx, e.To})
}

// enter makes the callee's activation the present one.
func (x *checker) enter(s *state, call *cfa.Call) {
	h := x.hand(s, call)
	for _, v := range call.Callee.Locals {
		s.set(v, x.input(v.Range))
	}
	for i, v := range call.Callee.Params {
		s.set(v, h.args[i])
	}
	for _, a := range call.Callee.Arrays {
		x.forget(s, a)
	}
}

// leave continues after the call that entered an inlined context.
func (r *region) leave(s *state, c *Context) *Error {
	e := r.p.Edges[c.Call]
	r.back(s, e.Op.(*cfa.Call))
	return r.arrive(s, e, place{c.Parent, e.To})
}

// back assigns the results of an inlined call. The callee's locals then again belong to an older activation, if there
// is one; nothing is known about their values.
func (x *checker) back(s *state, call *cfa.Call) {
	results := make([]*smt.Term, len(call.Results))
	for i, v := range call.Results {
		if v != nil {
			results[i] = x.read(s, call.Callee.Results[i])
		}
	}
	for _, v := range call.Callee.Locals {
		s.set(v, x.constant(&x.below, v))
	}
	for _, a := range call.Callee.Arrays {
		s.setArray(a, x.contents(&x.below, a))
		for _, sum := range x.sums[a.ID] {
			s.setArray(sum, x.contents(&x.below, sum))
		}
	}
	for i, v := range call.Results {
		if v != nil {
			s.set(v, results[i])
		}
	}
}

// arrive proves that one of the annotations at a place holds in the state s. If the place is passed, s waits there
// instead.
func (r *region) arrive(s *state, e *cfa.Edge, at place) *Error {
	if s.false {
		return nil
	}
	p := r.at(at.ctx, at.loc)
	if p != nil && p.Pass {
		if r.waiting == nil {
			r.waiting, r.visits = map[place]*state{}, map[place]int{}
		}
		if other := r.waiting[at]; other != nil {
			s = r.merge(other, s)
		}
		r.waiting[at] = s
		return nil
	}
	if at.loc.Error != nil && r.c.Induction > 0 {
		return nil // this proof does not use the annotations to exclude errors
	}
	if f := r.leads(s, r.ownView(s), p, r.hinted(at.loc.ID)); f != nil {
		if r.weaker != nil && f.err == nil {
			return r.weaker.arrive(s, r.ownView(s), at)
		}
		what := fmt.Sprintf("line %d", at.loc.Pos.Line)
		if at.loc.Error != nil {
			what = "the error at " + what
		}
		return f.at(e, what)
	}
	return nil
}

// hinted returns the annotations of a location that the hint names.
func (r *region) hinted(loc int) (first []int) {
	if r.hint != nil {
		for _, t := range r.hint.To {
			if t.Loc == loc {
				first = append(first, t.Index)
			}
		}
	}
	return first
}

// next returns the first waiting place in the order of the program with its calls written out. Except for loops, all
// paths to this place have arrived.
func (r *region) next() place {
	var first place
	var order []int
	for at := range r.waiting { // find the least place; the order of the map does not matter
		if o := r.order(at); order == nil || slices.Compare(o, order) < 0 {
			first, order = at, o
		}
	}
	return first
}

// order returns the position of a place in the program with its calls written out: the positions of the enclosing
// calls, then the place's own position.
func (x *checker) order(at place) []int {
	o := []int{at.loc.Index}
	for c := &x.c.Contexts[at.ctx]; c.Inline; c = &x.c.Contexts[c.Parent] {
		e := x.p.Edges[c.Call]
		o = append(o, e.ID, e.From.Index)
	}
	slices.Reverse(o)
	return o
}

// at returns what a context states about a location, or nil if the location is not reached.
func (x *checker) at(ctx int, l *cfa.Loc) *Point {
	ps := x.c.Contexts[ctx].Points
	i, found := slices.BinarySearchFunc(ps, l.ID, func(p Point, id int) int { return p.Loc - id })
	if !found {
		return nil
	}
	return &ps[i]
}

// inlined returns the context that the call e enters as a part of the context ctx, or -1.
func (x *checker) inlined(ctx int, e *cfa.Edge) int {
	if d, ok := x.inline[site{ctx, e.ID}]; ok {
		return d
	}
	return -1
}

// site is a call edge in a context.
type site struct{ ctx, edge int }

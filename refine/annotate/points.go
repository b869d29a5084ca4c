// Annotations from states at the points of call strings.

package annotate

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/cells"
)

// Points writes annotations of states of type S at the points of call strings. Each call string is a context, in
// which the states also refer to the callers' variables. The context is inlined in the context of its caller. So each
// state leads to the states that were computed from it. In particular, the states at the callee's exit lead to the
// states after the call, and need not be combined with the states before the call. Calls of short procedures, such as
// those that assert something, are passed as a whole. A call that was not followed enters the callee with any values.
type Points[S comparable] struct {
	*Annotations
	*States
	pass     map[*cfa.Loc]bool
	over     []cells.Slot
	integers bool
	skipped  map[*cfa.Edge]bool
	contexts map[*callstring.Context]*Context
	inlined  map[site]*Context
	lengths  map[*cfa.Proc]int
	made     map[S]*Annotation
}

type site struct {
	from *Context
	call *cfa.Edge
}

// NewPoints returns a writer for states of a program or its slice. The states are constraints over the slots that the
// parameter "over" lists. The locations in pass are passed; the calls in skipped were not followed.
func NewPoints[S comparable](a *Annotations, p *cfa.Program, over []cells.Slot, pass map[*cfa.Loc]bool, skipped []*cfa.Edge) *Points[S] {
	x := &Points[S]{
		Annotations: a, States: NewStates(a, p), pass: pass, over: over, integers: p.Arith != cfa.Real, skipped: map[*cfa.Edge]bool{},
		contexts: map[*callstring.Context]*Context{}, inlined: map[site]*Context{}, lengths: map[*cfa.Proc]int{}, made: map[S]*Annotation{},
	}
	for _, e := range skipped {
		x.skipped[e] = true
	}
	return x
}

// Enter returns the context of a call string.
func (x *Points[S]) Enter(s *callstring.Context) *Context {
	c := x.contexts[s]
	if c == nil {
		if s.Parent == nil || s.Parent.Active(s.Proc) { // a call of an active procedure is not followed
			c = x.fill(x.Context(s.Proc))
		} else {
			c = x.inline(x.Enter(s.Parent), s.Call)
		}
		x.contexts[s] = c
	}
	return c
}

// inline returns the context of a call.
func (x *Points[S]) inline(from *Context, call *cfa.Edge) *Context {
	c := x.inlined[site{from, call}]
	if c == nil {
		c = x.Inline(from, call)
		x.inlined[site{from, call}] = c
		x.fill(c)
	}
	return c
}

// fill sets the passed locations of a context, and makes the contexts of passed calls.
func (x *Points[S]) fill(c *Context) *Context {
	for _, l := range c.Proc.Locs {
		if x.passes(c, l) {
			c.Pass[l] = true
		}
	}
	for _, e := range c.Proc.Calls {
		if x.passesCall(e) {
			x.inline(c, e)
		}
	}
	return c
}

// passes reports whether a location of a context needs no annotation: see Passable. No location of a procedure that
// is passed as a whole needs one.
func (x *Points[S]) passes(c *Context, l *cfa.Loc) bool {
	switch {
	case x.pass == nil || l.Error != nil:
		return false
	case x.pass[l]:
		return true
	case c.Parent != nil && x.isShort(c.Proc):
		return true
	}
	return l != l.Proc.Entry && l != l.Proc.Exit && x.between(l)
}

// between reports whether a location inside a procedure, where calls may be passed, meets the condition of Passable.
func (x *Points[S]) between(l *cfa.Loc) bool {
	return len(l.In) == 1 && len(l.Out) > 0 && !l.LoopHead && x.passesCall(l.In[0]) && !slices.ContainsFunc(l.Out, func(e *cfa.Edge) bool { return !x.passesCall(e) })
}

// passesCall reports whether an edge is not a call, or a call that is passed as a whole.
func (x *Points[S]) passesCall(e *cfa.Edge) bool {
	call, ok := e.Op.(*cfa.Call)
	return !ok || !x.skipped[e] && x.isShort(call.Callee)
}

// isShort reports whether a procedure is short: it has no loop and no join, so that what holds in it follows from
// what holds at its entry; it has no results and changes no globals; and all of its callees are short. A procedure
// with results is excluded because its results should appear in witnesses.
func (x *Points[S]) isShort(q *cfa.Proc) bool { return x.pass != nil && x.length(q) <= mostShort }

// mostShort bounds the locations of a short procedure, including its callees.
const mostShort = 50

// length returns the number of locations of a procedure and its callees, or more than mostShort if it is not short.
func (x *Points[S]) length(q *cfa.Proc) int {
	n, known := x.lengths[q]
	if known {
		return n
	}
	x.lengths[q] = mostShort + 1 // for a procedure that calls itself
	if len(q.Results) > 0 || q.Mods.Len() > 0 || q.ModsArrays.Len() > 0 {
		return mostShort + 1
	}
	n = len(q.Locs)
	for _, l := range q.Locs {
		if l.LoopHead || l == q.Entry && len(l.In) > 0 || l != q.Entry && len(l.In) > 1 && l.Error == nil {
			return mostShort + 1
		}
	}
	for _, e := range q.Calls {
		if n > mostShort || x.skipped[e] {
			return mostShort + 1
		}
		n += x.length(e.Op.(*cfa.Call).Callee)
	}
	x.lengths[q] = n
	return n
}

// Add writes a state at a point. It calls cs for the constraints only if the location is not passed.
func (x *Points[S]) Add(p *callstring.Point, s S, cs func() []linear.Constraint) {
	if c := x.Enter(p.Ctx); !c.Pass[p.Loc] {
		x.made[s] = c.Add(p.Loc, x.Linear(x.over, cs(), x.integers)...)
	}
}

// Of returns the annotation of a state, or nil.
func (x *Points[S]) Of(s S) *Annotation { return x.made[s] }

// Leads records that an edge leads from one state to another.
func (x *Points[S]) Leads(from S, e *cfa.Edge, to S) {
	if a, t := x.made[from], x.made[to]; a != nil && t != nil {
		if h := a.Hint(e); len(h.To) < MostHints && !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
	}
}

// Calls records for the states at a point that each call there that was not followed enters its callee with any
// values.
func (x *Points[S]) Calls(p *callstring.Point, states ...S) {
	for _, e := range p.Loc.Out {
		if call, ok := e.Op.(*cfa.Call); ok && x.skipped[e] {
			callee := []*Context{x.Open(call.Callee)}
			for _, s := range states {
				if a := x.made[s]; a != nil {
					a.Hint(e).Callee = callee
				}
			}
		}
	}
}

package annotate

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/callstring"
	"github.com/whet-mc/whet/mc/cells"
)

// Points writes annotations of states at the points of call strings: each call string is a context,
// in which the states, of the type S, speak of the callers' variables, too. It is inlined in that of
// its caller, so that each state leads to those behind the edge that it was computed for, and
// nobody has to put the states at the callee's exit together with those before the call. A call
// that was not followed enters the callee with anything.
type Points[S comparable] struct {
	*Annotations
	*States
	pass     map[*cfa.Loc]bool
	over     []cells.Slot
	integers bool
	skipped  map[*cfa.Edge]bool
	contexts map[*callstring.Context]*Context
	made     map[S]*Annotation
}

// NewPoints returns a writer of states of a program or its slice, which are constraints over slots.
// The locations are passed that pass has; the calls that were skipped are not followed.
func NewPoints[S comparable](a *Annotations, p *cfa.Program, over []cells.Slot, pass map[*cfa.Loc]bool, skipped []*cfa.Edge) *Points[S] {
	x := &Points[S]{
		Annotations: a, States: NewStates(a, p), pass: pass, over: over, integers: p.Arith != cfa.Real, skipped: map[*cfa.Edge]bool{},
		contexts: map[*callstring.Context]*Context{}, made: map[S]*Annotation{},
	}
	for _, e := range skipped {
		x.skipped[e] = true
	}
	return x
}

// Enter is the context of a call string.
func (x *Points[S]) Enter(s *callstring.Context) *Context {
	c := x.contexts[s]
	if c == nil {
		if s.Parent == nil || s.Parent.Active(s.Proc) { // the latter is none that is followed
			c = x.Context(s.Proc)
		} else {
			c = x.Inline(x.Enter(s.Parent), s.Call)
		}
		x.contexts[s] = c
		for _, l := range c.Proc.Locs {
			if x.pass[l] {
				c.Pass[l] = true
			}
		}
	}
	return c
}

// Add writes a state at a point.
func (x *Points[S]) Add(p *callstring.Point, s S, cs []linear.Constraint) {
	if !x.pass[p.Loc] {
		x.made[s] = x.Enter(p.Ctx).Add(p.Loc, x.Linear(x.over, cs, x.integers)...)
	}
}

// Of is the annotation of a state; nil: it has none.
func (x *Points[S]) Of(s S) *Annotation { return x.made[s] }

// Leads notes that an edge leads from a state to another.
func (x *Points[S]) Leads(from S, e *cfa.Edge, to S) {
	if a, t := x.made[from], x.made[to]; a != nil && t != nil {
		if h := a.Hint(e); len(h.To) < MostHints && !slices.Contains(h.To, t) {
			h.To = append(h.To, t)
		}
	}
}

// Calls notes which calls enter the callee with anything: those that were not followed.
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

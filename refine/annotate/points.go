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
// its caller, so that each state leads to those after the edge that it was computed for, and
// nobody has to put the states at the callee's exit together with those before the call. Calls of
// short procedures, such as those that assert something, are passed as a whole. A call that was not
// followed enters the callee with anything.
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

// NewPoints returns a writer of states of a program or its slice, which are constraints over slots.
// The locations are passed that pass has; the calls that were skipped are not followed.
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

// Enter is the context of a call string.
func (x *Points[S]) Enter(s *callstring.Context) *Context {
	c := x.contexts[s]
	if c == nil {
		if s.Parent == nil || s.Parent.Active(s.Proc) { // the latter is none that is followed
			c = x.fill(x.Context(s.Proc))
		} else {
			c = x.inline(x.Enter(s.Parent), s.Call)
		}
		x.contexts[s] = c
	}
	return c
}

// inline is the context of a call.
func (x *Points[S]) inline(from *Context, call *cfa.Edge) *Context {
	c := x.inlined[site{from, call}]
	if c == nil {
		c = x.Inline(from, call)
		x.inlined[site{from, call}] = c
		x.fill(c)
	}
	return c
}

// fill says where a context is passed, and makes those of the calls that are.
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

// passes reports whether a location of a context needs no annotation: see Passable. In a procedure
// that is passed as a whole none does.
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

// between is Passable for a location inside of a procedure, where calls may be passed.
func (x *Points[S]) between(l *cfa.Loc) bool {
	return len(l.In) == 1 && len(l.Out) > 0 && !l.LoopHead && x.passesCall(l.In[0]) && !slices.ContainsFunc(l.Out, func(e *cfa.Edge) bool { return !x.passesCall(e) })
}

// passesCall reports whether an edge is no call, or one that is passed as a whole.
func (x *Points[S]) passesCall(e *cfa.Edge) bool {
	call, ok := e.Op.(*cfa.Call)
	return !ok || !x.skipped[e] && x.isShort(call.Callee)
}

// isShort reports whether a procedure has no loop and no place where ways meet, so that what is
// known at its entry is all that is to be said of it; and all that it calls is such. One that gives
// something back is none: people want to know what, in witnesses.
func (x *Points[S]) isShort(q *cfa.Proc) bool { return x.pass != nil && x.length(q) <= mostShort }

// mostShort is how many locations a procedure has at most that is passed as a whole, with those of
// what it calls.
const mostShort = 50

// length is how many locations a procedure has with what it calls; more than mostShort where it is
// not short.
func (x *Points[S]) length(q *cfa.Proc) int {
	n, known := x.lengths[q]
	if known {
		return n
	}
	x.lengths[q] = mostShort + 1 // as one that calls itself
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

// Add writes a state at a point, with its constraints, which are asked for where it is not passed.
func (x *Points[S]) Add(p *callstring.Point, s S, cs func() []linear.Constraint) {
	if c := x.Enter(p.Ctx); !c.Pass[p.Loc] {
		x.made[s] = c.Add(p.Loc, x.Linear(x.over, cs(), x.integers)...)
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

// Package callstring gives locations contexts: the calls that have been entered and not yet left.
//
// These are the call strings of Sharir and Pnueli ("Two Approaches to Interprocedural Data Flow Analysis", 1981), of
// any length: the program with all calls inlined. A recursive call, whose callee already has an activation on the
// stack, is not followed, since inlining it would not end. Such a step has Skip set, and the client over-approximates
// the call's effect when it computes images.
//
//	Context  a call string
//	Point    a location in a context; explorers embed it in what they keep there
//	Step     a step out of a point
//	Space    the points that have been reached
//
// Points are ordered as the locations of the inlined program would be, in a weak topological order (Bourdoncle,
// "Efficient Chaotic Iteration Strategies with Widenings", 1993): a step to a point that does not come later closes a
// loop (Closes).
package callstring

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Context is a call string.
type Context struct {
	Parent *Context // the context of the caller; nil: no call has been entered
	Call   *cfa.Edge
	Proc   *cfa.Proc // the procedure that runs

	order []int                  // the positions of the calls' locations in their procedures, outermost call first
	below map[*cfa.Edge]*Context // by call: the context that the call enters from this one
}

// Active reports whether an activation of the procedure q is on the stack, including the innermost one.
func (c *Context) Active(q *cfa.Proc) bool {
	for ; c != nil; c = c.Parent {
		if c.Proc == q {
			return true
		}
	}
	return false
}

// enter returns the context within a call made from c. Equal call strings give the identical context.
func (c *Context) enter(call *cfa.Edge) *Context {
	d := c.below[call]
	if d == nil {
		d = &Context{
			Parent: c, Call: call, Proc: call.Op.(*cfa.Call).Callee,
			order: append(slices.Clip(c.order), call.From.Index), below: map[*cfa.Edge]*Context{},
		}
		c.below[call] = d
	}
	return d
}

// Point is a location in a context.
type Point struct {
	Loc *cfa.Loc
	Ctx *Context
	ID  int // the number of the point, in the order in which the points of a space are reached

	order []int // the positions of the calls, then of Loc
}

// At returns the point. It is also the method of types that embed a Point.
func (p *Point) At() *Point { return p }

// Cmp compares points in the weak topological order.
func (p *Point) Cmp(q *Point) int { return slices.Compare(p.order, q.order) }

// Closes reports whether a step from p to q closes a loop: it goes against the order, to the head of a loop around p.
func (p *Point) Closes(q *Point) bool { return q.Cmp(p) <= 0 }

// Located is implemented by types that embed a Point.
type Located interface{ At() *Point }

// Step is a step out of a point.
type Step[P Located] struct {
	cfa.Step
	Skip bool // the edge is a call that is not followed
	To   P
}

// Space holds the points that have been reached.
type Space[P Located] struct {
	root    *Context
	points  map[key]P
	all     []P
	skipped []*cfa.Edge // see Skipped
	make    func(Point) P
}

// key identifies a point. beside is set for points that Beside makes.
type key struct {
	ctx    *Context
	loc    *cfa.Loc
	beside *cfa.Edge
}

// NewSpace returns the space of a program, without points yet. The function make makes the client's value for each
// new point.
func NewSpace[P Located](p *cfa.Program, make func(Point) P) *Space[P] {
	return &Space[P]{root: &Context{Proc: p.Start, below: map[*cfa.Edge]*Context{}}, points: map[key]P{}, make: make}
}

// Start returns the point of the program's entry.
func (s *Space[P]) Start() P { return s.at(key{s.root, s.root.Proc.Entry, nil}) }

// Of returns the point of the location l in the context c.
func (s *Space[P]) Of(c *Context, l *cfa.Loc) P { return s.at(key{c, l, nil}) }

// Beside returns an additional point at p's location and context, for an edge out of this location.
func (s *Space[P]) Beside(p *Point, e *cfa.Edge) P { return s.at(key{p.Ctx, p.Loc, e}) }

// at returns the point with the key k, and makes it if it is new.
func (s *Space[P]) at(k key) P {
	p, ok := s.points[k]
	if !ok {
		order := append(slices.Clip(k.ctx.order), k.loc.Index)
		if k.beside != nil {
			order = append(order, 0)
		}
		p = s.make(Point{Loc: k.loc, Ctx: k.ctx, ID: len(s.all), order: order})
		s.points[k] = p
		s.all = append(s.all, p)
	}
	return p
}

// All returns the points in the order in which they were reached.
func (s *Space[P]) All() []P { return s.all }

// Sorted returns the points in the weak topological order.
func (s *Space[P]) Sorted() []P {
	ps := slices.Clone(s.all)
	slices.SortStableFunc(ps, func(p, q P) int { return p.At().Cmp(q.At()) })
	return ps
}

// Steps returns the steps out of a point: at the exit of a callee the return to the caller, else one step for each
// edge.
func (s *Space[P]) Steps(p *Point) []Step[P] {
	if p.Loc == p.Loc.Proc.Exit && p.Ctx.Parent != nil {
		call := p.Ctx.Call
		return []Step[P]{{Step: cfa.Step{Edge: call, Kind: cfa.Return}, To: s.Of(p.Ctx.Parent, call.To)}}
	}
	out := make([]Step[P], 0, len(p.Loc.Out))
	for _, e := range p.Loc.Out {
		st := Step[P]{Step: cfa.Step{Edge: e}}
		switch c, ok := e.Op.(*cfa.Call); {
		case !ok:
			st.To = s.Of(p.Ctx, e.To)
		case p.Ctx.Active(c.Callee):
			if st.Skip = true; !slices.Contains(s.skipped, e) {
				s.skipped = append(s.skipped, e)
			}
			st.To = s.Of(p.Ctx, e.To)
		default:
			st.Kind = cfa.Enter
			st.To = s.Of(p.Ctx.enter(e), c.Callee.Entry)
		}
		out = append(out, st)
	}
	return out
}

// Skipped returns the recursive calls that were not followed.
func (s *Space[P]) Skipped() []*cfa.Edge { return s.skipped }

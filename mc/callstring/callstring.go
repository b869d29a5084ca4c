// Package callstring gives locations contexts: the calls that have been entered and not left.
//
// These are the call strings of Sharir and Pnueli ("Two Approaches to Interprocedural Data Flow
// Analysis", 1981), of any length: the program with all calls written out. Where that would not
// end, since an activation of the callee is on the stack, the call is not followed, and whoever
// computes images says what may come of it.
//
//	Context  a call string
//	Point    a location in a context; explorers embed it in what they keep there
//	Step     a way out of a point
//	Space    the points that have been met
//
// Points are ordered as the locations of the program written out would be, in a weak topological
// order (Bourdoncle, "Efficient Chaotic Iteration Strategies with Widenings", 1993): a step to a
// point that does not come later closes a loop (Closes).
package callstring

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Context is a call string.
type Context struct {
	Parent *Context // nil: no call has been entered
	Call   *cfa.Edge
	Proc   *cfa.Proc // that runs

	order []int // positions of the calls in their procedures
	below map[*cfa.Edge]*Context
}

// Active reports whether an activation of the procedure is on the stack, the innermost one
// included.
func (c *Context) Active(q *cfa.Proc) bool {
	for ; c != nil; c = c.Parent {
		if c.Proc == q {
			return true
		}
	}
	return false
}

// enter is the context within a call.
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
	ID  int // the points of a space are numbered as they are met

	order []int // its position: the calls', then its own
}

// At is the point itself, also of what it is embedded in.
func (p *Point) At() *Point { return p }

// Cmp compares points in the weak topological order.
func (p *Point) Cmp(q *Point) int { return slices.Compare(p.order, q.order) }

// Closes reports whether a step to q closes a loop: it goes against the order, that is, to the head
// of a loop around p.
func (p *Point) Closes(q *Point) bool { return q.Cmp(p) <= 0 }

// Located is a type that a Point is embedded in.
type Located interface{ At() *Point }

// Step is a way out of a point.
type Step[P Located] struct {
	cfa.Step
	Skip bool // a call that is not followed
	To   P
}

// Space has the points that have been met.
type Space[P Located] struct {
	root    *Context
	points  map[key]P
	all     []P
	skipped []*cfa.Edge
	make    func(Point) P
}

type key struct {
	ctx    *Context
	loc    *cfa.Loc
	beside *cfa.Edge
}

// NewSpace returns the space of a program without points yet; what is kept at each is made by the
// function.
func NewSpace[P Located](p *cfa.Program, make func(Point) P) *Space[P] {
	return &Space[P]{root: &Context{Proc: p.Start, below: map[*cfa.Edge]*Context{}}, points: map[key]P{}, make: make}
}

// Start is the entry of the program.
func (s *Space[P]) Start() P { return s.at(key{s.root, s.root.Proc.Entry, nil}) }

// Of is a point by its location and context.
func (s *Space[P]) Of(c *Context, l *cfa.Loc) P { return s.at(key{c, l, nil}) }

// Beside is a further point that lies where p does, for an edge out of its location.
func (s *Space[P]) Beside(p *Point, e *cfa.Edge) P { return s.at(key{p.Ctx, p.Loc, e}) }

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

// All lists the points as they were met.
func (s *Space[P]) All() []P { return s.all }

// Sorted lists the points in the order of the program.
func (s *Space[P]) Sorted() []P {
	ps := slices.Clone(s.all)
	slices.SortStableFunc(ps, func(p, q P) int { return p.At().Cmp(q.At()) })
	return ps
}

// Steps lists the ways out of a point.
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

// Skipped lists the calls that were not followed, since an activation of the callee was on the
// stack.
func (s *Space[P]) Skipped() []*cfa.Edge { return s.skipped }

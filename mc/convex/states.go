// States over a numeric domain, and the operations of mc.Domain on them except Merge. Package cells computes images,
// procedure entries and returns; this file adds that dead variables are forgotten after each step, which makes more
// states equal.

package convex

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/numeric"
)

// State is an element of a numeric domain at a location of a procedure. Immutable.
type State[E numeric.Element[E]] struct {
	Layout *cells.Layout
	Elem   E

	sig *signature // the signature, computed on first use
}

// Slots returns the meaning of each dimension of Constraints.
func (s *State[E]) Slots() []cells.Slot { return s.Layout.Slots }

// Constraints returns the constraints whose conjunction is the state.
func (s *State[E]) Constraints() []linear.Constraint { return s.Elem.Constraints() }

// Within returns the layout of the state. States at all locations of a procedure share it.
func (s *State[E]) Within() *cells.Layout { return s.Layout }

// Element returns the state's element of the numeric domain.
func (s *State[E]) Element() any { return s.Elem }

// String returns the constraints with the program's names.
func (s *State[E]) String() string {
	cs := s.Elem.Constraints()
	if len(cs) == 0 {
		return "true"
	}
	names := s.Layout.Names()
	text := ""
	for i, c := range cs {
		if i > 0 {
			text += " && "
		}
		text += c.Format(names)
	}
	return text
}

// States makes and compares states at one precision: it has all methods of mc.Domain except Merge.
type States[E numeric.Element[E]] struct {
	trans   cells.Transfer[E]
	layouts *cells.Layouts
	dead    *cfa.Deaths
	hold    bool // dead variables are not forgotten
}

// Options of a domain.
type Options struct {
	Numbers linear.Numbers
	// Approximated, if not nil, is called for expressions that the abstraction leaves open although everything in
	// them is kept by the precision.
	Approximated func(e *cfa.Edge, what cfa.Expr)
	// Context is as in cells.Transfer.
	Context context.Context
}

// New returns the states of a finished program at a precision. A client that changes the precision must start the
// exploration anew.
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, o Options) *States[E] {
	return &States[E]{
		trans:   cells.Transfer[E]{Domain: d, Numbers: o.Numbers, Approximated: o.Approximated, Context: o.Context},
		layouts: cells.NewLayouts(p, prec),
		dead:    p.Liveness().Deaths(),
	}
}

// HoldDead makes d keep variables after their last read, and reports whether it forgot them until now. Over the
// integers forgetting can lose information: if x is forgotten in s = 3x, nothing is left, since the domain cannot
// express that s is divisible by 3.
func (d *States[E]) HoldDead() bool {
	if d.hold {
		return false
	}
	d.hold = true
	return true
}

// dying returns the variables that are forgotten on an edge.
func (d *States[E]) dying(e *cfa.Edge) []*cfa.Var {
	if d.hold {
		return nil
	}
	return d.dead.On(e)
}

// Start implements mc.Domain.
func (d *States[E]) Start(p *cfa.Program) mc.State {
	l := d.layouts.Of(p.Start)
	return d.state(l, d.trans.Start(l))
}

func (d *States[E]) state(l *cells.Layout, e E) *State[E] { return &State[E]{Layout: l, Elem: e} }

// Post implements mc.Domain.
func (d *States[E]) Post(s mc.State, e *cfa.Edge) []mc.State {
	t := s.(*State[E])
	if _, skip := e.Op.(cfa.Skip); skip && len(d.dying(e)) == 0 {
		return []mc.State{t}
	}
	return d.after(t.Layout, d.trans.Post(t.Layout, t.Elem, e), e)
}

// after forgets the variables that die on the edge e, and drops results that an earlier result contains. Parameters
// keep the dimension with their value at the entry (Handed).
func (d *States[E]) after(l *cells.Layout, es []E, e *cfa.Edge) []mc.State {
	var dims []int
	for _, v := range d.dying(e) {
		if dim, ok := l.Var(v); ok && !l.Handed(dim) {
			dims = append(dims, dim)
		}
	}
	if len(dims) > 0 {
		for i := range es {
			es[i] = es[i].Havoc(dims...)
		}
	}
	out := make([]mc.State, 0, len(es))
	for i, e := range es {
		if len(es) > 1 && slices.ContainsFunc(es[:i], func(f E) bool { return e.Leq(f) }) {
			continue
		}
		out = append(out, d.state(l, e))
	}
	return out
}

// Enter implements mc.Domain.
func (d *States[E]) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	t := s.(*State[E])
	l := d.layouts.Of(call.Op.(*cfa.Call).Callee)
	e, ok := d.trans.Enter(t.Layout, l, t.Elem, call)
	if !ok {
		return nil, false
	}
	return d.state(l, e), true
}

// Return implements mc.Domain.
func (d *States[E]) Return(caller mc.State, call *cfa.Edge, _, exit mc.State) []mc.State {
	t, x := caller.(*State[E]), exit.(*State[E])
	return d.after(t.Layout, d.trans.Return(t.Layout, x.Layout, t.Elem, call, x.Elem), call)
}

// Covers implements mc.Domain. Signatures exclude most pairs without a comparison of the elements.
func (d *States[E]) Covers(old, new mc.State) bool {
	s, t := old.(*State[E]), new.(*State[E])
	return s == t || s.signature().mayCover(t.signature()) && t.Elem.Leq(s.Elem)
}

// Key implements mc.Domain.
func (d *States[E]) Key(s mc.State) uint64 { return s.(*State[E]).signature().hash }

// Equal implements mc.Domain.
func (d *States[E]) Equal(a, b mc.State) bool {
	s, t := a.(*State[E]), b.(*State[E])
	return s == t || s.signature().equal(t.signature()) && s.Elem.Equal(t.Elem)
}

// ExactJoin returns the join of two states, and whether it is their union. It joins only states with the same points.
func (d *States[E]) ExactJoin(old, new mc.State) (mc.State, bool) {
	s, t := old.(*State[E]), new.(*State[E])
	if !s.signature().equal(t.signature()) {
		return nil, false
	}
	j, exact := s.Elem.ExactJoin(t.Elem)
	return d.state(s.Layout, j), exact
}

// MayCover reports whether s may cover t, judged only by the dimensions that have a single value.
func (s *State[E]) MayCover(t *State[E]) bool { return s.signature().mayCover(t.signature()) }

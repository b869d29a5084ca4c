package unions

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/numeric"
)

// State is one disjunct.
type State[E numeric.Element[E]] struct {
	Layout *cells.Layout
	Elem   E

	sig *signature // made when first asked for
}

// Slots are what the dimensions of Constraints stand for.
func (s *State[E]) Slots() []cells.Slot { return s.Layout.Slots }

// Constraints are what the state says: all of them hold.
func (s *State[E]) Constraints() []linear.Constraint { return s.Elem.Constraints() }

// Within is the layout of the state, which others of its procedure have as well.
func (s *State[E]) Within() *cells.Layout { return s.Layout }

// Element is the state in its numeric domain.
func (s *State[E]) Element() any { return s.Elem }

// String shows the constraints with the names of the program.
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

// Domain makes and combines states at one precision.
type Domain[E numeric.Element[E]] struct {
	prog    *cfa.Program
	trans   cells.Transfer[E]
	layouts *cells.Layouts
	dead    *cfa.Deaths
	apart   map[*cfa.Loc]bool // where disjuncts are not merged
	hold    bool              // dead variables are not forgotten
	entail  func(union []E, e E) []int
}

// Options of a domain.
type Options[E numeric.Element[E]] struct {
	Numbers linear.Numbers
	// Entails, where not nil, returns some of a union's disjuncts that together contain e, nil where there are none.
	Entails func(union []E, e E) []int
	// Gaps, where not nil, is called for expressions that the abstraction leaves open for other reasons than that something
	// in them is not kept.
	Gaps func(e *cfa.Edge, what cfa.Expr)
}

// New returns the domain for a finished program. When the precision changes, whoever changes it starts the
// exploration anew.
func New[E numeric.Element[E]](p *cfa.Program, d numeric.Domain[E], prec *cells.Precision, o Options[E]) *Domain[E] {
	return &Domain[E]{
		prog:    p,
		trans:   cells.Transfer[E]{Domain: d, Numbers: o.Numbers, Gaps: o.Gaps},
		layouts: cells.NewLayouts(p, prec),
		dead:    p.Liveness().Deaths(),
		apart:   map[*cfa.Loc]bool{},
		entail:  o.Entails,
	}
}

// KeepApart stops merging at a location, and reports whether it was on.
func (d *Domain[E]) KeepApart(l *cfa.Loc) bool {
	if d.apart[l] {
		return false
	}
	d.apart[l] = true
	return true
}

// HoldDead stops forgetting variables that are not read any more, and reports whether they were forgotten. Over the integers that
// can lose something: of s = 3x nothing is left without x, which only divisibility could say.
func (d *Domain[E]) HoldDead() bool {
	if d.hold {
		return false
	}
	d.hold = true
	return true
}

// dying lists what is to be forgotten on an edge.
func (d *Domain[E]) dying(e *cfa.Edge) []*cfa.Var {
	if d.hold {
		return nil
	}
	return d.dead.On(e)
}

// Start implements mc.Domain.
func (d *Domain[E]) Start(p *cfa.Program) mc.State {
	l := d.layouts.Of(p.Start)
	return d.state(l, d.trans.Start(l))
}

func (d *Domain[E]) state(l *cells.Layout, e E) *State[E] { return &State[E]{Layout: l, Elem: e} }

// Post implements mc.Domain.
func (d *Domain[E]) Post(s mc.State, e *cfa.Edge) []mc.State {
	t := s.(*State[E])
	if _, skip := e.Op.(cfa.Skip); skip && len(d.dying(e)) == 0 {
		return []mc.State{t}
	}
	return d.after(t.Layout, d.trans.Post(t.Layout, t.Elem, e), e)
}

// after forgets what dies on the edge, and drops what others among the results contain.
func (d *Domain[E]) after(l *cells.Layout, es []E, e *cfa.Edge) []mc.State {
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
func (d *Domain[E]) Enter(s mc.State, call *cfa.Edge) (mc.State, bool) {
	t := s.(*State[E])
	l := d.layouts.Of(call.Op.(*cfa.Call).Callee)
	e, ok := d.trans.Enter(t.Layout, l, t.Elem, call)
	if !ok {
		return nil, false
	}
	return d.state(l, e), true
}

// Return implements mc.Domain.
func (d *Domain[E]) Return(caller mc.State, call *cfa.Edge, _, exit mc.State) []mc.State {
	t, x := caller.(*State[E]), exit.(*State[E])
	return d.after(t.Layout, d.trans.Return(t.Layout, x.Layout, t.Elem, call, x.Elem), call)
}

// Covers implements mc.Domain.
func (d *Domain[E]) Covers(old, new mc.State) bool {
	s, t := old.(*State[E]), new.(*State[E])
	return s == t || s.signature().mayCover(t.signature()) && t.Elem.Leq(s.Elem)
}

// Merge implements mc.Domain: the join, where it is exact.
func (d *Domain[E]) Merge(old, new mc.State, at *cfa.Loc) (mc.State, bool) {
	s, t := old.(*State[E]), new.(*State[E])
	if d.apart[at] || at.Error != nil || !s.signature().equal(t.signature()) {
		return nil, false
	}
	if j, exact := s.Elem.ExactJoin(t.Elem); exact {
		return d.state(s.Layout, j), true
	}
	return nil, false
}

// CoveredByUnion implements mc.UnionCover.
func (d *Domain[E]) CoveredByUnion(old []mc.State, new mc.State) []int {
	if d.entail == nil || len(old) < 2 {
		return nil
	}
	t := new.(*State[E])
	var places []int
	var union []E
	for i, o := range old {
		if s := o.(*State[E]); s.signature().mayCover(t.signature()) {
			places, union = append(places, i), append(union, s.Elem)
		}
	}
	if len(union) < 2 {
		return nil
	}
	var out []int
	for _, k := range d.entail(union, t.Elem) {
		out = append(out, places[k])
	}
	return out
}

// Key implements mc.Domain.
func (d *Domain[E]) Key(s mc.State) uint64 { return s.(*State[E]).signature().hash }

// Equal implements mc.Domain.
func (d *Domain[E]) Equal(a, b mc.State) bool {
	s, t := a.(*State[E]), b.(*State[E])
	return s == t || s.signature().equal(t.signature()) && s.Elem.Equal(t.Elem)
}

package numerictest

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/box"
)

// mutant is a box, some operations of which are done by a bug.
type mutant struct {
	*box.Box
	*bug
}

// bug replaces operations of boxes; nil ones are left as they are.
type bug struct {
	name string
	law  string // one that must fail

	leq, equal                func(b, c *box.Box) bool
	isBottom, isTop           func(b *box.Box) bool
	text                      func(b *box.Box) string
	meet, join, widen, narrow func(b, c *box.Box) *box.Box
	widenUpTo                 func(b, c *box.Box, ts []linear.Constraint) *box.Box
	exactJoin                 func(b, c *box.Box) (*box.Box, bool)
	interpolate               func(b, c *box.Box) (linear.Interpolant, bool)
	assume                    func(b *box.Box, ks ...linear.Constraint) *box.Box
	assign, preassign         func(b *box.Box, v int, by linear.Expr) *box.Box
	exactAssume, entails      func(b *box.Box, k linear.Constraint) bool
	exactAssign               func(b *box.Box, v int, by linear.Expr) bool
	havoc, removeDims         func(b *box.Box, vs ...int) *box.Box
	addDims                   func(b *box.Box, n int) *box.Box
	permute                   func(b *box.Box, to []int) *box.Box
	rename, expand            func(b *box.Box, v, n int) *box.Box
	fold                      func(b *box.Box, into int, vs ...int) *box.Box
	bounds                    func(b *box.Box, e linear.Expr) (linear.Interval, bool)
	constraints               func(b *box.Box) []linear.Constraint
	point                     func(b *box.Box) ([]num.Rat, bool)
	top, none                 func(dims int, of linear.Numbers) *box.Box
}

func (g *bug) domain() numeric.Domain[*mutant] {
	d := box.Domain()
	top, none := d.Top, d.Bottom
	if g.top != nil {
		top = g.top
	}
	if g.none != nil {
		none = g.none
	}
	return numeric.Domain[*mutant]{
		Name:   g.name,
		Top:    func(dims int, of linear.Numbers) *mutant { return &mutant{top(dims, of), g} },
		Bottom: func(dims int, of linear.Numbers) *mutant { return &mutant{none(dims, of), g} },
	}
}

var _ numeric.Element[*mutant] = (*mutant)(nil)

// of returns the operation that a mutant has: the bug's where there is one.
func of[F any](isNil bool, theirs, right F) F {
	if isNil {
		return right
	}
	return theirs
}

// parts lets a nil mutant be a nil box.
func (m *mutant) parts() (*box.Box, *bug) {
	if m == nil {
		return nil, &bug{}
	}
	return m.Box, m.bug
}

func (m *mutant) binary(n *mutant, pick func(g *bug) func(b, c *box.Box) *box.Box, right func(b, c *box.Box) *box.Box) *mutant {
	b, g := m.parts()
	c, _ := n.parts()
	f := pick(g)
	return &mutant{of(f == nil, f, right)(b, c), g}
}

func (m *mutant) Dims() int               { b, _ := m.parts(); return b.Dims() }
func (m *mutant) Numbers() linear.Numbers { b, _ := m.parts(); return b.Numbers() }

func (m *mutant) String() string {
	b, g := m.parts()
	return of(g.text == nil, g.text, (*box.Box).String)(b)
}

func (m *mutant) IsBottom() bool {
	b, g := m.parts()
	return of(g.isBottom == nil, g.isBottom, (*box.Box).IsBottom)(b)
}

func (m *mutant) IsTop() bool {
	b, g := m.parts()
	return of(g.isTop == nil, g.isTop, (*box.Box).IsTop)(b)
}

func (m *mutant) Leq(n *mutant) bool {
	b, g := m.parts()
	c, _ := n.parts()
	return of(g.leq == nil, g.leq, (*box.Box).Leq)(b, c)
}

func (m *mutant) Equal(n *mutant) bool {
	b, g := m.parts()
	c, _ := n.parts()
	return of(g.equal == nil, g.equal, (*box.Box).Equal)(b, c)
}

func (m *mutant) Meet(n *mutant) *mutant {
	return m.binary(n, func(g *bug) func(b, c *box.Box) *box.Box { return g.meet }, (*box.Box).Meet)
}

func (m *mutant) Join(n *mutant) *mutant {
	return m.binary(n, func(g *bug) func(b, c *box.Box) *box.Box { return g.join }, (*box.Box).Join)
}

func (m *mutant) Widen(n *mutant) *mutant {
	return m.binary(n, func(g *bug) func(b, c *box.Box) *box.Box { return g.widen }, (*box.Box).Widen)
}

func (m *mutant) Narrow(n *mutant) *mutant {
	return m.binary(n, func(g *bug) func(b, c *box.Box) *box.Box { return g.narrow }, (*box.Box).Narrow)
}

func (m *mutant) WidenUpTo(n *mutant, ts []linear.Constraint) *mutant {
	b, g := m.parts()
	c, _ := n.parts()
	return &mutant{of(g.widenUpTo == nil, g.widenUpTo, (*box.Box).WidenUpTo)(b, c, ts), g}
}

func (m *mutant) ExactJoin(n *mutant) (*mutant, bool) {
	b, g := m.parts()
	c, _ := n.parts()
	j, exact := of(g.exactJoin == nil, g.exactJoin, (*box.Box).ExactJoin)(b, c)
	return &mutant{j, g}, exact
}

func (m *mutant) Interpolate(n *mutant) (linear.Interpolant, bool) {
	b, g := m.parts()
	c, _ := n.parts()
	return of(g.interpolate == nil, g.interpolate, (*box.Box).Interpolate)(b, c)
}

func (m *mutant) Assume(ks ...linear.Constraint) *mutant {
	b, g := m.parts()
	return &mutant{of(g.assume == nil, g.assume, (*box.Box).Assume)(b, ks...), g}
}

func (m *mutant) ExactAssume(k linear.Constraint) bool {
	b, g := m.parts()
	return of(g.exactAssume == nil, g.exactAssume, (*box.Box).ExactAssume)(b, k)
}

func (m *mutant) Entails(k linear.Constraint) bool {
	b, g := m.parts()
	return of(g.entails == nil, g.entails, (*box.Box).Entails)(b, k)
}

func (m *mutant) Assign(v int, by linear.Expr) *mutant {
	b, g := m.parts()
	return &mutant{of(g.assign == nil, g.assign, (*box.Box).Assign)(b, v, by), g}
}

func (m *mutant) Preassign(v int, by linear.Expr) *mutant {
	b, g := m.parts()
	return &mutant{of(g.preassign == nil, g.preassign, (*box.Box).Preassign)(b, v, by), g}
}

func (m *mutant) ExactAssign(v int, by linear.Expr) bool {
	b, g := m.parts()
	return of(g.exactAssign == nil, g.exactAssign, (*box.Box).ExactAssign)(b, v, by)
}

func (m *mutant) Havoc(vs ...int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.havoc == nil, g.havoc, (*box.Box).Havoc)(b, vs...), g}
}

func (m *mutant) AddDims(n int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.addDims == nil, g.addDims, (*box.Box).AddDims)(b, n), g}
}

func (m *mutant) RemoveDims(vs ...int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.removeDims == nil, g.removeDims, (*box.Box).RemoveDims)(b, vs...), g}
}

func (m *mutant) Permute(to []int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.permute == nil, g.permute, (*box.Box).Permute)(b, to), g}
}

func (m *mutant) Rename(from, to int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.rename == nil, g.rename, (*box.Box).Rename)(b, from, to), g}
}

func (m *mutant) Expand(v, n int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.expand == nil, g.expand, (*box.Box).Expand)(b, v, n), g}
}

func (m *mutant) Fold(into int, vs ...int) *mutant {
	b, g := m.parts()
	return &mutant{of(g.fold == nil, g.fold, (*box.Box).Fold)(b, into, vs...), g}
}

func (m *mutant) Bounds(e linear.Expr) (linear.Interval, bool) {
	b, g := m.parts()
	return of(g.bounds == nil, g.bounds, (*box.Box).Bounds)(b, e)
}

func (m *mutant) Constraints() []linear.Constraint {
	b, g := m.parts()
	return of(g.constraints == nil, g.constraints, (*box.Box).Constraints)(b)
}

func (m *mutant) Point() ([]num.Rat, bool) {
	b, g := m.parts()
	return of(g.point == nil, g.point, (*box.Box).Point)(b)
}

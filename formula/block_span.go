package formula

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/cfa/intervals"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Intervals of variables at a point. They follow from the conditions on the way to the point. The Coder
// uses them to see that arithmetic does not wrap around, or wraps around at most once. Then the formulas
// need no divisions by powers of 2, which are slow for solvers and make interpolants unreadable. A formula
// that depends on these intervals is stated under the guard only.

// maxSpanned is the greatest size of an expression for which intervals are computed.
const maxSpanned = 300

// Var implements bounds.Env.
func (m *maker) Var(v *cfa.Var) interval.Interval {
	is, _ := m.p.scope(v.Proc)
	return is.spans.Var(v)
}

// NarrowVar implements bounds.Env.
func (m *maker) NarrowVar(v *cfa.Var, i interval.Interval) bool {
	m.span(v, i)
	return true
}

// span records the values i that the present version of v can have.
func (m *maker) span(v *cfa.Var, i interval.Interval) {
	is := m.own(v.Proc)
	if i.IsEmpty() {
		i = v.Range.Interval()
	}
	is.spans = is.spans.With(v, i)
}

// assume narrows the intervals of variables by a condition that holds.
func (m *maker) assume(cond cfa.Expr) {
	if cfa.Small(cond, maxSpanned) {
		bounds.Assume(m, cond, true)
	}
}

// value returns an interval that contains the value of e.
func (m *maker) value(e cfa.Expr) interval.Interval {
	if cfa.Small(e, maxSpanned) {
		return cfa.BoundsIn(m, e)
	}
	return interval.All()
}

// wrap implements versions. It avoids a division if intervals show that x wraps around at most once.
func (m *maker) wrap(e *cfa.Wrap, x *smt.Term) *smt.Term {
	b := m.c.b
	word := interval.Word(e.Bits, e.Signed)
	is := m.value(e.X)
	if !is.Bounded() || is.IsEmpty() {
		return b.Wrap(x, e.Bits, e.Signed)
	}
	if is.Within(word) {
		m.rests = true
		return x
	}
	turn := num.Pow2(uint(e.Bits))
	if is.Lo.Less(word.Lo.Sub(turn)) || word.Hi.Add(turn).Less(is.Hi) {
		return b.Wrap(x, e.Bits, e.Signed)
	}
	m.rests = true
	t := x
	if word.Hi.Less(is.Hi) {
		t = b.Ite(b.Gt(x, m.c.tr.Const(word.Hi)), b.Sub(x, m.c.tr.Const(turn)), t)
	}
	if is.Lo.Less(word.Lo) {
		t = b.Ite(b.Lt(x, m.c.tr.Const(word.Lo)), b.Add(x, m.c.tr.Const(turn)), t)
	}
	return t
}

// joinSpans keeps in the binding `out` the intervals that hold for all predecessors of a join.
func (j *joining) joinSpans(out *binding) {
	for _, s := range j.scopes[1:] {
		out.spans = out.spans.Join(s.spans)
	}
}

// Rely makes the Coder use an invariant at starts. In all runs, the invariant's interval, if any, must
// contain the value of the variable whenever the run is at the location, and while a call that begins there
// has not returned. Rely must be called before points are made.
func (c *Coder) Rely(invariant func(*cfa.Loc, *cfa.Var) (interval.Interval, bool)) {
	c.invariant = invariant
}

// spanKey names the variables local to a procedure (nil: the globals) at a location.
type spanKey struct {
	at *cfa.Loc
	of *cfa.Proc
}

// spansAt returns what the invariant says at l about the variables local to q (nil: the globals).
func (c *Coder) spansAt(l *cfa.Loc, q *cfa.Proc) *intervals.Env {
	k := spanKey{l, q}
	t, ok := c.spans[k]
	if ok || c.invariant == nil {
		return t
	}
	vars := c.prog.Vars
	if q != nil {
		vars = q.Locals
	}
	for _, v := range vars {
		if v.Proc == q {
			if i, ok := c.invariant(l, v); ok {
				t = t.With(v, i)
			}
		}
	}
	c.spans[k] = t
	return t
}

// settle replaces the intervals of a new point by the intervals of the invariant.
func (c *Coder) settle(p *Point) {
	p.global.spans = c.spansAt(p.Loc, nil)
	p.frozen.spans = nil
	at := p.Loc
	var fresh func(a *activation) *activation
	fresh = func(a *activation) *activation {
		if a == nil {
			return nil
		}
		b := *a
		b.is.spans = nil
		if at != nil {
			b.is.spans = c.spansAt(at, a.proc)
		}
		if at = nil; a.by != nil {
			at = a.by.From
		}
		b.up = fresh(a.up)
		return &b
	}
	p.top = fresh(p.top)
}

// bindKnown binds the variables of a start that have only one value, according to the invariant, to that
// value.
func (c *Coder) bindKnown(p *Point) {
	bind := func(is *binding) {
		is.spans.Each(func(v *cfa.Var, i interval.Interval) {
			if x, ok := i.Point(); ok {
				is.vars = is.vars.set(v.ID, c.tr.Const(x))
			}
		})
	}
	bind(&p.global)
	for a := p.top; a != nil; a = a.up {
		bind(&a.is)
	}
}

// Settle returns a copy of the point `at`, with the intervals of the invariant. Steps taken from the copy
// make the same formulas as if they began there.
func (c *Coder) Settle(at *Point) *Point {
	p := &Point{
		Guard: at.Guard, Preds: []*Point{at}, Loc: at.Loc, place: "b" + strconv.Itoa(at.Loc.ID) + c.tag,
		root: at.root, global: at.global, top: at.top, frozen: at.frozen, told: at.told,
	}
	c.settle(p)
	return c.number(p)
}

// Spanned lists what the invariant says about the versions in the terms ts that are current at p. The point
// p must be a start or a settled point.
func (c *Coder) Spanned(p *Point, ts ...*smt.Term) []*smt.Term {
	var out []*smt.Term
	for _, t := range smt.FreeVars(ts...) {
		v := c.owners[t].Var
		if v == nil {
			continue
		}
		is, _ := p.scope(v.Proc)
		i, known := is.spans.Get(v)
		if !known || c.Value(p, v) != t {
			continue
		}
		if !i.NoLo {
			out = append(out, c.b.Ge(t, c.tr.Const(i.Lo)))
		}
		if !i.NoHi {
			out = append(out, c.b.Le(t, c.tr.Const(i.Hi)))
		}
	}
	return out
}

package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value/bounds"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// What a point knows of the values of variables from the conditions on the way there: an interval each. It serves to see that
// arithmetic does not wrap around, or once at most, so that formulas have no divisions by powers of 2, about which solvers
// are slow and interpolants unreadable. What rests on it is said under the guard only.

// maxSpanned is how large an expression may be that intervals are computed of.
const maxSpanned = 300

// Var implements bounds.Env.
func (m *maker) Var(v *cfa.Var) bounds.Interval {
	is, _ := m.p.scope(v.Proc)
	if i := is.spans.get(v.ID); i != nil {
		return *i
	}
	return bounds.OfRange(v.Range)
}

// Cell implements bounds.Env.
func (m *maker) Cell(a *cfa.Array, _ num.Int) bounds.Interval { return bounds.OfRange(a.Elem) }

// NarrowVar implements bounds.Env.
func (m *maker) NarrowVar(v *cfa.Var, i bounds.Interval) bool {
	m.span(v, i)
	return true
}

// NarrowCell implements bounds.Env: nothing is kept of cells.
func (m *maker) NarrowCell(*cfa.Array, num.Int, bounds.Interval) bool { return true }

// ExcludeVar implements bounds.Env.
func (m *maker) ExcludeVar(*cfa.Var, num.Int) bool { return true }

// ExcludeCell implements bounds.Env.
func (m *maker) ExcludeCell(*cfa.Array, num.Int, num.Int) bool { return true }

// span notes what values the present version of a variable can have.
func (m *maker) span(v *cfa.Var, i bounds.Interval) {
	is := m.own(v.Proc)
	if i.IsEmpty() || i.Equal(bounds.OfRange(v.Range)) {
		is.spans = is.spans.set(v.ID, nil)
		return
	}
	is.spans = is.spans.set(v.ID, &i)
}

// assume narrows what a condition tells.
func (m *maker) assume(cond cfa.Expr) {
	if small, _ := count(cond, maxSpanned); small {
		bounds.Assume(m, cond, true)
	}
}

// value is what an expression's value can be.
func (m *maker) value(e cfa.Expr) bounds.Interval {
	if small, _ := count(e, maxSpanned); small {
		return bounds.Eval(m, e)
	}
	return bounds.All()
}

// count reports whether an expression has at most so many parts.
func count(e cfa.Expr, most int) (small bool, left int) {
	if most--; most < 0 {
		return false, most
	}
	var parts []cfa.Expr
	switch e := e.(type) {
	case *cfa.Select:
		parts = []cfa.Expr{e.Idx}
	case *cfa.Unary:
		parts = []cfa.Expr{e.X}
	case *cfa.Binary:
		parts = []cfa.Expr{e.X, e.Y}
	case *cfa.Wrap:
		parts = []cfa.Expr{e.X}
	case *cfa.Ite:
		parts = []cfa.Expr{e.C, e.T, e.E}
	}
	for _, x := range parts {
		if small, most = count(x, most); !small {
			return false, most
		}
	}
	return true, most
}

// wrap implements versions.
func (m *maker) wrap(e *cfa.Wrap, x *smt.Term) *smt.Term {
	b := m.c.b
	word := bounds.OfRange(cfa.Range{Bits: e.Bits, Signed: e.Signed})
	is := m.value(e.X)
	if is.NoLo || is.NoHi || is.IsEmpty() {
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
		t = b.Ite(b.Gt(x, m.c.tr.num(word.Hi)), b.Sub(x, m.c.tr.num(turn)), t)
	}
	if is.Lo.Less(word.Lo) {
		t = b.Ite(b.Lt(x, m.c.tr.num(word.Lo)), b.Add(x, m.c.tr.num(turn)), t)
	}
	return t
}

// joinSpans keeps what is known on all ways to a join.
func (j *joining) joinSpans(out *binding) {
	var ids []int
	for _, s := range j.scopes[1:] {
		j.scopes[0].spans.differ(s.spans, func(id int) { ids = append(ids, id) })
	}
	for _, id := range sorted(ids) {
		hull := j.scopes[0].spans.get(id)
		for _, s := range j.scopes[1:] {
			i := s.spans.get(id)
			if i == nil || hull == nil {
				hull = nil
				break
			}
			h := *hull
			if i.NoLo || !h.NoLo && i.Lo.Less(h.Lo) {
				h.Lo, h.NoLo = i.Lo, i.NoLo
			}
			if i.NoHi || !h.NoHi && h.Hi.Less(i.Hi) {
				h.Hi, h.NoHi = i.Hi, i.NoHi
			}
			hull = &h
		}
		out.spans = out.spans.set(id, hull)
	}
}

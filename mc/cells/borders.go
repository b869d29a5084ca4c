package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

const mostBorders = 200 // more are of no use to a widening

// Borders are thresholds from the cells at numerals: what the program indexes an array with lies at
// such a cell, or on one side of it. A loop that ends at a cell by its value, and counts up to it,
// has that bound and no condition that says so.
func (l *Layout) Borders(p *cfa.Program) []linear.Constraint {
	var out []linear.Constraint
	add := func(c linear.Constraint) {
		if c = c.Tighten(); len(out) < mostBorders && !c.Expr.IsConst() && !slices.ContainsFunc(out, c.Equal) {
			out = append(out, c)
		}
	}
	index := func(a *cfa.Array, e cfa.Expr) {
		if len(l.cells[a]) == 0 || len(out) >= mostBorders {
			return
		}
		t, ok := TermOf(e)
		if !ok {
			return
		}
		i, ok := t.Linear(l)
		if !ok {
			return
		}
		for _, c := range l.cells[a] {
			if c.idx.symbolic() {
				continue
			}
			k := linear.Const(num.RatOfInt(c.idx.Num))
			add(i.LE(k))
			add(i.GE(k))
			add(i.LT(k))
			add(i.GT(k))
		}
	}
	reads := func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok {
			index(s.Arr, s.Idx)
		}
	}
	for _, e := range p.Edges {
		cfa.OpExprs(e.Op, func(x cfa.Expr) { cfa.Walk(x, reads) })
		if s, ok := e.Op.(*cfa.Store); ok {
			index(s.Arr, s.Idx)
		}
	}
	return out
}

// Bounds of widenings from the kept cells: thresholds for the indexes of accesses.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// mostBorders bounds the thresholds. More do not help a widening.
const mostBorders = 200

// Borders returns thresholds from the kept cells at numerals: the index of each access compared with each of them.
// For example, a loop that counts up to a cell and ends by the cell's value is bounded by the cell's index, but no
// condition of the program contains it.
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

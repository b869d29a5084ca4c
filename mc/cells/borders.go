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

// Borders returns thresholds for widening. It compares the index of each access with the index of each cell of the
// same array that is kept at a numeral. For example, let a[10] be kept, with the value 0. The loop `while (a[i] !=
// 0) i++` ends at i = 10 at the latest, but no condition of the program compares i with 10.
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

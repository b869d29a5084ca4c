// Bounds that widening over the cells of a plan should try.

package indexes

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
)

// Bounds returns bounds for widening (Halbwachs, Proy, Roumanoff 1997): the comparisons of the program and their
// negations, and the start values of loops, such as i >= 0 after i = 0.
func Bounds(p *cfa.Program, lay *cells.Layout) []linear.Constraint {
	var out []linear.Constraint
	seen := map[string]bool{}
	consts := constantsOf(p)
	add := func(c linear.Constraint) {
		c = c.Tighten()
		if key := c.Expr.String() + c.Rel.String(); !c.Expr.IsConst() && !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	for _, e := range p.Edges {
		if a, ok := e.Op.(*cfa.Assign); ok {
			d, kept := lay.Var(a.LHS)
			if first, ok := cells.Linear(lay, consts.fold(a.RHS)); ok && kept && first.Coef(d).IsZero() {
				add(linear.X(d).GE(first))
				add(linear.X(d).LE(first))
			}
		}
		comparisons(e, func(b *cfa.Binary) {
			v, ok := cells.Linear(lay, consts.fold(b.X))
			if !ok {
				return
			}
			if w, ok := cells.Linear(lay, consts.fold(b.Y)); ok {
				add(v.LE(w))
				add(v.LT(w))
				add(v.GE(w))
				add(v.GT(w))
				add(v.LE(w.AddInt(1))) // where a loop over i <= n ends
				add(v.GE(w.AddInt(-1)))
			}
		})
	}
	return out
}

// Bounds of widenings from the program's conditions (Halbwachs, Proy, Roumanoff 1997).

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Conditions returns thresholds from the program's comparisons of a variable with a number or with another variable,
// and from their opposites (Halbwachs, Proy, Roumanoff 1997).
func (l *Layout) Conditions(p *cfa.Program) []linear.Constraint {
	var out []linear.Constraint
	seen := map[string]bool{} // by text: large programs have many thousands of conditions
	add := func(c linear.Constraint) {
		if c = c.Tighten(); c.Expr.IsConst() || seen[c.String()] {
			return
		}
		seen[c.String()] = true
		out = append(out, c)
	}
	term := func(e cfa.Expr) (linear.Expr, bool) {
		switch e := e.(type) {
		case *cfa.Const:
			return linear.Const(num.RatOfInt(e.Val)), true
		case *cfa.Var:
			d, ok := l.Var(e)
			if ok {
				return linear.X(d), true
			}
		case *cfa.Ite:
			if f := cfa.FloatFormOf(e); f.Of != nil && f.Order {
				d, ok := l.Order(f.Of)
				return linear.X(d), ok
			}
		}
		return linear.Expr{}, false
	}
	for _, e := range p.Edges {
		a, ok := e.Op.(*cfa.Assume)
		if !ok {
			continue
		}
		cfa.Walk(a.Cond, func(x cfa.Expr) {
			b, ok := x.(*cfa.Binary)
			if !ok || !b.Op.Comparison() {
				return
			}
			v, known := term(b.X)
			w, also := term(b.Y)
			if known && also {
				for _, c := range l.fixedConditions(b.X, b.Y) {
					add(c)
				}
				add(v.LE(w))
				add(v.LT(w))
				add(v.GE(w))
				add(v.GT(w))
			}
		})
	}
	for _, c := range l.floatThresholds(p) {
		add(c)
	}
	return out
}

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// If the program uses the remainder of a ghost, as in k % 4 == 1, the quotient is kept as well, so that the remainder
// is linear. If a ghost with a quotient is compared with an index 4*i + 1, the quotient is compared with i, and with
// the quotients of variables that change in steps of the divisor. The reason: rationals with k = 4*q + 1 and k = 4*i
// exist, and only a comparison of q and i shows that no such integers exist.

// Divides reports whether quotients are kept.
func (pl *Plan) Divides() bool { return len(pl.divided) > 0 }

// divisions finds the quotients and remainders of ghosts.
func (pl *Plan) divisions() {
	for _, e := range pl.prog.Edges {
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				b, ok := x.(*cfa.Binary)
				if !ok {
					return
				}
				k, ok := b.Y.(*cfa.Const)
				if !ok {
					return
				}
				by, small := k.Val.Int64()
				switch b.Op {
				case cfa.Div, cfa.Rem:
				case cfa.BitAnd:
					if by++; by&(by-1) != 0 {
						return
					}
				default:
					return
				}
				t, linear := cells.TermOf(b.X)
				if !small || by < 2 || !linear || len(t.Parts) != 1 || !pl.isGhost[t.Parts[0].Var] {
					return
				}
				q := cells.Quotient{Term: t, By: by}
				if !slices.ContainsFunc(pl.divided, func(o cells.Quotient) bool { return same(o, q) }) {
					pl.divided = append(pl.divided, q)
				}
			})
		})
	}
}

func same(a, b cells.Quotient) bool { return a.By == b.By && a.Term.String() == b.Term.String() }

// keepQuotients keeps the quotients of ghosts, and of the variables that are compared with them.
func (pl *Plan) keepQuotients(prec *cells.Precision) {
	for _, q := range pl.divided {
		prec.KeepQuotient(q)
	}
	for _, q := range pl.divided {
		pl.compared(q, func(parts []cells.Part) {
			for _, p := range parts {
				if !p.Coef.Rem(num.Of(q.By)).IsZero() && pl.steps(p.Var, q.By) {
					t, _ := cells.TermOf(p.Var)
					prec.KeepQuotient(cells.Quotient{Term: t, By: q.By})
				}
			}
		})
	}
}

// steps reports whether some assignment changes a variable by a multiple of a number.
func (pl *Plan) steps(v *cfa.Var, by int64) bool {
	for _, e := range pl.prog.Edges {
		a, ok := e.Op.(*cfa.Assign)
		if !ok || a.LHS != v {
			continue
		}
		t, ok := cells.TermOf(a.RHS)
		if ok && len(t.Parts) == 1 && t.Parts[0].Var == v && t.Parts[0].Coef.Equal(num.Of(1)) && !t.Const.IsZero() &&
			t.Const.Rem(num.Of(by)).IsZero() {
			return true
		}
	}
	return false
}

// compared calls f for the indexes that a ghost with a quotient is compared with, if each part of the index can be
// divided: its coefficient is a multiple of the divisor, or 1.
func (pl *Plan) compared(q cells.Quotient, f func(parts []cells.Part)) {
	g := q.Term.Parts[0].Var
	for _, a := range pl.accesses {
		if !pl.cellOf(a.arr, g) || a.idx.Mentions(g) || len(a.idx.Parts) == 0 {
			continue
		}
		if !slices.ContainsFunc(a.idx.Parts, func(p cells.Part) bool {
			return !p.Coef.Rem(num.Of(q.By)).IsZero() && !p.Coef.Equal(num.Of(1))
		}) {
			f(a.idx.Parts)
		}
	}
}

func (pl *Plan) quotientSigns(lay *cells.Layout, add func(linear.Expr)) {
	for _, q := range pl.divided {
		d, ok := lay.Quotient(q)
		if !ok {
			continue
		}
		by := num.RatOf(q.By)
		pl.compared(q, func(parts []cells.Part) {
			e := linear.X(d)
			for _, p := range parts {
				if p.Coef.Rem(num.Of(q.By)).IsZero() {
					v, ok := lay.Var(p.Var)
					if !ok {
						return
					}
					e = e.Sub(linear.X(v).Scale(num.RatOfInt(p.Coef).Quo(by)))
					continue
				}
				t, _ := cells.TermOf(p.Var)
				v, ok := lay.Quotient(cells.Quotient{Term: t, By: q.By})
				if !ok {
					return
				}
				e = e.Sub(linear.X(v))
			}
			add(e)
		})
	}
}

package indexes

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
)

// If the program adds up cells in a loop, as in s = s + a[i], prefix sums of the array are kept (package mc/cells):
// at the index, and at the values of the index where the loop begins and ends. If these depend on parameters, prefix
// sums at the arguments of calls are kept, too.

// mostSums bounds the prefix sums of one array.
const mostSums = 10

// sum is an array of prefix sums, with the indexes at which it is kept.
type sum struct {
	arr *cfa.Array // the array of prefix sums
	at  []*cells.Term
}

// Sums reports whether the program adds up cells of arrays.
func (pl *Plan) Sums() bool { return len(pl.sums) > 0 }

// SumsMemory reports whether some prefix sums belong to regions, where an access may concern any of many cells.
func (pl *Plan) SumsMemory() bool {
	return slices.ContainsFunc(pl.sums, func(s sum) bool { return s.arr.Sum.Of.Region })
}

// WithoutSums stops keeping prefix sums.
func (pl *Plan) WithoutSums() { pl.sums = nil }

// findSums finds the arrays whose cells the program adds up.
func (pl *Plan) findSums() {
	if pl.prog.Arith == cfa.Real {
		return // the equations of prefix sums are about integers
	}
	for _, e := range pl.prog.Edges {
		var into cfa.Expr
		var val cfa.Expr
		switch o := e.Op.(type) {
		case *cfa.Assign:
			into, val = o.LHS, o.RHS
		case *cfa.Store:
			into, val = &cfa.Select{Arr: o.Arr, Idx: o.Idx}, o.Val
		default:
			continue
		}
		parts := addends(pl.consts.fold(val), termDepth)
		if !slices.ContainsFunc(parts, func(x cfa.Expr) bool { return pl.same(x, into) }) {
			continue
		}
		for _, x := range parts {
			s, ok := x.(*cfa.Select)
			if !ok || pl.same(x, into) {
				continue
			}
			t, ok := cells.TermOf(pl.consts.fold(s.Idx))
			if !ok {
				continue
			}
			for _, p := range t.Parts {
				if mentions(into, p.Var) {
					continue
				}
				for _, by := range pl.moves[p.Var] {
					pl.addUp(s.Arr, t, p, by)
				}
			}
		}
	}
}

// same reports whether two expressions are the same variable or the same cell.
func (pl *Plan) same(x, y cfa.Expr) bool {
	a, isCell := x.(*cfa.Select)
	b, other := y.(*cfa.Select)
	if !isCell || !other {
		return x == y
	}
	t, ok := cells.TermOf(pl.consts.fold(a.Idx))
	u, also := cells.TermOf(pl.consts.fold(b.Idx))
	return a.Arr == b.Arr && ok && also && t.Equal(u)
}

func mentions(e cfa.Expr, v *cfa.Var) bool {
	found := false
	cfa.Walk(e, func(x cfa.Expr) { found = found || x == cfa.Expr(v) })
	return found
}

// addends returns the variables and cells that a sum consists of.
func addends(e cfa.Expr, depth int) []cfa.Expr {
	if depth--; depth < 0 {
		return nil
	}
	switch e := e.(type) {
	case *cfa.Var, *cfa.Select:
		return []cfa.Expr{e}
	case *cfa.Wrap:
		return addends(e.X, depth)
	case *cfa.Unary:
		if e.Op == cfa.Neg {
			return addends(e.X, depth)
		}
	case *cfa.Binary:
		if e.Op == cfa.Add || e.Op == cfa.Sub {
			return append(addends(e.X, depth), addends(e.Y, depth)...)
		}
		if _, ok := e.Y.(*cfa.Const); ok && e.Op == cfa.Mul {
			return addends(e.X, depth)
		}
		if _, ok := e.X.(*cfa.Const); ok && e.Op == cfa.Mul {
			return addends(e.Y, depth)
		}
	}
	return nil
}

// addUp keeps the prefix sums of an array up to the index t. The program changes the variable in the part p of t by
// the number "by".
func (pl *Plan) addUp(a *cfa.Array, t *cells.Term, p cells.Part, by num.Int) {
	length, small := p.Coef.Mul(by).Int64()
	down := length < 0
	if down {
		length = -length
	}
	if !small || length == 0 || length > 1<<20 {
		return
	}
	at := slices.IndexFunc(pl.sums, func(s sum) bool { return s.arr.Sum.Of == a && s.arr.Sum.Step == length })
	if at < 0 {
		arr := cfa.NewSum(a, length, len(pl.prog.Arrays))
		pl.prog.Arrays = append(slices.Clip(pl.prog.Arrays), arr)
		at = len(pl.sums)
		pl.sums = append(pl.sums, sum{arr: arr})
	}
	s := &pl.sums[at]
	keep := func(t *cells.Term) {
		constant := len(t.Parts) == 0 && t.Const.Sign() >= 0 && t.Const.Less(num.Of(length)) // the prefix sum is 0
		if !constant && len(s.at) < mostSums && !slices.ContainsFunc(s.at, t.Equal) {
			s.at = append(s.at, t)
		}
	}
	if down { // a[i] is added to the sum of the cells after it
		t = t.AddConst(num.Of(length))
	}
	keep(t)
	pl.ends(p.Var, down, func(u *cells.Term) { keep(t.With(p.Var, u)) })
	// at calls, put arguments in place of parameters
	for i := 0; i < len(s.at); i++ {
		t := s.at[i]
		for _, part := range t.Parts {
			q := part.Var.Proc
			if q == nil || slices.ContainsFunc(t.Parts, func(p cells.Part) bool { return p.Var.Proc == q && p.Var.Kind != cfa.ParamVar }) {
				continue
			}
			for _, e := range q.Callers {
				u, ok := t, true
				for k, v := range q.Params {
					if !u.Mentions(v) {
						continue
					}
					arg, linear := cells.TermOf(pl.consts.fold(e.Op.(*cfa.Call).Args[k]))
					if ok = ok && linear; linear {
						u = u.With(v, arg)
					}
				}
				if ok {
					keep(u)
				}
			}
		}
	}
}

// ends calls f for the values of a counter where loops over it begin and end.
func (pl *Plan) ends(v *cfa.Var, down bool, f func(*cells.Term)) {
	for _, e := range pl.prog.Edges {
		if a, ok := e.Op.(*cfa.Assign); ok && a.LHS == v {
			if t, ok := cells.TermOf(pl.consts.fold(a.RHS)); ok && !t.Mentions(v) {
				f(t)
			}
		}
		comparisons(e, func(b *cfa.Binary) {
			x, ok := cells.TermOf(pl.consts.fold(b.X))
			y, also := cells.TermOf(pl.consts.fold(b.Y))
			if !ok || !also {
				return
			}
			d := x.Minus(y)
			i := slices.IndexFunc(d.Parts, func(p cells.Part) bool { return p.Var == v })
			if i < 0 {
				return
			}
			k := d.Parts[i].Coef
			t, ok := d.Plus(v, k.Neg()).Over(k.Neg())
			if !ok {
				return
			}
			switch past := b.Op == cfa.Le || b.Op == cfa.Gt; {
			case b.Op == cfa.Eq || b.Op == cfa.Ne || past == (k.Sign() < 0) != down:
				f(t)
			case down:
				f(t.AddConst(num.Of(-1)))
			default:
				f(t.AddConst(num.Of(1)))
			}
		})
	}
}

// keepSums keeps the prefix sums, and the cells of the summed arrays at all accesses.
func (pl *Plan) keepSums(prec *cells.Precision) {
	if pl.kind != Sums {
		return
	}
	for _, s := range pl.sums {
		for _, a := range pl.accesses {
			if a.arr == s.arr.Sum.Of {
				prec.KeepCell(a.arr, a.idx.Index())
			}
		}
		for _, t := range s.at {
			prec.KeepCell(s.arr, t.Index())
		}
	}
}

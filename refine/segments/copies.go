package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// If cells are copied or swapped from one array to another, the program's conditions on cells of the first array may
// hold for the second array, too. So
//
//	t = a[i]; a[i] = b[i]; b[i] = t;
//
// and the condition a[p] = c[p] give the guess b[p] = c[p]: the array that a cell is copied to replaces the array
// that the cell is copied from.

// mostCarried bounds the number of conditions made in this way.
const mostCarried = 8

// copied says that cells of one array are copied to another array at the same index.
type copied struct{ from, to *asked }

// copies finds the copies between arrays, direct or through a variable.
func (u *usage) copies() []copied {
	var out []copied
	add := func(s *cfa.Select, to *cfa.Store) {
		k, at, ok := u.cell(s.Arr, s.Idx)
		l, also, is := u.cell(to.Arr, to.Idx)
		if c := (copied{k, l}); ok && is && k != l && at.Equal(also) && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	for _, put := range u.puts {
		switch v := bare(put.Val).(type) {
		case *cfa.Select:
			add(v, put)
		case *cfa.Var:
			for _, p := range u.set {
				if s, ok := bare(p.y).(*cfa.Select); ok && p.x == v {
					add(s, put)
				}
			}
		}
	}
	return out
}

// carried returns the conditions that result from the program's conditions by replacing arrays by their copies. It
// returns only conditions between cells of several arrays: a condition on one array alone follows from the fact that
// the other is a copy.
func (u *usage) carried() []cfa.Expr {
	var out []cfa.Expr
	copies := u.copies()
	for _, e := range u.conds {
		for _, c := range copies {
			changed, others := false, false
			var carry func(e cfa.Expr) cfa.Expr
			carry = func(e cfa.Expr) cfa.Expr {
				s, ok := e.(*cfa.Select)
				if !ok {
					return cfa.MapOperands(e, carry)
				}
				k, at, ok := u.cell(s.Arr, s.Idx)
				if !ok || k != c.from {
					others = others || k != c.to
					return e
				}
				changed = true
				return cfa.MkSelect(c.to.arr, u.expression(c.to.base.Add(at.ScaleInt(c.to.step))))
			}
			if f := carry(e); changed && others && len(out) < mostCarried {
				out = append(out, f)
			}
		}
	}
	return out
}

// expression returns a sum with integer coefficients as an expression of the program model.
func (u *usage) expression(s sum) cfa.Expr {
	var out cfa.Expr = cfa.ConstOf(s.Constant().Num())
	for t := range s.Terms() {
		out = cfa.MkBinary(cfa.Add, out, cfa.MkBinary(cfa.Mul, cfa.ConstOf(t.Coef.Num()), u.prog.Vars[t.Var]))
	}
	return out
}

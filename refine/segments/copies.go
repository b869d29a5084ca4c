package segments

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// What the program says of the cells of an array may be so of another array, too, once cells are copied
// to it from the first one, or swapped. So
//
//	t = a[i]; a[i] = b[i]; b[i] = t;
//
// has a[p] = c[p] make the guess b[p] = c[p]: with the array to which a cell is copied in the place of
// the one that it is from.

// mostCarried limits conditions that are made in this way.
const mostCarried = 8

// copied is that cells of one array become those of another one, at the same index.
type copied struct{ from, to *asked }

// copies finds what is copied, at once or by a variable.
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

// carried lists the conditions that copies make of those of the program, of these the ones between
// cells of several arrays: what is said of one array alone follows from that it is a copy.
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

// expression is a sum of whole numbers of variables in the language of programs.
func (u *usage) expression(s sum) cfa.Expr {
	var out cfa.Expr = cfa.ConstOf(s.Constant().Num())
	for t := range s.Terms() {
		out = cfa.MkBinary(cfa.Add, out, cfa.MkBinary(cfa.Mul, cfa.ConstOf(t.Coef.Num()), u.prog.Vars[t.Var]))
	}
	return out
}

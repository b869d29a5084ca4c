package backward

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// evaluator translates the expressions of one operation at the moment before it.
type evaluator struct {
	*Space
	what         string // for the names of auxiliary values
	used         map[*smt.Term]bool
	conds        []*smt.Term // hold if the operation does not end the run
	approximated []cfa.Expr  // left open
}

// evaluator translates expressions of an edge, with auxiliary values that are not in the cube.
func (s *Space) evaluator(e *cfa.Edge, c Cube) *evaluator {
	x := &evaluator{Space: s, what: "e" + strconv.Itoa(e.ID), used: map[*smt.Term]bool{}}
	for _, v := range smt.FreeVars(c...) {
		x.used[v] = true
	}
	return x
}

// term is the value of an expression. One that formulas cannot express is some value.
func (x *evaluator) term(e cfa.Expr) *smt.Term {
	t, conds, approximated := x.coder.PlainExpr(e)
	if approximated {
		x.approximated = append(x.approximated, e)
		return x.unknown()
	}
	x.conds = append(x.conds, conds)
	return t
}

// cond is an expression as a condition: it is not 0.
func (x *evaluator) cond(e cfa.Expr) *smt.Term {
	t, conds, approximated := x.coder.PlainCond(e)
	if approximated {
		x.approximated = append(x.approximated, e)
		return x.B.True()
	}
	x.conds = append(x.conds, conds)
	return t
}

// unknown is a number that exists.
func (x *evaluator) unknown() *smt.Term { return x.auxiliary(x.what, x.used, x.ints, nil) }

// inside is that the cell is one that a program may touch, by itself or as part of a range.
func (x *evaluator) inside(a *cfa.Array, i *smt.Term, alone bool) *smt.Term {
	b := x.B
	switch {
	case a.Region:
		f := b.And(b.Ge(i, b.IntNum(cfa.FirstPage)), b.Lt(i, x.num(num.Pow2(uint(x.Prog.Model.PtrBits())))))
		if alone && a.Align > 1 {
			f = b.And(f, b.Eq(b.Mod(i, num.RatOf(a.Align)), b.IntNum(0)))
		}
		return f
	case a.Len >= 0:
		return x.between(b.IntNum(0), i, b.IntNum(a.Len))
	}
	return b.True()
}

// touch is that the cells lo <= i < hi, if there are any, are ones that a program may touch.
func (x *evaluator) touch(a *cfa.Array, lo, hi *smt.Term) *smt.Term {
	b := x.B
	return b.Implies(b.Lt(lo, hi), b.And(x.inside(a, lo, false), x.inside(a, b.Sub(hi, b.IntNum(1)), false)))
}

func (x *evaluator) between(lo, i, hi *smt.Term) *smt.Term {
	return x.B.And(x.B.Le(lo, i), x.B.Lt(i, hi))
}

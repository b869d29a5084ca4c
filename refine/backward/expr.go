// Expressions and conditions of the program as terms.

package backward

import (
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// evaluator translates the expressions of one operation to terms over the state before the operation.
type evaluator struct {
	*Space
	what         string // prefix for the names of auxiliary values
	used         map[*smt.Term]bool
	conds        []*smt.Term // conditions under which the operation does not end the run
	approximated []cfa.Expr  // expressions whose value is left open
}

// evaluator returns an evaluator for the expressions of e. The names of its auxiliary values do not occur in c.
func (s *Space) evaluator(e *cfa.Edge, c Cube) *evaluator {
	x := &evaluator{Space: s, what: "e" + strconv.Itoa(e.ID), used: map[*smt.Term]bool{}}
	for _, v := range smt.FreeVars(c...) {
		x.used[v] = true
	}
	return x
}

// term returns the value of an expression. The value of an expression that formulas cannot express is an unknown
// number.
func (x *evaluator) term(e cfa.Expr) *smt.Term {
	t, conds, approximated := x.coder.PlainExpr(e)
	if approximated {
		x.approximated = append(x.approximated, e)
		return x.unknown()
	}
	x.conds = append(x.conds, conds)
	return t
}

// cond returns the condition that the expression e is not 0.
func (x *evaluator) cond(e cfa.Expr) *smt.Term {
	t, conds, approximated := x.coder.PlainCond(e)
	if approximated {
		x.approximated = append(x.approximated, e)
		return x.B.True()
	}
	x.conds = append(x.conds, conds)
	return t
}

// unknown returns a new auxiliary value: an arbitrary number.
func (x *evaluator) unknown() *smt.Term { return x.auxiliary(x.what, x.used, x.ints, nil) }

// inside returns the condition that a program may access cell i of a. If alone is set, the access is to this cell,
// not to a range that contains it, and the index must be aligned, too.
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

// touch returns the condition that a program may access the cells lo <= i < hi. It holds for an empty range.
func (x *evaluator) touch(a *cfa.Array, lo, hi *smt.Term) *smt.Term {
	b := x.B
	return b.Implies(b.Lt(lo, hi), b.And(x.inside(a, lo, false), x.inside(a, b.Sub(hi, b.IntNum(1)), false)))
}

func (x *evaluator) between(lo, i, hi *smt.Term) *smt.Term {
	return x.B.And(x.B.Le(lo, i), x.B.Lt(i, hi))
}

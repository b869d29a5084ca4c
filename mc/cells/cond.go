// The cases of a condition.

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
)

// cond returns elements whose union contains all of s in which e is not 0, or, if want is false, in which it is 0. An
// unknown value can be both.
func (x *evaluator[E]) cond(s E, e cfa.Expr, want bool) []E {
	if x.made++; x.made > maxCases || x.over {
		x.open(e)
		return []E{s}
	}
	switch e := e.(type) {
	case *cfa.Const:
		if e.Val.IsZero() == want {
			return nil
		}
		return []E{s}
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return x.cond(s, e.X, !want)
		}
	case *cfa.Ite:
		var out []E
		for _, t := range x.cond(s, e.C, true) {
			out = append(out, x.cond(t, e.T, want)...)
		}
		for _, t := range x.cond(s, e.C, false) {
			out = append(out, x.cond(t, e.E, want)...)
		}
		return out
	case *cfa.Binary:
		if out, ok := x.number(s, e, want); ok {
			return out
		}
		switch {
		case e.Op == cfa.And && want, e.Op == cfa.Or && !want:
			var out []E
			for _, t := range x.cond(s, e.X, want) {
				out = append(out, x.cond(t, e.Y, want)...)
			}
			return out
		case e.Op == cfa.And, e.Op == cfa.Or:
			// Either the first operand decides, or the second does. The cases do not overlap.
			out := x.cond(s, e.X, want)
			for _, t := range x.cond(s, e.X, !want) {
				out = append(out, x.cond(t, e.Y, want)...)
			}
			return out
		case e.Op.Comparison():
			op := e.Op
			if !want {
				op = op.Negate()
			}
			return x.compare(s, op, e.X, e.Y)
		}
	}
	op := cfa.Ne
	if !want {
		op = cfa.Eq
	}
	return x.compare(s, op, e, cfa.ConstInt(0))
}

// compare returns the cases in which a comparison holds.
func (x *evaluator[E]) compare(s E, op cfa.BinOp, e, f cfa.Expr) []E {
	var out []E
	for _, c := range x.term(s, e) {
		for _, d := range x.term(c.s, f) {
			if !c.known || !d.known {
				out = append(out, d.s)
				continue
			}
			out = x.related(out, d.s, op, c.v, d.v)
		}
	}
	return out
}

// related appends the cases of s in which v op w holds to the list `out`.
func (x *evaluator[E]) related(out []E, s E, op cfa.BinOp, v, w linear.Expr) []E {
	switch op {
	case cfa.Eq:
		return x.assume(out, s, v.EQ(w))
	case cfa.Ne:
		return x.assume(x.assume(out, s, v.LT(w)), s, v.GT(w))
	case cfa.Lt:
		return x.assume(out, s, v.LT(w))
	case cfa.Le:
		return x.assume(out, s, v.LE(w))
	case cfa.Gt:
		return x.assume(out, s, v.GT(w))
	}
	return x.assume(out, s, v.GE(w))
}

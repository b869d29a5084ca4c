// The precondition of a cube over an edge.

package backward

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/smt"
)

// Pre returns the precondition of a cube over an edge that is not a call: a state satisfies the precondition if and
// only if the operation can lead from that state to a state of the cube. A value that the program does not determine
// becomes an auxiliary value, which is implicitly existentially quantified, so no projection is needed. The
// equivalence does not hold for expressions whose value is left open (the result approximated): then more states
// satisfy the precondition.
//
// The cost is proportional to the size of the cube and the operation.
func (s *Space) Pre(e *cfa.Edge, c Cube) (pre Cube, approximated []cfa.Expr) {
	if c.False() {
		return c, nil
	}
	x := s.evaluator(e, c)
	var fs []*smt.Term
	switch op := e.Op.(type) {
	case cfa.Skip:
		return c, nil
	case *cfa.Assume:
		fs = append([]*smt.Term{x.cond(op.Cond)}, c...)
	case *cfa.Assign:
		fs = x.replace(c, s.Var(op.LHS), x.term(op.RHS))
	case *cfa.Havoc:
		if !x.used[s.Var(op.LHS)] {
			return c, nil
		}
		t := x.unknown()
		fs = x.replace(c, s.Var(op.LHS), t)
		fs = append(fs, s.within(t, op.LHS.Range)...)
		fs = append(fs, s.within(t, op.From.Range)...)
	case *cfa.Store:
		i, v := x.term(op.Idx), x.term(op.Val)
		x.conds = append(x.conds, x.inside(op.Arr, i, true))
		fs = x.reads(c, op.Arr, func(j, old *smt.Term) *smt.Term { return s.B.Ite(s.B.Eq(j, i), v, old) })
	case *cfa.Fill:
		fs = x.fill(c, op)
	case *cfa.Copy:
		lo, n, from := x.term(op.DstLo), x.term(op.N), x.term(op.SrcLo)
		hi := s.B.Add(lo, n)
		x.conds = append(x.conds, x.touch(op.Dst, lo, hi), x.touch(op.Src, from, s.B.Add(from, n)))
		src := s.Array(op.Src)
		fs = x.reads(c, op.Dst, func(j, old *smt.Term) *smt.Term {
			return s.B.Ite(x.between(lo, j, hi), s.B.Select(src, s.B.Add(j, s.B.Sub(from, lo))), old)
		})
	default:
		panic("backward: no precondition over a call")
	}
	return s.cube(append(fs, x.conds...)...), x.approximated
}

func (x *evaluator) replace(c Cube, v, by *smt.Term) []*smt.Term {
	sub := x.B.Substitution()
	sub.Set(v, by)
	out := make([]*smt.Term, len(c))
	for i, f := range c {
		out[i] = sub.Apply(f)
	}
	return out
}

// reads replaces each a[j] in c by cell(j, a[j]).
func (x *evaluator) reads(c Cube, a *cfa.Array, cell func(j, old *smt.Term) *smt.Term) []*smt.Term {
	sym := x.Array(a)
	return x.rewrite(c, func(t *smt.Term, args []*smt.Term) *smt.Term {
		if t.Op() != smt.OpSelect || args[0] != sym {
			return nil
		}
		return cell(args[1], x.B.Select(sym, args[1]))
	})
}

func (x *evaluator) fill(c Cube, op *cfa.Fill) []*smt.Term {
	var val *smt.Term
	if op.Val != nil {
		val = x.term(op.Val)
	}
	covered := func(*smt.Term) *smt.Term { return x.B.True() }
	if op.Lo != nil {
		lo, hi := x.term(op.Lo), x.term(op.Hi)
		x.conds = append(x.conds, x.touch(op.Arr, lo, hi))
		covered = func(j *smt.Term) *smt.Term { return x.between(lo, j, hi) }
	}
	if val == nil && !x.used[x.Array(op.Arr)] {
		return c
	}
	value := func(*smt.Term) *smt.Term { return val }
	if val == nil {
		given := x.auxiliary(x.what, x.used, x.maps, &op.Arr.Elem)
		value = func(j *smt.Term) *smt.Term { return x.B.Select(given, j) }
	}
	return x.reads(c, op.Arr, func(j, old *smt.Term) *smt.Term { return x.B.Ite(covered(j), value(j), old) })
}

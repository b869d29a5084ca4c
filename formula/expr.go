package formula

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// memoFrom is how many expressions of an operation are translated before shared ones are remembered.
const memoFrom = 256

// maxShown is how many expressions of an operation are renamed, for showing. They are not remembered: an expression that shares
// its parts is as large as the tree that it stands for.
const maxShown = 500

func (x *encoder) num(n num.Int) *smt.Term { return x.b.Num(num.RatOfInt(n), x.ints) }

// when says that t holds if what is being translated is evaluated at all.
func (x *encoder) when(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	x.say(t)
}

// under translates something that is evaluated only if the guard holds.
func (x *encoder) under(guard *smt.Term, f func() *smt.Term) *smt.Term {
	x.guards = append(x.guards, guard)
	// What is remembered under a guard has said its conditions under that guard only.
	kept := x.terms
	x.terms = nil
	t := f()
	x.terms = kept
	x.guards = x.guards[:len(x.guards)-1]
	return t
}

// cond translates an expression as a condition: it is not 0.
func (x *encoder) cond(e cfa.Expr) *smt.Term {
	b := x.b
	switch e := e.(type) {
	case *cfa.Const:
		return b.Bool(!e.Val.IsZero())
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return b.Not(x.cond(e.X))
		}
	case *cfa.Ite:
		c := x.cond(e.C)
		t := x.under(c, func() *smt.Term { return x.cond(e.T) })
		f := x.under(b.Not(c), func() *smt.Term { return x.cond(e.E) })
		return b.Ite(c, t, f)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Eq:
			return b.Eq(x.term(e.X), x.term(e.Y))
		case cfa.Ne:
			return b.Not(b.Eq(x.term(e.X), x.term(e.Y)))
		case cfa.Lt:
			return b.Lt(x.term(e.X), x.term(e.Y))
		case cfa.Le:
			return b.Le(x.term(e.X), x.term(e.Y))
		case cfa.Gt:
			return b.Gt(x.term(e.X), x.term(e.Y))
		case cfa.Ge:
			return b.Ge(x.term(e.X), x.term(e.Y))
		case cfa.And:
			return b.And(x.cond(e.X), x.cond(e.Y))
		case cfa.Or:
			return b.Or(x.cond(e.X), x.cond(e.Y))
		}
	}
	return b.Not(b.Eq(x.term(e), b.IntNum(0)))
}

// term translates an expression as a number.
func (x *encoder) term(e cfa.Expr) *smt.Term {
	if x.visited++; x.visited < memoFrom {
		return x.plain(e)
	}
	t, ok := x.terms[e]
	if !ok {
		t = x.plain(e)
		if x.terms == nil {
			x.terms = map[cfa.Expr]*smt.Term{}
		}
		x.terms[e] = t
	}
	return t
}

func (x *encoder) plain(e cfa.Expr) *smt.Term {
	b := x.b
	switch e := e.(type) {
	case *cfa.Var:
		return x.read(e)
	case *cfa.Const:
		return x.num(e.Val)
	case *cfa.Select:
		return x.load(e.Arr, x.term(e.Idx))
	case *cfa.Wrap:
		return b.Wrap(x.term(e.X), e.Bits, e.Signed)
	case *cfa.Ite:
		c := x.cond(e.C)
		t := x.under(c, func() *smt.Term { return x.term(e.T) })
		f := x.under(b.Not(c), func() *smt.Term { return x.term(e.E) })
		return b.Ite(c, t, f)
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return b.Neg(x.term(e.X))
		case cfa.BitNot:
			return b.Sub(b.IntNum(-1), x.term(e.X))
		}
		return x.flag(x.cond(e))
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add:
			return b.Add(x.term(e.X), x.term(e.Y))
		case cfa.Sub:
			return b.Sub(x.term(e.X), x.term(e.Y))
		case cfa.Mul:
			return b.Mul(x.term(e.X), x.term(e.Y))
		case cfa.Div, cfa.Rem:
			return x.divide(e)
		case cfa.Shl, cfa.Shr:
			return x.shift(e)
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return x.bits(e)
		}
		return x.flag(x.cond(e))
	}
	panic(fmt.Sprintf("formula: no meaning for the expression %T", e))
}

// flag is the number of a truth value.
func (x *encoder) flag(c *smt.Term) *smt.Term { return x.b.Ite(c, x.b.IntNum(1), x.b.IntNum(0)) }

// gap is a value that is left open.
func (x *encoder) gap(e cfa.Expr) *smt.Term {
	x.out.Gaps = append(x.out.Gaps, Gap{cfa.ExprString(e), x.edge.Pos, e})
	return x.unknown()
}

// divide rounds towards zero, as C does, where the solver's division rounds down.
func (x *encoder) divide(e *cfa.Binary) *smt.Term {
	b, zero := x.b, x.b.IntNum(0)
	n, d := x.term(e.X), x.term(e.Y)
	x.when(b.Not(b.Eq(d, zero)))
	if d.Op() == smt.OpNum {
		k := d.Value()
		if k.IsZero() {
			return zero // nobody comes here
		}
		q := b.Ite(b.Ge(n, zero), b.Div(n, k.Abs()), b.Neg(b.Div(b.Neg(n), k.Abs())))
		if k.Sign() < 0 {
			q = b.Neg(q)
		}
		if e.Op == cfa.Div {
			return q
		}
		return b.Sub(n, b.Scale(k, q))
	}
	// n = q*d + r, r smaller than d and with the sign of n: this has one solution.
	q, r := x.unknown(), x.unknown()
	x.when(b.Eq(n, b.Add(b.Mul(q, d), r)))
	x.when(b.Lt(b.Abs(r), b.Abs(d)))
	x.when(b.Ite(b.Ge(n, zero), b.Ge(r, zero), b.Le(r, zero)))
	if e.Op == cfa.Div {
		return q
	}
	return r
}

// rename copies an expression with versions in place of variables and arrays, for showing.
func (x *encoder) rename(e cfa.Expr) cfa.Expr {
	if x.shown++; x.shown > maxShown {
		return &cfa.Var{Name: "…"}
	}
	switch e := e.(type) {
	case *cfa.Var:
		return x.renamed(x.read(e))
	case *cfa.Select:
		return &cfa.Select{Arr: &cfa.Array{Name: x.memory(e.Arr).term.Func().Name}, Idx: x.rename(e.Idx)}
	case *cfa.Wrap:
		return &cfa.Wrap{Bits: e.Bits, Signed: e.Signed, X: x.rename(e.X)}
	case *cfa.Ite:
		return &cfa.Ite{C: x.rename(e.C), T: x.rename(e.T), E: x.rename(e.E)}
	case *cfa.Unary:
		return &cfa.Unary{Op: e.Op, X: x.rename(e.X)}
	case *cfa.Binary:
		return &cfa.Binary{Op: e.Op, X: x.rename(e.X), Y: x.rename(e.Y)}
	}
	return e
}

package unroll

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// coder translates the expressions of one operation in a state.
type coder struct {
	*Unrolling
	st     *state
	lits   []*smt.Term // what must hold for the operation to be defined
	guards []*smt.Term // of the operand that is being translated: it is evaluated only if these hold
	memo   map[cfa.Expr]*number
}

func (u *Unrolling) coder(st *state) *coder {
	return &coder{Unrolling: u, st: st, memo: map[cfa.Expr]*number{}}
}

// must says that t holds if what is being translated is evaluated at all.
func (x *coder) must(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	if !t.IsTrue() {
		x.lits = append(x.lits, t)
	}
}

// under translates something that is evaluated only if the guard holds.
func (x *coder) under(guard *smt.Term, f func()) {
	if guard.IsFalse() {
		return
	}
	x.guards = append(x.guards, guard)
	// What is remembered under a guard has said its conditions under that guard only.
	kept := x.memo
	x.memo = map[cfa.Expr]*number{}
	f()
	x.memo = kept
	x.guards = x.guards[:len(x.guards)-1]
}

// read is what a variable holds now.
func (x *coder) read(v *cfa.Var) *number {
	t := x.st.globals
	if v.Proc != nil {
		t = x.st.locals
	}
	if n := t.get(v.ID); n != nil {
		return n
	}
	return x.birth(x.st.act, v)
}

// cond is the expression as a condition: it is not 0.
func (x *coder) cond(e cfa.Expr) *smt.Term {
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
		t, f := b.True(), b.True()
		x.under(c, func() { t = x.cond(e.T) })
		x.under(b.Not(c), func() { f = x.cond(e.E) })
		return b.Ite(c, t, f)
	case *cfa.Binary:
		switch {
		case e.Op.Comparison():
			return x.compare(e.Op, x.num(e.X), x.num(e.Y))
		case e.Op == cfa.And:
			return b.And(x.cond(e.X), x.cond(e.Y))
		case e.Op == cfa.Or:
			return b.Or(x.cond(e.X), x.cond(e.Y))
		}
	}
	return x.compare(cfa.Ne, x.num(e), x.konst(num.Int{}))
}

// num is the value of an expression.
func (x *coder) num(e cfa.Expr) *number {
	if v, ok := e.(*cfa.Var); ok {
		return x.read(v)
	}
	n := x.memo[e]
	if n == nil {
		n = x.plain(e)
		x.memo[e] = n
	}
	return n
}

func (x *coder) plain(e cfa.Expr) *number {
	switch e := e.(type) {
	case *cfa.Const:
		return x.konst(e.Val)
	case *cfa.Select:
		return x.load(e.Arr, x.num(e.Idx))
	case *cfa.Wrap:
		if n := x.num(e.X); x.words {
			return x.wrapWords(e, n)
		} else {
			return x.wrap(n, e.Bits, e.Signed)
		}
	case *cfa.Ite:
		c := x.cond(e.C)
		var t, f *number
		x.under(c, func() { t = x.num(e.T) })
		x.under(x.b.Not(c), func() { f = x.num(e.E) })
		switch {
		case t == nil:
			return f
		case f == nil:
			return t
		}
		return x.choose(c, t, f)
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return x.neg(x.num(e.X))
		case cfa.BitNot:
			return x.complement(x.num(e.X))
		}
		return x.flag(x.cond(e))
	case *cfa.Binary:
		if e.Op.Comparison() || e.Op == cfa.And || e.Op == cfa.Or {
			return x.flag(x.cond(e))
		}
		n, o := x.num(e.X), x.num(e.Y)
		switch e.Op {
		case cfa.Div, cfa.Rem:
			x.must(x.compare(cfa.Ne, o, x.konst(num.Int{})))
		case cfa.Shl, cfa.Shr:
			x.must(x.compare(cfa.Ge, o, x.konst(num.Int{})))
			x.must(x.compare(cfa.Le, o, x.konst(num.Of(127))))
		}
		return x.binary(e.Op, n, o)
	}
	panic(fmt.Sprintf("unroll: no meaning for the expression %T", e))
}

// flag is the number of a truth value.
func (x *coder) flag(c *smt.Term) *number {
	return x.among([]oneOf{{num.Int{}, x.b.Not(c)}, {num.Of(1), c}})
}

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/translate"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// coder translates the expressions of one operation in a state.
type coder struct {
	*Unrolling
	st   *state
	lits []*smt.Term // what must hold for the operation to be defined
	// of the operand that is being translated: it is evaluated only if these hold
	guards []*smt.Term
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

// Under translates something that is evaluated only if the guard holds.
func (x *coder) Under(guard *smt.Term, f func()) {
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

// Var is what a variable holds now.
func (x *coder) Var(v *cfa.Var) *number {
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
func (x *coder) cond(e cfa.Expr) *smt.Term { return translate.Cond(x, e) }

// Builder makes coder an algebra of package translate, as do the methods below.
func (x *coder) Builder() *smt.Builder { return x.b }

// Value is the value of an expression.
func (x *coder) Value(e cfa.Expr) *number {
	if v, ok := e.(*cfa.Var); ok {
		return x.Var(v)
	}
	n := x.memo[e]
	if n == nil {
		n = translate.Value(x, e)
		x.memo[e] = n
	}
	return n
}

// Const is a numeral.
func (x *coder) Const(n num.Int) *number { return x.konst(n) }

// Compare is the formula l op r.
func (x *coder) Compare(op cfa.BinOp, l, r *number) *smt.Term { return x.compare(op, l, r) }

// Cell is what a cell holds now.
func (x *coder) Cell(e *cfa.Select) *number { return x.load(e.Arr, x.Value(e.Idx)) }

// Wrap is a number as a word.
func (x *coder) Wrap(e *cfa.Wrap) *number {
	n := x.Value(e.X)
	if x.words {
		return x.wrapWords(e, n)
	}
	return x.wrap(n, e.Bits, e.Signed)
}

// Unary is the negative of a number, or its complement.
func (x *coder) Unary(op cfa.UnOp, n *number) *number {
	if op == cfa.Neg {
		return x.neg(n)
	}
	return x.complement(n)
}

// Binary is the number that an operator gives.
func (x *coder) Binary(e *cfa.Binary) *number {
	n, o := x.Value(e.X), x.Value(e.Y)
	switch e.Op {
	case cfa.Div, cfa.Rem:
		x.must(x.compare(cfa.Ne, o, x.konst(num.Int{})))
	case cfa.Shl, cfa.Shr:
		x.must(x.compare(cfa.Ge, o, x.konst(num.Int{})))
		x.must(x.compare(cfa.Le, o, x.konst(num.Of(127))))
	}
	return x.binary(e.Op, n, o)
}

// Choose is one of two numbers; nil is one that Under has left out, since its guard is false.
func (x *coder) Choose(c *smt.Term, t, f *number) *number {
	switch {
	case t == nil:
		return f
	case f == nil:
		return t
	}
	return x.choose(c, t, f)
}

// Truth is the number of a truth value.
func (x *coder) Truth(c *smt.Term) *number {
	return x.among([]oneOf{{num.Int{}, x.b.Not(c)}, {num.Of(1), c}})
}

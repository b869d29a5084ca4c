// Expressions and conditions of the program.

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
	lits []*smt.Term // conditions under which the operation is defined
	// conditions under which the operand that is being translated is evaluated
	guards []*smt.Term
	memo   map[cfa.Expr]*number
}

func (u *Unrolling) coder(st *state) *coder {
	return &coder{Unrolling: u, st: st, memo: map[cfa.Expr]*number{}}
}

// must states that t holds if the operand that is being translated is evaluated.
func (x *coder) must(t *smt.Term) {
	for i := len(x.guards) - 1; i >= 0; i-- {
		t = x.b.Implies(x.guards[i], t)
	}
	if !t.IsTrue() {
		x.lits = append(x.lits, t)
	}
}

// Under runs f, which translates an operand that is evaluated only if the guard holds.
func (x *coder) Under(guard *smt.Term, f func()) {
	if guard.IsFalse() {
		return
	}
	x.guards = append(x.guards, guard)
	// The conditions of an expression translated under a guard are stated only under that guard. So its
	// memo is not used outside.
	kept := x.memo
	x.memo = map[cfa.Expr]*number{}
	f()
	x.memo = kept
	x.guards = x.guards[:len(x.guards)-1]
}

// Var returns the current value of v.
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

// cond translates the condition that e is not 0.
func (x *coder) cond(e cfa.Expr) *smt.Term { return translate.Cond(x, e) }

// Builder makes coder an algebra of package translate, as do the methods below.
func (x *coder) Builder() *smt.Builder { return x.b }

// Value translates e as a number.
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

// Const returns the constant n.
func (x *coder) Const(n num.Int) *number { return x.konst(n) }

// Compare returns the formula l op r.
func (x *coder) Compare(op cfa.BinOp, l, r *number) *smt.Term { return x.compare(op, l, r) }

// Cell returns the current content of a cell.
func (x *coder) Cell(e *cfa.Select) *number { return x.load(e.Arr, x.Value(e.Idx)) }

// Wrap returns a number wrapped to a word.
func (x *coder) Wrap(e *cfa.Wrap) *number {
	n := x.Value(e.X)
	if x.words {
		return x.wrapWords(e, n)
	}
	return x.wrap(n, e.Bits, e.Signed)
}

// Unary returns -n, or the bitwise complement of n.
func (x *coder) Unary(op cfa.UnOp, n *number) *number {
	if op == cfa.Neg {
		return x.neg(n)
	}
	return x.complement(n)
}

// Binary returns the result of an operator that gives a number, and states the conditions under which it is
// defined.
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

// Choose returns t if c holds, else f. An operand is nil if Under skipped it because its guard is false.
func (x *coder) Choose(c *smt.Term, t, f *number) *number {
	switch {
	case t == nil:
		return f
	case f == nil:
		return t
	}
	return x.choose(c, t, f)
}

// Truth returns 1 if c holds, else 0.
func (x *coder) Truth(c *smt.Term) *number {
	return x.among([]oneOf{{num.Int{}, x.b.Not(c)}, {num.Of(1), c}})
}

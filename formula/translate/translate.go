// Package translate turns expressions of the program model into formulas, for different representations of
// numbers: terms over the integers, words with bounds, or constants by cases. It is the only traversal of
// expressions for all of these representations. A representation is an algebra of values in the sense of
// Carette, Kiselyov, Shan, "Finally Tagless, Partially Evaluated" (JFP 19(5), 2009). Package cert has its
// own translation on purpose, because the checker of proofs uses no code of the engines.
package translate

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Comparable has the operations on numbers that conditions need.
type Comparable[N any] interface {
	Builder() *smt.Builder
	// Value returns the value of an operand: the result of the function Value, possibly memoized.
	Value(cfa.Expr) N
	Const(num.Int) N
	Compare(op cfa.BinOp, x, y N) *smt.Term
	// Under calls translate, which translates operands that are evaluated only if the guard holds. It need
	// not call it if the guard is false.
	Under(guard *smt.Term, translate func())
}

// Algebra is a representation of numbers, the target of the translation.
type Algebra[N any] interface {
	Comparable[N]
	Var(*cfa.Var) N
	Cell(*cfa.Select) N
	Wrap(*cfa.Wrap) N
	Unary(op cfa.UnOp, x N) N // op is cfa.Neg or cfa.BitNot
	Binary(*cfa.Binary) N     // the operator is one whose result is a number, not a truth value
	// Choose returns t if c holds, else f. The zero value of N represents an operand that Under did not
	// translate.
	Choose(c *smt.Term, t, f N) N
	Truth(c *smt.Term) N // 1 if c holds, else 0
}

// Cond translates the condition that e is not 0.
func Cond[N any](a Comparable[N], e cfa.Expr) *smt.Term {
	b := a.Builder()
	switch e := e.(type) {
	case *cfa.Const:
		return b.Bool(!e.Val.IsZero())
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return b.Not(Cond(a, e.X))
		}
	case *cfa.Ite:
		c, t, f := Cond(a, e.C), b.True(), b.True()
		a.Under(c, func() { t = Cond(a, e.T) })
		a.Under(b.Not(c), func() { f = Cond(a, e.E) })
		return b.Ite(c, t, f)
	case *cfa.Binary:
		switch {
		case e.Op.Comparison():
			x := a.Value(e.X)
			return a.Compare(e.Op, x, a.Value(e.Y))
		case e.Op == cfa.And:
			x := Cond(a, e.X)
			return b.And(x, Cond(a, e.Y))
		case e.Op == cfa.Or:
			x := Cond(a, e.X)
			return b.Or(x, Cond(a, e.Y))
		}
	}
	return a.Compare(cfa.Ne, a.Value(e), a.Const(num.Int{}))
}

// Value translates e as a number.
func Value[N any](a Algebra[N], e cfa.Expr) N {
	switch e := e.(type) {
	case *cfa.Var:
		return a.Var(e)
	case *cfa.Const:
		return a.Const(e.Val)
	case *cfa.Select:
		return a.Cell(e)
	case *cfa.Wrap:
		return a.Wrap(e)
	case *cfa.Ite:
		c := Cond(a, e.C)
		var t, f N
		a.Under(c, func() { t = a.Value(e.T) })
		a.Under(a.Builder().Not(c), func() { f = a.Value(e.E) })
		return a.Choose(c, t, f)
	case *cfa.Unary:
		if e.Op == cfa.Not {
			return a.Truth(Cond(a, e))
		}
		return a.Unary(e.Op, a.Value(e.X))
	case *cfa.Binary:
		if e.Op.Comparison() || e.Op == cfa.And || e.Op == cfa.Or {
			return a.Truth(Cond(a, e))
		}
		return a.Binary(e)
	}
	panic(fmt.Sprintf("translate: no meaning for the expression %T", e))
}

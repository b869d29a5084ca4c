package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
)

// Bounds of expressions, and what a comparison says of its operands.

// bounds is the values of an expression.
func bounds(e env, x cfa.Expr) interval.Interval {
	switch x := x.(type) {
	case *cfa.Const:
		return interval.Point(x.Val)
	case *cfa.Var:
		return e.Var(x)
	}
	if !plain(x) {
		return typed(x)
	}
	return cfa.BoundsIn(e, x)
}

// typed is the values that the form of an expression allows.
func typed(x cfa.Expr) interval.Interval {
	lo, hi, ok := cfa.Bounds(x)
	if !ok {
		return interval.All()
	}
	return interval.Of(lo, hi)
}

// plain reports whether the bounds of an expression can be proved by those of its variables with
// little effort.
func plain(x cfa.Expr) bool {
	left := smallNodes
	return plainIn(x, &left)
}

// plainIn takes the nodes from those that are left.
func plainIn(x cfa.Expr, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch x := x.(type) {
	case *cfa.Select:
		return plainIn(x.Idx, left)
	case *cfa.Unary:
		return plainIn(x.X, left)
	case *cfa.Wrap:
		return plainIn(x.X, left)
	case *cfa.Ite:
		return plainIn(x.C, left) && plainIn(x.T, left) && plainIn(x.E, left)
	case *cfa.Binary:
		k, byConst := cfa.IsConst(x.Y)
		switch x.Op {
		case cfa.Mul:
			if !byConst && !(atom(x.X) && atom(x.Y)) {
				return false
			}
		case cfa.Div, cfa.Rem:
			if !byConst || k.Sign() <= 0 {
				return false
			}
		case cfa.BitAnd, cfa.Shr:
			if !byConst || k.Sign() < 0 {
				return false
			}
		case cfa.BitOr, cfa.BitXor, cfa.Shl:
			return false
		}
		return plainIn(x.X, left) && plainIn(x.Y, left)
	}
	return true
}

// atom reports whether the expression is a variable or a cell, or a multiple of one.
func atom(x cfa.Expr) bool {
	switch x := x.(type) {
	case *cfa.Var, *cfa.Select:
		return true
	case *cfa.Binary:
		_, byConst := cfa.IsConst(x.Y)
		return x.Op == cfa.Mul && byConst && atom(x.X)
	}
	return false
}

// compared is the values of the operands of a comparison where it holds; false: it cannot.
func compared(e env, b *cfa.Binary) (x, y interval.Interval, live bool) {
	l, r := bounds(e, b.X), bounds(e, b.Y)
	x, y = b.Op.Restrict(l, r), b.Op.Mirror().Restrict(r, l)
	return x, y, !x.IsEmpty() && !y.IsEmpty()
}

package settled

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num/interval"
)

// Bounds of expressions, and the values of a comparison's operands if the comparison holds.

// bounds returns an interval that contains the values of x in e. If the bounds of x are not easy to prove (plain), it
// is the interval that the form of x allows.
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

// typed returns an interval that contains the values of x in every state.
func typed(x cfa.Expr) interval.Interval {
	lo, hi, ok := cfa.Bounds(x)
	if !ok {
		return interval.All()
	}
	return interval.Of(lo, hi)
}

// plain reports whether it takes a proof little effort to derive the bounds of x from the bounds of its variables.
func plain(x cfa.Expr) bool {
	left := smallNodes
	return plainIn(x, &left)
}

// plainIn is plain for a part of an expression. left is the number of nodes that may still be visited.
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

// atom reports whether x is a variable or a cell, or a variable or cell times constants.
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

// compared returns intervals of the operands of the comparison b in the states of e in which b holds. live is false
// if b holds in none of them.
func compared(e env, b *cfa.Binary) (x, y interval.Interval, live bool) {
	l, r := bounds(e, b.X), bounds(e, b.Y)
	x, y = b.Op.Restrict(l, r), b.Op.Mirror().Restrict(r, l)
	return x, y, !x.IsEmpty() && !y.IsEmpty()
}

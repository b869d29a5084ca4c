package cfa

import (
	"math"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Intervals for the values of expressions, from the ranges of variables, cells and words alone (Bounds), or from what
// is known of variables and cells in a state (BoundsIn). Also whether an expression is defined in every state (total).

// Env gives the known values of variables and cells in one state.
type Env interface {
	// Var returns the values that v can have.
	Var(v *Var) interval.Interval
	// Cell returns the values that the cell can have.
	Cell(a *Array, idx num.Int) interval.Interval
}

// BoundsIn returns an interval that contains every value that e can have under env. If e is undefined, it has no
// value, and any interval may be returned.
func BoundsIn(env Env, e Expr) interval.Interval { return boundsTo(env, e, math.MaxInt) }

// boundsDepth is how many levels deep Bounds looks, so that a call at every level of a long chain (a sum of 10^5
// terms) has constant cost.
const boundsDepth = 8

// Bounds returns a lower and an upper bound of the defined values of e, and whether both bounds exist. It uses only the
// ranges of variables, cells and words. If e is never defined, the bounds are arbitrary.
func Bounds(e Expr) (lo, hi num.Int, bounded bool) {
	s := typeBounds(e)
	return s.Lo, s.Hi, s.Bounded()
}

// typeBounds returns the same bounds as an interval.
func typeBounds(e Expr) interval.Interval { return boundsTo(ranges{}, e, boundsDepth) }

// ranges is the Env in which a variable or a cell can have every value in its range.
type ranges struct{}

func (ranges) Var(v *Var) interval.Interval               { return v.Range.Interval() }
func (ranges) Cell(a *Array, _ num.Int) interval.Interval { return a.Elem.Interval() }

// boundsTo computes bounds of e to the given depth. Below that depth it uses the range of a variable, a cell, a Wrap
// or a truth value, and no bounds for other operators.
func boundsTo(env Env, e Expr, depth int) interval.Interval {
	switch e := e.(type) {
	case *Const:
		return interval.Point(e.Val)
	case *Var:
		return env.Var(e)
	case *Select:
		if depth > 0 {
			if i, ok := boundsTo(env, e.Idx, depth-1).Point(); ok {
				return env.Cell(e.Arr, i)
			}
		}
		return e.Arr.Elem.Interval()
	case *Wrap:
		if depth > 0 {
			return boundsTo(env, e.X, depth-1).Wrap(e.Bits, e.Signed)
		}
		return interval.Word(e.Bits, e.Signed)
	case *Unary:
		switch {
		case depth == 0 && e.Op == Not:
			return interval.Truth(true, true)
		case depth == 0:
			return interval.All()
		}
		switch x := boundsTo(env, e.X, depth-1); e.Op {
		case Neg:
			return x.Neg()
		case BitNot:
			return x.Not()
		default:
			return interval.Truth(!x.True(), !x.False())
		}
	case *Ite:
		if depth == 0 {
			return interval.All()
		}
		c := boundsTo(env, e.C, depth-1)
		if c.True() {
			return boundsTo(env, e.T, depth-1)
		}
		f := boundsTo(env, e.E, depth-1)
		if c.False() {
			return f
		}
		return boundsTo(env, e.T, depth-1).Join(f)
	case *Binary:
		return binaryBounds(env, e, depth)
	}
	return interval.All()
}

// binaryBounds is boundsTo for a binary operation.
func binaryBounds(env Env, e *Binary, depth int) interval.Interval {
	logical := e.Op == And || e.Op == Or
	switch {
	case depth == 0 && (logical || e.Op.Comparison()):
		return interval.Truth(true, true)
	case depth == 0:
		return interval.All()
	}
	x := boundsTo(env, e.X, depth-1)
	switch { // if the left operand alone decides the result, the right one is not needed
	case e.Op == And && x.False():
		return interval.Truth(false, true)
	case e.Op == Or && x.True():
		return interval.Truth(true, false)
	}
	y := boundsTo(env, e.Y, depth-1)
	switch {
	case e.Op == And:
		return interval.Truth(!x.False() && !y.False(), !x.True() || !y.True())
	case e.Op == Or:
		return interval.Truth(!x.False() || !y.False(), !x.True() && !y.True())
	case Same(e.X, e.Y) && (e.Op == Sub || e.Op == BitXor):
		return interval.Point(num.Int{})
	case Same(e.X, e.Y) && e.Op.Comparison():
		return interval.Point(num.OfBool(e.Op.holds(0)))
	}
	if a, ok := x.Point(); ok {
		if b, ok := y.Point(); ok {
			if v, ok := e.Op.Apply(a, b); ok {
				return interval.Point(v)
			}
			return interval.All()
		}
	}
	s := e.Op.bounds(x, y)
	if e.Op == Mul && Same(e.X, e.Y) {
		s = s.Meet(interval.AtLeast(num.Int{}))
	}
	if !s.IsEmpty() {
		return s
	}
	return interval.All() // the operation is undefined for all values of the operands
}

// Bounds returns an interval that contains the defined values of the operation for a left operand in x and a right
// operand in y. x and y must not be empty. The result is empty if the operation is never defined.
func (op BinOp) Bounds(x, y interval.Interval) interval.Interval { return op.bounds(x, y) }

// bounds implements Bounds. Its result is unbounded for And and Or.
func (op BinOp) bounds(x, y interval.Interval) interval.Interval {
	switch op {
	case Add:
		return x.Add(y)
	case Sub:
		return x.Sub(y)
	case Mul:
		return x.Mul(y)
	case Div:
		return x.Quo(y)
	case Rem:
		return x.Rem(y)
	case BitAnd:
		return x.And(y)
	case BitOr:
		return x.Or(y)
	case BitXor:
		return x.Xor(y)
	case Shl:
		return x.Shl(y)
	case Shr:
		return x.Shr(y)
	case Eq, Ne:
		same, differ := !x.Meet(y).IsEmpty(), !x.IsPoint() || !x.Equal(y)
		if op == Ne {
			same, differ = differ, same
		}
		return interval.Truth(same, differ)
	case Lt:
		return interval.Truth(!y.NotAbove(x), !x.Below(y))
	case Le:
		return interval.Truth(!y.Below(x), !x.NotAbove(y))
	case Gt:
		return interval.Truth(!x.NotAbove(y), !y.Below(x))
	case Ge:
		return interval.Truth(!x.Below(y), !y.NotAbove(x))
	}
	return interval.All()
}

// Restrict returns an interval that contains each value in l for which the comparison op holds with some value in r. If
// op is not a comparison, it returns l.
func (op BinOp) Restrict(l, r interval.Interval) interval.Interval {
	switch op {
	case Eq:
		l = l.Meet(r)
	case Ne:
		if k, ok := r.Point(); ok {
			l = l.Without(k)
		}
	case Lt, Le:
		if !r.NoHi {
			hi := r.Hi
			if op == Lt {
				hi = hi.Sub(one)
			}
			l = l.Meet(interval.AtMost(hi))
		}
	case Gt, Ge:
		if !r.NoLo {
			lo := r.Lo
			if op == Gt {
				lo = lo.Add(one)
			}
			l = l.Meet(interval.AtLeast(lo))
		}
	}
	return l
}

// Same reports whether x and y are the same node, or equal Wraps around the same node.
func Same(x, y Expr) bool {
	if w, ok := x.(*Wrap); ok {
		u, ok := y.(*Wrap)
		return ok && w.Bits == u.Bits && w.Signed == u.Signed && Same(w.X, u.X)
	}
	return x == y
}

// total reports whether e is known to be defined in every state. It looks boundsDepth levels deep. Only a total part
// may be dropped from an expression. The value of a cell is not considered total, since a read at an address where the
// array has no cell ends the run.
func total(e Expr) bool { return totalTo(e, boundsDepth) }

// totalTo is total to the given depth.
func totalTo(e Expr, depth int) bool {
	switch e.(type) {
	case *Const, *Var:
		return true
	}
	if depth == 0 {
		return false
	}
	switch e := e.(type) {
	case *Unary:
		return totalTo(e.X, depth-1)
	case *Wrap:
		return totalTo(e.X, depth-1)
	case *Ite:
		return totalTo(e.C, depth-1) && totalTo(e.T, depth-1) && totalTo(e.E, depth-1)
	case *Binary:
		switch e.Op {
		case Div, Rem:
			if s := boundsTo(ranges{}, e.Y, depth-1); s.Contains(num.Of(0)) {
				return false
			}
		case Shl, Shr:
			if s := boundsTo(ranges{}, e.Y, depth-1); !s.Within(interval.Of(num.Of(0), num.Of(interval.MaxShift))) {
				return false
			}
		}
		return totalTo(e.X, depth-1) && totalTo(e.Y, depth-1)
	}
	return false
}

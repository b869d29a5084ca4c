package bounds

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Env is what is known of the variables and cells of one state.
type Env interface {
	// Var returns the values that v can have.
	Var(v *cfa.Var) Interval
	// Cell returns the values that the cell can have.
	Cell(a *cfa.Array, idx num.Int) Interval
	// NarrowVar is told that the value of v is in i (already cut with what Var returned, and
	// smaller). It reports false where that is impossible.
	NarrowVar(v *cfa.Var, i Interval) bool
	// NarrowCell: the same for a cell.
	NarrowCell(a *cfa.Array, idx num.Int, i Interval) bool
	// ExcludeVar is told that v is not x, where x is inside the range and not an end of it.
	ExcludeVar(v *cfa.Var, x num.Int) bool
	// ExcludeCell: the same for a cell.
	ExcludeCell(a *cfa.Array, idx num.Int, x num.Int) bool
}

// Eval returns an interval that contains every value that e can have under env. Where e is
// undefined, that is no value at all: anything may be returned.
func Eval(env Env, e cfa.Expr) Interval {
	switch e := e.(type) {
	case *cfa.Const:
		return Point(e.Val)
	case *cfa.Var:
		return env.Var(e)
	case *cfa.Select:
		if i, ok := Eval(env, e.Idx).Point(); ok {
			return env.Cell(e.Arr, i)
		}
		return OfRange(e.Arr.Elem)
	case *cfa.Unary:
		x := Eval(env, e.X)
		switch e.Op {
		case cfa.Neg:
			return x.neg()
		case cfa.BitNot:
			return x.bitNot()
		case cfa.Not:
			return ofTruth(not(truth(x)))
		}
	case *cfa.Wrap:
		return Eval(env, e.X).wrap(e.Bits, e.Signed)
	case *cfa.Ite:
		switch truth(Eval(env, e.C)) {
		case yes:
			return Eval(env, e.T)
		case no:
			return Eval(env, e.E)
		}
		return Eval(env, e.T).Join(Eval(env, e.E))
	case *cfa.Binary:
		return evalBinary(env, e)
	}
	return All()
}

func evalBinary(env Env, e *cfa.Binary) Interval {
	x := Eval(env, e.X)
	// Operators that one operand can decide.
	switch e.Op {
	case cfa.And:
		t := truth(x)
		if t == no {
			return Point(zero)
		}
		return ofTruth(and(t, truth(Eval(env, e.Y))))
	case cfa.Or:
		t := truth(x)
		if t == yes {
			return Point(one)
		}
		return ofTruth(not(and(not(t), not(truth(Eval(env, e.Y))))))
	}
	y := Eval(env, e.Y)
	if a, ok := x.Point(); ok {
		if b, ok := y.Point(); ok {
			if v, ok := Apply(e.Op, a, b); ok {
				return Point(v)
			}
			return All()
		}
	}
	switch e.Op {
	case cfa.Add:
		return x.add(y)
	case cfa.Sub:
		if same(e.X, e.Y) {
			return Point(zero)
		}
		return x.sub(y)
	case cfa.Mul:
		return x.mul(y)
	case cfa.Div:
		return x.quo(y)
	case cfa.Rem:
		return x.rem(y)
	case cfa.BitAnd:
		return x.and(y)
	case cfa.BitOr:
		return x.or(y)
	case cfa.BitXor:
		if same(e.X, e.Y) {
			return Point(zero)
		}
		return x.xor(y)
	case cfa.Shl:
		return x.shl(y)
	case cfa.Shr:
		return x.shr(y)
	}
	if e.Op.Comparison() {
		if same(e.X, e.Y) {
			return Point(num.OfBool(e.Op == cfa.Eq || e.Op == cfa.Le || e.Op == cfa.Ge))
		}
		return ofTruth(compare(e.Op, x, y))
	}
	return All()
}

// same reports whether both are the same variable, or the same node.
func same(x, y cfa.Expr) bool {
	if v, ok := x.(*cfa.Var); ok {
		return y == cfa.Expr(v)
	}
	if w, ok := x.(*cfa.Wrap); ok {
		u, ok := y.(*cfa.Wrap)
		return ok && w.Bits == u.Bits && w.Signed == u.Signed && same(w.X, u.X)
	}
	return x == y
}

// Apply applies the operator to numbers, and reports whether the result is defined.
func Apply(op cfa.BinOp, a, b num.Int) (num.Int, bool) {
	switch op {
	case cfa.Add:
		return a.Add(b), true
	case cfa.Sub:
		return a.Sub(b), true
	case cfa.Mul:
		return a.Mul(b), true
	case cfa.Div, cfa.Rem:
		if b.IsZero() {
			return num.Int{}, false
		}
		if op == cfa.Div {
			return a.Quo(b), true
		}
		return a.Rem(b), true
	case cfa.BitAnd:
		return a.And(b), true
	case cfa.BitOr:
		return a.Or(b), true
	case cfa.BitXor:
		return a.Xor(b), true
	case cfa.Shl, cfa.Shr:
		n, ok := b.Int64()
		if !ok || n < 0 || n >= shiftMax {
			return num.Int{}, false
		}
		if op == cfa.Shl {
			return a.Shl(uint(n)), true
		}
		return a.Shr(uint(n)), true
	case cfa.And:
		return num.OfBool(!a.IsZero() && !b.IsZero()), true
	case cfa.Or:
		return num.OfBool(!a.IsZero() || !b.IsZero()), true
	}
	c := a.Cmp(b)
	switch op {
	case cfa.Eq:
		return num.OfBool(c == 0), true
	case cfa.Ne:
		return num.OfBool(c != 0), true
	case cfa.Lt:
		return num.OfBool(c < 0), true
	case cfa.Le:
		return num.OfBool(c <= 0), true
	case cfa.Gt:
		return num.OfBool(c > 0), true
	case cfa.Ge:
		return num.OfBool(c >= 0), true
	}
	return num.Int{}, false
}

// ---- three-valued truth

type tri int8

const (
	no tri = iota
	yes
	maybe
)

// truth tells whether the members of a are 0, are not, or may be both.
func truth(a Interval) tri {
	if !a.Contains(zero) {
		return yes
	}
	if _, ok := a.Point(); ok {
		return no
	}
	return maybe
}

func not(t tri) tri {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return maybe
}

func and(a, b tri) tri {
	if a == no || b == no {
		return no
	}
	if a == yes && b == yes {
		return yes
	}
	return maybe
}

func ofTruth(t tri) Interval {
	switch t {
	case yes:
		return Point(one)
	case no:
		return Point(zero)
	}
	return Of(zero, one)
}

func compare(op cfa.BinOp, x, y Interval) tri {
	switch op {
	case cfa.Eq, cfa.Ne:
		t := maybe
		if x.Meet(y).IsEmpty() {
			t = no
		} else if a, ok := x.Point(); ok {
			if b, ok := y.Point(); ok && a.Equal(b) {
				t = yes
			}
		}
		if op == cfa.Ne {
			t = not(t)
		}
		return t
	case cfa.Gt:
		return compare(cfa.Lt, y, x)
	case cfa.Ge:
		return not(compare(cfa.Lt, x, y))
	case cfa.Le:
		return not(compare(cfa.Lt, y, x))
	}
	// x < y
	if !x.NoHi && !y.NoLo && x.Hi.Less(y.Lo) {
		return yes
	}
	if !x.NoLo && !y.NoHi && !x.Lo.Less(y.Hi) {
		return no
	}
	return maybe
}

// Truth tells what is known of a condition: whether it is certain to hold, and whether it is
// certain not to.
func Truth(env Env, cond cfa.Expr) (holds, fails bool) {
	t := truth(Eval(env, cond))
	return t == yes, t == no
}

package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The constructors here build expressions with local simplification: constants
// are folded, wraps that cannot wrap are left out, constants move to the right and
// outwards, truth values are not compared with 0 again. Each looks at its
// operands' top nodes and, through Bounds, a fixed number of levels deep, so that
// building a tree of n nodes costs O(n) and deep trees do not exhaust the stack.
//
// The result has the value of the plain expression in every state, and is
// undefined in exactly the same states: an operand is only dropped where it is
// total. (Engines may rely on it: a SAFE or UNSAFE of the simplified program is
// one of the plain program.)
//
// What the forms are, so that engines need to look for nothing else:
//   - a constant operand is the right one (Add, Mul, bit operations, comparisons);
//   - x - c is x + (-c); x << c is x * 2^c;
//   - comparisons with a constant have no constant summand on the left;
//   - Not appears only on And and Or that are nested deeply; !x is x == 0.

// ConstInt returns a constant.
func ConstInt(x int64) *Const { return &Const{num.Of(x)} }

// ConstOf returns a constant.
func ConstOf(x num.Int) *Const { return &Const{x} }

// ConstBool returns 1 for true and 0 for false.
func ConstBool(b bool) *Const { return &Const{num.OfBool(b)} }

// IsConst returns the value of a constant, and whether e is one.
func IsConst(e Expr) (num.Int, bool) {
	if c, ok := e.(*Const); ok {
		return c.Val, true
	}
	return num.Int{}, false
}

// IsBool reports whether e is a truth value by its form: a comparison, a logical
// operation, or the constant 0 or 1.
func IsBool(e Expr) bool {
	switch e := e.(type) {
	case *Binary:
		return e.Op.Comparison() || e.Op == And || e.Op == Or
	case *Unary:
		return e.Op == Not
	case *Const:
		return e.Val.IsZero() || e.Val.Equal(one)
	}
	return false
}

// MkBool returns x != 0, as 0 or 1.
func MkBool(x Expr) Expr {
	if IsBool(x) {
		return x
	}
	return MkBinary(Ne, x, ConstInt(0))
}

// MkAnd is the conjunction. Both operands are evaluated.
func MkAnd(x, y Expr) Expr { return MkBinary(And, x, y) }

// MkOr is the disjunction. Both operands are evaluated.
func MkOr(x, y Expr) Expr { return MkBinary(Or, x, y) }

// MkNot returns the truth value opposite to x: comparisons are turned round,
// De Morgan's laws applied some levels deep.
func MkNot(x Expr) Expr { return not(x, boundsDepth) }

func not(x Expr, depth int) Expr {
	switch x := x.(type) {
	case *Const:
		return ConstBool(x.Val.IsZero())
	case *Unary:
		if x.Op == Not {
			return MkBool(x.X)
		}
	case *Binary:
		switch {
		case x.Op.Comparison():
			return &Binary{x.Op.Negate(), x.X, x.Y}
		case x.Op == And || x.Op == Or:
			if depth == 0 {
				return &Unary{Not, x}
			}
			return &Binary{And + Or - x.Op, not(x.X, depth-1), not(x.Y, depth-1)}
		}
	}
	return MkBinary(Eq, x, ConstInt(0))
}

// MkUnary applies a unary operator.
func MkUnary(op UnOp, x Expr) Expr {
	if op == Not {
		return MkNot(x)
	}
	switch x := x.(type) {
	case *Const:
		if op == Neg {
			return ConstOf(x.Val.Neg())
		}
		return ConstOf(x.Val.Not())
	case *Unary:
		if x.Op == op {
			return x.X // both are their own inverse
		}
	case *Binary:
		if c, ok := IsConst(x.Y); ok && op == Neg && x.Op == Mul {
			return MkBinary(Mul, x.X, ConstOf(c.Neg()))
		}
	}
	return &Unary{op, x}
}

// MkSelect is a cell of an array.
func MkSelect(arr *Array, idx Expr) Expr { return &Select{arr, idx} }

// MkIte is t where c is not 0, else e.
func MkIte(c, t, e Expr) Expr {
	if v, ok := IsConst(c); ok {
		if v.IsZero() {
			return e
		}
		return t
	}
	if b, ok := c.(*Binary); ok && b.Op == Ne {
		if v, ok := IsConst(b.Y); ok && v.IsZero() && IsBool(b.X) {
			c = b.X
		}
	}
	v, isT := IsConst(t)
	w, isE := IsConst(e)
	switch {
	case t == e && total(c):
		return t
	case isT && isE && v.Equal(w):
		if total(c) {
			return t
		}
	case isT && isE && v.Equal(one) && w.IsZero():
		return MkBool(c)
	case isT && isE && v.IsZero() && w.Equal(one):
		return MkNot(c)
	}
	return &Ite{c, t, e}
}

// MkWrap converts x to a word of so many bits.
//
// Inside a wrap, sums, differences and products with a constant are computed
// modulo 2^bits anyway: wraps of at least that width under them are left out, and
// constants become the representative nearest 0 (x + 4294967295 is x - 1).
func MkWrap(bits int, signed bool, x Expr) Expr {
	word := interval.Word(bits, signed)
	if fits(x, word) {
		return x
	}
	x = modulo(x, bits)
	if c, ok := x.(*Const); ok {
		return ConstOf(c.Val.Wrap(bits, signed))
	}
	if fits(x, word) {
		return x
	}
	return &Wrap{bits, signed, x}
}

func fits(x Expr, in interval.Interval) bool { return typeBounds(x).Within(in) }

// modulo returns an expression that is congruent to x modulo 2^bits.
func modulo(x Expr, bits int) Expr {
	x = unwrap(x, bits)
	switch b := x.(type) {
	case *Unary:
		if y := unwrap(b.X, bits); y != b.X && b.Op != Not {
			return MkUnary(b.Op, y)
		}
	case *Binary:
		c, isC := IsConst(b.Y)
		switch {
		case isC && (b.Op == Add || b.Op == Mul):
			y := unwrap(b.X, bits)
			d := c.Wrap(bits, true)
			if y != b.X || !d.Equal(c) {
				return reduce(MkBinary(b.Op, y, ConstOf(d)), bits)
			}
		case b.Op == Add || b.Op == Sub:
			y, z := unwrap(b.X, bits), unwrap(b.Y, bits)
			if y != b.X || z != b.Y {
				return reduce(MkBinary(b.Op, y, z), bits)
			}
		}
	}
	return x
}

// reduce makes a constant summand or factor the representative nearest 0 again.
func reduce(x Expr, bits int) Expr {
	if b, ok := x.(*Binary); ok && (b.Op == Add || b.Op == Mul) {
		if c, ok := IsConst(b.Y); ok {
			if d := c.Wrap(bits, true); !d.Equal(c) {
				return MkBinary(b.Op, b.X, ConstOf(d))
			}
		}
	}
	return x
}

// unwrap takes wraps of at least that width off x.
func unwrap(x Expr, bits int) Expr {
	for {
		w, ok := x.(*Wrap)
		if !ok || w.Bits < bits {
			return x
		}
		x = w.X
	}
}

package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Constructors that build expressions and simplify them locally. They compute operations on constants, omit a Wrap
// whose operand is in range, move constants to the right and outwards, and do not compare a truth value with 0. Each
// constructor looks at the top nodes of its operands and, through Bounds, at a fixed number of levels. So building a
// tree of n nodes costs O(n), and deep trees do not exhaust the stack.
//
// In every state, the result has the value of the expression without simplification, and it is undefined in exactly the
// same states: an operand is only dropped if it is total. So the verdicts SAFE and UNSAFE of a simplified program hold
// for the original program.
//
// Results have the following forms. Engines need not handle the alternatives.
//   - If one operand of Add, Mul, a bit operation or a comparison is a constant, it is the right one.
//   - x - c becomes x + (-c), and x << c becomes x * 2^c.
//   - The left side of a comparison with a constant has no constant summand: x + 1 < 5 becomes x < 4.
//   - !x becomes x == 0, or x with opposite comparisons. Not remains only on an And or Or below many others.

// ConstInt returns the constant x.
func ConstInt(x int64) *Const { return &Const{num.Of(x)} }

// ConstOf returns the constant x.
func ConstOf(x num.Int) *Const { return &Const{x} }

// ConstBool returns the constant 1 for true, and 0 for false.
func ConstBool(b bool) *Const { return &Const{num.OfBool(b)} }

// IsConst reports whether e is a constant, and returns its value.
func IsConst(e Expr) (num.Int, bool) {
	if c, ok := e.(*Const); ok {
		return c.Val, true
	}
	return num.Int{}, false
}

// IsBool reports whether the form of e shows that e is a truth value: it is a comparison, a logical operation, or the
// constant 0 or 1.
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

// MkBool returns the truth value of x, that is, x != 0.
func MkBool(x Expr) Expr {
	if IsBool(x) {
		return x
	}
	return MkBinary(Ne, x, ConstInt(0))
}

// MkAnd returns the conjunction of x and y. Both operands are evaluated.
func MkAnd(x, y Expr) Expr { return MkBinary(And, x, y) }

// MkOr returns the disjunction of x and y. Both operands are evaluated.
func MkOr(x, y Expr) Expr { return MkBinary(Or, x, y) }

// MkNot returns the negation of x. It replaces comparisons by their opposites, and applies De Morgan's laws to
// boundsDepth levels of And and Or.
func MkNot(x Expr) Expr { return not(x, boundsDepth) }

// not is MkNot with the number of levels of And and Or that are left.
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

// MkUnary returns op x.
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
			return x.X // -(-x) and ~~x are x
		}
	case *Binary:
		if c, ok := IsConst(x.Y); ok && op == Neg && x.Op == Mul {
			return MkBinary(Mul, x.X, ConstOf(c.Neg()))
		}
	}
	return &Unary{op, x}
}

// MkSelect returns the cell of arr at idx.
func MkSelect(arr *Array, idx Expr) Expr { return &Select{arr, idx} }

// MkIte returns c ? t : e.
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

// MkWrap returns x converted to a word of the given width and signedness.
//
// The result depends on x modulo 2^bits only. So in sums, differences and products with a constant, MkWrap removes
// wraps of at least this width from the operands, and replaces constants by the congruent number nearest to 0. For
// example, u32(x + 4294967295) becomes u32(x - 1).
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

// fits reports whether the form of x and the ranges in it show that the value of x lies in the interval.
func fits(x Expr, in interval.Interval) bool { return typeBounds(x).Within(in) }

// modulo returns a simpler expression that is congruent to x modulo 2^bits, or x.
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

// reduce replaces a constant summand or factor of x by the number nearest to 0 that is congruent to it modulo 2^bits.
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

// unwrap removes wraps of at least the given width from the top of x.
func unwrap(x Expr, bits int) Expr {
	for {
		w, ok := x.(*Wrap)
		if !ok || w.Bits < bits {
			return x
		}
		x = w.X
	}
}

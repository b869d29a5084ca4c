package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The constructor of binary expressions (see simplify.go for what all constructors ensure).

var (
	one   = num.Of(1)
	minus = num.Of(-1)
)

// MkBinary returns x op y.
func MkBinary(op BinOp, x, y Expr) Expr {
	c, isX := IsConst(x)
	d, isY := IsConst(y)
	if isX && isY {
		if v, ok := op.Apply(c, d); ok {
			return ConstOf(v)
		}
		return &Binary{op, x, y} // the operation is undefined for these operands
	}
	if isX {
		switch {
		case op.Comparison():
			return MkBinary(op.Mirror(), y, x)
		case commutes(op):
			return MkBinary(op, y, x)
		}
	}
	switch op {
	case Add, Sub:
		return sum(op, x, y)
	case Mul:
		return product(x, y)
	case Div, Rem:
		return quotient(op, x, y)
	case BitAnd, BitOr, BitXor:
		return bitwise(op, x, y)
	case Shl, Shr:
		return shift(op, x, y)
	case And, Or:
		return logical(op, x, y)
	}
	return compare(op, x, y)
}

// commutes reports whether the operands of op may be exchanged.
func commutes(op BinOp) bool {
	switch op {
	case Add, Mul, BitAnd, BitOr, BitXor, And, Or:
		return true
	}
	return false
}

// split returns x without its constant summand, and this summand.
func split(x Expr) (rest Expr, c num.Int) {
	if b, ok := x.(*Binary); ok && b.Op == Add {
		if c, ok := IsConst(b.Y); ok {
			return b.X, c
		}
	}
	return x, num.Int{}
}

// plus returns x + c.
func plus(x Expr, c num.Int) Expr {
	if c.IsZero() {
		return x
	}
	if v, ok := IsConst(x); ok {
		return ConstOf(v.Add(c))
	}
	return &Binary{Add, x, ConstOf(c)}
}

// sum returns x + y or x - y, with one constant summand on the right.
func sum(op BinOp, x, y Expr) Expr {
	if d, ok := IsConst(y); ok {
		if op == Sub {
			d = d.Neg()
		}
		rest, c := split(x)
		return plus(rest, c.Add(d))
	}
	a, c := split(x)
	b, d := split(y)
	if op == Sub {
		d = d.Neg()
	}
	c = c.Add(d)
	if v, ok := IsConst(a); ok && op == Sub && v.IsZero() {
		return plus(MkUnary(Neg, b), c)
	}
	// x + (-z) becomes x - z, and x - (-z) becomes x + z.
	if u, ok := b.(*Unary); ok && u.Op == Neg {
		op, b = Add+Sub-op, u.X
	}
	if op == Sub && a == b && total(a) {
		return ConstOf(c)
	}
	return plus(&Binary{op, a, b}, c)
}

// product returns x * y. Only y may be a constant.
func product(x, y Expr) Expr {
	c, ok := IsConst(y)
	if !ok {
		return &Binary{Mul, x, y}
	}
	switch {
	case c.IsZero() && total(x):
		return ConstInt(0)
	case c.Equal(one):
		return x
	case c.Equal(minus):
		return MkUnary(Neg, x)
	}
	switch b := x.(type) {
	case *Unary:
		if b.Op == Neg {
			return product(b.X, ConstOf(c.Neg()))
		}
	case *Binary:
		if d, ok := IsConst(b.Y); ok && b.Op == Mul {
			return product(b.X, ConstOf(c.Mul(d)))
		}
	}
	return &Binary{Mul, x, y}
}

// quotient returns x / y or x % y.
func quotient(op BinOp, x, y Expr) Expr {
	d, ok := IsConst(y)
	if !ok || d.IsZero() {
		return &Binary{op, x, y}
	}
	if d.Equal(one) {
		if op == Div {
			return x
		}
		if total(x) {
			return ConstInt(0)
		}
	}
	// If |x| < |d|, then x / d is 0 and x % d is x.
	below := d.Sub(one)
	if d.Sign() < 0 {
		below = d.Not()
	}
	if fits(x, interval.Of(below.Neg(), below)) {
		if op == Rem {
			return x
		}
		if total(x) {
			return ConstInt(0)
		}
	}
	return &Binary{op, x, y}
}

// bitwise returns x & y, x | y or x ^ y. Only y may be a constant.
func bitwise(op BinOp, x, y Expr) Expr {
	if c, ok := IsConst(y); ok {
		zero, ones := c.IsZero(), c.Equal(minus)
		switch {
		case op == BitAnd && ones, op != BitAnd && zero:
			return x
		case op == BitAnd && zero && total(x):
			return ConstInt(0)
		case op == BitOr && ones && total(x):
			return ConstInt(-1)
		case op == BitXor && ones:
			return MkUnary(BitNot, x)
		case op == BitAnd && c.Sign() > 0 && c.And(c.Add(one)).IsZero():
			// c is a mask of low bits. It changes nothing if x has no other bits.
			if fits(x, interval.Of(num.Of(0), c)) {
				return x
			}
		}
	}
	if x == y {
		switch {
		case op == BitXor && total(x):
			return ConstInt(0)
		case op != BitXor:
			return x
		}
	}
	return &Binary{op, x, y}
}

// shift returns x << y or x >> y.
func shift(op BinOp, x, y Expr) Expr {
	if n, ok := IsConst(y); ok {
		if f, ok := Shl.Apply(one, n); ok {
			if op == Shl {
				return MkBinary(Mul, x, ConstOf(f))
			}
			if f.Equal(one) {
				return x
			}
			if total(x) && fits(x, interval.Of(num.Of(0), f.Sub(one))) {
				return ConstInt(0)
			}
		}
	}
	return &Binary{op, x, y}
}

// logical returns x && y or x || y. Only y may be a constant.
func logical(op BinOp, x, y Expr) Expr {
	if c, ok := IsConst(y); ok {
		switch {
		case c.IsZero() == (op == Or): // x || 0, or x && c where c != 0
			return MkBool(x)
		case total(x):
			return ConstBool(op == Or)
		}
	}
	return &Binary{op, MkBool(x), MkBool(y)}
}

// compare returns the comparison x op y. Only y may be a constant.
func compare(op BinOp, x, y Expr) Expr {
	if d, ok := IsConst(y); ok {
		if e, ok := compareConst(op, x, d); ok {
			return e
		}
	} else {
		a, c := split(x)
		b, d := split(y)
		if c.Equal(d) {
			x, y = a, b // a + c op b + c is a op b
		}
		if x == y && total(x) {
			return ConstBool(op.holds(0))
		}
	}
	// The bounds of the operands may decide the comparison.
	s, t := typeBounds(x), typeBounds(y)
	if total(x) && total(y) {
		switch {
		case s.Below(t):
			return ConstBool(op.holds(-1))
		case t.Below(s):
			return ConstBool(op.holds(1))
		case s.NotAbove(t) && (op == Le || op == Gt):
			return ConstBool(op == Le)
		case t.NotAbove(s) && (op == Ge || op == Lt):
			return ConstBool(op == Ge)
		}
	}
	return &Binary{op, x, y}
}

// compareConst returns a simpler form of x op d. It returns false if no rule applies.
func compareConst(op BinOp, x Expr, d num.Int) (e Expr, ok bool) {
	equality := op == Eq || op == Ne
	switch b := x.(type) {
	case *Binary:
		if c, isC := IsConst(b.Y); isC && b.Op == Add {
			return MkBinary(op, b.X, ConstOf(d.Sub(c))), true
		}
		if b.Op == Sub && equality && d.IsZero() {
			return MkBinary(op, b.X, b.Y), true
		}
	case *Unary:
		if b.Op == Neg {
			return MkBinary(op.Mirror(), b.X, ConstOf(d.Neg())), true
		}
	case *Ite:
		t, isT := IsConst(b.T)
		f, isF := IsConst(b.E)
		if isT && isF {
			return MkIte(b.C, ConstBool(op.holds(t.Cmp(d))), ConstBool(op.holds(f.Cmp(d)))), true
		}
	case *Wrap:
		if equality {
			return compareWrap(op, b, d)
		}
	}
	if IsBool(x) {
		zero, isOne := op.holds(num.Int{}.Cmp(d)), op.holds(one.Cmp(d))
		switch {
		case isOne && !zero:
			return x, true
		case zero && !isOne:
			return MkNot(x), true
		case total(x):
			return ConstBool(zero), true
		}
	}
	return nil, false
}

// compareWrap simplifies w == d or w != d, where w is wrap(y + c) or wrap(y - z). The number y must lie in the range of
// a word of the width of w, signed or unsigned. This range contains exactly one number k that is congruent to d - c, so
// wrap(y + c) == d becomes y == k. If z lies in the same range, wrap(y - z) == 0 becomes y == z. compareWrap returns
// false if none of this applies.
func compareWrap(op BinOp, w *Wrap, d num.Int) (Expr, bool) {
	b, ok := w.X.(*Binary)
	if !ok || !(Range{Bits: w.Bits, Signed: w.Signed}).Contains(d) {
		return nil, false
	}
	for _, signed := range []bool{w.Signed, !w.Signed} {
		word := interval.Word(w.Bits, signed)
		if !fits(b.X, word) {
			continue
		}
		if c, ok := IsConst(b.Y); ok && b.Op == Add {
			return MkBinary(op, b.X, ConstOf(d.Sub(c).Wrap(w.Bits, signed))), true
		}
		if b.Op == Sub && d.IsZero() && fits(b.Y, word) {
			return MkBinary(op, b.X, b.Y), true
		}
	}
	return nil, false
}

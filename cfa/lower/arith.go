package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Conversions of values between C's types, and binary operators.

// convert returns the value v after C's conversion from one scalar type to another (C11 6.3.1, 6.3.2.3). It returns
// nil if the value is not modelled.
func (l *funcLowerer) convert(v cfa.Expr, from, to *lang.Type, pos lang.Pos) cfa.Expr {
	if to.Kind == lang.Float || from.Kind == lang.Float && to.IsScalar() {
		return l.convertFloat(v, from, to, pos)
	}
	switch to.Kind {
	case lang.Void, lang.Record, lang.Array, lang.Function:
		return nil
	}
	if v == nil {
		return l.approx(l.rangeOf(to, nil), "floating point", pos)
	}
	if to.Kind == lang.Bool {
		if from.Kind == lang.Bool {
			return v
		}
		return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
	}
	return l.fit(v, to)
}

// fit wraps v to the width of the type t, unless the arithmetic of t has no width.
func (l *lowerer) fit(v cfa.Expr, t *lang.Type) cfa.Expr {
	if l.free(t) || l.fits(v, t) {
		return v
	}
	if t.Kind == lang.Bool {
		return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0))
	}
	if t.Kind == lang.Pointer {
		return l.fitPtr(v)
	}
	return cfa.MkWrap(int(bitsOf(t)), t.Signed && t.Kind == lang.Integer, v)
}

// bitsOf returns the width of the values of a type. A bit-field's value may be narrower than its size.
func bitsOf(t *lang.Type) int64 {
	if t.Kind == lang.Integer && !t.Unbounded() {
		return int64(t.Bits)
	}
	return t.Size * 8
}

var arithmetic = map[lang.BinaryOp]cfa.BinOp{
	lang.Add: cfa.Add, lang.Sub: cfa.Sub, lang.Mul: cfa.Mul, lang.Div: cfa.Div, lang.Rem: cfa.Rem,
	lang.And: cfa.BitAnd, lang.Or: cfa.BitOr, lang.Xor: cfa.BitXor, lang.Shl: cfa.Shl, lang.Shr: cfa.Shr,
	lang.Eq: cfa.Eq, lang.Ne: cfa.Ne, lang.Lt: cfa.Lt, lang.Le: cfa.Le, lang.Gt: cfa.Gt, lang.Ge: cfa.Ge,
}

// operate applies the binary operator op to the operands x and y, which are already converted. t is the type of the
// result, pt the type of the left operand, and `at` the expression.
func (l *funcLowerer) operate(at lang.Expr, op lang.BinaryOp, x, y cfa.Expr, t, pt *lang.Type) cfa.Expr {
	pos := at.Pos()
	if t.Kind == lang.Float {
		return l.operateFloat(at, op, x, y, t)
	}
	if pt.Kind == lang.Float {
		if v := l.compareFloat(op, x, y, pt, pos); v != nil {
			return v
		}
		x = nil
	}
	if x == nil || y == nil {
		return l.approx(l.rangeOf(t, nil), "floating point", pos)
	}
	if b, ok := at.(*lang.Binary); ok {
		if pt.Kind == lang.Pointer && op != lang.PtrAdd && op != lang.PtrSub {
			x, y = l.oneLiteral(b.L, b.R, x, y)
		}
	}
	switch op {
	case lang.PtrAdd:
		return l.fit(cfa.MkBinary(cfa.Add, x, l.scaled(y, pt.Elem)), t)
	case lang.PtrSub:
		return l.fit(cfa.MkBinary(cfa.Sub, x, l.scaled(y, pt.Elem)), t)
	case lang.PtrDiff:
		return l.fit(cfa.MkBinary(cfa.Div, cfa.MkBinary(cfa.Sub, x, y), l.sizeOf(pt.Elem)), t)
	case lang.Eq, lang.Ne, lang.Lt, lang.Le, lang.Gt, lang.Ge:
		return cfa.MkBinary(arithmetic[op], x, y)
	}
	return l.computed(at, op, x, y, t)
}

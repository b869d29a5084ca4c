package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Checks of arithmetic: what C leaves undefined (C11 6.5p5, 6.5.5p5, 6.5.5p6, 6.5.7), and on request unsigned
// arithmetic that wraps.
//
// A check follows the evaluation of both operands. It compares the mathematical result with the range of the
// operation's type, by one inequality for each end that the operands can reach. After the check the result needs no
// Wrap; inRange records this. Everything after the check relies on the result being in range. So the tests must stay
// in the program that proofs are about, even the tests that package cfa/settled has decided.
//
// Values without a width (in annotations, in mathematical arithmetic) cannot overflow. Code inside of models of the
// library is not checked.

// arithmeticRules are the rules that check operations and conversions.
var arithmeticRules = Overflow | Division | Shift | UnsignedOverflow | Conversion | FloatConversion | Float

// A checked value with largeNodes nodes or more is stored in a temporary. Without the temporary, the tests of all
// values that are computed from it would repeat the expression.
const largeNodes = 12

// wrapRule returns the rule for arithmetic in the type t, or 0 if it cannot overflow.
func (l *lowerer) wrapRule(t *lang.Type) Check {
	switch {
	case t.Kind != lang.Integer || l.free(t):
		return 0
	case t.Signed:
		return Overflow
	}
	return UnsignedOverflow
}

// fits reports whether a check has shown that v has a value of the type t.
func (l *lowerer) fits(v cfa.Expr, t *lang.Type) bool {
	r, ok := l.inRange[v]
	return ok && t.Kind == lang.Integer && r.Interval().Within(l.rangeOf(t, nil).Interval())
}

// settled returns v, or a temporary that holds it, after checks have shown that v is in the range r. It records this
// range in inRange for an expression, because the expression is used only where it still has the checked value. It
// records no range for a variable, because the variable may be assigned later.
func (l *funcLowerer) settled(v cfa.Expr, r cfa.Range, pos lang.Pos) cfa.Expr {
	if lo, hi, ok := cfa.Bounds(v); ok && r.Contains(lo) && r.Contains(hi) {
		return v
	}
	if v, ok := v.(*cfa.Const); ok {
		return cfa.ConstOf(v.Val.Wrap(r.Bits, r.Signed)) // if v is out of the range, the check has failed before
	}
	if _, isVar := v.(*cfa.Var); isVar {
		return v // record no range: the variable may have another value later
	}
	l.inRange[v] = r
	if nodes(v, largeNodes) >= largeNodes {
		return l.pin(v, pos)
	}
	return v
}

// nodes returns the number of nodes of e, counted up to a limit.
func nodes(e cfa.Expr, limit int) int {
	n := 1
	add := func(xs ...cfa.Expr) {
		for _, x := range xs {
			if n < limit {
				n += nodes(x, limit-n)
			}
		}
	}
	switch e := e.(type) {
	case *cfa.Unary:
		add(e.X)
	case *cfa.Wrap:
		add(e.X)
	case *cfa.Binary:
		add(e.X, e.Y)
	case *cfa.Ite:
		add(e.C, e.T, e.E)
	case *cfa.Select:
		add(e.Idx)
	}
	return n
}

// computed returns the value of an operation on integers of type t, with its checks.
func (l *funcLowerer) computed(at lang.Expr, op lang.BinaryOp, x, y cfa.Expr, t *lang.Type) cfa.Expr {
	wraps := false
	if b, ok := at.(*lang.Binary); ok {
		wraps = b.Wraps
	}
	if t.Kind != lang.Integer || t.Unbounded() && l.undefined == nil || wraps {
		return l.fit(cfa.MkBinary(arithmetic[op], x, y), t)
	}
	switch op {
	case lang.Add, lang.Sub, lang.Mul:
		return l.inType(at, cfa.MkBinary(arithmetic[op], x, y), t)
	case lang.Div, lang.Rem:
		return l.divided(at, op, x, y, t)
	case lang.Shl, lang.Shr:
		return l.shifted(at, op, x, y, t)
	}
	// Bit operations on values of the type give values of the type.
	v := cfa.MkBinary(arithmetic[op], x, y)
	if t.Signed && l.checks(Overflow) && l.wrapRule(t) == Overflow {
		return l.settled(v, l.rangeOf(t, nil), at.Pos())
	}
	return l.fit(v, t)
}

// inType checks that v, the mathematical result of an operation in the type t, is a value of t. It returns the value
// after the check.
func (l *funcLowerer) inType(at lang.Expr, v cfa.Expr, t *lang.Type) cfa.Expr {
	rule := l.wrapRule(t)
	if rule == 0 || !l.checks(rule) {
		return l.fit(v, t)
	}
	r := l.rangeOf(t, nil)
	l.checkRange(rule, at, v, r)
	return l.settled(v, r, at.Pos())
}

// checkRange checks that v is in the range r, by one test for each end that v can exceed.
func (l *funcLowerer) checkRange(rule Check, at lang.Expr, v cfa.Expr, r cfa.Range) {
	least, _, most, _ := r.Bounds()
	result := v
	if b, ok := v.(*cfa.Binary); ok && b.Op == cfa.Mul {
		if k, ok := cfa.IsConst(b.Y); ok && k.Sign() > 0 {
			// The product with the constant k is in range if the other factor is in the range divided by k.
			v, least, most = b.X, interval.CeilDiv(least, k), interval.FloorDiv(most, k)
		}
	}
	lo, hi, bounded := cfa.Bounds(v)
	below, above := !bounded || lo.Less(least), !bounded || most.Less(hi)
	if !below && !above {
		return
	}
	l.require(rule, at, func(bad *cfa.Loc) {
		explain(bad, cfa.Result, result)
		if below {
			l.must(cfa.MkBinary(cfa.Ge, v, cfa.ConstOf(least)), bad, at.Pos())
		}
		if above {
			l.must(cfa.MkBinary(cfa.Le, v, cfa.ConstOf(most)), bad, at.Pos())
		}
	})
}

// divided returns x / y or x % y. It checks that y is not 0, and that the least value is not divided by -1: the
// quotient does not fit, and so C leaves the remainder undefined, too.
func (l *funcLowerer) divided(at lang.Expr, op lang.BinaryOp, x, y cfa.Expr, t *lang.Type) cfa.Expr {
	pos := at.Pos()
	lo, hi, ok := cfa.Bounds(y)
	if l.checks(Division) && !(ok && (lo.Sign() > 0 || hi.Sign() < 0)) {
		l.require(Division, at, func(bad *cfa.Loc) {
			l.must(cfa.MkBinary(cfa.Ne, y, cfa.ConstInt(0)), bad, pos)
		})
	}
	v := cfa.MkBinary(arithmetic[op], x, y)
	if l.wrapRule(t) != Overflow || !l.checks(Overflow) {
		return l.fit(v, t)
	}
	r := l.rangeOf(t, nil)
	least, _, _, _ := r.Bounds()
	minus := num.Of(-1)
	byMinus := !ok || lo.Cmp(minus) <= 0 && minus.Cmp(hi) <= 0
	xlo, _, xok := cfa.Bounds(x)
	if byMinus && !(xok && least.Less(xlo)) {
		l.require(Overflow, at, func(bad *cfa.Loc) {
			explain(bad, cfa.Result, cfa.MkUnary(cfa.Neg, x))
			l.must(cfa.MkOr(
				cfa.MkBinary(cfa.Ne, x, cfa.ConstOf(least)),
				cfa.MkBinary(cfa.Ne, y, cfa.ConstOf(minus))), bad, pos)
		})
	}
	if byMinus && op == lang.Div {
		return l.fit(v, t)
	}
	return l.settled(v, r, pos) // the result is not further from 0 than x
}

// shifted returns x << y or x >> y. It checks that the amount is less than the width and, for a signed left shift,
// that x is not negative and the result fits.
func (l *funcLowerer) shifted(at lang.Expr, op lang.BinaryOp, x, y cfa.Expr, t *lang.Type) cfa.Expr {
	pos := at.Pos()
	v := cfa.MkBinary(arithmetic[op], x, y)
	if !l.checks(Shift) {
		return l.fit(v, t)
	}
	width := bitsOf(t)
	lo, hi, ok := cfa.Bounds(y)
	xlo, _, xok := cfa.Bounds(x)
	signed := op == lang.Shl && l.wrapRule(t) == Overflow
	if l.undefined != nil && (!ok || num.Of(width).Cmp(hi) <= 0) {
		// In an annotation, a shift by `width` or more has a value, but this value may be too large for the model.
		l.unless(cfa.MkBinary(cfa.Ge, y, cfa.ConstInt(width)), "a shift by so much in an annotation", pos)
	}
	l.require(Shift, at, func(bad *cfa.Loc) {
		explain(bad, cfa.Shifted, x, cfa.Amount, y)
		if !ok || lo.Sign() < 0 {
			l.must(cfa.MkBinary(cfa.Ge, y, cfa.ConstInt(0)), bad, pos)
		}
		if !ok || num.Of(width).Cmp(hi) <= 0 {
			l.must(cfa.MkBinary(cfa.Lt, y, cfa.ConstInt(width)), bad, pos)
		}
		if !signed {
			return
		}
		if !xok || xlo.Sign() < 0 {
			l.must(cfa.MkBinary(cfa.Ge, x, cfa.ConstInt(0)), bad, pos)
		}
		l.must(fitsShifted(x, y, width), bad, pos)
	})
	if !signed {
		return l.fit(v, t)
	}
	return l.settled(v, l.rangeOf(t, nil), pos)
}

// fitsShifted returns the condition that x << y, for x at least 0, fits a signed word of the given width.
func fitsShifted(x, y cfa.Expr, width int64) cfa.Expr {
	most := num.Pow2(uint(width - 1)).Sub(num.Of(1))
	k, isConst := cfa.IsConst(x)
	if !isConst || k.Sign() < 0 {
		return cfa.MkBinary(cfa.Le, x, cfa.MkBinary(cfa.Shr, cfa.ConstOf(most), y))
	}
	if k.IsZero() {
		return cfa.ConstInt(1)
	}
	// For a constant x, the condition depends on the amount alone.
	n := int64(0)
	for n+1 < width && k.Cmp(most.Shr(uint(n+1))) <= 0 {
		n++
	}
	if most.Less(k) {
		return cfa.ConstInt(0)
	}
	return cfa.MkBinary(cfa.Le, y, cfa.ConstInt(n))
}

// stepped returns the value that the expression x, a ++ or --, stores to its operand. v is the operand plus or minus
// 1. If field is not nil, the operand is this bit-field. C computes the sum in the promoted type and converts it back.
func (l *funcLowerer) stepped(x *lang.IncDec, v cfa.Expr, field *lang.Field) cfa.Expr {
	t := x.X.Type()
	if t.Kind != lang.Integer || l.free(t) {
		return l.fit(v, t)
	}
	bits := bitsOf(t)
	if field != nil {
		bits = int64(field.BitWidth)
	}
	if bits < 32 {
		// The promoted type is int, which holds the sum.
		return l.fit(l.convertible(x, v, t, t, field), t)
	}
	promoted := t
	if field != nil && bits == 32 && t.Size > 4 {
		promoted = &lang.Type{Kind: lang.Integer, Size: 4, Bits: 32, Signed: t.Signed}
	}
	v = l.inType(x, v, promoted)
	return l.fit(l.convertible(x, v, promoted, t, field), t)
}

// computes reports whether e contains an operation or conversion that may be checked.
func (l *lowerer) computes(e lang.Expr) bool {
	if v, ok := l.computing[e]; ok {
		return v
	}
	v := l.computesItself(e)
	for _, c := range lang.Children(e) {
		v = v || l.computes(c)
	}
	l.computing[e] = v
	return v
}

// computesItself reports whether e is an operation or conversion of the kinds that are checked.
func (l *lowerer) computesItself(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.Binary:
		switch x.Op {
		case lang.Add, lang.Sub, lang.Mul, lang.Div, lang.Rem, lang.Shl, lang.Shr:
			return x.T.Kind == lang.Integer || x.T.Kind == lang.Float && l.opt.Check.Has(Float)
		}
	case *lang.Unary:
		return x.Op == lang.Neg && x.T.Kind == lang.Integer
	case *lang.Cast:
		return l.mayChange(x)
	}
	return false
}

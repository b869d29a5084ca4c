package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Checks of arithmetic: what C leaves undefined (C11 6.5p5, 6.5.5p5, 6.5.5p6, 6.5.7), and, where
// asked for, unsigned arithmetic that wraps.
//
// A check comes when both operands have been evaluated. It compares the mathematical result with
// the range of the type that the operation is made in, by one inequality for each end that the
// operands can reach. Behind it the result needs no Wrap: inRange says so. That the result is in
// range is what everything after relies on, so the tests that guard it must stay in the program
// that proofs are about, also those that were settled beforehand (package cfa/settled).
//
// Values that are free of width (annotations, mathematical arithmetic) cannot overflow. Models of
// the library are not checked inside.

// arithmeticRules are those that operations and conversions are checked by.
var arithmeticRules = Overflow | Division | Shift | UnsignedOverflow | Conversion | FloatConversion | Float

// largeNodes is from how many nodes on a value that was checked goes into a temporary: what is
// computed from it is checked in turn, and would repeat it each time.
const largeNodes = 12

// wrapRule is the rule that arithmetic in the type t follows; 0 where it cannot overflow.
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

// settled is the value v after the checks that showed it to be in the range r. An expression is
// used where it has the value that it had there, so that its range belongs to it; not so a
// variable.
func (l *funcLowerer) settled(v cfa.Expr, r cfa.Range, pos lang.Pos) cfa.Expr {
	if lo, hi, ok := cfa.Bounds(v); ok && r.Contains(lo) && r.Contains(hi) {
		return v
	}
	if v, ok := v.(*cfa.Const); ok {
		return cfa.ConstOf(v.Val.Wrap(r.Bits, r.Signed)) // after a check that fails
	}
	if _, isVar := v.(*cfa.Var); isVar {
		return v // it may have another value later
	}
	l.inRange[v] = r
	if nodes(v, largeNodes) >= largeNodes {
		return l.pin(v, pos)
	}
	return v
}

// nodes is the number of nodes of e, counted up to a limit.
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

// computed is the value of an operation on integers of type t, checked.
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

// inType checks that v, the mathematical result of an operation made in the type t, has a value of
// that type.
func (l *funcLowerer) inType(at lang.Expr, v cfa.Expr, t *lang.Type) cfa.Expr {
	rule := l.wrapRule(t)
	if rule == 0 || !l.checks(rule) {
		return l.fit(v, t)
	}
	r := l.rangeOf(t, nil)
	l.checkRange(rule, at, v, r)
	return l.settled(v, r, at.Pos())
}

// checkRange checks that v is in the range r, by a test for each end that v can go beyond.
func (l *funcLowerer) checkRange(rule Check, at lang.Expr, v cfa.Expr, r cfa.Range) {
	least, _, most, _ := r.Bounds()
	result := v
	if b, ok := v.(*cfa.Binary); ok && b.Op == cfa.Mul {
		if k, ok := cfa.IsConst(b.Y); ok && k.Sign() > 0 {
			// Of a multiple, the factor that varies is compared.
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

// divided is x / y or x % y: not by 0; and the least value is not divided by -1, since the
// quotient does not fit, which leaves the remainder undefined, too.
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
	return l.settled(v, r, pos) // no further from 0 than x
}

// shifted is x << y or x >> y: the amount is less than the width; what is shifted to the left is,
// if signed, not negative, and the result fits.
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
		// There the value is too large for the model, and no error.
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

// fitsShifted is the condition that x << y, x at least 0, fits a signed word of that width.
func fitsShifted(x, y cfa.Expr, width int64) cfa.Expr {
	most := num.Pow2(uint(width - 1)).Sub(num.Of(1))
	k, isConst := cfa.IsConst(x)
	if !isConst || k.Sign() < 0 {
		return cfa.MkBinary(cfa.Le, x, cfa.MkBinary(cfa.Shr, cfa.ConstOf(most), y))
	}
	if k.IsZero() {
		return cfa.ConstInt(1)
	}
	// 1 << y: by the amount alone.
	n := int64(0)
	for n+1 < width && k.Cmp(most.Shr(uint(n+1))) <= 0 {
		n++
	}
	if most.Less(k) {
		return cfa.ConstInt(0)
	}
	return cfa.MkBinary(cfa.Le, y, cfa.ConstInt(n))
}

// stepped is the value v that ++ or -- gives to the lvalue of x, a bit-field if field is not nil.
// The sum is made in the promoted type, from which it is converted back.
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

// computes reports whether an operation or conversion that may be checked is a part of e.
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

package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/library"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Checks of floating operations. C with IEC 60559 (C11 annex F) defines all of them, so these checks look for results
// that are rarely intended: a NaN if no operand is a NaN (the exception "invalid", except for operands that are
// signaling NaNs), and an infinity if all operands are finite ("overflow" and "divide by zero"). Later operations on
// the NaN or the infinity are not reported again.
//
// A check follows the operation and looks at the result and the operands. If the rounding mode turns an overflow into
// the largest number, there is no infinity to report. Code inside of models of the library is not checked, but the
// results of calls of functions of math.h are.

// floatMakes says which of the two, a NaN or an infinity, an operation can make.
var floatMakes = map[fp.Code]Check{
	fp.OpAdd: FloatNaN | FloatOverflow, fp.OpSub: FloatNaN | FloatOverflow, fp.OpMul: FloatNaN | FloatOverflow,
	fp.OpDiv: FloatNaN | FloatOverflow, fp.OpFma: FloatNaN | FloatOverflow, fp.OpSqrt: FloatNaN, fp.OpFmod: FloatNaN,
	fp.OpRemainder: FloatNaN, fp.OpScale: FloatOverflow,
}

// floatMade checks the result v of an operation on floating numbers of the format f. It returns v, or a temporary that
// holds v.
func (l *funcLowerer) floatMade(at lang.Expr, code fp.Code, f fp.Format, v cfa.Expr, operands ...cfa.Expr) cfa.Expr {
	return l.floatResult(at, floatMakes[code], f, v, code == fp.OpDiv, operands...)
}

// finiteFloats are the functions of math.h that are not computed exactly and have finite results for finite
// arguments.
var finiteFloats = map[string]bool{
	"sin": true, "cos": true, "tan": true, "atan": true, "atan2": true, "tanh": true, "asinh": true, "cbrt": true, "erf": true, "erfc": true,
}

// floatCalled checks the result v that a function of the library returned for the floating arguments args.
func (l *funcLowerer) floatCalled(x *lang.Call, f *lang.Func, v cfa.Expr, args []cfa.Expr) {
	g, ok := l.format(x.T)
	if !ok || len(args) == 0 || v == nil {
		return
	}
	name := strings.TrimPrefix(f.Name, "__builtin_")
	if !finiteFloats[name] && !finiteFloats[strings.TrimSuffix(name, "f")] && !finiteFloats[strings.TrimSuffix(name, "l")] {
		l.floatResult(x, Float, g, v, false, args...)
		return
	}
	var special cfa.Expr = cfa.ConstInt(0)
	for _, a := range args {
		special = cfa.MkOr(special, infiniteFloat(g, a))
	}
	here, end := l.newLoc(x.At), l.newLoc(x.At)
	l.test(special, here, end, x.At)
	l.cur = here
	l.floatResult(x, FloatNaN, g, v, false, args...)
	l.jump(end, x.At)
	l.cur = end
}

// floatResult is floatMade for the given rules. divides says that the last operand is a divisor.
func (l *funcLowerer) floatResult(at lang.Expr, rules Check, f fp.Format, v cfa.Expr, divides bool, operands ...cfa.Expr) cfa.Expr {
	rules &= FloatNaN | FloatOverflow
	if v == nil || rules == 0 || !l.checks(rules) {
		return v
	}
	pos := at.Pos()
	v = l.repeatable(v, pos)
	if rules.Has(FloatNaN) && l.checks(FloatNaN) {
		ok := l.numberFloat(f, v, pos)
		for _, x := range operands {
			ok = cfa.MkOr(ok, cfa.MkNot(l.numberFloat(f, l.repeatable(x, pos), pos)))
		}
		l.require(FloatNaN, at, func(bad *cfa.Loc) { l.must(ok, bad, pos) })
	}
	if rules.Has(FloatOverflow) && l.checks(FloatOverflow) {
		ok := cfa.MkNot(infiniteFloat(f, v))
		for _, x := range operands {
			ok = cfa.MkOr(ok, infiniteFloat(f, l.repeatable(x, pos)))
		}
		l.require(FloatOverflow, at, func(bad *cfa.Loc) {
			if divides {
				explain(bad, cfa.ByZero, zeroFloat(f, l.repeatable(operands[len(operands)-1], pos)))
			} else {
				explain(bad, cfa.ByZero, cfa.ConstInt(0))
			}
			l.must(ok, bad, pos)
		})
	}
	return v
}

// floatConverted checks the result v of a conversion of x to a floating type: a number that is too large becomes an
// infinity.
func (l *funcLowerer) floatConverted(at lang.Expr, v, x cfa.Expr, from, to *lang.Type) cfa.Expr {
	g, ok := l.format(to)
	if !ok || x == nil || v == nil || !l.checks(FloatOverflow) {
		return v
	}
	f, fromFloat := l.format(from)
	pos := at.Pos()
	var finite cfa.Expr
	switch {
	case fromFloat && g.Exp < f.Exp:
		finite = cfa.MkNot(infiniteFloat(f, l.repeatable(x, pos)))
	case from.Kind == lang.Integer && l.overflowsTo(g, from):
		finite = cfa.ConstInt(1)
	default:
		return v
	}
	v = l.repeatable(v, pos)
	l.require(FloatOverflow, at, func(bad *cfa.Loc) {
		explain(bad, cfa.ByZero, cfa.ConstInt(0))
		l.must(cfa.MkOr(cfa.MkNot(infiniteFloat(g, v)), cfa.MkNot(finite)), bad, pos)
	})
	return v
}

// convertChecked is convert with the check of its result.
func (l *funcLowerer) convertChecked(at lang.Expr, v cfa.Expr, from, to *lang.Type) cfa.Expr {
	if v != nil && to.Kind == lang.Float && l.checks(FloatOverflow) {
		v = l.repeatable(v, at.Pos())
	}
	return l.floatConverted(at, l.convert(v, from, to, at.Pos()), v, from, to)
}

// overflowsTo reports whether the integer type t has values that are infinite in the format g.
func (l *lowerer) overflowsTo(g fp.Format, t *lang.Type) bool {
	least, _, most, _ := l.rangeOf(t, nil).Bounds()
	for _, k := range []num.Int{least, most} {
		if g.IsInf(g.FromInt(fp.Upward, k)) || g.IsInf(g.FromInt(fp.Downward, k)) {
			return true
		}
	}
	return false
}

// infiniteFloat returns 1 for the two infinities, else 0.
func infiniteFloat(f fp.Format, v cfa.Expr) cfa.Expr {
	return cfa.MkOr(cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(f.Inf(false))), cfa.MkBinary(cfa.Eq, v, cfa.ConstOf(f.Inf(true))))
}

// floatUnchecked ends the run, with nothing claimed, at an operation that would be checked if its type were modelled.
func (l *funcLowerer) floatUnchecked(at lang.Expr, t *lang.Type) {
	if _, ok := l.format(t); !ok && t.Kind == lang.Float && l.checks(Float) {
		l.cannot(at.Pos(), "a check of an operation of type "+t.String())
	}
}

// floatArgs returns the floating arguments of a call of a function of the library, pinned, if its result must be
// checked.
func (l *funcLowerer) floatArgs(x *lang.Call, f *lang.Func, args []arg) []cfa.Expr {
	g, ok := l.format(x.T)
	if !ok || !l.checks(Float) || !library.Hosted(f.Name) || f.Body != nil && !f.Model {
		return nil
	}
	var list []cfa.Expr
	for i, a := range args {
		if h, float := l.format(a.e.Type()); float && h == g && a.v != nil {
			args[i].v = l.pin(a.v, x.At)
			list = append(list, args[i].v)
		}
	}
	return list
}

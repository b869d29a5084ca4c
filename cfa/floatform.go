package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Recognition of comparisons of floating-point numbers. Package lower (float.go) translates these to integer
// expressions over the bits of the numbers. Here two of their parts are recognized by their form.

// FloatForm describes an expression as a part of the translation of a comparison of floating-point numbers. Of is the
// variable with the number's bits, or nil if the expression has neither of these forms:
//
//	Order   v >= 0 ? v : least - v           an integer that grows with the number v, if v is not a NaN
//	Number  v >= 0 && v <= up || v <= down   whether v is a number, not a NaN; or the negation of this
//
// The word v is signed, and least is its smallest value. up and down are the words of infinity and minus infinity.
type FloatForm struct {
	Of     *Var
	Order  bool
	Bits   int       // if Order is set: the number of bits of the word
	Number fp.Format // the format, if the expression has the form Number; else zero
	Not    bool      // if the expression has the form Number: it is the negation, that v is a NaN
}

// FloatFormOf returns the form of e. Of is nil in the result if e has neither form of a FloatForm.
func FloatFormOf(e Expr) (f FloatForm) {
	switch e := e.(type) {
	case *Ite: // v >= 0 ? v : least - v
		x, y := e.T, e.E
		v, op, k, ok := comparedVar(e.C)
		if ok && op == Lt {
			x, y, op = y, x, Ge
		}
		sub, isSub := y.(*Binary)
		if !ok || op != Ge || !k.IsZero() || x != Expr(v) || !isSub || sub.Op != Sub || sub.Y != Expr(v) {
			return FloatForm{}
		}
		if least, ok := IsConst(sub.X); ok && least.Sign() < 0 {
			for _, g := range floatFormats {
				if num.Pow2(uint(g.Bits() - 1)).Neg().Equal(least) {
					return FloatForm{Of: v, Order: true, Bits: g.Bits()}
				}
			}
		}
	case *Binary: // v >= 0 && v <= up || v <= down, or its negation (v < 0 || v > up) && v > down
		inner, ok := e.X.(*Binary)
		if !ok || e.Op != Or && e.Op != And || inner.Op != And && inner.Op != Or || inner.Op == e.Op {
			return FloatForm{}
		}
		ops := [3]BinOp{Ge, Le, Le}
		if e.Op == And {
			ops = [3]BinOp{Lt, Gt, Gt}
		}
		u, op1, zero, ok1 := comparedVar(inner.X)
		v, op2, up, ok2 := comparedVar(inner.Y)
		w, op3, down, ok3 := comparedVar(e.Y)
		if !ok1 || !ok2 || !ok3 || u != v || v != w || ops != [3]BinOp{op1, op2, op3} || !zero.IsZero() {
			return FloatForm{}
		}
		for _, g := range floatFormats {
			if up.Equal(g.Inf(false)) && down.Equal(g.Inf(true)) {
				return FloatForm{Of: v, Number: g, Not: e.Op == And}
			}
		}
	}
	return FloatForm{}
}

// floatFormats are the formats that are recognized.
var floatFormats = []fp.Format{fp.Single, fp.Double, fp.Quad, fp.Half}

// comparedVar returns the parts of e if it is a comparison v op k of a variable with a constant; else ok is false.
func comparedVar(e Expr) (v *Var, op BinOp, k num.Int, ok bool) {
	b, ok := e.(*Binary)
	if !ok || !b.Op.Comparison() {
		return nil, 0, num.Int{}, false
	}
	v, isVar := b.X.(*Var)
	k, isConst := IsConst(b.Y)
	return v, b.Op, k, isVar && isConst
}

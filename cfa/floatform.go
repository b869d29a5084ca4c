package cfa

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// FloatForm is what an expression is that comparisons of floating numbers are lowered to (package
// lower, float.go). Of is nil for other expressions.
type FloatForm struct {
	Of     *Var
	Order  bool      // the order of a word of so many bits
	Bits   int       // else
	Number fp.Format // not zero: that the word is no NaN
	Not    bool      // or that it is one
}

// FloatFormOf recognises the order of a number, and that a word is a number.
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
	case *Binary: // v >= 0 && v <= up || v <= down, and its negation
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

var floatFormats = []fp.Format{fp.Single, fp.Double, fp.Quad, fp.Half}

// comparedVar is the comparison of a variable with a number.
func comparedVar(e Expr) (v *Var, op BinOp, k num.Int, ok bool) {
	b, ok := e.(*Binary)
	if !ok || !b.Op.Comparison() {
		return nil, 0, num.Int{}, false
	}
	v, isVar := b.X.(*Var)
	k, isConst := IsConst(b.Y)
	return v, b.Op, k, isVar && isConst
}

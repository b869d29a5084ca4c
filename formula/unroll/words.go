// Arithmetic in words.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// wrapWords returns the value of e in words, where n is the value of e.X. If n may not fit, the operators
// of e.X are computed modulo 2^bits, so that no word is wider than the program's words.
func (x *coder) wrapWords(e *cfa.Wrap, n *number) *number {
	to := interval.Word(e.Bits, e.Signed)
	if n.Within(to) {
		return n
	}
	zero := x.konst(num.Int{})
	if r := x.each(n, zero, func(v, _ num.Int) (num.Int, bool) { return v.Wrap(e.Bits, e.Signed), true }); r != nil {
		return r
	}
	t := x.low(e.X, e.Bits)
	if !e.Signed {
		t = x.b.ZeroExtend(t, 1)
	}
	return x.maths.number(t, to)
}

// low returns the value of e modulo 2^bits. The value of e must have been computed before, so that the
// conditions under which e is defined are stated already.
func (x *coder) low(e cfa.Expr, bits int) *smt.Term {
	b := x.b
	switch e := e.(type) {
	case *cfa.Wrap:
		if e.Bits >= bits {
			return x.low(e.X, bits)
		}
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return b.BVNeg(x.low(e.X, bits))
		case cfa.BitNot:
			return b.BVNot(x.low(e.X, bits))
		}
	case *cfa.Binary:
		if n := x.Value(e); n.cases != nil {
			break
		}
		switch e.Op {
		case cfa.Add:
			return b.BVAdd(x.low(e.X, bits), x.low(e.Y, bits))
		case cfa.Sub:
			return b.BVSub(x.low(e.X, bits), x.low(e.Y, bits))
		case cfa.Mul:
			return b.BVMul(x.low(e.X, bits), x.low(e.Y, bits))
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return x.bits(e.Op, x.low(e.X, bits), x.low(e.Y, bits))
		case cfa.Shl:
			// If the count is at least `bits`, the low bits are 0. The bit-vector shift gives 0, too.
			y := x.Value(e.Y)
			w := max(bits, x.width(y.Interval))
			return x.fit(b.BVShl(x.fit(x.low(e.X, bits), w), x.word(y, w)), bits)
		}
	}
	return x.word(x.Value(e), bits)
}

// Bit-vector operators that SMT-LIB defines by other operators, overflow predicates, and conversions between
// bit-vectors and integers.

package smt

import "github.com/whet-mc/whet/num"

// BVNand returns the negation of the bitwise conjunction of x and y.
func (b *Builder) BVNand(x, y *Term) *Term { return b.BVNot(b.BVAnd(x, y)) }

// BVNor returns the negation of the bitwise disjunction of x and y.
func (b *Builder) BVNor(x, y *Term) *Term { return b.BVNot(b.BVOr(x, y)) }

// BVXnor returns the vector with a bit set where x and y agree.
func (b *Builder) BVXnor(x, y *Term) *Term { return b.BVNot(b.BVXor(x, y)) }

// BVComp returns the vector of one bit that is set if x and y are equal.
func (b *Builder) BVComp(x, y *Term) *Term { return b.flag(b.Eq(x, y)) }

// sign returns the formula that t is negative in two's complement.
func (b *Builder) sign(t *Term) *Term { return b.Bit(t, t.Width()-1) }

// magnitude returns |t|, as a natural number.
func (b *Builder) magnitude(t *Term) *Term { return b.Ite(b.sign(t), b.BVNeg(t), t) }

// BVSdiv returns the quotient in two's complement, rounded towards zero. If y is 0, the quotient is 1 for negative x
// and -1 for other x.
func (b *Builder) BVSdiv(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	q := b.BVUdiv(b.magnitude(x), b.magnitude(y))
	return b.Ite(b.Xor(b.sign(x), b.sign(y)), b.BVNeg(q), q)
}

// BVSrem returns the remainder of BVSdiv, which has the sign of x. If y is 0, the remainder is x.
func (b *Builder) BVSrem(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	r := b.BVUrem(b.magnitude(x), b.magnitude(y))
	return b.Ite(b.sign(x), b.BVNeg(r), r)
}

// BVSmod returns the remainder in two's complement that has the sign of y. If y is 0, the remainder is x.
func (b *Builder) BVSmod(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	r := b.BVUrem(b.magnitude(x), b.magnitude(y))
	signed := b.Ite(b.sign(x), b.BVNeg(r), r)
	fits := b.Or(b.Iff(b.sign(x), b.sign(y)), b.Eq(r, b.bvZero(w)))
	return b.Ite(fits, signed, b.BVAdd(signed, y))
}

// BVNego returns the formula that -t overflows: t is the least number.
func (b *Builder) BVNego(t *Term) *Term {
	wantBitVec(t)
	return b.Eq(t, b.BV(num.Pow2(uint(t.Width()-1)), t.Width()))
}

// BVUaddo returns the formula that x + y overflows, unsigned.
func (b *Builder) BVUaddo(x, y *Term) *Term { return b.BVUlt(b.BVAdd(x, y), x) }

// BVSaddo returns the formula that x + y overflows in two's complement: x and y have the same sign, and the sum has the
// other one.
func (b *Builder) BVSaddo(x, y *Term) *Term {
	sum := b.BVAdd(x, y)
	return b.And(b.Iff(b.sign(x), b.sign(y)), b.Xor(b.sign(x), b.sign(sum)))
}

// BVUsubo returns the formula that x - y overflows, unsigned.
func (b *Builder) BVUsubo(x, y *Term) *Term { return b.BVUlt(x, y) }

// BVSsubo returns the formula that x - y overflows in two's complement.
func (b *Builder) BVSsubo(x, y *Term) *Term {
	d := b.BVSub(x, y)
	return b.And(b.Xor(b.sign(x), b.sign(y)), b.Xor(b.sign(x), b.sign(d)))
}

// BVUmulo returns the formula that x·y overflows, unsigned.
func (b *Builder) BVUmulo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	p := b.BVMul(b.ZeroExtend(x, w), b.ZeroExtend(y, w))
	return b.Not(b.Eq(b.Extract(p, 2*w-1, w), b.bvZero(w)))
}

// BVSmulo returns the formula that x·y overflows in two's complement.
func (b *Builder) BVSmulo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	p := b.BVMul(b.SignExtend(x, w), b.SignExtend(y, w))
	return b.Not(b.Eq(p, b.SignExtend(b.Extract(p, w-1, 0), w)))
}

// BVSdivo returns the formula that the quotient overflows in two's complement: the least number is divided by -1.
func (b *Builder) BVSdivo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	return b.And(b.BVNego(x), b.Eq(y, b.bvOnes(y.Width())))
}

// BVToNat returns the unsigned value of t as an integer term: Σ 2^i·(bit i as a number).
func (b *Builder) BVToNat(t *Term) *Term {
	wantBitVec(t)
	if t.op == OpBVConst {
		return b.Num(t.val, b.intSort)
	}
	one, zero := b.IntNum(1), b.IntNum(0)
	var coefs []num.Rat
	var bits []*Term
	for i := range t.Width() {
		coefs = append(coefs, num.RatOfInt(num.Pow2(uint(i))))
		bits = append(bits, b.Ite(b.Bit(t, i), one, zero))
	}
	return b.Linear(b.intSort, num.Rat{}, coefs, bits)
}

// BVToInt returns the value of t in two's complement as an integer term.
func (b *Builder) BVToInt(t *Term) *Term {
	wantBitVec(t)
	high := b.Num(num.RatOfInt(num.Pow2(uint(t.Width()))), b.intSort)
	return b.Sub(b.BVToNat(t), b.Ite(b.sign(t), high, b.IntNum(0)))
}

// NatToBV returns the vector of the given width whose unsigned value is the integer term n modulo 2^width.
func (b *Builder) NatToBV(n *Term, width int) *Term {
	want(n, b.intSort)
	if n.op == OpNum {
		return b.BV(n.val.Num(), width)
	}
	two := num.RatOf(2)
	bits := make([]*Term, width)
	for i := range bits {
		q := b.Div(n, num.RatOfInt(num.Pow2(uint(i))))
		bits[i] = b.flag(b.Eq(b.Mod(q, two), b.IntNum(1)))
	}
	return b.stack(bits)
}

// Bit-vector operators that SMT-LIB defines by other operators, overflow predicates, and conversions between
// bit-vectors and integers.

package smt

import "github.com/whet-mc/whet/num"

// BVNand is the negation of the bitwise conjunction of x and y.
func (b *Builder) BVNand(x, y *Term) *Term { return b.BVNot(b.BVAnd(x, y)) }

// BVNor is the negation of the bitwise disjunction of x and y.
func (b *Builder) BVNor(x, y *Term) *Term { return b.BVNot(b.BVOr(x, y)) }

// BVXnor has a bit set where x and y agree.
func (b *Builder) BVXnor(x, y *Term) *Term { return b.BVNot(b.BVXor(x, y)) }

// BVComp is the vector of one bit that is set where x and y are equal.
func (b *Builder) BVComp(x, y *Term) *Term { return b.flag(b.Eq(x, y)) }

// sign is the formula that t is negative in two's complement.
func (b *Builder) sign(t *Term) *Term { return b.Bit(t, t.Width()-1) }

// magnitude is |t|, as a natural.
func (b *Builder) magnitude(t *Term) *Term { return b.Ite(b.sign(t), b.BVNeg(t), t) }

// BVSdiv is the quotient in two's complement, rounded towards zero. If y is 0, it is 1 for negative x and -1 for other
// x.
func (b *Builder) BVSdiv(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	q := b.BVUdiv(b.magnitude(x), b.magnitude(y))
	return b.Ite(b.Xor(b.sign(x), b.sign(y)), b.BVNeg(q), q)
}

// BVSrem is the remainder of BVSdiv, with the sign of x. If y is 0, it is x.
func (b *Builder) BVSrem(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	r := b.BVUrem(b.magnitude(x), b.magnitude(y))
	return b.Ite(b.sign(x), b.BVNeg(r), r)
}

// BVSmod is the remainder in two's complement with the sign of y. If y is 0, it is x.
func (b *Builder) BVSmod(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	r := b.BVUrem(b.magnitude(x), b.magnitude(y))
	signed := b.Ite(b.sign(x), b.BVNeg(r), r)
	fits := b.Or(b.Iff(b.sign(x), b.sign(y)), b.Eq(r, b.bvZero(w)))
	return b.Ite(fits, signed, b.BVAdd(signed, y))
}

// BVNego holds if -t overflows: t is the least number.
func (b *Builder) BVNego(t *Term) *Term {
	wantBitVec(t)
	return b.Eq(t, b.BV(num.Pow2(uint(t.Width()-1)), t.Width()))
}

// BVUaddo holds if x + y overflows, unsigned.
func (b *Builder) BVUaddo(x, y *Term) *Term { return b.BVUlt(b.BVAdd(x, y), x) }

// BVSaddo holds if x + y overflows in two's complement: x and y have the same sign, and the sum has the other.
func (b *Builder) BVSaddo(x, y *Term) *Term {
	sum := b.BVAdd(x, y)
	return b.And(b.Iff(b.sign(x), b.sign(y)), b.Xor(b.sign(x), b.sign(sum)))
}

// BVUsubo holds if x - y overflows, unsigned.
func (b *Builder) BVUsubo(x, y *Term) *Term { return b.BVUlt(x, y) }

// BVSsubo holds if x - y overflows in two's complement.
func (b *Builder) BVSsubo(x, y *Term) *Term {
	d := b.BVSub(x, y)
	return b.And(b.Xor(b.sign(x), b.sign(y)), b.Xor(b.sign(x), b.sign(d)))
}

// BVUmulo holds if x·y overflows, unsigned.
func (b *Builder) BVUmulo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	p := b.BVMul(b.ZeroExtend(x, w), b.ZeroExtend(y, w))
	return b.Not(b.Eq(b.Extract(p, 2*w-1, w), b.bvZero(w)))
}

// BVSmulo holds if x·y overflows in two's complement.
func (b *Builder) BVSmulo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	w := x.Width()
	p := b.BVMul(b.SignExtend(x, w), b.SignExtend(y, w))
	return b.Not(b.Eq(p, b.SignExtend(b.Extract(p, w-1, 0), w)))
}

// BVSdivo holds if the quotient overflows in two's complement: the least number is divided by -1.
func (b *Builder) BVSdivo(x, y *Term) *Term {
	wantAlike([]*Term{x, y})
	return b.And(b.BVNego(x), b.Eq(y, b.bvOnes(y.Width())))
}

// BVToNat is the unsigned value of t as an integer term: Σ 2^i·(bit i as a number).
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

// BVToInt is the value of t in two's complement as an integer term.
func (b *Builder) BVToInt(t *Term) *Term {
	wantBitVec(t)
	high := b.Num(num.RatOfInt(num.Pow2(uint(t.Width()))), b.intSort)
	return b.Sub(b.BVToNat(t), b.Ite(b.sign(t), high, b.IntNum(0)))
}

// NatToBV is the vector of the given width whose unsigned value is the integer term n modulo 2^width.
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

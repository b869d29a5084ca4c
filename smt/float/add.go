// Sums and fused multiply-add.

package float

import "github.com/whet-mc/whet/smt"

// add returns x + y. The operand with the smaller magnitude is shifted to the exponent of the other one, with three
// extra bits, the last of which is sticky: it records whether bits were lost. The sum is then normalized as far as its
// exponent allows. Subnormal sums are exact and need no special case.
func (d *Definer) add(m mode, x, y *smt.Term) *smt.Term {
	b := d.b
	s := x.Sort()
	p, q := d.unpack(x), d.unpack(y)
	swap := b.BVUlt(p.magnitude(b), q.magnitude(b))
	either := func(x, y *smt.Term) *smt.Term { return b.Ite(swap, y, x) }
	neg := either(p.neg, q.neg)
	exp, large := d.plain(either(p.field, q.field), either(p.frac, q.frac))
	exp2, small := d.plain(either(q.field, p.field), either(q.frac, p.frac))
	differ := b.Xor(p.neg, q.neg)

	k := prec(s) + 3
	sum := d.sum(differ, d.grown(large, k), d.shiftRight(d.grown(small, k), b.BVSub(exp, exp2)))
	none := d.isZero(sum)
	neg = b.Ite(none, b.Ite(differ, m.down, p.neg), neg)

	// The first bit of the sum has twice the weight of the first bit of the larger operand.
	sum, left := d.normaliseUpTo(sum, exp)
	left = b.BVAdd(left, d.number(1, s.Exp))
	r := d.pack(m, s, neg, b.Ite(b.Bit(sum, k), left, d.number(0, s.Exp)), sum, b.And(b.Bit(sum, k), b.Eq(left, d.number(-1, s.Exp))))

	r = b.Ite(b.Or(p.inf, q.inf), d.signed(neg, d.infinity(s)), r)
	return b.Ite(b.Or(p.nan, q.nan, b.And(p.inf, q.inf, differ)), d.nan(s), r)
}

// sum returns x + y, or x - y if differ holds, in one more bit. x must be at least y. It takes one adder: the carry
// comes in through an extra bit below the lowest one.
func (d *Definer) sum(differ, x, y *smt.Term) *smt.Term {
	b := d.b
	w := x.Width() + 1
	minus := d.flag(differ)
	x = b.Concat(d.number(0, 1), x, d.number(1, 1))
	y = b.Concat(b.BVXor(b.Repeat(minus, w), b.Concat(d.number(0, 1), y)), minus)
	return d.high(b.BVAdd(x, y), w)
}

// fma returns x·y + z. It adds the exact product and z as numbers with twice as many bits.
func (d *Definer) fma(m mode, x, y, z *smt.Term) *smt.Term {
	b := d.b
	s := x.Sort()
	p, q, r := d.unpack(x), d.unpack(y), d.unpack(z)
	sign := b.Xor(p.neg, q.neg)
	inf := b.Or(p.inf, q.inf)
	bad := b.Or(b.And(p.inf, q.zero), b.And(p.zero, q.inf))

	k := 2 * prec(s)
	w := span(k, s) + 1
	exp1, sig1 := d.product(x, y, w)
	n := d.normalised(z)
	exp2, sig2 := d.signedWide(n.exp, w), d.grown(n.sig, k)
	// 0 gets the lowest exponent, so that it is never taken for the larger operand.
	lowest := d.number(-1<<(w-2), w)
	exp1 = b.Ite(b.Or(p.zero, q.zero), lowest, exp1)
	exp2 = b.Ite(r.zero, lowest, exp2)

	order := func(exp, sig *smt.Term) *smt.Term {
		return b.Concat(b.BVXor(exp, d.number(-1<<(w-1), w)), sig)
	}
	swap := b.BVUlt(order(exp1, sig1), order(exp2, sig2))
	either := func(x, y *smt.Term) *smt.Term { return b.Ite(swap, y, x) }
	exp, large, small := either(exp1, exp2), either(sig1, sig2), either(sig2, sig1)
	differ := b.Xor(sign, r.neg)
	sum := d.sum(differ, d.grown(large, k+3), d.shiftRight(d.grown(small, k+3), b.BVSub(exp, either(exp2, exp1))))
	none := d.isZero(sum)
	neg := b.Ite(none, b.Ite(differ, m.down, sign), either(sign, r.neg))
	sum, zeros := d.normalise(sum)
	exp = b.BVSub(b.BVAdd(exp, d.number(1, w)), d.wide(zeros, w))
	out := d.round(m, s, neg, exp, sum, unbounded)
	out = b.Ite(none, d.signed(neg, d.zero(s)), out)
	out = b.Ite(b.Or(inf, r.inf), d.signed(b.Ite(inf, sign, r.neg), d.infinity(s)), out)
	return b.Ite(b.Or(p.nan, q.nan, r.nan, bad, b.And(inf, r.inf, differ)), d.nan(s), out)
}

// unbounded says that nothing is known about an exponent.
var unbounded = bounds{-1 << 40, 1 << 40}

// Quotients, square roots and remainders, computed digit by digit.

package float

import "github.com/whet-mc/whet/smt"

// div returns x/y by restoring division: each step subtracts the divisor if possible and yields one digit. The
// exponent is the exponent of x minus the exponent of y, or one less.
func (d *Definer) div(m mode, x, y *smt.Term) *smt.Term {
	b := d.b
	s := x.Sort()
	p, q := d.unpack(x), d.unpack(y)
	neg := b.Xor(p.neg, q.neg)
	n, by := d.normalised(x), d.normalised(y)
	k, w := prec(s), span(0, s)
	rest := d.wide(n.sig, k+1)
	var digits []*smt.Term
	for range k + 2 {
		var digit *smt.Term
		digit, rest = d.less1(rest, by.sig)
		digits = append(digits, d.flag(digit))
		rest = d.grown(d.low(rest, k), k+1)
	}
	sig := b.Concat(append(digits, d.flag(b.Not(d.isZero(rest))))...)
	one := b.Bit(sig, k+2) // the quotient is 1 or more
	sig = b.Ite(one, sig, d.grown(d.low(sig, k+2), k+3))
	exp := b.BVAdd(b.BVSub(n.exp, by.exp), b.Ite(one, d.number(bias(s), w), d.number(bias(s)-1, w)))
	r := d.round(m, s, neg, exp, sig, unbounded)
	r = b.Ite(b.Or(p.zero, q.inf), d.signed(neg, d.zero(s)), r)
	r = b.Ite(b.Or(p.inf, q.zero), d.signed(neg, d.infinity(s)), r)
	bad := b.Or(b.And(p.inf, q.inf), b.And(p.zero, q.zero))
	return b.Ite(b.Or(p.nan, q.nan, bad), d.nan(s), r)
}

// less1 subtracts y, which has one bit less, from x if x is at least y. It returns whether it did, and the result.
func (d *Definer) less1(x, y *smt.Term) (could, rest *smt.Term) {
	b := d.b
	w := x.Width()
	diff := b.BVSub(d.wide(x, w+1), d.wide(y, w+1))
	could = b.Not(b.Bit(diff, w))
	return could, b.Ite(could, d.low(diff, w), x)
}

// sqrt returns the square root of x, computed digit by digit. With the root r of the digits read so far and the rest,
// the next digit is 1 if 4·r+1 can be subtracted from four times the rest plus the next two bits.
func (d *Definer) sqrt(m mode, x *smt.Term) *smt.Term {
	b := d.b
	s := x.Sort()
	p := d.unpack(x)
	n := d.normalised(x)
	k, w := prec(s), span(0, s)
	exp := b.BVSub(n.exp, d.number(bias(s), w))
	odd := b.Bit(exp, 0)
	// half of the exponent, rounded down
	exp = b.BVAdd(d.signedWide(d.high(exp, w-1), w), d.number(bias(s), w))
	// The number, in [1, 4), in 2·(k+2) bits, two of them before the point.
	v := b.Ite(odd, b.Concat(n.sig, d.number(0, 1)), d.wide(n.sig, k+1))
	v = d.grown(v, 2*(k+2))
	rest, root := d.number(0, k+4), d.number(0, k+2)
	for i := range k + 2 {
		top := 2*(k+2) - 1 - 2*i
		rest = b.Concat(d.low(rest, k+2), b.Extract(v, top, top-1))
		var digit *smt.Term
		digit, rest = d.less1(rest, b.Concat(d.low(root, k+1), d.number(1, 2)))
		root = b.Concat(d.low(root, k+1), d.flag(digit))
	}
	sig := b.Concat(root, d.flag(b.Not(d.isZero(rest))))
	least := 2 - int64(k) - bias(s)
	r := d.round(m, s, b.False(), exp, sig, bounds{(least-1)/2 + bias(s), bias(s) * 2})
	r = b.Ite(p.inf, d.signed(b.False(), d.infinity(s)), r)
	r = b.Ite(p.zero, d.signed(p.neg, d.zero(s)), r)
	return b.Ite(b.Or(p.nan, b.And(p.neg, b.Not(p.zero))), d.nan(s), r)
}

// maxRest bounds the number of steps of a remainder times the bits of a step. A double would need 112,000.
const maxRest = 1 << 17

// rest returns fmod of x and y or, if nearest is set, their remainder as in IEEE 754. It is a long division over all
// possible differences of the exponents, in which only the steps that the actual difference requires take effect. It
// returns nil if the circuit would be too large.
func (d *Definer) rest(x, y *smt.Term, nearest bool) *smt.Term {
	b := d.b
	s := x.Sort()
	k, w := prec(s), span(0, s)
	steps := 1<<s.Exp - 4 + k // the greatest exponent minus the least
	if s.Exp > 16 || (steps+1)*k > maxRest {
		return nil
	}
	p, q := d.unpack(x), d.unpack(y)
	n, by := d.normalised(x), d.normalised(y)
	gap := b.BVSub(n.exp, by.exp)
	rest := d.wide(n.sig, k+1)
	odd := b.False() // the last digit of the quotient
	for i := steps; i >= 0; i-- {
		on := b.BVSle(d.number(int64(i), w), gap)
		could, less := d.less1(rest, by.sig)
		if i > 0 {
			rest = b.Ite(on, d.grown(d.low(less, k), k+1), rest)
		} else {
			rest = b.Ite(on, less, rest)
			odd = b.And(on, could)
		}
	}
	// half is the rest in units of half the last place of the divisor: the rest of the division if the exponent of x is
	// at least the exponent of y, and x itself if the exponent of x is less by one.
	below := b.BVSlt(gap, d.number(0, w))
	half := b.Ite(below, rest, d.grown(d.low(rest, k), k+1))
	keep := below // x is the result
	neg := p.neg
	if nearest {
		keep = b.BVSlt(gap, d.number(-1, w))
		divisor := d.wide(by.sig, k+1)
		more := b.Or(b.BVUlt(divisor, half), b.And(odd, b.Eq(divisor, half)))
		half = b.Ite(more, b.BVSub(d.grown(by.sig, k+1), half), half)
		neg = b.Xor(neg, more)
	}
	none := d.isZero(half)
	sig, zeros := d.normalise(half)
	exp := b.BVSub(by.exp, d.wide(zeros, w))
	r := d.round(d.nearest(), s, neg, exp, sig, unbounded)
	r = b.Ite(none, d.signed(p.neg, d.zero(s)), r)
	r = b.Ite(b.Or(keep, p.zero, q.inf), d.signed(p.neg, p.magnitude(b)), r)
	return b.Ite(b.Or(p.nan, q.nan, p.inf, q.zero), d.nan(s), r)
}

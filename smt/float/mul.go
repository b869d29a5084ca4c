// Products.

package float

import "github.com/whet-mc/whet/smt"

// mul returns x·y.
func (d *Definer) mul(m mode, x, y *smt.Term) *smt.Term {
	b := d.b
	s := x.Sort()
	p, q := d.unpack(x), d.unpack(y)
	neg := b.Xor(p.neg, q.neg)
	exp, sig := d.product(x, y, span(0, s))
	r := d.round(m, s, neg, exp, sig, unbounded)
	r = b.Ite(b.Or(p.zero, q.zero), d.signed(neg, d.zero(s)), r)
	r = b.Ite(b.Or(p.inf, q.inf), d.signed(neg, d.infinity(s)), r)
	bad := b.Or(b.And(p.inf, q.zero), b.And(p.zero, q.inf))
	return b.Ite(b.Or(p.nan, q.nan, bad), d.nan(s), r)
}

// product returns the exact product of x and y, two numbers other than 0: its exponent in w bits, and its significand
// with a leading one in twice as many bits.
func (d *Definer) product(x, y *smt.Term, w int) (exp, sig *smt.Term) {
	b := d.b
	s := x.Sort()
	p, q := d.normalised(x), d.normalised(y)
	k := 2 * prec(s)
	sig = b.BVMul(d.wide(p.sig, k), d.wide(q.sig, k))
	two := b.Bit(sig, k-1) // the product of the significands is 2 or more
	sig = b.Ite(two, sig, d.grown(d.low(sig, k-1), k))
	exp = b.BVAdd(d.signedWide(p.exp, w), d.signedWide(q.exp, w), b.Ite(two, d.number(1-bias(s), w), d.number(-bias(s), w)))
	return exp, sig
}

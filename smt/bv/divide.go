// Quotients and remainders. They are leaves, and formulas relate them to their arguments.

package bv

import "github.com/whet-mc/whet/smt"

// meet records that a quotient or remainder of d occurs.
func (x *Blaster) meet(d Division) {
	if !x.met[d] {
		x.met[d] = true
		x.fresh = append(x.fresh, d)
	}
}

// DivisionFormulas returns three formulas over bits that hold for q = n udiv d and r = n urem d and for no other
// numbers:
//
//	d = 0 → every bit of q is set
//	d ≠ 0 → r < d
//	q·d + r = n, where no intermediate sum reaches 2^width
//
// The third also holds if d = 0, since then r is n. Its sum begins with r and adds the rows of the product, which are
// unsigned numbers. So the sum is below 2^width exactly if no row is cut off and no addition has a carry out. That
// takes half of the adders that a product of double width would. Errors are as for Circuit.
func (x *Blaster) DivisionFormulas(n, d *smt.Term) ([]*smt.Term, error) {
	var in [4][]*smt.Term
	for i, t := range []*smt.Term{n, d, x.b.BVUdiv(n, d), x.b.BVUrem(n, d)} {
		bits, err := x.Bits(t)
		if err != nil {
			return nil, err
		}
		in[i] = bits
	}
	b, num, den, quo, rem := x.b, in[0], in[1], in[2], in[3]
	w := len(num)
	zero := b.And(x.negated(den)...)
	var parts []*smt.Term
	acc := append([]*smt.Term(nil), rem...)
	cut := b.False() // one of the bits of d that row k cuts off is set
	for k := range w {
		if k > 0 {
			cut = b.Or(cut, den[w-k])
			parts = append(parts, b.Not(b.And(quo[k], cut)))
		}
		if !x.spend(2 * (w - k)) {
			return nil, x.failed
		}
		sum, carry := x.rippleCarry(acc[k:], x.under(quo[k], den[:w-k]), b.False(), true)
		copy(acc[k:], sum)
		parts = append(parts, b.Not(carry))
	}
	for i := range acc {
		parts = append(parts, b.Iff(acc[i], num[i]))
	}
	return []*smt.Term{
		b.Or(b.Not(zero), b.And(quo...)),
		b.Or(zero, x.less(rem, den)),
		b.And(parts...),
	}, nil
}

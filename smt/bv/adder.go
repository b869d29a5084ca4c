// Sums and products: ripple-carry adders, and products as sums of shifted rows.

package bv

import (
	"math/big"

	"github.com/whet-mc/whet/smt"
)

// ripple returns p + q + carry: a row of full adders, each of which passes its carry to the next. The carry of p_i,
// q_i, c is c if p_i and q_i differ, and otherwise p_i: one multiplexer instead of three gates.
func (x *Blaster) ripple(p, q []*smt.Term, carry *smt.Term) []*smt.Term {
	out, _ := x.rippleCarry(p, q, carry, false)
	return out
}

// rippleCarry does what ripple does and, if want is set, also returns the carry out of the highest bit.
func (x *Blaster) rippleCarry(p, q []*smt.Term, carry *smt.Term, want bool) ([]*smt.Term, *smt.Term) {
	out := make([]*smt.Term, len(p))
	for i := range p {
		differ := x.b.Xor(p[i], q[i])
		out[i] = x.b.Xor(differ, carry)
		if want || i+1 < len(p) {
			carry = x.b.Ite(differ, carry, p[i])
		}
	}
	return out, carry
}

// falses returns the number 0 with n bits.
func (x *Blaster) falses(n int) []*smt.Term {
	out := make([]*smt.Term, n)
	for i := range out {
		out[i] = x.b.False()
	}
	return out
}

// negative returns -p = 0 + ¬p + 1.
func (x *Blaster) negative(p []*smt.Term) []*smt.Term {
	return x.ripple(x.falses(len(p)), x.negated(p), x.b.True())
}

// sum adds from left to right. Negated operands come last: the 1 of the negation is the carry in.
func (x *Blaster) sum(t *smt.Term) []*smt.Term {
	if !x.spend(t.NumArgs() * t.Width()) {
		return nil
	}
	var acc []*smt.Term
	for _, a := range t.Args() {
		switch {
		case a.Op() == smt.OpBVNeg:
		case acc == nil:
			acc = x.bits[a]
		default:
			acc = x.ripple(acc, x.bits[a], x.b.False())
		}
	}
	for _, a := range t.Args() {
		switch {
		case a.Op() != smt.OpBVNeg:
		case acc == nil:
			acc = x.bits[a]
		default:
			acc = x.ripple(acc, x.negated(x.bits[a.Arg(0)]), x.b.True())
		}
	}
	return acc
}

// product multiplies from left to right.
func (x *Blaster) product(t *smt.Term) []*smt.Term {
	acc := x.bits[t.Arg(0)]
	for i, a := range t.Args()[1:] {
		if i == 0 && t.Arg(0).Op() == smt.OpBVConst {
			acc = x.multiple(t.Arg(0).Value().Num().Big(), x.bits[a])
		} else {
			acc = x.times(acc, x.bits[a])
		}
		if acc == nil {
			return nil
		}
	}
	return acc
}

// multiple returns k·p: shifted copies of p are added if a digit of k is 1, and subtracted if it is -1.
func (x *Blaster) multiple(k *big.Int, p []*smt.Term) []*smt.Term {
	w := len(p)
	acc := x.falses(w)
	for i, d := range digits(k, w) {
		if d == 0 {
			continue
		}
		if !x.spend(w - i) {
			return nil
		}
		low := p[:w-i]
		if d > 0 {
			copy(acc[i:], x.ripple(acc[i:], low, x.b.False()))
		} else {
			copy(acc[i:], x.ripple(acc[i:], x.negated(low), x.b.True()))
		}
	}
	return acc
}

// digits writes the natural k modulo 2^width with few digits -1, 0, 1, the lowest first: in the non-adjacent form (G.
// W. Reitwiesner, Binary Arithmetic, 1960) if that has fewer that are not 0 than the binary one.
func digits(k *big.Int, width int) []int {
	binary, signed := make([]int, width), make([]int, width)
	ones, nonzero := 0, 0
	carry := uint(0)
	for i := range width {
		bit := k.Bit(i)
		binary[i] = int(bit)
		ones += int(bit)
		// The digit of bit + carry: if it is odd, the next bit decides whether it is 1 or -1.
		switch s := bit + carry; {
		case s != 1:
			carry = s / 2
		case k.Bit(i+1) == 1:
			signed[i], carry = -1, 1
			nonzero++
		default:
			signed[i], carry = 1, 0
			nonzero++
		}
	}
	if nonzero < ones {
		return signed
	}
	return binary
}

// times returns p·q: it adds rows of shifted copies of one factor, each masked by a bit of the other. The other is the
// factor with more bits that are known to be 0.
func (x *Blaster) times(p, q []*smt.Term) []*smt.Term {
	if zeros(q) > zeros(p) {
		p, q = q, p
	}
	w := len(p)
	acc := x.under(p[0], q)
	for k := 1; k < w; k++ {
		if p[k].IsFalse() {
			continue
		}
		if !x.spend(2 * (w - k)) {
			return nil
		}
		copy(acc[k:], x.ripple(acc[k:], x.under(p[k], q[:w-k]), x.b.False()))
	}
	return acc
}

// under returns q if f holds, else 0.
func (x *Blaster) under(f *smt.Term, q []*smt.Term) []*smt.Term {
	out := make([]*smt.Term, len(q))
	for i, g := range q {
		out[i] = x.b.And(f, g)
	}
	return out
}

// zeros returns the number of bits that are known to be 0.
func zeros(fs []*smt.Term) int {
	n := 0
	for _, f := range fs {
		if f.IsFalse() {
			n++
		}
	}
	return n
}

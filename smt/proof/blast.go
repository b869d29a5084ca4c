// The rules blast and bv_div: circuits of bit-vector terms. The circuits of package bv are written a second time here,
// in a simpler way that takes more time, and must result in the same terms.

package proof

import (
	"errors"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// blast checks that the clause is the equivalence of an atom with its circuit, or half of it.
func (c *checker) blast(s *Step) error {
	if len(s.Terms) == 1 && s.Terms[0].IsBool() && aboutFloats(s.Terms[0]) {
		a := s.Terms[0]
		f := c.floats().of(a)
		if f == nil {
			return errFloat
		}
		return sameAsOne(s.Clause, lits{c.b.Iff(a, f)}, lits{c.b.Not(a), f}, lits{a, c.b.Not(f)})
	}
	if err := terms(s, 1, smt.OpEq, smt.OpBVUlt, smt.OpBVSlt, smt.OpBit); err != nil {
		return err
	}
	a := s.Terms[0]
	if a.Arg(0).Sort().Kind != smt.BitVec {
		return errors.New("it is not about bit-vectors")
	}
	if err := c.blastTerms(a.Args()...); err != nil {
		return err
	}
	x := c.bits[a.Arg(0)]
	var f *smt.Term
	switch a.Op() {
	case smt.OpBit:
		f = x[a.I()]
	case smt.OpEq:
		f = c.equalBits(x, c.bits[a.Arg(1)])
	case smt.OpBVUlt:
		f = c.less(x, c.bits[a.Arg(1)])
	case smt.OpBVSlt:
		y := c.bits[a.Arg(1)]
		top := len(x) - 1
		// If the signs differ, the negative number is the smaller one.
		f = c.b.Ite(c.b.Xor(x[top], y[top]), x[top], c.less(x[:top], y[:top]))
	}
	return sameAsOne(s.Clause, lits{c.b.Iff(a, f)}, lits{c.b.Not(a), f}, lits{a, c.b.Not(f)})
}

// blastTerms makes the bits of the terms and of their subterms.
func (c *checker) blastTerms(ts ...*smt.Term) error {
	if c.bits == nil {
		c.bits = map[*smt.Term][]*smt.Term{}
	}
	stack := append([]*smt.Term(nil), ts...)
	for len(stack) > 0 || c.halted {
		if c.poll() {
			return ErrStopped // even if a circuit was left unfinished
		}
		t := stack[len(stack)-1]
		if c.bits[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		if !isLeaf(t) && aboutFloats(t) {
			m := c.floats().of(t)
			switch {
			case m == nil:
				return errFloat
			case c.bits[m] == nil:
				stack = append(stack, m)
			default:
				c.bits[t] = c.bits[m]
			}
			continue
		}
		if !isLeaf(t) {
			for _, a := range t.Args() {
				if a.Sort().Kind == smt.BitVec && c.bits[a] == nil {
					stack = append(stack, a)
					ready = false
				}
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		if c.bits[t] = c.circuit(t); c.bits[t] == nil {
			return errors.New("there is no circuit for " + t.Op().String())
		}
	}
	return nil
}

// isLeaf reports whether the bits of t are unknowns in circuits.
func isLeaf(t *smt.Term) bool {
	switch t.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpDiff, smt.OpBVUdiv, smt.OpBVUrem:
		return true
	case smt.OpFloatBits:
		return unknownFloat(t.Arg(0))
	}
	return false
}

// circuit returns the bits of t, lowest first. The bits of its arguments must exist. It returns nil if t has no
// circuit.
func (c *checker) circuit(t *smt.Term) lits {
	b := c.b
	n := t.Width()
	arg := func(i int) lits { return c.bits[t.Arg(i)] }
	out := make(lits, 0, n)
	switch t.Op() {
	case smt.OpApp, smt.OpSelect, smt.OpDiff, smt.OpBVUdiv, smt.OpBVUrem, smt.OpFloatBits:
		for i := range n {
			out = append(out, b.Bit(t, i))
		}
	case smt.OpBVConst:
		v := t.Value().Num()
		for i := range n {
			out = append(out, b.Bool(!v.Shr(uint(i)).Wrap(1, false).IsZero()))
		}
	case smt.OpConcat:
		for i := t.NumArgs() - 1; i >= 0; i-- {
			out = append(out, arg(i)...)
		}
	case smt.OpExtract:
		out = append(out, arg(0)[t.J():t.I()+1]...)
	case smt.OpSignExt:
		out = append(out, arg(0)...)
		for len(out) < n {
			out = append(out, arg(0)[len(arg(0))-1])
		}
	case smt.OpIte:
		for i := range n {
			out = append(out, b.Ite(t.Arg(0), arg(1)[i], arg(2)[i]))
		}
	case smt.OpBVNot:
		out = c.negated(arg(0))
	case smt.OpBVNeg:
		out, _ = c.addBits(c.constant(n, b.False()), c.negated(arg(0)), b.True())
	case smt.OpBVAnd, smt.OpBVOr, smt.OpBVXor:
		for i := range n {
			column := make(lits, t.NumArgs())
			for k := range column {
				column[k] = arg(k)[i]
			}
			out = append(out, c.gate(t.Op(), column))
		}
	case smt.OpBVAdd:
		out = c.sumBits(t)
	case smt.OpBVMul:
		out = arg(0)
		for i := 1; i < t.NumArgs(); i++ {
			if k := t.Arg(0); i == 1 && k.Op() == smt.OpBVConst {
				out = c.multiple(k.Value().Num(), arg(1))
			} else {
				out = c.mulBits(out, arg(i))
			}
		}
	case smt.OpBVShl:
		out = reversed(c.shift(reversed(arg(0)), arg(1), b.False()))
	case smt.OpBVLshr:
		out = c.shift(arg(0), arg(1), b.False())
	case smt.OpBVAshr:
		out = c.shift(arg(0), arg(1), arg(0)[n-1])
	default:
		return nil
	}
	return out
}

// constant returns n copies of bit.
func (c *checker) constant(n int, bit *smt.Term) lits {
	out := make(lits, n)
	for i := range out {
		out[i] = bit
	}
	return out
}

// negated returns the negations of the bits.
func (c *checker) negated(x lits) lits {
	out := make(lits, len(x))
	for i, p := range x {
		out[i] = c.b.Not(p)
	}
	return out
}

// reversed returns the bits in reverse order.
func reversed(x lits) lits {
	out := make(lits, len(x))
	for i, p := range x {
		out[len(x)-1-i] = p
	}
	return out
}

// gate returns the conjunction, disjunction or exclusive or of the bits.
func (c *checker) gate(op smt.Op, in lits) *smt.Term {
	switch op {
	case smt.OpBVAnd:
		return c.b.And(in...)
	case smt.OpBVOr:
		return c.b.Or(in...)
	}
	out := in[0]
	for _, p := range in[1:] {
		out = c.b.Xor(out, p)
	}
	return out
}

// addBits returns the sum of two numbers and a carry, by full adders, and the carry out of the highest bit.
func (c *checker) addBits(x, y lits, carry *smt.Term) (lits, *smt.Term) {
	b := c.b
	out := make(lits, len(x))
	for i := range x {
		differ := b.Xor(x[i], y[i])
		out[i] = b.Xor(differ, carry)
		carry = b.Ite(differ, carry, x[i]) // where x and y agree, both are the carry
	}
	return out, carry
}

// addAt adds y and the carry to x from bit k on. It drops the bits of y beyond the width of x.
func (c *checker) addAt(x lits, k int, y lits, carry *smt.Term) lits {
	high, _ := c.addBits(x[k:], y[:len(x)-k], carry)
	return append(x[:k:k], high...)
}

// sumBits first adds the operands that are not negations, then subtracts the negated ones.
func (c *checker) sumBits(t *smt.Term) lits {
	var out lits
	for _, last := range []bool{false, true} {
		for _, a := range t.Args() {
			switch {
			case (a.Op() == smt.OpBVNeg) != last:
			case out == nil:
				out = c.bits[a]
			case last:
				out = c.addAt(out, 0, c.negated(c.bits[a.Arg(0)]), c.b.True())
			default:
				out = c.addAt(out, 0, c.bits[a], c.b.False())
			}
		}
	}
	return out
}

// mulBits adds up y, shifted and masked by each bit of x. If y has more bits known to be false, it exchanges x and y.
func (c *checker) mulBits(x, y lits) lits {
	if known := func(z lits) (n int) {
		for _, p := range z {
			if p.IsFalse() {
				n++
			}
		}
		return n
	}; known(y) > known(x) {
		x, y = y, x
	}
	out := c.mask(x[0], y)
	for k := 1; k < len(x) && !c.poll(); k++ {
		if !x[k].IsFalse() {
			out = c.addAt(out, k, c.mask(x[k], y), c.b.False())
		}
	}
	return out
}

// mask returns the conjunctions of p with each bit of y.
func (c *checker) mask(p *smt.Term, y lits) lits {
	out := make(lits, len(y))
	for i := range y {
		out[i] = c.b.And(p, y[i])
	}
	return out
}

// multiple returns k·y. If k has fewer nonzero digits in non-adjacent form (digits 1 and -1, no two of them adjacent)
// than in binary, it uses that form.
func (c *checker) multiple(k num.Int, y lits) lits {
	n := len(y)
	signed, binary := make([]int, n), make([]int, n)
	used, ones := 0, 0
	one := num.Of(1)
	rest := k
	for i := range n {
		if odd := !k.Shr(uint(i)).And(one).IsZero(); odd {
			binary[i] = 1
			ones++
		}
		if !rest.And(one).IsZero() {
			signed[i] = 1
			if !rest.And(num.Of(2)).IsZero() {
				signed[i] = -1
			}
			used++
			rest = rest.Sub(num.Of(int64(signed[i])))
		}
		rest = rest.Shr(1)
	}
	digits := binary
	if used < ones {
		digits = signed
	}
	out := c.constant(n, c.b.False())
	for i, d := range digits {
		switch {
		case c.poll():
			return out
		case d > 0:
			out = c.addAt(out, i, y, c.b.False())
		case d < 0:
			out = c.addAt(out, i, c.negated(y), c.b.True())
		}
	}
	return out
}

// shift moves x down by the number y and fills the top with fill.
func (c *checker) shift(x, y lits, fill *smt.Term) lits {
	b := c.b
	n := len(x)
	stages := 0
	for 1<<stages < n {
		stages++
	}
	out := x
	for k := 0; k < stages; k++ {
		next := make(lits, n)
		for i := range next {
			from := fill
			if i+1<<k < n {
				from = out[i+1<<k]
			}
			next[i] = b.Ite(y[k], from, out[i])
		}
		out = next
	}
	far := b.Or(y[stages:]...) // y has n bits, and stages is at most n
	next := make(lits, n)
	for i := range next {
		next[i] = b.Ite(far, fill, out[i])
	}
	return next
}

// equalBits returns the formula that x and y are equal.
func (c *checker) equalBits(x, y lits) *smt.Term {
	all := make(lits, len(x))
	for i := range x {
		all[i] = c.b.Iff(x[i], y[i])
	}
	return c.b.And(all...)
}

// less returns the formula x < y for unsigned numbers. It compares from the lowest bit up: the highest bit that differs
// decides.
func (c *checker) less(x, y lits) *smt.Term {
	out := c.b.False()
	for i := range x {
		out = c.b.Ite(c.b.Xor(x[i], y[i]), y[i], out)
	}
	return out
}

// bvDiv checks one of the formulas that determine the quotient q and the remainder r of x and y: if y = 0, all bits of
// q are set; otherwise r < y; and q·y + r = x without overflow in any partial sum.
func (c *checker) bvDiv(s *Step) error {
	if err := terms(s, 2); err != nil {
		return err
	}
	if s.Terms[0].Sort() != s.Terms[1].Sort() || s.Terms[0].Sort().Kind != smt.BitVec {
		return errors.New("it is about two bit-vectors")
	}
	b := c.b
	quo, rem := b.BVUdiv(s.Terms[0], s.Terms[1]), b.BVUrem(s.Terms[0], s.Terms[1])
	if err := c.blastTerms(s.Terms[0], s.Terms[1], quo, rem); err != nil {
		return err
	}
	x, y, q, r := c.bits[s.Terms[0]], c.bits[s.Terms[1]], c.bits[quo], c.bits[rem]
	zero := b.And(c.negated(y)...)
	var all lits
	lost := b.False() // a bit of y that row k cuts off is set
	sum := r
	for k := range x {
		if c.poll() {
			return ErrStopped
		}
		if k > 0 {
			lost = b.Or(lost, y[len(y)-k])
			all = append(all, b.Not(b.And(q[k], lost)))
		}
		high, carry := c.addBits(sum[k:], c.mask(q[k], y[:len(y)-k]), b.False())
		sum = append(sum[:k:k], high...)
		all = append(all, b.Not(carry))
	}
	for i := range x {
		all = append(all, b.Iff(sum[i], x[i]))
	}
	return sameAsOne(s.Clause, lits{b.Or(b.Not(zero), b.And(q...))}, lits{b.Or(zero, c.less(r, y))}, lits{b.And(all...)})
}

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// maxSplits is how many words' lengths a number may span for its wrap to be a choice among so many.
const maxSplits = 3

// apply is the operator on two values, by package interp's meaning; ok is false where it is undefined.
func apply(op cfa.BinOp, x, y num.Int) (v num.Int, ok bool) {
	switch op {
	case cfa.Add:
		return x.Add(y), true
	case cfa.Sub:
		return x.Sub(y), true
	case cfa.Mul:
		return x.Mul(y), true
	case cfa.Div, cfa.Rem:
		if y.IsZero() {
			return num.Int{}, false
		}
		if op == cfa.Div {
			return x.Quo(y), true
		}
		return x.Rem(y), true
	case cfa.BitAnd:
		return x.And(y), true
	case cfa.BitOr:
		return x.Or(y), true
	case cfa.BitXor:
		return x.Xor(y), true
	case cfa.Shl, cfa.Shr:
		k, small := y.Int64()
		if !small || k < 0 || k > 127 {
			return num.Int{}, false
		}
		if op == cfa.Shl {
			return x.Shl(uint(k)), true
		}
		return x.Shr(uint(k)), true
	}
	panic("unroll: not an arithmetic operator: " + op.String())
}

// each makes a number of the values of f over the cases of two numbers; nil where there are too many. Undefined combinations are
// left out.
func (m *maths) each(x, y *number, f func(x, y num.Int) (num.Int, bool)) *number {
	if x.cases == nil || y.cases == nil || len(x.cases)*len(y.cases) > maxPairs {
		return nil
	}
	var all []oneOf
	for _, c := range x.cases {
		for _, d := range y.cases {
			if v, ok := f(c.val, d.val); ok {
				all = append(all, oneOf{v, m.b.And(c.is, d.is)})
			}
		}
	}
	return m.among(all)
}

// binary is x op y. That it is defined is another matter: where it is not, the value means nothing.
func (m *maths) binary(op cfa.BinOp, x, y *number) *number {
	if r := m.each(x, y, func(v, w num.Int) (num.Int, bool) { return apply(op, v, w) }); r != nil {
		return r
	}
	switch op {
	case cfa.Add:
		s := x.add(y.span)
		if m.words {
			w := m.width(s)
			return m.number(m.b.BVAdd(m.word(x, w), m.word(y, w)), s)
		}
		return m.number(m.b.Add(m.of(x), m.of(y)), s)
	case cfa.Sub:
		s := x.add(y.neg())
		if m.of(x) == m.of(y) {
			return m.konst(num.Int{})
		}
		if m.words {
			w := m.width(s)
			return m.number(m.b.BVSub(m.word(x, w), m.word(y, w)), s)
		}
		return m.number(m.b.Sub(m.of(x), m.of(y)), s)
	case cfa.Mul:
		s := x.mul(y.span)
		if m.words {
			w := m.width(s)
			return m.number(m.b.BVMul(m.word(x, w), m.word(y, w)), s)
		}
		return m.number(m.b.Mul(m.of(x), m.of(y)), s)
	case cfa.Div, cfa.Rem:
		return m.divide(op, x, y)
	case cfa.Shl, cfa.Shr:
		return m.shift(op, x, y)
	}
	return m.bitwise(op, x, y)
}

func (m *maths) neg(x *number) *number { return m.binary(cfa.Sub, m.konst(num.Int{}), x) }

// complement is -x-1.
func (m *maths) complement(x *number) *number { return m.binary(cfa.Sub, m.konst(num.Of(-1)), x) }

// divide rounds towards zero, as C does.
func (m *maths) divide(op cfa.BinOp, x, y *number) *number {
	s := x.rem(y.span)
	if op == cfa.Div {
		s = x.quo(y.span)
	}
	b := m.b
	if m.words {
		w := max(m.width(x.span), m.width(y.span), m.width(s))
		n, d := m.word(x, w), m.word(y, w)
		natural := x.natural() && y.natural()
		switch {
		case op == cfa.Div && natural:
			return m.number(b.BVUdiv(n, d), s)
		case op == cfa.Div:
			return m.number(b.BVSdiv(n, d), s)
		case natural:
			return m.number(b.BVUrem(n, d), s)
		}
		return m.number(b.BVSrem(n, d), s)
	}
	n, zero := m.of(x), b.IntNum(0)
	if k, ok := y.value(); ok {
		if k.IsZero() {
			return m.konst(k) // nobody comes here
		}
		// The solver's division rounds down.
		by := num.RatOfInt(k)
		q := b.Ite(b.Ge(n, zero), b.Div(n, by.Abs()), b.Neg(b.Div(b.Neg(n), by.Abs())))
		if x.natural() {
			q = b.Div(n, by.Abs())
		}
		if k.Sign() < 0 {
			q = b.Neg(q)
		}
		if op == cfa.Div {
			return m.number(q, s)
		}
		return m.number(b.Sub(n, b.Scale(by, q)), s)
	}
	// n = q*d + r, where r is smaller than d and has the sign of n, has one solution for each d but 0.
	q, r, d := m.fresh("quotient", span{}), m.fresh("remainder", span{}), m.of(y)
	defined := b.Not(b.Eq(d, zero))
	say := func(t *smt.Term) { m.facts = append(m.facts, b.Implies(defined, t)) }
	say(b.Eq(n, b.Add(b.Mul(q.term, d), r.term)))
	say(b.Lt(b.Abs(r.term), b.Abs(d)))
	say(b.Ite(b.Ge(n, zero), b.Ge(r.term, zero), b.Le(r.term, zero)))
	if op == cfa.Div {
		return m.number(q.term, s)
	}
	return m.number(r.term, s)
}

// amounts bounds by what a shift is defined: 0 … 127.
func amounts(y *number) span {
	s := y.meet(between(num.Int{}, num.Of(127)))
	if s.empty() {
		return point(num.Int{}) // never defined
	}
	return s
}

func (m *maths) shift(op cfa.BinOp, x, y *number) *number {
	by := amounts(y)
	s := x.shift(op, by)
	if m.words {
		w := max(m.width(s), m.width(x.span), m.width(y.span))
		n, k := m.word(x, w), m.word(y, w)
		if op == cfa.Shl {
			return m.number(m.b.BVShl(n, k), s)
		}
		return m.number(m.b.BVAshr(n, k), s)
	}
	b, n := m.b, m.of(x)
	power := func(k int64) *smt.Term {
		p := num.RatOfInt(num.Pow2(uint(k)))
		if op == cfa.Shl {
			return b.Scale(p, n)
		}
		return b.Div(n, p)
	}
	lo, _ := by.lo.Int64()
	hi, _ := by.hi.Int64()
	t := power(hi)
	for k := hi - 1; k >= lo; k-- {
		t = b.Ite(b.Eq(m.of(y), b.IntNum(k)), power(k), t)
	}
	return m.number(t, s)
}

// bitwise is x & y, x | y, x ^ y.
func (m *maths) bitwise(op cfa.BinOp, x, y *number) *number {
	s := x.bitwise(op, y.span)
	b := m.b
	if m.words {
		w := max(m.width(x.span), m.width(y.span))
		return m.number(m.bits(op, m.word(x, w), m.word(y, w)), s)
	}
	if op == cfa.BitAnd {
		for _, o := range [][2]*number{{x, y}, {y, x}} {
			if c, ok := o[0].value(); ok {
				// The mask 2^k-1 takes the remainder.
				if p := c.Add(num.Of(1)); c.Sign() > 0 && p.And(c).IsZero() {
					return m.number(b.Mod(m.of(o[1]), num.RatOfInt(p)), s)
				}
			}
		}
	}
	if !x.finite() || !y.finite() || max(x.bits(), y.bits()) > maxBits {
		m.gaps = true
		return m.fresh("any", s)
	}
	w := max(x.bits(), y.bits())
	return m.number(b.BVToInt(m.bits(op, b.NatToBV(m.of(x), w), b.NatToBV(m.of(y), w))), s)
}

func (m *maths) bits(op cfa.BinOp, x, y *smt.Term) *smt.Term {
	switch op {
	case cfa.BitAnd:
		return m.b.BVAnd(x, y)
	case cfa.BitOr:
		return m.b.BVOr(x, y)
	}
	return m.b.BVXor(x, y)
}

// wrap is the number in a word that is congruent to x, in integers.
func (m *maths) wrap(x *number, bits int, signed bool) *number {
	to := rangeSpan(cfa.Range{Bits: bits, Signed: signed})
	if x.within(to) {
		return x
	}
	zero := m.konst(num.Int{})
	if r := m.each(x, zero, func(v, _ num.Int) (num.Int, bool) { return v.Wrap(bits, signed), true }); r != nil {
		return r
	}
	b, t := m.b, m.of(x)
	if x.finite() {
		from, upto := x.lo.Sub(to.lo).Shr(uint(bits)), x.hi.Sub(to.lo).Shr(uint(bits)) // in lengths of a word
		if n, ok := upto.Sub(from).Int64(); ok && n < maxSplits {
			less := func(k num.Int) *smt.Term { return b.Sub(t, m.literal(k.Shl(uint(bits)), span{})) }
			r := less(upto)
			for k := upto.Sub(num.Of(1)); !k.Less(from); k = k.Sub(num.Of(1)) {
				end := k.Add(num.Of(1)).Shl(uint(bits)).Add(to.lo)
				r = b.Ite(b.Lt(t, m.literal(end, span{})), less(k), r)
			}
			if n == 0 {
				to = between(x.lo.Sub(from.Shl(uint(bits))), x.hi.Sub(from.Shl(uint(bits))))
			}
			return m.number(r, to)
		}
	}
	return m.number(b.Wrap(t, bits, signed), to)
}

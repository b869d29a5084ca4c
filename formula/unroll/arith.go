// Arithmetic in integers and in words of sufficient width.

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// maxSplits bounds the number of word lengths that an interval may span for wrap to distinguish between
// them.
const maxSplits = 3

// each returns the number whose cases are the values of f for the cases of x and y. Undefined combinations
// are left out. It returns nil if the cases of an operand are not known, or the combinations are too many.
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

// binary returns x op y. The caller must state the conditions under which the operation is defined; where
// it is not, the value is meaningless.
func (m *maths) binary(op cfa.BinOp, x, y *number) *number {
	if r := m.each(x, y, op.Apply); r != nil {
		return r
	}
	switch op {
	case cfa.Add:
		s := x.Add(y.Interval)
		if m.words {
			w := m.width(s)
			return m.number(m.b.BVAdd(m.word(x, w), m.word(y, w)), s)
		}
		return m.number(m.b.Add(m.of(x), m.of(y)), s)
	case cfa.Sub:
		s := x.Sub(y.Interval)
		if m.of(x) == m.of(y) {
			return m.konst(num.Int{})
		}
		if m.words {
			w := m.width(s)
			return m.number(m.b.BVSub(m.word(x, w), m.word(y, w)), s)
		}
		return m.number(m.b.Sub(m.of(x), m.of(y)), s)
	case cfa.Mul:
		s := x.Mul(y.Interval)
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

// complement returns -x-1.
func (m *maths) complement(x *number) *number { return m.binary(cfa.Sub, m.konst(num.Of(-1)), x) }

// divide returns the quotient or remainder of x and y, rounded towards zero as in C.
func (m *maths) divide(op cfa.BinOp, x, y *number) *number {
	s := x.Rem(y.Interval)
	if op == cfa.Div {
		s = x.Quo(y.Interval)
	}
	if s.IsEmpty() {
		return m.konst(num.Int{}) // the divisor is 0: no run gets here
	}
	b := m.b
	if m.words {
		w := max(m.width(x.Interval), m.width(y.Interval), m.width(s))
		n, d := m.word(x, w), m.word(y, w)
		natural := x.Natural() && y.Natural()
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
		// The solver's division rounds down.
		by := num.RatOfInt(k)
		q := b.Ite(b.Ge(n, zero), b.Div(n, by.Abs()), b.Neg(b.Div(b.Neg(n), by.Abs())))
		if x.Natural() {
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
	// n = q*d + r, where |r| < |d| and r has the sign of n, has exactly one solution for each d except 0.
	q, r, d := m.fresh("quotient", interval.All()), m.fresh("remainder", interval.All()), m.of(y)
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

func (m *maths) shift(op cfa.BinOp, x, y *number) *number {
	s := x.Shr(y.Interval)
	if op == cfa.Shl {
		s = x.Shl(y.Interval)
	}
	if s.IsEmpty() {
		return m.konst(num.Int{}) // the shift is undefined: no run gets here
	}
	if m.words {
		w := max(m.width(s), m.width(x.Interval), m.width(y.Interval))
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
	by := y.Meet(interval.Of(num.Int{}, num.Of(interval.MaxShift)))
	lo, _ := by.Lo.Int64()
	hi, _ := by.Hi.Int64()
	t := power(hi)
	for k := hi - 1; k >= lo; k-- {
		t = b.Ite(b.Eq(m.of(y), b.IntNum(k)), power(k), t)
	}
	return m.number(t, s)
}

// bitwise returns x & y, x | y or x ^ y.
func (m *maths) bitwise(op cfa.BinOp, x, y *number) *number {
	var s interval.Interval
	switch op {
	case cfa.BitAnd:
		s = x.And(y.Interval)
	case cfa.BitOr:
		s = x.Or(y.Interval)
	default:
		s = x.Xor(y.Interval)
	}
	b := m.b
	if m.words {
		w := max(m.width(x.Interval), m.width(y.Interval))
		return m.number(m.bits(op, m.word(x, w), m.word(y, w)), s)
	}
	if op == cfa.BitAnd {
		for _, o := range [][2]*number{{x, y}, {y, x}} {
			if c, ok := o[0].value(); ok {
				// x & 2^k-1 is the remainder of x by 2^k.
				if p := c.Add(num.Of(1)); c.Sign() > 0 && p.And(c).IsZero() {
					return m.number(b.Mod(m.of(o[1]), num.RatOfInt(p)), s)
				}
			}
		}
	}
	if !x.Bounded() || !y.Bounded() || max(x.Bits(), y.Bits()) > maxBits {
		m.inexact = true
		return m.fresh("any", s)
	}
	w := max(x.Bits(), y.Bits())
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

// wrap returns the number in a word that is congruent to x. It is used with integers only.
func (m *maths) wrap(x *number, bits int, signed bool) *number {
	to := interval.Word(bits, signed)
	if x.Within(to) {
		return x
	}
	zero := m.konst(num.Int{})
	if r := m.each(x, zero, func(v, _ num.Int) (num.Int, bool) { return v.Wrap(bits, signed), true }); r != nil {
		return r
	}
	b, t := m.b, m.of(x)
	if x.Bounded() {
		// Each interval of 2^bits numbers needs one case.
		from, upto := x.Lo.Sub(to.Lo).Shr(uint(bits)), x.Hi.Sub(to.Lo).Shr(uint(bits))
		if n, ok := upto.Sub(from).Int64(); ok && n < maxSplits {
			less := func(k num.Int) *smt.Term { return b.Sub(t, m.literal(k.Shl(uint(bits)), interval.All())) }
			r := less(upto)
			for k := upto.Sub(num.Of(1)); !k.Less(from); k = k.Sub(num.Of(1)) {
				end := k.Add(num.Of(1)).Shl(uint(bits)).Add(to.Lo)
				r = b.Ite(b.Lt(t, m.literal(end, interval.All())), less(k), r)
			}
			if n == 0 {
				to = interval.Of(x.Lo.Sub(from.Shl(uint(bits))), x.Hi.Sub(from.Shl(uint(bits))))
			}
			return m.number(r, to)
		}
	}
	return m.number(b.Wrap(t, bits, signed), to)
}

package unroll

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// span is an interval of integers, either end of which may be missing.
type span struct {
	lo, hi       num.Int
	hasLo, hasHi bool
}

func point(v num.Int) span        { return span{v, v, true, true} }
func between(lo, hi num.Int) span { return span{lo, hi, true, true} }

func rangeSpan(r cfa.Range) span {
	lo, hasLo, hi, hasHi := r.Bounds()
	return span{lo, hi, hasLo, hasHi}
}

func (s span) finite() bool  { return s.hasLo && s.hasHi }
func (s span) natural() bool { return s.hasLo && s.lo.Sign() >= 0 }
func (s span) empty() bool   { return s.finite() && s.hi.Less(s.lo) }
func (s span) isPoint() bool { return s.finite() && s.lo.Equal(s.hi) }
func (s span) same(t span) bool {
	return s.hasLo == t.hasLo && s.hasHi == t.hasHi && (!s.hasLo || s.lo.Equal(t.lo)) && (!s.hasHi || s.hi.Equal(t.hi))
}

func (s span) has(v num.Int) bool {
	return !(s.hasLo && v.Less(s.lo)) && !(s.hasHi && s.hi.Less(v))
}

// within reports whether all of s lies in t.
func (s span) within(t span) bool {
	return (!t.hasLo || s.hasLo && !s.lo.Less(t.lo)) && (!t.hasHi || s.hasHi && !t.hi.Less(s.hi))
}

// meet is the intersection.
func (s span) meet(t span) span {
	if t.hasLo && (!s.hasLo || s.lo.Less(t.lo)) {
		s.lo, s.hasLo = t.lo, true
	}
	if t.hasHi && (!s.hasHi || t.hi.Less(s.hi)) {
		s.hi, s.hasHi = t.hi, true
	}
	return s
}

// join is the least interval around both.
func (s span) join(t span) span {
	s.hasLo, s.hasHi = s.hasLo && t.hasLo, s.hasHi && t.hasHi
	if s.hasLo && t.lo.Less(s.lo) {
		s.lo = t.lo
	}
	if s.hasHi && s.hi.Less(t.hi) {
		s.hi = t.hi
	}
	return s
}

// bits is the least width of words in two's complement that hold all of a finite span.
func (s span) bits() int {
	m := s.hi
	if s.lo.Sign() < 0 {
		if n := s.lo.Not(); m.Less(n) {
			m = n
		}
	}
	return length(m) + 1
}

// length is the number of binary digits of a number that is not negative.
func length(m num.Int) int {
	if m.Sign() <= 0 {
		return 0
	}
	if v, ok := m.Int64(); ok {
		n := 0
		for ; v != 0; v >>= 1 {
			n++
		}
		return n
	}
	return m.Big().BitLen()
}

func (s span) neg() span { return span{s.hi.Neg(), s.lo.Neg(), s.hasHi, s.hasLo} }

func (s span) add(t span) span {
	return span{s.lo.Add(t.lo), s.hi.Add(t.hi), s.hasLo && t.hasLo, s.hasHi && t.hasHi}
}

func (s span) mul(t span) span {
	switch {
	case s.finite() && t.finite():
		return corners(num.Int.Mul, s, t)
	case s.natural() && t.natural():
		return span{lo: s.lo.Mul(t.lo), hasLo: true}
	}
	return span{}
}

// corners is the hull of f at the ends of two finite spans.
func corners(f func(x, y num.Int) num.Int, s, t span) span {
	c := point(f(s.lo, t.lo))
	for _, v := range []num.Int{f(s.lo, t.hi), f(s.hi, t.lo), f(s.hi, t.hi)} {
		c = c.join(point(v))
	}
	return c
}

// quo bounds quotients rounded towards 0: they are not greater than the dividend in absolute value, and are monotone in the
// dividend for each divisor; by a divisor that keeps its sign also in the divisor.
func (s span) quo(t span) span {
	if !s.finite() {
		if s.natural() && t.natural() {
			return span{hasLo: true}
		}
		return span{}
	}
	if t.finite() && (t.lo.Sign() > 0 || t.hi.Sign() < 0) {
		return corners(num.Int.Quo, s, t)
	}
	m := s.hi
	if n := s.lo.Neg(); m.Less(n) {
		m = n
	}
	if s.natural() && t.natural() {
		return between(num.Int{}, m)
	}
	return between(m.Neg(), m)
}

// rem bounds remainders: they have the sign of the dividend, are not greater, and below the divisor in absolute value.
func (s span) rem(t span) span {
	r := span{}
	if t.finite() {
		m := t.hi
		if n := t.lo.Neg(); m.Less(n) {
			m = n
		}
		if m.Sign() <= 0 {
			return point(num.Int{}) // never defined
		}
		m = m.Sub(num.Of(1))
		r = between(m.Neg(), m)
	}
	if s.hasHi {
		r = r.meet(span{hi: maxInt(s.hi, num.Int{}), hasHi: true})
	}
	if s.hasLo {
		r = r.meet(span{lo: minInt(s.lo, num.Int{}), hasLo: true})
	}
	return r
}

// bitwise bounds x & y, x | y, x ^ y of two's complement words without end.
func (s span) bitwise(op cfa.BinOp, t span) span {
	if op == cfa.BitAnd && (s.natural() || t.natural()) {
		r := span{hasLo: true}
		for _, u := range []span{s, t} {
			if u.natural() && u.hasHi {
				r = r.meet(span{hi: u.hi, hasHi: true})
			}
		}
		return r
	}
	natural := s.natural() && t.natural()
	if !s.finite() || !t.finite() {
		return span{hasLo: natural}
	}
	m := num.Pow2(uint(max(s.bits(), t.bits()) - 1))
	r := between(m.Neg(), m.Sub(num.Of(1)))
	if natural {
		r.lo = num.Int{}
	}
	return r
}

// shift bounds x shifted by y, which lies in 0 … 127.
func (s span) shift(op cfa.BinOp, y span) span {
	f := func(x, k num.Int) num.Int {
		n, _ := k.Int64()
		if op == cfa.Shl {
			return x.Shl(uint(n))
		}
		return x.Shr(uint(n))
	}
	if s.finite() {
		return corners(f, s, y)
	}
	return span{hasLo: s.natural()}
}

func minInt(x, y num.Int) num.Int {
	if y.Less(x) {
		return y
	}
	return x
}

func maxInt(x, y num.Int) num.Int {
	if x.Less(y) {
		return y
	}
	return x
}

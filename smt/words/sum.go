// Sums as bit-vectors.
//
// Programs that put words together from bytes, or take them apart, become sums over integers with divisions by powers
// of 2. Adders for these would be large circuits for what is only wiring. So a sum is read as a constant and parts,
// where a part can also be a run of bits of a term (t div 2^lo mod 2^n) or a remainder. Parts whose bits do not overlap
// are concatenated; only the others are added.

package words

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// sum is a constant plus parts.
type sum struct {
	konst num.Int
	parts []part
}

// part is coef times t, times a run of the bits of t, or times a remainder of t.
type part struct {
	coef num.Int
	t    *smt.Term
	// If n > 0, the part takes n bits of t in two's complement, from bit lo on: t div 2^lo mod 2^n.
	lo, n int
	mod   num.Int // if not 0: the part takes t mod this number
}

// maxSplit is the largest number of parts of a sum in which split looks for remainders.
const maxSplit = 256

// split returns the sum t with its remainders as parts: x - k·(x div k), and what remains of two quotients of the same
// term, x div h - m·(x div (h·m)). Terms can express remainders only in these ways. Known terms that are part of the
// sum become parts, too.
func (x *translator) split(t *smt.Term) *sum {
	m := &sum{}
	var ok bool
	if m.konst, ok = t.Value().Int(); !ok {
		x.failed = true
	}
	for i, a := range t.Args() {
		c, ok := t.Coef(i).Int()
		if !ok {
			x.failed = true
		}
		m.parts = append(m.parts, part{coef: c, t: a})
	}
	if x.failed || len(m.parts) > maxSplit {
		return m
	}
	for _, a := range t.Args() {
		for _, known := range x.byArg[a] {
			m.contract(known)
		}
	}
	// The largest divisors come first, because the rest of a pair can belong to the next pair.
	var quotients []*smt.Term
	for _, p := range m.parts {
		if p.t.Op() == smt.OpDiv {
			quotients = append(quotients, p.t)
		}
	}
	slices.SortStableFunc(quotients, func(p, q *smt.Term) int { return q.Value().Num().Cmp(p.Value().Num()) })
	for _, q := range quotients {
		m.remainder(q)
	}
	return m
}

// find returns the index of the part that is t itself, or -1.
func (m *sum) find(t *smt.Term) int {
	return slices.IndexFunc(m.parts, func(p part) bool { return p.t == t && p.n == 0 && p.mod.IsZero() })
}

// take subtracts c·t, where t is a part, and removes the part if its factor becomes 0.
func (m *sum) take(c num.Int, t *smt.Term) {
	i := m.find(t)
	m.parts[i].coef = m.parts[i].coef.Sub(c)
	if m.parts[i].coef.IsZero() {
		m.parts = slices.Delete(m.parts, i, i+1)
	}
}

// remainder looks for a remainder that the quotient q belongs to, and makes one part of it.
func (m *sum) remainder(q *smt.Term) {
	i := m.find(q)
	if i < 0 {
		return
	}
	t, k, c := q.Arg(0), q.Value().Num(), m.parts[i].coef
	for _, p := range m.parts { // a·(t div h) + c·(t div k), where c = -a·k/h
		if p.t.Op() != smt.OpDiv || p.t == q || p.t.Arg(0) != t || p.n != 0 || !p.mod.IsZero() {
			continue
		}
		h := p.t.Value().Num()
		from, ok1 := log2(h)
		to, ok2 := log2(k)
		if ok1 && ok2 && from < to && p.coef.Mul(k).Equal(c.Mul(h).Neg()) {
			m.take(c, q)
			m.take(p.coef, p.t)
			m.parts = append(m.parts, part{coef: p.coef, t: t, lo: from, n: to - from})
			return
		}
	}
	a := c.Neg().Quo(k)
	if !a.Mul(k).Equal(c.Neg()) || !m.has(a, t) {
		return
	}
	m.take(c, q)
	m.takeAll(a, t)
	p := part{coef: a, t: t, mod: k}
	if n, ok := log2(k); ok {
		p = part{coef: a, t: t, n: n}
	}
	m.parts = append(m.parts, p)
}

// has reports whether m contains a·t. The factors must be exactly the same.
func (m *sum) has(a num.Int, t *smt.Term) bool {
	is := func(c num.Int, s *smt.Term) bool {
		i := m.find(s)
		return i >= 0 && m.parts[i].coef.Equal(c)
	}
	if t.Op() != smt.OpSum {
		return is(a, t)
	}
	for i, s := range t.Args() {
		if c, ok := t.Coef(i).Int(); !ok || !is(a.Mul(c), s) {
			return false
		}
	}
	return t.Value().IsInt()
}

// takeAll subtracts a·t, which m contains.
func (m *sum) takeAll(a num.Int, t *smt.Term) {
	if t.Op() != smt.OpSum {
		m.take(a, t)
		return
	}
	for i, s := range t.Args() {
		m.take(a.Mul(t.Coef(i).Num()), s)
	}
	m.konst = m.konst.Sub(a.Mul(t.Value().Num()))
}

// contract replaces a multiple of the known sum t in m by a single part.
func (m *sum) contract(t *smt.Term) {
	i := m.find(t.Arg(0))
	c, ok := t.Coef(0).Int()
	if i < 0 || !ok {
		return
	}
	a := m.parts[i].coef.Quo(c)
	if !a.IsZero() && m.has(a, t) {
		m.takeAll(a, t)
		m.parts = append(m.parts, part{coef: a, t: t})
	}
}

// log2 returns n if k is 2^n.
func log2(k num.Int) (n int, ok bool) {
	if k.Sign() <= 0 || !k.And(k.Sub(num.Of(1))).IsZero() {
		return 0, false
	}
	return interval.Point(k).Bits() - 2, true
}

// spanOfPart returns the interval of p without its factor.
func (x *translator) spanOfPart(p part) interval.Interval {
	switch {
	case p.n > 0:
		return interval.Word(p.n, false)
	case !p.mod.IsZero():
		return interval.Of(num.Of(0), p.mod.Sub(num.Of(1)))
	}
	return x.spans[p.t]
}

// spanOfSum returns the interval of m.
func (x *translator) spanOfSum(m *sum) interval.Interval {
	s := interval.Point(m.konst)
	for _, p := range m.parts {
		s = s.Add(x.spanOfPart(p).Scale(p.coef))
	}
	return s
}

// sumOf returns any integer term as a sum.
func (x *translator) sumOf(t *smt.Term) *sum {
	if m := x.sums[t]; m != nil {
		return m
	}
	if t.Op() == smt.OpNum {
		return &sum{konst: t.Value().Num()}
	}
	return &sum{parts: []part{{coef: num.Of(1), t: t}}}
}

// sides returns sums p and q with nonnegative factors such that m is p - q.
func (m *sum) sides() (p, q *sum) {
	p, q = &sum{}, &sum{}
	for _, s := range m.parts {
		if s.coef.Sign() > 0 {
			p.parts = append(p.parts, s)
		} else {
			q.parts = append(q.parts, part{s.coef.Neg(), s.t, s.lo, s.n, s.mod})
		}
	}
	if m.konst.Sign() > 0 {
		p.konst = m.konst
	} else {
		q.konst = m.konst.Neg()
	}
	return p, q
}

// run is a run of bits of a word, beginning at bit at.
type run struct {
	at   int
	bits *smt.Term
}

// modulo returns a sum that is congruent to m modulo 2^w and whose factors have the smallest magnitude.
func (x *translator) modulo(m *sum, w int) *sum {
	n := &sum{konst: m.konst}
	changed := false
	for _, p := range m.parts {
		c := p.coef.Wrap(w, true)
		changed = changed || !c.Equal(p.coef)
		if p.coef = c; !c.IsZero() {
			n.parts = append(n.parts, p)
		}
	}
	if !changed {
		return m
	}
	for _, p := range m.parts { // with the new factors, more known sums may be part of it
		if p.n == 0 && p.mod.IsZero() {
			for _, known := range x.byArg[p.t] {
				n.contract(known)
			}
		}
	}
	return n
}

// addition returns m modulo 2^w as w bits. Parts whose bits do not overlap with others (bytes of a word, its sign) are
// concatenated; only the rest is added.
func (x *translator) addition(m *sum, w int) *smt.Term {
	b := x.b
	m = x.modulo(m, w)
	var plus, minus []run
	var rest []*smt.Term
	for _, p := range m.parts {
		at, odd := exponent(p.coef)
		if at >= w {
			continue
		}
		s := x.spanOfPart(p)
		width := min(w-at, natural(s))
		switch {
		case s.Natural() && odd.Equal(num.Of(1)):
			plus = append(plus, run{at, x.part(p, width)})
		case s.Natural() && odd.Equal(num.Of(-1)) && at+width == w:
			// -2^at·t is 2^at·(-t), and these bits reach the top of the word
			plus = append(plus, run{at, b.BVNeg(x.part(p, width))})
		case s.Natural() && odd.Equal(num.Of(-1)) && natural(s) == 1 && x.top(m) == at:
			// -2^at·bit modulo 2^w: the bit, repeated from bit at to the top
			plus = append(plus, run{at, b.Repeat(x.part(p, 1), w-at)})
		case s.Natural() && odd.Equal(num.Of(-1)):
			minus = append(minus, run{at, x.part(p, width)})
		default:
			t := x.part(p, w-at)
			if !odd.Equal(num.Of(1)) {
				x.left -= weight(odd) * w
				t = b.BVMul(b.BV(odd, w-at), t)
			}
			rest = append(rest, place(b, t, at, w))
		}
	}
	rest = append(rest, rows(b, plus, w)...)
	for _, t := range rows(b, minus, w) {
		rest = append(rest, b.BVNeg(t))
	}
	if k := b.BV(m.konst, w); len(rest) == 0 || !k.Value().IsZero() {
		rest = append(rest, k)
	}
	if len(rest) == 1 {
		return rest[0]
	}
	x.left -= len(rest) * w
	return b.BVAdd(rest...)
}

// weight returns the least number of nonzero digits of k as a number with the digits -1, 0 and 1. A multiplication by k
// takes about as many additions.
func weight(k num.Int) int {
	n := 0
	for _, c := range k.Mul(num.Of(3)).Xor(k).Big().Bits() {
		n += bits.OnesCount(uint(c))
	}
	return n
}

// top returns the position at which the highest part of m begins.
func (x *translator) top(m *sum) int {
	top := 0
	for _, p := range m.parts {
		at, _ := exponent(p.coef)
		top = max(top, at)
	}
	return top
}

// rows concatenates runs that do not overlap into words of w bits. It fills one word after the other, each with every
// run that still fits above the last one.
func rows(b *smt.Builder, runs []run, w int) []*smt.Term {
	slices.SortStableFunc(runs, func(p, q run) int { return cmp.Compare(p.at, q.at) })
	var out []*smt.Term
	for len(runs) > 0 {
		var left []run
		row, top := []*smt.Term{}, 0
		for _, r := range runs {
			if r.at < top {
				left = append(left, r)
				continue
			}
			if r.at > top {
				row = append(row, b.BV(num.Int{}, r.at-top))
			}
			row, top = append(row, r.bits), r.at+r.bits.Width()
		}
		if top < w {
			row = append(row, b.BV(num.Int{}, w-top))
		}
		slices.Reverse(row)
		out = append(out, b.Concat(row...))
		runs = left
	}
	return out
}

// place returns t·2^at as w bits, where t has w - at bits.
func place(b *smt.Builder, t *smt.Term, at, w int) *smt.Term {
	if at == 0 {
		return t
	}
	return b.Concat(t, b.BV(num.Int{}, w-t.Width()))
}

// exponent returns at and an odd number odd such that k = 2^at·odd. k must not be 0.
func exponent(k num.Int) (at int, odd num.Int) {
	low := k.And(k.Neg())
	at, _ = log2(low)
	return at, k.Quo(low)
}

// natural returns the number of bits, at least 1, of the largest number in s, an interval of natural numbers.
func natural(s interval.Interval) int { return max(s.Bits()-1, 1) }

// The meaning of shifts and bitwise operations. Both work on integers of any size, in two's complement. A bitwise
// operation becomes remainders if one operand is a suitable mask, and otherwise an operation on words that are wide
// enough for the operands.

package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// maxWidth is the width of the widest words that bitwise operations are translated to.
const maxWidth = 130

// shift returns the value of a shift: e.X multiplied by a power of 2, or divided by it and rounded down. The
// expression is undefined unless e.Y is from 0 to 127.
func (r *reader) shift(e *cfa.Binary) *smt.Term {
	b := r.b
	n, by := r.term(e.X), r.term(e.Y)
	r.defined(b.Le(r.int(0), by))
	r.defined(b.Lt(by, r.int(128)))
	power := func(k int64) *smt.Term {
		p := num.RatOfInt(num.Pow2(uint(k)))
		if e.Op == cfa.Shl {
			return b.Scale(p, n)
		}
		return b.Div(n, p)
	}
	l := r.spanOf(r.s, by).meet(span{num.Of(0), num.Of(127), true, true})
	if l.empty() {
		return r.int(0) // the shift is undefined, so no run goes on
	}
	lo, _ := l.lo.Int64()
	hi, _ := l.hi.Int64()
	t := power(hi)
	for k := hi - 1; k >= lo; k-- {
		t = b.Ite(b.Eq(by, r.int(k)), power(k), t)
	}
	return t
}

// bitwise returns the value of & | or ^ on two's complement numbers of unlimited width. Words that hold both operands,
// including their signs, give the same result. If no such width is known, the result is an unknown number, the same
// for the same operands.
func (r *reader) bitwise(e *cfa.Binary) *smt.Term {
	b := r.b
	p, q := r.term(e.X), r.term(e.Y)
	if p.Op() == smt.OpNum && q.Op() == smt.OpNum {
		m, n := p.Value().Num(), q.Value().Num()
		switch e.Op {
		case cfa.BitAnd:
			return r.num(m.And(n))
		case cfa.BitOr:
			return r.num(m.Or(n))
		}
		return r.num(m.Xor(n))
	}
	for _, o := range [][2]*smt.Term{{p, q}, {q, p}} {
		if o[0].Op() != smt.OpNum {
			continue
		}
		m := o[0].Value().Num()
		if and, ok := r.masked(o[1], m); ok {
			r.isBitwise(and, cfa.BitAnd, o[0], o[1])
			switch e.Op {
			case cfa.BitAnd:
				return and
			case cfa.BitOr: // x | m is x + m - (x & m), and x ^ m is x + m - 2*(x & m)
				return b.Sub(b.Add(o[1], o[0]), and)
			}
			return b.Sub(b.Add(o[1], o[0]), b.Scale(num.RatOf(2), and))
		}
	}
	w := max(r.width(p, e.X), r.width(q, e.Y))
	if w > maxWidth {
		return b.App(b.Func([...]string{"and", "or", "xor"}[e.Op-cfa.BitAnd]+" without end", []*smt.Sort{r.ints, r.ints}, r.ints), p, q)
	}
	s, t := b.NatToBV(p, w), b.NatToBV(q, w)
	switch e.Op {
	case cfa.BitAnd:
		s = b.BVAnd(s, t)
	case cfa.BitOr:
		s = b.BVOr(s, t)
	default:
		s = b.BVXor(s, t)
	}
	u := b.BVToInt(s)
	if u.Op() == smt.OpSum {
		r.words[u] = word(w, true)
	}
	r.isBitwise(u, e.Op, p, q)
	return r.named(u, e.Op, p, q, w)
}

// mostConditionals is the largest number of conditionals in a bitwise result that does not get a name.
const mostConditionals = 8

// named returns a constant that equals u, the result of the bitwise operation op on p and q in words of width w. Only
// where a program is written out (naming) do results get names: terms computed from u then contain one constant
// instead of a term for each bit. The same result always gets the same name, so the equation may be assumed on every
// path. Short results are returned as they are.
func (r *reader) named(u *smt.Term, op cfa.BinOp, p, q *smt.Term, w int) *smt.Term {
	if !r.naming || u.Op() != smt.OpSum || u.NumArgs() <= mostConditionals {
		return u
	}
	v := r.names[u]
	if v == nil {
		v = r.unknown("bits")
		r.ranges[v] = word(w, true)
		if r.names == nil {
			r.names = map[*smt.Term]*smt.Term{}
		}
		r.names[u] = v
		r.isBitwise(v, op, p, q)
	}
	r.assume(r.s, r.b.Eq(v, u))
	return v
}

// isBitwise records that t is the result of op on p and q. Only the translation to words uses this (words.Translate).
func (x *checker) isBitwise(t *smt.Term, op cfa.BinOp, p, q *smt.Term) {
	if t.Op() != smt.OpSum && !t.IsVar() || t == p || t == q || x.bitwiseSeen[t] {
		return
	}
	if x.bitwiseSeen == nil {
		x.bitwiseSeen = map[*smt.Term]bool{}
	}
	x.bitwiseSeen[t] = true
	to := [...]smt.Op{smt.OpBVAnd, smt.OpBVOr, smt.OpBVXor}[op-cfa.BitAnd]
	x.knownTerms = append(x.knownTerms, words.Known{T: t, Op: to, X: p, Y: q})
}

// masked returns t & m, expressed by remainders. The one bits of m must be contiguous: the bits between two positions
// or, if m is negative, all bits from some position on. Otherwise masked returns false.
func (r *reader) masked(t *smt.Term, m num.Int) (*smt.Term, bool) {
	b := r.b
	if m.IsZero() {
		return r.int(0), true
	}
	low := m.And(m.Neg()) // 2^from
	end := m.Add(low)     // 2^to, or 0 if the run of ones has no end
	if !end.And(end.Sub(num.Of(1))).IsZero() {
		return nil, false
	}
	high := t
	if !end.IsZero() {
		high = b.Mod(t, num.RatOfInt(end))
	}
	if low.Equal(num.Of(1)) {
		return high, true
	}
	return b.Sub(high, b.Mod(t, num.RatOfInt(low))), true
}

// width returns the width of signed words that hold the value of the expression e, whose term is t. It is more than
// maxWidth if no such width is known.
func (r *reader) width(t *smt.Term, e cfa.Expr) int {
	l := r.spanOf(r.s, t)
	if lo, hi, ok := cfa.Bounds(e); ok {
		l = l.meet(span{lo, hi, true, true})
	}
	w := 1
	for w <= maxWidth && !l.within(word(w, true)) {
		w++
	}
	return w
}

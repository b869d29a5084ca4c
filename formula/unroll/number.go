// Numbers and choices among them.

package unroll

import (
	"fmt"
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// number is the value of an expression in some runs. The fields describe the value only for these runs;
// for other runs they mean nothing.
type number struct {
	interval.Interval // contains the value
	// term is the value: with words, a bit-vector of Bits() bits; otherwise an integer. If there are cases,
	// term may be nil until it is needed.
	term *smt.Term
	// cases, if not nil, are all possible values, in ascending order. Exactly one of their conditions
	// holds.
	cases []oneOf
	// root, if not nil, is the number before conditions narrowed it. It has the same value as this number.
	root *number
}

// oneOf is a possible value and the condition under which it is the value.
type oneOf struct {
	val num.Int
	is  *smt.Term
}

const (
	maxCases = 16  // greatest number of cases of a number
	maxPairs = 64  // greatest number of pairs of cases that one operation distinguishes
	maxBits  = 400 // greatest width of a number in words
)

// maths makes numbers and computes with them.
type maths struct {
	b       *smt.Builder
	words   bool
	ints    *smt.Sort
	facts   []*smt.Term // facts about the unknowns that were made
	made    int         // the number of unknowns that were made
	wide    bool        // some number needed more than maxBits bits
	inexact bool        // some value was left open
}

func (m *maths) konst(v num.Int) *number {
	return &number{Interval: interval.Point(v), cases: []oneOf{{v, m.b.True()}}}
}

// value returns the value of n if n is a constant.
func (n *number) value() (num.Int, bool) {
	if n.IsPoint() {
		return n.Lo, true
	}
	return num.Int{}, false
}

// unroot returns the number before conditions narrowed it.
func (n *number) unroot() *number {
	if n.root != nil {
		return n.root
	}
	return n
}

// of returns the term of n. It makes the term from the cases if necessary.
func (m *maths) of(n *number) *smt.Term {
	if n.term == nil {
		last := len(n.cases) - 1
		t := m.literal(n.cases[last].val, n.Interval)
		for i := last - 1; i >= 0; i-- {
			t = m.b.Ite(n.cases[i].is, m.literal(n.cases[i].val, n.Interval), t)
		}
		n.term = t
	}
	return n.term
}

// literal returns the value v, which lies in s, as a term of the form that numbers in s have.
func (m *maths) literal(v num.Int, s interval.Interval) *smt.Term {
	if m.words {
		return m.b.BV(v, m.width(s))
	}
	return m.b.Num(num.RatOfInt(v), m.ints)
}

// width returns the width, in words, of numbers in s.
func (m *maths) width(s interval.Interval) int {
	if !s.Bounded() {
		m.wide = true
		return maxBits
	}
	w := s.Bits()
	if w > maxBits {
		m.wide = true
		return maxBits
	}
	return w
}

// fit returns the word t, sign extended or truncated to w bits.
func (m *maths) fit(t *smt.Term, w int) *smt.Term {
	switch have := t.Width(); {
	case have < w:
		return m.b.SignExtend(t, w-have)
	case have > w:
		return m.b.Extract(t, w-1, 0)
	}
	return t
}

// word returns n modulo 2^w, as a word of w bits.
func (m *maths) word(n *number, w int) *smt.Term {
	if v, ok := n.value(); ok {
		return m.b.BV(v, w)
	}
	return m.fit(m.of(n), w)
}

// number makes a number in s from a term. In words, t may be any signed word with the number's value; only
// the bits that s needs are kept.
func (m *maths) number(t *smt.Term, s interval.Interval) *number {
	if s.IsPoint() {
		return m.konst(s.Lo)
	}
	if m.words {
		t = m.fit(t, m.width(s))
	} else if t.Op() == smt.OpNum {
		return m.konst(t.Value().Num())
	}
	return &number{Interval: s, term: t}
}

// among makes a number from cases in any order. Cases with false conditions are left out. If no case is
// left, no run gets here, and the result is 0.
func (m *maths) among(cases []oneOf) *number {
	cases = slices.DeleteFunc(cases, func(c oneOf) bool { return c.is.IsFalse() })
	if len(cases) == 0 {
		return m.konst(num.Int{})
	}
	slices.SortStableFunc(cases, func(a, b oneOf) int { return a.val.Cmp(b.val) })
	out := cases[:1]
	for _, c := range cases[1:] {
		if last := &out[len(out)-1]; last.val.Equal(c.val) {
			last.is = m.b.Or(last.is, c.is)
		} else {
			out = append(out, c)
		}
	}
	if len(out) == 1 {
		return m.konst(out[0].val)
	}
	n := &number{Interval: interval.Of(out[0].val, out[len(out)-1].val), cases: out}
	if len(out) > maxCases {
		m.of(n)
		n.cases = nil
	}
	return n
}

// fresh returns a new unknown number in s, which may be unbounded.
func (m *maths) fresh(name string, s interval.Interval) *number {
	m.made++
	name = fmt.Sprintf("%s#%d", name, m.made)
	if s.IsPoint() {
		return m.konst(s.Lo)
	}
	b := m.b
	if !m.words {
		t := b.Var(name, m.ints)
		m.bound(t, s)
		return &number{Interval: s, term: t}
	}
	w := m.width(s)
	full := num.Pow2(uint(w - 1))
	if s.Natural() {
		// The sign bit is 0.
		t := b.Concat(b.BV(num.Int{}, 1), b.Var(name, b.BitVecSort(w-1)))
		n := &number{Interval: s, term: t}
		if !s.Lo.IsZero() || !s.Hi.Equal(full.Sub(num.Of(1))) {
			m.bound(t, s)
		}
		return n
	}
	t := b.Var(name, b.BitVecSort(w))
	if !s.Lo.Equal(full.Neg()) || !s.Hi.Equal(full.Sub(num.Of(1))) {
		m.bound(t, s)
	}
	return &number{Interval: s, term: t}
}

// bound adds the fact that the unknown t is in s.
func (m *maths) bound(t *smt.Term, s interval.Interval) {
	b := m.b
	if !s.NoLo {
		if m.words {
			m.facts = append(m.facts, b.BVSge(t, m.literal(s.Lo, s)))
		} else {
			m.facts = append(m.facts, b.Ge(t, m.literal(s.Lo, s)))
		}
	}
	if !s.NoHi {
		if m.words {
			m.facts = append(m.facts, b.BVSle(t, m.literal(s.Hi, s)))
		} else {
			m.facts = append(m.facts, b.Le(t, m.literal(s.Hi, s)))
		}
	}
}

// choose returns a number that is x if c holds, else y.
func (m *maths) choose(c *smt.Term, x, y *number) *number {
	switch {
	case x == y || c.IsTrue():
		return x
	case c.IsFalse():
		return y
	}
	if x.unroot() == y.unroot() {
		// x and y are the same number, narrowed by different conditions. At the join it is one number
		// again.
		r := x.unroot()
		return m.keep(r, x.Join(y.Interval).Meet(r.Interval), func(v num.Int) bool { return x.can(v) || y.can(v) })
	}
	b := m.b
	if x.cases != nil && y.cases != nil && len(x.cases)+len(y.cases) <= 2*maxCases {
		not := b.Not(c)
		all := make([]oneOf, 0, len(x.cases)+len(y.cases))
		i, j := 0, 0
		for i < len(x.cases) || j < len(y.cases) {
			switch {
			case j == len(y.cases) || i < len(x.cases) && x.cases[i].val.Less(y.cases[j].val):
				all = append(all, oneOf{x.cases[i].val, b.And(c, x.cases[i].is)})
				i++
			case i == len(x.cases) || y.cases[j].val.Less(x.cases[i].val):
				all = append(all, oneOf{y.cases[j].val, b.And(not, y.cases[j].is)})
				j++
			default:
				all = append(all, oneOf{x.cases[i].val, b.Ite(c, x.cases[i].is, y.cases[j].is)})
				i, j = i+1, j+1
			}
		}
		return m.among(all)
	}
	s := x.Join(y.Interval)
	if m.words {
		w := m.width(s)
		return m.number(b.Ite(c, m.word(x, w), m.word(y, w)), s)
	}
	return m.number(b.Ite(c, m.of(x), m.of(y)), s)
}

// alike reports whether the same is known about n and o, which must have the same term.
func (n *number) alike(o *number) bool {
	if n == o {
		return true
	}
	if !n.Equal(o.Interval) || len(n.cases) != len(o.cases) {
		return false
	}
	for i, c := range n.cases {
		if c.is != o.cases[i].is || !c.val.Equal(o.cases[i].val) {
			return false
		}
	}
	return true
}

// can reports whether v may be the value of n.
func (n *number) can(v num.Int) bool {
	if n.cases == nil {
		return n.Contains(v)
	}
	return slices.ContainsFunc(n.cases, func(c oneOf) bool { return c.val.Equal(v) })
}

// keep returns n narrowed to the interval s and to the cases that are possible.
func (m *maths) keep(n *number, s interval.Interval, possible func(num.Int) bool) *number {
	var r *number
	switch {
	case n.cases == nil && s.Equal(n.Interval):
		return n
	case n.cases != nil:
		var left []oneOf
		for _, c := range n.cases {
			if possible(c.val) {
				left = append(left, c)
			}
		}
		if len(left) == 0 || len(left) == len(n.cases) {
			return n
		}
		r = m.among(left)
	case m.words:
		r = m.number(m.of(n), s)
	default:
		r = m.number(n.term, s)
	}
	if r == n || r.root != nil {
		return n
	}
	r.root = n.unroot()
	return r
}

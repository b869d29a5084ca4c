// Narrowing: what follows for the operands of a term from a fact about its value.
//
// This is the backward half of HC4 (Benhamou, Goualard, Granvilliers, Puget, ICLP 1999) over integers; combine in
// ranges.go is the forward half. Differences: it stops at a term whose interval does not change, and a term over a
// single small input filters the set of the input's values instead, which is exact. The functions here that
// narrow return false only if the path has no runs. They may keep values that are not possible, but never lose one that
// is.

package paths

import (
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// narrow adds to the path that the value of t lies in want, and what follows for its operands. It returns false if the
// path has no runs then.
func (m *machine) narrow(t *term, want interval.Interval) bool {
	r := m.ranges(t)
	meet := r.Meet(want)
	switch {
	case meet.IsEmpty():
		return false
	case r.Equal(meet):
		return true
	case t.dep != nil:
		return m.filter(t, want)
	}
	m.trail.facts = append(m.trail.facts, oldFact{t, t.fact, t.halved, t.parts})
	t.fact = meet
	m.epoch++
	m.work++
	switch t.kind {
	case binaryTerm:
		return m.narrowBinary(t, meet)
	case wrapTerm:
		return m.unwrap(t, meet)
	case unaryTerm:
		switch t.un {
		case cfa.Neg:
			return m.narrow(t.x, meet.Neg())
		case cfa.BitNot:
			return m.narrow(t.x, meet.Not())
		}
		return m.decide(t.x, meet.False())
	case iteTerm:
		if m.ranges(t.x).Meet(meet).IsEmpty() {
			return m.decide(t.z, false) && m.narrow(t.y, meet)
		}
		if m.ranges(t.y).Meet(meet).IsEmpty() {
			return m.decide(t.z, true) && m.narrow(t.x, meet)
		}
	case tableTerm:
		return m.narrowIndex(t, meet)
	case orderTerm:
		return m.narrowHalves(t.x, bounds.Ordered(meet, t.bits))
	case numberTerm:
		are, not := numbers(t.float.F)
		if meet.False() {
			are = not
		}
		return m.narrowHalves(t.x, are)
	}
	return true
}

// decide adds to the path that the value of t is not 0, or, if holds is false, that the value is 0.
func (m *machine) decide(t *term, holds bool) bool {
	switch r := m.ranges(t); {
	case r.IsEmpty():
		return false
	case !holds:
		return m.narrow(t, interval.Point(num.Int{}))
	case t.boolean():
		return m.narrow(t, interval.Point(num.Of(1)))
	case t.dep != nil:
		return m.filterBy(t, func(x int64) bool { return x != 0 })
	default:
		return m.exclude(t, num.Int{})
	}
}

// exclude adds to the path that the value of t is not n. If t is not over a small input, this has an effect only if n
// is an end of its interval, or of one of its halves.
func (m *machine) exclude(t *term, n num.Int) bool {
	if t.dep != nil {
		k, near := n.Int64()
		return !near || m.filterBy(t, func(x int64) bool { return x != k })
	}
	r := m.ranges(t)
	if r.IsEmpty() {
		return false
	}
	if p, ok := r.Point(); ok {
		return !p.Equal(n)
	}
	if t.halved || t.kind == floatTerm {
		h := m.both(t)
		return m.narrowHalves(t, bounds.Halves{Neg: h.Neg.Without(n), Pos: h.Pos.Without(n)})
	}
	switch one := num.Of(1); {
	case !r.NoLo && r.Lo.Equal(n):
		return m.narrow(t, interval.AtLeast(n.Add(one)))
	case !r.NoHi && r.Hi.Equal(n):
		return m.narrow(t, interval.AtMost(n.Sub(one)))
	}
	return true
}

// filter keeps the values of the small input of t for which t lies in want.
func (m *machine) filter(t *term, want interval.Interval) bool {
	return m.filterBy(t, func(x int64) bool { return want.Contains(num.Of(x)) })
}

// filterBy keeps the values of the small input of t for which keep accepts the value of t.
func (m *machine) filterBy(t *term, keep func(int64) bool) bool {
	s := t.dep
	dom := s.dom
	left := uint64(0)
	for w := range dom {
		for set := dom[w]; set != 0; set &= set - 1 {
			if i := bits.TrailingZeros64(set); !keep(t.vec[64*w+i]) {
				dom[w] &^= 1 << i
			}
		}
		left |= dom[w]
	}
	if left == 0 {
		return false
	}
	if dom != s.dom {
		m.trail.doms = append(m.trail.doms, oldDomain{s, s.dom})
		s.dom = dom
		m.epoch++
		m.work += 4
	}
	return true
}

// valuesOverDomain is values for a term over one small input.
func (t *term) valuesOverDomain(most int) (out []num.Int, ok bool) {
	var xs []int64
	for w, set := range t.dep.dom {
		for ; set != 0; set &= set - 1 {
			xs = append(xs, t.vec[64*w+bits.TrailingZeros64(set)])
		}
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	if len(xs) > most {
		return nil, false
	}
	for _, x := range xs {
		out = append(out, num.Of(x))
	}
	return out, true
}

// narrowBinary narrows the operands of t, a binary term whose value lies in r.
func (m *machine) narrowBinary(t *term, r interval.Interval) bool {
	if t.op.Comparison() {
		if n, ok := r.Point(); ok {
			op := t.op
			if n.IsZero() {
				op = op.Negate()
			}
			return m.relate(op, t.x, t.y)
		}
		return true
	}
	x, y := m.ranges(t.x), m.ranges(t.y)
	if x.IsEmpty() || y.IsEmpty() {
		return false
	}
	switch t.op {
	case cfa.Add:
		return m.narrow(t.x, r.Add(y.Neg())) && m.narrow(t.y, r.Add(x.Neg()))
	case cfa.Sub:
		return m.narrow(t.x, r.Add(y)) && m.narrow(t.y, x.Add(r.Neg()))
	case cfa.Mul:
		if k, ok := y.Point(); ok && k.Sign() > 0 {
			return m.narrow(t.x, r.Unscale(k))
		}
	case cfa.Shr:
		if k, ok := y.Point(); ok {
			n, _ := k.Int64()
			p := num.Pow2(uint(n))
			i := r.Scale(p)
			i.Hi = i.Hi.Add(p).Sub(num.Of(1))
			return m.narrow(t.x, i)
		}
	case cfa.Div:
		if k, ok := y.Point(); ok && k.Sign() > 0 && x.Natural() && !r.NoHi {
			i := r.Scale(k)
			i.Hi = i.Hi.Add(k).Sub(num.Of(1))
			if r.Lo.Sign() <= 0 {
				i.Lo = num.Int{}
			}
			return m.narrow(t.x, i)
		}
	case cfa.And, cfa.Or:
		return m.narrowLogical(t, r, x, y)
	}
	return true
}

// narrowLogical narrows the operands of t, a conjunction or disjunction whose value lies in r. x and y are the
// intervals of its operands.
func (m *machine) narrowLogical(t *term, r, x, y interval.Interval) bool {
	n, ok := r.Point()
	if !ok {
		return true
	}
	holds := !n.IsZero()
	if holds == (t.op == cfa.And) {
		return m.decide(t.x, holds) && m.decide(t.y, holds)
	}
	// Either operand can decide the value. If one cannot, the other must.
	if holds && x.False() || !holds && x.True() {
		return m.decide(t.y, holds)
	}
	if holds && y.False() || !holds && y.True() {
		return m.decide(t.x, holds)
	}
	return true
}

// relate narrows x and y by the fact that x op y holds.
func (m *machine) relate(op cfa.BinOp, x, y *term) bool {
	switch op {
	case cfa.Gt, cfa.Ge:
		return m.relate(op.Mirror(), y, x)
	}
	a, b := m.ranges(x), m.ranges(y)
	if a.IsEmpty() || b.IsEmpty() {
		return false
	}
	switch op {
	case cfa.Eq:
		i := a.Meet(b)
		return !i.IsEmpty() && m.narrow(x, i) && m.narrow(y, i)
	case cfa.Ne:
		if n, ok := b.Point(); ok {
			return m.exclude(x, n)
		}
		if n, ok := a.Point(); ok {
			return m.exclude(y, n)
		}
		return true
	}
	d := num.Int{}
	if op == cfa.Lt {
		d = num.Of(1)
	}
	if !b.NoHi && !m.narrow(x, interval.AtMost(b.Hi.Sub(d))) {
		return false
	}
	if a = m.ranges(x); a.IsEmpty() {
		return false
	}
	return a.NoLo || m.narrow(y, interval.AtLeast(a.Lo.Add(d)))
}

// unwrap narrows the operand of t, a wrapped number whose value lies in r. The operand lies in r or in a copy of r that
// is whole periods away. It is narrowed to the hull of those copies that it can lie in.
func (m *machine) unwrap(t *term, r interval.Interval) bool {
	x := m.ranges(t.x)
	if x.IsEmpty() {
		return false
	}
	if !x.Bounded() || !r.Bounded() {
		return true
	}
	copies := r.Unwrap(x, t.bits)
	return !copies.IsEmpty() && m.narrow(t.x, copies)
}

// narrowIndex narrows the index of t, an entry of a table whose value lies in r. It drops the indexes at both ends that
// select entries outside of r.
func (m *machine) narrowIndex(t *term, r interval.Interval) bool {
	lo, hi, ok := t.selected(m.ranges(t.x))
	if !ok {
		return false
	}
	for lo <= hi && !r.Contains(t.tab[lo]) {
		lo++
	}
	for lo <= hi && !r.Contains(t.tab[hi]) {
		hi--
	}
	return lo <= hi && m.narrow(t.x, interval.Of(t.lo.Add(num.Of(int64(lo))), t.lo.Add(num.Of(int64(hi)))))
}

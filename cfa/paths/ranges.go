// The values that a term can have: an interval, or a list.
//
// The interval of a term follows from those of its operands (the forward half of HC4, see narrow.go) and from what the
// path has found out about the term itself. It is computed again only when a fact has changed (machine.epoch). For a
// term over a single small input it is read from the term's table.

package paths

import (
	"math/bits"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// ranges returns an interval that contains every value that t has in the runs of the path. It is empty only if the path
// has no runs.
func (m *machine) ranges(t *term) interval.Interval {
	if t.kind == constTerm {
		return interval.Point(t.n)
	}
	if t.stamp == m.epoch {
		return t.cached
	}
	m.work++
	var r interval.Interval
	if t.dep != nil {
		r = t.overDomain()
	} else {
		r = m.combine(t, m.now)
	}
	r = r.Meet(t.fact)
	if t.halved {
		r = bounds.Split(r).Meet(t.parts).Hull()
	}
	t.cached, t.stamp = r, m.epoch
	return r
}

// overDomain returns the interval of the values of t, a term over one small input.
func (t *term) overDomain() interval.Interval {
	first := true
	var lo, hi int64
	for w, set := range t.dep.dom {
		for ; set != 0; set &= set - 1 {
			x := t.vec[64*w+bits.TrailingZeros64(set)]
			if first {
				lo, hi, first = x, x, false
			} else {
				lo, hi = min(lo, x), max(hi, x)
			}
		}
	}
	if first {
		return interval.Empty()
	}
	return interval.Of(num.Of(lo), num.Of(hi))
}

// combine returns the interval of t that follows from what v knows of its operands.
func (m *machine) combine(t *term, v view) interval.Interval {
	of := v.of
	switch t.kind {
	case floatTerm:
		if t.float.Code != fp.OpToInt {
			return m.combineHalves(t, v).Hull()
		}
		r, ok := m.toInt(t, v)
		if !ok {
			r = interval.Word(t.float.Word())
		}
		return r
	case orderTerm:
		return v.halves(t.x).Order(t.bits)
	case numberTerm:
		h := v.halves(t.x)
		are, not := numbers(t.float.F)
		are, not = h.Meet(are), h.Meet(not)
		if are.IsEmpty() && not.IsEmpty() {
			return interval.Empty()
		}
		return interval.Truth(!are.IsEmpty(), !not.IsEmpty())
	case inputTerm:
		return t.sym.input.Range.Interval()
	case wrapTerm:
		return nonEmpty(of(t.x), func(x interval.Interval) interval.Interval { return x.Wrap(t.bits, t.signed) })
	case unaryTerm:
		return nonEmpty(of(t.x), func(x interval.Interval) interval.Interval {
			switch t.un {
			case cfa.Neg:
				return x.Neg()
			case cfa.BitNot:
				return x.Not()
			}
			return interval.Truth(!x.True(), !x.False())
		})
	case iteTerm:
		c := of(t.z)
		switch {
		case c.IsEmpty():
			return c
		case c.True():
			return of(t.x)
		case c.False():
			return of(t.y)
		}
		x, y := of(t.x), of(t.y)
		if x.IsEmpty() || y.IsEmpty() { // both operands are defined in all runs of the path, so the path has no runs
			return interval.Empty()
		}
		return x.Join(y)
	case tableTerm:
		return t.entries(of(t.x))
	}
	x, y := of(t.x), of(t.y)
	if x.IsEmpty() || y.IsEmpty() {
		return interval.Empty()
	}
	switch t.op {
	case cfa.And:
		return interval.Truth(!x.False() && !y.False(), !x.True() || !y.True())
	case cfa.Or:
		return interval.Truth(!x.False() || !y.False(), !x.True() && !y.True())
	}
	return t.op.Bounds(x, y)
}

// nonEmpty returns f(x), or x if that is empty.
func nonEmpty(x interval.Interval, f func(interval.Interval) interval.Interval) interval.Interval {
	if x.IsEmpty() {
		return x
	}
	return f(x)
}

// entries returns the interval of the entries of the table t for indexes in x.
func (t *term) entries(x interval.Interval) interval.Interval {
	lo, hi, ok := t.selected(x)
	if !ok {
		return interval.Empty()
	}
	r := interval.Point(t.tab[lo])
	for _, n := range t.tab[lo : hi+1] {
		r = r.Join(interval.Point(n))
	}
	return r
}

// selected returns the first and the last entry of the table t that indexes in x select. ok is false if they select
// none.
func (t *term) selected(x interval.Interval) (lo, hi int, ok bool) {
	x = x.Meet(interval.Of(t.lo, t.lo.Add(num.Of(int64(len(t.tab)-1)))))
	if x.IsEmpty() {
		return 0, 0, false
	}
	a, _ := x.Lo.Sub(t.lo).Int64()
	b, _ := x.Hi.Sub(t.lo).Int64()
	return int(a), int(b), true
}

// values returns the possible values of t, ascending. ok is false if there are more than `most` values.
func (m *machine) values(t *term, most int) (out []num.Int, ok bool) {
	if t.dep != nil {
		return t.valuesOverDomain(most)
	}
	r := m.ranges(t)
	size, bounded := r.Size()
	if !bounded || num.Of(int64(most)).Less(size) {
		return nil, false
	}
	for x := r.Lo; !r.Hi.Less(x); x = x.Add(num.Of(1)) {
		out = append(out, x)
	}
	return out, true
}

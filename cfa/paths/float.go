package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// Floating numbers are words, and an interval of words with a sign and without has the large ones and
// the NaNs of one sign in it. So what is known of a word has two parts, an interval of words below 0
// and one of others, and results of operations are bounded by package bounds. Two forms of
// expressions in which comparisons of floating numbers are lowered are terms of their own: the order
// of a number, and that a word is no NaN.

// view is what is known of terms: intervals, and both halves.
type view struct {
	of     func(*term) interval.Interval
	halves func(*term) bounds.Halves
}

// floating is the value of an operation of which the arguments are not all numbers; false where it is
// not kept, and is any value.
func (m *machine) floating(o fp.Operation, args []val) (val, bool) {
	known := bounds.Known(o) || (o.Code == fp.OpFromInt || o.Code == fp.OpToInt) && !o.F.Explicit
	if !known || o.Raises || args[0].t != nil {
		return val{}, false
	}
	mode, ok := args[0].n.Int64()
	if !ok || mode < 0 || mode > int64(fp.NearestAway) {
		return val{}, false
	}
	for _, a := range args[1:] {
		if o.Code != fp.OpFromInt && !m.ranges(m.term(a)).Within(interval.Word(o.F.Bits(), true)) {
			return val{}, false // package bounds knows words only
		}
	}
	op := m.terms.ops[o]
	if op == nil {
		op = &o
		m.terms.ops[o] = op
	}
	k := key{kind: floatTerm, bits: int(mode), float: op, x: m.term(args[1])}
	if len(args) > 2 {
		k.y = m.term(args[2])
	}
	t := &term{key: k}
	switch o.Code {
	case fp.OpToInt:
		if _, ok := m.toInt(t, m.now); !ok {
			return val{}, false // any value each time, where it is undefined
		}
	case fp.OpFromInt:
		if !m.ranges(k.x).Bounded() {
			return val{}, false
		}
	default:
		if s := m.result(t, m.now); s.NaN {
			return m.apart(k), true // it is open which NaN it is, each time
		}
	}
	return m.share(k), true
}

// apart makes a term that is no other of its form.
func (m *machine) apart(k key) val {
	t := m.newTerm(k)
	for _, s := range []*term{k.x, k.y, k.z} {
		if s != nil {
			t.depth = max(t.depth, s.depth+1)
		}
	}
	if t.depth > deepest {
		return m.anyIn(m.ranges(t))
	}
	return val{t: t}
}

// words is what is known of a word as a floating number.
func (m *machine) words(t *term, f fp.Format, v view) bounds.Set {
	return bounds.Of(f, v.halves(t))
}

// result is what an operation of package bounds can give.
func (m *machine) result(t *term, v view) bounds.Set {
	m.work += floatWork
	o := *t.float
	if o.Code == fp.OpFromInt {
		r := v.of(t.x)
		if !r.Bounded() {
			return bounds.All(o.F)
		}
		if r.IsEmpty() {
			return bounds.Set{Interval: r}
		}
		return bounds.FromInt(o.F, fp.Mode(t.bits), r)
	}
	x := m.words(t.x, o.F, v)
	if t.y == nil {
		return bounds.Apply(o, fp.Mode(t.bits), false, x)
	}
	return bounds.Apply(o, fp.Mode(t.bits), t.x == t.y, x, m.words(t.y, o.F, v))
}

const floatWork = 40

// toInt is the interval of a conversion to an integer.
func (m *machine) toInt(t *term, v view) (interval.Interval, bool) {
	m.work += floatWork
	return bounds.ToInt(*t.float, fp.Mode(t.bits), m.words(t.x, t.float.F, v))
}

// combineHalves are both halves of the values of a term for those of its operands.
func (m *machine) combineHalves(t *term, v view) bounds.Halves {
	switch t.kind {
	case floatTerm:
		if t.float.Code != fp.OpToInt {
			f := t.float.F
			if t.float.Code == fp.OpConvert {
				f = t.float.To
			}
			return m.result(t, v).Words(f)
		}
	case wrapTerm:
		if x, least, ok := t.flipped(); ok {
			return v.halves(x).Flip(least)
		}
	case iteTerm:
		if of, holds, ok := t.z.sign(); ok {
			return m.chosen(t.x, of, holds, v).Join(m.chosen(t.y, of, !holds, v))
		}
	}
	return bounds.Split(v.of(t))
}

// flipped is the word whose sign a term has changed: t is x + least, wrapped.
func (t *term) flipped() (x *term, least num.Int, ok bool) {
	if t.kind != wrapTerm || !t.signed || t.x.kind != binaryTerm || t.x.op != cfa.Add || t.x.y.kind != constTerm {
		return nil, num.Int{}, false
	}
	least = num.Pow2(uint(t.bits - 1)).Neg()
	return t.x.x, least, t.x.y.n.Equal(least)
}

// sign reports whether a condition asks for the sign of a term: it holds for numbers below 0, or for
// others.
func (t *term) sign() (of *term, below, ok bool) {
	if t.kind != binaryTerm || t.y.kind != constTerm || !t.y.n.IsZero() {
		return nil, false, false
	}
	return t.x, t.op == cfa.Lt, t.op == cfa.Lt || t.op == cfa.Ge
}

// chosen are the halves of a branch that is taken where a term is below 0, or where it is not.
func (m *machine) chosen(t, of *term, isBelow bool, v view) bounds.Halves {
	only := func(h bounds.Halves) bounds.Halves {
		if isBelow {
			h.Pos = interval.Empty()
		} else {
			h.Neg = interval.Empty()
		}
		return h
	}
	if t == of {
		return only(v.halves(t))
	}
	if x, least, ok := t.flipped(); ok && x == of {
		return only(v.halves(x)).Flip(least)
	}
	return v.halves(t)
}

// both are the halves of a term in the runs of the path.
func (m *machine) both(t *term) bounds.Halves {
	if t.kind == constTerm || t.dep != nil {
		return bounds.Split(m.ranges(t))
	}
	if t.halvesAt == m.epoch {
		return t.halves
	}
	h := m.combineHalves(t, m.now).Meet(bounds.Split(t.fact))
	if t.halved {
		h = h.Meet(t.parts)
	}
	t.halves, t.halvesAt = h, m.epoch
	return h
}

// narrowHalves adds to the path that the value of a term lies in one of two intervals, of numbers
// below 0 and of others. It is false where that leaves the path no runs.
func (m *machine) narrowHalves(t *term, want bounds.Halves) bool {
	h := m.both(t)
	meet := h.Meet(want)
	switch {
	case meet.IsEmpty():
		return false
	case h.Equal(meet):
		return true
	}
	if !m.narrow(t, meet.Hull()) {
		return false
	}
	if t.kind == constTerm || t.dep != nil {
		return true
	}
	h = m.both(t)
	if meet = meet.Meet(h); meet.IsEmpty() {
		return false
	}
	if h.Equal(meet) {
		return true
	}
	m.trail.facts = append(m.trail.facts, oldFact{t, t.fact, t.halved, t.parts})
	t.halved, t.parts = true, meet
	m.epoch++
	m.work++
	if x, least, ok := t.flipped(); ok {
		return m.narrowHalves(x, meet.Flip(least))
	}
	return true
}

// numbers are the words that are no NaN, and the others.
func numbers(f fp.Format) (are, not bounds.Halves) {
	one := num.Of(1)
	down, up := f.Inf(true), f.Inf(false)
	return bounds.Halves{Neg: interval.AtMost(down), Pos: interval.Of(num.Int{}, up)},
		bounds.Halves{Neg: interval.Of(down.Add(one), num.Of(-1)), Pos: interval.AtLeast(up.Add(one))}
}

// formed is the value of an expression that has a form of its own; false where it has none, or is
// evaluated like any other.
func (m *machine) formed(e cfa.Expr) (val, bool) {
	f, known := m.forms[e]
	if !known {
		f = cfa.FloatFormOf(e)
		m.forms[e] = f
	}
	if f.Of == nil {
		return val{}, false
	}
	x := m.read(f.Of)
	if m.halt != 0 || x.t == nil {
		return val{}, false
	}
	if f.Order {
		return m.share(key{kind: orderTerm, bits: f.Bits, x: x.t}), true
	}
	op := m.terms.ops[fp.Operation{F: f.Number}]
	if op == nil {
		op = &fp.Operation{F: f.Number}
		m.terms.ops[*op] = op
	}
	is := m.share(key{kind: numberTerm, float: op, x: x.t})
	if f.Not && m.halt == 0 {
		return m.binary(cfa.Eq, is, val{}), true
	}
	return is, true
}

// Floating-point numbers: bounds of the results of operations, and two forms of terms.
//
// Floating-point numbers are words. A single interval that contains words of both signs would also contain numbers of
// large magnitude and the NaNs of one sign. So the path keeps two intervals for such a word, one of the words below 0
// and one of the others (bounds.Halves), and package bounds computes bounds of results from them. Comparisons of
// floating-point numbers are lowered to expressions of two forms that are terms of their own: the order of a number
// (orderTerm), and whether a word is not a NaN (numberTerm).

package paths

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/fp/bounds"
	"github.com/whet-mc/whet/num/interval"
)

// view gives access to what is known of terms: their intervals, and their halves. machine.now is the view of the path,
// freed the one that uses facts about inputs only.
type view struct {
	of     func(*term) interval.Interval
	halves func(*term) bounds.Halves
}

// floating returns the value of the operation o as a term, where the arguments are not all numbers. It returns false if
// the operation is not kept as a term: its result may then be any value.
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
			return val{}, false // package bounds is for words only
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
			return val{}, false // the conversion may be undefined; then each execution may give another value
		}
	case fp.OpFromInt:
		if !m.ranges(k.x).Bounded() {
			return val{}, false
		}
	default:
		if s := m.result(t, m.now); s.NaN {
			return m.apart(k), true // two NaN results need not be the same word
		}
	}
	return m.share(k), true
}

// apart makes a term of the form k that is not shared with other terms of that form.
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

// words returns the set of words that t may be, as numbers of the format f.
func (m *machine) words(t *term, f fp.Format, v view) bounds.Set {
	return bounds.Of(f, v.halves(t))
}

// result returns the words that t may be, an operation of package bounds or a conversion from an integer.
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

// floatWork is the work of bounding one operation, in steps.
const floatWork = 40

// toInt returns the interval of t, a conversion to an integer. It returns false if package bounds finds none.
func (m *machine) toInt(t *term, v view) (interval.Interval, bool) {
	m.work += floatWork
	return bounds.ToInt(*t.float, fp.Mode(t.bits), m.words(t.x, t.float.F, v))
}

// combineHalves returns the halves of t that follow from what v knows of its operands.
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

// flipped recognises a word with its sign changed: t is x + least, wrapped to the width of x, where least is the least
// word.
func (t *term) flipped() (x *term, least num.Int, ok bool) {
	if t.kind != wrapTerm || !t.signed || t.x.kind != binaryTerm || t.x.op != cfa.Add || t.x.y.kind != constTerm {
		return nil, num.Int{}, false
	}
	least = num.Pow2(uint(t.bits - 1)).Neg()
	return t.x.x, least, t.x.y.n.Equal(least)
}

// sign recognises a condition on the sign of a term: `of` < 0, where below is true, or `of` >= 0.
func (t *term) sign() (of *term, below, ok bool) {
	if t.kind != binaryTerm || t.y.kind != constTerm || !t.y.n.IsZero() {
		return nil, false, false
	}
	return t.x, t.op == cfa.Lt, t.op == cfa.Lt || t.op == cfa.Ge
}

// chosen returns the halves of t, a branch that is taken if the term `of` is less than 0 (isBelow is true), or if it is
// not (isBelow is false).
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

// both returns halves that contain all values of t in the runs of the path.
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

// narrowHalves adds to the path that the value of t lies in one of the two intervals of want. It returns false if the
// path has no runs then.
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

// numbers returns halves of the words that are not NaNs, and halves of those that are.
func numbers(f fp.Format) (are, not bounds.Halves) {
	one := num.Of(1)
	down, up := f.Inf(true), f.Inf(false)
	return bounds.Halves{Neg: interval.AtMost(down), Pos: interval.Of(num.Int{}, up)},
		bounds.Halves{Neg: interval.Of(down.Add(one), num.Of(-1)), Pos: interval.AtLeast(up.Add(one))}
}

// formed returns the value of e as an orderTerm or numberTerm. It returns false if e has neither form, or its variable
// is a known number, so that e can be evaluated as usual.
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

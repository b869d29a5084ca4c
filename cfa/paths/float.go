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

// halves are two intervals, of numbers below 0 and of others.
type halves struct{ neg, pos interval.Interval }

var below, natural = interval.AtMost(num.Of(-1)), interval.AtLeast(num.Int{})

func split(r interval.Interval) halves {
	if r.IsEmpty() {
		return halves{r, r}
	}
	return halves{r.Meet(below), r.Meet(natural)}
}

func (h halves) meet(o halves) halves { return halves{h.neg.Meet(o.neg), h.pos.Meet(o.pos)} }

func (h halves) isEmpty() bool { return h.neg.IsEmpty() && h.pos.IsEmpty() }

func (h halves) hull() interval.Interval {
	switch {
	case h.neg.IsEmpty():
		return h.pos
	case h.pos.IsEmpty():
		return h.neg
	}
	return h.neg.Join(h.pos)
}

func (h halves) join(o halves) halves {
	return halves{halves{h.neg, o.neg}.hull(), halves{h.pos, o.pos}.hull()}
}

func (h halves) equal(o halves) bool {
	same := func(a, b interval.Interval) bool { return a.IsEmpty() && b.IsEmpty() || a.Equal(b) }
	return same(h.neg, o.neg) && same(h.pos, o.pos)
}

// shift adds a number to all of an interval.
func shift(r interval.Interval, k num.Int) interval.Interval {
	if r.IsEmpty() {
		return r
	}
	return r.Add(interval.Point(k))
}

// view is what is known of terms: intervals, and both halves.
type view struct {
	of     func(*term) interval.Interval
	halves func(*term) halves
}

// floating is the value of an operation of which the arguments are not all numbers; false where it is
// not kept, and is any value.
func (m *machine) floating(o fp.Operation, args []val) (val, bool) {
	known := bounds.Known(o) || (o.Code == fp.OpFromInt || o.Code == fp.OpToInt) && !o.F.Explicit
	if !known || args[0].t != nil {
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
	h := v.halves(t)
	return bounds.Of(f, h.neg, h.pos)
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
func (m *machine) combineHalves(t *term, v view) halves {
	switch t.kind {
	case floatTerm:
		if t.float.Code != fp.OpToInt {
			f := t.float.F
			if t.float.Code == fp.OpConvert {
				f = t.float.To
			}
			neg, pos := m.result(t, v).Words(f)
			return halves{neg, pos}
		}
	case wrapTerm:
		if x, least, ok := t.flipped(); ok {
			return flip(v.halves(x), least)
		}
	case iteTerm:
		if of, holds, ok := t.z.sign(); ok {
			return m.chosen(t.x, of, holds, v).join(m.chosen(t.y, of, !holds, v))
		}
	}
	return split(v.of(t))
}

// flipped is the word whose sign a term has changed: t is x + least, wrapped.
func (t *term) flipped() (x *term, least num.Int, ok bool) {
	if t.kind != wrapTerm || !t.signed || t.x.kind != binaryTerm || t.x.op != cfa.Add || t.x.y.kind != constTerm {
		return nil, num.Int{}, false
	}
	least = num.Pow2(uint(t.bits - 1)).Neg()
	return t.x.x, least, t.x.y.n.Equal(least)
}

// flip changes the signs of words.
func flip(h halves, least num.Int) halves {
	return halves{shift(h.pos, least), shift(h.neg, least.Neg())}
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
func (m *machine) chosen(t, of *term, isBelow bool, v view) halves {
	only := func(h halves) halves {
		if isBelow {
			h.pos = interval.Empty()
		} else {
			h.neg = interval.Empty()
		}
		return h
	}
	if t == of {
		return only(v.halves(t))
	}
	if x, least, ok := t.flipped(); ok && x == of {
		return flip(only(v.halves(x)), least)
	}
	return v.halves(t)
}

// both are the halves of a term in the runs of the path.
func (m *machine) both(t *term) halves {
	if t.kind == constTerm || t.dep != nil {
		return split(m.ranges(t))
	}
	if t.halvesAt == m.epoch {
		return t.halves
	}
	h := m.combineHalves(t, m.now).meet(split(t.fact))
	if t.halved {
		h = h.meet(t.parts)
	}
	t.halves, t.halvesAt = h, m.epoch
	return h
}

// narrowHalves adds to the path that the value of a term lies in one of two intervals, of numbers
// below 0 and of others. It is false where that leaves the path no runs.
func (m *machine) narrowHalves(t *term, want halves) bool {
	h := m.both(t)
	meet := h.meet(want)
	switch {
	case meet.isEmpty():
		return false
	case h.equal(meet):
		return true
	}
	if !m.narrow(t, meet.hull()) {
		return false
	}
	if t.kind == constTerm || t.dep != nil {
		return true
	}
	h = m.both(t)
	if meet = meet.meet(h); meet.isEmpty() {
		return false
	}
	if h.equal(meet) {
		return true
	}
	m.trail.facts = append(m.trail.facts, oldFact{t, t.fact, t.halved, t.parts})
	t.halved, t.parts = true, meet
	m.epoch++
	m.work++
	if x, least, ok := t.flipped(); ok {
		return m.narrowHalves(x, flip(meet, least))
	}
	return true
}

// order is the interval of the orders of words.
func order(h halves, bits int) interval.Interval {
	if !h.neg.IsEmpty() {
		least := num.Pow2(uint(bits - 1)).Neg()
		h.neg = h.neg.Neg().Add(interval.Point(least))
	}
	return h.hull()
}

// unorder are the words of orders of an interval.
func unorder(r interval.Interval, bits int) halves {
	least := num.Pow2(uint(bits - 1)).Neg()
	return halves{r.Neg().Add(interval.Point(least)).Meet(below), r.Meet(natural)}
}

// numbers are the words that are no NaN, and the others.
func numbers(f fp.Format) (are, not halves) {
	one := num.Of(1)
	down, up := f.Inf(true), f.Inf(false)
	return halves{interval.AtMost(down), interval.Of(num.Int{}, up)},
		halves{interval.Of(down.Add(one), num.Of(-1)), interval.AtLeast(up.Add(one))}
}

// form is what an expression of the program is as a whole.
type form struct {
	of     *cfa.Var
	order  bool      // the order of a word of so many bits
	bits   int       // else
	number fp.Format // not zero: that the word is no NaN
	not    bool      // or that it is one
}

// formOf recognises what comparisons of floating numbers are lowered to (package lower, float.go).
func formOf(e cfa.Expr) (f form) {
	switch e := e.(type) {
	case *cfa.Ite: // v >= 0 ? v : least - v
		x, y := e.T, e.E
		v, op, k, ok := comparison(e.C)
		if ok && op == cfa.Lt {
			x, y, op = y, x, cfa.Ge
		}
		sub, isSub := y.(*cfa.Binary)
		if !ok || op != cfa.Ge || !k.IsZero() || x != cfa.Expr(v) || !isSub || sub.Op != cfa.Sub || sub.Y != cfa.Expr(v) {
			return form{}
		}
		if least, ok := cfa.IsConst(sub.X); ok && least.Sign() < 0 {
			for _, g := range formats {
				if num.Pow2(uint(g.Bits() - 1)).Neg().Equal(least) {
					return form{of: v, order: true, bits: g.Bits()}
				}
			}
		}
	case *cfa.Binary: // v >= 0 && v <= up || v <= down, and its negation
		inner, ok := e.X.(*cfa.Binary)
		if !ok || e.Op != cfa.Or && e.Op != cfa.And || inner.Op != cfa.And && inner.Op != cfa.Or || inner.Op == e.Op {
			return form{}
		}
		ops := [3]cfa.BinOp{cfa.Ge, cfa.Le, cfa.Le}
		if e.Op == cfa.And {
			ops = [3]cfa.BinOp{cfa.Lt, cfa.Gt, cfa.Gt}
		}
		u, op1, zero, ok1 := comparison(inner.X)
		v, op2, up, ok2 := comparison(inner.Y)
		w, op3, down, ok3 := comparison(e.Y)
		if !ok1 || !ok2 || !ok3 || u != v || v != w || ops != [3]cfa.BinOp{op1, op2, op3} || !zero.IsZero() {
			return form{}
		}
		for _, g := range formats {
			if up.Equal(g.Inf(false)) && down.Equal(g.Inf(true)) {
				return form{of: v, number: g, not: e.Op == cfa.And}
			}
		}
	}
	return form{}
}

var formats = []fp.Format{fp.Single, fp.Double, fp.Quad, fp.Half}

// comparison is that of a variable with a number.
func comparison(e cfa.Expr) (v *cfa.Var, op cfa.BinOp, k num.Int, ok bool) {
	b, ok := e.(*cfa.Binary)
	if !ok || !b.Op.Comparison() {
		return nil, 0, num.Int{}, false
	}
	v, isVar := b.X.(*cfa.Var)
	k, isConst := cfa.IsConst(b.Y)
	return v, b.Op, k, isVar && isConst
}

// formed is the value of an expression that has a form of its own; false where it has none, or is
// evaluated like any other.
func (m *machine) formed(e cfa.Expr) (val, bool) {
	f, known := m.forms[e]
	if !known {
		f = formOf(e)
		m.forms[e] = f
	}
	if f.of == nil {
		return val{}, false
	}
	x := m.read(f.of)
	if m.halt != 0 || x.t == nil {
		return val{}, false
	}
	if f.order {
		return m.share(key{kind: orderTerm, bits: f.bits, x: x.t}), true
	}
	op := m.terms.ops[fp.Operation{F: f.number}]
	if op == nil {
		op = &fp.Operation{F: f.number}
		m.terms.ops[*op] = op
	}
	is := m.share(key{kind: numberTerm, float: op, x: x.t})
	if f.not && m.halt == 0 {
		return m.binary(cfa.Eq, is, val{}), true
	}
	return is, true
}

package words

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// measure finds the interval of an integer term, those of its arguments being known, and how wide
// the indexes of an array are.
func (x *translator) measure(t *smt.Term) {
	if t.Sort() != x.b.IntSort() || x.known[t].T != nil {
		return
	}
	var s interval.Interval
	switch t.Op() {
	case smt.OpNum:
		n, ok := t.Value().Int()
		if !ok {
			x.failed = true
		}
		s = interval.Point(n)
	case smt.OpApp:
		s = x.unknown(t)
	case smt.OpSelect:
		a := t.Arg(0)
		if !a.IsVar() {
			x.failed = true // a store: what is asked here are choices among cells
			return
		}
		s = x.unknown(a)
		if n := x.spans[t.Arg(1)].Bits(); n > x.index[a] {
			x.failed = x.failed || x.leaves[a] != nil // it has become an array with shorter indexes
			x.index[a] = n
		}
	case smt.OpSum:
		m := x.split(t)
		x.sums[t] = m
		s = x.spanOfSum(m)
	case smt.OpMul:
		s = interval.Point(num.Of(1))
		for _, a := range t.Args() {
			s = s.Mul(x.spans[a])
		}
	case smt.OpDiv:
		k, a := t.Value().Num(), x.spans[t.Arg(0)]
		s = interval.Of(interval.FloorDiv(a.Lo, k), interval.FloorDiv(a.Hi, k))
	case smt.OpIte:
		s = x.either(t)
	default:
		x.failed = true
	}
	if !x.failed && (!s.Bounded() || s.IsEmpty() || s.Bits() > maxBits) {
		x.failed = true
	}
	x.spans[t] = s
}

func (x *translator) unknown(t *smt.Term) interval.Interval {
	s, ok := x.ranges(t)
	if !ok {
		x.failed = true
	}
	return s
}

// either is the interval of a choice. Where the condition is a comparison, what it says of a branch
// is put to use: so a word that has gone around once, u <= max ? u : u - 2^n, is a word again.
func (x *translator) either(t *smt.Term) interval.Interval {
	then, els := x.spans[t.Arg(1)], x.spans[t.Arg(2)]
	c, negated := t.Arg(0).Atom()
	if c.Op() == smt.OpLe && c.Arg(0).Sort() == x.b.IntSort() {
		then = x.given(c.Arg(0), !negated, t.Arg(1)).Meet(then)
		els = x.given(c.Arg(0), negated, t.Arg(2)).Meet(els)
	}
	switch {
	case then.IsEmpty() && els.IsEmpty():
		return interval.Point(num.Of(0)) // not to be, and any interval would do
	case then.IsEmpty():
		return els
	case els.IsEmpty():
		return then
	}
	return then.Join(els)
}

// given is what s <= 0, or s >= 1 where that does not hold, says of t, if t is s and a constant, or
// its opposite and a constant.
func (x *translator) given(s *smt.Term, holds bool, t *smt.Term) interval.Interval {
	if d := x.b.Sub(t, s); d.Op() == smt.OpNum { // t = s + d
		if k := d.Value().Num(); holds {
			return interval.AtMost(k)
		} else {
			return interval.AtLeast(k.Add(num.Of(1)))
		}
	}
	if d := x.b.Add(t, s); d.Op() == smt.OpNum { // t = d - s
		if k := d.Value().Num(); holds {
			return interval.AtLeast(k)
		} else {
			return interval.AtMost(k.Sub(num.Of(1)))
		}
	}
	return interval.All()
}

// occurring are those of the known terms that occur in the formulas, or in what these are made of,
// in their order. One that is a part of a longer sum is recognised by its first argument.
func occurring(fs []*smt.Term, known []Known) []Known {
	seen := map[*smt.Term]bool{}
	visit := func(f *smt.Term) { smt.Walk(f, seen, nil, func(*smt.Term) {}) }
	for _, f := range fs {
		visit(f)
	}
	var out []Known
	for i := len(known) - 1; i >= 0; i-- {
		if k := known[i]; seen[k.T] || k.T.Op() == smt.OpSum && seen[k.T.Arg(0)] {
			for _, t := range k.operands() {
				visit(t)
			}
			out = append(out, k)
		}
	}
	slices.Reverse(out)
	return out
}

// note takes up what is known of a term, its operands being measured.
func (x *translator) note(k Known) {
	if x.failed || x.known[k.T].T != nil {
		return
	}
	if k.Float != nil {
		x.noteFloat(k)
		return
	}
	s, p, q := interval.All(), x.spans[k.X], x.spans[k.Y]
	switch k.Op {
	case smt.OpBVAnd:
		s = p.And(q)
	case smt.OpBVOr:
		s = p.Or(q)
	case smt.OpBVXor:
		s = p.Xor(q)
	}
	if !s.Bounded() {
		x.failed = true
		return
	}
	x.known[k.T], x.spans[k.T] = k, s
	if k.T.Op() == smt.OpSum {
		x.byArg[k.T.Arg(0)] = append(x.byArg[k.T.Arg(0)], k.T)
	}
}

// Intervals of integer terms, the widths of indexes, and what is known of terms.
//
// A term without a bounded interval has no form over bit-vectors.

package words

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// measure finds the interval of the integer term t, whose arguments have been measured, and how wide the indexes of an
// array must be.
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
			x.failed = true // a store: these must have been replaced by choices among cells
			return
		}
		s = x.unknown(a)
		if n := x.spans[t.Arg(1)].Bits(); n > x.index[a] {
			x.failed = x.failed || x.leaves[a] != nil // it has already been translated, with shorter indexes
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

// unknown returns the interval of the unknown or array t.
func (x *translator) unknown(t *smt.Term) interval.Interval {
	s, ok := x.ranges(t)
	if !ok {
		x.failed = true
	}
	return s
}

// either returns the interval of the choice t. If the condition is a comparison, it uses what that says of each branch.
// So a word that has wrapped around once, u <= max ? u : u - 2^n, is found to be a word again.
func (x *translator) either(t *smt.Term) interval.Interval {
	then, els := x.spans[t.Arg(1)], x.spans[t.Arg(2)]
	c, negated := t.Arg(0).Atom()
	if c.Op() == smt.OpLe && c.Arg(0).Sort() == x.b.IntSort() {
		then = x.given(c.Arg(0), !negated, t.Arg(1)).Meet(then)
		els = x.given(c.Arg(0), negated, t.Arg(2)).Meet(els)
	}
	switch {
	case then.IsEmpty() && els.IsEmpty():
		return interval.Point(num.Of(0)) // no branch is possible, so any interval is right
	case then.IsEmpty():
		return els
	case els.IsEmpty():
		return then
	}
	return then.Join(els)
}

// given returns the interval of t that follows from s <= 0, or from s >= 1 if holds is false, where t is s plus a
// constant or a constant minus s. For other t it returns all integers.
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

// occurring returns, in the same order, the elements of known whose terms occur in fs, or in the operands of other
// elements that occur. A known term that is a sum may be part of a longer sum, so it counts as occurring if its first
// argument does.
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

// note records k, whose operands have been measured, and the interval of its term.
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

// Intervals of terms. They make most questions to the solver unnecessary, for example whether i + 1 wraps although
// i < n, or whether a branch can be taken.

package cert

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// spanDepth bounds how deep in a term bounds are searched for. spanTerms bounds how many subterms are visited; a
// shared subterm counts each time.
const (
	spanDepth = 6
	spanTerms = 1 << 14
)

// span is the set of integers between two bounds, each of which may be missing. The field lo means something only if
// hasLo is true, and hi only if hasHi is true.
type span struct {
	lo, hi       num.Int
	hasLo, hasHi bool
}

func (s span) point() bool { return s.hasLo && s.hasHi && s.lo.Equal(s.hi) }
func (s span) empty() bool { return s.hasLo && s.hasHi && s.hi.Less(s.lo) }

// meet returns the intersection of s and t.
func (s span) meet(t span) span {
	if t.hasLo && (!s.hasLo || s.lo.Less(t.lo)) {
		s.lo, s.hasLo = t.lo, true
	}
	if t.hasHi && (!s.hasHi || t.hi.Less(s.hi)) {
		s.hi, s.hasHi = t.hi, true
	}
	return s
}

// hull returns the least span that contains s and t.
func (s span) hull(t span) span {
	if t.lo.Less(s.lo) {
		s.lo = t.lo
	}
	if s.hi.Less(t.hi) {
		s.hi = t.hi
	}
	s.hasLo, s.hasHi = s.hasLo && t.hasLo, s.hasHi && t.hasHi
	return s
}

// add returns the span of the sums of a number of s and a number of t.
func (s span) add(t span) span {
	return span{s.lo.Add(t.lo), s.hi.Add(t.hi), s.hasLo && t.hasLo, s.hasHi && t.hasHi}
}

// scale returns the span of the multiples k*n of numbers n of s.
func (s span) scale(k num.Int) span {
	switch s.lo, s.hi = s.lo.Mul(k), s.hi.Mul(k); {
	case k.Sign() < 0:
		return span{s.hi, s.lo, s.hasHi, s.hasLo}
	case k.IsZero():
		return span{hasLo: true, hasHi: true}
	}
	return s
}

// within reports whether s is a subset of t.
func (s span) within(t span) bool {
	return (!t.hasLo || s.hasLo && !s.lo.Less(t.lo)) && (!t.hasHi || s.hasHi && !t.hi.Less(s.hi))
}

// rangeSpan returns the span of a range of the program model.
func rangeSpan(r cfa.Range) span {
	lo, hasLo, hi, hasHi := r.Bounds()
	return span{lo, hi, hasLo, hasHi}
}

// word returns the span of a word.
func word(bits int, signed bool) span { return rangeSpan(cfa.Range{Bits: bits, Signed: signed}) }

// spanOf returns bounds of an integer term in a state. It returns no bounds for terms of other sorts: the numerator of
// a fraction does not bound it.
func (x *checker) spanOf(s *state, t *smt.Term) span {
	left := spanTerms
	return x.bounds(s, t, spanDepth, &left)
}

// bounds is spanOf with a limit of the depth, and of the number of subterms that may still be visited.
func (x *checker) bounds(s *state, t *smt.Term, depth int, left *int) span {
	var out span
	if *left--; t.Sort() != x.ints || *left < 0 {
		return out
	}
	switch t.Op() {
	case smt.OpNum:
		n := t.Value().Num()
		return span{n, n, true, true}
	case smt.OpApp:
		if r, ok := x.rangeOf(t); ok {
			out = r
		}
	case smt.OpSelect:
		if r, ok := x.rangeOf(t.Arg(0)); ok {
			out = r
		}
	case smt.OpSum:
		if w, ok := x.words[t]; ok {
			out = w
		}
		if depth > 0 {
			n := t.Value().Num()
			sum := span{n, n, true, true}
			for i, a := range t.Args() {
				sum = sum.add(x.bounds(s, a, depth-1, left).scale(t.Coef(i).Num()))
				if !sum.hasLo && !sum.hasHi {
					break
				}
			}
			out = out.meet(sum)
		}
	case smt.OpIte:
		if depth > 0 {
			out = x.bounds(s, t.Arg(1), depth-1, left).hull(x.bounds(s, t.Arg(2), depth-1, left))
		}
	case smt.OpDiv:
		// A division by a positive number rounds down, so it is monotone.
		if k := t.Value().Num(); depth > 0 && k.Sign() > 0 {
			out = x.bounds(s, t.Arg(0), depth-1, left)
			out.lo, out.hi = floorDiv(out.lo, k), floorDiv(out.hi, k)
		}
	}
	if l, ok := x.known.limits[t]; ok {
		out = out.meet(l)
	}
	if l, ok := s.lims[t]; ok {
		out = out.meet(l)
	}
	return out
}

// floorDiv returns n divided by k, which is positive, rounded down.
func floorDiv(n, k num.Int) num.Int {
	q := n.Quo(k)
	if n.Sign() < 0 && !q.Mul(k).Equal(n) {
		q = q.Sub(num.Of(1))
	}
	return q
}

// decided returns True or False if intervals or choices decide the formula f, and f otherwise.
func (x *checker) decided(s *state, f *smt.Term) *smt.Term {
	atom, negated := f.Atom()
	holds, fails := false, false
	switch atom.Op() {
	case smt.OpLe:
		t := x.spanOf(s, atom.Arg(0))
		holds = t.hasHi && t.hi.Sign() <= 0
		fails = t.hasLo && t.lo.Sign() > 0
	case smt.OpEq:
		p, q := x.spanOf(s, atom.Arg(0)), x.spanOf(s, atom.Arg(1))
		fails = p.meet(q).empty()
		holds = p.point() && q.point() && p.lo.Equal(q.lo)
	}
	if !holds && !fails {
		holds, fails = byChoices(atom)
	}
	if holds || fails {
		return x.b.Bool(holds != negated)
	}
	return f
}

// limit returns the bounds of one integer term that the literal f states, if f has one of these forms: t <= 5,
// not (t <= 5), t = 5, 2*t + 6 <= 0.
func limit(f *smt.Term) (*smt.Term, span, bool) {
	atom, negated := f.Atom()
	if op := atom.Op(); op != smt.OpEq && op != smt.OpLe || atom.Arg(0).Sort().Kind != smt.Int {
		return nil, span{}, false
	}
	switch atom.Op() {
	case smt.OpEq:
		if t, k := atom.Arg(0), atom.Arg(1); !negated && k.Op() == smt.OpNum {
			if t.Op() == smt.OpSum {
				return nil, span{}, false
			}
			return t, span{k.Value().Num(), k.Value().Num(), true, true}, true
		}
	case smt.OpLe:
		t, c, k := atom.Arg(0), num.Of(0), num.Of(1)
		if t.Op() == smt.OpSum {
			if t.NumArgs() != 1 {
				return nil, span{}, false
			}
			c, k, t = t.Value().Num(), t.Coef(0).Num(), t.Arg(0)
		}
		// k*t + c <= 0, or its negation k*t >= 1-c.
		if k.Sign() <= 0 {
			return nil, span{}, false
		}
		if negated {
			return t, span{lo: floorDiv(c.Sub(num.Of(1)), k).Neg(), hasLo: true}, true
		}
		return t, span{hi: floorDiv(c.Neg(), k), hasHi: true}, true
	}
	return nil, span{}, false
}

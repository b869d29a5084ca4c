package backward

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
)

// Intervals of the terms in a cube. They show quickly that most additions do not overflow.

// mostRounds bounds the rounds of interval propagation.
const mostRounds = 6

// spans maps terms that are not sums to their intervals. Terms without a known bound are missing.
type spans map[*smt.Term]interval.Interval

func (s spans) of(t *smt.Term) interval.Interval {
	if x, ok := s[t]; ok {
		return x
	}
	return interval.All()
}

// sumsLe returns sums that are at most 0 where f holds; none if f has another form.
func (m *Method) sumsLe(f *smt.Term) []*smt.Term {
	b := m.B
	a, negated := f.Atom()
	switch {
	case a.Op() == smt.OpLe && !negated:
		return []*smt.Term{a.Arg(0)}
	case a.Op() == smt.OpLe:
		return []*smt.Term{b.Sub(b.IntNum(1), a.Arg(0))} // not (s ≤ 0) is 1 - s ≤ 0
	case a.Op() == smt.OpEq && !negated && a.Arg(0).Sort() == m.ints:
		d := b.Sub(a.Arg(0), a.Arg(1))
		return []*smt.Term{d, b.Neg(d)}
	}
	return nil
}

// spansOf propagates intervals along the inequalities of a cube that contain no division.
func (m *Method) spansOf(c Cube) spans {
	out := spans{}
	var sums []*smt.Term
	for _, f := range append(m.Facts(c...), c...) {
		for _, s := range m.sumsLe(f) {
			if !divides(s) {
				sums = append(sums, s)
			}
		}
	}
	for range mostRounds {
		changed := false
		for _, s := range sums {
			changed = out.tighten(s) || changed
		}
		if !changed {
			break
		}
	}
	return out
}

// parts splits s into coefficients, terms and a constant.
func parts(s *smt.Term) (coefs []num.Rat, terms []*smt.Term, konst num.Rat) {
	switch s.Op() {
	case smt.OpSum:
		for i, t := range s.Args() {
			coefs, terms = append(coefs, s.Coef(i)), append(terms, t)
		}
		return coefs, terms, s.Value()
	case smt.OpNum:
		return nil, nil, s.Value()
	}
	return []num.Rat{num.RatOf(1)}, []*smt.Term{s}, num.Rat{}
}

// least returns the least value of k*t, and false if it is unbounded.
func (s spans) least(k num.Rat, t *smt.Term) (num.Rat, bool) {
	x := s.of(t)
	if k.Sign() < 0 {
		return k.Mul(num.RatOfInt(x.Hi)), !x.NoHi
	}
	return k.Mul(num.RatOfInt(x.Lo)), !x.NoLo
}

// tighten narrows intervals by the constraint sum ≤ 0, and reports whether an interval changed.
func (s spans) tighten(sum *smt.Term) bool {
	coefs, terms, rest := parts(sum)
	open := -1 // the only term without a least value
	for i, t := range terms {
		v, ok := s.least(coefs[i], t)
		switch {
		case ok:
			rest = rest.Add(v)
		case open >= 0:
			return false
		default:
			open = i
		}
	}
	changed := false
	for i, t := range terms {
		if open >= 0 && i != open {
			continue
		}
		// coefs[i]*t ≤ -(the least value of the other terms)
		r := rest
		if open < 0 {
			v, _ := s.least(coefs[i], t)
			r = r.Sub(v)
		}
		bound := r.Neg().Mul(coefs[i].Inv())
		old, limit := s.of(t), interval.AtMost(bound.Floor().Num())
		if coefs[i].Sign() < 0 {
			limit = interval.AtLeast(bound.Ceil().Num())
		}
		x := old.Meet(limit)
		changed = changed || !x.Equal(old)
		s[t] = x
	}
	return changed
}

// quotient returns the value of a division if the intervals leave only one.
func (s spans) quotient(div *smt.Term) (num.Rat, bool) {
	coefs, terms, lo := parts(div.Arg(0))
	hi := lo
	for i, t := range terms {
		a, ok1 := s.least(coefs[i], t)
		b, ok2 := s.least(coefs[i].Neg(), t)
		if !ok1 || !ok2 {
			return num.Rat{}, false
		}
		lo, hi = lo.Add(a), hi.Sub(b)
	}
	inv := div.Value().Inv()
	q := lo.Mul(inv).Floor()
	return q, q.Equal(hi.Mul(inv).Floor())
}

// calm replaces divisions by the word size whose value the intervals determine. The intervals do not depend on these
// divisions, so the new cube implies the same intervals, and both cubes have the same states. If the context ends,
// some of these divisions remain.
func (m *Method) calm(ctx context.Context, c Cube) Cube {
	for {
		div := bigDivision(c)
		if div == nil || effort.Done(ctx) {
			return c
		}
		in := m.spansOf(c)
		sub := m.B.Substitution()
		some := false
		seen := map[*smt.Term]bool{}
		for _, f := range c {
			smt.Walk(f, seen, nil, func(t *smt.Term) {
				if isBigDivision(t) {
					if q, ok := in.quotient(t); ok {
						sub.Set(t, m.B.Num(q, m.ints))
						some = true
					}
				}
			})
		}
		effort.Charge(ctx, len(seen)/termsAUnit)
		if !some {
			return c
		}
		fs := make([]*smt.Term, len(c))
		for i, f := range c {
			fs[i] = sub.Apply(f)
		}
		c = m.cube(fs...)
	}
}

// termsAUnit is the number of terms that one unit of work (package effort) visits and rebuilds.
const termsAUnit = 4

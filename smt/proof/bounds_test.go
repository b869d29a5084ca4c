package proof

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// newChecker is a checker of single steps.
func newTestChecker(b *smt.Builder, inputs ...*smt.Term) *checker {
	c := &checker{b: b, stop: func() bool { return false }, inputs: map[*smt.Term]bool{}}
	for _, f := range inputs {
		c.inputs[f] = true
	}
	return c
}

// A bound is a literal whose negation bounds an unknown, written as a literal or as the negation of
// one.
type bound struct {
	literal *smt.Term
	k       num.Rat
	above   bool // the unknown is at most k, else at least
	strict  bool
}

// boundsOf are all forms of bounds by k.
func boundsOf(b *smt.Builder, u *smt.Term, k num.Rat) []bound {
	t := b.Num(k, u.Sort())
	return []bound{
		{b.Not(b.Le(u, t)), k, true, false}, {b.Not(b.Lt(u, t)), k, true, true},
		{b.Lt(t, u), k, true, false}, {b.Le(t, u), k, true, true},
		{b.Not(b.Ge(u, t)), k, false, false}, {b.Not(b.Gt(u, t)), k, false, true},
		{b.Lt(u, t), k, false, false}, {b.Le(u, t), k, false, true},
	}
}

// factor is what makes the unknown's factor in the literal 1 or -1.
func factor(l *smt.Term) num.Rat {
	a, _ := l.Atom()
	if s := a.Arg(0); s.Op() == smt.OpSum {
		return s.Coef(0).Abs().Inv()
	}
	return num.RatOf(1)
}

// meets reports whether a number, a whole one if need be, satisfies a bound from above and one from
// below.
func meets(up, low bound, whole bool) bool {
	if !whole {
		d := up.k.Sub(low.k).Sign()
		return d > 0 || d == 0 && !up.strict && !low.strict
	}
	for n := int64(-10); n <= 10; n++ {
		x := num.RatOf(n)
		u, l := up.k.Sub(x).Sign(), x.Sub(low.k).Sign()
		if (u > 0 || u == 0 && !up.strict) && (l > 0 || l == 0 && !low.strict) {
			return true
		}
	}
	return false
}

// TestBounds: of two bounds, in all forms, Farkas and IntCut refute just those that nothing lies
// between.
func TestBounds(t *testing.T) {
	b := smt.NewBuilder()
	x, u := b.Var("x", b.IntSort()), b.Var("u", b.RealSort())
	for _, c := range []struct {
		unknown *smt.Term
		steps   int64 // to a whole number
		rule    Rule
		whole   bool
	}{
		{x, 1, Farkas, true},
		{u, 2, Farkas, false},
		{b.ToReal(x), 1, IntCut, true},
		{b.ToReal(x), 2, IntCut, true},
		{b.ToReal(x), 3, IntCut, true},
		{x, 1, IntCut, true},
	} {
		accepted := 0
		for i := int64(-4); i <= 4; i++ {
			for j := int64(-4); j <= 4; j++ {
				for _, p := range boundsOf(b, c.unknown, num.RatFrac(i, c.steps)) {
					for _, q := range boundsOf(b, c.unknown, num.RatFrac(j, c.steps)) {
						s := Step{Rule: c.rule, Clause: lits{p.literal, q.literal}, Coefs: []num.Rat{factor(p.literal), factor(q.literal)}}
						if c.rule == IntCut {
							s.Coefs, s.Coefs2 = []num.Rat{s.Coefs[0], {}}, []num.Rat{{}, s.Coefs[1]}
						}
						want := p.above != q.above
						if p.above {
							want = want && !meets(p, q, c.whole)
						} else {
							want = want && !meets(q, p, c.whole)
						}
						err := newTestChecker(b).step2([]Step{s}, 0)
						if (err == nil) != want {
							t.Errorf("%v %v: %v, accepted should be %v", c.rule, s.Clause, err, want)
						}
						if err == nil {
							accepted++
						}
					}
				}
			}
		}
		if accepted < 100 {
			t.Errorf("%v of %v: only %d accepted", c.rule, c.unknown, accepted)
		}
	}
}

// TestStrictSums: one strict inequality of many makes a sum strict, wherever it stands, in each
// form; one that does not count does not.
func TestStrictSums(t *testing.T) {
	b := smt.NewBuilder()
	v := make(lits, 4)
	for i := range v {
		v[i] = b.Var(fmt.Sprint("v", i), b.RealSort())
	}
	// v0 - v1, v1 - v2, v2 - v3, v3 - v0: each at most 0, and so all are 0, unless one is less.
	for strict := range len(v) + 1 {
		for _, turned := range []bool{false, true} {
			for _, rule := range []Rule{Farkas, IntCut} {
				s := Step{Rule: rule}
				for i, x := range v {
					y := v[(i+1)%len(v)]
					l := b.Not(b.Le(x, y))
					switch {
					case i == strict && turned:
						l = b.Le(y, x)
					case i == strict:
						l = b.Not(b.Lt(x, y))
					case turned:
						l = b.Lt(y, x)
					}
					s.Clause = append(s.Clause, l)
					s.Coefs = append(s.Coefs, num.RatOf(1))
				}
				want := strict < len(v)
				if rule == IntCut {
					s.Coefs2 = rats(0, 0, 0, 0) // 0 ≤ the sum: and it is less than 0
				}
				if err := newTestChecker(b).step2([]Step{s}, 0); (err == nil) != want {
					t.Errorf("%v, %d is strict, turned %v: %v", rule, strict, turned, err)
				}
			}
		}
	}
}

// TestCutsWithoutUnknowns: where all unknowns cancel, a cut has 0 for its sum: it is refuted just
// where the bounds exclude 0. Each side may be strict, and the bound a whole number or not.
func TestCutsWithoutUnknowns(t *testing.T) {
	b := smt.NewBuilder()
	u, v := b.Var("u", b.RealSort()), b.Var("v", b.RealSort())
	for k := int64(-3); k <= 3; k++ {
		half := b.Num(num.RatFrac(k, 2), b.RealSort())
		for _, strict := range []bool{false, true} {
			l := b.Not(b.Le(u, b.Add(v, half)))
			if strict {
				l = b.Not(b.Lt(u, b.Add(v, half)))
			}
			clause := lits{l, b.Not(b.Le(v, u))} // 0 = (u-v) + (v-u) ≤ k/2
			f := func(l *smt.Term) num.Rat { a, _ := l.Atom(); return a.Arg(0).Coef(0).Abs().Inv() }
			sum, none := []num.Rat{f(clause[0]), f(clause[1])}, rats(0, 0)
			want := k < 0 || k == 0 && strict
			for _, s := range []Step{
				{Rule: IntCut, Clause: clause, Coefs: sum, Coefs2: none},
				{Rule: IntCut, Clause: clause, Coefs: none, Coefs2: sum},
			} {
				if err := newTestChecker(b).step2([]Step{s}, 0); (err == nil) != want {
					t.Errorf("0 ≤ %d/2, strict %v, in %v: %v", k, strict, s.Clause, err)
				}
			}
		}
	}
}

// TestCutsCancelReals: what is no whole number may be in a cut's inequalities if it is not in their
// sum.
func TestCutsCancelReals(t *testing.T) {
	b := smt.NewBuilder()
	x, u := b.ToReal(b.Var("x", b.IntSort())), b.Var("u", b.RealSort())
	third := func(n int64) *smt.Term { return b.Num(num.RatFrac(n, 3), b.RealSort()) }
	clause := lits{
		b.Not(b.Le(b.Add(x, u), third(2))), b.Not(b.Le(third(0), u)), // x ≤ 2/3
		b.Not(b.Le(third(1), x)), // x ≥ 1/3
	}
	coefs := func(ls lits, on ...bool) []num.Rat {
		out := make([]num.Rat, len(ls))
		for i, l := range ls {
			if a, _ := l.Atom(); on[i] {
				out[i] = num.RatOf(1)
				if s := a.Arg(0); s.Op() == smt.OpSum {
					out[i] = s.Coef(0).Abs().Inv()
				}
			}
		}
		return out
	}
	s := Step{Rule: IntCut, Clause: clause, Coefs: coefs(clause, true, true, false), Coefs2: coefs(clause, false, false, true)}
	if err := newTestChecker(b).step2([]Step{s}, 0); err != nil {
		t.Error(err)
	}
	s.Coefs, s.Coefs2 = coefs(clause, true, false, false), coefs(clause, false, false, true)
	if err := newTestChecker(b).step2([]Step{s}, 0); err == nil {
		t.Error("accepted, though u is left")
	}
}

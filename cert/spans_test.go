package cert

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// someSpans are spans with ends between -2 and 2, or without: then what stands there means nothing.
func someSpans() []span {
	var out []span
	for lo := int64(-2); lo <= 2; lo++ {
		for hi := int64(-2); hi <= 2; hi++ {
			for has := range 4 {
				out = append(out, span{num.Of(lo), num.Of(hi), has&1 != 0, has&2 != 0})
			}
		}
	}
	return out
}

func (s span) has(n int64) bool {
	return (!s.hasLo || !num.Of(n).Less(s.lo)) && (!s.hasHi || !s.hi.Less(num.Of(n)))
}

// TestSpans compares the operations on spans with those on the sets that they stand for, as far as
// numbers up to 40 tell.
func TestSpans(t *testing.T) {
	const far = 12
	wrong := func(what string, args ...any) { t.Errorf("%s %v", what, args) }
	for _, s := range someSpans() {
		members := 0
		for n := int64(-far); n <= far; n++ {
			if s.has(n) {
				members++
			}
		}
		if s.empty() != (members == 0) || s.point() != (members == 1) {
			wrong("empty, point", s, s.empty(), s.point())
		}
		for k := int64(-3); k <= 3; k++ {
			u := s.scale(num.Of(k))
			if !s.empty() {
				for n := int64(-far); n <= far; n++ {
					if s.has(n) && !u.has(n*k) {
						wrong("scale", s, k, u, n)
					}
				}
				// Its ends are those of some member.
				if s.hasLo && s.hasHi && !(u.hasLo && u.hasHi && u.has(k*must(s.lo)) && must(u.hi)-must(u.lo) == max(k, -k)*(must(s.hi)-must(s.lo))) {
					wrong("scale is not the least", s, k, u)
				}
				if k == 0 && (u.empty() || !u.point() || !u.has(0)) {
					wrong("nothing times", s, u)
				}
				if k != 0 && (u.hasLo || u.hasHi) != (s.hasLo || s.hasHi) {
					wrong("scale loses an end", s, k, u)
				}
			}
		}
		for _, r := range someSpans() {
			meet, hull, sum := s.meet(r), s.hull(r), s.add(r)
			inside := true
			for n := int64(-far); n <= far; n++ {
				if meet.has(n) != (s.has(n) && r.has(n)) {
					wrong("meet", s, r, meet, n)
				}
				if (s.has(n) || r.has(n)) && !hull.has(n) {
					wrong("hull", s, r, hull, n)
				}
				if s.has(n) && !r.has(n) {
					inside = false
				}
			}
			if s.empty() || r.empty() {
				continue
			}
			if s.within(r) != inside {
				wrong("within", s, r)
			}
			if sum.hasLo != (s.hasLo && r.hasLo) || sum.hasLo && !sum.lo.Equal(s.lo.Add(r.lo)) ||
				sum.hasHi != (s.hasHi && r.hasHi) || sum.hasHi && !sum.hi.Equal(s.hi.Add(r.hi)) {
				wrong("add", s, r, sum)
			}
			if hull.hasLo != (s.hasLo && r.hasLo) || hull.hasHi != (s.hasHi && r.hasHi) ||
				hull.hasLo && must(hull.lo) != min(must(s.lo), must(r.lo)) || hull.hasHi && must(hull.hi) != max(must(s.hi), must(r.hi)) {
				wrong("hull is not the least", s, r, hull)
			}
		}
	}
	for n := int64(-20); n <= 20; n++ {
		for k := int64(1); k <= 5; k++ {
			q := must(floorDiv(num.Of(n), num.Of(k)))
			if q*k > n || (q+1)*k <= n {
				t.Errorf("%d divided by %d rounded down is %d", n, k, q)
			}
		}
	}
}

// unknowns is a checker of a program with two variables of which the ranges are known.
func unknowns(rs ...cfa.Range) (x *checker, vars []*smt.Term) {
	l := newLine(rs...)
	p := l.fail()
	x = newChecker(context.Background(), p, &Certificate{Builder: smt.NewBuilder()})
	x.begin(nil)
	for _, v := range l.inputs {
		vars = append(vars, x.now(v))
	}
	return x, vars
}

// atoms are literals about two terms of all forms that bounds are read from, and of some more.
func atoms(x *checker, p, q *smt.Term) []*smt.Term {
	b := x.b
	var out []*smt.Term
	terms := []*smt.Term{p, b.Add(p, q), b.Sub(p, q), b.Add(b.Scale(num.RatOf(2), p), q), b.Div(p, num.RatOf(3)), b.Mod(p, num.RatOf(3)),
		b.Ite(b.Le(q, x.int(0)), p, x.int(2)), b.Ite(b.Le(q, x.int(0)), x.int(1), x.int(-1)),
		b.Add(b.Ite(b.Le(q, x.int(0)), x.int(1), x.int(-1)), b.Ite(b.Le(q, x.int(0)), x.int(2), x.int(1))),
		b.Sub(b.Ite(b.Le(q, x.int(0)), x.int(1), x.int(3)), b.Ite(b.Eq(p, q), x.int(2), b.Ite(b.Le(p, q), x.int(0), x.int(1)))),
	}
	for _, t := range terms {
		for k := int64(-9); k <= 9; k++ {
			out = append(out, b.Le(t, x.int(k)), b.Eq(t, x.int(k)), b.Le(b.Scale(num.RatOf(2), t), x.int(k)), b.Le(x.int(k), b.Scale(num.RatOf(3), t)))
		}
		for _, u := range terms {
			out = append(out, b.Le(t, u), b.Eq(t, u))
		}
	}
	for _, f := range out {
		out = append(out, b.Not(f))
	}
	return out
}

// TestLiteralsAgainstValues: what intervals and choices decide of a formula is so for all values;
// the bounds that a literal gives a term are those that it says; and what can be seen is.
func TestLiteralsAgainstValues(t *testing.T) {
	decided, limits := 0, 0
	for _, r := range [][2]cfa.Range{{small, small}, {upTo7, small}, {small, {Bits: 2}}} {
		x, v := unknowns(r[0], r[1])
		s := &state{}
		fs := atoms(x, v[0], v[1])
		lo0, _, hi0, _ := r[0].Bounds()
		lo1, _, hi1, _ := r[1].Bounds()
		seen := make([][2]bool, len(fs))
		for a := must(lo0); a <= must(hi0); a++ {
			for c := must(lo1); c <= must(hi1); c++ {
				m := smt.NewModel(x.b)
				m.Set(v[0], x.int(a))
				m.Set(v[1], x.int(c))
				for i, f := range fs {
					holds, err := m.Holds(f)
					if err != nil {
						t.Fatal(err)
					}
					if holds {
						seen[i][1] = true
					} else {
						seen[i][0] = true
					}
					u, l, ok := limit(f)
					if !ok {
						continue
					}
					k, err := m.Eval(u)
					if err != nil {
						t.Fatal(err)
					}
					limits++
					if n := must(k.Value().Num()); l.has(n) != holds {
						t.Errorf("%v, of which the limits are %v of %v: at %d it is %v", f, l, u, n, holds)
					}
				}
			}
		}
		for i, f := range fs {
			g := x.decided(s, f)
			switch {
			case g == f:
				continue
			case !g.IsTrue() && !g.IsFalse(), g.IsTrue() && seen[i][0], g.IsFalse() && seen[i][1]:
				t.Errorf("%v is decided to be %v; it is %v", f, g, seen[i])
			}
			if !f.IsTrue() && !f.IsFalse() {
				decided++
			}
		}
		if t.Failed() {
			return
		}
	}
	if decided < 400 || limits < 10000 {
		t.Errorf("%d formulas are decided, %d limits were read", decided, limits)
	}
	t.Log(decided, limits)
}

// TestDecided: formulas that intervals, or choices, decide.
func TestDecided(t *testing.T) {
	x, v := unknowns(small, upTo7) // -4 to 3, 0 to 7
	b, p, q := x.b, v[0], v[1]
	n := x.int
	yes := b.Le(q, n(3))
	other := b.Le(p, n(0))
	pick := func(c *smt.Term, k, l int64) *smt.Term { return b.Ite(c, n(k), n(l)) }
	for f, want := range map[*smt.Term]string{
		b.Le(p, n(3)):                                       "true",
		b.Le(p, n(2)):                                       "",
		b.Le(p, n(-5)):                                      "false",
		b.Le(p, n(-4)):                                      "",
		b.Le(n(-4), p):                                      "true",
		b.Le(n(-3), p):                                      "",
		b.Le(n(4), p):                                       "false",
		b.Le(n(3), p):                                       "",
		b.Eq(p, n(4)):                                       "false",
		b.Eq(p, n(3)):                                       "",
		b.Eq(p, q):                                          "",
		b.Eq(b.Sub(p, n(4)), q):                             "false",
		b.Eq(b.Sub(p, n(3)), q):                             "",
		b.Le(b.Add(p, q), n(10)):                            "true",
		b.Le(b.Add(p, q), n(9)):                             "",
		b.Le(b.Sub(p, q), n(3)):                             "true",
		b.Le(n(-10), b.Sub(p, q)):                           "",
		b.Le(n(-11), b.Sub(p, q)):                           "true",
		b.Le(b.Div(p, num.RatOf(2)), n(1)):                  "true",
		b.Le(b.Div(p, num.RatOf(2)), n(0)):                  "",
		b.Le(n(-2), b.Div(p, num.RatOf(3))):                 "true",
		b.Le(n(-1), b.Div(p, num.RatOf(3))):                 "",
		b.Le(pick(yes, 1, 5), n(5)):                         "true",
		b.Le(pick(yes, 1, 5), n(4)):                         "",
		b.Eq(pick(yes, 1, 5), n(3)):                         "false",
		b.Eq(pick(yes, 1, 5), n(5)):                         "",
		b.Le(pick(yes, 1, 5), pick(yes, 1, 5)):              "true",
		b.Le(pick(yes, 1, 5), pick(yes, 2, 6)):              "true",
		b.Le(pick(yes, 1, 5), pick(other, 2, 6)):            "",
		b.Eq(pick(yes, 1, 5), pick(yes, 2, 6)):              "false",
		b.Eq(pick(yes, 1, 5), pick(yes, 2, 5)):              "",
		b.Le(pick(yes, 2, 6), pick(yes, 1, 5)):              "false",
		b.Eq(b.Add(pick(yes, 1, 5), n(1)), pick(yes, 2, 6)): "true",
	} {
		got := x.decided(&state{}, f)
		if s := map[*smt.Term]string{f: "", b.True(): "true", b.False(): "false"}[got]; s != want && !(got == f && (f.IsTrue() || f.IsFalse())) {
			t.Errorf("%v: %v, want %q", f, got, want)
		}
		if got, neg := x.decided(&state{}, b.Not(f)), x.decided(&state{}, f); f != neg && got != b.Not(neg) {
			t.Errorf("not %v: %v", f, got)
		}
	}
}

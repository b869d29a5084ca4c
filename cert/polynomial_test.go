package cert

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// What polynomials adds holds for all numbers, whether or not the formulas do that it is made for.
func TestPolynomialsHold(t *testing.T) {
	said := 0
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		x := &checker{b: b, ints: b.IntSort()}
		var vars []*smt.Term
		m := smt.NewModel(b)
		for _, name := range []string{"i", "k", "n"} {
			v := b.Var(name, b.IntSort())
			vars = append(vars, v)
			m.Set(v, b.IntNum(rapid.Int64Range(-3, 3).Draw(t, name)))
		}
		sum := func(of []*smt.Term) *smt.Term {
			s := b.IntNum(rapid.Int64Range(-2, 2).Draw(t, "constant"))
			for range rapid.IntRange(1, 2).Draw(t, "terms") {
				v := rapid.SampledFrom(of).Draw(t, "term")
				s = b.Add(s, b.Scale(num.RatOf(rapid.Int64Range(-2, 2).Draw(t, "coefficient")), v))
			}
			return s
		}
		var fs []*smt.Term
		for i := range rapid.IntRange(2, 5).Draw(t, "formulas") {
			l, r := sum(vars), sum(vars)
			if i == 0 || rapid.Bool().Draw(t, "product") {
				l = b.Mul(l, sum(vars))
			}
			f := rapid.SampledFrom([]*smt.Term{b.Eq(l, r), b.Le(l, r), b.Lt(l, r)}).Draw(t, "formula")
			if rapid.Bool().Draw(t, "negated") {
				f = b.Not(f)
			}
			fs = append(fs, f)
		}
		for _, f := range append(x.polynomials(fs), x.steps(sum(vars), sum(vars))...) {
			said++
			if yes, err := m.Holds(f); err != nil || !yes {
				t.Fatalf("%v does not hold (%v)", f, err)
			}
		}
	})
	if said < steady.Bar(30) {
		t.Errorf("only %d implications were made", said)
	}
}

// Squares of numbers that differ by one are told apart by it, in whatever way that is said.
func TestPolynomialsRefute(t *testing.T) {
	b := smt.NewBuilder()
	x := &checker{b: b, ints: b.IntSort()}
	i, k, n := b.Var("i", b.IntSort()), b.Var("k", b.IntSort()), b.Var("n", b.IntSort())
	next := b.Add(i, b.IntNum(1))
	square := b.Not(b.Eq(b.Mul(k, k), b.Add(b.Mul(i, i), b.Scale(num.RatOf(2), i), b.IntNum(1))))
	cube := b.Not(b.Eq(b.Mul(k, k, k), b.Mul(next, next, next)))
	for _, c := range []struct {
		fs   []*smt.Term
		want solver.Status
	}{
		{[]*smt.Term{b.Eq(k, next), square}, solver.Unsat},
		{[]*smt.Term{b.Le(k, next), b.Lt(i, k), square}, solver.Unsat},
		{[]*smt.Term{b.Eq(k, next), b.Eq(b.Mul(k, k), b.Mul(n, n)), cube}, solver.Unsat},
		{[]*smt.Term{b.Le(k, next), square}, solver.Unknown}, // k = i = 0
	} {
		s := solver.New(b, solver.Options{Proofs: true})
		for _, f := range append(c.fs, x.polynomials(c.fs)...) {
			s.Assert(f)
		}
		got := s.Check(context.Background())
		if (got == solver.Unsat) != (c.want == solver.Unsat) {
			t.Errorf("%v: %v", c.fs, got)
		}
	}
}

// 2*d <= n < 3*d has the quotient 2, and no other.
func TestStepsOfQuotients(t *testing.T) {
	b := smt.NewBuilder()
	x := &checker{b: b, ints: b.IntSort()}
	q, d, n, rem := b.Var("q", b.IntSort()), b.Var("d", b.IntSort()), b.Var("n", b.IntSort()), b.Var("r", b.IntSort())
	fs := []*smt.Term{
		b.Eq(n, b.Add(b.Mul(q, d), rem)), b.Le(b.IntNum(0), rem), b.Lt(rem, d),
		b.Le(b.Scale(num.RatOf(2), d), n), b.Lt(n, b.Scale(num.RatOf(3), d)),
	}
	for c, want := range []bool{false, false, true, false} {
		s := solver.New(b, solver.Options{})
		for _, f := range append(append(fs, x.steps(q, d)...), b.Not(b.Eq(q, b.IntNum(int64(c))))) {
			s.Assert(f)
		}
		if got := s.Check(context.Background()); (got == solver.Unsat) != want {
			t.Errorf("q = %d: %v", c, got)
		}
	}
}

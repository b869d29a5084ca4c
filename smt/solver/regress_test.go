package solver

import (
	"context"
	"errors"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// What went wrong once.
func TestRegressions(t *testing.T) {
	b := smt.NewBuilder()
	re, bo, in := b.RealSort(), b.BoolSort(), b.IntSort()
	real := func(n string) *smt.Term { return b.Var(n, re) }
	zero, one, five := b.Num(num.Rat{}, re), b.Num(num.RatOf(1), re), b.Num(num.RatOf(5), re)
	p := b.Var("p", bo)
	set := b.ArraySort(bo, in)
	a, c := b.Var("a", set), b.Var("c", set)
	for _, x := range []struct {
		name            string
		inputs, assumed []*smt.Term
		want            Status
	}{
		// A disequality of sums that holds by an infinitesimal only.
		{"infinitesimal", []*smt.Term{
			b.Gt(real("r"), zero), b.Le(zero, real("s")), b.Le(real("s"), five), b.Not(b.Eq(b.Add(real("r"), real("s")), one)),
		}, nil, Sat},
		// The witness of a difference is a formula.
		{"arrays by formulas", []*smt.Term{b.Not(b.Eq(a, c)), b.Eq(b.Select(a, p), b.Select(c, p)),
			b.Eq(b.Select(a, b.Not(p)), b.Select(c, b.Not(p)))}, nil, Unsat},
		// Assumptions that need nothing else.
		{"contrary assumptions", nil, []*smt.Term{p, b.Not(p)}, Unsat},
		{"false assumed", []*smt.Term{p}, []*smt.Term{b.False()}, Unsat},
		{"false asserted", []*smt.Term{p, b.False()}, nil, Unsat},
	} {
		for _, plain := range []bool{false, true} {
			s := New(b, Options{Proofs: true, Plain: plain})
			for _, f := range x.inputs {
				s.Assert(f)
			}
			if got := s.Check(context.Background(), x.assumed...); got != x.want {
				t.Errorf("%s: %v (%v)", x.name, got, s.Reason())
				continue
			}
			if x.want == Unsat {
				pr, err := s.Proof()
				if err == nil {
					err = proof.Check(b, append(s.Assertions(), x.assumed...), pr)
				}
				if err == nil && len(s.Core()) == 0 {
					err = errors.New("no core")
				}
				if err != nil {
					t.Errorf("%s: %v", x.name, err)
				}
			}
		}
	}
}

// Levels that are gone cost nothing any more: their atoms would be decided, and told the tableau,
// for ever.
func TestPoppedLevels(t *testing.T) {
	b := smt.NewBuilder()
	x := func(i int) *smt.Term { return b.Var("x"+string(rune('a'+i)), b.IntSort()) }
	s := New(b, Options{Proofs: true})
	s.Assert(b.Lt(x(0), x(1)))
	for round := range 20 {
		s.Push()
		for i := range 400 {
			s.Assert(b.Or(b.Lt(x(i%20), b.Add(x((i+1)%20), b.IntNum(int64((i+1)*(round+1))))), b.Eq(x(3), b.IntNum(int64(i)))))
		}
		if st := s.Check(context.Background()); st != Sat {
			t.Fatal(st, s.Reason())
		}
		s.Pop(1)
		if st := s.Check(context.Background(), b.Gt(x(0), x(1))); st != Unsat || len(s.Core()) != 2 {
			t.Fatal(st, s.Core())
		}
		if n := len(s.engine.terms); n > 2*minDead {
			t.Fatalf("%d variables are left in round %d", n, round)
		}
	}
}

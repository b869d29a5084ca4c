package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// Paths and small cases, with the interpolants that come out.
func TestInterpolantsCases(t *testing.T) {
	b := smt.NewBuilder()
	in, re := b.IntSort(), b.RealSort()
	i := func(n string) *smt.Term { return b.Var(n, in) }
	r := func(n string) *smt.Term { return b.Var(n, re) }
	n := b.IntNum
	arr := func(n string) *smt.Term { return b.Var(n, b.ArraySort(in, in)) }
	times := func(k int64, t *smt.Term) *smt.Term { return b.Scale(num.RatOf(k), t) }
	u := b.FreeSort("U")
	e := func(n string) *smt.Term { return b.Var(n, u) }
	f := func(t *smt.Term) *smt.Term { return b.App(b.Func("f", []*smt.Sort{in}, in), t) }
	g := func(t *smt.Term) *smt.Term { return b.App(b.Func("g", []*smt.Sort{u}, u), t) }
	v := func(n string) *smt.Term { return b.Var(n, b.BitVecSort(8)) }
	type gs = [][]*smt.Term
	for _, c := range []struct {
		name   string
		groups gs
		want   string
	}{
		{"count", gs{
			{b.Eq(i("x0"), n(0)), b.Eq(i("s0"), n(0))},
			{b.Lt(i("x0"), n(2)), b.Eq(i("x1"), b.Add(i("x0"), n(1))), b.Eq(i("s1"), b.Add(i("s0"), i("x1")))},
			{b.Lt(i("x1"), n(2)), b.Eq(i("x2"), b.Add(i("x1"), n(1))), b.Eq(i("s2"), b.Add(i("s1"), i("x2")))},
			{b.Ge(i("x2"), n(2)), b.Not(b.Eq(i("s2"), n(3)))},
		}, "(and (= x0 0) (= s0 0)); (or (>= x1 2) (and (>= s1 1) (<= (+ x1 s1) 2))); (and (<= s2 3) (< x2 s2))"},
		{"lockstep", gs{
			{b.Eq(i("x0"), i("y0"))},
			{b.Eq(i("x1"), b.Add(i("x0"), n(1))), b.Eq(i("y1"), b.Add(i("y0"), n(1)))},
			{b.Eq(i("x2"), b.Add(i("x1"), n(1))), b.Eq(i("y2"), b.Add(i("y1"), n(1)))},
			{b.Not(b.Eq(i("x2"), i("y2")))},
		}, "(= x0 y0); (= x1 y1); (= x2 y2)"},
		{"strict", gs{{b.Lt(r("a"), r("x")), b.Lt(r("x"), r("c"))}, {b.Le(r("c"), r("a"))}}, "(< a c)"},
		{"parity", gs{{b.Eq(i("x"), times(2, i("y")))}, {b.Eq(i("x"), b.Add(times(2, i("z")), n(1)))}}, "(= x (* 2 (div x 2)))"},
		{"parity of three", gs{
			{b.Eq(i("x"), times(6, i("y")))}, {b.Eq(i("w"), b.Add(i("x"), times(3, i("k"))))}, {b.Eq(i("w"), b.Add(times(3, i("z")), n(1)))},
		}, "(= x (* 3 (div x 3))); (= w (* 3 (div w 3)))"},
		{"branch", gs{{b.Le(n(1), times(3, i("x")))}, {b.Le(times(3, i("x")), n(2))}}, "(>= x 1)"},
		{"mixed cut", gs{
			{b.Le(b.Add(times(3, i("x")), times(-3, i("y"))), b.Add(n(-1), times(3, i("s")))), b.Le(n(0), i("y"))},
			{b.Le(times(2, i("s")), times(2, i("t"))), b.Ge(times(4, i("x")), b.Add(n(1), times(4, i("t")))), b.Le(i("y"), n(0))},
		}, "(< x (+ y s))"},
		{"functions", gs{{b.Eq(g(e("a")), e("c"))}, {b.Eq(e("a"), e("d"))}, {b.Not(b.Eq(g(e("d")), e("c")))}}, "(= (g a) c); (= c (g d))"},
		{"function across", gs{
			{b.Eq(e("a"), e("s")), b.Eq(g(e("a")), e("p"))}, {b.Eq(e("s"), e("d")), b.Not(b.Eq(g(e("d")), e("p")))},
		}, "(= p (g s))"},
		{"mixed theories", gs{
			{b.Le(i("x"), i("s")), b.Le(i("s"), i("x")), b.Eq(f(i("x")), i("t"))},
			{b.Le(i("s"), i("y")), b.Le(i("y"), i("s")), b.Lt(f(i("y")), i("t"))},
		}, "(= t (f s))"},
		{"between", gs{ // y is between shared numbers that are equal in B only
			{b.Le(i("s"), i("x")), b.Le(i("x"), i("t")), b.Not(b.Eq(f(i("x")), i("c")))},
			{b.Le(i("t"), i("y")), b.Le(i("y"), i("s")), b.Eq(f(i("y")), i("c"))},
		}, "(or (and (<= s t) (not (= c (f s)))) (< s t))"},
		{"store and read", gs{
			{b.Eq(arr("a1"), b.Store(arr("a0"), i("i"), n(5)))},
			{b.Eq(arr("a2"), b.Store(arr("a1"), b.Add(i("i"), n(1)), n(7)))},
			{b.Eq(i("j"), i("i")), b.Not(b.Eq(b.Select(arr("a2"), i("j")), n(5)))},
		}, "(= (select a1 i) 5); (= (select a2 i) 5)"},
		{"array loop", gs{
			{b.Eq(i("k0"), n(0))},
			{b.Lt(i("k0"), i("n")), b.Eq(arr("b1"), b.Store(arr("b0"), i("k0"), n(0))), b.Eq(i("k1"), b.Add(i("k0"), n(1)))},
			{b.Lt(i("k1"), i("n")), b.Eq(arr("b2"), b.Store(arr("b1"), i("k1"), n(0))), b.Eq(i("k2"), b.Add(i("k1"), n(1)))},
			{b.Ge(i("k2"), i("n")), b.Le(n(0), i("m")), b.Lt(i("m"), i("n")), b.Not(b.Eq(b.Select(arr("b2"), i("m")), n(0)))},
		}, "(= k0 0); (and (= k1 1) (= (select b1 0) 0)); (and (= (select b2 (- k2 1)) 0) (= k2 2) (or (= k2 1) (= (select b2 0) 0)))"},
		{"bits", gs{
			{b.Eq(v("x"), b.BVAnd(v("y"), b.BV(num.Of(0xf0), 8)))}, {b.Eq(b.BVAnd(v("x"), b.BV(num.Of(0x0f), 8)), b.BV(num.Of(3), 8))},
		}, "(= ((_ extract 0 0) x) #b0)"},
		{"bit sum", gs{
			{b.Eq(v("x"), b.BVAdd(v("y"), v("y")))}, {b.Eq(v("x"), b.BVAdd(v("z"), v("z"), b.BV(num.Of(1), 8)))},
		}, "(= ((_ extract 0 0) x) #b0)"},
		{"within a group", gs{{b.Le(i("x"), n(0)), b.Ge(i("x"), n(1))}, {b.Le(i("y"), n(0))}}, "false"},
		{"only the last", gs{{b.Le(i("y"), n(0))}, {b.Le(i("x"), n(0)), b.Ge(i("x"), n(1))}}, "true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := t.Context()
			s := New(b, Options{Proofs: true})
			for _, g := range c.groups {
				for _, f := range g {
					s.Assert(f)
				}
			}
			if st := s.Check(ctx); st != Unsat {
				t.Fatalf("%v: %v", st, s.Reason())
			}
			itps, err := s.Interpolants(ctx, c.groups...)
			if err != nil {
				t.Fatal(err)
			}
			if err := holdInterpolants(ctx, b, c.groups, itps); err != nil {
				t.Error(err)
			}
			var got []string
			for _, f := range itps {
				got = append(got, fmt.Sprint(f))
			}
			if all := strings.Join(got, "; "); all != c.want {
				t.Errorf("got  %s\nwant %s", all, c.want)
			}
		})
	}
}

func TestInterpolantsErrors(t *testing.T) {
	b := smt.NewBuilder()
	ctx := context.Background()
	x, p := b.Var("x", b.IntSort()), b.Var("p", b.BoolSort())
	low, high := b.Le(x, b.IntNum(0)), b.Ge(x, b.IntNum(1))
	s := New(b, Options{Proofs: true})
	if _, err := s.Interpolants(ctx, []*smt.Term{}); err != ErrNoProof {
		t.Errorf("before any check: %v", err)
	}
	s.Assert(low)
	s.Assert(p)
	if st := s.Check(ctx); st != Sat {
		t.Fatal(st)
	}
	if _, err := s.Interpolants(ctx, []*smt.Term{low}, []*smt.Term{p}); err != ErrNoProof {
		t.Errorf("after sat: %v", err)
	}
	s.Push()
	if st := s.Check(ctx, high); st != Unsat {
		t.Fatal(st)
	}
	if _, err := s.Interpolants(ctx); err == nil {
		t.Error("no groups: no error")
	}
	if _, err := s.Interpolants(ctx, []*smt.Term{low}, []*smt.Term{p}); err == nil {
		t.Error("groups that are satisfiable: no error")
	}
	if _, err := s.Interpolants(ctx, []*smt.Term{low}, []*smt.Term{b.Not(p)}); err == nil {
		t.Error("a formula that is not asserted: no error")
	}
	// An assumption counts; a formula may be left out, or be there twice; a group may be empty.
	for _, groups := range [][][]*smt.Term{
		{{low}, {high}}, {{high}, {p}, {low}}, {{low, high}, {low}}, {{}, {low}, {}, {high}}, {{low, high}},
	} {
		itps, err := s.Interpolants(ctx, groups...)
		if err != nil {
			t.Errorf("%v: %v", groups, err)
			continue
		}
		if err := holdInterpolants(ctx, b, groups, itps); err != nil {
			t.Errorf("%v: %v", groups, err)
		}
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Interpolants(done, []*smt.Term{low}, []*smt.Term{high}); err == nil || !strings.Contains(err.Error(), "cancel") {
		t.Errorf("cancelled: %v", err)
	}
	// False alone.
	f := New(b, Options{Proofs: true})
	f.Assert(p)
	f.Assert(b.False())
	if st := f.Check(ctx); st != Unsat {
		t.Fatal(st)
	}
	for _, groups := range [][][]*smt.Term{{{p}, {b.False()}}, {{b.False()}, {p}}} {
		itps, err := f.Interpolants(ctx, groups...)
		if err == nil {
			err = holdInterpolants(ctx, b, groups, itps)
		}
		if err != nil {
			t.Error(err)
		}
	}
	// What no interpolant without quantifiers can say: a has at most one element that is not 0.
	in := b.IntSort()
	a, k, l := b.Var("a", b.ArraySort(in, in)), b.Var("k", in), b.Var("l", in)
	v := b.Var("v", in)
	only := b.Eq(a, b.Store(b.ConstArray(a.Sort(), b.IntNum(0)), x, v))
	two := []*smt.Term{b.Not(b.Eq(b.Select(a, k), b.IntNum(0))), b.Not(b.Eq(b.Select(a, l), b.IntNum(0))), b.Not(b.Eq(k, l))}
	q := New(b, Options{Proofs: true})
	q.Assert(only)
	for _, f := range two {
		q.Assert(f)
	}
	if st := q.Check(ctx); st != Unsat {
		t.Fatal(st, q.Reason())
	}
	var none *InterpolationError
	if itps, err := q.Interpolants(ctx, []*smt.Term{only}, two); !errors.As(err, &none) {
		t.Errorf("%v, %v", itps, err)
	}
}

package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

func mustCheck(b *testing.B, s *Solver, want Status, assumed ...*smt.Term) {
	b.Helper()
	if st := s.Check(context.Background(), assumed...); st != want {
		b.Fatalf("%v (%v), not %v", st, s.Reason(), want)
	}
}

// Stores in two orders: lemmas of arrays.
func BenchmarkStoreOrder(b *testing.B) {
	for _, n := range []int{10, 20, 40} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				tb := smt.NewBuilder()
				// by the tableau and the closure, not by names alone
				s := New(tb, Options{Proofs: true})
				for _, f := range storeOrder(tb, n, true) {
					s.Assert(f)
				}
				mustCheck(b, s, Unsat)
			}
		})
	}
}

// Elements swapped there and back again: extensionality over integer indexes.
func BenchmarkSwap(b *testing.B) {
	for _, n := range []int{4, 8, 16} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				tb := smt.NewBuilder()
				s := New(tb, Options{})
				in := tb.IntSort()
				start := tb.Var("a", tb.ArraySort(in, in))
				a := start
				swap := func(k int) {
					i, j := tb.Var(fmt.Sprint("i", k), in), tb.Var(fmt.Sprint("j", k), in)
					a = tb.Store(tb.Store(a, i, tb.Select(a, j)), j, tb.Select(a, i))
				}
				for k := range n {
					swap(k)
				}
				for k := range n {
					swap(n - 1 - k)
				}
				s.Assert(tb.Not(tb.Eq(a, start)))
				mustCheck(b, s, Unsat)
			}
		})
	}
}

// Functions of numbers that the tableau makes equal, in a chain: the theories exchange equalities.
func BenchmarkFunctionsOfNumbers(b *testing.B) {
	for _, n := range []int{10, 40, 160} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				tb := smt.NewBuilder()
				s := New(tb, Options{})
				in := tb.IntSort()
				f := func(x *smt.Term) *smt.Term { return tb.App(tb.Func("f", []*smt.Sort{in}, in), x) }
				x := func(i int) *smt.Term { return tb.Var(fmt.Sprint("x", i), in) }
				for i := range n {
					next := tb.Sub(f(tb.Add(x(i), tb.IntNum(1))), f(tb.Add(x(i+1), tb.IntNum(1))))
					s.Assert(tb.Le(x(i), x(i+1)))
					s.Assert(tb.Le(x(i+1), tb.Add(x(i), next)))
				}
				s.Assert(tb.Eq(x(0), x(n/2)))
				s.Assert(tb.Not(tb.Eq(f(x(0)), f(x(n/2-1)))))
				mustCheck(b, s, Unsat)
			}
		})
	}
}

// Paths through a loop that fills an array and one that copies it, of growing length.
func BenchmarkPath(b *testing.B) {
	for _, n := range []int{100, 400, 1600} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				tb := smt.NewBuilder()
				s := New(tb, Options{})
				in := tb.IntSort()
				as := tb.ArraySort(in, in)
				v := func(name string, i int, s *smt.Sort) *smt.Term { return tb.Var(fmt.Sprint(name, i), s) }
				last := tb.IntNum(int64(n))
				s.Assert(tb.Eq(v("i", 0, in), tb.IntNum(0)))
				for k := range n {
					i := v("i", k, in)
					s.Assert(tb.Lt(i, last))
					s.Assert(tb.Eq(v("a", k+1, as), tb.Store(v("a", k, as), i, tb.Scale(num.RatOf(2), i))))
					s.Assert(tb.Eq(v("i", k+1, in), tb.Add(i, tb.IntNum(1))))
				}
				s.Assert(tb.Eq(v("j", 0, in), tb.IntNum(0)))
				for k := range n {
					j := v("j", k, in)
					s.Assert(tb.Lt(j, last))
					s.Assert(tb.Eq(v("c", k+1, as), tb.Store(v("c", k, as), j, tb.Select(v("a", n, as), j))))
					s.Assert(tb.Eq(v("j", k+1, in), tb.Add(j, tb.IntNum(1))))
				}
				s.Assert(tb.Not(tb.Eq(tb.Select(v("c", n, as), tb.IntNum(int64(n/2))), tb.IntNum(int64(n/2*2)))))
				mustCheck(b, s, Unsat)
			}
		})
	}
}

// A predicate abstraction: one transition, and a thousand questions which predicates follow from
// which.
func BenchmarkPredicates(b *testing.B) {
	for b.Loop() {
		tb := smt.NewBuilder()
		s := New(tb, Options{})
		in := tb.IntSort()
		as := tb.ArraySort(in, in)
		i, n, i2 := tb.Var("i", in), tb.Var("n", in), tb.Var("i2", in)
		a, a2 := tb.Var("a", as), tb.Var("a2", as)
		s.Assert(tb.Lt(i, n))
		s.Assert(tb.Eq(a2, tb.Store(a, i, tb.Add(tb.Select(a, tb.Sub(i, tb.IntNum(1))), tb.IntNum(1)))))
		s.Assert(tb.Eq(i2, tb.Add(i, tb.IntNum(1))))
		predicates := func(i, a *smt.Term) []*smt.Term {
			var out []*smt.Term
			for k := range 8 {
				c := tb.IntNum(int64(k))
				out = append(out, tb.Ge(i, c), tb.Le(i, tb.Add(n, c)), tb.Ge(tb.Select(a, tb.Sub(i, tb.IntNum(1))), c), tb.Eq(tb.Select(a, c), c))
			}
			return out
		}
		before, after := predicates(i, a), predicates(i2, a2)
		answers := [3]int{}
		for k := range 1000 {
			p, q := before[k%len(before)], before[(k/len(before)*5+3)%len(before)]
			answers[s.Check(context.Background(), p, q, tb.Not(after[k*7%len(after)]))]++
		}
		if answers[Unknown] > 0 || answers[Sat] == 0 || answers[Unsat] == 0 {
			b.Fatal(answers)
		}
	}
}

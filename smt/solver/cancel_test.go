package solver

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/sat"
)

// hard are problems that take much longer than a test can wait, each in another part of the solver.
var hard = []struct {
	name string
	make func(b *smt.Builder) []*smt.Term
}{
	{"pigeons", func(b *smt.Builder) []*smt.Term { return pigeons(b, 12) }},
	{"multipliers", func(b *smt.Builder) []*smt.Term {
		s := b.BitVecSort(24)
		x, y, z := b.Var("vx", s), b.Var("vy", s), b.Var("vz", s)
		return []*smt.Term{b.Not(b.Eq(b.BVMul(x, b.BVAdd(y, z)), b.BVAdd(b.BVMul(z, x), b.BVMul(y, x))))}
	}},
	{"wide multiplier", func(b *smt.Builder) []*smt.Term { // takes its time before the search
		s := b.BitVecSort(2048)
		x, y := b.Var("wx", s), b.Var("wy", s)
		return []*smt.Term{b.Eq(b.BVUdiv(b.BVMul(x, y), b.BVAdd(x, y)), b.BV(num.Of(1234567), 2048))}
	}},
	{"remainder", func(b *smt.Builder) []*smt.Term { // one bit of it is a circuit of a million gates
		s := b.FloatSort(fp.Double.Exp, fp.Double.Prec)
		x, y := b.Var("rx", s), b.Var("ry", s)
		return []*smt.Term{b.FloatLess(y, b.FloatRem(x, y)), b.FloatLess(x, y)}
	}},
	{"market split", func(b *smt.Builder) []*smt.Term { // G. Cornuéjols, M. Dawande 1998
		var fs []*smt.Term
		const n, m = 40, 5
		r := uint64(1)
		for range m {
			var sum []*smt.Term
			total := int64(0)
			for j := range n {
				x := b.Var(fmt.Sprint("mx", j), b.IntSort())
				fs = append(fs, b.Le(b.IntNum(0), x), b.Le(x, b.IntNum(1)))
				r = r*6364136223846793005 + 1442695040888963407
				c := int64(r >> 33 % 100)
				total += c
				sum = append(sum, b.Scale(num.RatOf(c), x))
			}
			fs = append(fs, b.Eq(b.Add(sum...), b.IntNum(total/2)))
		}
		return fs
	}},
	{"large tableau", func(b *smt.Builder) []*smt.Term {
		const n = 110
		r := uint64(7)
		next := func(k uint64) int64 { r = r*6364136223846793005 + 1442695040888963407; return int64(r >> 33 % k) }
		x := func(i int) *smt.Term { return b.Var(fmt.Sprint("lx", i), b.RealSort()) }
		fs := []*smt.Term{}
		for range n {
			var sum []*smt.Term
			for j := range n {
				sum = append(sum, b.Scale(num.RatOf(next(1000)-400), x(j)))
			}
			fs = append(fs, b.Ge(b.Add(sum...), b.Num(num.RatOf(next(1000)), b.RealSort())))
		}
		for j := range n {
			fs = append(fs, b.Ge(x(j), b.Num(num.RatOf(0), b.RealSort())), b.Le(x(j), b.Num(num.RatOf(3), b.RealSort())))
		}
		return fs
	}},
	{"stores", func(b *smt.Builder) []*smt.Term { return storeOrder(b, 400, true) }},
	// f from 11 numbers to 10 that keeps them apart
	{"functions", func(b *smt.Builder) []*smt.Term {
		f := b.Func("pf", []*smt.Sort{b.IntSort()}, b.IntSort())
		var fs, all []*smt.Term
		for i := range 12 {
			x := b.App(f, b.Var(fmt.Sprint("fx", i), b.IntSort()))
			fs = append(fs, b.Le(b.IntNum(0), x), b.Le(x, b.IntNum(10)))
			all = append(all, x)
		}
		return append(fs, b.Distinct(all...))
	}},
}

// pigeons do not fit: n+1 into n holes.
func pigeons(b *smt.Builder, n int) []*smt.Term {
	in := func(p, h int) *smt.Term { return b.Var(fmt.Sprint("in", p, "-", h), b.BoolSort()) }
	var fs []*smt.Term
	for p := range n + 1 {
		var somewhere []*smt.Term
		for h := range n {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				fs = append(fs, b.Not(b.And(in(p, h), in(q, h))))
			}
		}
		fs = append(fs, b.Or(somewhere...))
	}
	return fs
}

// storeOrder says that an array depends on the order of n stores (or, with different indexes, that
// it does not): the family storecomm of A. Armando et al. 2005.
func storeOrder(b *smt.Builder, n int, distinct bool) []*smt.Term {
	s := b.ArraySort(b.FreeSort("I"), b.FreeSort("E"))
	a := b.Var("sa", s)
	i := func(k int) *smt.Term { return b.Var(fmt.Sprint("si", k), s.Index) }
	e := func(k int) *smt.Term { return b.Var(fmt.Sprint("se", k), s.Elem) }
	var fs []*smt.Term
	x, y := a, a
	for k := range n {
		x = b.Store(x, i(k), e(k))
		j := (k*7 + 3) % n
		y = b.Store(y, i(j), e(j))
		for l := range k {
			if distinct {
				fs = append(fs, b.Not(b.Eq(i(k), i(l))))
			}
		}
	}
	return append(fs, b.Not(b.Eq(x, y)))
}

// A check that is cancelled ends soon, says why, and leaves a solver that still answers right.
func TestCancel(t *testing.T) {
	const (
		// questions, or tens of units of work, after which it is cancelled: before any of these
		// problems is solved
		soon = 300
		// questions that may be asked when it has ended, besides one for each assertion, which are
		// still taken in
		late  = 1000
		bytes = 400 << 20 // that may be allocated
	)
	cause := errors.New("no more time")
	for _, h := range hard {
		for _, proofs := range []bool{false, true} {
			if proofs && testing.Short() {
				continue
			}
			b := smt.NewBuilder()
			fs := h.make(b)
			s := New(b, Options{Proofs: proofs})
			s.Push()
			for _, f := range fs {
				s.Assert(f)
			}
			ctx := efforttest.New(t.Context(), 10*soon, cause)
			asked, after, before := 0, 0, int64(0)
			s.interrupt = func() bool {
				if asked++; asked == soon {
					ctx.End()
				}
				if !ctx.Ended() {
					return false
				}
				if after++; after == 1 {
					before = allocated()
				}
				return true
			}
			st := s.Check(ctx)
			s.interrupt = nil
			grown := int64(0)
			if after > 0 {
				grown = allocated() - before
			}
			switch {
			case st != Unknown:
				t.Errorf("%s: %v after %d units of work: not hard enough", h.name, st, ctx.Used())
				continue
			case s.Reason() != cause:
				t.Errorf("%s: the reason is %v", h.name, s.Reason())
			case after > late+len(fs) || grown > bytes:
				t.Errorf("%s: went on for %d questions and %d KB", h.name, after, grown>>10)
			}
			t.Logf("%-16s proofs %-5v ended at question %d, unit %d; went on for %d questions, %d KB", h.name, proofs, asked-after, ctx.Used(), after, grown>>10)

			// Ended before it began.
			if st := s.Check(ctx); st != Unknown || s.Reason() != cause {
				t.Errorf("%s: %v (%v)", h.name, st, s.Reason())
			}
			// What is asked next is answered.
			s.Pop(1)
			p := b.Var("p", b.BoolSort())
			x := b.Var("x", b.IntSort())
			s.Assert(b.Or(p, b.Lt(x, b.IntNum(0))))
			if st := s.Check(t.Context()); st != Sat {
				t.Errorf("%s: then %v (%v)", h.name, st, s.Reason())
			}
			s.Assert(b.Ge(x, b.IntNum(3)))
			if st := s.Check(t.Context(), b.Not(p)); st != Unsat {
				t.Errorf("%s: at last %v (%v)", h.name, st, s.Reason())
			} else if proofs {
				pr, err := s.Proof()
				if err == nil {
					err = proof.Check(b, append(s.Assertions(), b.Not(p)), pr)
				}
				if err != nil {
					t.Errorf("%s: %v", h.name, err)
				}
			}
		}
	}
}

// A check that was cut short is made up for by the next one.
func TestCancelAndGoOn(t *testing.T) {
	b := smt.NewBuilder()
	s := New(b, Options{Proofs: true, Conflicts: 20})
	for _, f := range pigeons(b, 5) {
		s.Assert(f)
	}
	again := 0
	st := s.Check(context.Background())
	for ; st == Unknown && again < 1000; again++ {
		if s.Reason() != sat.ErrConflicts {
			t.Fatal(s.Reason())
		}
		st = s.Check(context.Background())
	}
	if st != Unsat || again == 0 {
		t.Fatalf("%v after %d more", st, again)
	}
	p, err := s.Proof()
	if err != nil {
		t.Fatal(err)
	}
	if err := proof.Check(b, s.Assertions(), p); err != nil {
		t.Fatal(err)
	}
}

// Wherever a check is cut short, what comes later is right. The stop comes at all points of small
// problems.
func TestCancelAnywhere(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 15
	}
	stopped := 0
	for seed := range seeds {
		for after := 1; after < 400; after = after*2 + 1 {
			x := newSession(newRand(seed), seed%2 == 1)
			for i := range x.pool {
				x.s.Assert(x.pool[i].t)
				x.stack = append(x.stack, i)
			}
			left := after
			x.s.interrupt = func() bool { left--; return left <= 0 }
			if x.s.Check(context.Background()) == Unknown && x.s.Reason() == errStopped {
				stopped++
			}
			x.s.interrupt = nil
			if err := x.check(nil); err != nil {
				t.Fatalf("seed %d, stopped after %d questions: %v", seed, after, err)
			}
		}
	}
	if stopped < 50 {
		t.Error("too few checks were stopped: ", stopped)
	}
}

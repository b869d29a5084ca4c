package solver

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"pgregory.net/rapid"
)

// A world makes random terms over small domains, and enumerates all its models: the oracle.
type world struct {
	b     *smt.Builder
	t     *rapid.T
	bools []*smt.Term
	nums  []*smt.Term // integer variables in 0 … 2
	elems []*smt.Term // variables of a free sort
	f     *smt.Func   // of integers
	g     *smt.Func   // of the free sort
	p     *smt.Func   // a predicate on integers
	arrs  []*smt.Term // arrays of integers
	bvs   []*smt.Term
}

func newWorld(t *rapid.T) *world {
	b := smt.NewBuilder()
	w := &world{b: b, t: t}
	u := b.FreeSort("U")
	in := b.IntSort()
	for i := range 2 {
		w.bools = append(w.bools, b.Var(fmt.Sprint("p", i), b.BoolSort()))
	}
	for i := range 3 {
		w.nums = append(w.nums, b.Var(fmt.Sprint("x", i), in))
		w.elems = append(w.elems, b.Var(fmt.Sprint("u", i), u))
	}
	w.f = b.Func("f", []*smt.Sort{in}, in)
	w.g = b.Func("g", []*smt.Sort{u, b.BoolSort()}, u)
	w.p = b.Func("p", []*smt.Sort{in}, b.BoolSort())
	for i := range 2 {
		w.arrs = append(w.arrs, b.Var(fmt.Sprint("a", i), b.ArraySort(in, in)))
	}
	return w
}

func (w *world) pick(n int) int { return rapid.IntRange(0, n-1).Draw(w.t, "n") }

func (w *world) num(depth int) *smt.Term {
	b := w.b
	if depth == 0 {
		if w.pick(4) == 0 {
			return b.IntNum(int64(w.pick(4) - 1))
		}
		return w.nums[w.pick(len(w.nums))]
	}
	switch w.pick(9) {
	case 0:
		return b.Add(w.num(depth-1), w.num(depth-1))
	case 1:
		return b.Sub(w.num(depth-1), w.num(depth-1))
	case 2:
		return b.Scale(num.RatOf(int64(w.pick(5)-2)), w.num(depth-1))
	case 3:
		return b.App(w.f, w.num(depth-1))
	case 4:
		return b.Ite(w.formula(depth-1), w.num(depth-1), w.num(depth-1))
	case 5:
		return b.Select(w.arr(depth-1), w.num(depth-1))
	case 6:
		return b.Div(w.num(depth-1), num.RatOf(int64(w.pick(2)+2)))
	case 7:
		return b.Mod(w.num(depth-1), num.RatOf(int64(w.pick(2)+2)))
	}
	return w.num(0)
}

func (w *world) arr(depth int) *smt.Term {
	if depth == 0 {
		return w.arrs[w.pick(len(w.arrs))]
	}
	switch w.pick(4) {
	case 0, 1:
		return w.b.Store(w.arr(depth-1), w.num(depth-1), w.num(depth-1))
	case 2:
		return w.b.Ite(w.formula(depth-1), w.arr(depth-1), w.arr(depth-1))
	}
	return w.arr(0)
}

func (w *world) elem(depth int) *smt.Term {
	if depth == 0 {
		return w.elems[w.pick(len(w.elems))]
	}
	switch w.pick(3) {
	case 0:
		return w.b.App(w.g, w.elem(depth-1), w.formula(depth-1))
	case 1:
		return w.b.Ite(w.formula(depth-1), w.elem(depth-1), w.elem(depth-1))
	}
	return w.elem(0)
}

func (w *world) formula(depth int) *smt.Term {
	b := w.b
	if depth == 0 {
		if w.pick(2) == 0 {
			return w.bools[w.pick(len(w.bools))]
		}
		return b.Le(w.num(0), w.num(0))
	}
	switch w.pick(10) {
	case 0:
		return b.And(w.formula(depth-1), w.formula(depth-1))
	case 1:
		return b.Or(w.formula(depth-1), w.formula(depth-1))
	case 2:
		return b.Not(w.formula(depth - 1))
	case 3:
		return b.Xor(w.formula(depth-1), w.formula(depth-1))
	case 4:
		return b.Ite(w.formula(depth-1), w.formula(depth-1), w.formula(depth-1))
	case 5:
		return b.Eq(w.num(depth-1), w.num(depth-1))
	case 6:
		return b.Le(w.num(depth-1), w.num(depth-1))
	case 7:
		return b.Eq(w.elem(depth-1), w.elem(depth-1))
	case 8:
		return b.Eq(w.arr(depth-1), w.arr(depth-1))
	}
	return b.App(w.p, w.num(depth-1))
}

func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		s := New(w.b, Options{Proofs: rapid.Bool().Draw(t, "proofs"), Plain: rapid.Bool().Draw(t, "plain")})
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		n := rapid.IntRange(1, 6).Draw(t, "assertions")
		for range n {
			s.Assert(w.formula(rapid.IntRange(1, 3).Draw(t, "depth")))
		}
		switch s.Check(ctx) {
		case Unknown:
			t.Fatalf("unknown: %v\n%s", s.Reason(), s.dumpAll())
		case Unsat:
			if !s.opt.Proofs {
				return
			}
			p, err := s.Proof()
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.Check(w.b, s.Assertions(), p); err != nil {
				for i, st := range p.Steps {
					t.Logf("%d %v %v", i, st.Rule, st.Premises)
					for _, l := range st.Clause {
						t.Logf("    %s", dump(l))
					}
				}
				t.Fatalf("the proof is not accepted: %v", err)
			}
		}
	})
}

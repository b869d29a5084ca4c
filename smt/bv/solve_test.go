package bv_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// A maker draws random terms over bit-vector variables of few bits.
type maker struct {
	b    *smt.Builder
	t    *rapid.T
	vars []*smt.Term
}

func (m *maker) pick(n int) int { return rapid.IntRange(0, n-1).Draw(m.t, "n") }

func (m *maker) term(width, depth int) *smt.Term {
	b := m.b
	sub := func() *smt.Term { return m.term(width, depth-1) }
	if depth == 0 {
		if m.pick(4) == 0 {
			return b.BV(num.Of(int64(m.pick(1<<width))), width)
		}
		v := m.vars[m.pick(len(m.vars))]
		switch {
		case v.Width() > width:
			low := m.pick(v.Width() - width + 1)
			return b.Extract(v, low+width-1, low)
		case m.pick(2) == 0:
			return b.ZeroExtend(v, width-v.Width())
		}
		return b.SignExtend(v, width-v.Width())
	}
	switch m.pick(18) {
	case 0:
		return b.BVNot(sub())
	case 1:
		return b.BVNeg(sub())
	case 2:
		return b.BVAnd(sub(), sub())
	case 3:
		return b.BVOr(sub(), sub())
	case 4:
		return b.BVXor(sub(), sub())
	case 5, 6:
		return b.BVAdd(sub(), sub())
	case 7:
		return b.BVSub(sub(), sub())
	case 8, 9:
		return b.BVMul(sub(), sub())
	case 10:
		return b.BVUdiv(sub(), sub())
	case 11:
		return b.BVUrem(sub(), sub())
	case 12:
		return b.BVSdiv(sub(), sub())
	case 13:
		return b.BVShl(sub(), sub())
	case 14:
		return b.BVAshr(sub(), sub())
	case 15:
		return b.Ite(m.formula(depth-1), sub(), sub())
	case 16:
		if width > 1 {
			high := 1 + m.pick(width-1)
			return b.Concat(m.term(high, depth-1), m.term(width-high, depth-1))
		}
	}
	return b.Extract(m.term(width+1, depth-1), width, 1)
}

func (m *maker) formula(depth int) *smt.Term {
	b := m.b
	width := 1 + m.pick(3)
	sub := func() *smt.Term { return m.term(width, depth) }
	switch m.pick(7) {
	case 0, 1:
		return b.Eq(sub(), sub())
	case 2:
		return b.Not(b.Eq(sub(), sub()))
	case 3:
		return b.BVUlt(sub(), sub())
	case 4:
		return b.BVSlt(sub(), sub())
	case 5:
		return b.BVUmulo(sub(), sub())
	}
	if depth == 0 {
		return b.Bit(sub(), 0)
	}
	return b.Or(m.formula(depth-1), m.formula(depth-1))
}

// satisfiable tries all values.
func (m *maker) satisfiable(fs []*smt.Term) bool {
	bits := 0
	for _, v := range m.vars {
		bits += v.Width()
	}
next:
	for a := range int64(1) << bits {
		model := smt.NewModel(m.b)
		rest := a
		for _, v := range m.vars {
			model.Set(v, m.b.BV(num.Of(rest&(1<<v.Width()-1)), v.Width()))
			rest >>= v.Width()
		}
		for _, f := range fs {
			if ok, err := model.Holds(f); err != nil {
				m.t.Fatal(err)
			} else if !ok {
				continue next
			}
		}
		return true
	}
	return false
}

// TestSolver has random assertions over bit-vectors, with levels pushed and popped, decided by the
// solver and by trying all values; proofs are checked.
func TestSolver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		m := &maker{b: b, t: t}
		for i := range 3 {
			m.vars = append(m.vars, b.Var(fmt.Sprint("v", i), b.BitVecSort(1+m.pick(3))))
		}
		kept := rapid.Bool().Draw(t, "proofs")
		s := solver.New(b, solver.Options{Proofs: kept, Plain: rapid.Bool().Draw(t, "plain")})
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			switch m.pick(5) {
			case 0:
				s.Push()
			case 1:
				if s.Levels() > 0 {
					s.Pop(1)
				}
			}
			for range rapid.IntRange(1, 3).Draw(t, "assertions") {
				s.Assert(m.formula(m.pick(3)))
			}
			want := solver.Unsat
			if m.satisfiable(s.Assertions()) {
				want = solver.Sat
			}
			if got := s.Check(context.Background()); got != want {
				t.Fatalf("%v where %v is right (%v)", got, want, s.Reason())
			}
			if want == solver.Sat || !kept {
				continue
			}
			p, err := s.Proof()
			if err != nil {
				t.Fatal(err)
			}
			if err := proof.Check(b, s.Assertions(), p); err != nil {
				t.Fatalf("the proof is not accepted: %v", err)
			}
		}
	})
}

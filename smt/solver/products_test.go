package solver

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
)

// checked asks s, and goes over the proof if there is none to be had.
func checked(t *testing.T, s *Solver) Status {
	t.Helper()
	ctx, cancel := effort.Limit(t.Context(), 600_000)
	defer cancel()
	st := s.Check(ctx)
	if st == Unsat && s.opt.Proofs {
		p, err := s.Proof()
		if err == nil {
			err = proof.Check(s.b, s.Assertions(), p)
		}
		if err != nil {
			t.Errorf("%v\n%v", err, s.Assertions())
		}
	}
	return st
}

// TestProducts: what takes knowing that a product is one.
func TestProducts(t *testing.T) {
	b := smt.NewBuilder()
	in, re := b.IntSort(), b.RealSort()
	x, y, z := b.Var("x", in), b.Var("y", in), b.Var("z", in)
	r, u := b.Var("r", re), b.Var("u", re)
	n := b.IntNum
	real := func(p, q int64) *smt.Term { return b.Num(num.RatFrac(p, q), re) }
	within := func(t *smt.Term, lo, hi int64) *smt.Term { return b.And(b.Le(n(lo), t), b.Le(t, n(hi))) }
	for _, c := range []struct {
		name string
		want Status
		fs   []*smt.Term
	}{
		{"zero", Unsat, []*smt.Term{b.Ge(x, n(0)), b.Lt(x, n(1)), b.Not(b.Eq(b.Mul(x, x), n(0)))}},
		{"square", Unsat, []*smt.Term{b.Lt(b.Mul(x, x), n(0))}},
		{"no root", Unsat, []*smt.Term{b.Eq(b.Mul(x, x), n(2))}},
		{"root", Sat, []*smt.Term{b.Eq(b.Mul(x, x), n(1369)), b.Lt(x, n(0))}},
		{"sign", Unsat, []*smt.Term{b.Gt(x, n(0)), b.Lt(y, n(0)), b.Ge(b.Mul(x, y), n(0))}},
		{"growth", Unsat, []*smt.Term{b.Gt(x, n(1)), b.Gt(y, n(1)), b.Le(b.Mul(x, y), x)}},
		{"prime", Unsat, []*smt.Term{b.Eq(b.Mul(x, y), n(37)), b.Gt(x, n(1)), b.Gt(y, n(1))}},
		{"factors", Sat, []*smt.Term{b.Eq(b.Mul(x, y), n(39)), b.Gt(x, n(1)), b.Gt(y, n(1))}},
		{"three factors", Unsat, []*smt.Term{within(x, 1, 4), within(y, 1, 4), within(z, 1, 4), b.Eq(b.Mul(x, y, z), n(23))}},
		{"cube", Sat, []*smt.Term{b.Eq(b.Mul(x, x, x), n(-27))}},
		{"of reals", Unsat, []*smt.Term{b.Gt(r, real(1, 2)), b.Gt(u, real(2, 1)), b.Le(b.Mul(r, u), real(1, 1))}},
		{"square of a real", Unsat, []*smt.Term{b.Lt(b.Mul(r, r), real(0, 1))}},
		{"rational", Sat, []*smt.Term{b.Eq(b.Mul(r, u), real(1, 1)), b.Eq(r, real(3, 1))}},
	} {
		for _, plain := range []bool{false, true} {
			s := New(b, Options{Proofs: true, Plain: plain})
			for _, f := range c.fs {
				s.Assert(f)
			}
			if got := checked(t, s); got != c.want {
				t.Errorf("%s: %v (%v)", c.name, got, s.Reason())
			}
		}
	}
}

// TestProductsOfLevels: products of levels that are gone do no harm.
func TestProductsOfLevels(t *testing.T) {
	b := smt.NewBuilder()
	s := New(b, Options{Proofs: true})
	x, y := b.Var("x", b.IntSort()), b.Var("y", b.IntSort())
	s.Assert(b.And(b.Le(b.IntNum(0), x), b.Le(b.IntNum(0), y)))
	for k := range int64(20) {
		s.Push()
		s.Assert(b.Eq(b.Mul(x, b.Add(y, b.IntNum(k))), b.IntNum(3*k+1)))
		s.Assert(b.Lt(b.Add(x, y), b.IntNum(6)))
		want := Unsat
		for i := range int64(6) {
			for j := range 6 - i {
				if i*(j+k) == 3*k+1 {
					want = Sat
				}
			}
		}
		if got := checked(t, s); got != want {
			t.Errorf("%d: %v (%v), not %v", k, got, s.Reason(), want)
		}
		s.Pop(1)
	}
}

// polynomials makes a random question about integers from -3 to 3.
func polynomials(pick func(int) int) (b *smt.Builder, vars, fs []*smt.Term) {
	b = smt.NewBuilder()
	for i := range 1 + pick(3) {
		x := b.Var(fmt.Sprint("x", i), b.IntSort())
		vars = append(vars, x)
		fs = append(fs, b.Le(b.IntNum(-3), x), b.Le(x, b.IntNum(3)))
	}
	var term func(d int) *smt.Term
	term = func(d int) *smt.Term {
		switch k := pick(7); {
		case d == 0 && k == 0:
			return b.IntNum(int64(pick(15) - 5))
		case d == 0 || k == 0:
			return vars[pick(len(vars))]
		case k < 4:
			return b.Mul(term(d-1), term(d-1))
		case k == 4:
			return b.Sub(term(d-1), term(d-1))
		case k == 5:
			return b.Ite(b.Le(term(d-1), term(d-1)), term(d-1), term(d-1))
		}
		return b.Add(term(d-1), term(d-1))
	}
	for range 1 + pick(4) {
		x, y := term(2), term(2)
		f := []*smt.Term{b.Le(x, y), b.Eq(x, y), b.Not(b.Eq(x, y)), b.Or(b.Lt(x, y), b.Eq(term(1), term(2)))}[pick(4)]
		fs = append(fs, f)
	}
	return b, vars, fs
}

// TestRandomProducts compares with all values, and with z3 if it is there.
func TestRandomProducts(t *testing.T) {
	z3, _ := exec.LookPath("z3")
	var script bytes.Buffer
	var ours []Status
	unknown, count := 0, [3]int{}
	for seed := range uint64(60) {
		b, vars, fs := polynomials(newRand(seed + 77))
		s := New(b, Options{Proofs: seed%2 == 0, Plain: seed%3 == 0})
		var text strings.Builder
		declare(&text, fs)
		for _, f := range fs {
			s.Assert(f)
			fmt.Fprintf(&text, "(assert %s)\n", printed(f))
		}
		got, want := checked(t, s), Unsat
		m := smt.NewModel(b)
		total := 1
		for range vars {
			total *= 7
		}
		for k := 0; k < total && want == Unsat; k++ {
			n := k
			for _, x := range vars {
				m.Set(x, b.IntNum(int64(n%7-3)))
				n /= 7
			}
			all := true
			for _, f := range fs {
				ok, err := m.Holds(f)
				all = all && ok && err == nil
			}
			if all {
				want = Sat
			}
		}
		count[got]++
		switch {
		case got == Unknown:
			unknown++
		case got != want:
			t.Errorf("%v, but it is %v: %v", got, want, fs)
		}
		ours = append(ours, got)
		fmt.Fprintf(&script, "%s(check-sat)\n(reset)\n", text.String())
	}
	t.Log(count)
	if count[Sat] < 8 || count[Unsat] < 8 || unknown > 5 {
		t.Errorf("%d unknown", unknown)
	}
	if z3 == "" {
		return
	}
	cmd := exec.CommandContext(t.Context(), z3, "-in", "rlimit=4000000")
	cmd.Stdin = &script
	out, err := cmd.Output()
	answers := strings.Fields(string(out))
	if err != nil || len(answers) != len(ours) {
		t.Fatalf("z3: %v, %d answers\n%.2000s", err, len(answers), out)
	}
	for i, st := range ours {
		if st != Unknown && answers[i] != "unknown" && st.String() != answers[i] {
			t.Errorf("%d: %v, but z3 says %s", i, st, answers[i])
		}
	}
}

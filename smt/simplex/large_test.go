package simplex

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
)

// TestLarge runs systems whose coefficients leave the machine words, in the
// tableau and already in the sums. There is a hidden solution, so the first bounds
// must be feasible; the later ones mostly are not, and the certificate is checked.
func TestLarge(t *testing.T) {
	conflicts := 0
	for seed := range uint64(20) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		const vars, rows = 8, 14
		s := New()
		hidden := make([]num.Rat, vars)
		for i := range hidden {
			s.NewVar(false)
			hidden[i] = num.RatFrac(rnd.Int64()-1<<62, 1+rnd.Int64N(1<<40))
		}
		value := func(v Var) (sum num.Rat) {
			for _, m := range s.Expand([]Monomial{{num.RatOf(1), v}}) {
				sum = sum.AddMul(m.Coef, hidden[m.Var])
			}
			return sum
		}
		check := func(want bool) {
			t.Helper()
			ok, _ := s.Check(nil)
			if err := s.Sanity(); err != nil {
				t.Fatal(err)
			}
			if !ok {
				if err := checkConflict(s, s.Conflict()); want || err != nil {
					t.Fatal("a conflict", err)
				}
				conflicts++
				return
			}
			c := s.Concrete()
			for v := range c {
				lo, hi, hasLo, hasHi := s.Bounds(Var(v))
				if hasLo && DeltaOf(c[v]).Less(lo) || hasHi && hi.Less(DeltaOf(c[v])) {
					t.Fatalf("variable %d is %v, outside %v and %v", v, c[v], lo, hi)
				}
			}
		}
		for range rows {
			var sum []Monomial
			for v := range s.Vars() {
				if rnd.IntN(3) == 0 && len(sum) < vars {
					sum = append(sum, Monomial{num.RatFrac(rnd.Int64()-1<<62, 1+rnd.Int64N(100)), Var(v)})
				}
			}
			v := s.NewRow(sum, false)
			b := DeltaOf(value(v))
			b.A = b.A.Add(num.RatOf(rnd.Int64N(2)))
			if !s.AssertUpper(v, b, 1) {
				t.Fatal("a bound that the hidden solution meets")
			}
			check(true)
		}
		for range 10 {
			s.Push()
			ok := true
			for range 6 {
				v := Var(rnd.IntN(s.Vars()))
				b := Delta{value(v).Add(num.RatOf(rnd.Int64N(3) - 1)), num.RatOf(1)}
				if ok = ok && s.AssertLower(v, b, 2); !ok {
					if err := checkConflict(s, s.Conflict()); err != nil {
						t.Fatal(err)
					}
					conflicts++
					break
				}
			}
			if ok {
				check(false)
			}
			s.Pop(1)
		}
		check(true)
	}
	if conflicts == 0 {
		t.Error("the test saw no conflict")
	}
}

// TestHistories drives larger sparse systems back and forth; the greedy choices and
// the going back to earlier assignments matter here.
func TestHistories(t *testing.T) {
	for _, in := range []*instance{differences(40, 200, 7), program(60, 7), dense(6, 12, 7)} {
		for seed := range uint64(20) {
			in.backtrack(20, seed)
			if err := in.t.Sanity(); err != nil {
				t.Fatal(err)
			}
			in.t.Pop(in.t.Scopes())
			in.t.Push()
			if !in.run(3) {
				t.Fatalf("no solution where there is one: %v", checkConflict(in.t, in.t.Conflict()))
			}
			in.t.Pop(1)
		}
		if in.t.Stats.Conflicts == 0 {
			t.Error("the test saw no conflict")
		}
	}
}

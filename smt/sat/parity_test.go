package sat

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// equationClauses has the clauses which say that the sum of vars is odd, or even.
func equationClauses(vars []Var, odd bool) (out [][]Lit) {
	for signs := range 1 << len(vars) {
		if (bits.OnesCount(uint(signs))%2 == 0) != odd {
			continue
		}
		var c []Lit
		for i, v := range vars {
			c = append(c, MkLit(v, signs>>i&1 != 0))
		}
		out = append(out, c)
	}
	return out
}

// TestRandomParity: equations among other clauses, in several rounds.
func TestRandomParity(t *testing.T) {
	found := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		const n = 9
		log := newChecker(t)
		s := New(Options{Parity: true, Eliminate: rapid.Bool().Draw(t, "eliminate"), Log: log})
		for range n {
			s.NewVar()
		}
		var clauses [][]Lit
		for range rapid.IntRange(1, 2).Draw(t, "rounds") {
			for range rapid.IntRange(1, 10).Draw(t, "equations") {
				vars := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 2, 5, rapid.ID).Draw(t, "variables")
				var vs []Var
				for _, v := range vars {
					vs = append(vs, Var(v))
				}
				eq := equationClauses(vs, rapid.Bool().Draw(t, "odd"))
				for i := range rapid.IntRange(0, 3).Draw(t, "more") {
					if i == 2 { // not all clauses of it
						eq = eq[1:]
					} else {
						eq = append(eq, slices.Clone(eq[0]))
						slices.Reverse(eq[len(eq)-1])
					}
				}
				for _, c := range eq {
					clauses = append(clauses, c)
					s.AddClause(log.input(c...), c...)
				}
			}
			verifyAnswer(t, s, log, n, clauses, nil, s.Solve(context.Background()))
			s.verifyState(t)
		}
		found += s.Stats().Parities
	})
	if found == 0 {
		t.Error("nothing was found")
	}
}

// TestLongParity: sums of many variables in two orders.
func TestLongParity(t *testing.T) {
	for _, odd := range []bool{false, true} {
		log := newChecker(t)
		s := New(Options{Parity: true, Eliminate: true, Log: log})
		const n = 300
		for range 3 * n {
			s.NewVar()
		}
		add := func(odd bool, vars ...Var) {
			for _, c := range equationClauses(vars, odd) {
				s.AddClause(log.input(c...), c...)
			}
		}
		last := [2]Var{}
		for side := range last {
			at := func(i int) Var { return Var(i * (1 + 6*side) % n) } // 7 and 300 have no common factor
			last[side] = at(0)
			for i := 1; i < n; i++ {
				sum := Var(n*(1+side) + i)
				add(false, sum, last[side], at(i))
				last[side] = sum
			}
		}
		add(odd, last[0], last[1])
		want := Sat
		if odd {
			want = Unsat
		}
		if got := s.Solve(context.Background()); got != want || s.Stats().Conflicts > 100 {
			t.Errorf("%v after %d conflicts, want %v", got, s.Stats().Conflicts, want)
		}
	}
}

func BenchmarkParity(b *testing.B) {
	for b.Loop() {
		s := New(Options{Parity: true})
		for range 3 * 300 {
			s.NewVar()
		}
		for i := range Var(898) {
			for _, c := range equationClauses([]Var{i, (i*7 + 1) % 900, (i*11 + 2) % 900}, i%2 == 0) {
				s.AddClause(0, c...)
			}
		}
		s.Solve(context.Background())
	}
}

package sat

import (
	"fmt"
	"slices"
	"testing"
)

// checker is a Log that verifies each derivation by unit propagation over its
// hints, strictly: every hint but the last gives a new literal, and the last one is false.
type checker struct {
	t       fataler
	clauses map[ID][]Lit
	next    ID
}

func newChecker(t fataler) *checker {
	return &checker{t: t, clauses: map[ID][]Lit{}}
}

// input names a clause that is taken for granted.
func (c *checker) input(lits ...Lit) ID {
	c.next++
	c.clauses[c.next] = slices.Clone(lits)
	return c.next
}

func (c *checker) Derive(lits []Lit, hints []ID) ID {
	if err := c.verify(lits, hints); err != nil {
		c.t.Fatalf("derivation of %v by %v: %v", lits, hints, err)
	}
	return c.input(lits...)
}

// Parity checks a sum modulo 2 by what its groups of clauses exclude.
func (c *checker) Parity(lits []Lit, clauses []ID) ID {
	odd, sum := false, map[Var]bool{}
	for rest := clauses; len(rest) > 0; {
		k := len(c.clauses[rest[0]])
		seen := map[string]bool{}
		var trues int
		for i, id := range rest[:1<<(k-1)] {
			clause := slices.Clone(c.clauses[id])
			slices.Sort(clause)
			n := 0
			for j, l := range clause {
				n += int(l & 1)
				if i == 0 {
					sum[l.Var()] = !sum[l.Var()]
				}
				if first := c.clauses[rest[0]]; j > 0 && l.Var() == clause[j-1].Var() ||
					!slices.Contains(first, l) && !slices.Contains(first, l.Not()) {
					c.t.Fatalf("%v is not of the equation of %v", clause, first)
				}
			}
			if i > 0 && n%2 != trues {
				c.t.Fatalf("%v has the wrong parity", clause)
			}
			trues = n % 2
			seen[fmt.Sprint(clause)] = len(clause) == k
		}
		if len(seen) != 1<<(k-1) {
			c.t.Fatalf("an equation of %d clauses, want %d", len(seen), 1<<(k-1))
		}
		odd = odd != (trues == 0)
		rest = rest[1<<(k-1):]
	}
	for _, l := range lits { // false
		if sum[l.Var()] {
			odd = odd != l.Neg()
			sum[l.Var()] = false
		}
	}
	for v, in := range sum {
		if in {
			c.t.Fatalf("variable %d is left in the sum", v)
		}
	}
	if !odd {
		c.t.Fatal("the sum does not contradict the clause's negation")
	}
	return c.input(lits...)
}

func (c *checker) verify(lits []Lit, hints []ID) error {
	isFalse := map[Lit]bool{}
	for _, l := range lits {
		isFalse[l] = true
	}
	for _, l := range lits {
		if isFalse[l.Not()] {
			return fmt.Errorf("is a tautology")
		}
	}
	for i, h := range hints {
		clause, ok := c.clauses[h]
		if !ok {
			return fmt.Errorf("hint %d is no clause", h)
		}
		open := noLit
		for _, l := range clause {
			switch {
			case isFalse[l] || l == open:
			case isFalse[l.Not()]:
				return fmt.Errorf("hint %d, %v, is true", h, clause)
			case open != noLit:
				return fmt.Errorf("hint %d, %v, is not unit", h, clause)
			default:
				open = l
			}
		}
		if open == noLit {
			if i != len(hints)-1 {
				return fmt.Errorf("hint %d, %v, is false already", h, clause)
			}
			return nil
		}
		isFalse[open.Not()] = true
	}
	return fmt.Errorf("no hint becomes false")
}

// has fails the test unless id names the clause lits.
func (c *checker) has(id ID, lits []Lit) {
	c.t.Helper()
	want, have := slices.Clone(lits), slices.Clone(c.clauses[id])
	slices.Sort(want)
	slices.Sort(have)
	if _, ok := c.clauses[id]; !ok || !slices.Equal(slices.Compact(want), slices.Compact(have)) {
		c.t.Fatalf("clause %d is %v, want %v", id, have, want)
	}
}

// verifyState checks the invariants of the solver's data at the fixpoint of propagation.
func (s *Solver) verifyState(t fataler) {
	t.Helper()
	for _, marks := range [][]uint8{s.mark, s.hmark} {
		for v, m := range marks {
			if m != 0 {
				t.Fatalf("variable %d is still marked", v)
			}
		}
	}
	if !s.ok {
		return // its data are no longer used
	}
	count := map[ref]int{}
	for l, ws := range s.watches {
		for _, w := range ws {
			c := w.ref()
			lits := s.lits(c)
			if lits[0] != uint32(l) && lits[1] != uint32(l) {
				t.Fatalf("clause %v is in the list of %v", lits, Lit(l))
			}
			if w.binary() != (len(lits) == 2) {
				t.Fatalf("binary mark of %v is %v", lits, w.binary())
			}
			if !slices.Contains(lits, uint32(w.blocker)) || w.blocker == Lit(l) {
				t.Fatalf("blocker %v of %v in the list of %v", w.blocker, lits, Lit(l))
			}
			count[c]++
		}
	}
	attached := 0
	for _, c := range append(slices.Clone(s.clauses), s.learnts...) {
		if s.has(c, flagGarbage) {
			continue
		}
		attached++
		if count[c] != 2 {
			t.Fatalf("clause %v is watched %d times", s.lits(c), count[c])
		}
		seen := map[Var]bool{}
		for _, x := range s.lits(c) {
			if v := Lit(x).Var(); seen[v] {
				t.Fatalf("clause %v repeats a variable", s.lits(c))
			} else if seen[v] = true; s.flags[v]&varEliminated != 0 {
				t.Fatalf("clause %v has an eliminated variable", s.lits(c))
			}
		}
	}
	for i, l := range s.trail {
		info := s.vars[l.Var()]
		if s.vals[l] != 1 || s.vals[l^1] != -1 || int(info.pos) != i {
			t.Fatalf("trail position %d", i)
		}
		if r := info.reason; r >= firstRef {
			if lits := s.lits(r); !slices.Contains(lits, uint32(l)) || s.has(r, flagGarbage) {
				t.Fatalf("reason %v of %v", lits, l)
			}
		}
	}
}

// fataler is what testing.T and rapid.T have in common here.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func TestChecker(t *testing.T) {
	a, b, d := Lit(0), Lit(2), Lit(4)
	c := newChecker(t)
	ab, nab, bd := c.input(a, b), c.input(a.Not(), b), c.input(b.Not(), d)
	if err := c.verify([]Lit{d}, []ID{bd, ab, nab}); err != nil {
		t.Error(err)
	}
	for _, bad := range []struct {
		lits  []Lit
		hints []ID
	}{
		{[]Lit{d}, []ID{ab, nab, bd}},     // not unit
		{[]Lit{d}, []ID{bd, ab}},          // not false at the end
		{[]Lit{d}, []ID{bd, ab, nab, ab}}, // false before the end
		{[]Lit{a}, []ID{ab, nab}},         // true
		{[]Lit{d}, []ID{bd, 9}},           // unknown
		{[]Lit{d}, nil},
	} {
		if c.verify(bad.lits, bad.hints) == nil {
			t.Errorf("%v by %v is accepted", bad.lits, bad.hints)
		}
	}
}

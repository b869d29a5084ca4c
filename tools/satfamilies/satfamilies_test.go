package satfamilies

import (
	"context"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/smt/sat"
)

// TestSmall decides small members of each family.
func TestSmall(t *testing.T) {
	for _, c := range []struct {
		name string
		f    *formula
		want sat.Status
	}{
		{"pigeons", pigeons(5), sat.Unsat},
		{"chessboard, even", chessboard(4), sat.Unsat},
		{"chessboard, odd", chessboard(5), sat.Unsat},
		{"tseitin, odd", tseitin(12, 3, 1, true), sat.Unsat},
		{"tseitin, even", tseitin(12, 3, 1, false), sat.Sat},
		{"parity, different", parity(9, 1, true), sat.Unsat},
		{"parity, the same", parity(9, 1, false), sat.Sat},
		{"sums", sums(5), sat.Unsat},
		{"products", products(3), sat.Unsat},
		{"factors of 11 times 13", factors(4, 143), sat.Sat},
		{"factors of a prime", factors(5, 151), sat.Unsat},
		{"factors, one too wide", factors(4, 2*17), sat.Unsat},
		{"counters", counters(3, 20), sat.Unsat},
		{"counters of two bits", counters(2, 6), sat.Unsat},
		{"registers", registers(14, 40, 1), sat.Sat},
	} {
		s := sat.New(sat.Options{})
		for range c.f.vars {
			s.NewVar()
		}
		for _, lits := range c.f.clauses {
			var clause []sat.Lit
			for _, l := range lits {
				clause = append(clause, sat.MkLit(sat.Var(max(l, -l)-1), l < 0))
			}
			s.AddClause(0, clause...)
		}
		if got := s.Solve(context.Background()); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSame says that the text of the instances has not changed: figures measured on others are not
// comparable.
func TestSame(t *testing.T) {
	all := Instances()
	names := map[string]bool{}
	h := sha256.New()
	for _, i := range all {
		names[i.Name] = true
		fmt.Fprint(h, i.DIMACS(), i.SMT())
	}
	if len(all) != 40 || len(names) != 40 {
		t.Errorf("%d instances with %d names", len(all), len(names))
	}
	const want = "d0192a6e3104bef0"
	if got := fmt.Sprintf("%x", h.Sum(nil)[:8]); got != want {
		t.Errorf("the instances have changed: their digest is %s, and was %s", got, want)
	}
}

package script

import (
	"context"
	"strings"
	"testing"
)

func TestDeterministic(t *testing.T) {
	logics := map[string]int{}
	for seed := range uint64(500) {
		s, again := New(seed), New(seed)
		if s.Declarations != again.Declarations || s.Named() != again.Named() || len(s.Assertions) < 2 {
			t.Fatalf("seed %d: %d assertions, or two scripts", seed, len(s.Assertions))
		}
		logics[s.Logic]++
	}
	if len(logics) < 14 {
		t.Errorf("only %v", logics)
	}
}

// Rivals understand the scripts, agree, and go on behind an error; some scripts are satisfiable,
// some not.
func TestRivals(t *testing.T) {
	rivals := Rivals()
	if len(rivals) == 0 {
		t.Skip("neither z3 nor cvc5 is here")
	}
	n := uint64(200)
	if testing.Short() {
		n = 40
	}
	qs := []Question{{"(declare-fun x () Int)\n", []string{"(> x 1)", "(< x 2)"}}, {"", []string{"(> x 1)"}}, {"(declare-fun x () Bool)\n", []string{"x"}}}
	for seed := range n {
		s := New(seed)
		qs = append(qs, Question{s.Declarations, s.Assertions})
	}
	known := make([]string, len(qs))
	for _, r := range rivals {
		as, err := r.Ask(context.Background(), qs)
		if err != nil {
			t.Fatal(err)
		}
		if as[0] != "unsat" || !strings.HasPrefix(as[1], "(error") || as[2] != "sat" {
			t.Errorf("%s: %v", r.Name, as[:3])
		}
		count := map[string]int{}
		for i, a := range as[3:] {
			count[a]++
			if a == "unknown" || strings.HasPrefix(a, "(error") {
				count["open"]++
				continue
			}
			if known[i] == "" {
				known[i] = a
			}
			if known[i] != a {
				t.Errorf("script %d: %s says %s", i, r.Name, a)
			}
		}
		if count["sat"] < int(n)/5 || count["unsat"] < int(n)/5 || count["open"] > int(n)/3 { // z3 leaves many open that are about floats and reals
			t.Errorf("%s: %v", r.Name, count)
		}
	}
}

package refine

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/refinetest"
)

// What bmc finds of the loop in passing becomes predicates of the engine predicate in the next round, and no earlier, as far as it
// has heard of the variables.
func TestInvariantsAreShared(t *testing.T) {
	p := refinetest.Lower(t, `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int main(void) {
			int n = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0, unasked = 0;
			if (n < 0 || n > 1000) return 0;
			while (i < n) {
				i++;
				if (__VERIFIER_nondet_int()) j++; else k++;
				if (k > 2) unasked = k;
			}
			if (j > n) reach_error();
			if (k > n) reach_error();
			return unasked;
		}`, cfa.Machine)
	told := newShared(2)
	bmc := NewSession(t.Context(), p, Options{NoTests: true, Exchange: &view{told, 0}})
	BMCEngine{}.Run(bmc)
	if bmc.Outcome.Verdict != Safe {
		t.Fatalf("bmc: %v (%s)", bmc.Outcome.Verdict, bmc.Outcome.Reason)
	}
	if n := len((&view{told, 1}).Proved()); n != 0 {
		t.Fatalf("%d invariants are seen in the round in which they are found", n)
	}
	told.between()
	run := func(o Exchange) *predicateRun {
		b := NewSession(t.Context(), p, Options{NoTests: true, Exchange: o})
		r := newPredicateRun(b, PredicateEngine{}, nil)
		r.Loop.Run()
		if r.Outcome.Verdict != Safe {
			t.Fatalf("predicate: %v (%s)", r.Outcome.Verdict, r.Outcome.Reason)
		}
		return r
	}
	alone, helped := run(nil), run(&view{told, 1})
	if len(alone.aid.taken) != 0 {
		t.Error("predicates come from nobody")
	}
	n := 0
	for l, k := range helped.aid.taken {
		n += k
		if !l.LoopHead {
			t.Errorf("predicates were taken at %v, which is no loop head", l.Pos)
		}
		for v := range helped.prec.Vars(l) {
			if v.Name == "unasked" {
				t.Error("a variable that no path asked about is tracked")
			}
		}
	}
	t.Logf("%d predicates from others; %d refinements alone, %d with them", n, alone.Outcome.Stats.Refinements, helped.Outcome.Stats.Refinements)
	if n == 0 || helped.Outcome.Stats.Refinements > alone.Outcome.Stats.Refinements {
		t.Error("the invariants are of no use")
	}
}

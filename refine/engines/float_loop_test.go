package engines_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/refinetest"
)

// TestFloatLoops: loops over floating numbers of which predicates have the bound, and the same with a
// bound that is less by one rounding.
func TestFloatLoops(t *testing.T) {
	const head = `void reach_error(void); float __VERIFIER_nondet_float(void); int __VERIFIER_nondet_int(void); int main(void) { `
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"halving", `float x = __VERIFIER_nondet_float(); if (x >= 0 && x <= 10) { float y = x * 2.0f; while (__VERIFIER_nondet_int()) { if (y > 20.0f) reach_error(); y = y * 0.5f; } } }`, refine.Safe},
		{"halving, one less", `float x = __VERIFIER_nondet_float(); if (x >= 0 && x <= 10) { float y = x * 2.0f; while (__VERIFIER_nondet_int()) { if (y > 0x1.3ffffep4f) reach_error(); y = y * 0.5f; } } }`, refine.Unsafe},
		{"a filter", `float x = 0; while (__VERIFIER_nondet_int()) { float u = __VERIFIER_nondet_float(); if (!(u >= -1 && u <= 1)) return 0; x = 0.5f * x + u; if (!(x <= 2)) reach_error(); } }`, refine.Safe},
		{"a counter", `float x = 0; for (int i = 0; i < 5; i++) x += 1.0f; if (x != 5) reach_error(); }`, refine.Safe},
	} {
		p := refinetest.Lower(t, head+c.text, cfa.Machine)
		for _, engine := range []string{"predicate", "value+predicate"} {
			out := refine.Run(context.Background(), p, refine.Options{Engine: engines.Must(engine, engines.Options{}), Confirm: (&certify.Prover{Program: p}).Confirm})
			if out.Verdict != c.want {
				t.Errorf("%s, %s: %v (%s), want %v", c.name, engine, out.Verdict, out.Reason, c.want)
			} else if proof := certify.Of(out); c.want == refine.Safe && (proof == nil || !proof.Checked) {
				t.Errorf("%s, %s: the proof is %+v", c.name, engine, proof)
			}
		}
	}
}

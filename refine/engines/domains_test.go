package engines_test

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/quantified"
	"github.com/whet-mc/whet/refine/refinetest"
)

// Every numeric domain of the table works in every engine that takes one, and leaves proofs that
// are accepted. The programs need nothing but bounds.
func TestDomains(t *testing.T) {
	for _, c := range []struct {
		name, engine string
		method       quantified.Way
		text         string
	}{
		{"a loop", "widening", 0, `
int main(void) {
  int i = 0, s = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) { if (i < 9) i = i + 1; else i = 0; }
  __VERIFIER_assert(0 <= i && i <= 9);
}`},
		{"recursion", "widening", 0, `
int down(int n, int m) { if (n <= 0) { __VERIFIER_assert(m >= 0); return 1; } return down(n - 1, m + 2); }
int main(void) { int r = down(__VERIFIER_nondet_int(), 0); __VERIFIER_assert(r == 1); }`},
		{"cells", "arrays", 0, `
int main(void) {
  int a[4], x = __VERIFIER_nondet_int();
  a[1] = 3;
  a[2] = x > 5 ? 1 : 2;
  for (int i = 0; i < 3; i++) a[3] = a[1];
  __VERIFIER_assert(a[3] == 3 && a[2] < 3);
}`},
		{"all cells", "quantified", quantified.ByCells, `
int main(void) {
  int a[3];
  a[0] = 7; a[1] = __VERIFIER_nondet_int() ? 7 : 8; a[2] = 9;
  //@ assert \forall integer k; 0 <= k < 3 ==> a[k] >= 7;
}`},
	} {
		for _, d := range engines.Domains() {
			t.Run(c.name+" in "+d.Name, func(t *testing.T) {
				t.Parallel()
				e, err := engines.New(c.engine, engines.Options{Domain: d, Method: c.method})
				if err != nil {
					t.Fatal(err)
				}
				p := refinetest.Lower(t, refinetest.Prelude+c.text, cfa.Int)
				prover := &certify.Prover{Program: p}
				out := refine.Run(t.Context(), p, refine.Options{Engine: e, NoTests: true, Confirm: prover.Confirm})
				if proof := certify.Of(out); out.Verdict != refine.Safe || proof == nil || !proof.Checked {
					t.Errorf("%v (%s), and the proof %v", out.Verdict, out.Reason, proof)
				}
			})
		}
	}
}

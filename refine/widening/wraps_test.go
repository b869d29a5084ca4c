package widening

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// That words do not wrap around is assumed, and proved where it is so; where it is not, the
// assumption is taken back.
func TestWideningWraps(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want refine.Verdict
		wrap bool
	}{
		"never": {`int main(void) {
  int busy = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) { __VERIFIER_assume(busy == 0); n = n + 1; busy = 1; }
    else { __VERIFIER_assume(busy == 1 && n >= 1); n = n - 1; busy = 0; }
  }
  __VERIFIER_assert(n >= 0 && busy <= 1);
}`, refine.Safe, false},
		"whenever it likes": {`int main(void) {
  unsigned n = 0, m = 0;
  while (__VERIFIER_nondet_int()) { n = n + 1; if (n < 7) m = n; }
  __VERIFIER_assert(m < 7);
}`, refine.Safe, true},
		"into the error": {`int main(void) {
  unsigned char n = __VERIFIER_nondet_int();
  n = n + 20;
  __VERIFIER_assert(n >= 20);
}`, refine.Unsafe, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wrap := false
			opt := refine.Options{Engine: Engine{}, NoTests: true, Observe: func(it *refine.Iteration) {
				wrap = wrap || slices.ContainsFunc(it.Repairs, func(r refine.Repair) bool { return r.Kind == refine.WrapAllowed && r.Pos.Valid() })
			}}
			out := checkWidening(t, refinetest.Lower(t, refinetest.Prelude+c.text, cfa.Machine), opt)
			if out.Verdict != c.want || wrap != c.wrap {
				t.Errorf("%v (%s), wrap allowed: %v", out.Verdict, out.Reason, wrap)
			}
		})
	}
}

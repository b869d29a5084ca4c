package widening

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
)

// A counterexample of thousands of rounds takes few refinements, also where two kinds of rounds
// take turns.
func TestWideningDeepCounterexample(t *testing.T) {
	for name, text := range map[string]string{
		"one kind of round": `int main(void) {
  int n = 0, c;
  while (1) {
    c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (c == 7 && n < 5000) n = n + 1;
  }
  __VERIFIER_assert(n < 4321);
}`,
		"two kinds in turns": `int main(void) {
  int n = 0, mode = 0, c;
  while (n < 5000) {
    c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (mode == 0) {
      if (c == 92) mode = 1;
      else n = 0;
    } else {
      mode = 0;
      n = n + 1;
    }
  }
  __VERIFIER_assert(n < 3000);
}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := widen(t, text, cfa.Machine, Engine{})
			if out.Verdict != refine.Unsafe || out.Stats.Refinements > 30 || len(out.Path) < 10_000 {
				t.Errorf("%v after %d refinements, a path of %d steps", out.Verdict, out.Stats.Refinements, len(out.Path))
			}
		})
	}
}

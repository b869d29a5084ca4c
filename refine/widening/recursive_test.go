package widening

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
)

// Errors within and behind recursive procedures are found or excluded.
func TestWideningRecursion(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want refine.Verdict
	}{
		"identity": {`int id(int n) { if (n <= 0) return n; return id(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(id(n) == n); }`, refine.Safe},
		"sum": {`int sum(int n, int m) { if (n <= 0) return n + m; return sum(n - 1, m + 1); }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); __VERIFIER_assert(sum(a, b) == a + b); }`, refine.Safe},
		"inside": {`void down(int n, int m) { if (n <= 0) { __VERIFIER_assert(m >= 0); return; } down(n - 1, m + 2); }
int main(void) { down(__VERIFIER_nondet_int(), 0); }`, refine.Safe},
		"inside, wrong": {`void down(int n, int m) { if (n <= 0) { __VERIFIER_assert(m != 6); return; } down(n - 1, m + 2); }
int main(void) { down(__VERIFIER_nondet_int(), 0); }`, refine.Unsafe},
		"mutual": {`int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }
int odd(int n) { if (n == 0) return 0; return even(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0); int e = even(n); __VERIFIER_assert(e >= 0 && e <= 1); }`, refine.Safe},
		"through a global": {`int g = 0; void up(int n) { if (n > 0) { g = g + 1; up(n - 1); } }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 0); up(n); __VERIFIER_assert(g == n); }`, refine.Safe},
		"deep, wrong": {`int id(int x) { if (x == 0) return 0; return id(x - 1) + 1; }
int main(void) { int r = id(__VERIFIER_nondet_int()); __VERIFIER_assert(r != 37); }`, refine.Unsafe},
		"twice": {`int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }
int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assert(f(n) >= 91); }`, refine.Safe},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out := widenSeeded(t, c.text, cfa.Int, Engine{}, true); out.Verdict != c.want {
				t.Errorf("%v (%s), not %v", out.Verdict, out.Reason, c.want)
			}
		})
	}
}

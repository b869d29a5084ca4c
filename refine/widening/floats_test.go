package widening

import (
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
)

// Bounds of floating numbers are found, and proved, through loops; where one rounding breaks them
// they are not.
func TestWideningFloats(t *testing.T) {
	const head = refinetest.Prelude + `
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
static float clamp(float v, float lo, float hi) { if (v < lo) return lo; if (v > hi) return hi; return v; }
int main(void) { `
	const limiter = `float y = 0;
  while (__VERIFIER_nondet_int()) {
    float x = __VERIFIER_nondet_float(), d = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -128 && x <= 128 && d >= 0 && d <= 16);
    float s = y, r = x - s;
    y = x;
    if (r <= -d) y = s - d; else if (r >= d) y = s + d;
    `
	for name, c := range map[string]struct {
		text string
		want refine.Verdict
	}{
		"halves": {`float x = 0; while (__VERIFIER_nondet_int()) { x = x * 0.5f + 1.0f; __VERIFIER_assert(x <= 2.0f); } }`, refine.Safe},
		"halves, which come to the bound": {`float x = 0;
  while (__VERIFIER_nondet_int()) { x = x * 0.5f + 1.0f; __VERIFIER_assert(x < 2.0f); } }`, refine.Unsafe},
		"a filter": {`double y = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    if (!(in >= -1.0 && in <= 1.0)) continue;
    y = 0.7 * y + 0.3 * in;
    __VERIFIER_assert(y >= -1.0 && y <= 1.0);
  } }`, refine.Safe},
		"a filter that may get a NaN": {`double y = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    if (in < -1.0 || in > 1.0) continue;
    y = 0.7 * y + 0.3 * in;
    __VERIFIER_assert(y >= -1.0 && y <= 1.0);
  } }`, refine.Unsafe},
		"a controller": {`float integ = 0, out;
  while (__VERIFIER_nondet_int()) {
    float e = __VERIFIER_nondet_float();
    __VERIFIER_assume(e >= -5 && e <= 5);
    integ = clamp(integ + e * 0.1f, -20, 20);
    out = 2.0f * e + 0.5f * integ;
    __VERIFIER_assert(out <= 20.0f && out >= -20.0f);
  } }`, refine.Safe},
		"a counter that stands still": {`float x = 0;
  while (__VERIFIER_nondet_int()) x = x + 1;
  __VERIFIER_assert(x >= 0 && x != __builtin_inff()); }`, refine.Safe},
		"signs": {`double a = __VERIFIER_nondet_double(), s = 0;
  __VERIFIER_assume(a >= -3 && a <= 2);
  while (__VERIFIER_nondet_int()) { s = 0.9 * s - 0.1 * __builtin_fabs(a); __VERIFIER_assert(s <= 0.0 && s >= -4.0); } }`, refine.Safe},
		"Newton": {`double y = 1;
  while (__VERIFIER_nondet_int()) { y = (y + 2.0 / y) / 2.0; __VERIFIER_assert(y >= 0.5 && y <= 4.0); } }`, refine.Safe},
		// Miné, ESOP 2004: the output is followed at most so fast.
		"a rate limiter":                  {limiter + `__VERIFIER_assert(y >= -129.0f && y <= 129.0f); } }`, refine.Safe},
		"a rate limiter that is too fast": {limiter + `__VERIFIER_assert(y >= -127.0f && y <= 127.0f); } }`, refine.Unsafe},
		"a difference": {`float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 0 && x <= 100);
  float y = x + 1.0f;
  __VERIFIER_assert(y - x <= 1.0001f); }`, refine.Safe},
		"a difference that is rounded": {`float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 0 && x <= 100);
  float y = x + 1.0f;
  __VERIFIER_assert(y - x <= 1.0f); }`, refine.Unsafe},
		"two filters": {`double x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    double in = __VERIFIER_nondet_double();
    __VERIFIER_assume(in >= -1 && in <= 1);
    double next = 0.5 * x + 0.3 * y + 0.1 * in;
    y = 0.2 * x + 0.6 * y;
    x = next;
    __VERIFIER_assert(x <= 2 && y <= 2 && x >= -2 && y >= -2);
  } }`, refine.Safe},
		"sums that stay together": {`double x = 0, y = 0;
  for (int i = 0; i < 100; i++) {
    double d = __VERIFIER_nondet_double();
    __VERIFIER_assume(d >= 0 && d <= 1);
    x += d;
    y += d;
    __VERIFIER_assert(x - y <= 0.1 && x - y >= -0.1 && x <= 101);
  } }`, refine.Safe},
		"one variable below another": {`float s = __VERIFIER_nondet_float(), x = 0;
  __VERIFIER_assume(s >= 0 && s <= 1000);
  while (__VERIFIER_nondet_int()) {
    if (x + 1.0f <= s * 0.5f) x = x + 1.0f;
    __VERIFIER_assert(x <= s);
  } }`, refine.Safe},
		"integers": {`int n = __VERIFIER_nondet_int(); float x = 0;
  __VERIFIER_assume(n >= 0 && n <= 100);
  while (__VERIFIER_nondet_int()) { x = n; x = x / 3.0f; }
  int k = (int)x;
  __VERIFIER_assert(k >= 0 && k <= 33); }`, refine.Safe},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := checkWidening(t, refinetest.Lower(t, head+c.text, cfa.Machine), refine.Options{Engine: Engine{}})
			if out.Verdict != c.want {
				t.Errorf("%v (%s)", out.Verdict, out.Reason)
			}
		})
	}
}

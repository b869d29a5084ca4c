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

// TestFloats: what is computed decides a verdict, what is not, or is open, does not.
func TestFloats(t *testing.T) {
	const head = `void reach_error(void); double __VERIFIER_nondet_double(void); float __VERIFIER_nondet_float(void); int __VERIFIER_nondet_int(void);
		_Bool __VERIFIER_nondet_bool(void); union u { float f; unsigned u; };
		static double twice(double x) { return x + x; }
		int main(void) { `
	for _, c := range []struct {
		name, text string
		want       map[string]refine.Verdict // by engine; in others it is Unknown, at the best
	}{
		{"constants", `double s = 0; for (int i = 0; i < 4; i++) s += 0.1; if (s == 0.4 && twice(s) != 0.8) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "value": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"a bug in constants", `double s = 0; for (int i = 0; i < 10; i++) s += 0.1; if (s != 1) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Unsafe, "value": refine.Unsafe, "bmc": refine.Unsafe, "predicate": refine.Unsafe, "value+predicate": refine.Unsafe}},
		{"cases", `float x = __VERIFIER_nondet_bool() ? 0.5f : 0.25f; x = x * x + 1; if (x != 1.25f && x != 1.0625f) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "value": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"comparisons of unknowns", `double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double(); if (x < y && !(y > x)) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"a NaN", `float x = __VERIFIER_nondet_float(); if (x != x) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Unsafe, "value": refine.Unsafe, "bmc": refine.Unsafe, "predicate": refine.Unsafe, "value+predicate": refine.Unsafe}},
		{"a NaN that is made", `double z = 0, n = z / z; if (n == n) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"the sign of a NaN that is made, set", `union u x; float z = 0; x.f = z / z; if (x.u >> 31) reach_error(); }`, nil},
		{"the sign of a NaN that is made, not set", `union u x; float z = 0; x.f = z / z; if (!(x.u >> 31)) reach_error(); }`, nil},
		{"two NaNs that are made", `union u x, y; float z = 0; x.f = z / z; y.f = z / z; if ((x.u ^ y.u) >> 31) reach_error(); }`, nil},
		{"a NaN that is given", `union u x; x.f = __builtin_nanf(""); x.f = -x.f; if (x.u != 0xffc00000) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "value": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"out of range", `double x = 1e10; if ((int)x == -2147483647 - 1) reach_error(); }`, nil},
		{"out of range, otherwise", `double x = 1e10; if ((int)x != -2147483647 - 1) reach_error(); }`, nil},
		{"an unknown operand", `double x = __VERIFIER_nondet_double(); if (x * x < 0) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"a sign", `double x = __VERIFIER_nondet_double(); if (x < -1 && !__builtin_signbit(x)) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"the number that tells a sign", `double x = -1; if (__builtin_signbit(x) != 1) reach_error(); }`, nil},
		{"a third number that tells it", `double x = -1; int s = __builtin_signbit(x); if (s != 1 && s != -2147483647 - 1) reach_error(); }`, nil},
		{"a number that tells a sign is not 0", `double x = __VERIFIER_nondet_double(); int s = __builtin_signbit(x); if (x < -1 && s == 0) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		{"no sign", `double x = 1; int s = __builtin_signbit(x); if (s != 0) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "value": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
		// What an operation raises between two operands is nothing like what it raises for them.
		{"an exception between exact numbers", `extern int fetestexcept(int), feclearexcept(int); extern long lrint(double);
			double x = __VERIFIER_nondet_double(); if (!(x >= 1 && x <= 2)) return 0; feclearexcept(61); long k = lrint(x); if (fetestexcept(32)) reach_error(); return k; }`,
			map[string]refine.Verdict{"value": refine.Unsafe, "bmc": refine.Unsafe, "predicate": refine.Unsafe, "value+predicate": refine.Unsafe}},
		{"a rounding mode", `extern int fesetround(int); float x = 1, y = 3; float a = x / y; fesetround(0x800); float b = x / y; if (b - a > 1e-7f || b < a) reach_error(); }`,
			map[string]refine.Verdict{"exhaustive": refine.Safe, "value": refine.Safe, "bmc": refine.Safe, "predicate": refine.Safe, "value+predicate": refine.Safe}},
	} {
		p := refinetest.Lower(t, head+c.text, cfa.Machine)
		for _, engine := range []string{"exhaustive", "value", "bmc", "predicate", "value+predicate"} {
			out := refine.Run(context.Background(), p, refine.Options{Engine: engines.Must(engine, engines.Options{}), Confirm: (&certify.Prover{Program: p}).Confirm})
			if want, ok := c.want[engine]; (ok || out.Verdict != refine.Unknown) && out.Verdict != want {
				t.Errorf("%s, %s: %v (%s), want %v", c.name, engine, out.Verdict, out.Reason, want)
			} else if proof := certify.Of(out); out.Verdict == refine.Safe && (proof == nil || !proof.Checked) {
				t.Errorf("%s, %s: the proof is %+v", c.name, engine, proof)
			}
		}
	}
}

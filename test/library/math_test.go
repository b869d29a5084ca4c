package library_test

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// Functions of math.h that are not computed: where C says the value, that is it; elsewhere it is some
// number in a range, on which no bug rests.
func TestMathThatIsNotComputed(t *testing.T) {
	const head = `#include <math.h>
		#include <fenv.h>
		extern void reach_error(void); extern double __VERIFIER_nondet_double(void); extern float __VERIFIER_nondet_float(void);
		int main(void) { double x = __VERIFIER_nondet_double(); float w = __VERIFIER_nondet_float(); `
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"points", `if (sin(0.0) != 0 || !signbit(sin(-0.0)) || cosf(0) != 1 || exp(-INFINITY) != 0 || log(1) != 0 || log(-0.0) != -INFINITY || tanhl(INFINITY) != 1) reach_error();`, whet.Safe},
		{"points of two arguments", `if (pow(x == x ? x : 1, 0) != 1 || pow(1, 7.5) != 1 || signbit(atan2(-0.0, 3)) == 0 || hypotf(w == w ? w : 1, -INFINITY) != INFINITY) reach_error();`, whet.Safe},
		{"outside of the domain", `if (x < 0 && !isnan(log(x)) || x > 1 && !isnan(acos(x)) || !isnan(sin(INFINITY))) reach_error();`, whet.Safe},
		{"such a NaN is a bug", `double y = log(x - 1); if (x >= 0 && y != y) reach_error();`, whet.Unsafe},
		{"its sign is open", `if (signbit(log(-1))) reach_error();`, whet.Unknown},
		{"NaNs are handed on", `if (x != x && (!isnan(sin(x)) || !isnan(atan2(x, 1)) || !isnan(pow(x, 2)))) reach_error();`, whet.Safe},
		{"but not by all", `if (x != x && isnan(hypot(x, INFINITY))) reach_error();`, whet.Unknown},
		{"sin and cos", `if (isfinite(x) && (sin(x) > 1 || cos(x) < -1 || fabs(sin(x) - cos(x)) > 2)) reach_error();`, whet.Safe},
		{"exp and log", `if (x >= 0 && exp(x) < 1 || x > 0 && isinf(x) == 0 && !isfinite(log(x)) || w <= 1 && log2f(w) > 0) reach_error();`, whet.Safe},
		{"pow", `if (pow(x, 2) < 0 || x > 0 && pow(x, 0.3) < 0 || x > 1 && pow(x, -2) > 1) reach_error();`, whet.Safe},
		{"angles", `if (atan(x) > M_PI / 2 || acos(x) > M_PI) reach_error();`, whet.Safe},
		{"inside of a range", `if (sin(0.5) < 0.4) reach_error();`, whet.Unknown},
		{"no correct rounding", `if (pow(2, 3) != 8) reach_error();`, whet.Unknown},
		{"a bug behind", `double y = exp(5) + log(7); if (x == 1234) reach_error();`, whet.Unsafe},
		{"by a pointer", `double (*g)(double) = cos; if (x == x && !isinf(x) && g(x) > 1) reach_error();`, whet.Safe},
		{"lgamma's sign", `extern int signgam; signgam = 1; lgamma(-0.5); if (signgam != 1) reach_error();`, whet.Unknown},
		{"in another direction", `fesetround(FE_UPWARD); if (isfinite(x) && sin(x) > 1) reach_error();`, whet.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := test.Verify(t, head+c.text+" return 0; }", whet.Options{Engine: "auto", Checks: []string{"none"}}); r.Verdict != c.want {
				t.Errorf("%s (%s), want %s", r.Verdict, r.Reason, c.want)
			}
		})
	}
	for text, want := range map[string]whet.Verdict{
		"double y = log(x);":                      whet.Unsafe,
		"double y = x > 0 ? log(x + 1) : exp(x);": whet.Safe,
	} {
		r := test.Verify(t, head+"if (isnan(x)) return 0; "+text+" return 0; }", whet.Options{Engine: "auto", Checks: []string{"float-nan", "float-overflow"}})
		if r.Verdict != want {
			t.Errorf("%s %s (%s), want %s", text, r.Verdict, r.Reason, want)
		}
	}
}

// Programs of 32 bits are told what is assumed of their floating operations.
func TestFloatsOf32Bits(t *testing.T) {
	for text, want := range map[string]int{
		"float x = n; return x * 3 > 2;":       1,
		"long double x = n; return x * 3 > 2;": 0,
		"return n > 2;":                        0,
	} {
		for _, model := range []string{"ilp32", "lp64"} {
			if model == "lp64" {
				want = 0
			}
			r := test.Verify(t, "int main(int n, char **v) { "+text+" }", whet.Options{DataModel: model, Engine: "value", Checks: []string{"none"}})
			var got int
			for _, g := range r.Relies {
				for _, n := range g.Notes {
					if strings.HasPrefix(n.What, "float and double") {
						got++
					}
				}
			}
			if got != want {
				t.Errorf("%s, %s: %v", text, model, r.Relies)
			}
		}
	}
}

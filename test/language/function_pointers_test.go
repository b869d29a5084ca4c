package language_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// A call through a pointer means what the direct call means, also of functions without a body.
func TestCallsThroughPointers(t *testing.T) {
	const head = `#include <math.h>
		#include <stdio.h>
		void reach_error(void); extern double outside(double); extern int none(int, int); extern double __VERIFIER_nondet_double(void);
		extern void __VERIFIER_assume(int); extern void __VERIFIER_assert(int);
		double (*f)(double), (*in)(void), (*of)(double, double); int (*put)(int), (*g)(int, int); void (*say)(int);
		int main(void) { `
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"code outside", "f = outside; if (f(4) == 2) reach_error();", whet.Unsafe},
		{"code outside returns", "g = none; int n = g(1, 2); put = putchar; put(n & 1);", whet.Safe},
		{"no bug rests on a row", "put = putchar; if (put('a') == 'a') reach_error();", whet.Unknown},
		{"a single operation", "f = sqrt; if (f(4) != 2) reach_error();", whet.Safe},
		{"one of several", "double x = __VERIFIER_nondet_double(); f = x > 0 ? ceil : floor; if (x > 2.5 && f(x) < 3) reach_error();", whet.Safe},
		{"inputs are found", "f = sqrt; if (f(__VERIFIER_nondet_double()) == 3) reach_error();", whet.Unsafe},
		{"the environment's choice", "in = __VERIFIER_nondet_double; if (in() == 7) reach_error();", whet.Unsafe},
		{"an assumption", "say = __VERIFIER_assume; in = __VERIFIER_nondet_double; double x = in(); say(x > 1); if (!(x > 1)) reach_error();", whet.Safe},
		{"an assertion", "say = __VERIFIER_assert; in = __VERIFIER_nondet_double; say(in() > 1);", whet.Unsafe},
		{"an error", "void (*e)(void) = reach_error; e();", whet.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := test.Verify(t, head+c.text+" return 0; }", whet.Options{Engine: "auto"}); r.Verdict != c.want {
				t.Errorf("%s (%s), want %s", r.Verdict, r.Reason, c.want)
			}
		})
	}
}

package rules_test

import (
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/test"
)

// The order of two calls does not matter where both store the same constant, as rand does in its model; it
// does where they store different ones, or one reads what the other stores.
func TestOrderOfStoresOfOneConstant(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       whet.Verdict
	}{
		{"one constant", `static int g; static int f(void) { g = 1; return 0; }
int main(void) { int x = f() + f(); if (g != 1) x = 1 / x; return 0; }`, whet.Safe},
		{"two constants", `static int g; static int a(void) { g = 1; return 0; } static int b(void) { g = 2; return 0; }
int main(void) { int x = a() + b(); if (g != 2) x = 1 / x; return 0; }`, whet.Unsafe},
		{"stored and counted", `static int g; static int a(void) { g = 1; return 0; } static int b(void) { g++; return 0; }
int main(void) { int x = a() + b(); if (g != 2) x = 1 / x; return 0; }`, whet.Unsafe},
		{"stored and read", `static int g; static int a(void) { g = 1; return 0; } static int b(void) { return g; }
int main(void) { int x = a() + b(); return x == 1 ? 0 : 1 / x; }`, whet.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := test.Verify(t, c.text, whet.Options{}); r.Verdict != c.want {
				t.Errorf("%v (%s), not %v", r.Verdict, r.Reason, c.want)
			}
		})
	}
}

package trace

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/rule"
)

// Every rule has words of its own, with the expression and without.
func TestRules(t *testing.T) {
	seen := map[string]string{}
	for _, kind := range rule.Names() {
		for _, text := range []string{"", "f(x) + a[i]", "*p"} {
			c := &Property{Kind: kind, Text: text}
			for _, said := range []string{c.Happens(), c.Claim()} {
				if said == "" || strings.HasSuffix(said, ": ") || !strings.HasSuffix(said, text) || strings.Contains(said, "is called") {
					t.Errorf("%s of %q: %q", kind, text, said)
				}
				if k := seen[said]; k != "" && k != kind {
					t.Errorf("%s and %s: %q", kind, k, said)
				}
				seen[said] = kind
			}
			if c.Happens() == c.Claim() {
				t.Errorf("%s of %q: %q is what happens, and what should hold", kind, text, c.Claim())
			}
		}
	}
	for _, c := range []struct {
		p              Property
		happens, claim string
	}{
		{Property{Kind: rule.OutOfBounds, Text: "a[i]"}, "out-of-bounds index: a[i]", "access inside: a[i]"},
		{Property{Kind: rule.OutOfBounds, Text: "*p"}, "out-of-bounds access: *p", "access inside: *p"},
		{Property{Kind: rule.Overflow, Text: "x + 1"}, "signed integer overflow: x + 1", "no overflow: x + 1"},
		{Property{Kind: rule.LibraryContract, Text: "strcpy(a, b)"}, "broken contract of strcpy: strcpy(a, b)", "contract of strcpy: strcpy(a, b)"},
		{Property{Kind: "assertion", Text: "x > 0"}, "assertion x > 0 fails", "assertion x > 0"},
		{Property{Kind: "reach_error"}, "reach_error() is called", "reach_error()"},
		{Property{Kind: "label ERROR"}, "label ERROR is reached", "label ERROR"},
	} {
		if got := c.p.Happens(); got != c.happens {
			t.Errorf("%q, not %q", got, c.happens)
		}
		if got := c.p.Claim(); got != c.claim {
			t.Errorf("%q, not %q", got, c.claim)
		}
	}
}

package steady

import (
	"flag"
	"testing"

	"pgregory.net/rapid"
)

// A bar follows the number of cases that are tried.
func TestBar(t *testing.T) {
	flags := flag.Lookup("rapid.checks").Value
	defer flags.Set(flags.String()) //nolint:errcheck // it was so
	for checks, want := range map[string][2]int{"100": {20, 1}, "500": {100, 5}, "50": {2, 0}} {
		if err := flags.Set(checks); err != nil {
			t.Fatal(err)
		}
		n := 0
		rapid.Check(t, func(*rapid.T) { n++ })
		if testing.Short() {
			want = map[string][2]int{"100": {1, 0}, "500": {20, 1}, "50": {0, 0}}[checks]
		}
		if n != Cases() || Bar(20) != want[0] || Bar(1) != want[1] {
			t.Errorf("-rapid.checks=%s: %d cases were tried, not %d; bars of 20 and 1 are %d, %d", checks, n, Cases(), Bar(20), Bar(1))
		}
	}
}

package prose

import "testing"

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n    int
		noun string
		want string
	}{
		{1, "state", "1 state"}, {2, "state", "2 states"}, {0, "entry", "0 entries"}, {1234567, "box", "1,234,567 boxes"},
		{3, "function without a body", "3 functions without a body"}, {2, "array", "2 arrays"}, {-1234, "x", "-1,234 xes"},
	} {
		if got := Plural(c.n, c.noun); got != c.want {
			t.Errorf("plural(%d, %q) = %q", c.n, c.noun, got)
		}
	}
}

package invariants

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

func parseCases(t *testing.T, texts ...string) [][]linear.Constraint {
	var out [][]linear.Constraint
	for _, text := range texts {
		var c []linear.Constraint
		for _, part := range strings.Split(text, "; ") {
			k, err := linear.Parse(part, []string{"x", "y", "z"})
			if err != nil {
				t.Fatal(err)
			}
			c = append(c, k)
		}
		out = append(out, c)
	}
	return out
}

func showCases(cases [][]linear.Constraint) (out []string) {
	for _, c := range cases {
		var parts []string
		for _, k := range c {
			parts = append(parts, k.Format([]string{"x", "y", "z"}))
		}
		out = append(out, strings.Join(parts, "; "))
	}
	return out
}

func TestJoinSpans(t *testing.T) {
	for _, c := range []struct {
		name     string
		in, want []string
	}{
		{"a counter", []string{"x = 0", "x = 2", "x = 1"}, []string{"x >= 0; x <= 2"}},
		{"a gap", []string{"x = 0", "x = 2"}, []string{"x = 0", "x = 2"}},
		{"a rectangle", []string{"x = 0; y = 0", "x = 0; y = 1", "x = 1; y = 1", "x = 1; y = 0"}, []string{"x >= 0; x <= 1; y >= 0; y <= 1"}},
		{"a triangle", []string{"x = 0; y = 0", "x = 1; y = 0", "x = 1; y = 1"}, []string{"x >= 0; x <= 1; y = 0", "x = 1; y = 1"}},
		{"the same rest", []string{"x = 0; y - z <= 0", "x = 1; y - z <= 0"}, []string{"x >= 0; x <= 1; y - z <= 0"}},
		{"another rest", []string{"x = 0; y - z <= 0", "x = 1; y - z <= 1"}, []string{"x = 0; y - z <= 0", "x = 1; y - z <= 1"}},
		{"one end", []string{"x >= 0", "x = -1"}, []string{"x >= 0", "x = -1"}},
		{"an end twice", []string{"x >= 0; x <= 5; x <= 2", "x >= 4; x <= 5"}, []string{"x >= 0; x <= 2", "x >= 4; x <= 5"}},
		{"an equality with company", []string{"x = 1; x <= 5", "x = 2; x <= 1"}, []string{"x = 1; x <= 5", "x = 2; x <= 1"}},
		{"one inside the other", []string{"x >= 0; x <= 9", "x >= 2; x <= 3", "x = 10"}, []string{"x >= 0; x <= 10"}},
	} {
		if got := showCases(joinSpans(parseCases(t, c.in...), 3)); !slices.Equal(got, showCases(sorted(parseCases(t, c.want...)))) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func sorted(cases [][]linear.Constraint) [][]linear.Constraint {
	for _, c := range cases {
		slices.SortFunc(c, linear.Constraint.Cmp)
	}
	return cases
}

// Joined or not, the union has the same integer points.
func TestJoinSpansIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cases [][]linear.Constraint
		for range rapid.IntRange(1, 8).Draw(t, "cases") {
			var c []linear.Constraint
			for d := range 3 {
				x, lo := linear.X(d), rapid.Int64Range(0, 3).Draw(t, "lo")
				switch rapid.IntRange(0, 4).Draw(t, "kind") {
				case 0:
					c = append(c, x.GE(linear.ConstInt(lo)))
				case 1:
					c = append(c, x.GE(linear.ConstInt(lo)), x.LE(linear.ConstInt(lo+1)))
				case 2:
					c = append(c, x.LE(linear.X((d+1)%3)))
				default:
					c = append(c, x.EQ(linear.ConstInt(lo)))
				}
			}
			cases = append(cases, c)
		}
		joined := joinSpans(cases, 3)
		if len(joined) > len(cases) {
			t.Fatalf("%d cases of %d", len(joined), len(cases))
		}
		in := func(cases [][]linear.Constraint, p []num.Rat) bool {
			return slices.ContainsFunc(cases, func(c []linear.Constraint) bool {
				return !slices.ContainsFunc(c, func(k linear.Constraint) bool { return !k.Holds(p) })
			})
		}
		for k := range int64(6 * 6 * 6) {
			p := []num.Rat{num.RatOf(k%6 - 1), num.RatOf(k/6%6 - 1), num.RatOf(k/36 - 1)}
			if in(cases, p) != in(joined, p) {
				t.Fatalf("%v: %q is not %q", p, showCases(joined), showCases(cases))
			}
		}
	})
}

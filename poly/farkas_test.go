package poly

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

func parseAll(texts ...string) []linear.Constraint {
	cs := make([]linear.Constraint, len(texts))
	for i, s := range texts {
		cs[i] = linear.MustParse(s)
	}
	return cs
}

func TestSeparate(t *testing.T) {
	for _, c := range []struct {
		a, b []string
		want string // "" where they meet
	}{
		{[]string{"x0 <= 1"}, []string{"x0 >= 2"}, "x0 <= 1"},
		{[]string{"x0 < 1"}, []string{"x0 >= 1"}, "x0 < 1"},
		{[]string{"x0 <= 1"}, []string{"x0 > 1"}, "x0 <= 1"},
		{[]string{"x0 < 1"}, []string{"x0 > 1"}, "x0 <= 1"}, // need not be strict
		{[]string{"x0 <= 1"}, []string{"x0 >= 1"}, ""},
		// x2 occurs in a only and x3 in b only.
		{[]string{"x0 <= x2", "x2 <= x1"}, []string{"x0 > x3", "x3 >= x1"}, "x0 - x1 <= 0"},
		// One dimension is enough, though sums of both would do as well.
		{[]string{"x0 + x1 <= 2", "x0 >= 0", "x1 >= 0"}, []string{"x0 + x1 >= 9", "x0 <= 4"}, "x1 <= 2"},
		// The first sum found has x2 too, though it can be spared.
		{
			[]string{"x0 + 3*x2 <= -3", "x2 = -2", "x0 - x2 + x3 <= 1"},
			[]string{"-x1 + 2*x3 <= -1", "2*x0 - 3*x1 <= -6", "-3*x0 + x1 <= 4", "3*x2 <= 2", "3*x2 + 3*x3 >= -6", "-x0 + x2 - x3 < -1"},
			"x0 + x3 <= -1",
		},
		{[]string{"x0 = x1", "x1 = x2"}, []string{"x0 - x2 = 1"}, "x0 - x2 <= 0"},
		{[]string{"x0 = 0"}, []string{"x1 = 0"}, ""},
		{nil, []string{"x0 <= 0", "x0 > 0"}, "0 <= 0"},
		{[]string{"x0 <= 0", "x0 > 0"}, nil, "0 <= -1"},
	} {
		got, ok := separate(parseAll(c.a...), parseAll(c.b...), nil)
		if ok != (c.want != "") {
			t.Errorf("%v, %v: %v, %v", c.a, c.b, got, ok)
			continue
		}
		if ok && got.String() != c.want {
			t.Errorf("%v, %v: %v, want %s", c.a, c.b, got, c.want)
		}
	}
}

// A solution of both refutes; factors that do not exist are not found.
func TestSeparateMeeting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.SliceOfN(rapid.Map(rapid.Int64Range(-5, 5), num.RatOf), 4, 4).Draw(t, "at")
		var sides [2][]linear.Constraint
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			c := drawConstraint(t, 4)
			if c.Holds(at) {
				side := rapid.IntRange(0, 1).Draw(t, "side")
				sides[side] = append(sides[side], c)
			}
		}
		if c, ok := separate(sides[0], sides[1], nil); ok {
			t.Errorf("%v and %v meet at %v, but %v separates them", sides[0], sides[1], at, c)
		}
	})
}

func TestSeparateStops(t *testing.T) {
	a, b := parseAll("x0 <= x2", "x2 <= x1"), parseAll("x0 > x3", "x3 >= x1")
	if c, ok := separate(a, b, func() bool { return true }); ok {
		t.Errorf("%v in no time", c)
	}
}

// drawConstraint draws a constraint with small integers.
func drawConstraint(t *rapid.T, dims int) linear.Constraint {
	e := linear.ConstInt(rapid.Int64Range(-6, 6).Draw(t, "const"))
	for range rapid.IntRange(1, 2).Draw(t, "terms") {
		c := rapid.Int64Range(-3, 3).Draw(t, "c")
		e = e.Add(linear.X(rapid.IntRange(0, dims-1).Draw(t, "v")).ScaleInt(c))
	}
	rel := linear.LE
	switch rapid.IntRange(0, 5).Draw(t, "rel") {
	case 0:
		rel = linear.EQ
	case 1:
		rel = linear.LT
	}
	return linear.Constraint{Expr: e, Rel: rel}
}

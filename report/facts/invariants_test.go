package facts_test

import (
	"testing"

	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/report/reporttest"
)

func TestConstraintText(t *testing.T) {
	for _, c := range []struct {
		in, integers, rationals string
	}{
		{"i = 3", "i == 3", "i == 3"},
		{"i >= 3", "i >= 3", "i >= 3"},
		{"i < 3", "i < 3", "i < 3"},
		{"i - n <= -1", "i < n", "i + 1 <= n"},
		{"i - n <= -2", "i + 2 <= n", "i + 2 <= n"},
		{"i - n <= 2", "i <= n + 2", "i <= n + 2"},
		{"i + n >= 4", "i + n >= 4", "i + n >= 4"},
		{"2*i - 3*n + a = 0", "2*i + a[1] == 3*n", "2*i + a[1] == 3*n"},
		{"n = old", `n == \old(n)`, `n == \old(n)`},
		{"2*i - n > 5", "n + 5 < 2*i", "n + 5 < 2*i"},
		{"2*i <= 5", "2*i <= 5", "2*i <= 5"},
	} {
		for integers, want := range map[bool]string{true: c.integers, false: c.rationals} {
			v := reporttest.Invariants(integers, c.in)
			if got := v.Constraints[0].Text; got != want {
				t.Errorf("%s: %s, want %s", c.in, got, want)
			}
		}
	}
}

func TestInvariants(t *testing.T) {
	// no pointer twice, since the differ takes that for a part of the value
	one, two, again, seven := 1, 2, 2, 7
	want := &facts.Invariants{
		Values: []facts.Value{
			{Name: "i", Func: "f", Variable: &one},
			{Name: "a[1]", Array: &seven, Index: "1"},
			{Name: "n", Func: "f", Variable: &two},
			{Name: `\old(n)`, Func: "f", Variable: &again, Old: true},
		},
		Constraints: []facts.Constraint{
			{"i <= 3", []facts.Term{{0, "1"}}, "-3", "<=", false},
			{"a[1] == 9", []facts.Term{{1, "1"}}, "-9", "==", false},
			{`n == \old(n)`, []facts.Term{{2, "1"}, {3, "-1"}}, "0", "==", false},
			{"n + 4 <= 2*i", []facts.Term{{0, "-2"}, {2, "1"}}, "4", "<=", false},
		},
		Locations: []facts.LocationSet{{"f", 4, lang.Pos{File: "t.c", Line: 2, Col: 3}, facts.AtLoop, [][]int{{0, 1, 2}, {3, 2}}, nil}},
	}
	if d := difftest.Values(want, reporttest.WithInvariants().Invariants); d != "" {
		t.Error(d)
	}
}

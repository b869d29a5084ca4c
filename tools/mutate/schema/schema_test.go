package schema

import (
	"testing"
)

// with runs f with a mutant alive.
func with(n int, f func()) {
	defer func() { alive = never }()
	alive = n
	f()
}

const site = 40

// TestRelations: what each mutant of each relation says of x < y, x = y and x > y, beginning with
// none.
func TestRelations(t *testing.T) {
	for name, c := range map[string]struct {
		f    func(int, int, int) bool
		want string
	}{
		"Less":    {Less[int], "100 110 101 011 111 000"},
		"AtMost":  {AtMost[int], "110 100 010 001 111 000"},
		"Greater": {Greater[int], "001 011 101 110 111 000"},
		"AtLeast": {AtLeast[int], "011 001 010 100 111 000"},
		"Equal":   {Equal[int], "010 110 011 101 111 000"},
		"Differ":  {Differ[int], "101 100 001 010 111 000"},
	} {
		got := ""
		for m := range 6 {
			with(site+m-1, func() {
				for _, y := range []int{2, 1, 0} {
					if c.f(site, 1, y) {
						got += "1"
					} else {
						got += "0"
					}
				}
			})
			got += " "
		}
		if got != c.want+" " {
			t.Errorf("%s: %swant %s", name, got, c.want)
		}
	}
}

// TestValues: the original, and what the mutants from the site's first on make of it, up to one of
// another site.
func TestValues(t *testing.T) {
	for name, c := range map[string]struct {
		f    func() any
		want []any
	}{
		"Cond":   {func() any { return Cond(site, true) }, []any{true, false, true, false, true}},
		"All":    {func() any { return All(site, false) }, []any{false, true, true, false}},
		"Any":    {func() any { return Any(site, true) }, []any{true, false, false, true}},
		"Flip":   {func() any { return Flip(site, true) }, []any{true, false, true}},
		"Const":  {func() any { return Const(site, 7) }, []any{7, 8, 6, 7}},
		"Add":    {func() any { return Add(site, 12, 3) }, []any{15, 9, 15}},
		"Sub":    {func() any { return Sub(site, 12, 3) }, []any{9, 15, 9}},
		"Mul":    {func() any { return Mul(site, 12, 3) }, []any{36, 4, 36}},
		"Div":    {func() any { return Div(site, 12, 3) }, []any{4, 36, 4}},
		"Rem":    {func() any { return Rem(site, 12, 5) }, []any{2, 60, 2}},
		"And":    {func() any { return And(site, 12, 6) }, []any{4, 14, 4}},
		"Or":     {func() any { return Or(site, 12, 6) }, []any{14, 4, 14}},
		"Xor":    {func() any { return Xor(site, 12, 6) }, []any{10, 4, 10}},
		"Shl":    {func() any { return Shl(site, 12, 1) }, []any{24, 6, 24}},
		"Shr":    {func() any { return Shr(site, 12, 1) }, []any{6, 24, 6}},
		"Step":   {func() any { return Step[int](site) }, []any{1, 2, 1}},
		"Min":    {func() any { return Min(site, 3, 1, 2) }, []any{1, 3, 1}},
		"Max":    {func() any { return Max(site, 2, 3, 1) }, []any{3, 1, 3}},
		"Result": {func() any { return Result(site, "x") }, []any{"x", "", "x"}},
	} {
		for i, want := range c.want {
			with(site+i-1, func() {
				if got := c.f(); got != want {
					t.Errorf("%s, mutant %d: %v, want %v", name, i-1, got, want)
				}
			})
		}
	}
}

// TestConnective: the form in which connectives are written is theirs, and with the mutant that of
// the other; what is behind the operator is looked at only where it matters.
func TestConnective(t *testing.T) {
	for i := range 8 {
		a, b, mutated := i&1 != 0, i&2 != 0, i&4 != 0
		n := never
		if mutated {
			n = site
		}
		looks := 0
		second := func() bool { looks++; return b }
		with(n, func() {
			and := ((a) != On(site) && (second()) != On(site)) != On(site)
			or := ((a) != On(site) || (second()) != On(site)) != On(site)
			if mutated {
				and, or = or, and
			}
			if and != (a && b) || or != (a || b) || looks != 1 {
				t.Errorf("%v, %v, mutated %v: and %v, or %v, %d looks", a, b, mutated, and, or, looks)
			}
		})
	}
}

package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/invariants"
)

// invariantsOf builds from the union at one loop of a function with the locals i and n and the cell a[1].
func invariantsOf(integers bool, cases ...string) *Invariants {
	q := &cfa.Proc{ID: 0, Name: "f"}
	entry := &cfa.Loc{ID: 3, Proc: q}
	head := &cfa.Loc{ID: 4, Proc: q, LoopHead: true, Pos: lang.Pos{File: "t.c", Line: 2, Col: 3}}
	q.Entry, q.Exit = entry, &cfa.Loc{ID: 9, Proc: q}
	i, n := &cfa.Var{ID: 1, Name: "i", Proc: q}, &cfa.Var{ID: 2, Name: "n", Proc: q}
	r := invariants.Invariant{Loc: head, Integers: integers, Slots: []cells.Slot{
		{Var: i}, {Var: n}, {Arr: &cfa.Array{ID: 7, Name: "a"}, Idx: cells.Index{Num: num.Of(1)}}, {Var: n, Entry: true},
	}}
	for _, c := range cases {
		var cs []linear.Constraint
		for _, text := range strings.Split(c, "; ") {
			k, err := linear.Parse(text, []string{"i", "n", "a", "old"})
			if err != nil {
				panic(err)
			}
			cs = append(cs, k)
		}
		r.Cases = append(r.Cases, cs)
	}
	b := &invariantBuilder{out: &Invariants{}, values: map[Value]int{}, constraints: map[string]int{}}
	b.location(&r)
	return b.out
}

func withInvariants() *Result {
	r := safeResult()
	r.Invariants = invariantsOf(true, "i <= 3; a = 9; n = old", "2*i - n >= 4; n = old")
	return r
}

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
			v := invariantsOf(integers, c.in)
			if got := v.Constraints[0].Text; got != want {
				t.Errorf("%s: %s, want %s", c.in, got, want)
			}
		}
	}
}

// What the type of a variable says anyway is marked, and is not shown to people.
func TestOfType(t *testing.T) {
	word := &cfa.Var{ID: 1, Name: "i", Range: cfa.Range{Bits: 8, Signed: true}}
	slots := []cells.Slot{{Var: word}, {Arr: &cfa.Array{Name: "a", Elem: cfa.Range{Bits: 8}}, Idx: cells.Index{Num: num.Of(1)}}, {Var: &cfa.Var{Name: "x"}}}
	for text, want := range map[string]bool{
		"i <= 127": true, "i <= 126": false, "i >= -128": true, "i >= -127": false, "i <= 128": true, "i = 127": false, "i < 128": false,
		"a <= 255": true, "a >= 0": true, "a >= 1": false, "x <= 127": false, "i - a <= 127": false,
	} {
		c, err := linear.Parse(text, []string{"i", "a", "x"})
		if err != nil {
			t.Fatal(err)
		}
		if got := ofType(c.Primitive(), slots); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	v := &Invariants{Constraints: []Constraint{{Text: "i <= 127", OfType: true}, {Text: "i >= 0"}}}
	if got, want := v.beyondTypes([][]int{{0, 1}, {0}}), [][]int{{1}, {}}; difftest.Values(want, got) != "" {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestInvariants(t *testing.T) {
	one, two, again, seven := 1, 2, 2, 7 // no pointer twice, since the differ takes that for a part of the value
	want := &Invariants{
		Values: []Value{
			{Name: "i", Func: "f", Variable: &one},
			{Name: "a[1]", Array: &seven, Index: "1"},
			{Name: "n", Func: "f", Variable: &two},
			{Name: `\old(n)`, Func: "f", Variable: &again, Old: true},
		},
		Constraints: []Constraint{
			{"i <= 3", []Term{{0, "1"}}, "-3", "<=", false},
			{"a[1] == 9", []Term{{1, "1"}}, "-9", "==", false},
			{`n == \old(n)`, []Term{{2, "1"}, {3, "-1"}}, "0", "==", false},
			{"n + 4 <= 2*i", []Term{{0, "-2"}, {2, "1"}}, "4", "<=", false},
		},
		Locations: []LocationSet{{"f", 4, lang.Pos{File: "t.c", Line: 2, Col: 3}, AtLoop, [][]int{{0, 1, 2}, {3, 2}}, nil}},
	}
	if d := difftest.Values(want, withInvariants().Invariants); d != "" {
		t.Error(d)
	}
}

// The text leaves out what is too long, and says so.
func TestInvariantsText(t *testing.T) {
	r := withInvariants()
	r.Files = Files{"t.c": []byte("\n  while (i < n)\n")}
	show := func(st Style) string {
		var b bytes.Buffer
		if err := Text(&b, r, st); err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(b.String(), "Invariants:\n")
		return text
	}
	want := `  loop in f, line 2
    2 │ while (i < n)
      n == \old(n) && (
        i <= 3 && a[1] == 9
     || n + 4 <= 2*i)

VERDICT: safe
`
	if d := difftest.Text(want, show(Style{Stats: true, Verbose: true})); d != "" {
		t.Error(d)
	}
	if text := show(Style{Stats: true}) + show(Style{Verbose: true}); text != "" {
		t.Errorf("printed without being asked for:\n%s", text)
	}
	var many []string
	for k := range 20 {
		many = append(many, "a >= 0; i = "+num.Of(int64(3*k)).String())
	}
	r.Invariants = invariantsOf(true, many...)
	if text := show(Style{Stats: true, Verbose: true}); !strings.Contains(text, "a[1] >= 0 && (\n        i == 0\n") ||
		!strings.Contains(text, "|| 14 more cases)") || strings.Contains(text, "i == 18") {
		t.Error(text)
	}
	for range 40 {
		r.Invariants.Locations = append(r.Invariants.Locations, r.Invariants.Locations[0])
	}
	if text := show(Style{Stats: true, Verbose: true}); strings.Count(text, "loop in f") != mostPlaces ||
		!strings.Contains(text, "(17 locations left out; --format json has all)") {
		t.Error(text)
	}
}

func TestRuns(t *testing.T) {
	in := []string{"i", "a[1]", "a[2]", "a[3]", "a[7]", "a[8]", "b[9]", "s.len", "c[k]", "d[0]", "d[1]", "d[2]", "d[3]"}
	want := []string{"i", "a[1…3]", "a[7]", "a[8]", "b[9]", "s.len", "c[k]", "d[0…3]"}
	if d := difftest.Values(want, runs(in)); d != "" {
		t.Error(d)
	}
}

func TestObjects(t *testing.T) {
	mem := &cfa.Array{Name: "mem0(int)", Region: true, Objects: []cfa.Object{{Name: "a", Base: num.Of(64), Size: 12}}}
	p := &cfa.Program{Arrays: []*cfa.Array{mem, {Name: "b"}}}
	in := []string{"i", "mem0(int)[64]", "mem0(int)[72]", "mem0(int)[76]", "b[64]"}
	want := []string{"i", "a", "a+8", "mem0(int)[76]", "b[64]"}
	if d := difftest.Values(want, objects(p, in)); d != "" {
		t.Error(d)
	}
}

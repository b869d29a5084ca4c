package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
)

// stepKeys makes keys of letters.
func stepKeys(s string) []int {
	out := make([]int, len(s))
	for i := range s {
		out[i] = int(s[i])
	}
	return out
}

// showParts writes parts: letters that are listed, {n×period} for folds, … for what is left out.
func showParts(s string, parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		switch {
		case p.single():
			b.WriteString(s[p.from:p.to])
		case p.left:
			b.WriteString("…")
		default:
			fmt.Fprintf(&b, "{%d×%d}", (p.to-p.from)/p.period, p.period)
		}
	}
	return b.String()
}

func TestFoldSteps(t *testing.T) {
	for _, c := range []struct{ path, want string }{
		{"", ""},
		{"abc", "abc"},
		{"aaa", "aaa"},
		{"aaaa", "a{2×1}a"},
		{"xababababy", "xab{2×2}aby"},
		{"xabababy", "xabababy"}, // three rounds are listed
		{"abcabdabcabdabcabdabcabd", "abcabd{2×6}abcabd"},
		// A loop in a loop: the inner one is folded within the rounds of the outer one that are listed.
		{strings.Repeat("abbbbbbc", 5), "ab{4×1}bc{3×8}ab{4×1}bc"},
		// Rounds that differ are no repetition; the inner loops are.
		{"abbbbcabbbbbcabbbbbbc", "ab{2×1}bcab{3×1}bcab{4×1}bc"},
	} {
		if got := showParts(c.path, foldSteps(stepKeys(c.path))); got != c.want {
			t.Errorf("%s: %s, not %s", c.path, got, c.want)
		}
	}
}

// Rounds that matter are listed where they are few.
func TestUnfold(t *testing.T) {
	path := strings.Repeat("ab", 10)
	for _, c := range []struct {
		steps []int
		want  string
	}{
		{nil, "ab{8×2}ab"},
		{[]int{0, 18}, "ab{8×2}ab"}, // these are listed anyway
		{[]int{2}, "abab{7×2}ab"},
		{[]int{9, 13}, "ab{3×2}ababab{2×2}ab"}, // a single round between them is not folded
		{[]int{17}, "ab{7×2}abab"},
		{[]int{3, 7, 11}, "ab{8×2}ab"},
	} {
		parts := unfold(foldSteps(stepKeys(path)), func(i int) bool { return slices.Contains(c.steps, i) })
		if got := showParts(path, parts); got != c.want {
			t.Errorf("%v: %s, not %s", c.steps, got, c.want)
		}
	}
}

// Whatever is done to a path, its parts are the path, in order; and they are few rows.
func TestFoldIsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Loops that repeat now and then.
		var keys []int
		blocks := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 3), 1, 6), 1, 5).Draw(t, "blocks")
		for _, k := range rapid.SliceOfN(rapid.IntRange(0, len(blocks)-1), 0, 12).Draw(t, "order") {
			for range rapid.IntRange(1, 12).Draw(t, "times") {
				keys = append(keys, blocks[k]...)
			}
		}
		used := rapid.SliceOfN(rapid.IntRange(0, 400), 0, 4).Draw(t, "used")
		folded := foldSteps(keys)
		open := unfold(folded, func(i int) bool { return slices.Contains(used, i) })
		for _, parts := range [][]part{folded, open, cutMiddle(open)} {
			at := 0
			for _, p := range parts {
				if p.from != at || p.to <= p.from {
					t.Fatalf("%v: the part %v is not behind step %d", keys, p, at)
				}
				at = p.to
				if p.period == 0 {
					continue
				}
				if (p.to-p.from)%p.period != 0 {
					t.Fatalf("%v: %v has a broken round", keys, p)
				}
				for i := p.from; i < p.to; i++ {
					if keys[i] != keys[i-p.period] {
						t.Fatalf("%v: step %d of %v is not that of the round before", keys, i, p)
					}
				}
			}
			if at != len(keys) {
				t.Fatalf("%v: the parts end at %d", keys, at)
			}
		}
		rows := 0
		for _, p := range cutMiddle(open) {
			rows += p.rows()
		}
		if rows > maxPathRows+1 {
			t.Fatalf("%d rows", rows)
		}
	})
}

// A path that nearly repeats costs no more than one that does not.
func TestFoldEffort(t *testing.T) {
	const steps = 300_000
	var keys []int
	for i := 0; len(keys) < steps; i++ { // rounds that get longer each time
		for range i % 700 {
			keys = append(keys, 1)
		}
		keys = append(keys, 2+i%3)
	}
	f := newStepFolder(keys)
	parts := f.all()
	if f.effort < -len(keys) { // the last comparison that was begun goes on to the end of the path at most
		t.Errorf("%d comparisons for %d steps", foldEffort*len(keys)-f.effort, len(keys))
	}
	if parts[len(parts)-1].to != len(keys) {
		t.Error("the end is missing")
	}
}

func TestCutMiddle(t *testing.T) {
	parts := cutMiddle([]part{{from: 0, to: 100}, {from: 100, to: 190, period: 3}, {from: 190, to: 500}})
	want := []part{{from: 0, to: headPathRows}, {from: headPathRows, to: 500 - (maxPathRows - headPathRows), left: true}, {from: 500 - (maxPathRows - headPathRows), to: 500}}
	if !slices.Equal(parts, want) {
		t.Errorf("%v, not %v", parts, want)
	}
	// A fold at the end stays.
	parts = cutMiddle([]part{{from: 0, to: 100}, {from: 100, to: 190, period: 3}, {from: 190, to: 195}})
	if n := len(parts); n != 5 || parts[3].period != 3 || !parts[1].left {
		t.Errorf("%v", parts)
	}
}

func TestTable(t *testing.T) {
	p := &printer{Style: Style{Width: 60}}
	p.table("  ", []string{"", "no", "left", "right", "never"}, []tableRow{
		{cells: []string{"*", "7", "short", "also short", ""}},
		{across: "a line of its own"},
		{cells: []string{"", "10", "a text that is too long for its column, and is broken", "x", ""}},
		{cells: []string{"", "11", "aWordThatIsMuchTooLongForItsColumn_andIsBrokenInside", "two\nlines", ""}},
	}, 2)
	want := `
     no  left                                     right
  *   7  short                                    also short
  a line of its own
     10  a text that is too long for its column,  x
           and is broken
     11  aWordThatIsMuchTooLongForItsColumn_andI  two
         sBrokenInside                            lines
`
	if got := "\n" + p.b.String(); got != want {
		t.Errorf("got%swant%s", got, want)
	}
}

// No line of a table is longer than the width, as long as the width has room for all columns.
func TestTableFits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringMatching(`[a-zä ]{0,90}`)
		p := &printer{Style: Style{Width: rapid.IntRange(60, 120).Draw(t, "width"), Verbose: rapid.Bool().Draw(t, "verbose")}}
		var rows []tableRow
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			rows = append(rows, tableRow{cells: []string{
				"*", fmt.Sprint(rapid.IntRange(0, 999_999).Draw(t, "number")), cell.Draw(t, "a"), cell.Draw(t, "b"), cell.Draw(t, "c"),
			}})
		}
		p.table("  ", []string{"", "n", "a", "b", "c"}, rows, 2)
		text := strings.TrimSuffix(p.b.String(), "\n")
		for line := range strings.SplitSeq(text, "\n") {
			if n := utf8.RuneCountInString(line); n > p.width() {
				t.Fatalf("%d columns:\n%s", n, p.b.String())
			}
		}
		if p.Verbose { // nothing is lost
			for _, r := range rows {
				for _, c := range r.cells {
					for _, w := range strings.Fields(c) {
						if utf8.RuneCountInString(w) <= minColumn && !strings.Contains(text, w) {
							t.Fatalf("%q is missing:\n%s", w, text)
						}
					}
				}
			}
		}
	})
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		need []int
		room int
		want []int
	}{
		{nil, 10, []int{}},
		{[]int{10, 10}, 30, []int{10, 10}},
		{[]int{10, 40, 40}, 60, []int{10, 25, 25}},
		{[]int{50, 50, 50}, 100, []int{33, 33, 34}},
		{[]int{50, 50}, 2, []int{minColumn, minColumn}},
	} {
		if got := shares(c.need, c.room); !slices.Equal(got, c.want) {
			t.Errorf("%v in %d: %v, not %v", c.need, c.room, got, c.want)
		}
	}
}

// Cells are indexes of their array; variables of one name are told apart by their function.
func TestTracked(t *testing.T) {
	main, f := &cfa.Proc{Name: "main"}, &cfa.Proc{Name: "f"}
	start := &cfa.Proc{Calls: []*cfa.Edge{{Op: &cfa.Call{Callee: main}}}}
	p := &cfa.Program{Start: start, Vars: []*cfa.Var{{Name: "i", Proc: main}, {Name: "i", Proc: f}, {Name: "s.x"}}, Arrays: []*cfa.Array{{Name: "a"}}}
	got := NewExplainer(ExplainOptions{}).tracked(p, []refine.Kept{
		{What: []string{"s.x", "a[1]", "a[n]", "m[2][3]"}}, {Proc: "main", What: []string{"i"}}, {Proc: "f", What: []string{"i", "i"}},
	})
	text := (&printer{}).precision(got, "", "nothing")
	if want := "V = {s.x, i, f::i}, R(a) = {1, n}, R(m) = {[2][3]}"; text != want {
		t.Errorf("%s, not %s", text, want)
	}
}

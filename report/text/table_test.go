package text

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/report/explain"
)

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

func TestPrecision(t *testing.T) {
	list := []explain.Tracked{{Vars: []string{"s.x", "f::i", "i < n"}, Arrays: []explain.Cells{{Array: "a", Indexes: []string{"1", "n"}}, {Array: "m", Indexes: []string{"[2][3]"}}}}}
	text := (&printer{}).precision(list, "", "nothing")
	if want := "V = {s.x, f::i}, P = {i < n}, R(a) = {1, n}, R(m) = {[2][3]}"; text != want {
		t.Errorf("%s, not %s", text, want)
	}
}

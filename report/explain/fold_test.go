package explain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/refine/precision"
	"pgregory.net/rapid"
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
		// A loop in a loop: the inner one is folded within the rounds of the outer one that are
		// listed.
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
	// the last comparison that was begun goes on to the end of the path at most
	if f.effort < -len(keys) {
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

// Cells are indexes of their array; variables of one name are told apart by their function.
func TestTracked(t *testing.T) {
	main, f := &cfa.Proc{Name: "main"}, &cfa.Proc{Name: "f"}
	start := &cfa.Proc{Calls: []*cfa.Edge{{Op: &cfa.Call{Callee: main}}}}
	p := &cfa.Program{Start: start, Vars: []*cfa.Var{{Name: "i", Proc: main}, {Name: "i", Proc: f}, {Name: "s.x"}}, Arrays: []*cfa.Array{{Name: "a"}}}
	got := New(Options{}).tracked(p, []precision.Element{
		{Name: "s.x"}, {Name: "a", Index: "1"}, {Name: "a", Index: "n"}, {Name: "m", Index: "2"},
		{Scope: precision.Scope{Proc: main}, Name: "i"}, {Scope: precision.Scope{Proc: f}, Name: "i"}, {Scope: precision.Scope{Proc: f}, Name: "i"},
	})
	want := []Tracked{{Vars: []string{"s.x", "i", "f::i"}, Arrays: []Cells{{"a", []string{"1", "n"}}, {"m", []string{"2"}}}}}
	if d := difftest.Values(want, got); d != "" {
		t.Error(d)
	}
}

package trace

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// play feeds a folder with events in a small language: a letter is a line, 1 to 9 pass a
// loop head, "f(" and ")" enter and leave a function, "x=3" changes a variable on the
// line before it.
func play(events string) []*Step {
	f := newFolder()
	f.enter("main", lang.Pos{})
	for _, w := range strings.Fields(events) {
		switch {
		case strings.HasSuffix(w, "("):
			f.enter(strings.TrimSuffix(w, "("), lang.Pos{})
		case w == ")":
			f.leave()
		case w[0] >= '1' && w[0] <= '9':
			f.head(int(w[0]))
		case strings.Contains(w, "="):
			name, val, _ := strings.Cut(w, "=")
			v, _ := num.Parse(val, 10)
			f.change(Change{What: name, Value: v})
		default:
			f.line(lang.Pos{File: "f", Line: int(w[0])}, "")
		}
	}
	return f.finish()[0].Steps
}

// show prints steps in the same language, with (…)×n for folds.
func show(steps []*Step) string {
	var parts []string
	for _, s := range steps {
		var t string
		switch s.Kind {
		case LineStep:
			t = string(rune(s.Pos.Line))
			for _, c := range s.Changes {
				t += " " + c.String()
			}
			if len(s.Steps) > 0 {
				t += " " + show(s.Steps)
			}
		case CallStep:
			var args []string
			for _, c := range s.Changes {
				args = append(args, c.String())
			}
			t = strings.TrimSpace(fmt.Sprintf("%s(%s", s.Func, strings.Join(args, ","))+" "+show(s.Steps)) + " )"
		case RepeatStep:
			t = fmt.Sprintf("(%s)×%d", show(s.Steps), s.Rounds)
			if s.MaxRounds > s.Rounds {
				t += fmt.Sprintf("-%d", s.MaxRounds)
			}
		case GapStep:
			t = fmt.Sprintf("⋮%d", s.Lines)
		}
		parts = append(parts, t)
	}
	return strings.Join(parts, " ")
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, events, want string }{
		{"straight", "a b c", "a b c"},
		{"two rounds", "a 1 b c 1 b c 1 b d", "a (b c)×2 b d"},
		{"one round stays", "a 1 b c 1 b d", "a b c b d"},
		{"values of the first and the last round", "1 b i=1 1 b i=2 1 b i=3 1 c", "(b i = 1 … 3)×3 c"},
		{"a value that stays the same", "1 b i=1 1 b i=1 1 c", "(b i = 1)×2 c"},
		{"the last value of a line counts", "a x=1 x=2", "a x = 2"},
		{"nested", "1 a 2 b 2 b 2 c 1 a 2 b 2 b 2 c 1 d", "(a (b)×2 c)×2 d"},
		{"nested, triangular", "1 a 2 b 2 b 2 c 1 a 2 b 2 b 2 b 2 c 1 d", "(a (b)×2-3 c)×2 d"},
		{"different rounds", "1 a b 1 a c 1 a b b 1 d", "a b a c a b d"},
		{"alternation", "1 a 1 b 1 a 1 b 1 a 1 b 1 a 1 b 1 c", "(a b)×4 c"},
		{"an alternation has to come three times", "1 a 1 b 1 a 1 b 1 c", "a b a b c"},
		{"runs that alternate", "1 a 1 a 1 b 1 a 1 b 1 a 1 a 1 a 1 b 1 c", "((a)×1-3 b)×3 c"},
		{"two loops in a row", "1 a 1 a 1 x 2 b 2 b 2 y", "(a)×2 x (b)×2 y"},
		{"call", "a f( p b ) x=7 c", "a x = 7 f( p b ) c"},
		{"parameters", "a f( n=3 b )", "a f(n = 3 b )"},
		{"calls in a loop", "1 a f( b ) 1 a f( b ) 1 c", "(a f( b ))×2 c"},
		{"different calls in a loop", "1 a f( b ) 1 a f( c ) 1 d", "a f( b ) a f( c ) d"},
		{"a loop in a call in a loop", "1 a f( 2 b 2 b 2 ) 1 a f( 2 b 2 b 2 ) 1 d", "(a f( (b)×2 ))×2 d"},
		{"an inner loop ends when the outer goes on", "1 a 2 b 2 b 1 a 2 b 2 b 1 c", "(a b b)×2 c"},
		{"left open", "a f( 1 b 1 b 1 c", "a f( (b)×2 c )"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(play(c.events)); got != c.want {
				t.Errorf("%s\n got %s\nwant %s", c.events, got, c.want)
			}
		})
	}
}

// A fold without ranges and gaps stands for exactly the lines that were played, in order.
func TestFoldKeepsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A structured program's trace: nested loops whose bodies branch.
		var events, plain []string
		var block func(depth, head int)
		block = func(depth, head int) {
			for range rapid.IntRange(0, 3).Draw(t, "statements") {
				switch k := rapid.IntRange(0, 5).Draw(t, "kind"); {
				case k == 0 && depth < 3:
					h := fmt.Sprint(head)
					for range rapid.IntRange(0, 7).Draw(t, "rounds") {
						events = append(events, h)
						block(depth+1, head+1)
					}
					events = append(events, h)
				case k == 1 && depth < 3:
					events = append(events, "z", "f(")
					plain = append(plain, "z")
					block(depth+1, head)
					events = append(events, ")", "y")
					plain = append(plain, "y")
				default:
					l := string(rune('a' + rapid.IntRange(0, 2).Draw(t, "line")))
					events = append(events, l)
					plain = append(plain, l)
				}
			}
		}
		block(0, 1)
		steps := play(strings.Join(events, " "))
		var got []string
		exact := true
		var walk func(steps []*Step)
		walk = func(steps []*Step) {
			for _, s := range steps {
				switch s.Kind {
				case LineStep:
					got = append(got, string(rune(s.Pos.Line)))
					walk(s.Steps)
				case RepeatStep:
					if s.MaxRounds > s.Rounds {
						exact = false
					}
					for range s.Rounds {
						walk(s.Steps)
					}
				case GapStep:
					exact = false
				default:
					walk(s.Steps)
				}
			}
		}
		walk(steps)
		// The same line twice in a row is one line; that is how the folder reads it, too, but
		// for the ends of rounds and calls.
		squeeze := func(list []string) string {
			var b strings.Builder
			for i, l := range list {
				if i == 0 || list[i-1] != l {
					b.WriteString(l)
				}
			}
			return b.String()
		}
		if exact && squeeze(got) != squeeze(plain) {
			t.Fatalf("played %v\n got %s\nwant %s\nfold %s", events, squeeze(got), squeeze(plain), show(steps))
		}
	})
}

// However long a path is, its tree is small.
func TestFoldIsBounded(t *testing.T) {
	t.Run("a million equal rounds", func(t *testing.T) {
		f := newFolder()
		f.enter("main", lang.Pos{})
		for i := range 1_000_000 {
			f.head(1)
			f.line(lang.Pos{File: "f", Line: 2}, "main")
			f.change(Change{What: "i", Value: num.Of(int64(i))})
		}
		if got := show(f.finish()[0].Steps); !strings.Contains(got, "i = 0 … 999998)×999999") {
			t.Error(got)
		}
	})
	t.Run("rounds that never repeat", func(t *testing.T) {
		f := newFolder()
		f.enter("main", lang.Pos{})
		x := uint32(1)
		for range 100_000 {
			f.head(1)
			for range 4 {
				x = x*1664525 + 1013904223
				f.line(lang.Pos{File: "f", Line: int(x>>24) + 1}, "main")
			}
		}
		steps := f.finish()
		if n := count(steps); n > 10*maxSeq {
			t.Errorf("%d steps are kept", n)
		}
		if n := (&Step{Kind: CallStep, Steps: steps}).LineCount(); n < 390_000 || n > 400_000 {
			t.Errorf("they stand for %d lines", n)
		}
	})
	t.Run("a tree of calls", func(t *testing.T) {
		f := newFolder()
		f.enter("main", lang.Pos{})
		line, n := 0, 0
		var call func(depth int)
		call = func(depth int) {
			for range 12 {
				line++
				n++
				f.line(lang.Pos{File: "f", Line: line}, "f")
				if depth > 0 {
					f.enter("f", lang.Pos{File: "f", Line: line})
					call(depth - 1)
					f.leave()
				}
			}
		}
		call(4)
		f.end(lang.Pos{File: "f", Line: 9999999}, "f")
		steps := f.finish()
		if c := count(steps); c > maxSteps {
			t.Errorf("%d steps are kept", c)
		}
		if l := steps[0].LineCount(); l != n+1 {
			t.Errorf("they stand for %d lines of %d", l, n+1)
		}
		last := steps[0]
		for len(last.Steps) > 0 {
			last = last.Steps[len(last.Steps)-1]
		}
		if last.Kind != ErrorStep {
			t.Error("the error is lost")
		}
	})
	t.Run("deep recursion", func(t *testing.T) {
		f := newFolder()
		f.enter("main", lang.Pos{})
		for range 100_000 {
			f.line(lang.Pos{File: "f", Line: 1}, "f")
			f.enter("f", lang.Pos{File: "f", Line: 1})
			f.line(lang.Pos{File: "f", Line: 2}, "f")
		}
		if n := count(f.finish()); n > 50*maxSeq {
			t.Errorf("%d steps are kept", n)
		}
	})
}

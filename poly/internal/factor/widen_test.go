package factor

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// pair is two polyhedra, the first in the second, and their widenings by PPL.
type pair struct {
	line                       string
	closed                     bool
	p, next, standard, precise *Factor
}

// pplPairs reads testdata/widen.txt, which widen.cc beside it wrote.
func pplPairs(t *testing.T) []pair {
	f, err := os.Open(filepath.Join("testdata", "widen.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pairs []pair
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) != 6 {
			t.Fatalf("not a pair: %s", lines.Text())
		}
		dims, err := strconv.Atoi(strings.TrimSpace(fields[1]))
		if err != nil {
			t.Fatal(err)
		}
		var fs [4]*Factor
		for i, text := range fields[2:] {
			var cs []linear.Constraint
			for _, c := range strings.Split(text, ",") {
				if c = strings.TrimSpace(c); c != "" {
					cs = append(cs, linear.MustParse(c))
				}
			}
			fs[i] = FromConstraints(dims, cs)
		}
		pairs = append(pairs, pair{lines.Text(), strings.TrimSpace(fields[0]) == "closed", fs[0], fs[1], fs[2], fs[3]})
	}
	return pairs
}

// TestWidenIsPPLs: on closed polyhedra both widenings are PPL's. On others the standard one may be
// finer, since PPL's depends on how a polyhedron uses ε: a strict constraint that becomes a weak
// one is the same to ours, another to PPL's.
func TestWidenIsPPLs(t *testing.T) {
	closed, others, finer := 0, 0, 0
	for _, c := range pplPairs(t) {
		standard, precise := WidenH79(c.p, c.next), WidenBHRZ03(c.p, c.next)
		if !c.closed {
			others++
			if !c.standard.Contains(standard) {
				t.Errorf("%s: H79 is %v, which is wider somewhere", c.line, standard.Constraints())
			}
			if !c.standard.Equal(standard) {
				finer++
			}
			continue
		}
		closed++
		if !standard.Equal(c.standard) {
			t.Errorf("%s: H79 is %v", c.line, standard.Constraints())
		}
		if !precise.Equal(c.precise) {
			t.Errorf("%s: BHRZ03 is %v", c.line, precise.Constraints())
		}
	}
	if closed < 100 || others < 25 || finer > others/10 {
		t.Errorf("%d closed pairs and %d others, %d of them finer", closed, others, finer)
	}
}

// drawPlace draws a point of a small grid.
func drawPlace(t *rapid.T, dims int, spread int64) []num.Rat {
	at := make([]num.Rat, dims)
	for v := range at {
		at[v] = num.RatOf(rapid.Int64Range(-spread, spread).Draw(t, "x"))
	}
	return at
}

// drawMore draws generators; closure points make what they are added to not closed.
func drawMore(t *rapid.T, dims int, most int) []linear.Generator {
	var gs []linear.Generator
	for range rapid.IntRange(1, most).Draw(t, "generators") {
		switch rapid.IntRange(0, 7).Draw(t, "kind") {
		case 0:
			if at := drawPlace(t, dims, 2); slices.ContainsFunc(at, func(x num.Rat) bool { return !x.IsZero() }) {
				gs = append(gs, linear.Generator{Kind: linear.Ray, At: at})
			}
		case 1:
			gs = append(gs, linear.Generator{Kind: linear.ClosurePoint, At: drawPlace(t, dims, 5)})
		default:
			gs = append(gs, linear.Generator{Kind: linear.Point, At: drawPlace(t, dims, 5)})
		}
	}
	return gs
}

// drawGrowth draws a polyhedron and one that contains it, closed ones only if asked for.
func drawGrowth(t *rapid.T, closed bool) (p, next *Factor) {
	dims := rapid.IntRange(1, 3).Draw(t, "dims")
	p = FromGenerators(dims, []linear.Generator{{Kind: linear.Point, At: drawPlace(t, dims, 5)}})
	p = p.AddGenerators(drawMore(t, dims, 4)...)
	next = p.AddGenerators(drawMore(t, dims, 3)...)
	if closed {
		p, next = p.TopClosure(), next.TopClosure()
	}
	return p, next
}

func TestWidenings(t *testing.T) {
	guesses := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 4 {
			p, next := drawGrowth(t, rapid.Bool().Draw(t, "closed"))
			standard, precise := WidenH79(p, next), WidenBHRZ03(p, next)
			for name, w := range map[string]*Factor{"H79": standard, "BHRZ03": precise} {
				if err := w.Check(); err != nil {
					t.Fatalf("%s of %v and %v: %v", name, p.Constraints(), next.Constraints(), err)
				}
				if !w.Contains(p) || !w.Contains(next) {
					t.Errorf("%s of %v and %v: %v lacks points", name, p.Constraints(), next.Constraints(), w.Constraints())
				}
				c, ok1 := CertificateOf(p)
				d, ok2 := CertificateOf(w)
				if !ok1 || !ok2 || w.Equal(p) != (c.Compare(d) == 0) || c.Compare(d) < 0 {
					t.Errorf("%s of %v and %v: %v has the certificate %+v after %+v", name, p.Constraints(), next.Constraints(), w.Constraints(), d, c)
				}
			}
			if !standard.Contains(precise) {
				t.Errorf("%v and %v: BHRZ03 %v is not in H79 %v", p.Constraints(), next.Constraints(), precise.Constraints(), standard.Constraints())
			}
			switch {
			case precise.Equal(next):
				guesses["next"]++
			case precise.Equal(standard):
				guesses["standard"]++
			default:
				guesses["between"]++
			}
		}
	})
	for _, name := range []string{"next", "standard", "between"} {
		if guesses[name] < 10 {
			t.Errorf("of 400 precise widenings %v", guesses)
		}
	}
}

// TestGuesses: each of the guesses of BHRZ03 is the result of some pair.
func TestGuesses(t *testing.T) {
	counts := [3]int{}
	for _, c := range pplPairs(t) {
		standard := WidenH79(c.p, c.next)
		if !c.closed || c.precise.Equal(standard) || c.precise.Equal(c.next) {
			continue
		}
		for i, guess := range []func(p, next, standard *Factor) *Factor{combineConstraints, evolvePoints, evolveRays} {
			if q := guess(c.p, c.next, standard); q != nil && q.Equal(c.precise) {
				counts[i]++
				break
			}
		}
	}
	for i, n := range counts {
		if n == 0 {
			t.Errorf("guess %d is never taken: %v", i, counts)
		}
	}
}

// TestWideningsStop follows sequences in which a random point, ray or cut keeps coming.
func TestWideningsStop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, next := drawGrowth(t, rapid.Bool().Draw(t, "closed"))
		dims := p.Dims()
		widen := WidenH79
		if rapid.Bool().Draw(t, "precise") {
			widen = WidenBHRZ03
		}
		changes := 0
		for step := int64(1); step < 60; step++ {
			w := widen(p, next)
			if !w.Equal(p) {
				changes++
			}
			p = w
			// Something new every time, as far as there is room.
			gs := drawMore(t, dims, 2)
			for _, g := range gs {
				for v := range g.At {
					g.At[v] = g.At[v].Mul(num.RatOf(step))
				}
			}
			next = p.AddGenerators(gs...)
		}
		if changes > 40 {
			t.Errorf("%d changes in 60 steps, at last %v", changes, p.Constraints())
		}
	})
}

// TestWidenNotAbove: an operand that is not above is joined; empty ones change nothing.
func TestWidenNotAbove(t *testing.T) {
	low := FromConstraints(1, []linear.Constraint{linear.MustParse("x0 >= 0"), linear.MustParse("x0 <= 1")})
	high := FromConstraints(1, []linear.Constraint{linear.MustParse("x0 >= 2"), linear.MustParse("x0 <= 3")})
	want := FromConstraints(1, []linear.Constraint{linear.MustParse("x0 >= 0")})
	for name, widen := range map[string]func(p, q *Factor) *Factor{"H79": WidenH79, "BHRZ03": WidenBHRZ03} {
		if got := widen(low, high); !got.Equal(want) {
			t.Errorf("%s: %v", name, got.Constraints())
		}
		if got := widen(Empty(1), high); got != high {
			t.Errorf("%s of the empty set and %v: %v", name, high.Constraints(), got.Constraints())
		}
		if got := widen(high, Empty(1)); got != high {
			t.Errorf("%s of %v and the empty set: %v", name, high.Constraints(), got.Constraints())
		}
		if got := widen(high, low); !got.Equal(FromConstraints(1, []linear.Constraint{linear.MustParse("x0 <= 3")})) {
			t.Errorf("%s of %v and %v: %v", name, high.Constraints(), low.Constraints(), got.Constraints())
		}
		if got := widen(Universe(0), Universe(0)); !got.IsUniverse() {
			t.Errorf("%s in no dimension: %v", name, got.Constraints())
		}
	}
}

// TestWidenStrict: a bound that turns from strict to weak stays; that is one step down.
func TestWidenStrict(t *testing.T) {
	parse := func(texts ...string) *Factor {
		var cs []linear.Constraint
		for _, s := range texts {
			cs = append(cs, linear.MustParse(s))
		}
		return FromConstraints(2, cs)
	}
	p, next := parse("x0 >= 0", "x0 < 1", "x1 = 0"), parse("x0 >= 0", "x0 <= 1", "x1 = 0")
	if w := WidenH79(p, next); !w.Equal(next) {
		t.Errorf("%v", w.Constraints())
	}
	if w := WidenH79(p, parse("x0 >= 0", "x0 < 2", "x1 = 0")); !w.Equal(parse("x0 >= 0", "x1 = 0")) {
		t.Errorf("%v", w.Constraints())
	}
	// The affine hull grows: a strict constraint takes the place of a strict one.
	if w := WidenH79(p, parse("x0 >= 0", "x0 < 1", "x1 >= 0", "x1 <= 1")); !w.Equal(parse("x0 >= 0", "x0 < 1", "x1 >= 0")) {
		t.Errorf("%v", w.Constraints())
	}
	// A square gets its missing corner, and grows to the left.
	p = parse("x0 >= 0", "x0 <= 1", "x1 >= 0", "x1 <= 1", "x0 + x1 < 2")
	if w := WidenH79(p, parse("x0 >= -1", "x0 <= 1", "x1 >= 0", "x1 <= 1")); !w.Equal(parse("x0 <= 1", "x1 >= 0", "x1 <= 1")) {
		t.Errorf("%v", w.Constraints())
	}
	if w := WidenH79(p, parse("x0 >= -1", "x0 <= 1", "x1 >= 0", "x1 <= 1", "x0 + x1 < 2")); !w.Equal(parse("x0 <= 1", "x1 >= 0", "x1 <= 1", "x0 + x1 < 2")) {
		t.Errorf("%v", w.Constraints())
	}
}

func TestWidenLimit(t *testing.T) {
	dims := 7
	var cube []linear.Constraint
	for v := range dims {
		cube = append(cube, linear.X(v).LE(linear.ConstInt(1)), linear.X(v).GE(linear.ConstInt(-1)))
	}
	p := FromConstraints(dims, cube)
	next := FromConstraints(dims, cube[1:])
	if w := WidenH79(p, next); w.Err() != nil || !w.Equal(next) {
		t.Errorf("without limit: %v, %v", w.Err(), w.Constraints())
	}
	for name, widen := range map[string]func(p, q *Factor) *Factor{"H79": WidenH79, "BHRZ03": WidenBHRZ03} {
		p := FromConstraints(dims, cube).WithLimit(&Limit{Rows: 20})
		q := FromConstraints(dims, cube[1:]).WithLimit(&Limit{Rows: 20})
		if w := widen(p, q); w.Err() == nil || !w.WithLimit(nil).Contains(next) {
			t.Errorf("%s: %v, %v", name, w.Err(), w.Constraints())
		}
	}
}

func TestEvolve(t *testing.T) {
	rats := func(xs ...int64) []num.Rat {
		at := make([]num.Rat, len(xs))
		for i, x := range xs {
			at[i] = num.RatOf(x)
		}
		return at
	}
	for _, c := range []struct{ g, f, want []num.Rat }{
		{rats(1, 2), rats(2, 1), rats(0, 2)}, // turning upward, up to the second axis
		{rats(2, 1), rats(1, 2), rats(2, 0)},
		{rats(-1, 2), rats(0, 1), rats(-1, 0)},
		{rats(1, 1), rats(2, 2), rats(1, 1)},
		{rats(0, 1), rats(1, 1), rats(0, 1)},
	} {
		if got := evolve(c.g, c.f); (linear.Generator{At: got}).String() != (linear.Generator{At: c.want}).String() {
			t.Errorf("from %v to %v: %v, want %v", c.f, c.g, got, c.want)
		}
	}
}

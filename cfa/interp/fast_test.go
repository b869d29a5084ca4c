package interp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/refinetest"
)

// bothWays makes a run as it is made mostly, with words and with rounds that are not made one by one, and the
// same run step by step. They must end alike, at the same step, with the same inputs, and leave the same:
// all variables and cells, of all activations. That holds where the first one ends by its budget, too, in
// the middle of a block or not. It returns the first one.
func bothWays(t *testing.T, p *cfa.Program, in func() interp.Inputs, most int) *interp.Outcome {
	t.Helper()
	fast, left := interp.RunState(context.Background(), p, in(), interp.Options{MaxSteps: most})
	limit := most
	if fast.Kind != interp.Endless && fast.Steps <= 8*most { // steps over words cost less
		if limit = fast.Steps; fast.Reason != "number of steps" {
			limit++ // there is nothing more to make, which is to be seen
		}
	}
	slow, want := interp.RunState(context.Background(), p, in(), interp.Options{MaxSteps: limit, Watch: func(interp.View) {}})
	if slow.Kind == interp.StepLimit && fast.Kind != interp.StepLimit {
		// The other one comes further, or it is a loop that never ends.
		if fast.Kind != interp.Endless && fast.Steps < slow.Steps {
			t.Fatalf("%v after %d steps, step by step %v after %d\n%v", fast.Kind, fast.Steps, slow.Kind, slow.Steps, p)
		}
		return fast
	}
	if slow.Kind == interp.StepLimit && fast.Steps > 8*most {
		return fast
	}
	same := slow.Kind == fast.Kind && slow.Steps == fast.Steps && slow.Tainted == fast.Tainted && slow.Reason == fast.Reason &&
		slow.Loc == fast.Loc &&
		slices.EqualFunc(slow.Inputs, fast.Inputs, func(a, b interp.Taken) bool {
			return a.Input.Kind == b.Input.Kind && a.Input.Name == b.Input.Name && a.Value.Equal(b.Value) && a.Step == b.Step && a.What == b.What
		}) && (slow.Exit == nil) == (fast.Exit == nil) && (slow.Exit == nil || slow.Exit.Equal(*fast.Exit))
	if !same {
		t.Fatalf("%+v\nstep by step\n%+v\n%v", fast, slow, p)
	}
	if what := left.Differs(want); what != "" {
		t.Fatalf("after %d steps (%v) %s, the latter step by step\n%v", fast.Steps, fast.Kind, what, p)
	}
	return fast
}

// counting is a random program of loops that count, over a few variables of several types. Its result
// depends on all of them.
func counting(r *rand.Rand) string {
	types := []string{"int", "unsigned", "short", "unsigned char", "long", "unsigned long"}
	var b strings.Builder
	b.WriteString("int main(void) {\n")
	names := []string{"a", "b", "c", "d"}
	for _, v := range names {
		fmt.Fprintf(&b, "%s %s = %d;\n", types[r.IntN(len(types))], v, r.IntN(30))
	}
	b.WriteString("static int t[8] = {1, 2, 3, 5, 7, 11, 13, 17};\n")
	name := func() string { return names[r.IntN(len(names))] }
	atom := func() string {
		switch r.IntN(7) {
		case 0, 1, 2:
			return fmt.Sprint(r.IntN(9) - 2)
		case 3:
			return fmt.Sprintf("t[%d]", r.IntN(8))
		}
		return name()
	}
	counters := []string{"j"}
	condition := func() string {
		switch r.IntN(7) {
		case 6:
			return fmt.Sprintf("j %s %s", []string{"==", "<", ">="}[r.IntN(3)], counters[r.IntN(len(counters))])
		case 0:
			return fmt.Sprintf("%s %% %d == %d", name(), 2+r.IntN(3), r.IntN(2))
		case 1:
			return fmt.Sprintf("(%s & %d) == %d", name(), 1<<r.IntN(3), r.IntN(2))
		case 2:
			return fmt.Sprintf("%s == %s + %d", name(), name(), r.IntN(50))
		case 3:
			return fmt.Sprintf("%s < %d && %s > %d", name(), r.IntN(900), name(), r.IntN(300))
		}
		return fmt.Sprintf("%s %s %d", name(), []string{"<", "<=", ">", ">=", "!="}[r.IntN(5)], r.IntN(700))
	}
	var block func(depth int)
	loops := 0
	block = func(depth int) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(9); {
			case k < 2 && depth > 0:
				loops++
				i := fmt.Sprintf("i%d", loops)
				fmt.Fprintf(&b, "for (int %s = 0; %s < %s; %s += %d) {\n", i, i, []string{"3", "40", "700", "j"}[r.IntN(4)], i, 1+r.IntN(3))
				counters = append(counters, i)
				block(depth - 1)
				if r.IntN(3) == 0 {
					fmt.Fprintf(&b, "if (%s) break;\n", condition())
				}
				counters = counters[:len(counters)-1]
				b.WriteString("}\n")
			case k == 2 && depth > 0:
				fmt.Fprintf(&b, "if (%s) {\n", condition())
				block(depth - 1)
				b.WriteString("} else {\n")
				block(depth - 1)
				b.WriteString("}\n")
			case k == 3:
				fmt.Fprintf(&b, "%s = %s * %d + %s;\n", name(), name(), r.IntN(4), atom())
			case k == 4:
				v := name()
				fmt.Fprintf(&b, "%s = %s - %s;\n", v, v, atom())
			case k == 5 && r.IntN(3) == 0:
				fmt.Fprintf(&b, "t[%d] = %s;\n", r.IntN(8), atom())
			default:
				v := name()
				fmt.Fprintf(&b, "%s = %s + %s;\n", v, v, atom())
			}
		}
	}
	for range 3 {
		fmt.Fprintf(&b, "for (int j = 0; j < %d; j++) {\n", 200+r.IntN(3000))
		block(2)
		b.WriteString("}\n")
	}
	b.WriteString("unsigned h = a; h = h * 31 + b; h = h * 31 + c; h = h * 31 + d; h = h * 31 + t[3];\nreturn h & 0x7fffffff; }\n")
	return b.String()
}

func TestCountingLoops(t *testing.T) {
	jumped, ends := 0, map[interp.Kind]int{}
	for seed := range uint64(50) {
		p := refinetest.Lower(t, counting(rand.New(rand.NewPCG(seed, 5))), cfa.Machine)
		o := bothWays(t, p, interp.Zero, 150_000)
		ends[o.Kind]++
		if o.Work < o.Steps/8 {
			jumped++
		}
	}
	t.Log(jumped, ends)
	if jumped < 15 || ends[interp.Exited] < 20 {
		t.Errorf("%d of 50 programs have rounds that are not made one by one, ends %v: too few", jumped, ends)
	}
}

// Programs of all operations, with loops and inputs.
func TestRandomProgramsBothWays(t *testing.T) {
	for seed := range uint64(300) {
		p := mctest.Program(rand.New(rand.NewPCG(seed, 77)), mctest.Small)
		bothWays(t, p, func() interp.Inputs { return interp.Random(seed) }, 5000)
	}
}

// Rounds that are not made one by one, at the ends of what may be done at once.
func TestAccelerate(t *testing.T) {
	const big = 0x0fffffff
	for _, c := range []struct {
		name, body string
		exit       int64
		kind       interp.Kind
	}{
		{"counting", `unsigned x = 0; while (x < 0x0fffffff) x += 2; return x & 0x7fffffff;`, big + 1, interp.Exited},
		{"phases", `unsigned x = 0; while (x < 0x0fffffff) { if (x < 0xfff1) x++; else x += 2; } return x;`, big, interp.Exited},
		{"an inner loop", `unsigned x = 0, y; while (x < 0x0fffffff) { y = 0; while (y < 10) y++; x++; } return x + y;`, big + 10, interp.Exited},
		{"around the word", `unsigned x = 1; long n = 0; do { x += 4; n++; } while (x != 5u || n < 2); return n >> 16;`, 1<<14 + 0, interp.Exited},
		{"a byte that wraps", `unsigned char c = 0; long n = 0; while (n < 500000) { c++; n++; } return c;`, 500000 % 256, interp.Exited},
		{"alternating", `int f = 0; long n = 0, s = 0; while (n < 100000000) { if (f) s += 3; else s -= 1; f = !f; n++; } return s - 99999990;`, 10, interp.Exited},
		{"met exactly", `long n = 0; while (n != 300000000) n += 3; return n == 300000000;`, 1, interp.Exited},
		{"the difference of two", `long a = 0, b = 1000000000; while (a < b) { a += 2; b -= 5; } return b - a + 10;`, 1000000000 - 7*142857143 + 10, interp.Exited},
		{"an even number stays even", `long n = 0, k = 0; while (n < 100000000) { n += 2; if (n % 2) k++; if (n & 1) k++; } return k;`, 0, interp.Exited},
		{"for ever", `int x = 3; while (x) ; return 0;`, 0, interp.Endless},
		{"for ever, counting down and up", `int x = 3, y; for (;;) { for (y = 0; y < 5; y++) ; x = 7; } return 0;`, 0, interp.Endless},
		{"two loops", `unsigned x, y, n = 0; for (x = 0; x < 300000; x++) for (y = 0; y < 400000; y++) n += 3; return n & 0x7fffffff;`, (300000 * 400000 * 3) & 0x7fffffff, interp.Exited},
		{"three loops, an inner one after another", `unsigned x, y, z; long n = 0; for (x = 0; x < 3000000; x++) { for (y = 0; y < 4000000; y++) { for (z = 2; z < 5000000; z += 3) ; n++; } for (y = 9; y > 2; y--) n--; } return n / 1000000 - z;`, 3*4000000 - 7*3 - 5000000 - 0, interp.Exited},
		{"where two are the same", `unsigned x, y, n = 0; for (x = 0; x < 3000000; x++) for (y = 0; y < 3000000; y++) if (x == y) n++; return n;`, 3000000, interp.Exited},
		{"the last of all", `unsigned x, y, z, n = -2; for (x = 0; x < n; x++) for (y = 0; y < n; y++) for (z = 0; z < n; z++) if (x == y && y == z && z == n - 1) return 7; return 0;`, 7, interp.Exited},
		{"for ever, in two loops", `unsigned x, y; for (x = 3; x; ) for (y = 0; y < 4000000000u; y++) ; return 0;`, 0, interp.Endless},
		{"by a cell", `static int t[3] = {1, 2, 3}; long n = 0; while (n < 300000000) n += t[2]; return n / 1000;`, 300000, interp.Exited},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, "int main(void) {"+c.body+"}", cfa.Machine)
			o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{MaxSteps: 20_000})
			if o.Kind != c.kind || c.kind == interp.Exited && (o.Exit == nil || !o.Exit.Equal(num.Of(c.exit))) {
				t.Errorf("%v %v (%s) after %d steps, at the cost of %d; want %v %d", o.Kind, o.Exit, o.Reason, o.Steps, o.Work, c.kind, c.exit)
			}
		})
	}
}

// A trace that would not fit memory is given up, and the run goes on.
func TestUntraced(t *testing.T) {
	p := refinetest.Lower(t, `int main(void) { unsigned x = 0; while (x < 0x0fffffff) x += 2; return x == 0x10000000; }`, cfa.Machine)
	o := interp.Run(context.Background(), p, interp.Zero(), interp.Options{Trace: true})
	if o.Kind != interp.Exited || !o.Untraced || o.Path != nil || o.Changes != nil || o.Steps < 0x0fffffff || !o.Exit.Equal(num.Of(1)) {
		t.Errorf("%v after %d steps, untraced %v, %d in the path", o.Kind, o.Steps, o.Untraced, len(o.Path))
	}
}

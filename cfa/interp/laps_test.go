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
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/refinetest"
)

// reading is a random program that reads numbers until one is negative, and counts and stores what it reads.
func reading(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("#include <string.h>\nint in(void);\nstatic int t[8], g; static struct { int x, y; } s, u;\n")
	vars := []string{"a", "b", "c", "n", "g", "s.x", "t[1]", "u.y"}
	v := func() string { return vars[r.IntN(len(vars))] }
	atom := func() string {
		if r.IntN(2) == 0 {
			return fmt.Sprint(r.IntN(9) - 2)
		}
		return v()
	}
	var block func(depth int, call bool)
	block = func(depth int, call bool) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(12); {
			case k == 0 && depth > 0:
				fmt.Fprintf(&b, "if (%s %s %d) {\n", v(), []string{"<", ">=", "==", "!="}[r.IntN(4)], r.IntN(300))
				block(depth-1, call)
				b.WriteString("} else {\n")
				block(depth-1, call)
				b.WriteString("}\n")
			case k == 1 && depth > 0:
				fmt.Fprintf(&b, "for (int i = 0; i < %d; i++) {\n", 1+r.IntN(5))
				block(depth-1, call)
				b.WriteString("}\n")
			case k == 2 && call:
				fmt.Fprintf(&b, "%s = f(%s, %s);\n", v(), atom(), atom())
			case k == 3:
				b.WriteString("n = in();\nif (n < 0) return g;\n")
			case k == 4:
				fmt.Fprintf(&b, "t[n & 7] += %d;\n", r.IntN(3))
			case k == 5:
				b.WriteString("u = s;\n")
			case k == 6:
				b.WriteString("{ char buf[6]; memset(buf, n, 6); g += buf[2] & 3; }\n")
			case k == 7:
				b.WriteString("{ int w[4]; w[1] = n; w[2] = w[1] + 1; g += w[2] & 1; }\n")
			case k == 8 && r.IntN(2) == 0: // an input that is asked for when it is read
				b.WriteString("{ int w[4]; g += w[3] & 1; w[0] = w[3] & 7; g += w[0]; }\n")
			case k == 8:
				fmt.Fprintf(&b, "%s = %s;\n", v(), atom())
			default:
				x := v()
				fmt.Fprintf(&b, "%s = %s + %d;\n", x, x, r.IntN(4)-1)
			}
		}
	}
	b.WriteString("static int f(int a, int b) { int c = a, n = b;\n")
	block(2, false)
	b.WriteString("return c + n; }\nint main(void) { int a = 1, b = 2, c = 3, n;\nwhile ((n = in()) >= 0) {\n")
	block(2, true)
	b.WriteString("if (a > 100000 || a < -100000) return 1;\n}\nunsigned h = a; h = h * 31 + b; h = h * 31 + c; h = h * 31 + g + t[3] + u.y;\nreturn h & 0x7fffffff; }\n")
	return b.String()
}

// TestLaps compares runs on inputs that repeat with runs on the same inputs one by one.
func TestLaps(t *testing.T) {
	jumped := 0
	ends := map[interp.Kind]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 11))
		p := refinetest.Lower(t, reading(r), cfa.Machine)
		var listed []interp.Taken
		add := func(x int64) { listed = append(listed, interp.Taken{Value: num.Of(x)}) }
		for range r.IntN(4) {
			add(r.Int64N(9))
		}
		block := 1 + r.IntN(3)
		for range block {
			add(r.Int64N(9))
		}
		times := 20 + r.Int64N(300)
		again := slices.Clone(listed)
		again[len(again)-1].Again = interp.Again{Inputs: block, Times: times}
		for range times {
			listed = append(listed, listed[len(listed)-block:]...)
		}
		add(3)
		add(-1)
		again = append(again, listed[len(listed)-2:]...)

		slow, want := interp.RunState(context.Background(), p, interp.Recorded(listed), interp.Options{Watch: func(interp.View) {}, MaxSteps: 1_000_000})
		fast, left := interp.RunState(context.Background(), p, interp.Recorded(again), interp.Options{MaxSteps: 1_000_000})
		ends[slow.Kind]++
		if slow.Kind != fast.Kind || slow.Steps != fast.Steps || slow.Asked != fast.Asked || slow.Loc != fast.Loc || slow.Tainted != fast.Tainted ||
			slow.Exit != nil && !slow.Exit.Equal(*fast.Exit) {
			t.Fatalf("seed %d: %+v\nstep by step\n%+v\n%v", seed, fast, slow, p)
		}
		if what := left.Differs(want); what != "" {
			t.Fatalf("seed %d: after %d steps %s, the latter step by step\n%v", seed, fast.Steps, what, p)
		}
		// The recorded inputs, in which what is used again is not listed, give the same run.
		if o := interp.Run(context.Background(), p, interp.Recorded(fast.Inputs), interp.Options{Trace: true, MaxSteps: 1_000_000}); o.Kind != fast.Kind || o.Steps != fast.Steps || o.Asked != fast.Asked {
			t.Fatalf("seed %d: %+v\non the recorded inputs\n%+v\n%v", seed, fast, o, p)
		}
		if fast.Rounds().Times > 0 {
			jumped++
		}
	}
	t.Log(jumped, ends)
	if jumped < 100 {
		t.Errorf("%d of 400 runs jump over rounds: too few", jumped)
	}
}

// TestBillionsOfLaps: rounds that read the same inputs, as many as no run makes one by one.
func TestBillionsOfLaps(t *testing.T) {
	for _, c := range []struct {
		name, body string
		block      []int64
		times      int64
		exit       int64
	}{
		{"a counter", `int n = 0; while (in() >= 0) n++; return n;`, []int64{5}, 2_000_000_000, 2_000_000_001},
		{"one of two", `int n = 0, c; while ((c = in()) >= 0) if (c == 10) n++; return n;`, []int64{10, 3}, 1_000_000_000, 1_000_000_001},
		{"words", `int n = 0, c, word = 0; while ((c = in()) >= 0) if (c == ' ') word = 0; else if (!word) { word = 1; n++; } return n;`, []int64{'a', ' '}, 1_000_000_000, 1_000_000_001},
		{"a cell", `static int t[10]; int c; while ((c = in()) >= 0) t[c]++; return t[4] - t[3];`, []int64{4}, 1_500_000_000, 1_500_000_001},
		{"a call", `int n = 0, c; while ((c = in()) >= 0) n = add(n, c); return n;`, []int64{2}, 1_000_000_000, 2_000_000_002},
	} {
		p := refinetest.Lower(t, "int in(void); static int add(int x, int y) { int z = x; z += y; return z; } int main(void) {"+c.body+"}", cfa.Machine)
		var list []interp.Taken
		for _, x := range c.block {
			list = append(list, interp.Taken{Value: num.Of(x)})
		}
		list[len(list)-1].Again = interp.Again{Inputs: len(list), Times: c.times}
		list = append(list, interp.Taken{Value: num.Of(-1)})
		o := interp.Run(context.Background(), p, interp.Recorded(list), interp.Options{MaxSteps: 5000})
		if o.Kind != interp.Exited || !o.Exit.Equal(num.Of(c.exit)) || o.Asked != int(c.times+1)*len(c.block)+1 {
			t.Errorf("%s: %v %v (%s) after %d steps, %d inputs; want %d", c.name, o.Kind, o.Exit, o.Reason, o.Steps, o.Asked, c.exit)
		}
	}
}

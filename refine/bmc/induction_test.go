package bmc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	refinevalue "github.com/whet-mc/whet/refine/value"
)

// loopy writes random programs with nested loops over few small variables, of which explicit values
// can tell everything.
type loopy struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	loops int
	label int
	room  int
}

func (g *loopy) value() string {
	return []string{"x", "y", "z", "a[x & 1]", "a[1]", "0", "1", "2", "3", "(__VERIFIER_nondet_int() & 1)"}[g.r.IntN(10)]
}

func (g *loopy) cond() string {
	if g.r.IntN(3) == 0 {
		return "__VERIFIER_nondet_int()"
	}
	return fmt.Sprintf("%s %s %s", g.value(), []string{"==", "!=", "<", "<="}[g.r.IntN(4)], g.value())
}

func (g *loopy) block() {
	for n := 1 + g.r.IntN(3); n > 0 && g.room > 0; n-- {
		g.room--
		g.stmt()
	}
}

func (g *loopy) stmt() {
	switch k := g.r.IntN(12); {
	case k < 3:
		fmt.Fprintf(&g.b, "%s = %s;\n", []string{"x", "y", "z"}[g.r.IntN(3)], g.value())
	case k < 4:
		v := []string{"x", "y", "z"}[g.r.IntN(3)]
		fmt.Fprintf(&g.b, "%s = (%s + 1) & 3;\n", v, v)
	case k < 5:
		fmt.Fprintf(&g.b, "a[%s & 1] = %s;\n", g.value(), g.value())
	case k < 7:
		fmt.Fprintf(&g.b, "if (%s) reach_error();\n", g.cond2())
	case k < 8 && g.loops > 0:
		fmt.Fprintf(&g.b, "if (%s) %s;\n", g.cond(), []string{"break", "continue"}[g.r.IntN(2)])
	case k < 9:
		fmt.Fprintf(&g.b, "if (%s) f();\n", g.cond())
	case k < 10 && g.depth < 3:
		g.depth++
		fmt.Fprintf(&g.b, "if (%s) {\n", g.cond())
		g.block()
		g.b.WriteString("}\n")
		g.depth--
	case g.loops < 2:
		g.loops++
		g.label++
		l := g.label
		if g.r.IntN(4) == 0 {
			fmt.Fprintf(&g.b, "if (%s) goto in%d;\n", g.cond(), l)
		}
		fmt.Fprintf(&g.b, "while (%s) {\n", g.cond())
		g.block()
		fmt.Fprintf(&g.b, "in%d: ;\n", l)
		g.block()
		g.b.WriteString("}\n")
		g.loops--
	default:
		g.b.WriteString("z = y;\n")
	}
}

// cond2 is a condition that holds in few states.
func (g *loopy) cond2() string {
	return fmt.Sprintf("x %s y && z + a[1] == %d", []string{"==", "<", ">"}[g.r.IntN(3)], g.r.IntN(6))
}

func loopyProgram(seed uint64) string {
	g := &loopy{r: rand.New(rand.NewPCG(seed, 5)), room: 14}
	g.b.WriteString("unsigned char x, y, z, a[2];\nvoid f(void) {\n")
	g.loops = 2
	g.room = 3
	for g.room > 0 {
		g.room--
		if g.r.IntN(2) == 0 {
			fmt.Fprintf(&g.b, "if (%s) %s = %s;\n", g.cond(), []string{"x", "a[0]", "z"}[g.r.IntN(3)], g.value())
		}
	}
	g.b.WriteString("}\nint main(void) {\n")
	g.loops, g.room = 0, 14
	for g.room > 0 {
		g.room--
		g.stmt()
	}
	g.b.WriteString("return 0; }\n")
	return g.b.String()
}

// The loops of small programs: explicit values decide them, and no induction says otherwise. Where
// the programs are safe, many are proved.
func TestBMCInduction(t *testing.T) {
	proved := map[string]int{}
	for seed := range uint64(110) {
		text := refinetest.Prelude + loopyProgram(seed)
		p := refinetest.Lower(t, text, cfa.Machine)
		b := refine.NewSession(context.Background(), p, refine.Options{NoTests: true})
		if len(b.Slice.Errors) == 0 {
			continue
		}
		refinevalue.Engine{Scope: value.Full, MaxStates: 4_000}.Run(b)
		truth := b.Outcome.Verdict
		if truth == refine.Unknown {
			proved["not known"]++
			continue
		}
		proved[truth.String()]++
		for k := 1; k <= 3; k++ {
			b := refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}})
			r := &run{Session: b, conflicts: 300, most: 2000}
			r.begin(seed%4 != 0)
			if r.induct(k) {
				proved[fmt.Sprint("induction ", k)]++
				if truth == refine.Unsafe {
					t.Fatalf("seed %d: proved by induction over %d rounds, but unsafe:\n%s", seed, k, text)
				}
			}
		}
	}
	t.Log(proved)
	if proved["safe"] < 50 || proved["unsafe"] < 10 || proved["induction 1"] < 40 || proved["induction 3"] <= proved["induction 1"] {
		t.Errorf("too few are decided: %v", proved)
	}
}

// The first rounds of a loop count as well, and so do those of one that is entered beside its head.
func TestBMCInductionStart(t *testing.T) {
	for _, text := range []string{
		`int main(void) { int x = 0, y = 0; if (__VERIFIER_nondet_int()) { x = 5; goto in; }
  while (__VERIFIER_nondet_int()) { if (x == 5) reach_error(); x = 0; in: y = __VERIFIER_nondet_int(); if (y == 7) x = 0; } }`,
		`int main(void) { int x = 0; goto in;
  while (__VERIFIER_nondet_int()) { if (x == 5) reach_error(); in: x = x < 5 ? x + 1 : 5; if (__VERIFIER_nondet_int()) x = 0; } }`,
		`int a[2]; int main(void) { int n = 0; while (__VERIFIER_nondet_int()) { if (a[1] == 5 && n == 5) reach_error(); a[1] = 5; n = n < 5 ? n + 1 : 5; } }`,
		`int g; void f(void) { if (g < 5) g++; } int main(void) { while (__VERIFIER_nondet_int()) { if (g == 5) reach_error(); f(); } }`,
		`int main(void) { int x = 5; while (__VERIFIER_nondet_int()) { if (x == 5) reach_error(); x = 0; } }`,
		`int main(void) { int x = 5, n = 0; while (__VERIFIER_nondet_int()) { n = n < 2 ? n + 1 : 3; if (x == 5 && n == 2) reach_error(); if (n == 2) x = 0; } }`,
		`int main(void) { int x = 5, y = 0; while (__VERIFIER_nondet_int()) { x = 0; while (__VERIFIER_nondet_int()) { if (x == 5) reach_error(); x = y; y = 5; } } }`,
		`int main(void) { int x = 5; while (__VERIFIER_nondet_int()) { x = 0; } if (x == 5) reach_error(); }`,
		`int main(void) { int x = 0, y = 0; while (__VERIFIER_nondet_int()) { x = 1; } while (__VERIFIER_nondet_int()) { if (x == 1) y = 2; } if (y == 2) reach_error(); }`,
	} {
		p := refinetest.Lower(t, refinetest.Prelude+text, cfa.Machine)
		for k := 1; k <= 4; k++ {
			r := &run{Session: refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}}), most: 100_000}
			r.begin(true)
			if r.induct(k) {
				t.Errorf("proved by induction over %d rounds, but unsafe: %s", k, text)
			}
		}
	}
}

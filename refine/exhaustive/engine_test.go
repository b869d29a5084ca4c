package exhaustive

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/refinetest"
)

func TestExhaustive(t *testing.T) {
	const head = `void reach_error(void); int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void);
		unsigned char __VERIFIER_nondet_uchar(void); void __VERIFIER_assume(int); int outside(int *p);
		`
	for _, c := range []struct {
		name, text string
		verdict    refine.Verdict
		runs       int    // of Safe
		why        string // part of the reason of Unknown
	}{
		{"no inputs", `int main(void) { unsigned h = 5381; for (int i = 0; i < 1000; i++) h = h * 33 ^ i; if (h == 7) reach_error(); }`, refine.Safe, 1, ""},
		{"a bug", `int main(void) { int n = 0; for (int i = 0; i < 1000; i++) n += i; if (n == 499500) reach_error(); }`, refine.Unsafe, 0, ""},
		{"a flag", `int main(void) { int n = 0; for (int i = 0; i < 3; i++) n += __VERIFIER_nondet_bool(); if (n > 3) reach_error(); }`, refine.Safe, 8, ""},
		{"the last combination", `int main(void) { int n = 0; for (int i = 0; i < 3; i++) n += __VERIFIER_nondet_bool(); if (n == 3) reach_error(); }`, refine.Unsafe, 0, ""},
		{"asked for on some ways", `int main(void) {
			if (__VERIFIER_nondet_bool()) { if (__VERIFIER_nondet_uchar() == 256) reach_error(); } }`, refine.Safe, 257, ""},
		{"runs that are given up", `int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); __VERIFIER_assume(c < 5); if (c == 5) reach_error(); }`, refine.Safe, 256, ""},
		{"an unknown word", `int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); }`, refine.Unsafe, 0, ""},
		{"nothing set", `int main(void) { int x; if (x == 77) reach_error(); }`, refine.Unsafe, 0, ""},
		{"an effect", `int main(void) { int x = 1; outside(&x); if (x != 1) reach_error(); }`, refine.Unknown, 0, "on values that the program model does not know exactly"},
		{"all paths", `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error(); }`, refine.Safe, 0, ""},
		{"too many values", `int main(void) { static int a[999]; unsigned x = __VERIFIER_nondet_int(); __VERIFIER_assume(x < 999); a[x] = 1; if (a[7] == 2) reach_error(); }`, refine.Unknown, 0, "more than 256 values"},
		{"floating point", `int main(void) { double d = 1; if (d + 1 != 2) reach_error(); }`, refine.Safe, 1, ""},
		{"a range of what is not computed", `double sin(double); int main(void) { if (sin(1) > 2) reach_error(); }`, refine.Safe, 0, ""},
		{"what is not computed", `double sin(double); int main(void) { if (sin(1) > 0.9) reach_error(); }`, refine.Unknown, 0, "on values that the program model does not know exactly"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := refine.Run(context.Background(), refinetest.Lower(t, head+c.text, cfa.Machine), refine.Options{Engine: Engine{}})
			if out.Verdict != c.verdict || c.verdict == refine.Safe && out.Stats.Runs != c.runs || !strings.Contains(out.Reason.Text, c.why) {
				t.Errorf("%v (%s) after %d runs; want %v (%s) after %d", out.Verdict, out.Reason, out.Stats.Runs, c.verdict, c.why, c.runs)
			}
		})
	}
}

// What ends at a limit says so, and that more might do.
func TestExhaustiveLimits(t *testing.T) {
	p := refinetest.Lower(t, `void reach_error(void); _Bool __VERIFIER_nondet_bool(void);
		int main(void) { int n = 0; for (int i = 0; i < 10; i++) n += __VERIFIER_nondet_bool(); if (n > 10) reach_error(); }`, cfa.Machine)
	all := interp.Exhaust(context.Background(), p, interp.Limits{})
	if !all.Complete || all.Runs != 1024 {
		t.Fatalf("%+v", all)
	}
	for _, lim := range []interp.Limits{{Runs: 1023}, {Steps: all.Steps - 1}, {Steps: 5}} {
		if e := interp.Exhaust(context.Background(), p, lim); e.Complete || !e.Limit || e.Why == "" {
			t.Errorf("%+v: %+v", lim, e)
		}
	}
	if e := interp.Exhaust(context.Background(), p, interp.Limits{Runs: 1024, Steps: all.Steps}); !e.Complete {
		t.Errorf("%+v", e)
	}
	// Many short runs are work as one long run is: among several engines, this one must not seem to
	// do nothing.
	meter := efforttest.New(context.Background(), 0, nil)
	if interp.Exhaust(meter, p, interp.Limits{}); meter.Used() < int64(all.Steps)/40 {
		t.Errorf("%d steps count as %d units", all.Steps, meter.Used())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if e := interp.Exhaust(ctx, p, interp.Limits{}); e.Complete || e.Limit {
		t.Errorf("cancelled: %+v", e)
	}
}

// flagProgram is a random program whose inputs are a few flags.
func flagProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("void reach_error(void); _Bool __VERIFIER_nondet_bool(void);\nint main(void) {\n")
	vars := []string{"a", "b", "c"}
	for _, v := range vars {
		fmt.Fprintf(&b, "unsigned char %s = %d;\n", v, r.IntN(9))
	}
	name := func() string { return vars[r.IntN(len(vars))] }
	var block func(depth int)
	block = func(depth int) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(6); {
			case k == 0:
				fmt.Fprintf(&b, "%s += __VERIFIER_nondet_bool();\n", name())
			case k == 1 && depth > 0:
				fmt.Fprintf(&b, "if (%s < %s) {\n", name(), name())
				block(depth - 1)
				b.WriteString("} else {\n")
				block(depth - 1)
				b.WriteString("}\n")
			case k == 2 && depth > 0:
				fmt.Fprintf(&b, "for (int i%d = 0; i%d < %d; i%d++) {\n", depth, depth, 1+r.IntN(3), depth)
				block(depth - 1)
				b.WriteString("}\n")
			default:
				fmt.Fprintf(&b, "%s = %s %c %s;\n", name(), name(), "+-*^&|"[r.IntN(6)], name())
			}
		}
	}
	for range 3 {
		block(2)
	}
	fmt.Fprintf(&b, "if ((%s & 7) == %d && (%s & 3) == %d) reach_error();\nreturn 0; }", name(), r.IntN(8), name(), r.IntN(4))
	return b.String()
}

// On random programs, what is safe after all runs is safe for an evaluator that shares nothing with
// the interpreter, and what is a bug is one.
func TestExhaustiveRandomPrograms(t *testing.T) {
	complete, several, bugs := 0, 0, 0
	const tries = 150
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 12))
		text := flagProgram(r)
		p := refinetest.Lower(t, text, cfa.Machine)
		e := interp.Exhaust(context.Background(), p, interp.Limits{Runs: 3000, Steps: 200_000})
		switch {
		case e.Complete:
			complete++
			if e.Runs > 1 {
				several++
			}
			for range min(300, 8*e.Runs) {
				run := mctest.Run(r, p, 2000)
				if run[len(run)-1].At.Error != nil {
					t.Fatalf("seed %d: all %d runs are without an error, but one can be reached\n%s", seed, e.Runs, text)
				}
			}
		case e.Bug != nil:
			bugs++
			if o := interp.Run(context.Background(), p, interp.Recorded(e.Bug.Inputs), interp.Options{}); o.Kind != interp.ErrorFound {
				t.Fatalf("seed %d: the bug ends with %v", seed, o.Kind)
			}
		}
	}
	t.Log(complete, several, bugs)
	if complete < tries/4 || several < tries/10 || bugs < tries/8 {
		t.Errorf("%d complete, %d of them with several runs, %d bugs: too few", complete, several, bugs)
	}
}

// Where more than one edge of a location is enabled, which the interpreter does not choose among,
// nothing is claimed.
func TestExhaustiveChoices(t *testing.T) {
	choices := 0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 12))
		p := mctest.Program(r, mctest.Small)
		e := interp.Exhaust(context.Background(), p, interp.Limits{Runs: 3000, Steps: 200_000})
		if e.Complete && refinetest.Reaches(r, p, 300) {
			t.Fatalf("seed %d: all %d runs are without an error, but one can be reached", seed, e.Runs)
		}
		if strings.Contains(e.Why, "leaves open") {
			choices++
		}
	}
	if choices < 50 {
		t.Errorf("only %d programs with choices", choices)
	}
}

// A long run that asks for no input is made by the check of its proof. Where nobody checks, the engine
// makes it, and finds what is wrong at its end.
func TestLongRunIsMadeByTheCheck(t *testing.T) {
	const text = `void reach_error(void); int main(void) { unsigned h = 1; for (unsigned i = 0; i < 400000u; i++) { h = h * 33u ^ (h >> 7); h += i; } if (h %s 7) reach_error(); }`
	for _, c := range []struct {
		name, bug string
		checks    bool
		verdict   refine.Verdict
	}{
		{"safe", "==", true, refine.Safe},
		{"unsafe", "!=", true, refine.Unsafe},
		{"safe, unchecked", "==", false, refine.Safe},
		{"unsafe, unchecked", "!=", false, refine.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, fmt.Sprintf(text, c.bug), cfa.Machine)
			v := &certify.Prover{Program: p, Off: !c.checks}
			out := refine.Run(context.Background(), p, refine.Options{Engine: Engine{}, Confirm: v.Confirm})
			if out.Verdict != c.verdict || c.verdict == refine.Safe && (out.Stats.Runs != 1 || certify.Of(out) == nil || certify.Of(out).Checked != c.checks) {
				t.Errorf("%v (%s), proof %+v; want %v", out.Verdict, out.Reason, certify.Of(out), c.verdict)
			}
		})
	}
	// With a limit of steps the check has it, too.
	p := refinetest.Lower(t, fmt.Sprintf(text, "=="), cfa.Machine)
	v := &certify.Prover{Program: p}
	e := Engine{Limits: interp.Limits{Steps: 150_000}}
	if out := refine.Run(context.Background(), p, refine.Options{Engine: e, Confirm: v.Confirm}); out.Verdict != refine.Unknown || !strings.Contains(out.Reason.Text, "more than 150000 steps") {
		t.Errorf("%v (%s)", out.Verdict, out.Reason)
	}
}

func TestSurvey(t *testing.T) {
	const head = "void reach_error(void); _Bool __VERIFIER_nondet_bool(void); int __VERIFIER_nondet_int(void); int *p;\n"
	for _, c := range []struct {
		name, text string
		runs       int // -1: the survey is not complete
	}{
		{"no inputs", `int main(void) { unsigned h = 5381; for (int i = 0; i < 9000; i++) h = h * 33 ^ i; if (h == 7) reach_error(); }`, 0},
		{"two errors", `int main(void) { if (__VERIFIER_nondet_bool()) { if (__VERIFIER_nondet_bool()) reach_error(); } else if (__VERIFIER_nondet_bool()) reach_error(); }`, 2},
		{"bounded inputs", `int main(void) { int s = 0; for (int i = 0; i < 5; i++) if (__VERIFIER_nondet_int() > 7) s++; if (s > 5) reach_error(); }`, 0},
		{"an unbounded loop", `int main(void) { int s = 0; while (__VERIFIER_nondet_int() > 7) s ^= 1; if (s > 5) reach_error(); }`, -1},
		{"too many paths", `int main(void) { int s = 0; for (int i = 0; i < 9; i++) if (__VERIFIER_nondet_int() > 7) s++; if (s > 9) reach_error(); }`, -1},
	} {
		p := refinetest.Lower(t, head+c.text, cfa.Machine)
		runs := Survey(t.Context(), p)
		if len(runs) != max(c.runs, 0) || (runs == nil) != (c.runs < 0) {
			t.Errorf("%s: %d runs, complete: %v", c.name, len(runs), runs != nil)
		}
		for _, o := range runs {
			if again := interp.Run(t.Context(), p, interp.Recorded(o.Inputs), interp.Options{}); again.Kind != interp.ErrorFound || again.Loc != o.Loc {
				t.Errorf("%s: the run is not made again", c.name)
			}
		}
	}
}

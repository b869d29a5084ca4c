package bmc

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/mctest"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/refinetest"
	"github.com/whet-mc/whet/refine/testrun"
	"github.com/whet-mc/whet/refine/value"
)

// unwind runs the engine without test runs, in words or in integers, and verifies what it claims of
// a bug.
func unwind(t testing.TB, p *cfa.Program, e Engine, words bool) *refine.Outcome {
	t.Helper()
	return unwindWith(t, &run{Session: refine.NewSession(context.Background(), p, refine.Options{Engine: e, NoTests: true}), engine: e, most: 100_000}, words)
}

func unwindWith(t testing.TB, r *run, words bool) *refine.Outcome {
	t.Helper()
	b, p := r.Session, r.Program
	r.begin(words)
	r.loop()
	b.Conclude()
	switch b.Outcome.Verdict {
	case refine.Unsafe:
		o := interp.Run(context.Background(), p, interp.Recorded(b.Outcome.Replay.Inputs), interp.Options{Follow: b.Outcome.Path})
		if o.Kind != interp.ErrorFound || o.Tainted {
			t.Fatalf("UNSAFE, but the replay ends with %v", o.Kind)
		}
	case refine.Unknown:
		if !b.Outcome.Reason.Given() {
			t.Fatal("UNKNOWN without a reason")
		}
	}
	return &b.Outcome
}

// small is a run that gives up early.
func small(b *refine.Session) *run {
	e, _ := b.Options.Engine.(Engine)
	return &run{Session: b, engine: e, conflicts: 200, most: 500}
}

// On random programs, with loops that are entered anywhere, recursion and arrays, what is called
// safe is safe: by itself, and each induction without the bounded search that comes before it.
func TestBMCRandomPrograms(t *testing.T) {
	count := map[refine.Verdict]int{}
	proved := map[int]int{}
	for seed := range uint64(75) {
		r := rand.New(rand.NewPCG(seed, 11))
		c := mctest.Small
		switch seed % 3 {
		case 1:
			c.Recurse, c.Edges, c.Vars = false, 6, 3
		case 2:
			c = mctest.Medium
			c.Recurse = seed%2 == 0
		}
		p := mctest.Program(r, c)
		unsafe := refinetest.Reaches(r, p, 100)
		words := seed%4 != 0
		b := refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{Unwind: 3, NoInduction: true}, NoTests: true})
		out := unwindWith(t, small(b), words)
		count[out.Verdict]++
		unsafe = unsafe || out.Verdict == refine.Unsafe
		if !unsafe {
			b := refine.NewSession(context.Background(), p, refine.Options{NoTests: true})
			value.Engine{MaxStates: 3000}.Run(b)
			unsafe = b.Outcome.Verdict == refine.Unsafe
		}
		if out.Verdict == refine.Safe && unsafe {
			t.Fatalf("seed %d: SAFE, but an error can be reached", seed)
		}
		for k := 1; k <= 3; k++ {
			b := refine.NewSession(context.Background(), p, refine.Options{Engine: Engine{}})
			if len(b.Slice.Errors) == 0 {
				continue
			}
			run := small(b)
			run.begin(words)
			if run.induct(k) {
				proved[k]++
				if unsafe {
					t.Fatalf("seed %d: proved by induction over %d rounds, but an error can be reached", seed, k)
				}
			}
		}
	}
	t.Log(count, proved)
	if count[refine.Safe] < 25 || count[refine.Unsafe] < 15 || proved[1] < 5 {
		t.Errorf("too few are decided: %v, by induction %v", count, proved)
	}
}

// Random C programs run as the interpreter says.
func TestBMCRandomC(t *testing.T) {
	count := map[refine.Verdict]int{}
	for seed := range uint64(12) {
		text := fuzz.Program(seed, fuzz.Options{Size: 4, Scalars: seed%3 != 0})
		p := refinetest.Lower(t, text, cfa.Machine)
		ctx, cancel := effort.Limit(t.Context(), 300_000)
		defer cancel()
		unsafe := false
		for in := range uint64(40) {
			o := interp.Run(ctx, p, interp.Random(in), interp.Options{MaxSteps: 50_000})
			unsafe = unsafe || testrun.IsBug(o)
		}
		b := refine.NewSession(ctx, p, refine.Options{Engine: Engine{Unwind: 3}, NoTests: true})
		r := small(b)
		r.begin(seed%4 != 0)
		r.loop()
		count[b.Outcome.Verdict]++
		if b.Outcome.Verdict == refine.Safe && unsafe {
			t.Fatalf("seed %d: SAFE, but a run reaches an error", seed)
		}
	}
	t.Log(count)
}

// A loop of which the bound is known is proved by writing it out, however long it is; where one
// round less is written out, nothing is.
func TestBMCUnwinding(t *testing.T) {
	counts := func(n string) string {
		return strings.ReplaceAll(`int main(void) {
  unsigned char n = __VERIFIER_nondet_int();
  if (n > N) return 0;
  int s = 0;
  for (unsigned char i = 0; i < n; i++) s += i;
  if (s == N * (N - 1) / 2 + BUG) reach_error();
}`, "N", n)
	}
	for _, words := range []bool{true, false} {
		safe := refinetest.Lower(t, refinetest.Prelude+strings.ReplaceAll(counts("5"), "BUG", "1"), cfa.Machine)
		if out := unwind(t, safe, Engine{NoInduction: true}, words); out.Verdict != refine.Safe {
			t.Errorf("words %v: %v (%s), want safe", words, out.Verdict, out.Reason)
		}
		bug := refinetest.Lower(t, refinetest.Prelude+strings.ReplaceAll(counts("5"), "BUG", "0"), cfa.Machine)
		// The fifth round is the first that matters.
		out := unwind(t, bug, Engine{NoInduction: true, Unwind: 3}, words)
		if want := "no error within 3 rounds of each loop"; out.SoFar != want {
			t.Errorf("so far: %q, not %q", out.SoFar, want)
		}
		if out.Verdict != refine.Unknown || !strings.Contains(out.Reason.Text, "no error within") {
			t.Errorf("words %v: %v (%s), want unknown", words, out.Verdict, out.Reason)
		}
		if out := unwind(t, bug, Engine{NoInduction: true, Unwind: 5}, words); out.Verdict != refine.Unsafe {
			t.Errorf("words %v: %v (%s), want unsafe", words, out.Verdict, out.Reason)
		}
	}
}

func TestBMCPrograms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		arith      cfa.Arith
		want       refine.Verdict
	}{
		{"long loop with a constant bound", `int main(void) { int a[500]; int i, x = __VERIFIER_nondet_int();
  for (i = 0; i < 500; i++) a[i] = x;
  for (i = 0; i < 500; i++) if (a[i] != x) reach_error(); }`, cfa.Machine, refine.Safe},
		{"the last of many rounds", `int main(void) { int i = 0, x = __VERIFIER_nondet_int();
  while (i < 60) { i++; if (__VERIFIER_nondet_int() == i * 7) x++; }
  if (x == 41 && i == 60) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"induction over two rounds", `int main(void) { int a = 0, b = 1, t;
  while (__VERIFIER_nondet_int()) { t = a; a = b; b = t; if (a == b) reach_error(); } }`, cfa.Machine, refine.Safe},
		{"induction with an invariant in passing", `int main(void) { int i = 0, n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  while (i < n) i++;
  if (i > n) reach_error(); }`, cfa.Machine, refine.Safe},
		{"an inner loop keeps what an outer one knows", `int main(void) { int k = __VERIFIER_nondet_int(), j;
  if (k != 7) return 0;
  while (__VERIFIER_nondet_int()) { for (j = 0; __VERIFIER_nondet_int(); j++) if (k != 7) reach_error(); } }`, cfa.Machine, refine.Safe},
		{"an inner loop changes it", `int main(void) { int k = 7, j;
  while (__VERIFIER_nondet_int()) { for (j = 0; __VERIFIER_nondet_int(); j++) { if (j == 3) k = 8; if (k != 7) reach_error(); } } }`,
			cfa.Machine, refine.Unsafe},
		{"overflow", `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"no overflow", `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); }`, cfa.Int, refine.Safe},
		{"a product of unknowns", `int main(void) { unsigned x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1 && y > 1 && x < 5000 && y < 5000 && x * y == 4003 * 11u) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"bits", `int main(void) { unsigned x = __VERIFIER_nondet_int(); if (((x ^ (x << 3)) & 0xff) != ((x & 0xff) ^ ((x & 0x1f) << 3))) reach_error(); }`,
			cfa.Machine, refine.Safe},
		{"recursion that ends", `int f(int n) { if (n <= 0) return 0; return 1 + f(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n > 6) return 0; if (f(n) > 6) reach_error(); }`, cfa.Machine, refine.Safe},
		{"recursion with a bug", `int f(int n) { if (n <= 0) return 0; return 1 + f(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == 9) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"a loop entered beside its head", `int main(void) { int x = 0, y = 0;
  if (__VERIFIER_nondet_int()) goto in;
  while (__VERIFIER_nondet_int()) { x++; if (x > 3) x = 0; in: y = x; if (y > 3) reach_error(); } }`, cfa.Machine, refine.Safe},
		{"a cell is read where more is known of the index, and again", `int a[10]; int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
  a[5] = 1;
  if (x < 0 || x > 9) return 0;
  if (x < 5) y = a[x];
  if (y == 0 && a[x] == 1) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"set on one of two ways", `int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; if (x == 7) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"division", `int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y < -2 && y > -9 && x < 100 && x > -100) if (x / y * y + x % y != x || (x % y != 0 && (x % y < 0) != (x < 0))) reach_error(); }`, cfa.Machine, refine.Safe},
		{"float: a sum is rounded", `float __VERIFIER_nondet_float(void); int main(void) { float x = __VERIFIER_nondet_float(); if (x >= 0x1p24f && x + 1 == x) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"float: a sum is not", `float __VERIFIER_nondet_float(void); int main(void) { float x = __VERIFIER_nondet_float(); if (x >= 1 && x < 0x1p23f && x + 1 == x) reach_error(); }`, cfa.Machine, refine.Safe},
		{"float: to double and back", `float __VERIFIER_nondet_float(void); int main(void) { float x = __VERIFIER_nondet_float(); double d = x; if ((float)d != x && x == x) reach_error(); }`, cfa.Machine, refine.Safe},
		{"float: to an integer", `float __VERIFIER_nondet_float(void); int main(void) { float x = __VERIFIER_nondet_float(); if (x > -3 && x < 3) { int i = (int)x; if (i < -2 || i > 2) reach_error(); } }`,
			cfa.Machine, refine.Safe},
		{"float: the sign of a zero", `float __VERIFIER_nondet_float(void); int main(void) { float x = __VERIFIER_nondet_float(); if (x * x == 0 && 1 / (x + x) < 0) reach_error(); }`, cfa.Machine, refine.Unsafe},
		{"float: a loop", `float __VERIFIER_nondet_float(void); int main(void) { float x = 0; while (__VERIFIER_nondet_int()) { x = x / 2 + 1; if (!(x <= 2)) reach_error(); if (!(x >= 0 && x <= 2)) return 0; } }`,
			cfa.Machine, refine.Safe},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := refinetest.Lower(t, refinetest.Prelude+c.text, c.arith)
			for _, words := range []bool{true, false} {
				if words && c.arith != cfa.Machine || !words && (c.name == "a product of unknowns" || c.name == "bits" || c.name == "division" || strings.HasPrefix(c.name, "float")) {
					continue
				}
				if out := unwind(t, p, Engine{Unwind: 20}, words); out.Verdict != c.want {
					t.Errorf("words %v: %v (%s), want %v", words, out.Verdict, out.Reason, c.want)
				}
			}
		})
	}
}

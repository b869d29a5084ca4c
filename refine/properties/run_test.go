package properties

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/certify"
	"github.com/whet-mc/whet/refine/engines"
)

const prelude = `
	void reach_error(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);
	void *memcpy(void *, const void *, unsigned long); int setjmp(long *); void longjmp(long *, int);
`

func lowered(t testing.TB, text string) *cfa.Program {
	t.Helper()
	u, err := read.LoadBytes("test.c", []byte(prelude+text), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{Check: lower.Bounds})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// decide runs an engine for so much work, and checks what it says: failures are runs of the program,
// what is proved has a certificate, and nothing is both or neither.
func decide(t testing.TB, p *cfa.Program, engine string, work int64, o Options) *refine.Outcome {
	t.Helper()
	ctx, stop := effort.Limit(t.Context(), work)
	defer stop()
	o.Engine.Engine = engines.Must(engine, engines.Options{Selection: true})
	o.Prover = &certify.Prover{Program: p}
	out := Run(ctx, p, o)
	s := out.Several
	if s == nil {
		t.Fatalf("%s: nothing is said of single properties", engine)
	}
	seen := map[int]string{}
	say := func(l *cfa.Loc, what string) {
		if p.Locs[l.ID] != l {
			t.Errorf("%s: location %d is not the program's", engine, l.ID)
		}
		if seen[l.ID] != "" && seen[l.ID] != what {
			t.Errorf("%s: location %d: %s and %s", engine, l.ID, seen[l.ID], what)
		}
		seen[l.ID] = what
	}
	for _, f := range s.Failures {
		say(f.Replay.Loc, "fails")
		again := interp.Run(t.Context(), p, interp.Recorded(f.Replay.Inputs), interp.Options{})
		if again.Kind != interp.ErrorFound || again.Loc != f.Replay.Loc {
			t.Errorf("%s: the inputs do not lead to %v", engine, f.Replay.Error)
		}
	}
	for _, l := range s.Open {
		say(l.Error, "open")
		if !l.Reason.Given() && l.Stopped == nil {
			t.Errorf("%s: %v is open for no reason", engine, l.Error.Error)
		}
	}
	var covered []*cfa.Loc
	if proof := certify.Of(out); proof != nil {
		if _, err := cert.CheckPart(t.Context(), p, proof.Certificate); err != nil || !proof.Checked {
			t.Errorf("%s: the proof: %v", engine, err)
		}
		covered = proof.Certificate.Covers(p)
	}
	for _, l := range s.Proved {
		say(l, "holds")
		if !slices.Contains(covered, l) {
			t.Errorf("%s: nothing proves %v", engine, l.Error)
		}
	}
	return out
}

// told is what is known of the properties, in one line.
func told(out *refine.Outcome) string {
	var list []string
	add := func(e *cfa.Property, what string) { list = append(list, fmt.Sprintf("%02d %s", e.Pos.Line, what)) }
	for _, f := range out.Several.Failures {
		add(f.Replay.Error, "fails")
	}
	for _, l := range out.Several.Proved {
		if !l.Error.Unsupported {
			add(l.Error, "holds")
		}
	}
	for _, l := range out.Several.Open {
		add(l.Error.Error, "open")
	}
	slices.Sort(list)
	return out.Verdict.String() + ": " + strings.Join(slices.Compact(list), ", ")
}

// Sums of cubes that differ from a number by their remainders only: nothing that the engines have
// decides it.
const hard = `if (x * x * x + y * y * y * 2 + x * y * y * 7 == 123457 && x * x - 3 * y * y * y == 71234) reach_error();`

// Each property has its verdict: those that fail, each with its inputs, those that hold, and one
// that nobody decides.
func TestEach(t *testing.T) {
	p := lowered(t, `
		int a[8];
		int main(void) {
			unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); int i;
			for (i = 0; i < 8; i++) a[i] = i;
			if (i != 8) reach_error();
			if (x == 77777) reach_error();
			`+hard+`
			if (y < 9) a[y] = 1;
			if (y < 8 && x < y && x > 8) reach_error();
			if (x > 5 && x < 5) reach_error();
			return 0;
		}`)
	for engine, want := range map[string]string{
		"predicate": "unsafe: 08 holds, 09 holds, 10 fails, 11 open, 12 fails, 13 holds, 14 holds",
		// explicit values know nothing of all values of y, nor of orders
		"value": "unsafe: 08 holds, 09 holds, 10 fails, 11 open, 12 fails, 13 open, 14 open",
	} {
		if testing.Short() && engine != "value" {
			continue
		}
		out := decide(t, p, engine, 1_200_000, Options{Work: 200_000})
		if got := told(out); got != want {
			t.Errorf("%s: %s", engine, got)
		}
	}
}

// Behind a failure a property that nobody decides keeps no one waiting: the run ends by itself.
func TestBehind(t *testing.T) {
	p := lowered(t, `
		int main(void) {
			unsigned x = __VERIFIER_nondet_uint(), i = 0;
			if (x == 7) reach_error();
			for (;;) { i = i * 1103515245 + 12345; if (i * i == 17) reach_error(); }
		}`)
	out := decide(t, p, "value", 1_000_000, Options{Work: 50_000, Behind: 200_000})
	if got, want := told(out), "unsafe: 07 fails, 08 open"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if o := out.Several.Open; len(o) != 1 || o[0].Reason.Text != errBehind.Error() || o[0].Stopped != nil {
		t.Errorf("open: %+v", o)
	}
}

// An exploration that leaves some paths undecided proves the others, by the same graph.
func TestSameGraph(t *testing.T) {
	p := lowered(t, `
		int main(void) {
			unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); int i, n = 0;
			`+hard+`
			for (i = 0; i < 5; i++) n += 2;
			if (i != 5) reach_error();
			if (n != 10) reach_error();
			if (n > 10) { if (x > 3) reach_error(); }
			return 0;
		}`)
	out := decide(t, p, "value", 600_000, Options{Work: 500_000})
	if got, want := told(out), "unknown: 07 open, 09 holds, 10 holds, 11 holds"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if proof := certify.Of(out); proof == nil || len(proof.Certificate.Parts) > 0 || len(proof.Certificate.Targets) != 3 {
		t.Errorf("the proof is not that of one exploration, of three errors: %v", out.Proof)
	}
}

// What several runs prove is a certificate in parts, of the whole program where nothing else is
// left.
func TestPartsOfOneProof(t *testing.T) {
	p := lowered(t, `
		int main(void) {
			unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); int i, n = 0;
			if (x > 5 && y < x - 5 && x - y < 5) reach_error();
			for (i = 0; i < 50; i++) n += 2;
			if (n != 100) reach_error();
			return 0;
		}`)
	out := decide(t, p, "value", 600_000, Options{Work: 500_000})
	if got, want := told(out), "unknown: 07 open, 09 holds"; got != want {
		t.Fatalf("%s, not %s", got, want)
	}
	proofs := []*certify.Proof{certify.Of(out)}
	o := Options{Prover: &certify.Prover{Program: p}}
	o.Engine.Engine = engines.Must("predicate", engines.Options{})
	r := &run{ctx: t.Context(), p: p, opt: o, open: propertiesOf(p)}
	if !r.about(t.Context(), r.open[:1]) || len(r.open) != 1 {
		t.Fatal("predicates do not decide the first")
	}
	both := certify.Together(append(proofs, r.proofs...))
	if _, err := cert.Check(t.Context(), p, both.Certificate); err != nil || len(both.Certificate.Parts) != 2 {
		t.Errorf("two parts: %v", err)
	}
}

// First stops at the first property that fails; what is open says so.
func TestFirst(t *testing.T) {
	p := lowered(t, `
		int main(void) {
			int x = __VERIFIER_nondet_int();
			if (x == 3) reach_error();
			if (x == 4) reach_error();
			return 0;
		}`)
	for first, want := range map[bool]string{false: "unsafe: 07 fails, 08 fails", true: "unsafe: 07 fails, 08 open"} {
		if got := told(decide(t, p, "auto", 600_000, Options{First: first})); got != want {
			t.Errorf("first %v: %s", first, got)
		}
	}
}

// Behind what the program model does not cover nothing is proved; bugs before it are found.
func TestUnsupported(t *testing.T) {
	p := lowered(t, `
		long buf[64];
		int main(void) {
			int x = __VERIFIER_nondet_int();
			if (x > 5 && x < 5) reach_error();
			if (x == 3) reach_error();
			if (x == 4) longjmp(buf, 1);
			return 0;
		}`)
	if n := len(p.Errors) - len(refine.Bugs(p)); n != 1 {
		t.Fatalf("%d places that are not modelled", n)
	}
	for _, engine := range []string{"auto", "predicate"} {
		if got, want := told(decide(t, p, engine, 600_000, Options{Work: 200_000})), "unsafe: 08 open, 09 fails"; got != want {
			t.Errorf("%s: %s", engine, got)
		}
	}
}

// A program with one property takes the way that it took before.
func TestOne(t *testing.T) {
	p := lowered(t, `
		static void check(int c) { if (!c) reach_error(); }
		int main(void) { int x = __VERIFIER_nondet_int(); check(x < 3 || x > 2); check(x != 5); return 0; }`)
	o := Options{Prover: &certify.Prover{Program: p}}
	o.Engine.Engine = engines.Must("value", engines.Options{Selection: true})
	out := Run(t.Context(), p, o)
	if out.Several != nil || out.Verdict != refine.Unsafe {
		t.Errorf("%v, %v", out.Verdict, out.Several)
	}
}

// The same again is the same, whatever the order of maps.
func TestSteady(t *testing.T) {
	if testing.Short() {
		t.Skip("several seconds of work")
	}
	p := lowered(t, `
		int a[8];
		int main(void) {
			unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); int i;
			for (i = 0; i < 8; i++) a[i] = i;
			if (x == 77777) reach_error();
			`+hard+`
			if (y < 9) a[y] = 1;
			if (x > 5 && x < 5) reach_error();
			return 0;
		}`)
	text := func() string {
		out := decide(t, p, "auto", 900_000, Options{Work: 150_000})
		s := fmt.Sprint(told(out), out.Stats.States, out.Stats.Refinements, out.Stats.Replays)
		for _, f := range out.Several.Failures {
			for _, in := range f.Replay.Inputs {
				s += " " + in.Value.String()
			}
		}
		return s
	}
	if a, b := text(), text(); a != b {
		t.Errorf("%s\n%s", a, b)
	}
}

// Time that a share has not used is given to what another share was too small for.
func TestSharesAreGivenAgain(t *testing.T) {
	p := lowered(t, `int main(void) { int n = __VERIFIER_nondet_int(), i = 0;
		if (n > 0) i = n;
		if (i < 0) reach_error();
		if (n > i) reach_error();
		return 0; }`)
	asked := 0
	small := func(ctx context.Context, parts, of int) (context.Context, context.CancelFunc) {
		if asked++; asked <= 4 { // of the test runs, of both errors, and of each
			return effort.Limit(ctx, 1)
		}
		return effort.Limit(ctx, math.MaxInt64)
	}
	if out := decide(t, p, "predicate", 50_000_000, Options{Share: small}); out.Verdict != refine.Safe || asked != 5 {
		t.Errorf("%v after %d shares: %s", out.Verdict, asked, out.Reason)
	}
}

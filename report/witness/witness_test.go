package witness_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/difftest"
	"github.com/whet-mc/whet/report/witness"
)

var producer = witness.Producer{Name: "whet", Version: "test", Configuration: "--engine value", Time: time.Unix(1_700_000_000, 0).UTC()}

func verify(t *testing.T, src whet.Source, o whet.Options, want whet.Verdict) *whet.Result {
	t.Helper()
	r, err := whet.Verify(t.Context(), src, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != want {
		t.Fatalf("verdict %s (%s), not %s", r.Verdict, r.Reason, want)
	}
	return r
}

// written is the witness after it was written and read again.
func written(t *testing.T, w *witness.Witness) (*witness.Witness, string) {
	t.Helper()
	var b, again bytes.Buffer
	if err := w.YAML(&b, producer); err != nil {
		t.Fatal(err)
	}
	if err := w.YAML(&again, producer); err != nil || b.String() != again.String() {
		t.Errorf("the same witness is written differently, %v", err)
	}
	back, err := witness.Read("w.yml", b.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return back, b.String()
}

// The programs take their inputs in many ways: in conditions, in loops, several on a line, of
// several types.
var unsafe = map[string]string{
	"line.c": `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int s = 0;
  for (int i = 0; i < 3; i++) s += __VERIFIER_nondet_int() == 7 + i && __VERIFIER_nondet_int( /* ) */ ) == -2147483647 - 1;
  if (s == 3) reach_error();
  return 0; }`,
	"open.c": `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int f(void) { int v;
  if (v == 12) return __VERIFIER_nondet_int();
  return 0; }
int main(void) {
  { int v; if (v < 5 || v > 7) return 0; }
  if (f() == 3) { reach_error(); }
  return 0; }`,
	"types.c": `extern unsigned long __VERIFIER_nondet_ulong(void); extern char __VERIFIER_nondet_char(void); extern long long __VERIFIER_nondet_longlong(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void check(int c) { if (!c) __assert_fail("c", "f", 1, "check"); }
int main(void) {
  unsigned long u = __VERIFIER_nondet_ulong();
  char c = __VERIFIER_nondet_char();
  if (u > 18446744073709551600UL && c == 'x')
    check(__VERIFIER_nondet_longlong() != -9223372036854775807LL - 1);
  return 0; }`,
}

func TestViolationsReplay(t *testing.T) {
	sources := map[string]whet.Source{}
	for name, text := range unsafe {
		sources[name] = whet.Text(name, []byte(text))
	}
	for _, name := range []string{"door-bug.c", "copy.c", "overdraw.c", "vending.c"} {
		sources[name] = whet.File(filepath.Join("..", "..", "testdata", name))
	}
	for name, src := range sources {
		t.Run(name, func(t *testing.T) {
			r := verify(t, src, whet.Options{Checks: []string{"none"}}, whet.Unsafe)
			w, err := witness.FromViolation(r)
			if err != nil {
				t.Fatal(err)
			}
			back, text := written(t, w)
			for i := range w.Segments {
				w.Segments[i].Follow.Called = ""
			}
			w.Format = back.Format
			if d := difftest.Values(w, back); d != "" {
				t.Errorf("read back: %s\n%s", d, text)
			}
			if why := back.OtherText(r.Files[back.Task.Files[0]]); why != "" {
				t.Error(why)
			}
			o := interp.Run(t.Context(), r.Program, back.Inputs(r.Files, interp.Zero()), interp.Options{MaxSteps: 1_000_000})
			if o.Kind != interp.ErrorFound {
				t.Errorf("the witness leads to %v, not to the error:\n%s", o.Kind, text)
			}
			var g bytes.Buffer
			if err := w.GraphML(&g, producer); err != nil {
				t.Fatal(err)
			}
			for d := xml.NewDecoder(bytes.NewReader(g.Bytes())); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%v\n%s", err, g.String())
				}
			}
			if !strings.Contains(g.String(), `<data key="violation">true</data>`) {
				t.Error("no violation in GraphML")
			}
		})
	}
}

func TestAWitnessForAnotherProgramDoesNotMatch(t *testing.T) {
	r := verify(t, whet.Text("line.c", []byte(unsafe["line.c"])), whet.Options{Checks: []string{"none"}}, whet.Unsafe)
	w, err := witness.FromViolation(r)
	if err != nil {
		t.Fatal(err)
	}
	if w.OtherText([]byte("other")) == "" {
		t.Error("another text matches")
	}
}

func TestInvariantsOfLoops(t *testing.T) {
	src := whet.Text("loop.c", []byte(`extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0, n = __VERIFIER_nondet_int();
  while (x < n) { x++; y += 2; }
  if (n >= 0 && x != n) reach_error();
  return 0; }`))
	r := verify(t, src, whet.Options{Engine: "widening", Checks: []string{"none"}, Invariants: true}, whet.Safe)
	w, err := witness.FromProof(t.Context(), r, "")
	if err != nil {
		t.Fatal(err)
	}
	back, text := written(t, w)
	w.Format = back.Format
	for i := range back.Invariants {
		back.Invariants[i].At = w.Invariants[i].At
	}
	if d := difftest.Values(w, back); d != "" {
		t.Error(d)
	}
	if len(w.Invariants) != 1 || !w.Invariants[0].Loop || w.Invariants[0].Pos.Line != 4 || w.Invariants[0].Pos.Col != 3 {
		t.Fatalf("%+v\n%s", w.Invariants, text)
	}
	if v := w.Invariants[0].Value; strings.Contains(v, "+") != strings.Contains(v, "(long long)") {
		t.Errorf("sums of int can overflow: %s", v)
	}
}

// What an invariant says of a global is left out where a local has its name.
func TestHiddenGlobals(t *testing.T) {
	src := whet.Text("hidden.c", []byte(`extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
static struct p { int i; } c;
void step(struct p *q) { if (q->i < 5) q->i++; }
void loop(struct p *c, int n) { while (n > 0) { step(c); n--; } }
int main(void) { loop(&c, __VERIFIER_nondet_int()); while (__VERIFIER_nondet_int()) step(&c); if (c.i > 5) reach_error(); return 0; }`))
	r := verify(t, src, whet.Options{Engine: "widening", Checks: []string{"none"}, Invariants: true}, whet.Safe)
	w, err := witness.FromProof(t.Context(), r, "")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, v := range w.Invariants {
		if strings.Contains(v.Value, "c.i") {
			said++
			if v.Func != "main" {
				t.Errorf("%s says %s of its parameter", v.Func, v.Value)
			}
		}
	}
	if said == 0 {
		t.Error("nothing is said of c.i in main")
	}
}

const head = "- entry_type: %s\n  metadata: {format_version: '2.0', task: {}}\n  content:\n"

func TestErrorsHaveAPlace(t *testing.T) {
	for _, test := range []struct{ text, says string }{
		{"", "w.yml: the file is empty"},
		{"a: b", "a witness has to be a list"},
		{"- x: 1", "w.yml:1:3: the key entry_type is missing"},
		{"- entry_type: other", "no entry of type"},
		{strings.Replace(head, "%s", "violation_sequence", 1) + "  - segment: []\n", "the segment is empty"},
		{strings.Replace(head, "%s", "invariant_set", 1) + "  - invariant: {type: loop_invariant, location: {line: x}, value: x}\n", "line has to be a number from 1 on"},
		{strings.Replace(strings.Replace(head, "2.0", "7", 1), "%s", "invariant_set", 1) + "  - x: 1\n", "version 7"},
		{"\t\x00", "YAML"},
		{"- &a [*a]", ""},
		{"- entry_type: x\n  entry_type: y\n", "w.yml:2:3: the key entry_type is there twice"},
		{"- entry_type: x\n---\n- entry_type: y\n", "a second document"},
	} {
		if _, err := witness.Read("w.yml", []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, not %q", test.text, err, test.says)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(strings.Replace(head, "%s", "violation_sequence", 1) + "  - segment:\n    - waypoint: {type: target, action: follow, location: {line: 1}}\n"))
	f.Add([]byte(strings.Replace(head, "%s", "invariant_set", 1) + "  - invariant: {type: loop_invariant, location: {line: 2, column: 3}, value: x > 0}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10_000 {
			return
		}
		w, err := witness.Read("w.yml", text)
		if (w == nil) == (err == nil) {
			t.Fatalf("%v, %v", w, err)
		}
		if w != nil {
			w.Inputs(nil, interp.Zero())
			if err := w.YAML(io.Discard, producer); err != nil {
				t.Fatal(err)
			}
		}
	})
}

const loops = `extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, y = 0;
  for (int i = 0; /* ; ( */ i < 10; i++) x++;
  for (; /* for ever */ ;) { y++; if (y == x) break; }
  do { x--; } while (x > 0);
  while (y > 5) y--;
  if (y > 5) reach_error();
  return 0; }
`

// Witnesses of correctness are verified: every form of loop, invariants that hold and such that do
// not.
func TestInvariantsAreVerified(t *testing.T) {
	src := whet.Text("loops.c", []byte(loops))
	inv := func(line, col int, loop bool, value string) witness.Invariant {
		v := witness.Invariant{Loop: loop, Value: value}
		v.Pos.Line, v.Pos.Col = line, col
		return v
	}
	good := []witness.Invariant{
		inv(4, 3, true, "x == i && i <= 10"), inv(4, 0, true, "i >= 0"), inv(5, 3, true, "y < 10"), inv(5, 3, true, "x == 10"),
		inv(6, 3, true, "x >= 0 && x < 10"), inv(7, 3, true, "y <= 10"), inv(8, 3, false, "y == 5"),
	}
	try := func(list ...witness.Invariant) *whet.Result {
		t.Helper()
		r, err := whet.ValidateWitness(t.Context(), src, &witness.Witness{Invariants: list}, whet.Options{Checks: []string{"none"}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := try(good...); r.Verdict != whet.Safe {
		t.Errorf("the right ones: %s %s", r.Verdict, r.Reason)
	}
	for _, g := range good {
		bad := g
		bad.Value = "!(" + g.Value + ")"
		if r := try(bad); r.Verdict != whet.Unknown || !strings.Contains(r.Reason, "an invariant does not hold at loops.c:") {
			t.Errorf("%s: %s %s", bad.Value, r.Verdict, r.Reason)
		}
	}
	for _, v := range []witness.Invariant{inv(3, 3, true, "1"), inv(4, 3, true, "1) || (1"), inv(4, 3, true, "x; y"), inv(400, 1, false, "1"), inv(4, 3, true, "")} {
		if r := try(v); r.Verdict != whet.Unknown {
			t.Errorf("%+v is taken: %s", v, r.Verdict)
		}
	}
	w := &witness.Witness{Invariants: good[:1]}
	w.Task = witness.Task{Files: []string{"loops.c"}, Hashes: map[string]string{"loops.c": strings.Repeat("0", 64)}, DataModel: "LP64"}
	o := whet.Options{Checks: []string{"none"}}
	if r, err := whet.ValidateWitness(t.Context(), src, w, o); err != nil || r.Verdict != whet.Safe || len(r.Warnings) != 1 {
		t.Errorf("of another text: %v, %+v", err, r)
	}
	if _, err := whet.ValidateWitnessStrictly(t.Context(), src, w, o); err == nil || !strings.Contains(err.Error(), "not be about this program") {
		t.Error(err)
	}
}

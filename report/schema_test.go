package report_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

// several is a result of which three properties fail.
func several(t *testing.T) *report.Result {
	return reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
}

// Of several properties each has its status, and each that fails its own counterexample.
func TestSeveral(t *testing.T) {
	r := several(t)
	var got string
	for _, c := range r.Checked {
		got += fmt.Sprintf("%d %s %s\n", c.Pos.Line, c.Kind, c.Status)
		if (c.Status == report.Open) != (c.Reason != "") {
			t.Errorf("%v: the reason is %q", c.Property, c.Reason)
		}
	}
	want := `6 reach_error unsafe
13 bounds safe
17 reach_error safe
19 reach_error unsafe
21 reach_error unknown
23 bounds unsafe
`
	if got != want {
		t.Errorf("%s", got)
	}
	if r.Verdict != report.Unsafe || len(r.Failures) != 3 || r.Property.Pos.Line != 6 {
		t.Fatalf("%s, %d failures, the first is %v", r.Verdict, len(r.Failures), r.Property)
	}
	for i, one := range r.Each() {
		f := r.Failures[i]
		if one.Property != f.Property || one.Outcome.Replay.Error.Pos != f.Property.Pos || len(one.Moments()) == 0 {
			t.Errorf("failure %d is not told", i)
		}
		if i > 0 && r.Failures[i-1].Property.Pos.Compare(f.Property.Pos) >= 0 {
			t.Error("not in order of place")
		}
	}
	if len(r.Failures[0].Stack) != 2 || len(r.Failures[1].Stack) != 1 {
		t.Error("the stacks are not those of the failures")
	}
}

// What report.JSON writes is what docs/result.schema.json says. The schema allows no other
// fields, so that a field cannot be added without being documented.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	timed := reporttest.Safe()
	timed.Timings = &report.Timings{Total: 1.5, CPU: 2, Memory: 1 << 20}
	ctx, stop := effort.Limit(t.Context(), 20_000)
	defer stop()
	stuck := reporttest.VerifyIn(ctx, t, reporttest.Nondet+"int main(void) { unsigned x = 0; while (nondet()) { x += 2; if (x == 7) reach_error(); } return 0; }", refine.Options{Engine: engines.Must("value-full", engines.Options{Selection: true}), NoTests: true})
	stuck.Cause = report.OutOfMemory
	if len(stuck.Stuck) == 0 {
		t.Error("there is no loop that the run was stuck at")
	}
	for name, r := range map[string]*report.Result{
		"unsafe": reporttest.Unsafe(t), "safe": reporttest.Safe(), "unknown": reporttest.Unknown(), "timed": timed, "invariants": reporttest.WithInvariants(),
		"calls": reporttest.Verify(t, reporttest.Nondet+"static void check(int c) { if (!c) reach_error(); }\nint main(void) { int a[3]; check(nondet() == 3); for (int i = 0; i < 3; i++) a[i] = i; check(a[0]); return 0; }", refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}),
		"stuck": stuck, "several": several(t),
		"a place not modelled": func() *report.Result {
			r := reporttest.Unsafe(t)
			replay := *r.Outcome.Replay
			replay.Error = &cfa.Property{Kind: "unsupported", Text: "setjmp", Unsupported: true}
			return report.New(reporttest.Task, r.Program, &refine.Outcome{Verdict: refine.Unsafe, Replay: &replay})
		}(),
	} {
		var b bytes.Buffer
		if err := report.JSON(&b, r); err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

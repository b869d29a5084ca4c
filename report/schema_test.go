package report_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

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
		"stuck": stuck,
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

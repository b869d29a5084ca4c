package report

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
)

// What JSON writes is what docs/result.schema.json says. The schema allows no other
// fields, so that a field cannot be added without being documented.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	timed := safeResult()
	timed.Timings = &Timings{Total: 1.5, CPU: 2, Memory: 1 << 20}
	ctx, stop := effort.Limit(t.Context(), 20_000)
	defer stop()
	stuck := verifyIn(ctx, t, nondet+"int main(void) { unsigned x = 0; while (nondet()) { x += 2; if (x == 7) reach_error(); } return 0; }", refine.Options{Engine: engines.Must("value-full", engines.Options{Selection: true}), NoTests: true})
	stuck.Cause = OutOfMemory
	if len(stuck.Stuck) == 0 {
		t.Error("there is no loop that the run was stuck at")
	}
	for name, r := range map[string]*Result{
		"unsafe": unsafeResult(t), "safe": safeResult(), "unknown": unknownResult(), "timed": timed, "invariants": withInvariants(),
		"calls": verify(t, nondet+"static void check(int c) { if (!c) reach_error(); }\nint main(void) { int a[3]; check(nondet() == 3); for (int i = 0; i < 3; i++) a[i] = i; check(a[0]); return 0; }", refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}),
		"stuck": stuck,
		"a place not modelled": func() *Result {
			r := unsafeResult(t)
			replay := *r.Outcome.Replay
			replay.Error = &cfa.Property{Kind: "unsupported", Text: "setjmp", Unsupported: true}
			return New(task, r.Program, &refine.Outcome{Verdict: refine.Unsafe, Replay: &replay})
		}(),
	} {
		var b bytes.Buffer
		if err := JSON(&b, r); err != nil {
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

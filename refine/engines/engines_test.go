package engines_test

import (
	"errors"
	"testing"

	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
)

// Every engine ends when it is told to, and says why.
func TestBudgets(t *testing.T) {
	u, err := read.LoadBytes("t.c", []byte(`extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) { unsigned i = 0, j = __VERIFIER_nondet_uint(); while (i < 4000000000u) { i++; } if (i == 5) reach_error(); }`), read.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lower.Lower(u, lower.Options{})
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	for _, line := range engines.Engines() {
		engine := line.Name
		ctx := efforttest.New(t.Context(), 60_000, enough)
		e, err := engines.New(engine, engines.Options{Jobs: 2})
		if err != nil || e.Name() != engine {
			t.Fatalf("%s: %v, %v", engine, e, err)
		}
		out := refine.Run(ctx, p, refine.Options{Engine: e})
		if out.Verdict == refine.Unsafe || ctx.Ended() && out.Verdict == refine.Unknown && out.Stopped != enough {
			t.Errorf("%s: %v, %v (%s)", engine, out.Verdict, out.Stopped, out.Reason)
		}
		if _, known := reason.Of(out.Reason.Kind); out.Verdict == refine.Unknown && (!known || out.Reason.Engine == "") {
			t.Errorf("%s: unknown for no reason: %+v", engine, out.Reason)
		}
		if after := ctx.After(); after > 60_000 {
			t.Errorf("%s: went on for %d units of work", engine, after)
		}
	}
	if _, err := engines.New("valeu", engines.Options{}); err == nil {
		t.Error("there is an engine valeu")
	}
}

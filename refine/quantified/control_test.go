package quantified

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang/read"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cells"
	"github.com/whet-mc/whet/refine/certify"
)

// What is known of an array differs from one state of a machine to the next; where these are told
// apart, the same work proves it that does not without.
func TestControl(t *testing.T) {
	const head = `extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
		int kind[900]; int main(void) { int n = 0, state, in;`
	for _, c := range []struct {
		name, text string
		want       refine.Verdict
	}{
		{"one cell is used", `state = 1;
			for (;;) {
				in = __VERIFIER_nondet_int();
				if (in < 0 || in >= 900) return 0;
				if (state == 1) {
					if (kind[in] != 0) reach_error();
					kind[in] = in + 1;
					n = in;
					state = in > 5 ? 0 : 2;
				} else { kind[n] = 0; state = 1; }
			}`, refine.Safe},
		{"one cell stays", `state = 1;
			for (;;) {
				in = __VERIFIER_nondet_int();
				if (in < 0 || in >= 900) return 0;
				if (state == 1) {
					if (kind[in] != 0) reach_error();
					kind[in] = in + 1;
					n = in;
					state = in > 5 ? 0 : 2;
				} else { if (n != 7) kind[n] = 0; state = 1; }
			}`, refine.Unsafe},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := read.LoadBytes("t.c", []byte(head+c.text+"\nreturn 0; }"), read.Options{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := lower.Lower(u, lower.Options{Arith: cfa.Machine})
			if err != nil {
				t.Fatal(err)
			}
			run := func(without bool) *refine.Outcome {
				ctx, cancel := effort.Limit(t.Context(), mostControl)
				defer cancel()
				return refine.Run(ctx, p, refine.Options{Engine: Engine{Method: ByCells, Cells: cells.Options{NoControl: without}}})
			}
			out := run(false)
			t.Log(out.Stats.Posts)
			if out.Verdict != c.want {
				t.Fatalf("%v (%s)", out.Verdict, out.Reason)
			}
			if out.Verdict == refine.Unsafe {
				if o := interp.Run(context.Background(), p, interp.Recorded(out.Replay.Inputs), interp.Options{Follow: out.Path}); o.Kind != interp.ErrorFound {
					t.Errorf("the replay ends with %v", o.Kind)
				}
				return
			}
			if without := run(true); without.Verdict != refine.Unknown {
				t.Errorf("without: %v", without.Verdict)
			}
			proof := certify.Certificate(context.Background(), p, out)
			if _, err := cert.Check(context.Background(), p, proof); err != nil {
				t.Error(err)
			}
		})
	}
}

const mostControl = 500_000

package engines_test

import (
	"context"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/refine/refinetest"
)

// TestStart: a run that begins with what another has learnt learns less, also of a program in which
// other lines have moved.
func TestStart(t *testing.T) {
	const values = `
		int main(void) {
			int lock = 0, a[2] = {0, 0};
			while (nd()) {
				if (lock != 0) reach_error();
				lock = 1; a[1] = 3;
				if (a[1] == 3) lock = 0;
			}
			return 0;
		}`
	const relation = `
		int main(void) {
			int n = nd(), i = 0, state = 0;
			while (i < n) {
				i++;
				if (state == 2) reach_error();
				if (state == 1) state = 0; else state = 1;
			}
			if (n > 0 && i != n) reach_error();
			return 0;
		}`
	for _, of := range []struct{ name, text string }{
		{"value", values}, {"arrays", values}, {"predicate", relation}, {"value+predicate", relation},
	} {
		name, text := of.name, refinetest.Head+of.text
		run := func(text string, start []string) *refine.Outcome {
			return refine.Run(context.Background(), refinetest.Load(t, text), refine.Options{
				Engine: engines.Must(name, engines.Options{Selection: true}), NoTests: true, Start: start,
			})
		}
		first := run(text, nil)
		if first.Verdict != refine.Safe || first.Stats.Refinements == 0 {
			t.Fatalf("%s: %v after %d refinements", name, first.Verdict, first.Stats.Refinements)
		}
		start := precision.Texts(first.Precision)
		for _, c := range []struct {
			what, text string
			start      []string
			less       bool
		}{
			{"the same program", text, start, true},
			{"lines have moved", "\n\n" + text, start, true},
			{"a start that cannot be read", text, append([]string{"*"}, start...), false},
		} {
			again := run(c.text, c.start)
			if again.Verdict != refine.Safe || (again.Stats.Refinements < first.Stats.Refinements) != c.less {
				t.Errorf("%s, %s: %v after %d refinements, not %d", name, c.what, again.Verdict, again.Stats.Refinements, first.Stats.Refinements)
			}
		}
	}
}

package language_test

import (
	"path/filepath"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/test"
)

// Programs in testdata/mixed need several engines at once (its README says how to see how far each gets).
// With little work auto decides those named here, and about the others it must not be wrong.
func TestMixed(t *testing.T) {
	decided := map[string]bool{}
	tasks, err := bench.Read(filepath.Join("../../testdata", "mixed", "manifest.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		t.Run(task.Name, func(t *testing.T) {
			ctx, cancel := effort.Limit(t.Context(), test.Second/20)
			defer cancel()
			r, err := whet.Verify(ctx, whet.File(task.Path), whet.Options{Engine: "auto", Checks: []string{"none"}})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case r.Verdict == whet.Unknown && decided[task.Name]:
				t.Errorf("%s, was decided", r.Reason)
			case r.Verdict != whet.Unknown && string(r.Verdict) != task.Expected:
				t.Errorf("%s, expected %s", r.Verdict, task.Expected)
			case r.Verdict != whet.Unknown && !decided[task.Name]:
				t.Logf("%s: write it into the table of what is decided", r.Verdict)
			}
		})
	}
}

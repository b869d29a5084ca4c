package junit

import (
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

// Each property is a case; each that fails has its own text.
func TestSeveral(t *testing.T) {
	s := toJUnit(t, reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000))
	if s.Tests < 6 || s.Failures != 3 || s.Skipped != 1 {
		t.Errorf("%d cases, %d failures, %d skipped", s.Tests, s.Failures, s.Skipped)
	}
	told := map[string]bool{}
	for _, c := range s.Cases {
		if c.Failure != nil && strings.Contains(c.Failure.Text, c.Failure.Message) {
			told[c.Failure.Text] = true
		}
	}
	if len(told) != 3 {
		t.Errorf("%d failures are told", len(told))
	}
}

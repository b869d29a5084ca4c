package report_test

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

// A branch that kept the failing value from being set bears on the failure, and so does what it
// asked for.
func TestMissed(t *testing.T) {
	r := reporttest.Verify(t, reporttest.Nondet+`int main(void) {
	int mode = 0, idle = 3;
	int option = nondet();
	idle = idle + option;
	if (option == 1)
		mode = 1;
	else if (option == 2)
		mode = 2;
	if (mode == 0)
		reach_error();
	return 0;
}`, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})})
	var lines, aside []int
	for _, s := range r.Trace[0].Steps {
		if s.Aside {
			aside = append(aside, s.Pos.Line)
		} else {
			lines = append(lines, s.Pos.Line)
		}
	}
	if fmt.Sprint(lines, aside) != "[3 4 6 8 10 11] [5]" {
		t.Errorf("%v bear, %v do not", lines, aside)
	}
}

package sarif

import (
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

// Each failure is a result with its own way there, and so is what is open, without one.
func TestSeveral(t *testing.T) {
	r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
	count := map[string]int{}
	for _, one := range toSARIF(t, r).Runs[0].Results {
		count[one.Kind]++
		if one.Kind == "fail" && (len(one.CodeFlows) != 1 || *one.Locations[0].PhysicalLocation.Region.StartLine == 0) {
			t.Errorf("a failure without a way there: %v", one.Message)
		}
	}
	if count["fail"] != 3 || count["open"] != 1 {
		t.Errorf("%v", count)
	}
}

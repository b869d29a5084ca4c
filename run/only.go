// The properties that a run is about.

package run

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
)

// Only returns a function that selects the properties requested by the options, or nil for all.
func (r *Run) Only() (func(cfa.Property) bool, error) {
	if r.o.Only == nil {
		return nil, nil
	}
	all := report.New(r.Task, r.Program, nil).Checked
	asked := map[trace.Property]bool{}
	for _, n := range r.o.Only {
		if n < 1 || n > len(all) {
			return nil, fmt.Errorf("there is no property %d: the program has %d", n, len(all))
		}
		asked[all[n-1].Property] = true
	}
	return func(q cfa.Property) bool { return asked[*trace.PropertyOf(&q)] }, nil
}

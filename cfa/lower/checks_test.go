package lower

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
)

// The default set is one, wherever it is told.
func TestDefaults(t *testing.T) {
	for rule, name := range kinds {
		if Default.Has(rule) != slices.Contains(cfa.Defaults(), name) {
			t.Errorf("%s is in one of both only", name)
		}
	}
}

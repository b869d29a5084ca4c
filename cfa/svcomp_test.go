package cfa

import (
	"slices"
	"testing"

	"github.com/whet-mc/whet/rule"
)

// Each check that is looked for by default is a part of a property of SV-COMP, so that the witness
// of its failure has a specification; and one that is a part of def-behavior only is said by it.
func TestFormulas(t *testing.T) {
	for _, c := range append(rule.Defaults(), rule.Asserted, rule.Leak, rule.Cleanup) {
		if len(Formulas([]string{c})) != 1 {
			t.Errorf("%s: %q", c, Formulas([]string{c}))
		}
	}
	if got := Formulas([]string{rule.FloatConversion}); !slices.Equal(got, []string{"G def-behavior"}) {
		t.Errorf("%q", got)
	}
	if got := Formulas([]string{rule.Overflow, rule.Conversion}); !slices.Equal(got, []string{"G ! overflow"}) {
		t.Errorf("%q", got)
	}
}

package octagon

import "github.com/whet-mc/whet/numeric"

var _ numeric.Element[*Octagon] = (*Octagon)(nil)

// Domain returns the octagons as a numeric.Domain, for code that is generic over numeric domains.
func Domain() numeric.Domain[*Octagon] {
	return numeric.Domain[*Octagon]{Name: "octagon", Plural: "octagons", Cheap: 30, Top: Top, Bottom: Bottom}
}

package octagon

import "github.com/whet-mc/whet/numeric"

var _ numeric.Element[*Octagon] = (*Octagon)(nil)

// Domain returns the domain, for what is written once for all numeric domains.
func Domain() numeric.Domain[*Octagon] {
	return numeric.Domain[*Octagon]{Name: "octagon", Plural: "octagons", Cheap: 30, Top: Top, Bottom: Bottom}
}

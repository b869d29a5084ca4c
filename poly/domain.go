package poly

import "github.com/whet-mc/whet/numeric"

var _ numeric.Element[*Polyhedron] = (*Polyhedron)(nil)

// Domain returns the domain of polyhedra, for programs written against numeric.Element.
func Domain() numeric.Domain[*Polyhedron] {
	return numeric.Domain[*Polyhedron]{Name: "polyhedra", Top: Top, Bottom: Bottom}
}

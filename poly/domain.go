// This file provides the domain of polyhedra as a numeric.Domain.

package poly

import (
	"context"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

var _ numeric.Element[*Polyhedron] = (*Polyhedron)(nil)

// Domain returns the polyhedra as a numeric.Domain, for code that is generic over numeric domains.
func Domain() numeric.Domain[*Polyhedron] {
	return numeric.Domain[*Polyhedron]{Name: "polyhedra", Top: Top, Bottom: Bottom, Limited: limited, CoveredBy: (*Polyhedron).CoveredBy}
}

// limited returns the domain of polyhedra under a limit: its Top obeys the limit of the context and of the number of
// rows, and so do all elements derived from Top; see Limit.
func limited(ctx context.Context, rows int) numeric.Domain[*Polyhedron] {
	d, l := Domain(), &Limit{Context: ctx, Rows: rows}
	d.Top = func(dims int, of linear.Numbers) *Polyhedron { return Top(dims, of).Within(l) }
	return d
}

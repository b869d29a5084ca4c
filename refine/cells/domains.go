// The numeric domains that the method can use.

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/monomials"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine/indexes"
)

// In returns the Domain that uses d.
func In[E numeric.Element[E]](d numeric.Domain[E]) Domain { return &cellDomain[E]{d} }

// defaultDomains are the domains, in order, if the user chooses none.
var defaultDomains = []Domain{In(octagon.Domain()), In(poly.Domain())}

type cellDomain[E numeric.Element[E]] struct{ numeric.Domain[E] }

func (d *cellDomain[E]) linear() bool { return d.Linear() }

func (d *cellDomain[E]) explore(r *run, try attempted, posts int) result {
	in, numbers := d.Within(r.Ctx, mostRows), linear.Integers
	if r.Slice.Arith == cfa.Real || d.Linear() {
		numbers = linear.Rationals
	}
	if try.kind != indexes.Powers && try.kind != indexes.Mixed {
		return exploreRegions(r, try, func(*cells.Layout) numeric.Domain[E] { return in }, numbers, posts)
	}
	return exploreRegions(r, try, func(lay *cells.Layout) numeric.Domain[*monomials.Element[E]] {
		return monomials.Domain(in, monomials.NewTable(lay.Products()...))
	}, numbers, posts)
}

// Certificates of termination for widenings (Bagnara, Hill, Ricci, Zaffanella, 2005).

package factor

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Certificate is what of a polyhedron must not go on shrinking in a sequence of
// widenings: the limited growth ordering of Bagnara, Hill, Ricci, Zaffanella,
// "Precise widening operators for convex polyhedra" (2005), with the number of strict
// constraints in addition, for polyhedra that need not be closed. There is no infinite sequence of
// certificates each of which is less than the one before.
type Certificate struct {
	Codimension int   // of the affine hull
	Pointed     int   // dimensions without a line
	Constraints int   // minimal ones
	Strict      int   // those of them that are strict
	Points      int   // vertices of the closure
	Rays        []int // of the closure; [i] is how many have i coordinates that are 0
}

// CertificateOf returns the certificate of a polyhedron that is not empty, and false
// where a limit did not let it be found.
func CertificateOf(p *Factor) (Certificate, bool) {
	c := Certificate{Rays: make([]int, p.dims+1)}
	s, ok := p.minimal()
	if !ok {
		return c, false
	}
	gs, ok := p.TopClosure().Generators()
	if !ok {
		return c, false
	}
	c.Codimension, c.Pointed = s.eqs.Len(), p.dims
	c.Constraints, c.Strict = s.eqs.Len()+s.weak.Len()+s.strict.Len(), s.strict.Len()
	for _, g := range gs {
		switch g.Kind {
		case linear.Line:
			c.Pointed--
		case linear.Ray:
			zeros := 0
			for _, x := range g.At {
				if x.IsZero() {
					zeros++
				}
			}
			c.Rays[zeros]++
		default:
			c.Points++
		}
	}
	return c, true
}

// Compare returns -1, 0 or 1 as c is less than, equal to or greater than d.
func (c Certificate) Compare(d Certificate) int {
	return cmp.Or(
		cmp.Compare(c.Codimension, d.Codimension),
		cmp.Compare(c.Pointed, d.Pointed),
		cmp.Compare(c.Constraints, d.Constraints),
		cmp.Compare(c.Strict, d.Strict),
		cmp.Compare(c.Points, d.Points),
		slices.Compare(c.Rays, d.Rays),
	)
}

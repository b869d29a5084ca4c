// Certificates of termination for widenings (Bagnara, Hill, Ricci, Zaffanella, 2005).

package factor

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/linear"
)

// Certificate measures a polyhedron so that a sequence of widenings must become stationary if certificates decrease:
// there is no infinite sequence of certificates each of which is less than the one before. The order is the limited
// growth ordering of Bagnara, Hill, Ricci, Zaffanella, "Precise widening operators for convex polyhedra" (2005). The
// number of strict constraints is added for polyhedra that need not be closed.
type Certificate struct {
	Codimension int   // the codimension of the affine hull
	Pointed     int   // the number of dimensions minus the number of lines
	Constraints int   // the number of minimal constraints
	Strict      int   // the number of minimal constraints that are strict
	Points      int   // the number of vertices of the closure
	Rays        []int // Rays[i] is the number of rays of the closure with exactly i coordinates that are 0
}

// CertificateOf returns the certificate of p, which must not be empty. It returns false if a limit stops the
// computation.
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

// Compare returns -1 if c is less than d, 0 if they are equal, and 1 if c is greater.
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

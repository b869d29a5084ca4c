// This file has Fit: elimination modulo a prime, and the exact check of the result.

package fit

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Limits of the search.
const (
	MostPoints    = 200     // the number of points used for elimination; further points are only checked at the end
	mostMonomials = 100     // the number of monomials of a polynomial
	mostCoef      = 1 << 20 // the magnitude of numerators and denominators
)

// Points is a list of points at which values are known: an integer for each symbol.
type Points struct {
	at     [][]num.Int
	reduce []vector // by symbol: the values of the symbol at the points, as residues
}

// NewPoints returns a list of the given points, which all have the same number of symbols. It does not copy them.
func NewPoints(at [][]num.Int) *Points {
	p := &Points{at: at}
	if len(at) == 0 {
		return p
	}
	p.reduce = make([]vector, len(at[0]))
	for s := range p.reduce {
		p.reduce[s] = residues(p.used(), func(i int) num.Int { return at[i][s] })
	}
	return p
}

// used returns the number of points used for elimination.
func (p *Points) used() int { return min(len(p.at), MostPoints) }

func residues(n int, at func(int) num.Int) vector {
	v := make(vector, n)
	for i := range v {
		v[i] = residue(at(i))
	}
	return v
}

// Fit returns the polynomial of at most the given degree that takes these values, one for each point. It requires that
// the points determine the polynomial, with at least as many points to spare as it needs. It returns false if there is
// no such polynomial, or if there are too few points.
func (p *Points) Fit(values []num.Int, degree int) (Polynomial, bool) {
	n := p.used()
	if n == 0 {
		return nil, false
	}
	rest := residues(n, func(i int) num.Int { return values[i] })
	var basis []column
	var taken [][]int
	var sought []uint64 // by monomial of taken: the coefficient found so far, as a residue
	for k, m := range monomials(len(p.reduce), degree) {
		if k == mostMonomials || 2*len(basis) >= n {
			return nil, false
		}
		c := column{v: slices.Repeat(vector{1}, n)}
		for _, s := range m {
			c.v.times(p.reduce[s])
		}
		c.of = make([]uint64, len(taken)+1)
		c.of[len(taken)] = 1
		for _, b := range basis {
			c.minus(b, c.v[b.pivot])
		}
		if c.pivot = slices.IndexFunc(c.v, func(x uint64) bool { return x != 0 }); c.pivot < 0 {
			continue // this column is a linear combination of the others
		}
		c.scale(inverse(c.v[c.pivot]))
		taken, basis = append(taken, m), append(basis, c)
		sought = append(sought, 0)
		f := rest[c.pivot]
		rest.minus(c.v, f)
		for j, x := range c.of {
			sought[j] = add(sought[j], mul(f, x))
		}
		if slices.ContainsFunc(rest, func(x uint64) bool { return x != 0 }) {
			continue
		}
		if 2*len(basis) > n {
			return nil, false
		}
		return p.exact(taken, sought, values)
	}
	return nil, false
}

// exact returns the polynomial whose coefficients have these residues, if it takes the values.
func (p *Points) exact(taken [][]int, coefs []uint64, values []num.Int) (Polynomial, bool) {
	var out Polynomial
	for i, m := range taken {
		if coefs[i] == 0 {
			continue
		}
		c, ok := fraction(coefs[i])
		if !ok {
			return nil, false
		}
		out = append(out, Monomial{c, m})
	}
	for i, at := range p.at {
		if !out.Eval(at).Equal(num.RatOfInt(values[i])) {
			return nil, false
		}
	}
	return out, true
}

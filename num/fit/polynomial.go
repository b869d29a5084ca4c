// This file has polynomials over numbered symbols, and their monomials from simple to complex.

package fit

import (
	"slices"

	"github.com/whet-mc/whet/num"
)

// Polynomial is a sum of distinct monomials, the simplest first.
type Polynomial []Monomial

// Monomial is a nonzero number times symbols, given by their indexes in ascending order. A squared symbol occurs
// twice.
type Monomial struct {
	Coef    num.Rat
	Symbols []int
}

// Degree returns the number of symbols of the longest monomial.
func (p Polynomial) Degree() int {
	d := 0
	for _, m := range p {
		d = max(d, len(m.Symbols))
	}
	return d
}

// Denominator returns the least positive number whose product with every coefficient is an integer.
func (p Polynomial) Denominator() num.Int {
	d := num.Of(1)
	for _, m := range p {
		d = num.LCM(d, m.Coef.Den())
	}
	return d
}

// Eval returns the value at a point.
func (p Polynomial) Eval(at []num.Int) num.Rat {
	var sum num.Rat
	for _, m := range p {
		v := num.Of(1)
		for _, s := range m.Symbols {
			v = v.Mul(at[s])
		}
		sum = sum.AddMul(m.Coef, num.RatOfInt(v))
	}
	return sum
}

// monomials returns the monomials over the given number of symbols up to a degree, the simplest first: of lower
// degree, then with fewer symbols, then with earlier ones.
func monomials(symbols, degree int) [][]int {
	all := [][]int{nil}
	last := all
	for range degree {
		var next [][]int
		for _, m := range last {
			from := 0
			if len(m) > 0 {
				from = m[len(m)-1]
			}
			for s := from; s < symbols; s++ {
				next = append(next, append(slices.Clone(m), s))
			}
		}
		slices.SortStableFunc(next, func(a, b []int) int { return distinct(a) - distinct(b) })
		all = append(all, next...)
		last = next
	}
	return all
}

func distinct(m []int) int { return len(slices.Compact(slices.Clone(m))) }

// This file multiplies equations, so that the solver, which is linear, can use products.

package cert

import (
	"slices"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

const (
	mostEquations = 24  // the number of equations that are multiplied
	mostMultiples = 400 // the number of multiples that are made of these equations
	mostOwn       = 3   // the greatest degree of a linear equation times a product of its own terms
)

// polynomials returns multiples of equations among the formulas fs. If the formulas contain products of unknowns, d =
// 0 implies t*d = 0 for terms t that are factors of these products. The solver treats products as uninterpreted
// functions: from i = k it concludes that i*i = k*k, but from k = i + 1 it does not conclude that k*k = i*i + 2*i +
// 1. The multiples provide this, since products of sums are multiplied out. Each of these implications holds for all
// numbers d and t.
func (x *checker) polynomials(fs []*smt.Term) []*smt.Term {
	b := x.b
	// equations are terms that are 0; bounds are terms that are at most 0
	var factors, equations, bounds []*smt.Term
	atoms := map[*smt.Term]bool{} // the factors of the products in fs
	degree := 0
	add := func(to []*smt.Term, t *smt.Term) []*smt.Term {
		if slices.Contains(to, t) {
			return to
		}
		return append(to, t)
	}
	divisors := map[*smt.Term]*smt.Term{} // by quotient: the divisor
	for k, parts := range x.divisions {
		divisors[parts[0]] = k[1]
	}
	var quotients []*smt.Term
	seen := map[*smt.Term]bool{}
	for _, f := range fs {
		smt.Walk(f, seen, nil, func(t *smt.Term) {
			switch {
			case t.Op() == smt.OpMul && t.Sort() == x.ints:
				degree = max(degree, t.NumArgs())
				for i, a := range t.Args() {
					atoms[a] = true
					factors = add(factors, a)
					if divisors[a] != nil {
						quotients = add(quotients, a)
					}
					if t.NumArgs() > 2 { // the product of all arguments but one
						factors = add(factors, b.Mul(slices.Delete(slices.Clone(t.Args()), i, i+1)...))
					}
				}
			case t.Op() == smt.OpEq && t.Arg(0).Sort() == x.ints:
				equations = add(equations, b.Sub(t.Arg(0), t.Arg(1)))
			// The atom d <= 0, or its negation: for integers, d > 0 is 1 - d <= 0.
			case t.Op() == smt.OpLe && t.Arg(0).Sort() == x.ints:
				bounds = add(bounds, t.Arg(0))
				bounds = add(bounds, b.Sub(x.int(1), t.Arg(0)))
			}
		})
	}
	if len(factors) == 0 {
		return nil
	}
	// Together, d <= 0 and -d <= 0 are the equation d = 0.
	for i, d := range bounds {
		if onlyOf(d, atoms) && slices.Contains(bounds[:i], b.Neg(d)) {
			equations = add(equations, d)
		}
	}
	var out []*smt.Term
	for _, q := range quotients {
		out = append(out, x.steps(q, divisors[q])...)
	}
	n := 0
	for _, d := range equations {
		if !onlyOf(d, atoms) {
			continue
		}
		if n++; n > mostEquations {
			break
		}
		// Products of the equation's own terms: to derive i*i*i = n*n*n from d = i - n takes i*i*d, i*n*d and n*n*d.
		own := []*smt.Term{x.int(1)}
		for range min(degree, mostOwn) - 1 {
			for _, t := range slices.Clone(own) {
				for _, a := range linearIn(d) {
					own = add(own, b.Mul(t, a))
				}
			}
		}
		for _, t := range own[1:] {
			factors = add(factors, t)
		}
		for _, t := range factors {
			if len(out) == mostMultiples {
				return out
			}
			out = append(out, b.Implies(b.Eq(d, x.int(0)), b.Eq(b.Mul(t, d), x.int(0))))
		}
	}
	return out
}

// mostSteps is the greatest quotient that steps distinguishes from the next one.
const mostSteps = 3

// steps returns implications which say that the product q*d grows with q: where d > 0, q <= c implies q*d <= c*d, and
// q >= c implies q*d >= c*d. So a number from c*d up to (c+1)*d has the quotient c by d.
func (x *checker) steps(q, d *smt.Term) []*smt.Term {
	b := x.b
	p, positive := b.Mul(q, d), b.Lt(x.int(0), d)
	var out []*smt.Term
	for c := int64(-1); c <= mostSteps; c++ {
		m := b.Scale(num.RatOf(c), d)
		out = append(out,
			b.Implies(b.And(positive, b.Le(q, x.int(c))), b.Le(p, m)),
			b.Implies(b.And(positive, b.Le(x.int(c), q)), b.Le(m, p)))
	}
	return out
}

// linearIn returns the terms of a sum, or the term itself.
func linearIn(t *smt.Term) []*smt.Term {
	if t.Op() == smt.OpSum {
		return t.Args()
	}
	return []*smt.Term{t}
}

// onlyOf reports whether t is a sum of multiples of terms in `of`. Numbers are no such sums.
func onlyOf(t *smt.Term, of map[*smt.Term]bool) bool {
	return !slices.ContainsFunc(linearIn(t), func(a *smt.Term) bool { return !of[a] })
}

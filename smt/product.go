package smt

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/num"
)

// Products of sums are expanded, so that a polynomial has one form however it was computed. Equal polynomials are the
// same term, and under a remainder (Wrap) multiples of the modulus vanish wherever they arose. Proofs about products
// need this most: (x - y)·u + y·(v + u) becomes x·u + y·v without any work of the solver.

// maxExpanded bounds the number of monomials of an expanded product, counted before equal ones are merged. A larger
// product stays a product of sums.
const maxExpanded = 64

// maxFactors bounds the number of factors of a monomial. A longer product has products among its factors. Without this
// bound, repeated squaring of a variable would use up the memory.
const maxFactors = 64

// Mul returns the product of one or more terms of one arithmetic sort. It is linear if at most one of them is not a
// number, and otherwise a sum of OpMul terms, about which the solver learns lemmas. Sums are expanded up to a bound,
// beyond which they are factors of an OpMul.
func (b *Builder) Mul(ts ...*Term) *Term {
	s := ts[0].sort
	size := 1
	for _, t := range ts {
		want(t, s)
		if t.op == OpSum && size <= maxExpanded {
			n := len(t.args)
			if !t.val.IsZero() {
				n++
			}
			size *= n
		}
	}
	if size > maxExpanded {
		size = 1
	}
	out := []product{{coef: num.RatOf(1)}}
	for _, t := range ts {
		switch {
		case t.op == OpNum:
			for i := range out {
				out[i].coef = out[i].coef.Mul(t.val)
			}
		case t.op == OpSum && (size > 1 || len(t.args) == 1 && t.val.IsZero()):
			next := make([]product, 0, len(out)*(len(t.args)+1))
			for _, p := range out {
				for i, a := range t.args {
					next = append(next, p.times(a, t.coefs[i]))
				}
				if !t.val.IsZero() {
					next = append(next, product{p.coef.Mul(t.val), p.factors})
				}
			}
			out = next
		default:
			for i := range out {
				out[i] = out[i].times(t, num.RatOf(1))
			}
		}
		for i, p := range out {
			if len(p.factors) > maxFactors {
				out[i].factors = append(p.factors[:0], b.monomial(s, p.factors))
			}
		}
	}
	terms, coefs := make([]*Term, 0, len(out)), make([]num.Rat, 0, len(out))
	konst := num.Rat{}
	for _, p := range out {
		switch {
		case p.coef.IsZero():
			continue
		case len(p.factors) == 0:
			konst = konst.Add(p.coef)
			continue
		case len(p.factors) == 1:
			terms = append(terms, p.factors[0])
		default:
			terms = append(terms, b.monomial(s, p.factors))
		}
		coefs = append(coefs, p.coef)
	}
	return b.Linear(s, konst, coefs, terms)
}

// monomial returns the product of two or more factors. It sorts factors.
func (b *Builder) monomial(s *Sort, factors []*Term) *Term {
	slices.SortFunc(factors, func(x, y *Term) int { return cmp.Compare(x.id, y.id) })
	return b.intern(Term{op: OpMul, sort: s, args: factors})
}

// A product is a number times terms, none of which is a number or an expanded sum.
type product struct {
	coef    num.Rat
	factors []*Term
}

// times returns p·k·t. It shares no memory with p.
func (p product) times(t *Term, k num.Rat) product {
	f := make([]*Term, len(p.factors), len(p.factors)+max(1, len(t.args)))
	copy(f, p.factors)
	if t.op == OpMul {
		f = append(f, t.args...)
	} else {
		f = append(f, t)
	}
	return product{p.coef.Mul(k), f}
}

// Multiplied reports whether the formulas contain nonlinear products.
func Multiplied(fs ...*Term) bool {
	found := false
	seen := map[*Term]bool{}
	for _, f := range fs {
		Walk(f, seen, nil, func(t *Term) { found = found || t.op == OpMul })
	}
	return found
}

// maxDivisor is the largest divisor for which the remainders are distinguished one by one.
const maxDivisor = 4

// Divisions lists valid formulas about the products in fs that have a quotient as a factor. Linear arithmetic treats
// products as opaque terms: it relates a quotient to its dividend, but not their products. For a product p·(t div k)
// with a small k and each remainder j, the formula says: if t = k·(t div k) + j, then p·t = k·p·(t div k) + j·p.
func (b *Builder) Divisions(fs ...*Term) []*Term {
	var out []*Term
	seen := map[*Term]bool{}
	for _, f := range fs {
		Walk(f, seen, nil, func(m *Term) {
			if m.op != OpMul {
				return
			}
			for i, d := range m.args {
				if d.op != OpDiv || i > 0 && d == m.args[i-1] {
					continue
				}
				k, small := d.val.Num().Int64()
				if !small || k > maxDivisor {
					continue
				}
				p := b.Mul(slices.Delete(slices.Clone(m.args), i, i+1)...)
				t := d.args[0]
				rest, product := b.Mod(t, d.val), b.Mul(p, t)
				for j := range k {
					c := num.RatOf(j)
					f := b.Eq(product, b.Add(b.Scale(d.val, m), b.Scale(c, p)))
					out = append(out, b.Implies(b.Eq(rest, b.Num(c, b.intSort)), f))
				}
			}
		})
	}
	return out
}

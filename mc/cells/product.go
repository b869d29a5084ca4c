// More cases, on request (Transfer.Cases). If an operand has few values, each is a case, in which the operation is
// linear. Other products are bounded by the products with the ends of their factors' ranges (McCormick 1976), for
// each combination of signs.

package cells

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// maxSpread bounds the values of an operand that are distinguished.
const maxSpread = 16

// spread splits s by the values of w, and returns the cases that f gives for each. It reports false if there are too
// many values.
func (x *evaluator[E]) spread(s E, w linear.Expr, f func(s E, k num.Rat) []one[E]) (out []one[E], ok bool) {
	lo, hi, hasLo, hasHi := x.bounds(s, w)
	if !x.whole(s) || !hasLo || !hasHi || !w.Constant().IsInt() || !hi.Sub(lo).Less(num.RatOf(maxSpread)) {
		return nil, false
	}
	for t := range w.Terms() {
		if !t.Coef.IsInt() {
			return nil, false
		}
	}
	for k := lo.Floor(); k.LessEq(hi); k = k.Add(num.RatOf(1)) {
		for _, t := range x.assume(nil, s, w.EQ(linear.Const(k))) {
			out = append(out, f(t, k)...)
		}
	}
	return out, true
}

// product returns the cases of v*w.
func (x *evaluator[E]) product(s E, e *cfa.Binary, v, w linear.Expr) []one[E] {
	if out, ok := x.spread(s, w, func(t E, k num.Rat) []one[E] { return x.is(t, v.Scale(k)) }); ok {
		return out
	}
	if out, ok := x.spread(s, v, func(t E, k num.Rat) []one[E] { return x.is(t, w.Scale(k)) }); ok {
		return out
	}
	x.open(e)
	zero := linear.Expr{}
	var out []one[E]
	halves := func(s E, v linear.Expr) []E {
		return x.assume(x.assume(nil, s, v.GE(zero)), s, v.LT(zero))
	}
	for _, t := range halves(s, v) {
		us := []E{t}
		if !v.Equal(w) {
			us = halves(t, w)
		}
		for _, u := range us {
			for _, c := range x.between(u, e) {
				if !c.known {
					var r linear.Expr
					c.s, r = fresh(c.s)
					c.v, c.known = r, true
				}
				if c.s = c.s.Assume(x.hull(c.s, c.v, v, w)...); !c.s.IsBottom() {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// whole reports whether the values of dimensions are integers.
func (x *evaluator[E]) whole(s E) bool { return x.integers || s.Numbers() == linear.Integers }

// hull returns linear constraints that r = v*w satisfies if v is in [a,b] and w in [c,d], the ranges known in s: they
// express that (v-a)(w-c), (b-v)(d-w), (b-v)(w-c) and (v-a)(d-w) are not negative. For the square of an integer it
// adds r >= v and r >= -v.
func (x *evaluator[E]) hull(s E, r, v, w linear.Expr) []linear.Constraint {
	a, b, hasA, hasB := x.bounds(s, v)
	c, d, hasC, hasD := x.bounds(s, w)
	sum := func(p, q num.Rat) linear.Expr { return w.Scale(p).Add(v.Scale(q)).AddConst(p.Mul(q).Neg()) }
	var cs []linear.Constraint
	if hasA && hasC {
		cs = append(cs, r.GE(sum(a, c)))
	}
	if hasB && hasD {
		cs = append(cs, r.GE(sum(b, d)))
	}
	if hasB && hasC {
		cs = append(cs, r.LE(sum(b, c)))
	}
	if hasA && hasD {
		cs = append(cs, r.LE(sum(a, d)))
	}
	if v.Equal(w) && x.whole(s) {
		cs = append(cs, r.GE(v), r.GE(v.Neg()))
	}
	return cs
}

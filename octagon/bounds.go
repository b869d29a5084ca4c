// This file has Bounds and Entails: upper and lower bounds of linear expressions over an octagon.

package octagon

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Bounds returns an interval that contains all values of e, and false if o is bottom. The interval is the least one if
// e is octagonal (k x + c or k x ± k y + c) and, over the rationals, if e has two variables. Otherwise Bounds writes e
// as a sum of octagonal forms. It takes greedily the form that improves most on the bounds of the single variables.
// Cost: O(k^3) for k variables.
func (o *Octagon) Bounds(e linear.Expr) (linear.Interval, bool) {
	o.checkExpr("Bounds", e)
	c := o.closed()
	if c.empty {
		return linear.Interval{}, false
	}
	var i linear.Interval
	if u := c.sup(e); !u.inf {
		i.Hi = linear.End{At: u.r, Kind: linear.Closed}
	}
	if u := c.sup(e.Neg()); !u.inf {
		i.Lo = linear.End{At: u.r.Neg(), Kind: linear.Closed}
	}
	return i, true
}

// Entails reports whether all points of o satisfy c. It is exact if c is octagonal. Otherwise it is sound but may
// return false for a constraint that holds: see Bounds.
func (o *Octagon) Entails(c linear.Constraint) bool {
	o.checkExpr("Entails", c.Expr)
	e := o.closed()
	if e.empty {
		return true
	}
	if o.integer() {
		c = c.Tighten()
	}
	u := e.sup(c.Expr)
	switch {
	case u.inf || u.r.Sign() > 0:
		return false
	case c.Rel == linear.LE:
		return true
	case c.Rel == linear.LT:
		return u.r.Sign() < 0
	}
	v := e.sup(c.Expr.Neg())
	return !v.inf && v.r.Sign() <= 0
}

// sup returns an upper bound of e over o, which must be closed and not bottom.
func (o *Octagon) sup(e linear.Expr) ext {
	if a, b, k, ok := octagonal(e); ok {
		u := o.ext(a, b)
		if u.inf {
			return u
		}
		return ext{r: u.r.Mul(k).Add(e.Constant())}
	}
	type summand struct {
		lit int
		k   num.Rat // the factor of the literal, positive
		u   ext     // the bound of the literal
	}
	var rest []summand
	for t := range e.Terms() {
		l := lit(t)
		rest = append(rest, summand{l, t.Coef.Abs(), o.ext(l^1, l).half()})
	}
	sum := num.Rat{}
	// Each step takes out of rest the pair that improves the bound most. It uses up at least one variable.
	for len(rest) > 1 {
		bi, bj, gain, found, forced := 0, 0, num.Rat{}, false, false
		for i, s := range rest {
			for j, t := range rest[:i] {
				b := o.blockOf(s.lit >> 1)
				if b == nil || b != o.blockOf(t.lit>>1) {
					continue
				}
				u := o.ext(s.lit^1, t.lit)
				if u.inf {
					continue
				}
				need := s.u.inf || t.u.inf
				save := num.Rat{}
				if !need {
					save = s.u.r.Add(t.u.r).Sub(u.r).Mul(minRat(s.k, t.k))
					if save.Sign() == 0 {
						continue
					}
				}
				if !found || need && !forced || need == forced && gain.Less(save) {
					bi, bj, gain, found, forced = i, j, save, true, need
				}
			}
		}
		if !found {
			break
		}
		s, t := rest[bi], rest[bj]
		k := minRat(s.k, t.k)
		sum = sum.AddMul(o.ext(s.lit^1, t.lit).r, k)
		rest[bi].k, rest[bj].k = s.k.Sub(k), t.k.Sub(k)
		kept := rest[:0]
		for _, s := range rest {
			if !s.k.IsZero() {
				kept = append(kept, s)
			}
		}
		rest = kept
	}
	for _, s := range rest {
		if s.u.inf {
			return o.last(e)
		}
		sum = sum.AddMul(s.u.r, s.k)
	}
	return ext{r: o.round(e, sum).Add(e.Constant())}
}

// last bounds what remains after pairing. For two variables with different weights, k x + l y with k > l, x may have
// no bound although x + y and x - y have one.
func (o *Octagon) last(e linear.Expr) ext {
	if e.Len() != 2 {
		return ext{inf: true}
	}
	s, t := e.Term(0), e.Term(1)
	if s.Coef.Abs().Less(t.Coef.Abs()) {
		s, t = t, s
	}
	a, b := lit(s), lit(t)
	u, v := o.ext(a^1, b), o.ext(a^1, b^1)
	if u.inf || v.inf {
		return ext{inf: true}
	}
	k, l, half := s.Coef.Abs(), t.Coef.Abs(), num.RatFrac(1, 2)
	sum := u.r.Mul(k.Add(l)).Add(v.r.Mul(k.Sub(l))).Mul(half)
	return ext{r: o.round(e, sum).Add(e.Constant())}
}

// round rounds u, an upper bound of e without its constant, to a value that e can have at an integer point.
func (o *Octagon) round(e linear.Expr, u num.Rat) num.Rat {
	if !o.integer() || e.IsConst() {
		return u
	}
	g := e.Term(0).Coef.Abs()
	for t := range e.Terms() {
		g = num.RatGCD(g, t.Coef)
	}
	return u.Quo(g).Floor().Mul(g)
}

func minRat(a, b num.Rat) num.Rat {
	if b.Less(a) {
		return b
	}
	return a
}

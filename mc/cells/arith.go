// Operators that are not linear. They become linear if an operand has only one value, or in each of a few cases.
// Otherwise the result is a new dimension with bounds.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// binary returns the cases of an arithmetic operator. If the value is unknown in a case it reports the nonlinear
// operators in e.
func (x *evaluator[E]) binary(s E, e *cfa.Binary) []one[E] {
	cases := x.operate(s, e)
	if x.approximated != nil && slices.ContainsFunc(cases, func(c one[E]) bool { return !c.known }) {
		if Nonlinear(e) {
			x.approximated(e)
		}
		// If the left operand is unknown, the right one was not evaluated.
		cfa.Walk(e.Y, func(y cfa.Expr) {
			if b, ok := y.(*cfa.Binary); ok && Nonlinear(b) {
				x.approximated(b)
			}
		})
	}
	return cases
}

// bits returns the cases of a bitwise operator if both operands have one value, or if it is the remainder by a power
// of 2. It returns nil otherwise.
func (x *evaluator[E]) bits(s E, op cfa.BinOp, v, w linear.Expr) []one[E] {
	k, isK := x.point(s, v)
	l, isL := x.point(s, w)
	if isK && isL && k.IsInt() && l.IsInt() {
		a, b := k.Num(), l.Num()
		switch op {
		case cfa.BitAnd:
			a = a.And(b)
		case cfa.BitOr:
			a = a.Or(b)
		default:
			a = a.Xor(b)
		}
		return x.is(s, linear.Const(num.RatOfInt(a)))
	}
	if isK {
		v, l, isL = w, k, true
	}
	if op == cfa.BitAnd && isL && l.IsInt() && l.Sign() >= 0 {
		if m := l.Num().Add(num.Of(1)); m.And(l.Num()).IsZero() { // the result is the remainder of v by a power of 2
			return x.floor(s, v, num.RatOfInt(m), true)
		}
	}
	return nil
}

// between returns a new value of which nothing is known but the bounds that follow from the form of the expression e.
func (x *evaluator[E]) between(s E, e cfa.Expr) []one[E] {
	lo, hi, ok := cfa.Bounds(e)
	if !ok {
		return x.any(s)
	}
	t, v := fresh(s)
	return x.is(t.Assume(v.GE(linear.Const(num.RatOfInt(lo))), v.LE(linear.Const(num.RatOfInt(hi)))), v)
}

// floor returns v/p rounded down, for p > 0, or, if rest is set, the remainder of this division. A kept quotient of v
// by p is used if there is one.
func (x *evaluator[E]) floor(s E, v linear.Expr, p num.Rat, rest bool) []one[E] {
	value := func(s E, q linear.Expr) []one[E] {
		if rest {
			return x.is(s, v.Sub(q.Scale(p)))
		}
		return x.is(s, q)
	}
	if lo, hi, hasLo, hasHi := x.bounds(s, v); hasLo && hasHi {
		if q := lo.Quo(p).Floor(); q.Equal(hi.Quo(p).Floor()) {
			return value(s, linear.Const(q))
		}
	}
	if q, shift, ok := x.lay.quotientOf(v, p); ok {
		return value(define(s, q.dim, q.at, q.by), linear.X(q.dim).AddConst(shift))
	}
	t, q := fresh(s)
	t = t.Assume(x.tight([]linear.Constraint{q.Scale(p).LE(v), v.LT(q.AddInt(1).Scale(p))})...)
	return value(t, q)
}

// mostTimes is the greatest quotient that times looks for, plus 1.
const mostTimes = 3

// times returns the integer quotient of v by w, if s determines it, v >= 0, w > 0, and it is small.
func (x *evaluator[E]) times(s E, v, w linear.Expr) (q int64, ok bool) {
	zero := linear.Expr{}
	if !s.Entails(v.GE(zero)) || !s.Entails(w.GT(zero)) {
		return 0, false
	}
	for q = range mostTimes {
		if s.Entails(v.LT(w.ScaleInt(q + 1))) {
			return q, s.Entails(v.GE(w.ScaleInt(q)))
		}
	}
	return 0, false
}

// divide returns the cases of v divided by k, rounded towards zero, or of the remainder.
func (x *evaluator[E]) divide(s E, v linear.Expr, k num.Rat, op cfa.BinOp) []one[E] {
	if k.IsZero() {
		return nil // the division is undefined
	}
	var out []one[E]
	// half divides v >= 0 by |k| and multiplies the result by sign.
	half := func(s E, v linear.Expr, sign int64) {
		for _, c := range x.floor(s, v, k.Abs(), op == cfa.Rem) {
			out = append(out, one[E]{c.s, c.v.ScaleInt(sign), true})
		}
	}
	sign := int64(k.Sign())
	if op == cfa.Rem {
		sign = 1
	}
	for _, t := range x.assume(nil, s, v.GE(linear.Expr{})) {
		half(t, v, sign)
	}
	for _, t := range x.assume(nil, s, v.LT(linear.Expr{})) {
		half(t, v.Neg(), -sign)
	}
	return out
}

// wrap returns the cases of a value that is wrapped to a word: one case for each number of times it may wrap around,
// if these are few, and otherwise a new dimension with the word's range.
func (x *evaluator[E]) wrap(c one[E], e *cfa.Wrap) []one[E] {
	low, _, high, _ := cfa.Range{Bits: e.Bits, Signed: e.Signed}.Bounds()
	min, max, size := num.RatOfInt(low), num.RatOfInt(high), num.RatOfInt(num.Pow2(uint(e.Bits)))
	lo, hi, hasLo, hasHi := x.bounds(c.s, c.v)
	if x.fits != nil && !(hasLo && hasHi && lo.Sub(min).Quo(size).Floor().Equal(hi.Sub(min).Quo(size).Floor())) {
		for _, t := range x.assume(x.assume(nil, c.s, c.v.LT(linear.Const(min))), c.s, c.v.GT(linear.Const(max))) {
			x.fits(t)
		}
		var out []one[E]
		for _, t := range x.assume(nil, c.s, c.v.GE(linear.Const(min)), c.v.LE(linear.Const(max))) {
			out = append(out, one[E]{t, c.v, true})
		}
		return out
	}
	if hasLo && hasHi {
		from, to := lo.Sub(min).Quo(size).Floor(), hi.Sub(min).Quo(size).Floor()
		if from.Equal(to) {
			return x.is(c.s, c.v.AddConst(from.Mul(size).Neg()))
		}
		if n := to.Sub(from); n.Less(num.RatOf(maxWraps)) {
			var out []one[E]
			for k := from; k.LessEq(to); k = k.Add(num.RatOf(1)) {
				v := c.v.AddConst(k.Mul(size).Neg())
				for _, t := range x.assume(nil, c.s, v.GE(linear.Const(min)), v.LE(linear.Const(max))) {
					out = append(out, one[E]{t, v, true})
				}
			}
			return out
		}
	}
	x.open(e)
	around := func(s E) one[E] {
		t, v := fresh(s)
		return one[E]{t.Assume(v.GE(linear.Const(min)), v.LE(linear.Const(max))), v, true}
	}
	if !x.cases {
		return []one[E]{around(c.s)}
	}
	// Values that wrap around at most once are distinguished, others are not.
	var out []one[E]
	for k := int64(-1); k <= 1; k++ {
		v := c.v.AddConst(size.Mul(num.RatOf(-k)))
		for _, t := range x.assume(nil, c.s, v.GE(linear.Const(min)), v.LE(linear.Const(max))) {
			out = append(out, one[E]{t, v, true})
		}
	}
	for _, t := range x.assume(nil, c.s, c.v.LT(linear.Const(min.Sub(size)))) {
		out = append(out, around(t))
	}
	for _, t := range x.assume(nil, c.s, c.v.GT(linear.Const(max.Add(size)))) {
		out = append(out, around(t))
	}
	return out
}

package cfa

import "github.com/whet-mc/whet/num"

// Interval analysis over the structure of one expression: nothing but the ranges
// of variables, cells and words is known. It looks boundsDepth levels deep, so
// that calling it at every level of a long chain (a sum of 10^5 terms) costs a
// constant each time; below that, an expression has the bounds of its type: those
// of a variable, a cell, a Wrap or a truth value, and none for other operators.

const boundsDepth = 8

// Bounds returns numbers between which every defined value of e lies, and
// whether both are known. An expression that is never defined has any bounds.
func Bounds(e Expr) (lo, hi num.Int, bounded bool) {
	s := spanOf(e, boundsDepth)
	return s.lo, s.hi, s.hasLo && s.hasHi
}

// span is an interval of integers, either end of which may be missing.
type span struct {
	lo, hi       num.Int
	hasLo, hasHi bool
}

var (
	one     = num.Of(1)
	minus   = num.Of(-1)
	truth   = span{num.Of(0), one, true, true}
	natural = span{hasLo: true}
)

func point(x num.Int) span         { return span{x, x, true, true} }
func between(lo, hi num.Int) span  { return span{lo, hi, true, true} }
func (s span) finite() bool        { return s.hasLo && s.hasHi }
func (s span) nonNegative() bool   { return s.hasLo && s.lo.Sign() >= 0 }
func (s span) has(x num.Int) bool  { return !(s.hasLo && x.Less(s.lo)) && !(s.hasHi && s.hi.Less(x)) }
func (s span) within(t span) bool  { return s.aboveLo(t) && s.belowHi(t) }
func (s span) aboveLo(t span) bool { return !t.hasLo || s.hasLo && !s.lo.Less(t.lo) }
func (s span) belowHi(t span) bool { return !t.hasHi || s.hasHi && !t.hi.Less(s.hi) }

// magnitude is the greatest absolute value in a finite span.
func (s span) magnitude() num.Int { return maxInt(abs(s.lo), abs(s.hi)) }

func abs(x num.Int) num.Int {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

func minInt(x, y num.Int) num.Int {
	if y.Less(x) {
		return y
	}
	return x
}

func maxInt(x, y num.Int) num.Int {
	if x.Less(y) {
		return y
	}
	return x
}

// hull is the least span that contains all of xs, of which there is at least one.
func hull(xs ...num.Int) span {
	s := point(xs[0])
	for _, x := range xs[1:] {
		s.lo, s.hi = minInt(s.lo, x), maxInt(s.hi, x)
	}
	return s
}

func rangeSpan(r Range) span {
	lo, hasLo, hi, hasHi := r.Bounds()
	return span{lo, hi, hasLo, hasHi}
}

func spanOf(e Expr, depth int) span {
	switch e := e.(type) {
	case *Const:
		return point(e.Val)
	case *Var:
		return rangeSpan(e.Range)
	case *Select:
		return rangeSpan(e.Arr.Elem)
	case *Wrap:
		word := rangeSpan(Range{Bits: e.Bits, Signed: e.Signed})
		if depth > 0 {
			if s := spanOf(e.X, depth-1); s.within(word) {
				return s
			}
		}
		return word
	case *Unary:
		if e.Op == Not {
			return truth
		}
		if depth == 0 {
			return span{}
		}
		s := spanOf(e.X, depth-1)
		s = span{s.hi.Neg(), s.lo.Neg(), s.hasHi, s.hasLo}
		if e.Op == BitNot {
			s.lo, s.hi = s.lo.Sub(one), s.hi.Sub(one)
		}
		return s
	case *Ite:
		if depth == 0 {
			return span{}
		}
		s, t := spanOf(e.T, depth-1), spanOf(e.E, depth-1)
		return span{minInt(s.lo, t.lo), maxInt(s.hi, t.hi), s.hasLo && t.hasLo, s.hasHi && t.hasHi}
	case *Binary:
		if e.Op.Comparison() || e.Op == And || e.Op == Or {
			return truth
		}
		if depth == 0 {
			return span{}
		}
		return binarySpan(e.Op, spanOf(e.X, depth-1), spanOf(e.Y, depth-1))
	}
	return span{}
}

func binarySpan(op BinOp, x, y span) span {
	switch op {
	case Add:
		return span{x.lo.Add(y.lo), x.hi.Add(y.hi), x.hasLo && y.hasLo, x.hasHi && y.hasHi}
	case Sub:
		return span{x.lo.Sub(y.hi), x.hi.Sub(y.lo), x.hasLo && y.hasHi, x.hasHi && y.hasLo}
	case Mul:
		if x.finite() && y.finite() {
			return hull(x.lo.Mul(y.lo), x.lo.Mul(y.hi), x.hi.Mul(y.lo), x.hi.Mul(y.hi))
		}
		if x.nonNegative() && y.nonNegative() {
			return span{lo: x.lo.Mul(y.lo), hasLo: true}
		}
	case Div:
		return quoSpan(x, y)
	case Rem:
		return remSpan(x, y)
	case BitAnd, BitOr, BitXor:
		return bitSpan(op, x, y)
	case Shl, Shr:
		// Outside of 0..127 the shift is undefined, and no value is missed.
		lo, hi := num.Of(0), num.Of(127)
		if y.hasLo {
			lo = maxInt(lo, y.lo)
		}
		if y.hasHi {
			hi = minInt(hi, y.hi)
		}
		a, _ := lo.Int64()
		b, _ := hi.Int64()
		if a > b || a < 0 || b > 127 {
			return span{}
		}
		shift := num.Int.Shl
		if op == Shr {
			shift = num.Int.Shr
		}
		switch m, n := uint(a), uint(b); {
		case x.finite():
			return hull(shift(x.lo, m), shift(x.lo, n), shift(x.hi, m), shift(x.hi, n))
		case x.nonNegative():
			return natural
		}
	}
	return span{}
}

// quoSpan: for a fixed divisor the quotient is monotone in the dividend, for a
// fixed dividend it is monotone on the positive and on the negative divisors.
func quoSpan(x, y span) span {
	if !x.finite() {
		if x.nonNegative() && y.nonNegative() {
			return natural
		}
		return span{}
	}
	if !y.finite() {
		m := x.magnitude()
		if x.nonNegative() && y.nonNegative() {
			return between(num.Of(0), m)
		}
		return between(m.Neg(), m)
	}
	var corners []num.Int
	for _, d := range []num.Int{y.lo, y.hi, one, minus} {
		if !d.IsZero() && y.has(d) {
			corners = append(corners, x.lo.Quo(d), x.hi.Quo(d))
		}
	}
	if len(corners) == 0 {
		return span{} // only 0: never defined
	}
	return hull(corners...)
}

// remSpan: the remainder has the sign of the dividend, is not greater, and is below the divisor.
func remSpan(x, y span) span {
	var m num.Int
	switch {
	case x.finite() && y.finite():
		m = minInt(x.magnitude(), y.magnitude().Sub(one))
	case x.finite():
		m = x.magnitude()
	case y.finite():
		m = y.magnitude().Sub(one)
	case x.nonNegative():
		return natural
	default:
		return span{}
	}
	if m.Sign() < 0 {
		return span{} // only 0: never defined
	}
	s := between(m.Neg(), m)
	if x.nonNegative() {
		s.lo = num.Of(0)
	}
	if x.hasHi && x.hi.Sign() <= 0 {
		s.hi = num.Of(0)
	}
	return s
}

func bitSpan(op BinOp, x, y span) span {
	if op == BitAnd {
		// A conjunction with a number that is not negative lies between 0 and that number.
		switch s := (span{hasLo: true}); {
		case x.nonNegative() && y.nonNegative():
			s.hi, s.hasHi = x.hi, x.hasHi
			if y.hasHi && (!s.hasHi || y.hi.Less(s.hi)) {
				s.hi, s.hasHi = y.hi, true
			}
			return s
		case x.nonNegative():
			s.hi, s.hasHi = x.hi, x.hasHi
			return s
		case y.nonNegative():
			s.hi, s.hasHi = y.hi, y.hasHi
			return s
		}
	}
	if !x.finite() || !y.finite() {
		if x.nonNegative() && y.nonNegative() {
			return natural
		}
		return span{}
	}
	// Numbers that fit a word of some width stay in it.
	w := num.Of(1)
	for m := maxInt(maxInt(x.hi, x.lo.Not()), maxInt(y.hi, y.lo.Not())); !m.Less(w); {
		w = w.Shl(1)
	}
	s := between(w.Neg(), w.Sub(one))
	if x.nonNegative() && y.nonNegative() {
		s.lo = num.Of(0)
		if op == BitOr {
			s.lo = maxInt(x.lo, y.lo)
		}
	}
	return s
}

// total reports whether e is defined in every state, as far as it can be seen
// boundsDepth levels deep: only such a part may be dropped from an expression. A
// cell is not taken to be total, since reading beside every object ends a run.
func total(e Expr) bool { return totalTo(e, boundsDepth) }

func totalTo(e Expr, depth int) bool {
	switch e.(type) {
	case *Const, *Var:
		return true
	}
	if depth == 0 {
		return false
	}
	switch e := e.(type) {
	case *Unary:
		return totalTo(e.X, depth-1)
	case *Wrap:
		return totalTo(e.X, depth-1)
	case *Ite:
		return totalTo(e.C, depth-1) && totalTo(e.T, depth-1) && totalTo(e.E, depth-1)
	case *Binary:
		switch e.Op {
		case Div, Rem:
			if s := spanOf(e.Y, depth-1); s.has(num.Of(0)) {
				return false
			}
		case Shl, Shr:
			if s := spanOf(e.Y, depth-1); !s.within(between(num.Of(0), num.Of(127))) {
				return false
			}
		}
		return totalTo(e.X, depth-1) && totalTo(e.Y, depth-1)
	}
	return false
}

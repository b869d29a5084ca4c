package cells

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Bounds on what one operation may cost. Where one is exceeded the value is unknown.
const (
	maxCases = 4096 // of an expression
	// of where cells lie beside an index, or beside what a fill or a copy reaches: with n cells
	// there can be 3^n
	maxPlaces = 256
	maxWraps  = 4 // times that a word may wrap around in one operation, to be distinguished
	maxShift  = 128
)

// What operations cost is counted by those who explore, as so much for an image. Where an operation
// asks more than so many questions whether a case is empty, that is counted here.
const (
	fewQuestions = 64
	questionWork = 3 // units of package effort for each
)

// one case of an expression: where the program is in s, its value is v, or not known.
//
// The elements of cases can have dimensions after those of the layout, which stand for values that
// are not linear in the others, such as the quotient of a division; Transfer removes them in the
// end.
type one[E any] struct {
	s     E
	v     linear.Expr
	known bool
}

// evaluator computes cases of expressions.
type evaluator[E numeric.Element[E]] struct {
	lay *Layout
	// called for what no dimensions could tell, and for what takes too many cases; or nil
	approximated func(e cfa.Expr)
	made         int             // cases
	asked        int             // whether a case is empty
	ctx          context.Context // Transfer.Context
	over         bool            // it has ended: cases are not distinguished any more

	inexact func() // called where a case is made larger than it is; or nil

	cases bool    // Transfer.Cases
	fits  func(E) // Transfer.Fits, for elements with further dimensions

	integers bool // the elements are rational relaxations: what is assumed is about integers
}

func (x *evaluator[E]) is(s E, v linear.Expr) []one[E] { return []one[E]{{s, v, true}} }

func (x *evaluator[E]) any(s E) []one[E] { return []one[E]{{s: s}} }

// then evaluates on: f is called with each case whose value is known; others stay unknown.
func then[E any](cases []one[E], f func(c one[E]) []one[E]) []one[E] {
	if len(cases) == 1 && cases[0].known {
		return f(cases[0])
	}
	var out []one[E]
	for _, c := range cases {
		if c.known {
			out = append(out, f(c)...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// bounds is an interval of integers that a value lies in.
func (x *evaluator[E]) bounds(s E, v linear.Expr) (lo, hi num.Rat, hasLo, hasHi bool) {
	if v.IsConst() {
		return v.Constant(), v.Constant(), true, true
	}
	i, ok := s.Bounds(v)
	if !ok {
		return lo, hi, false, false
	}
	return i.Lo.At, i.Hi.At, i.Lo.Kind != linear.Unbounded, i.Hi.Kind != linear.Unbounded
}

// point is the one number that a value can be.
func (x *evaluator[E]) point(s E, v linear.Expr) (num.Rat, bool) {
	lo, hi, hasLo, hasHi := x.bounds(s, v)
	return lo, hasLo && hasHi && lo.Equal(hi)
}

// assume appends s with the constraints to ss, if that is not empty.
func (x *evaluator[E]) assume(ss []E, s E, cs ...linear.Constraint) []E {
	if x.asked++; x.asked%fewQuestions == 0 && x.ctx != nil && !x.over {
		effort.Charge(x.ctx, fewQuestions*questionWork)
		x.over = effort.Done(x.ctx)
	}
	t := s.Assume(x.tight(cs)...)
	if len(x.lay.orders) > 0 {
		t = x.signed(t, cs)
		if len(x.lay.fixed) > 0 {
			t = x.measured(t, cs)
		}
	}
	if t.IsBottom() {
		return ss
	}
	return append(ss, t)
}

// tight tightens constraints that are about integers, where the elements do not do that themselves.
func (x *evaluator[E]) tight(cs []linear.Constraint) []linear.Constraint {
	if x.integers {
		for i, c := range cs {
			cs[i] = c.Tighten()
		}
	}
	return cs
}

// fresh adds a dimension with a value of its own.
func fresh[E numeric.Element[E]](s E) (E, linear.Expr) { return s.AddDims(1), linear.X(s.Dims()) }

// term returns cases of e that together are all of s in which e is defined.
func (x *evaluator[E]) term(s E, e cfa.Expr) []one[E] {
	if x.made++; x.made > maxCases || x.over {
		x.open(e)
		return x.any(s)
	}
	switch e := e.(type) {
	case *cfa.Var:
		if d, ok := x.lay.Var(e); ok {
			return x.is(s, linear.X(d))
		}
		return x.any(s)
	case *cfa.Const:
		return x.is(s, linear.Const(num.RatOfInt(e.Val)))
	case *cfa.Select:
		return x.load(s, e.Arr, e.Idx)
	case *cfa.Wrap:
		if y, ok := x.flipped(e); ok {
			return then(x.term(s, y), func(c one[E]) []one[E] { return x.flip(c, e) })
		}
		return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.wrap(c, e) })
	case *cfa.Ite:
		if d, ok := x.orderForm(e); ok {
			return x.is(s, linear.X(d))
		}
		var out []one[E]
		for _, t := range x.cond(s, e.C, true) {
			out = append(out, x.term(t, e.T)...)
		}
		for _, t := range x.cond(s, e.C, false) {
			out = append(out, x.term(t, e.E)...)
		}
		return out
	case *cfa.Unary:
		switch e.Op {
		case cfa.Neg:
			return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.is(c.s, c.v.Neg()) })
		case cfa.BitNot:
			return then(x.term(s, e.X), func(c one[E]) []one[E] { return x.is(c.s, c.v.Neg().AddInt(-1)) })
		}
		return x.truth(s, e)
	case *cfa.Binary:
		switch e.Op {
		case cfa.Add, cfa.Sub, cfa.Mul, cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr, cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			return x.binary(s, e)
		}
		return x.truth(s, e)
	}
	return x.any(s)
}

// truth is a condition as a number.
func (x *evaluator[E]) truth(s E, e cfa.Expr) []one[E] {
	var out []one[E]
	for _, t := range x.cond(s, e, true) {
		out = append(out, one[E]{t, linear.ConstInt(1), true})
	}
	for _, t := range x.cond(s, e, false) {
		out = append(out, one[E]{t, linear.Expr{}, true})
	}
	return out
}

// both evaluates two operands.
func (x *evaluator[E]) both(s E, e, f cfa.Expr, combine func(s E, v, w linear.Expr) []one[E]) []one[E] {
	return then(x.term(s, e), func(c one[E]) []one[E] {
		return then(x.term(c.s, f), func(d one[E]) []one[E] { return combine(d.s, c.v, d.v) })
	})
}

// open says that the value of an expression is left open.
func (x *evaluator[E]) open(e cfa.Expr) {
	if x.approximated != nil {
		x.approximated(e)
	}
}

// Nonlinear reports whether an operation is linear only where operands happen to have one value.
func Nonlinear(e *cfa.Binary) bool {
	_, left := cfa.IsConst(e.X)
	_, right := cfa.IsConst(e.Y)
	switch e.Op {
	case cfa.Mul:
		return !left && !right
	case cfa.Div, cfa.Rem, cfa.Shl, cfa.Shr:
		return !right
	case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
		return true
	}
	return false
}

func (x *evaluator[E]) operate(s E, e *cfa.Binary) []one[E] {
	return x.both(s, e.X, e.Y, func(s E, v, w linear.Expr) []one[E] {
		switch e.Op {
		case cfa.Add:
			return x.is(s, v.Add(w))
		case cfa.Sub:
			return x.is(s, v.Sub(w))
		case cfa.Mul:
			if k, ok := x.point(s, w); ok {
				return x.is(s, v.Scale(k))
			}
			if k, ok := x.point(s, v); ok {
				return x.is(s, w.Scale(k))
			}
			if r, ok := multiply(s, v, w); ok {
				return x.is(s, r)
			}
			if x.cases {
				return x.product(s, e, v, w)
			}
		case cfa.Div, cfa.Rem:
			if k, ok := x.point(s, w); ok {
				return x.divide(s, v, k, e.Op)
			}
			if q, ok := x.times(s, v, w); ok {
				if e.Op == cfa.Div {
					return x.is(s, linear.ConstInt(q))
				}
				return x.is(s, v.Sub(w.ScaleInt(q)))
			}
			if x.cases {
				if out, ok := x.spread(s, w, func(t E, k num.Rat) []one[E] { return x.divide(t, v, k, e.Op) }); ok {
					return out
				}
			}
		case cfa.Shl, cfa.Shr:
			if k, ok := x.point(s, w); ok {
				n, small := k.Int64()
				if !small || n < 0 || n >= maxShift {
					return nil // undefined
				}
				p := num.RatOfInt(num.Pow2(uint(n)))
				if e.Op == cfa.Shl {
					return x.is(s, v.Scale(p))
				}
				return x.floor(s, v, p, false)
			}
		case cfa.BitAnd, cfa.BitOr, cfa.BitXor:
			if out := x.bits(s, e.Op, v, w); out != nil {
				return out
			}
		}
		x.open(e)
		return x.between(s, e)
	})
}

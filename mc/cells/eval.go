// The cases of an expression. Evaluation splits an element into cases, in each of which the expression is linear over
// the dimensions, or unknown. Invariant: the union of the cases contains all of the element in which the expression
// is defined.

package cells

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Bounds on the cost of one operation. If one is exceeded the value is unknown.
const (
	maxCases = 4096 // the number of cases of the expressions of an operation
	// maxPlaces bounds the cases of how cells lie relative to an index, or to the range of a fill or a copy: n cells
	// can give 3^n.
	maxPlaces = 256
	maxWraps  = 4   // how many different numbers of times that a word may wrap around are distinguished
	maxShift  = 128 // a shift by 128 bits or more is undefined
)

// Explorers charge a fixed amount of work for each image. If an operation asks more than fewQuestions times whether a
// case is empty, the questions are charged here.
const (
	fewQuestions = 64
	questionWork = 3 // units of package effort for each question
)

// one is a case of an expression: in the states s its value is v, or unknown if known is false.
//
// The elements of cases can have dimensions after those of the layout, which stand for values that are not linear in
// the others, such as the quotient of a division. Transfer removes them in the end.
type one[E any] struct {
	s     E
	v     linear.Expr
	known bool
}

// evaluator computes cases of expressions. It is made for one operation.
type evaluator[E numeric.Element[E]] struct {
	lay *Layout
	// approximated, if not nil, is called for expressions that are not linear or have too many cases.
	approximated func(e cfa.Expr)
	made         int             // the number of cases so far, bounded by maxCases
	asked        int             // the number of questions whether a case is empty
	ctx          context.Context // Transfer.Context
	over         bool            // ctx has ended: cases are not distinguished any more

	inexact func() // if not nil, a function to call when a case is over-approximated

	cases bool    // Transfer.Cases
	fits  func(E) // Transfer.Fits, for elements with more dimensions than the layout

	integers bool // the elements are rational relaxations: constraints are tightened to integers
}

// is returns the single case that the value is v in s.
func (x *evaluator[E]) is(s E, v linear.Expr) []one[E] { return []one[E]{{s, v, true}} }

// any returns the single case that the value is unknown in s.
func (x *evaluator[E]) any(s E) []one[E] { return []one[E]{{s: s}} }

// then continues an evaluation: it replaces each case whose value is known by the cases that f returns for it.
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

// bounds returns the bounds of a value in s. hasLo and hasHi report whether they exist.
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

// point returns the value of v in s, if there is only one.
func (x *evaluator[E]) point(s E, v linear.Expr) (num.Rat, bool) {
	lo, hi, hasLo, hasHi := x.bounds(s, v)
	return lo, hasLo && hasHi && lo.Equal(hi)
}

// assume restricts s by the constraints, and appends the result to ss unless it is empty. Constraints on floating-point
// words also restrict the orders and the fixed-point numbers of these words.
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

// tight tightens constraints to integers in place, if the elements are rational relaxations.
func (x *evaluator[E]) tight(cs []linear.Constraint) []linear.Constraint {
	if x.integers {
		for i, c := range cs {
			cs[i] = c.Tighten()
		}
	}
	return cs
}

// fresh adds a dimension to s, of which nothing is known, and returns it as an expression.
func fresh[E numeric.Element[E]](s E) (E, linear.Expr) { return s.AddDims(1), linear.X(s.Dims()) }

// term returns cases of e whose union contains all of s in which e is defined.
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

// truth returns the cases of a condition as a number, 1 or 0.
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

// both evaluates two operands, and calls combine with each pair of known values.
func (x *evaluator[E]) both(s E, e, f cfa.Expr, combine func(s E, v, w linear.Expr) []one[E]) []one[E] {
	return then(x.term(s, e), func(c one[E]) []one[E] {
		return then(x.term(c.s, f), func(d one[E]) []one[E] { return combine(d.s, c.v, d.v) })
	})
}

// open reports an expression whose value is left open.
func (x *evaluator[E]) open(e cfa.Expr) {
	if x.approximated != nil {
		x.approximated(e)
	}
}

// Nonlinear reports whether an operation is not linear by its form. It may still be linear in a state in which an
// operand has a single value.
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

// operate returns the cases of an arithmetic operator.
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
					return nil // the shift is undefined
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

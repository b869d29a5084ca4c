// Joins and widenings with fixed-point numbers. The order of a number is not a linear function of it, so a convex
// hull of orders and fixed-point numbers together, or of orders of several numbers, has many constraints that are
// useless. So states are joined and widened in parts: once without the words and orders of floating-point numbers,
// and once for the word and order of each number alone. The result is the meet of the parts.

package cells

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// Join returns an element that contains s and t.
func Join[E numeric.Element[E]](l *Layout, s, t E) E {
	if len(l.fixed) == 0 {
		return s.Join(t)
	}
	return apart(l, s, t, E.Join)
}

// Widen returns the widening of the element `older` by `next`, which must contain older. It keeps those of the
// constraints bounds that hold in both. The number of earlier widenings at the place is `before`. With fixed-point
// numbers, each widening starts from the reduced meet of its parts, so a chain need not end: the explorer counts the
// steps.
func Widen[E numeric.Element[E]](l *Layout, older, next E, bounds []linear.Constraint, before int) E {
	if len(l.fixed) == 0 {
		return older.WidenUpTo(next, bounds)
	}
	return apart(l, older, next, func(s, t E) E {
		return s.WidenUpTo(t, append(slices.Clip(bounds), l.relaxed(s.Constraints(), before)...))
	})
}

// Room for rounding errors in relaxed constraints, in binary digits of fixed-point numbers.
const (
	firstSlack  = 4 // the room at the first widening
	slackGrowth = 6 // the additional room at each further widening
	mostSlack   = 6 // the number of widenings with relaxed constraints
)

// relaxed returns constraints of fixed-point numbers with room for rounding errors, as bounds for the widening. After
// one more round of a loop, hardly any constraint of floating-point numbers holds exactly, but most hold nearly (Miné
// 2004, section 7, widens with such an epsilon). Errors of single rounds add up, so further constraints give room
// that grows with a counter.
func (l *Layout) relaxed(cs []linear.Constraint, before int) []linear.Constraint {
	if before >= mostSlack {
		return nil
	}
	room := num.RatOfInt(num.Pow2(uint(firstSlack + before*slackGrowth)))
	var counters []linear.Expr
	for d, slot := range l.Slots {
		if slot.Var != nil && !slot.Derived() && slot.Var.Range.Bits > 1 {
			if _, float := l.Fixed(slot.Var); !float {
				counters = append(counters, linear.X(d))
			}
		}
	}
	var out []linear.Constraint
	relax := func(e linear.Expr, most num.Rat) {
		slack := room.Mul(most)
		out = append(out, e.LE(linear.Const(slack)))
		for _, n := range counters {
			out = append(out, e.LE(n.Scale(slack)))
		}
	}
	for _, c := range cs {
		var most num.Rat
		for t := range c.Expr.Terms() {
			if k := t.Coef.Abs(); t.Var < len(l.Slots) && l.Slots[t.Var].Fixed != nil && most.Less(k) {
				most = k
			}
		}
		if most.IsZero() || len(out) > mostRelaxed {
			continue
		}
		relax(c.Expr, most)
		if c.Rel == linear.EQ {
			relax(c.Expr.Neg(), most)
		}
	}
	return out
}

// mostRelaxed bounds the relaxed constraints, approximately.
const mostRelaxed = 200

// apart applies the operation `do` to s and t without the words and orders of floating-point numbers, and to the word
// and order of each number alone. It returns the meet of the results, reduced.
func apart[E numeric.Element[E]](l *Layout, s, t E, do func(s, t E) E) E {
	var words []int
	for _, slot := range l.Slots {
		if v := slot.Fixed; v != nil {
			words = append(words, l.vars[v], l.orders[v])
		}
	}
	out := do(s.Havoc(words...), t.Havoc(words...))
	for i := 0; i < len(words); i += 2 {
		others := make([]int, 0, len(l.Slots))
		for d := range l.Slots {
			if d != words[i] && d != words[i+1] {
				others = append(others, d)
			}
		}
		out = out.Meet(do(s.Havoc(others...), t.Havoc(others...)))
	}
	x := &evaluator[E]{lay: l}
	for _, slot := range l.Slots {
		if slot.Fixed != nil {
			out = x.reduce(out, slot.Fixed)
		}
	}
	return out
}

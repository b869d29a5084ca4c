package cells

import (
	"slices"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
)

// The order of a number is no linear function of it. What a convex hull says of orders and
// fixed-point numbers together, or of orders of several numbers, is of no use, and there is much of it.
// So where there are both, states are joined and widened several times, once without words and orders
// of floating numbers and once for the word and the order of each, and what is known after that is
// all of it.

// Join is an element with all points of two.
func Join[E numeric.Element[E]](l *Layout, s, t E) E {
	if len(l.fixed) == 0 {
		return s.Join(t)
	}
	return apart(l, s, t, E.Join)
}

// Widen is the widening of an element by one that contains it, up to bounds; before it there have been
// so many at the place. Of fixed-point numbers and what is no floating number it goes on from what
// both parts together say, so that it is not certain to end: who explores counts the steps.
func Widen[E numeric.Element[E]](l *Layout, older, next E, bounds []linear.Constraint, before int) E {
	if len(l.fixed) == 0 {
		return older.WidenUpTo(next, bounds)
	}
	return apart(l, older, next, func(s, t E) E {
		return s.WidenUpTo(t, append(slices.Clip(bounds), l.relaxed(s.Constraints(), before)...))
	})
}

// How much more rounding errors may be than they were, in digits of fixed-point numbers: at the
// first widening, how many more at each other one, and at how many there is more at all.
const (
	firstSlack  = 4
	slackGrowth = 6
	mostSlack   = 6
)

// relaxed are constraints of fixed-point numbers with some room for rounding errors, as bounds for the
// widening: hardly any constraint of floating numbers holds again after one more round of a loop, but
// nearly does (Miné 2004, section 7, widens with such an epsilon). Errors of single rounds add up, so
// that the room grows with counters, too.
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

// mostRelaxed is about how many constraints with some room there may be.
const mostRelaxed = 200

// apart does to elements without the words and orders of floating numbers, and to those of each
// number, what is to be done.
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

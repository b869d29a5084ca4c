package cells

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// The order of a number is no linear function of it. What a convex hull says of orders and
// fixed-point numbers together is of no use, and there is much of it. So where there are both, states
// are joined and widened twice, without the one and without the other, and what is known after that
// is both.

// Join is an element with all points of two.
func Join[E numeric.Element[E]](l *Layout, s, t E) E {
	if len(l.fixed) == 0 {
		return s.Join(t)
	}
	return apart(l, s, t, E.Join)
}

// Widen is the widening of an element by one that contains it, up to bounds. Of fixed-point numbers
// and what is no floating number it goes on from what both parts together say, so that it is not
// certain to end: who explores counts the steps.
func Widen[E numeric.Element[E]](l *Layout, older, next E, bounds []linear.Constraint) E {
	if len(l.fixed) == 0 {
		return older.WidenUpTo(next, bounds)
	}
	return apart(l, older, next, func(s, t E) E { return s.WidenUpTo(t, bounds) })
}

// apart does to elements without the words and orders of floating numbers, and to these without the
// fixed-point numbers, what is to be done.
func apart[E numeric.Element[E]](l *Layout, s, t E, do func(s, t E) E) E {
	var words, fixed []int
	for d, slot := range l.Slots {
		if v := slot.Fixed; v != nil {
			fixed = append(fixed, d)
			words = append(words, l.vars[v], l.orders[v])
		}
	}
	out := do(s.Havoc(words...), t.Havoc(words...)).Meet(do(s.Havoc(fixed...), t.Havoc(fixed...)))
	x := &evaluator[E]{lay: l}
	for _, slot := range l.Slots {
		if slot.Fixed != nil {
			out = x.reduce(out, slot.Fixed)
		}
	}
	return out
}

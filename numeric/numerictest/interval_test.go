package numerictest

import (
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// Arithmetic of intervals, for boxes.

func same(i, j linear.Interval) bool { return sameEnd(i.Lo, j.Lo) && sameEnd(i.Hi, j.Hi) }

func sameEnd(a, b linear.End) bool { return a.Kind == b.Kind && a.At.Equal(b.At) }

func strictness(e linear.End) linear.Relation {
	if e.Kind == linear.Open {
		return linear.LT
	}
	return linear.LE
}

// further returns the end that is further outside: the smaller of lower ends (side -1), the greater of upper ones.
func further(a, b linear.End, side int) linear.End {
	if a.Kind == linear.Unbounded || b.Kind == linear.Unbounded {
		return linear.End{}
	}
	if s := side * a.At.Cmp(b.At); s > 0 || s == 0 && a.Kind == linear.Closed {
		return a
	}
	return b
}

func hull(i, j linear.Interval) linear.Interval {
	return linear.Interval{Lo: further(i.Lo, j.Lo, -1), Hi: further(i.Hi, j.Hi, 1)}
}

func common(i, j linear.Interval) linear.Interval {
	return linear.Interval{Lo: tighter(i.Lo, j.Lo, 1), Hi: tighter(i.Hi, j.Hi, -1)}
}

func plus(a, b linear.End) linear.End {
	if a.Kind == linear.Unbounded || b.Kind == linear.Unbounded {
		return linear.End{}
	}
	return linear.End{At: a.At.Add(b.At), Kind: max(a.Kind, b.Kind)} // Open > Closed
}

func scaled(i linear.Interval, c num.Rat) linear.Interval {
	i.Lo.At, i.Hi.At = i.Lo.At.Mul(c), i.Hi.At.Mul(c) // 0 where there is no end
	if c.Sign() < 0 {
		i.Lo, i.Hi = i.Hi, i.Lo
	}
	return i
}

// integral returns the integers of an interval.
func integral(i linear.Interval) linear.Interval {
	one := num.RatOf(1)
	switch i.Lo.Kind {
	case linear.Closed:
		i.Lo.At = i.Lo.At.Ceil()
	case linear.Open:
		i.Lo = linear.End{At: i.Lo.At.Floor().Add(one), Kind: linear.Closed}
	}
	switch i.Hi.Kind {
	case linear.Closed:
		i.Hi.At = i.Hi.At.Floor()
	case linear.Open:
		i.Hi = linear.End{At: i.Hi.At.Ceil().Sub(one), Kind: linear.Closed}
	}
	return i
}

// adjacent reports whether the union of two intervals, neither of which is empty, is one.
func adjacent(i, j linear.Interval, of linear.Numbers) bool {
	touches := func(hi, lo linear.End) bool { // nothing lies between an upper end and a lower one
		if hi.Kind == linear.Unbounded || lo.Kind == linear.Unbounded {
			return true
		}
		if of == linear.Integers {
			return lo.At.LessEq(hi.At.Add(num.RatOf(1)))
		}
		return lo.At.Less(hi.At) || lo.At.Equal(hi.At) && (lo.Kind == linear.Closed || hi.Kind == linear.Closed)
	}
	return touches(i.Hi, j.Lo) && touches(j.Hi, i.Lo)
}

package linear

import "github.com/whet-mc/whet/num"

// Arithmetic of intervals (Moore, Interval Analysis, 1966), exact, with open and unbounded ends.

// Equal reports whether the ends are the same.
func (e End) Equal(f End) bool { return e.Kind == f.Kind && e.At.Equal(f.At) }

// Equal reports whether two intervals have the same ends.
func (i Interval) Equal(j Interval) bool { return i.Lo.Equal(j.Lo) && i.Hi.Equal(j.Hi) }

// IsEmpty reports whether there is no number between the ends.
func (i Interval) IsEmpty() bool {
	return i.Lo.Kind != Unbounded && i.Hi.Kind != Unbounded && !i.Lo.At.Less(i.Hi.At) && !i.IsPoint()
}

// Within reports whether i has no number that j lacks; neither is empty.
func (i Interval) Within(j Interval) bool {
	return i.Lo.inside(j.Lo, 1) && i.Hi.inside(j.Hi, -1)
}

// inside reports whether the end does not go beyond f: side is 1 for lower ends, -1 for upper ones.
func (e End) inside(f End, side int) bool {
	if e.Kind == Unbounded || f.Kind == Unbounded {
		return f.Kind == Unbounded
	}
	s := side * e.At.Cmp(f.At)
	return s > 0 || s == 0 && (e.Kind == Open || f.Kind == Closed)
}

// Compare reports whether all numbers of an interval that is not empty, or none, are in a relation
// to 0.
func (i Interval) Compare(rel Relation) (all, none bool) {
	var zero Interval
	zero.Lo.Kind, zero.Hi.Kind = Closed, Closed
	switch rel {
	case LE:
		zero.Lo.Kind = Unbounded
	case LT:
		zero.Lo.Kind, zero.Hi.Kind = Unbounded, Open
	}
	return i.Within(zero), i.Intersect(zero).IsEmpty()
}

// Constraints say that an expression has a value in the interval, which is not empty.
func (i Interval) Constraints(e Expr) []Constraint {
	if i.IsPoint() {
		return []Constraint{{Expr: e.AddConst(i.Lo.At.Neg()), Rel: EQ}}
	}
	var cs []Constraint
	if i.Lo.Kind != Unbounded {
		cs = append(cs, Constraint{Expr: Const(i.Lo.At).Sub(e), Rel: i.Lo.Relation()})
	}
	if i.Hi.Kind != Unbounded {
		cs = append(cs, Constraint{Expr: e.AddConst(i.Hi.At.Neg()), Rel: i.Hi.Relation()})
	}
	return cs
}

// Hull is the least interval that contains both of two that are not empty.
func (i Interval) Hull(j Interval) Interval {
	return Interval{outer(i.Lo, j.Lo, -1), outer(i.Hi, j.Hi, 1)}
}

// Intersect is what two intervals have in common, which may be empty.
func (i Interval) Intersect(j Interval) Interval {
	return Interval{inner(i.Lo, j.Lo, 1), inner(i.Hi, j.Hi, -1)}
}

// Add is the sums of a number of one and a number of the other, neither of which is empty.
func (i Interval) Add(j Interval) Interval { return Interval{i.Lo.plus(j.Lo), i.Hi.plus(j.Hi)} }

// Scale is the products of the numbers of i, which is not empty, and c, which is not 0.
func (i Interval) Scale(c num.Rat) Interval {
	i.Lo.At, i.Hi.At = i.Lo.At.Mul(c), i.Hi.At.Mul(c) // 0 where there is no end
	if c.Sign() < 0 {
		i.Lo, i.Hi = i.Hi, i.Lo
	}
	return i
}

// Integral is the least interval with the same integers; its ends are integers, and closed.
func (i Interval) Integral() Interval {
	one := num.RatOf(1)
	switch i.Lo.Kind {
	case Closed:
		i.Lo.At = i.Lo.At.Ceil()
	case Open:
		i.Lo = End{At: i.Lo.At.Floor().Add(one), Kind: Closed}
	}
	switch i.Hi.Kind {
	case Closed:
		i.Hi.At = i.Hi.At.Floor()
	case Open:
		i.Hi = End{At: i.Hi.At.Ceil().Sub(one), Kind: Closed}
	}
	return i
}

// Touches reports whether the union of two intervals, neither of which is empty, is one; those of
// integers have closed integral ends.
func (i Interval) Touches(j Interval, of Numbers) bool {
	meet := func(hi, lo End) bool { // nothing lies between an upper end and a lower one
		if hi.Kind == Unbounded || lo.Kind == Unbounded {
			return true
		}
		if of == Integers {
			return lo.At.LessEq(hi.At.Add(num.RatOf(1)))
		}
		return lo.At.Less(hi.At) || lo.At.Equal(hi.At) && (lo.Kind == Closed || hi.Kind == Closed)
	}
	return meet(i.Hi, j.Lo) && meet(j.Hi, i.Lo)
}

// Relation is how the numbers of an interval compare with this end: LT where it is open.
func (e End) Relation() Relation {
	if e.Kind == Open {
		return LT
	}
	return LE
}

// outer is the end that is further outside: the smaller of lower ends (side -1), the greater of
// upper ones.
func outer(a, b End, side int) End {
	if a.Kind == Unbounded || b.Kind == Unbounded {
		return End{}
	}
	if s := side * a.At.Cmp(b.At); s > 0 || s == 0 && a.Kind == Closed {
		return a
	}
	return b
}

// inner is the end that is further inside: the greater of lower ends (side 1), the smaller of upper
// ones.
func inner(a, b End, side int) End {
	switch {
	case a.Kind == Unbounded:
		return b
	case b.Kind == Unbounded:
		return a
	}
	if s := side * a.At.Cmp(b.At); s > 0 || s == 0 && a.Kind == Open {
		return a
	}
	return b
}

func (e End) plus(f End) End {
	if e.Kind == Unbounded || f.Kind == Unbounded {
		return End{}
	}
	return End{At: e.At.Add(f.At), Kind: max(e.Kind, f.Kind)} // Open > Closed
}

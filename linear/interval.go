package linear

import "github.com/whet-mc/whet/num"

// Interval arithmetic (Moore, Interval Analysis, 1966), exact, with open and unbounded ends.

// Equal reports whether the ends are the same.
func (e End) Equal(f End) bool { return e.Kind == f.Kind && e.At.Equal(f.At) }

// Equal reports whether two intervals have the same ends.
func (i Interval) Equal(j Interval) bool { return i.Lo.Equal(j.Lo) && i.Hi.Equal(j.Hi) }

// IsEmpty reports whether i contains no number.
func (i Interval) IsEmpty() bool {
	return i.Lo.Kind != Unbounded && i.Hi.Kind != Unbounded && !i.Lo.At.Less(i.Hi.At) && !i.IsPoint()
}

// Within reports whether i is a subset of j. Neither may be empty.
func (i Interval) Within(j Interval) bool {
	return i.Lo.inside(j.Lo, 1) && i.Hi.inside(j.Hi, -1)
}

// inside reports whether end e lies within end f: side is 1 for lower ends, -1 for upper ends.
func (e End) inside(f End, side int) bool {
	if e.Kind == Unbounded || f.Kind == Unbounded {
		return f.Kind == Unbounded
	}
	s := side * e.At.Cmp(f.At)
	return s > 0 || s == 0 && (e.Kind == Open || f.Kind == Closed)
}

// Compare reports whether all numbers of i are in relation rel to 0, and whether none is. i must not be empty.
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

// Constraints returns constraints that say that the value of e is in i, which must not be empty.
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

// Hull returns the least interval that contains i and j. Neither may be empty.
func (i Interval) Hull(j Interval) Interval {
	return Interval{outer(i.Lo, j.Lo, -1), outer(i.Hi, j.Hi, 1)}
}

// Intersect returns the intersection of i and j, which may be empty.
func (i Interval) Intersect(j Interval) Interval {
	return Interval{inner(i.Lo, j.Lo, 1), inner(i.Hi, j.Hi, -1)}
}

// Add returns the sums of a number of i and a number of j. Neither may be empty.
func (i Interval) Add(j Interval) Interval { return Interval{i.Lo.plus(j.Lo), i.Hi.plus(j.Hi)} }

// Scale returns the products of the numbers of i with c. i must not be empty and c not 0.
func (i Interval) Scale(c num.Rat) Interval {
	i.Lo.At, i.Hi.At = i.Lo.At.Mul(c), i.Hi.At.Mul(c) // At stays 0 if there is no end
	if c.Sign() < 0 {
		i.Lo, i.Hi = i.Hi, i.Lo
	}
	return i
}

// Integral returns the least interval with the same integers. Its ends are closed integers.
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

// Touches reports whether the union of i and j is an interval. Neither may be empty. Over the integers their ends must
// be closed and integral.
func (i Interval) Touches(j Interval, of Numbers) bool {
	meet := func(hi, lo End) bool { // reports whether no number lies between the upper end hi and the lower end lo
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

// Relation returns the relation of the interval's numbers to this end: LT if the end is open.
func (e End) Relation() Relation {
	if e.Kind == Open {
		return LT
	}
	return LE
}

// outer returns the outer of two ends: the smaller of lower ends (side -1), the greater of upper ends.
func outer(a, b End, side int) End {
	if a.Kind == Unbounded || b.Kind == Unbounded {
		return End{}
	}
	if s := side * a.At.Cmp(b.At); s > 0 || s == 0 && a.Kind == Closed {
		return a
	}
	return b
}

// inner returns the inner of two ends: the greater of lower ends (side 1), the smaller of upper ends.
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
	return End{At: e.At.Add(f.At), Kind: max(e.Kind, f.Kind)} // open if one of the two is open: Open > Closed
}

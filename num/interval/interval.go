// Package interval has intervals of integers, bounded or unbounded, and the operators of C on them.
//
// It is interval arithmetic (Moore, Interval Analysis, 1966) over the integers (Cousot, Cousot, "Static Determination
// of Dynamic Properties of Programs", 1976). It serves to bound integer expressions: in the simplification of
// programs, the domain of explicit values, formulas and unrollings. Intervals with rational ends are linear.Interval.
//
//	interval.go  intervals as sets
//	arith.go     sums, products, quotients, remainders; negations
//	bits.go      operators on two's complement words
//
// An operation returns an interval that contains every result of members of its operands, which must not be empty. It
// is the least such interval unless the operation says otherwise. Combinations for which the operator is undefined
// (division by 0, shifts by less than 0 or more than MaxShift) have no result. If all combinations are undefined, the
// interval is empty.
package interval

import "github.com/whet-mc/whet/num"

// Interval is a set of consecutive integers. The zero value is {0}.
type Interval struct {
	Lo, Hi     num.Int
	NoLo, NoHi bool // the interval has no lower, or no upper, end; Lo or Hi is then meaningless
}

var (
	zero  = num.Of(0)
	one   = num.Of(1)
	minus = num.Of(-1)
)

// All returns the interval of all integers.
func All() Interval { return Interval{NoLo: true, NoHi: true} }

// Empty returns an empty interval.
func Empty() Interval { return Interval{Lo: one} }

// Point returns {x}.
func Point(x num.Int) Interval { return Interval{Lo: x, Hi: x} }

// Of returns the interval from lo to hi, both included.
func Of(lo, hi num.Int) Interval { return Interval{Lo: lo, Hi: hi} }

// AtLeast returns the interval from lo upwards.
func AtLeast(lo num.Int) Interval { return Interval{Lo: lo, NoHi: true} }

// AtMost returns the interval from hi downwards.
func AtMost(hi num.Int) Interval { return Interval{Hi: hi, NoLo: true} }

// Word returns the interval of the numbers that a word of the given width can hold.
func Word(bits int, signed bool) Interval {
	if 0 < bits && bits < len(unsignedWords) {
		if signed {
			return signedWords[bits]
		}
		return unsignedWords[bits]
	}
	return word(bits, signed)
}

// The intervals of C's words, which are used very often.
var unsignedWords, signedWords = allWords(false), allWords(true)

func allWords(signed bool) (list [65]Interval) {
	for bits := 1; bits < len(list); bits++ {
		list[bits] = word(bits, signed)
	}
	return list
}

func word(bits int, signed bool) Interval {
	if !signed {
		return Of(zero, num.Pow2(uint(bits)).Sub(one))
	}
	half := num.Pow2(uint(bits - 1))
	return Of(half.Neg(), half.Sub(one))
}

// Truth returns the values of a condition that can hold, can fail, or both.
func Truth(holds, fails bool) Interval { return Of(num.OfBool(!fails), num.OfBool(holds)) }

// True reports whether no member is 0, so that a condition with these values holds.
func (a Interval) True() bool { return !a.Contains(zero) }

// False reports whether 0 is the only member.
func (a Interval) False() bool { return a.IsPoint() && a.Lo.IsZero() }

// IsEmpty reports whether the interval has no member.
func (a Interval) IsEmpty() bool { return !a.NoLo && !a.NoHi && a.Hi.Less(a.Lo) }

// IsPoint reports whether there is exactly one member.
func (a Interval) IsPoint() bool { return !a.NoLo && !a.NoHi && a.Lo.Equal(a.Hi) }

// Point returns the only member, and whether there is exactly one.
func (a Interval) Point() (num.Int, bool) {
	if !a.IsPoint() {
		return num.Int{}, false
	}
	return a.Lo, true
}

// Bounded reports whether the interval has both ends.
func (a Interval) Bounded() bool { return !a.NoLo && !a.NoHi }

// Natural reports whether no member is below 0.
func (a Interval) Natural() bool { return !a.NoLo && a.Lo.Sign() >= 0 }

// Contains reports whether x is a member.
func (a Interval) Contains(x num.Int) bool {
	return (a.NoLo || !x.Less(a.Lo)) && (a.NoHi || !a.Hi.Less(x))
}

// Within reports whether all members are members of b.
func (a Interval) Within(b Interval) bool {
	return a.IsEmpty() ||
		(b.NoLo || !a.NoLo && !a.Lo.Less(b.Lo)) && (b.NoHi || !a.NoHi && !b.Hi.Less(a.Hi))
}

// Equal reports whether a and b have the same ends. Empty intervals may have different ends.
func (a Interval) Equal(b Interval) bool {
	return a.NoLo == b.NoLo && a.NoHi == b.NoHi && (a.NoLo || a.Lo.Equal(b.Lo)) && (a.NoHi || a.Hi.Equal(b.Hi))
}

// Below reports whether every member of a is less than every member of b.
func (a Interval) Below(b Interval) bool { return !a.NoHi && !b.NoLo && a.Hi.Less(b.Lo) }

// NotAbove reports whether no member of a is greater than a member of b.
func (a Interval) NotAbove(b Interval) bool { return !a.NoHi && !b.NoLo && !b.Lo.Less(a.Hi) }

// Meet returns the intersection.
func (a Interval) Meet(b Interval) Interval {
	if !b.NoLo && (a.NoLo || a.Lo.Less(b.Lo)) {
		a.Lo, a.NoLo = b.Lo, false
	}
	if !b.NoHi && (a.NoHi || b.Hi.Less(a.Hi)) {
		a.Hi, a.NoHi = b.Hi, false
	}
	return a
}

// Join returns the least interval that contains a and b.
func (a Interval) Join(b Interval) Interval {
	if a.IsEmpty() {
		return b
	}
	if b.IsEmpty() {
		return a
	}
	if b.NoLo || !a.NoLo && b.Lo.Less(a.Lo) {
		a.Lo, a.NoLo = b.Lo, b.NoLo
	}
	if b.NoHi || !a.NoHi && a.Hi.Less(b.Hi) {
		a.Hi, a.NoHi = b.Hi, b.NoHi
	}
	return a
}

// Widen returns a with those ends moved to the ends of limit beyond which b has members. Neither may be empty, and
// both must lie in limit.
func (a Interval) Widen(b, limit Interval) Interval {
	if b.NoLo || !a.NoLo && b.Lo.Less(a.Lo) {
		a.Lo, a.NoLo = limit.Lo, limit.NoLo
	}
	if b.NoHi || !a.NoHi && a.Hi.Less(b.Hi) {
		a.Hi, a.NoHi = limit.Hi, limit.NoHi
	}
	return a
}

// Without returns a without x if x is an end of a; otherwise it returns a.
func (a Interval) Without(x num.Int) Interval {
	if !a.NoLo && a.Lo.Equal(x) {
		a.Lo = x.Add(one)
	}
	if !a.NoHi && a.Hi.Equal(x) {
		a.Hi = x.Sub(one)
	}
	return a
}

// Clamp returns the member of a next to x. a must not be empty.
func (a Interval) Clamp(x num.Int) num.Int {
	if !a.NoLo && x.Less(a.Lo) {
		return a.Lo
	}
	if !a.NoHi && a.Hi.Less(x) {
		return a.Hi
	}
	return x
}

// Size returns the number of members, and false if it is infinite.
func (a Interval) Size() (num.Int, bool) {
	if !a.Bounded() {
		return num.Int{}, false
	}
	if a.IsEmpty() {
		return zero, true
	}
	return a.Hi.Sub(a.Lo).Add(one), true
}

func (a Interval) String() string {
	if a.IsEmpty() {
		return "[]"
	}
	s := "["
	if a.NoLo {
		s = "(-oo"
	} else {
		s += a.Lo.String()
	}
	s += ".."
	if a.NoHi {
		return s + "oo)"
	}
	return s + a.Hi.String() + "]"
}

package bounds

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Interval is a set of consecutive integers. The zero value is {0}.
type Interval struct {
	Lo, Hi     num.Int
	NoLo, NoHi bool // open to that side; the end is then without meaning
}

var (
	zero = num.Of(0)
	one  = num.Of(1)
)

// All is every integer.
func All() Interval { return Interval{NoLo: true, NoHi: true} }

// Empty is no integer.
func Empty() Interval { return Interval{Lo: one} }

// Point is {x}.
func Point(x num.Int) Interval { return Interval{Lo: x, Hi: x} }

// Of is lo to hi, both included.
func Of(lo, hi num.Int) Interval { return Interval{Lo: lo, Hi: hi} }

// AtLeast is lo and above, AtMost hi and below.
func AtLeast(lo num.Int) Interval { return Interval{Lo: lo, NoHi: true} }

// AtMost is hi and below.
func AtMost(hi num.Int) Interval { return Interval{Hi: hi, NoLo: true} }

// OfRange is the set of values of a variable or cell.
func OfRange(r cfa.Range) Interval {
	lo, hasLo, hi, hasHi := r.Bounds()
	return Interval{Lo: lo, Hi: hi, NoLo: !hasLo, NoHi: !hasHi}
}

// IsEmpty reports whether there is no integer in it.
func (a Interval) IsEmpty() bool { return !a.NoLo && !a.NoHi && a.Hi.Less(a.Lo) }

// Point returns the only member, and whether there is exactly one.
func (a Interval) Point() (num.Int, bool) {
	if a.NoLo || a.NoHi || !a.Lo.Equal(a.Hi) {
		return num.Int{}, false
	}
	return a.Lo, true
}

// Contains reports whether x is a member.
func (a Interval) Contains(x num.Int) bool {
	return (a.NoLo || !x.Less(a.Lo)) && (a.NoHi || !a.Hi.Less(x))
}

// Within reports whether all members are members of b.
func (a Interval) Within(b Interval) bool {
	return a.IsEmpty() ||
		(b.NoLo || !a.NoLo && !a.Lo.Less(b.Lo)) && (b.NoHi || !a.NoHi && !b.Hi.Less(a.Hi))
}

// Equal reports whether both have the same ends (two empty ones need not).
func (a Interval) Equal(b Interval) bool {
	return a.NoLo == b.NoLo && a.NoHi == b.NoHi && (a.NoLo || a.Lo.Equal(b.Lo)) && (a.NoHi || a.Hi.Equal(b.Hi))
}

// Meet is the members of both.
func (a Interval) Meet(b Interval) Interval {
	if !b.NoLo && (a.NoLo || a.Lo.Less(b.Lo)) {
		a.Lo, a.NoLo = b.Lo, false
	}
	if !b.NoHi && (a.NoHi || b.Hi.Less(a.Hi)) {
		a.Hi, a.NoHi = b.Hi, false
	}
	return a
}

// Join is the least interval with the members of both.
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

// Without takes x away where it is an end; elsewhere nothing changes.
func (a Interval) Without(x num.Int) Interval {
	if !a.NoLo && a.Lo.Equal(x) {
		a.Lo = x.Add(one)
	}
	if !a.NoHi && a.Hi.Equal(x) {
		a.Hi = x.Sub(one)
	}
	return a
}

// Bounded reports whether it has both ends.
func (a Interval) Bounded() bool { return !a.NoLo && !a.NoHi }

// Size is the number of members, and false where there is no end to them.
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

// ---- arithmetic: the least interval that contains every result, but where said otherwise

func (a Interval) add(b Interval) Interval {
	r := Interval{NoLo: a.NoLo || b.NoLo, NoHi: a.NoHi || b.NoHi}
	if !r.NoLo {
		r.Lo = a.Lo.Add(b.Lo)
	}
	if !r.NoHi {
		r.Hi = a.Hi.Add(b.Hi)
	}
	return r
}

func (a Interval) neg() Interval {
	r := Interval{NoLo: a.NoHi, NoHi: a.NoLo}
	if !r.NoLo {
		r.Lo = a.Hi.Neg()
	}
	if !r.NoHi {
		r.Hi = a.Lo.Neg()
	}
	return r
}

func (a Interval) sub(b Interval) Interval { return a.add(b.neg()) }

// bitNot is -a-1.
func (a Interval) bitNot() Interval { return a.neg().add(Point(num.Of(-1))) }

func (a Interval) mul(b Interval) Interval {
	if x, ok := a.Point(); ok {
		return b.scale(x)
	}
	if y, ok := b.Point(); ok {
		return a.scale(y)
	}
	if a.Bounded() && b.Bounded() {
		return hull(a.Lo.Mul(b.Lo), a.Lo.Mul(b.Hi), a.Hi.Mul(b.Lo), a.Hi.Mul(b.Hi))
	}
	if !a.NoLo && !b.NoLo && a.Lo.Sign() >= 0 && b.Lo.Sign() >= 0 {
		return AtLeast(a.Lo.Mul(b.Lo))
	}
	return All()
}

func (a Interval) scale(k num.Int) Interval {
	switch k.Sign() {
	case 0:
		return Point(zero)
	case -1:
		return a.neg().scale(k.Neg())
	}
	a.Lo, a.Hi = a.Lo.Mul(k), a.Hi.Mul(k)
	return a
}

func hull(xs ...num.Int) Interval {
	r := Point(xs[0])
	for _, x := range xs[1:] {
		if x.Less(r.Lo) {
			r.Lo = x
		}
		if r.Hi.Less(x) {
			r.Hi = x
		}
	}
	return r
}

// quo is division that rounds towards zero, by the divisors of b that are not 0.
func (a Interval) quo(b Interval) Interval {
	b = b.Without(zero)
	if b.IsEmpty() {
		return All() // undefined
	}
	if a.Bounded() && b.Bounded() {
		// Extreme quotients are at the ends of a and at the ends of b or next to 0.
		var xs []num.Int
		for _, d := range []num.Int{b.Lo, b.Hi, num.Of(-1), one} {
			if b.Contains(d) && !d.IsZero() {
				xs = append(xs, a.Lo.Quo(d), a.Hi.Quo(d))
			}
		}
		if a.Contains(zero) {
			xs = append(xs, zero)
		}
		if len(xs) == 0 {
			return All()
		}
		return hull(xs...)
	}
	if !a.NoLo && a.Lo.Sign() >= 0 && !b.NoLo && b.Lo.Sign() > 0 {
		r := AtLeast(zero)
		if !a.NoHi {
			r.Hi, r.NoHi = a.Hi.Quo(b.Lo), false
		}
		return r
	}
	return All()
}

// rem has the sign of a and is less than b in size. It is not always the least interval.
func (a Interval) rem(b Interval) Interval {
	r := All()
	if b.Bounded() { // |result| <= max |b| - 1
		m := b.Hi
		if m.Less(b.Lo.Neg()) {
			m = b.Lo.Neg()
		}
		if m.Sign() <= 0 {
			return All() // undefined
		}
		m = m.Sub(one)
		r = Of(m.Neg(), m)
		if a.Bounded() && !a.Lo.Less(zero) && a.Hi.Less(b.Lo) {
			return a // 0 <= a < b
		}
	}
	if !a.NoLo && a.Lo.Sign() >= 0 {
		r = r.Meet(AtLeast(zero))
		if !a.NoHi {
			r = r.Meet(AtMost(a.Hi))
		}
	}
	if !a.NoHi && a.Hi.Sign() <= 0 {
		r = r.Meet(AtMost(zero))
		if !a.NoLo {
			r = r.Meet(AtLeast(a.Lo))
		}
	}
	return r
}

// bitBound is the least 2^n - 1 that is not below any member of a; a has no negative members.
func (a Interval) bitBound() (num.Int, bool) {
	if a.NoHi {
		return num.Int{}, false
	}
	return num.Pow2(uint(a.Hi.Big().BitLen())).Sub(one), true
}

func (a Interval) natural() bool { return !a.NoLo && a.Lo.Sign() >= 0 }

func (a Interval) and(b Interval) Interval {
	switch {
	case a.natural() && b.natural():
		r := AtLeast(zero)
		return r.Meet(Interval{Hi: a.Hi, NoLo: true, NoHi: a.NoHi}).Meet(Interval{Hi: b.Hi, NoLo: true, NoHi: b.NoHi})
	case a.natural():
		return Interval{Hi: a.Hi, NoHi: a.NoHi}
	case b.natural():
		return Interval{Hi: b.Hi, NoHi: b.NoHi}
	}
	return twos(a, b)
}

func (a Interval) or(b Interval) Interval {
	if a.natural() && b.natural() {
		r := AtLeast(a.Lo)
		if r.Lo.Less(b.Lo) {
			r.Lo = b.Lo
		}
		return r.Meet(bothBits(a, b))
	}
	return twos(a, b)
}

func (a Interval) xor(b Interval) Interval {
	if a.natural() && b.natural() {
		return bothBits(a, b)
	}
	return twos(a, b)
}

// bothBits is 0 to the largest number with no more bits than members of a and b.
func bothBits(a, b Interval) Interval {
	x, ok1 := a.bitBound()
	y, ok2 := b.bitBound()
	if !ok1 || !ok2 {
		return AtLeast(zero)
	}
	if x.Less(y) {
		x = y
	}
	return Of(zero, x)
}

// twos is the range of the least two's complement word that holds a and b: no bit operation leaves it.
func twos(a, b Interval) Interval {
	if !a.Bounded() || !b.Bounded() {
		return All()
	}
	n := 0
	for _, x := range []num.Int{a.Lo, a.Hi, b.Lo, b.Hi} {
		if x.Sign() < 0 {
			x = x.Not()
		}
		n = max(n, x.Big().BitLen())
	}
	h := num.Pow2(uint(n))
	return Of(h.Neg(), h.Sub(one))
}

// shiftMax is the first shift distance that is undefined.
const shiftMax = 128

func (a Interval) shl(b Interval) Interval {
	b = b.Meet(Of(zero, num.Of(shiftMax-1)))
	if b.IsEmpty() {
		return All() // undefined
	}
	l, _ := b.Lo.Int64()
	h, _ := b.Hi.Int64()
	return a.scale(num.Pow2(uint(l))).Join(a.scale(num.Pow2(uint(h))))
}

func (a Interval) shr(b Interval) Interval {
	b = b.Meet(Of(zero, num.Of(shiftMax-1)))
	if b.IsEmpty() {
		return All() // undefined
	}
	l, _ := b.Lo.Int64()
	h, _ := b.Hi.Int64()
	by := func(n int64) Interval {
		r := a
		r.Lo, r.Hi = a.Lo.Shr(uint(n)), a.Hi.Shr(uint(n))
		return r
	}
	return by(l).Join(by(h))
}

// wrap is the words congruent to members of a.
func (a Interval) wrap(bits int, signed bool) Interval {
	w := OfRange(cfa.Range{Bits: bits, Signed: signed})
	if a.Within(w) {
		return a
	}
	if a.Bounded() && a.Hi.Sub(a.Lo).Less(num.Pow2(uint(bits))) {
		if l, h := a.Lo.Wrap(bits, signed), a.Hi.Wrap(bits, signed); !h.Less(l) {
			return Of(l, h) // no jump inside
		}
	}
	return w
}

// This file has the operators on two's complement words.

package interval

import "github.com/whet-mc/whet/num"

// MaxShift is the greatest shift distance that is defined.
const MaxShift = 127

// Bits returns the least width of two's complement words that hold all members of a, which must be bounded.
func (a Interval) Bits() int { return max(bitLen(a.Lo), bitLen(a.Hi)) + 1 }

// bitLen returns the number of bits of x in two's complement without the sign bit.
func bitLen(x num.Int) int {
	if x.Sign() < 0 {
		x = x.Not()
	}
	if v, ok := x.Int64(); ok {
		n := 0
		for ; v != 0; v >>= 1 {
			n++
		}
		return n
	}
	return x.Big().BitLen()
}

// And returns x & y. Like the results of Or and Xor, it need not be the least interval, because the least ends depend
// on single bits.
func (a Interval) And(b Interval) Interval {
	if !a.Natural() && !b.Natural() {
		return words(a, b)
	}
	// A conjunction with a nonnegative number lies between 0 and that number.
	r := AtLeast(zero)
	for _, x := range []Interval{a, b} {
		if x.Natural() && !x.NoHi {
			r = r.Meet(AtMost(x.Hi))
		}
	}
	return r
}

// Or returns x | y.
func (a Interval) Or(b Interval) Interval {
	r := words(a, b)
	if a.Natural() && b.Natural() {
		r = r.Meet(AtLeast(a.Lo)).Meet(AtLeast(b.Lo))
	}
	return r
}

// Xor returns x ^ y.
func (a Interval) Xor(b Interval) Interval { return words(a, b) }

// words returns the interval of the two's complement words that are wide enough for a and b, nonnegative if both are.
// It contains the results of all bitwise operators.
func words(a, b Interval) Interval {
	r := All()
	if a.Bounded() && b.Bounded() {
		r = Word(max(a.Bits(), b.Bits()), true)
	}
	if a.Natural() && b.Natural() {
		r = r.Meet(AtLeast(zero))
	}
	return r
}

// Shl returns x << y.
func (a Interval) Shl(b Interval) Interval {
	return a.shift(b, func(x Interval, n uint) Interval { return x.Scale(num.Pow2(n)) })
}

// Shr returns x >> y, rounded down.
func (a Interval) Shr(b Interval) Interval {
	return a.shift(b, func(x Interval, n uint) Interval {
		x.Lo, x.Hi = x.Lo.Shr(n), x.Hi.Shr(n)
		return x
	})
}

// shift returns the hull of the shifts by the least and by the greatest distance. For each number, results are
// monotone in the distance.
func (a Interval) shift(b Interval, by func(Interval, uint) Interval) Interval {
	b = b.Meet(Of(zero, num.Of(MaxShift)))
	if b.IsEmpty() {
		return b
	}
	l, _ := b.Lo.Int64()
	h, _ := b.Hi.Int64()
	return by(a, uint(l)).Join(by(a, uint(h)))
}

// Wrap returns the words of the given width that members are congruent to.
func (a Interval) Wrap(bits int, signed bool) Interval {
	w := Word(bits, signed)
	if a.Within(w) {
		return a
	}
	if a.Bounded() && a.Hi.Sub(a.Lo).Less(num.Pow2(uint(bits))) {
		if l, h := a.Lo.Wrap(bits, signed), a.Hi.Wrap(bits, signed); !h.Less(l) {
			return Of(l, h) // all members of a are moved by the same multiple of 2^bits
		}
	}
	return w
}

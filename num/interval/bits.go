package interval

import "github.com/whet-mc/whet/num"

// MaxShift is the greatest distance of a shift that is defined.
const MaxShift = 127

// Bits is the least width of words in two's complement that hold all members of a bounded interval.
func (a Interval) Bits() int { return max(bitLen(a.Lo), bitLen(a.Hi)) + 1 }

// bitLen is the number of bits of a number in two's complement without that of the sign.
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

// And is x & y. It is not always the least interval, nor are Or and Xor: their ends depend on
// single bits.
func (a Interval) And(b Interval) Interval {
	if !a.Natural() && !b.Natural() {
		return words(a, b)
	}
	// A conjunction with a number that is not negative lies between 0 and that number.
	r := AtLeast(zero)
	for _, x := range []Interval{a, b} {
		if x.Natural() && !x.NoHi {
			r = r.Meet(AtMost(x.Hi))
		}
	}
	return r
}

// Or is x | y.
func (a Interval) Or(b Interval) Interval {
	r := words(a, b)
	if a.Natural() && b.Natural() {
		r = r.Meet(AtLeast(a.Lo)).Meet(AtLeast(b.Lo))
	}
	return r
}

// Xor is x ^ y.
func (a Interval) Xor(b Interval) Interval { return words(a, b) }

// words is what operators on bits make of two's complement words that hold a and b: such a word,
// not negative if both are not.
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

// Shl is x << y.
func (a Interval) Shl(b Interval) Interval {
	return a.shift(b, func(x Interval, n uint) Interval { return x.Scale(num.Pow2(n)) })
}

// Shr is x >> y, rounded down.
func (a Interval) Shr(b Interval) Interval {
	return a.shift(b, func(x Interval, n uint) Interval {
		x.Lo, x.Hi = x.Lo.Shr(n), x.Hi.Shr(n)
		return x
	})
}

// shift shifts by the least and by the greatest distance: results are monotone in that, for each
// number.
func (a Interval) shift(b Interval, by func(Interval, uint) Interval) Interval {
	b = b.Meet(Of(zero, num.Of(MaxShift)))
	if b.IsEmpty() {
		return b
	}
	l, _ := b.Lo.Int64()
	h, _ := b.Hi.Int64()
	return by(a, uint(l)).Join(by(a, uint(h)))
}

// Wrap is the words that members are congruent to.
func (a Interval) Wrap(bits int, signed bool) Interval {
	w := Word(bits, signed)
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

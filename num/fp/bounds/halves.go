package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Halves are words in two intervals, of those below 0, which have a sign, and of the others: an
// interval of words of both signs has the large ones and the NaNs of one sign in it.
type Halves struct{ Neg, Pos interval.Interval }

// Below and Natural are the integers below 0, and the others.
var Below, Natural = interval.AtMost(num.Of(-1)), interval.AtLeast(num.Int{})

// Split are the halves of an interval.
func Split(r interval.Interval) Halves { return Halves{r.Meet(Below), r.Meet(Natural)} }

// Meet are the words in both.
func (h Halves) Meet(o Halves) Halves { return Halves{h.Neg.Meet(o.Neg), h.Pos.Meet(o.Pos)} }

// Join are intervals around the words in either.
func (h Halves) Join(o Halves) Halves { return Halves{h.Neg.Join(o.Neg), h.Pos.Join(o.Pos)} }

// IsEmpty reports whether there are no words.
func (h Halves) IsEmpty() bool { return h.Neg.IsEmpty() && h.Pos.IsEmpty() }

// Hull is an interval around all words.
func (h Halves) Hull() interval.Interval { return h.Neg.Join(h.Pos) }

// Equal reports whether both are the same words.
func (h Halves) Equal(o Halves) bool {
	same := func(a, b interval.Interval) bool { return a.IsEmpty() && b.IsEmpty() || a.Equal(b) }
	return same(h.Neg, o.Neg) && same(h.Pos, o.Pos)
}

// Flip are the words with the other signs, least being that of -0.
func (h Halves) Flip(least num.Int) Halves {
	return Halves{shift(h.Pos, least), shift(h.Neg, least.Neg())}
}

// shift adds a number to all of an interval.
func shift(r interval.Interval, k num.Int) interval.Interval {
	if r.IsEmpty() {
		return r
	}
	return r.Add(interval.Point(k))
}

// Order is the interval of the orders of words of so many bits.
func (h Halves) Order(bits int) interval.Interval {
	if !h.Neg.IsEmpty() {
		h.Neg = h.Neg.Neg().Add(interval.Point(leastOf(bits)))
	}
	return h.Hull()
}

// Ordered are the words whose orders lie in an interval.
func Ordered(r interval.Interval, bits int) Halves {
	return Halves{r.Neg().Add(interval.Point(leastOf(bits))).Meet(Below), r.Meet(Natural)}
}

// leastOf is the least word of so many bits.
func leastOf(bits int) num.Int { return num.Pow2(uint(bits - 1)).Neg() }

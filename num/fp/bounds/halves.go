// Sets of words as two intervals, by sign.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Halves is a set of words in two intervals: of negative words, whose sign bit is set, and of the others. A single
// interval of words of both signs would contain the numbers of large magnitude and the NaNs of one sign.
type Halves struct{ Neg, Pos interval.Interval }

// Below and Natural are the negative integers and the others.
var Below, Natural = interval.AtMost(num.Of(-1)), interval.AtLeast(num.Int{})

// Split returns the halves of an interval.
func Split(r interval.Interval) Halves { return Halves{r.Meet(Below), r.Meet(Natural)} }

// Meet returns the words in both.
func (h Halves) Meet(o Halves) Halves { return Halves{h.Neg.Meet(o.Neg), h.Pos.Meet(o.Pos)} }

// Join returns intervals around the words in either.
func (h Halves) Join(o Halves) Halves { return Halves{h.Neg.Join(o.Neg), h.Pos.Join(o.Pos)} }

// IsEmpty reports whether there are no words.
func (h Halves) IsEmpty() bool { return h.Neg.IsEmpty() && h.Pos.IsEmpty() }

// Hull returns the least interval around all words.
func (h Halves) Hull() interval.Interval { return h.Neg.Join(h.Pos) }

// Equal reports whether both contain the same words.
func (h Halves) Equal(o Halves) bool {
	same := func(a, b interval.Interval) bool { return a.IsEmpty() && b.IsEmpty() || a.Equal(b) }
	return same(h.Neg, o.Neg) && same(h.Pos, o.Pos)
}

// Flip returns the words with their signs changed. least is the word of -0.
func (h Halves) Flip(least num.Int) Halves {
	return Halves{shift(h.Pos, least), shift(h.Neg, least.Neg())}
}

// shift adds a number to an interval.
func shift(r interval.Interval, k num.Int) interval.Interval {
	if r.IsEmpty() {
		return r
	}
	return r.Add(interval.Point(k))
}

// Order returns the interval of the orders of words of the given width.
func (h Halves) Order(bits int) interval.Interval {
	if !h.Neg.IsEmpty() {
		h.Neg = h.Neg.Neg().Add(interval.Point(leastOf(bits)))
	}
	return h.Hull()
}

// Ordered returns the words of the given width whose orders lie in an interval.
func Ordered(r interval.Interval, bits int) Halves {
	return Halves{r.Neg().Add(interval.Point(leastOf(bits))).Meet(Below), r.Meet(Natural)}
}

// leastOf returns the least word of the given width, the word of -0.
func leastOf(bits int) num.Int { return num.Pow2(uint(bits - 1)).Neg() }

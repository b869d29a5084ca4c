package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Set is a set of words of a format: those of the numbers whose order lies in an interval, and, if
// NaN is set, those of all NaNs.
type Set struct {
	interval.Interval // of orders; empty: no numbers
	NaN               bool
}

// least is the word of -0.
func least(f fp.Format) num.Int { return leastOf(f.Bits()) }

// Order is the order of a word that is no NaN.
func Order(f fp.Format, word num.Int) num.Int {
	if word.Sign() >= 0 {
		return word
	}
	return least(f).Sub(word)
}

// Word is the word of an order, +0 for 0.
func Word(f fp.Format, order num.Int) num.Int {
	if order.Sign() >= 0 {
		return order
	}
	return least(f).Sub(order)
}

// infinity is the order of the infinity.
func infinity(f fp.Format) num.Int { return f.Inf(false) }

// Numbers are the orders of all numbers.
func Numbers(f fp.Format) interval.Interval { return interval.Of(infinity(f).Neg(), infinity(f)) }

// All is the set of all words.
func All(f fp.Format) Set { return Set{Numbers(f), true} }

// Of is the least set that has all words of both halves.
func Of(f fp.Format, h Halves) Set {
	negative, positive := h.Neg, h.Pos
	inf := infinity(f)
	s := Set{Interval: interval.Empty()}
	if !positive.IsEmpty() {
		s.NaN = inf.Less(positive.Hi)
		if numbers := positive.Meet(interval.AtMost(inf)); !numbers.IsEmpty() {
			s.Interval = numbers
		}
	}
	if !negative.IsEmpty() {
		s.NaN = s.NaN || f.Inf(true).Less(negative.Hi)
		if numbers := negative.Meet(interval.AtMost(f.Inf(true))); !numbers.IsEmpty() {
			orders := interval.Of(Order(f, numbers.Hi), Order(f, numbers.Lo))
			if s.IsEmpty() {
				s.Interval = orders
			} else {
				s.Interval = s.Join(orders)
			}
		}
	}
	return s
}

// Words are halves that contain the words of a set.
func (s Set) Words(f fp.Format) Halves {
	negative, positive := interval.Empty(), interval.Empty()
	if !s.IsEmpty() {
		if s.Hi.Sign() >= 0 {
			positive = s.Meet(interval.AtLeast(num.Int{}))
		}
		if s.Lo.Sign() <= 0 {
			up := s.Meet(interval.AtMost(num.Int{}))
			negative = interval.Of(least(f).Sub(up.Hi), least(f).Sub(up.Lo))
		}
	}
	if s.NaN {
		one := num.Of(1)
		positive = join(positive, interval.Of(infinity(f).Add(one), least(f).Not()))
		negative = join(negative, interval.Of(f.Inf(true).Add(one), num.Of(-1)))
	}
	return Halves{negative, positive}
}

func join(a, b interval.Interval) interval.Interval {
	switch {
	case a.IsEmpty():
		return b
	case b.IsEmpty():
		return a
	}
	return a.Join(b)
}

// zero reports whether a zero is in the set.
func (s Set) zero() bool { return !s.IsEmpty() && s.Contains(num.Int{}) }

// infinite reports whether an infinity is in the set.
func (s Set) infinite(f fp.Format) bool {
	return !s.IsEmpty() && (s.Contains(infinity(f)) || s.Contains(infinity(f).Neg()))
}

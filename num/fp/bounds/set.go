// Sets of words: an interval of orders, and perhaps all NaNs.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Set is a set of words of a format: the numbers whose order lies in the interval, and, if NaN is set, all NaNs.
type Set struct {
	interval.Interval // the orders of the numbers; empty if the set has no numbers
	NaN               bool
}

// least returns the word of -0.
func least(f fp.Format) num.Int { return leastOf(f.Bits()) }

// Order returns the order of a word that is not a NaN.
func Order(f fp.Format, word num.Int) num.Int {
	if word.Sign() >= 0 {
		return word
	}
	return least(f).Sub(word)
}

// Word returns the word of an order, +0 for 0.
func Word(f fp.Format, order num.Int) num.Int {
	if order.Sign() >= 0 {
		return order
	}
	return least(f).Sub(order)
}

// infinity returns the order of the positive infinity.
func infinity(f fp.Format) num.Int { return f.Inf(false) }

// Numbers returns the orders of all numbers, including infinities.
func Numbers(f fp.Format) interval.Interval { return interval.Of(infinity(f).Neg(), infinity(f)) }

// All returns the set of all words.
func All(f fp.Format) Set { return Set{Numbers(f), true} }

// Of returns the least set that contains all words of both halves.
func Of(f fp.Format, h Halves) Set {
	inf, negative := infinity(f), f.Inf(true)
	beyond := func(r interval.Interval, inf num.Int) bool {
		return !r.Meet(interval.AtLeast(inf.Add(num.Of(1)))).IsEmpty()
	}
	s := Set{h.Pos.Meet(interval.AtMost(inf)), beyond(h.Pos, inf) || beyond(h.Neg, negative)}
	if r := h.Neg.Meet(interval.Of(least(f), negative)); !r.IsEmpty() {
		s.Interval = s.Join(interval.Of(Order(f, r.Hi), Order(f, r.Lo)))
	}
	return s
}

// Words returns halves that contain the words of a set.
func (s Set) Words(f fp.Format) Halves {
	h := Halves{interval.Empty(), s.Meet(Natural)}
	if r := s.Meet(interval.AtMost(num.Int{})); !r.IsEmpty() {
		h.Neg = interval.Of(least(f).Sub(r.Hi), least(f).Sub(r.Lo))
	}
	if s.NaN {
		one := num.Of(1)
		h.Pos = h.Pos.Join(interval.Of(infinity(f).Add(one), least(f).Not()))
		h.Neg = h.Neg.Join(interval.Of(f.Inf(true).Add(one), num.Of(-1)))
	}
	return h
}

// zero reports whether a zero is in the set.
func (s Set) zero() bool { return s.Contains(num.Int{}) }

// infinite reports whether an infinity is in the set.
func (s Set) infinite(f fp.Format) bool {
	return s.Contains(infinity(f)) || s.Contains(infinity(f).Neg())
}

// Fixed-point numbers that stand for floating-point numbers (Fixed), and how they correspond to the orders of these
// numbers.

package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Fixed maps finite numbers of the format F to fixed-point numbers with Bits binary digits after the point: x to the
// integer floor(x * 2^Bits). The map is monotone, and relations between numbers that intervals of orders cannot
// express are linear over it (linear.go).
type Fixed struct {
	F    fp.Format
	Bits uint
}

// FixedDigits is the number of binary digits after the point for the analysis of programs. With 32, numbers up to a
// billion fit into machine words, and the error of cutting off is far below what programs test.
const FixedDigits = 32

// mostWhole bounds the binary digits before the point. Larger numbers are not supported.
const mostWhole = 100

// Of returns the fixed-point number of a word, or 0 and false if the word is not finite.
func (x Fixed) Of(word num.Int) (num.Int, bool) {
	r, ok := x.F.Rat(word)
	if !ok {
		return num.Int{}, false
	}
	return x.floor(r), true
}

func (x Fixed) floor(r num.Rat) num.Int { return scaled(r, x.Bits).Floor().Num() }

// scaled returns r * 2^n.
func scaled(r num.Rat, n uint) num.Rat { return r.Mul(num.RatOfInt(num.Pow2(n))) }

// Finite returns the orders of all finite numbers.
func Finite(f fp.Format) interval.Interval {
	top := infinity(f).Sub(num.Of(1))
	return interval.Of(top.Neg(), top)
}

// Span returns the interval of the fixed-point numbers of the orders in an interval. It returns false if the interval
// has orders that are not finite or are too large.
func (x Fixed) Span(orders interval.Interval) (interval.Interval, bool) {
	lo, hi, ok := values(x.F, orders)
	return interval.Of(x.floor(lo), x.floor(hi)), ok
}

// values returns the numbers at the ends of an interval of orders. It returns false if the interval has orders that
// are not finite or are too large.
func values(f fp.Format, orders interval.Interval) (lo, hi num.Rat, ok bool) {
	if orders.IsEmpty() || !orders.Within(Finite(f)) {
		return lo, hi, false
	}
	lo, _ = f.Rat(Word(f, orders.Lo))
	hi, _ = f.Rat(Word(f, orders.Hi))
	most := num.RatOfInt(num.Pow2(mostWhole))
	return lo, hi, lo.Abs().Less(most) && hi.Abs().Less(most)
}

// Orders returns the orders of the finite numbers whose fixed-point numbers lie in an interval.
func (x Fixed) Orders(span interval.Interval) interval.Interval {
	out := Finite(x.F)
	one := num.Of(1)
	if !span.NoLo {
		out = out.Meet(interval.AtLeast(Order(x.F, x.F.FromRat(fp.Upward, x.unscaled(span.Lo)))))
	}
	if !span.NoHi {
		end := x.unscaled(span.Hi.Add(one))
		k := Order(x.F, x.F.FromRat(fp.Downward, end))
		if at, ok := x.F.Rat(Word(x.F, k)); ok && at.Equal(end) {
			k = k.Sub(one)
		}
		out = out.Meet(interval.AtMost(k))
	}
	return out
}

// unscaled returns the number n / 2^Bits.
func (x Fixed) unscaled(n num.Int) num.Rat {
	return num.RatOfInt(n).Quo(num.RatOfInt(num.Pow2(x.Bits)))
}

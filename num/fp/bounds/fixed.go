package bounds

import (
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/num/interval"
)

// Fixed reads finite numbers of the format F as fixed-point numbers with Bits binary digits behind
// the point: of x it keeps the integer floor(x * 2^Bits). It grows with x, and relations between
// numbers that no intervals of orders have are linear over it (linear.go).
type Fixed struct {
	F    fp.Format
	Bits uint
}

// FixedDigits is how many binary digits fixed-point numbers have after the point for those who say
// something of programs. With 32, numbers up to a billion fit into machine words, and what is cut off
// is far less than programs ask about.
const FixedDigits = 32

// Fixed-point numbers of more than so many bits before the point are not looked at.
const mostWhole = 100

// Of is the fixed-point number of a word; 0 and false for what is not finite.
func (x Fixed) Of(word num.Int) (num.Int, bool) {
	r, ok := x.F.Rat(word)
	if !ok {
		return num.Int{}, false
	}
	return x.floor(r), true
}

func (x Fixed) floor(r num.Rat) num.Int { return scaled(r, x.Bits).Floor().Num() }

// scaled is r * 2^n.
func scaled(r num.Rat, n uint) num.Rat { return r.Mul(num.RatOfInt(num.Pow2(n))) }

// Finite are the orders of all finite numbers.
func Finite(f fp.Format) interval.Interval {
	top := infinity(f).Sub(num.Of(1))
	return interval.Of(top.Neg(), top)
}

// Span is between which fixed-point numbers those of orders in an interval lie; false where the
// interval has other orders than finite ones of moderate size.
func (x Fixed) Span(orders interval.Interval) (interval.Interval, bool) {
	lo, hi, ok := values(x.F, orders)
	return interval.Of(x.floor(lo), x.floor(hi)), ok
}

// values are the numbers at the ends of an interval of orders; false where it has other orders than
// finite ones of moderate size.
func values(f fp.Format, orders interval.Interval) (lo, hi num.Rat, ok bool) {
	if orders.IsEmpty() || !orders.Within(Finite(f)) {
		return lo, hi, false
	}
	lo, _ = f.Rat(Word(f, orders.Lo))
	hi, _ = f.Rat(Word(f, orders.Hi))
	most := num.RatOfInt(num.Pow2(mostWhole))
	return lo, hi, lo.Abs().Less(most) && hi.Abs().Less(most)
}

// Orders are the orders of the finite numbers whose fixed-point numbers lie in an interval.
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

func (x Fixed) unscaled(n num.Int) num.Rat {
	return num.RatOfInt(n).Quo(num.RatOfInt(num.Pow2(x.Bits)))
}

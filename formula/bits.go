package formula

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// The program's bit operations work on infinite two's complement words. If the operands are known to fit
// signed words of some width, words of that width give the same result.

// maxWidth is the greatest width of words that bit operations are translated to.
const maxWidth = 130

// shift translates shifts to multiplications and divisions by powers of 2; divisions round down. Shifts by
// amounts outside 0..127 are undefined.
func (x *translator) shift(e *cfa.Binary) *smt.Term {
	b := x.b
	n, by := x.Value(e.X), x.Value(e.Y)
	x.when(b.Ge(by, b.IntNum(0)))
	x.when(b.Lt(by, b.IntNum(128)))
	power := func(k int64) *smt.Term {
		p := num.RatOfInt(num.Pow2(uint(k)))
		if e.Op == cfa.Shl {
			return b.Scale(p, n)
		}
		return b.Div(n, p)
	}
	lo, hi := int64(0), int64(127)
	if l, h, ok := cfa.Bounds(e.Y); ok {
		if k, ok := l.Int64(); ok {
			lo = min(max(lo, k), 127)
		}
		if k, ok := h.Int64(); ok {
			hi = max(min(hi, k), lo)
		}
	}
	t := power(hi)
	for k := hi - 1; k >= lo; k-- {
		t = b.Ite(b.Eq(by, b.IntNum(k)), power(k), t)
	}
	return t
}

// bits translates & | ^.
func (x *translator) bits(e *cfa.Binary) *smt.Term {
	b := x.b
	if e.Op == cfa.BitAnd {
		for _, o := range [][2]cfa.Expr{{e.X, e.Y}, {e.Y, e.X}} {
			if c, ok := o[0].(*cfa.Const); ok {
				// x & 2^k-1 is the remainder of x by 2^k.
				if m := c.Val.Add(num.Of(1)); c.Val.Sign() > 0 && m.And(c.Val).IsZero() {
					return b.Mod(x.Value(o[1]), num.RatOfInt(m))
				}
			}
		}
	}
	w1, ok1 := width(e.X)
	w2, ok2 := width(e.Y)
	if !ok1 || !ok2 {
		x.Value(e.X) // translating the operands states the conditions under which they are defined
		x.Value(e.Y)
		return x.open(e)
	}
	w := max(w1, w2)
	s, t := b.NatToBV(x.Value(e.X), w), b.NatToBV(x.Value(e.Y), w)
	switch e.Op {
	case cfa.BitAnd:
		s = b.BVAnd(s, t)
	case cfa.BitOr:
		s = b.BVOr(s, t)
	default:
		s = b.BVXor(s, t)
	}
	return b.BVToInt(s)
}

// width returns a width of signed words that hold all values of e, if a width is known.
func width(e cfa.Expr) (int, bool) {
	lo, hi, ok := cfa.Bounds(e)
	if !ok {
		return 0, false
	}
	for w := 1; w <= maxWidth; w++ {
		if lo.Wrap(w, true).Equal(lo) && hi.Wrap(w, true).Equal(hi) {
			return w, true
		}
	}
	return 0, false
}

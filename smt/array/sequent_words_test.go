package array

import (
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// What a program computes modulo 2^n is written as such, whatever the builder made of it; and what
// only looks like it is not.
func TestText(t *testing.T) {
	b := smt.NewBuilder()
	x, y := b.Var("x", b.IntSort()), b.Var("y", b.IntSort())
	k := func(n int64) *smt.Term { return b.IntNum(n) }
	pow := func(n uint) num.Rat { return num.RatOfInt(num.Pow2(n)) }
	wrap := func(v *smt.Term, bits uint, signed bool) *smt.Term {
		up := v
		if signed {
			up = b.Add(v, b.Num(pow(bits-1), b.IntSort()))
		}
		return b.Sub(v, b.Scale(pow(bits), b.Div(up, pow(bits))))
	}
	for _, c := range []struct {
		t    *smt.Term
		want string
	}{
		{wrap(x, 32, true), "s32(x)"},
		{wrap(x, 8, false), "u8(x)"},
		{wrap(b.Add(x, k(1)), 32, true), "s32(x + 1)"},
		{wrap(b.Scale(num.RatOf(2), x), 32, true), "s32(2*x)"}, // the division is by 2^31 then
		{wrap(b.Sub(x, y), 64, false), "u64(x - y)"},
		{wrap(b.Add(x, b.Scale(num.RatOf(255), y)), 8, false), "u8(x - y)"}, // as C's x + 255 * y
		{b.Sub(x, b.Scale(num.RatOf(10), b.Div(x, num.RatOf(10)))), "x - 10*div(x, 10)"},
		{b.Sub(x, b.Scale(num.RatOf(8), b.Div(y, num.RatOf(8)))), "x - 8*div(y, 8)"},
		{b.Sub(x, b.Scale(num.RatOf(8), b.Div(b.Add(x, k(3)), num.RatOf(8)))), "x - 8*div(x + 3, 8)"},
		{b.Lt(x, k(0)), "x < 0"},
		{b.Ge(x, y), "x >= y"},
		{b.Lt(x, y), "x < y"},
		{b.Gt(x, k(1)), "x > 1"},
	} {
		if got := Text(c.t); got != c.want {
			t.Errorf("%s, not %s, for %v", got, c.want, c.t)
		}
	}
}

package num

import (
	"math"
	"math/big"
	"testing"
)

// The operands of the benchmarks: integers, fractions as pivots make them,
// fractions whose results no longer fit words, and numbers of two words.
var ratCases = []struct {
	name string
	a, b Rat
}{
	{"int", RatOf(123456789), RatOf(-987654)},
	{"frac", RatFrac(355, 113), RatFrac(-17, 360)},
	{"word", RatFrac(1<<40+1, 3*5*7*11*13), RatFrac(-99991, 1<<20)},
	{"overflow", RatFrac(math.MaxInt64, 1<<40-1), RatFrac(-math.MaxInt64+2, 1<<39+1)},
	{"big", RatFrac(math.MaxInt64, 1<<40-1).Mul(RatFrac(1<<60-1, 1<<61+1)), RatFrac(7, 3)},
	{"bigbig", RatFrac(math.MaxInt64, 1<<40-1).Mul(RatFrac(1<<60-1, 1<<61+1)), RatFrac(math.MaxInt64-4, 1<<61-1).Mul(RatFrac(1<<59-1, 3*5*7*11))},
}

var bigSink *big.Rat

// BenchmarkRat shows the fast path and the fallback beside math/big.
func BenchmarkRat(b *testing.B) {
	for _, c := range ratCases {
		x, y := c.a.Big(), c.b.Big()
		b.Run("Add/"+c.name+"/num", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ratSink = c.a.Add(c.b)
			}
		})
		b.Run("Add/"+c.name+"/big", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bigSink = new(big.Rat).Add(x, y)
			}
		})
		b.Run("Mul/"+c.name+"/num", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ratSink = c.a.Mul(c.b)
			}
		})
		b.Run("Mul/"+c.name+"/big", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bigSink = new(big.Rat).Mul(x, y)
			}
		})
		b.Run("AddMul/"+c.name+"/num", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ratSink = c.a.AddMul(c.b, c.a)
			}
		})
		b.Run("AddMul/"+c.name+"/big", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := new(big.Rat).Mul(y, x)
				bigSink = m.Add(x, m)
			}
		})
		b.Run("Cmp/"+c.name+"/num", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				boolSink = c.a.Less(c.b)
			}
		})
		b.Run("Cmp/"+c.name+"/big", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				boolSink = x.Cmp(y) < 0
			}
		})
	}
}

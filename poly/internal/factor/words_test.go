package factor

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly/internal/cone"
)

// words draws words of all sizes, so that sums of products fit a word, or only just, or do not.
var words = rapid.Custom(func(t *rapid.T) int64 {
	least := int64(1) << rapid.SampledFrom([]int{0, 2, 5, 15, 20, 29, 30, 31, 40, 50, 57, 60, 61, 62}).Draw(t, "length")
	x := least | rapid.Int64Range(0, least-1).Draw(t, "rest")
	return x * rapid.SampledFrom([]int64{-1, 0, 1}).Draw(t, "sign")
})

func TestProductsOfWords(t *testing.T) {
	fit := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		x, y := rapid.SliceOfN(words, n+1, n+1).Draw(t, "x"), rapid.SliceOfN(words, n+1, n+1).Draw(t, "y")
		want := new(big.Int)
		for j := range n {
			want.Add(want, new(big.Int).Mul(big.NewInt(x[j]), big.NewInt(y[j])))
		}
		if got, ok := prefixWords(x[:n], y[:n]); ok {
			fit++
			if want.Cmp(big.NewInt(got)) != 0 {
				t.Fatalf("%v times %v is %v, not %v", x[:n], y[:n], want, got)
			}
		}
		a, b := cone.NewMatrix(n+1), cone.NewMatrix(n+1)
		a.AppendWords(x)
		b.AppendWords(y)
		// factors taken out of the rows are positive
		if got := prefixSign(a, 0, b, 0, n); got != want.Sign() {
			t.Fatalf("%v times %v is %v, not of sign %d", x[:n], y[:n], want, got)
		}
	})
	if fit < steady.Bar(10) {
		t.Errorf("%d products fit", fit)
	}
}

// TestWordsInPoints checks ranges and products where coordinates are words, but what comes out of
// two of them is not.
func TestWordsInPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := func() num.Rat {
			d := words.Draw(t, "d")
			if d == 0 {
				d = 1
			}
			return num.RatFrac(words.Draw(t, "n"), d)
		}
		x, y, z := point(), point(), point()
		at := func(x num.Rat) linear.Generator { return linear.Generator{At: []num.Rat{x}} }
		p := FromGenerators(1, []linear.Generator{at(x), at(y)})
		lo, hi := x, y
		if y.Less(x) {
			lo, hi = y, x
		}
		c := words.Draw(t, "c")
		if rapid.Bool().Draw(t, "small") { // so that the values are words, but not products of two
			c %= 4
		}
		e := linear.X(0).ScaleInt(c).AddInt(1)
		if c < 0 {
			lo, hi = hi, lo
		}
		value := func(x num.Rat) num.Rat { return x.Mul(num.RatOf(c)).Add(num.RatOf(1)) }
		r := p.Range(e)
		if !r.Lo.At.Equal(value(lo)) || !r.Hi.At.Equal(value(hi)) || r.Lo.Kind != linear.Closed || r.Hi.Kind != linear.Closed {
			t.Fatalf("%v between %v and %v is %v", e, x, y, r)
		}
		q := p.Concat(FromGenerators(1, []linear.Generator{at(z)}))
		want := FromGenerators(2, []linear.Generator{{At: []num.Rat{x, z}}, {At: []num.Rat{y, z}}})
		if !q.Equal(want) {
			t.Fatalf("%v, not %v", q.Constraints(), want.Constraints())
		}
	})
}

package fp

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
)

// Operations over machine words give what Apply gives, wherever they give anything.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	word := func() int64 {
		switch r.IntN(7) {
		case 0:
			return int64(r.Uint64())
		case 1:
			return int64(math.Float64bits(float64(r.IntN(41)-20) / 4))
		case 2:
			return int64(int32(math.Float32bits(float32(r.IntN(41)-20) / 4)))
		case 3:
			return int64(math.Float64bits(r.NormFloat64() * math.Pow(2, float64(r.IntN(140)-70))))
		case 4:
			return int64(int32(math.Float32bits(float32(r.NormFloat64() * math.Pow(2, float64(r.IntN(140)-70))))))
		case 5:
			x := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 62, -1 << 63, 1 << 63}[r.IntN(13)]
			if r.IntN(2) == 0 {
				return int64(int32(math.Float32bits(float32(x))))
			}
			return int64(math.Float64bits(x))
		}
		return r.Int64N(2001) - 1000
	}
	had := map[Code]int{}
	for range 400_000 {
		o := Operation{
			Code: []Code{OpAdd, OpSub, OpMul, OpDiv, OpSqrt, OpConvert, OpFromInt, OpToInt, OpLess, OpLessEq, OpEqual, OpMin, OpFma}[r.IntN(13)],
			F:    []Format{Single, Double}[r.IntN(2)], To: []Format{Single, Double, X87}[r.IntN(3)],
			Int: []int{8, 16, 32, 64}[r.IntN(4)], Signed: r.IntN(2) == 0,
		}
		var words []int64
		var args []num.Int
		for i := range o.Args() {
			w := word()
			if o.Arg(i) == Rounding {
				w = int64(r.IntN(2))
			}
			words, args = append(words, w), append(args, num.Of(w))
		}
		got, ok := o.Words(words...)
		if !ok {
			continue
		}
		had[o.Code]++
		if want, has := o.Apply(A, args...); !has || want.Open || !want.Val.Equal(num.Of(got)) {
			t.Fatalf("%v of %x: %x, want %v (%v)", o, words, got, want, has)
		}
	}
	for _, c := range []Code{OpAdd, OpSub, OpMul, OpDiv, OpSqrt, OpConvert, OpFromInt, OpToInt, OpLess, OpLessEq, OpEqual} {
		if had[c] < 3000 {
			t.Errorf("%v: only %d of the random operations are computed over words", c, had[c])
		}
	}
}

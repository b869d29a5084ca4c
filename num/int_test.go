package num

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// integers draws numbers near the places where the word ends, and any others.
var integers = rapid.Custom(func(t *rapid.T) *big.Int {
	edges := []int64{0, 1, -1, 2, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1, math.MaxInt32, math.MinInt32, 1 << 32, -(1 << 32)}
	x := new(big.Int)
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		x.SetInt64(rapid.SampledFrom(edges).Draw(t, "edge"))
	case 1:
		x.SetInt64(rapid.Int64().Draw(t, "word"))
	case 2:
		x.SetInt64(rapid.Int64Range(-100, 100).Draw(t, "small"))
	default:
		x.SetBytes(rapid.SliceOfN(rapid.Byte(), 1, 24).Draw(t, "bytes"))
		if rapid.Bool().Draw(t, "negative") {
			x.Neg(x)
		}
	}
	return x
})

// check compares with math/big, and the representation with its invariant.
func check(t *rapid.T, op string, got Int, want *big.Int) {
	t.Helper()
	if got.Big().Cmp(want) != 0 {
		t.Fatalf("%s = %v, want %v", op, got, want)
	}
	if (got.b == nil) != want.IsInt64() {
		t.Fatalf("%s: %v is not in canonical form", op, want)
	}
	if got.b != nil && got.v != 0 {
		t.Fatalf("%s: the word of a big value is %d", op, got.v)
	}
}

func TestAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := integers.Draw(t, "a"), integers.Draw(t, "b")
		x, y := OfBig(a), OfBig(b)
		z := func() *big.Int { return new(big.Int) }
		check(t, "x", x, a)
		check(t, "x+y", x.Add(y), z().Add(a, b))
		check(t, "x-y", x.Sub(y), z().Sub(a, b))
		check(t, "-x", x.Neg(), z().Neg(a))
		check(t, "x*y", x.Mul(y), z().Mul(a, b))
		check(t, "x&y", x.And(y), z().And(a, b))
		check(t, "x|y", x.Or(y), z().Or(a, b))
		check(t, "x^y", x.Xor(y), z().Xor(a, b))
		check(t, "^x", x.Not(), z().Not(a))
		if b.Sign() != 0 {
			check(t, "x/y", x.Quo(y), z().Quo(a, b))
			check(t, "x%y", x.Rem(y), z().Rem(a, b))
		}
		n := rapid.UintRange(0, 130).Draw(t, "n")
		check(t, "x<<n", x.Shl(n), z().Lsh(a, n))
		check(t, "x>>n", x.Shr(n), z().Rsh(a, n))
		if got, want := x.Cmp(y), a.Cmp(b); got != want {
			t.Fatalf("Cmp = %d, want %d", got, want)
		}
		if got, want := x.Equal(y), a.Cmp(b) == 0; got != want {
			t.Fatalf("Equal = %v", got)
		}
		if x.Sign() != a.Sign() || x.String() != a.String() || x.IsZero() != (a.Sign() == 0) {
			t.Fatalf("sign, string or zero of %v", a)
		}
		if p, ok := Parse(a.String(), 10); !ok || !p.Equal(x) || p.Hash() != x.Hash() {
			t.Fatalf("%v does not survive being printed and read", a)
		}
	})
}

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := integers.Draw(t, "a")
		width, signed := rapid.IntRange(1, 130).Draw(t, "width"), rapid.Bool().Draw(t, "signed")
		got := OfBig(a).Wrap(width, signed)
		m := new(big.Int).Lsh(big.NewInt(1), uint(width))
		lo, hi := new(big.Int), new(big.Int).Set(m)
		if signed {
			hi.Rsh(m, 1)
			lo.Neg(hi)
		}
		g := got.Big()
		if g.Cmp(lo) < 0 || g.Cmp(hi) >= 0 {
			t.Fatalf("%v is out of range", got)
		}
		if d := new(big.Int).Sub(g, a); d.Mod(d, m).Sign() != 0 {
			t.Fatalf("%v is not congruent to %v", got, a)
		}
		check(t, "wrap", got, g)
	})
}

func TestOf(t *testing.T) {
	if got := OfUint(math.MaxUint64).String(); got != "18446744073709551615" {
		t.Error(got)
	}
	if got := OfBool(true).Sub(OfBool(false)).String(); got != "1" {
		t.Error(got)
	}
	if _, ok := Parse("12x", 10); ok {
		t.Error("12x is read as a number")
	}
	if v, ok := Of(math.MinInt64).Neg().Int64(); ok {
		t.Error("-MinInt64 fits a word:", v)
	}
}

var sink Int

func BenchmarkAdd(b *testing.B) {
	for name, x := range map[string]Int{"word": Of(123456789), "big": Pow2(100)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink = x.Add(x)
			}
		})
	}
	b.Run("math/big", func(b *testing.B) {
		x := big.NewInt(123456789)
		b.ReportAllocs()
		for b.Loop() {
			sink.b = new(big.Int).Add(x, x)
		}
	})
}

func BenchmarkMul(b *testing.B) {
	x := Of(123456789)
	b.ReportAllocs()
	for b.Loop() {
		sink = x.Mul(x)
	}
}

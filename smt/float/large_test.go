package float_test

import (
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
)

// operand is a random float: often with an exponent near another's, at the end of a range, or with a
// significand of few ones.
func operand(r *rand.Rand, b *smt.Builder, s *smt.Sort) *smt.Term {
	f := s.Format()
	frac := num.OfUint(r.Uint64()).Xor(num.OfUint(r.Uint64()).Shl(50))
	if r.IntN(3) == 0 {
		frac = num.Pow2(uint(r.IntN(f.Prec))).Sub(num.Of(r.Int64N(3)))
	}
	bias := int64(1)<<(f.Exp-1) - 1
	exp := bias + r.Int64N(9) - 4
	switch r.IntN(8) {
	case 0:
		exp = r.Int64N(3)
	case 1:
		exp = 2*bias + r.Int64N(2)
	case 2:
		exp = r.Int64N(2*bias + 2)
	case 3:
		exp = bias + r.Int64N(4*int64(f.Prec)) - 2*int64(f.Prec)
	}
	bits := num.Of(max(0, exp)).Shl(uint(f.Prec - 1)).Or(frac.Wrap(f.Prec-1, false))
	if r.IntN(2) == 0 {
		bits = bits.Or(num.Pow2(uint(s.Width - 1)))
	}
	return b.FloatVal(s, bits)
}

// TestLarge compares operations in the formats of C with what package fp says, on random operands.
func TestLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, f := range []fp.Format{fp.Half, fp.Single, fp.Double, {Exp: 15, Prec: 64}, fp.Quad, {Exp: 2, Prec: 30}, {Exp: 9, Prec: 2}} {
		b := smt.NewBuilder()
		s := b.FloatSort(f.Exp, f.Prec)
		x, y, z, m := b.Var("x", s), b.Var("y", s), b.Var("z", s), b.Var("m", b.RoundingSort())
		i := b.Extract(b.FloatBits(y), min(63, s.Width-1), 0)
		bits := b.FloatBits
		cases := []*smt.Term{
			bits(b.FloatAdd(m, x, y)), bits(b.FloatMul(m, x, y)), bits(b.FloatDiv(m, x, y)), bits(b.FloatSqrt(m, x)), bits(b.FloatIntegral(m, x)),
			bits(b.FloatFma(m, x, y, z)), bits(b.FloatConvert(m, b.FloatSort(8, 24), x)), bits(b.FloatConvert(m, b.FloatSort(11, 53), x)),
			bits(b.FloatConvert(m, b.FloatSort(3, 20), x)), b.FloatLess(x, y), b.FloatLessEq(y, x),
			b.FloatToBV(m, x, 32, true), b.FloatFits(m, x, 32, true), b.FloatToBV(m, x, 64, false), b.FloatFits(m, x, 64, false),
			bits(b.FloatOfBV(m, s, i, true)), bits(b.FloatOfBV(m, s, i, false)),
		}
		if f.Exp < 9 {
			cases = append(cases, bits(b.FloatRem(x, y)), bits(b.FloatFmod(x, y)))
		}
		blaster := bv.New(b)
		for _, c := range cases {
			mode := fp.Mode(r.IntN(5))
			l := &lanes{blaster, map[*smt.Term]uint64{}}
			vals := map[*smt.Term][]*smt.Term{}
			for _, v := range []*smt.Term{x, y, z} {
				for range 64 {
					vals[v] = append(vals[v], operand(r, b, s))
				}
				for k := range s.Width {
					w := uint64(0)
					for n, val := range vals[v] {
						if val.Value().Big().Num().Bit(k) == 1 {
							w |= 1 << n
						}
					}
					l.memo[b.Bit(bits(v), k)] = w
				}
			}
			l.set(b, m, func(int) uint64 { return uint64(mode) })
			out := []*smt.Term{c}
			if !c.IsBool() {
				var err error
				if out, err = blaster.Bits(c); err != nil {
					t.Fatal(err)
				}
			}
			for n := range 64 {
				model := smt.NewModel(b)
				for v := range vals {
					model.Set(v, vals[v][n])
				}
				model.Set(m, b.RoundingMode(mode))
				want, err := model.Eval(c)
				if err != nil {
					t.Fatal(err)
				}
				for k, p := range out {
					is := want.IsTrue()
					if !want.IsBool() {
						is = want.Value().Big().Num().Bit(k) == 1
					}
					if got := l.eval(t, p)>>n&1 == 1; got != is {
						t.Fatalf("%v %v: x %v y %v z %v: bit %d is %v in %v", c, mode, vals[x][n], vals[y][n], vals[z][n], k, got, want)
					}
				}
			}
		}
	}
}

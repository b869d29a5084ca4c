package octagon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// sequence makes random operations with all constants times k. Over the rationals
// every bound of the results is then k times what it is for k = 1.
func sequence(r *rand.Rand, dims, steps int, k num.Rat) []*Octagon {
	c := func() linear.Expr { return linear.Const(num.RatOf(int64(r.IntN(41) - 12)).Mul(k)) }
	x := func() linear.Expr {
		e := linear.X(r.IntN(dims))
		if r.IntN(2) == 0 {
			return e.Neg()
		}
		return e
	}
	pool := []*Octagon{Top(dims, linear.Rationals)}
	at := func() *Octagon { return pool[max(0, len(pool)-1-r.IntN(4))] }
	for range steps {
		var o *Octagon
		switch p := at(); r.IntN(9) {
		case 0, 1, 2:
			o = p.Assume(x().Add(x()).LE(c()))
		case 3:
			o = p.Assume(x().LE(c()), x().Add(x()).LE(c()), x().Add(x()).LE(c()), x().LE(c()), x().Add(x()).EQ(c()))
		case 4:
			o = p.Join(at())
		case 5:
			o = p.Widen(at())
		case 6:
			o = p.Assign(r.IntN(dims), x().Add(c()))
		case 7:
			o = p.Assign(r.IntN(dims), x().ScaleInt(2).Add(x()).Add(c()))
		case 8:
			o = p.Preassign(r.IntN(dims), x().Add(c()))
		}
		if !o.IsBottom() {
			pool = append(pool, o)
		}
	}
	return pool
}

func someWide(o *Octagon) bool {
	for _, b := range o.closed().blocks {
		if b.m.wide() {
			return true
		}
	}
	return false
}

// Numbers that leave the words, or only just do, change nothing.
func TestScalingCommutes(t *testing.T) {
	big, _ := num.ParseRat("1000000000000000000000000000000/7")
	for _, k := range []num.Rat{
		num.RatOf(1 << 16), num.RatOf(1 << 19), num.RatOf(1<<22 + 1), num.RatOf(1 << 40), num.RatOf(1 << 46), num.RatOf(1 << 50), num.RatOf(1<<52 + 1), num.RatOf(1 << 56), num.RatOf(1 << 60),
		num.RatFrac(1, 3), num.RatFrac(1, 1<<37), num.RatFrac(1, 1<<39+1), num.RatFrac(1<<50, 3), big, big.Inv(),
	} {
		wide, words, short := 0, 0, 0
		for seed := range uint64(60) {
			dims := 2 + int(seed%4)
			a := sequence(rand.New(rand.NewPCG(seed, 9)), dims, 25, num.RatOf(1))
			b := sequence(rand.New(rand.NewPCG(seed, 9)), dims, 25, k)
			if len(a) != len(b) {
				t.Fatalf("times %v, seed %d: %d and %d elements", k, seed, len(a), len(b))
			}
			for s := range a {
				if err := b[s].sane(); err != nil {
					t.Fatal(err)
				}
				switch {
				case someWide(b[s]):
					wide++
				case slices.ContainsFunc(b[s].closed().blocks, func(b *block) bool { return b.m.s == nil }):
					words++
				default:
					short++
				}
				for i := range 2 * dims {
					for j := range 2 * dims {
						u, v := a[s].closed().ext(i, j), b[s].closed().ext(i, j)
						if !u.inf {
							u.r = u.r.Mul(k)
						}
						if !u.equal(v) {
							t.Fatalf("times %v, seed %d, step %d: bound (%d, %d) is %v, want %v", k, seed, s, i, j, v, u)
						}
					}
				}
			}
		}
		t.Logf("times %v: %d elements in short words, %d in long ones, %d wide", k, short, words, wide)
		if k.Equal(num.RatOf(1<<60)) && wide == 0 || k.Equal(num.RatOf(1<<40)) && wide > 0 {
			t.Errorf("times %v: %d wide elements", k, wide)
		}
		if k.Equal(num.RatOf(1<<19)) && (short < 50 || words < 50) {
			t.Errorf("times %v: %d elements in short words, %d in long ones", k, short, words)
		}
	}
}

// An element goes back to words when what was too large is gone.
func TestBackToWords(t *testing.T) {
	for _, of := range []linear.Numbers{linear.Rationals, linear.Integers} {
		big := linear.Const(num.RatOfInt(num.Pow2(100)))
		x, y, z := linear.X(0), linear.X(1), linear.X(2)
		o := Of(3, of, x.Sub(y).LE(big), y.Sub(z).LE(linear.ConstInt(1)), z.LE(y))
		if !someWide(o) {
			t.Error("2^100 is in words")
		}
		if p := o.Assume(x.LE(linear.ConstInt(7)), y.GE(linear.ConstInt(0))); someWide(p) {
			t.Errorf("%v is not in words", p)
		}
		if p := o.Havoc(0); someWide(p) {
			t.Errorf("%v is not in words", p)
		}
	}
}

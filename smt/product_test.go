package smt

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
)

// Polynomials over words, some of which have gone around once and say so by a conditional, computed
// as terms and as numbers.
func TestPolynomialsModulo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := NewBuilder()
		m := NewModel(b)
		type both struct {
			term *Term
			val  num.Int
		}
		draw := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
		bits, signed := draw(2, 4), rapid.Bool().Draw(t, "signed")
		size := num.Pow2(uint(bits))
		var pool []both
		for _, name := range []string{"x", "y", "z"} {
			v, n := b.Var(name, b.IntSort()), num.Of(int64(draw(-9, 9))).Wrap(bits, signed)
			m.Set(v, b.Num(num.RatOfInt(n), b.IntSort()))
			pool = append(pool, both{v, n})
		}
		pick := func() both { return rapid.SampledFrom(pool).Draw(t, "part") }
		for range draw(1, 14) {
			p, q, r := pick(), pick(), pick()
			if len(p.val.String())+len(q.val.String()) > 60 {
				continue
			}
			var n both
			switch draw(0, 6) {
			case 0:
				n = both{b.Add(p.term, q.term), p.val.Add(q.val)}
			case 1:
				n = both{b.Sub(p.term, q.term), p.val.Sub(q.val)}
			case 2:
				n = both{b.Mul(p.term, q.term), p.val.Mul(q.val)}
			case 3:
				n = both{b.Wrap(p.term, bits, signed), p.val.Wrap(bits, signed)}
			case 4: // once around, as engines write it
				n = both{p.term, p.val}
				c, k := b.Le(q.term, r.term), b.Num(num.RatOfInt(size), b.IntSort())
				n.term = b.Ite(c, p.term, b.Sub(p.term, k))
				if r.val.Less(q.val) {
					n.val = p.val.Sub(size)
				}
			case 5:
				n = both{b.Ite(b.Lt(p.term, r.term), q.term, r.term), r.val}
				if p.val.Less(r.val) {
					n.val = q.val
				}
			case 6:
				k := num.Of(int64(draw(2, 7)))
				n = both{b.Mod(p.term, num.RatOfInt(k)), p.val.Sub(k.Mul(num.RatOfInt(p.val).Quo(num.RatOfInt(k)).Floor().Num()))}
			}
			pool = append(pool, n)
			got, err := m.Eval(n.term)
			if err != nil {
				t.Fatal(err)
			}
			if got != b.Num(num.RatOfInt(n.val), b.IntSort()) {
				t.Fatalf("%v is %v, not %v", n.term, got, n.val)
			}
			for _, f := range b.Divisions(n.term) {
				if yes, err := m.Holds(f); err != nil || !yes {
					t.Fatalf("%v does not hold (%v)", f, err)
				}
			}
		}
	})
}

// What is equal as a polynomial modulo the length of a word is one term.
func TestPolynomialsAreCanonical(t *testing.T) {
	b := NewBuilder()
	v := func(name string) *Term { return b.Var(name, b.IntSort()) }
	u32 := func(x *Term) *Term { return b.Wrap(x, 32, false) }
	x, y, u, w := v("x"), v("y"), v("u"), v("w")
	before := u32(b.Add(b.Mul(x, u), b.Mul(y, w)))
	// x -= y; w += u
	after := u32(b.Add(b.Mul(u32(b.Sub(x, y)), u), b.Mul(y, u32(b.Add(w, u)))))
	if before != after {
		t.Errorf("%v and %v are the same", before, after)
	}
	// The same where a word that has gone around says so by a conditional, and where another path
	// may be taken.
	size := b.Num(num.RatOfInt(num.Pow2(32)), b.IntSort())
	less := b.Sub(x, y)
	less = b.Ite(b.Le(y, x), less, b.Add(less, size))
	c := v("c")
	taken := b.Lt(c, b.IntNum(0))
	after = u32(b.Add(b.Mul(b.Ite(taken, less, x), u), b.Mul(y, b.Ite(taken, u32(b.Add(w, u)), w))))
	if before != after {
		t.Errorf("%v and %v are the same", before, after)
	}
	// What is multiplied out stays small.
	sum := b.Add(x, y, u, w, b.IntNum(1))
	if p := b.Mul(sum, sum, sum); p.Op() != OpMul {
		t.Errorf("%v has been multiplied out", p)
	}
}

// TestSquares: a variable that is squared again and again is a power with more factors than any
// memory has; its term stays small, and means the same.
func TestSquares(t *testing.T) {
	b := NewBuilder()
	x := b.Var("x", b.IntSort())
	m := NewModel(b)
	m.Set(x, b.IntNum(-1))
	y := b.Neg(x)
	for range 60 {
		y = b.Mul(y, y, x)
	}
	if b.Len() > 10_000 {
		t.Errorf("%d terms", b.Len())
	}
	// -x is 1 at first, and is -1 after every odd number of rounds: 1·1·-1, then -1·-1·-1.
	if v, err := m.Eval(y); err != nil || !v.Value().Equal(num.RatOf(-1)) {
		t.Errorf("%v, %v", v, err)
	}
}

// TestSharedChoices: below a remainder, conditionals and products that share what is in them are
// not gone through as the trees that they stand for.
func TestSharedChoices(t *testing.T) {
	b := NewBuilder()
	v := func(name string) *Term { return b.Var(name, b.IntSort()) }
	c := func(i int) *Term { return b.Var("c"+string(rune('a'+i)), b.BoolSort()) }
	x := b.Mul(v("x"), v("y"))
	for i := range 8 { // sums of conditionals in conditionals
		sum := []*Term{x}
		for j := range 20 {
			sum = append(sum, b.Ite(c((i+j)%26), x, b.Add(x, b.Scale(num.RatOf(int64(j+2)), v("z")))))
		}
		x = b.Add(sum...)
	}
	b.Mod(x, num.RatOf(7))
	x = b.Add(v("x"), b.IntNum(1))
	for range 20 { // products of products that are not multiplied out
		wide := []*Term{x}
		for j := range 9 {
			wide = append(wide, b.Scale(num.RatOf(int64(j+2)), v(string(rune('d'+j)))))
		}
		s := b.Add(wide...)
		x = b.Add(b.Mul(s, b.Add(wide[1:]...)), b.Mul(s, b.Add(wide[2:]...)))
	}
	b.Mod(b.Add(b.Mul(x, v("x"), b.Ite(c(0), v("x"), v("y"))), b.Ite(c(0), v("x"), v("y"))), num.RatOf(8))
}

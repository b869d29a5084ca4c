package fit_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fit"
)

func points(symbols, n int, draw func(lo, hi int64) int64) [][]num.Int {
	out := make([][]num.Int, n)
	for i := range out {
		for range symbols {
			out[i] = append(out[i], num.Of(draw(-30, 30)))
		}
	}
	return out
}

// What a polynomial gives at enough points is found again; at any points, what is found gives the
// values.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(lo, hi int64) int64 { return rapid.Int64Range(lo, hi).Draw(t, "n") }
		symbols := int(draw(1, 3))
		var p fit.Polynomial
		for range draw(0, 4) {
			var m fit.Monomial
			for m.Coef.IsZero() {
				m.Coef = num.RatFrac(draw(-9, 9), draw(1, 4))
			}
			for range draw(0, 3) {
				m.Symbols = append(m.Symbols, int(draw(0, int64(symbols)-1)))
			}
			if slices.Sort(m.Symbols); !slices.ContainsFunc(p, func(o fit.Monomial) bool { return slices.Equal(o.Symbols, m.Symbols) }) {
				p = append(p, m)
			}
		}
		// where it is an integer, so that values are; few of the points may be left
		scale := p.Denominator()
		at := points(symbols, int(draw(0, 90)), draw)
		values := make([]num.Int, len(at))
		for i := range at {
			for s := range at[i] {
				at[i][s] = at[i][s].Mul(scale)
			}
			v, ok := p.Eval(at[i]).Int()
			if !ok {
				at, values = at[:i], values[:i]
				break
			}
			values[i] = v
		}
		found, ok := fit.NewPoints(at).Fit(values, 3)
		if !ok {
			distinct := map[string]bool{}
			for _, a := range at {
				s := ""
				for _, n := range a {
					s += n.String() + " "
				}
				distinct[s] = true
			}
			if len(distinct) >= 45 { // twice the monomials of three symbols, and a few
				t.Fatalf("nothing found of %v at %d points", p, len(at))
			}
			return
		}
		for i, a := range at {
			if !found.Eval(a).Equal(num.RatOfInt(values[i])) {
				t.Fatalf("%v is not what %v was at %v", found, p, a)
			}
		}
	})
}

// Values that follow no polynomial have none, and too few points tell nothing.
func TestNone(t *testing.T) {
	var at [][]num.Int
	var powers, few []num.Int
	for i := range int64(20) {
		at = append(at, []num.Int{num.Of(i)})
		powers = append(powers, num.Pow2(uint(i)))
		few = append(few, num.Of(i*i))
	}
	if p, ok := fit.NewPoints(at).Fit(powers, 3); ok {
		t.Errorf("powers of 2 are %v", p)
	}
	if p, ok := fit.NewPoints(at[:4]).Fit(few[:4], 3); ok {
		t.Errorf("four points determine %v", p)
	}
	p, ok := fit.NewPoints(at[:6]).Fit(few[:6], 3)
	if !ok || len(p) != 1 || p.Degree() != 2 || !p[0].Coef.IsOne() {
		t.Errorf("six squares are %v", p)
	}
	if _, ok := fit.NewPoints(nil).Fit(nil, 3); ok {
		t.Error("no points determine something")
	}
}

func BenchmarkFit(b *testing.B) {
	seed := int64(1)
	at := points(5, 150, func(lo, hi int64) int64 { seed = seed * 48271 % 2147483647; return lo + seed%(hi-lo) })
	values := make([]num.Int, len(at))
	for i, a := range at {
		values[i] = a[0].Mul(a[1]).Mul(a[4]).Add(a[3])
	}
	for b.Loop() {
		if _, ok := fit.NewPoints(at).Fit(values, 3); !ok {
			b.Fatal("nothing found")
		}
	}
}

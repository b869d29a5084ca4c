package octagon

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// exactByParts decides from the definition whether the join of two closed
// matrices is their union: no point of it may be outside of a by one bound and
// outside of b by another. All bounds of the operands are integers, so being
// outside by a little is being outside.
func exactByParts(a, b *dense) bool {
	j := a.join(b)
	little := big.NewRat(1, 100)
	if a.of == linear.Integers {
		little = big.NewRat(1, 1)
	}
	// in, where V_k - V_i exceeds from's bound
	beyond := func(in *dense, from *dense, i, k int) *dense {
		c := new(big.Rat).Neg(from.m[i][k])
		return in.assume(k, i, c.Sub(c, little))
	}
	for i := range a.m {
		for k := range (i | 1) + 1 {
			if i == k || a.m[i][k] == nil {
				continue
			}
			part := beyond(j, a, i, k)
			if part.empty {
				continue
			}
			for p := range b.m {
				for q := range (p | 1) + 1 {
					if p != q && b.m[p][q] != nil && !beyond(part, b, p, q).empty {
						return false
					}
				}
			}
		}
	}
	return true
}

// near draws an octagon over n dimensions, and one that differs from it in a few
// bounds, or on the other side of a cut: unions of such are often octagons.
func near(t *rapid.T, n int, of linear.Numbers) (a, b *dense) {
	pick := func(d *dense, count int) *dense {
		for range count {
			i := rapid.IntRange(0, 2*n-1).Draw(t, "i")
			k := (i + rapid.IntRange(1, 2*n-1).Draw(t, "k")) % (2 * n)
			c := rapid.Int64Range(-2, 4).Draw(t, "c")
			if k == i^1 {
				c *= 2
			}
			d = d.assume(i, k, big.NewRat(c, 1))
		}
		return d
	}
	both := pick(newDense(n, of), rapid.IntRange(0, 4).Draw(t, "both"))
	if !both.empty && rapid.Bool().Draw(t, "cut") { // in two parts, with a gap or without
		i := rapid.IntRange(0, 2*n-1).Draw(t, "i")
		k := (i + rapid.IntRange(1, 2*n-1).Draw(t, "k")) % (2 * n)
		c, gap := rapid.Int64Range(-2, 2).Draw(t, "c"), rapid.Int64Range(-1, 2).Draw(t, "gap")
		if k == i^1 {
			c, gap = 2*c, 2*gap
		}
		return both.assume(i, k, big.NewRat(c, 1)), both.assume(k, i, big.NewRat(-c-gap, 1))
	}
	return pick(both, rapid.IntRange(0, 2).Draw(t, "a")), pick(both, rapid.IntRange(0, 2).Draw(t, "b"))
}

// octagonOf is the octagon with the bounds of a matrix.
func octagonOf(d *dense) *Octagon {
	if d.empty {
		return Bottom(d.n, d.of)
	}
	var cs []linear.Constraint
	for i := range d.m {
		for j := range (i | 1) + 1 {
			if c := d.m[i][j]; c != nil && i != j {
				cs = append(cs, form(i, j).LE(linear.Const(num.RatOfBig(c))))
			}
		}
	}
	return Of(d.n, d.of, cs...)
}

func TestExactJoin(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		n, of := rapid.IntRange(1, 3).Draw(t, "n"), linear.Numbers(rapid.IntRange(0, 1).Draw(t, "of"))
		a, b := near(t, n, of)
		want := a.empty || b.empty || exactByParts(a, b)
		join, exact := octagonOf(a).ExactJoin(octagonOf(b))
		if err := same(join, a.join(b)); err != nil {
			t.Fatal(err)
		}
		if exact != want {
			t.Fatalf("join of %v and %v over the %v: exact %v, want %v", octagonOf(a), octagonOf(b), of, exact, want)
		}
		if !a.empty && !b.empty && !a.leq(b) && !b.leq(a) {
			seen[exact]++
		}
	})
	if seen[true] < steady.Bar(3) || seen[false] < steady.Bar(3) {
		t.Errorf("exact and inexact joins of octagons that do not include each other: %v", seen)
	}
}

// TestExactJoinByPoints compares with sets of points: over the integers all of
// a box, over the rationals all multiples of 1/12. The vertices are multiples of
// 1/2, and a part of the join that the union lacks has the mean of up to three of
// its vertices, so there is such a point.
func TestExactJoinByPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := linear.Numbers(rapid.IntRange(0, 1).Draw(t, "of"))
		a, b := near(t, 2, of)
		inBox := newDense(2, of)
		for v := range 4 {
			inBox = inBox.assume(v, v^1, big.NewRat(4, 1)) // -2 to 2
		}
		a, b = a.meet(inBox), b.meet(inBox)
		if a.empty || b.empty {
			return
		}
		step := int64(12)
		if of == linear.Integers {
			step = 1
		}
		want := true
		join := a.join(b)
		for x := -2 * step; x <= 2*step; x++ {
			for y := -2 * step; y <= 2*step; y++ {
				at := []int64{x, -x, y, -y}
				if join.hasPart(at, step) && !a.hasPart(at, step) && !b.hasPart(at, step) {
					want = false
				}
			}
		}
		if _, exact := octagonOf(a).ExactJoin(octagonOf(b)); exact != want {
			t.Fatalf("join of %v and %v over the %v: exact %v, want %v", octagonOf(a), octagonOf(b), of, exact, want)
		}
	})
}

// hasPart is has for a point in parts of the unit; all bounds are multiples of
// 1/2, step is even where they are not whole.
func (d *dense) hasPart(at []int64, step int64) bool {
	for i := range d.m {
		for j, c := range d.m[i] {
			if c == nil {
				continue
			}
			if num, den := c.Num().Int64(), c.Denom().Int64(); (at[j]-at[i])*den > num*step {
				return false
			}
		}
	}
	return true
}

// TestExtended compares the entries that a bound more would give with the
// oracle's.
func TestExtended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		o, _ := near(t, n, linear.Numbers(rapid.IntRange(0, 1).Draw(t, "of")))
		i := rapid.IntRange(0, 2*n-1).Draw(t, "from")
		k := (i + rapid.IntRange(1, 2*n-1).Draw(t, "to")) % (2 * n)
		c := rapid.Int64Range(-4, 4).Draw(t, "bound")
		if k == i^1 {
			c *= 2
		}
		with := o.assume(i, k, big.NewRat(c, 1))
		if with.empty {
			return
		}
		x := octagonOf(o).closed().extended(edge{i, k, num.RatOf(c)})
		for p := range with.m {
			for q, want := range with.m[p] {
				if got := x.entry(p, q); p != q && (got.inf != (want == nil) || want != nil && rat(got.r).Cmp(want) != 0) {
					t.Fatalf("%v with [%d,%d]=%d: entry %d, %d is %v, want %v", o, i, k, c, p, q, got, want)
				}
			}
		}
	})
}

func TestExactJoinOfKnown(t *testing.T) {
	names := []string{"x", "y"}
	of := func(kind linear.Numbers, texts ...string) *Octagon {
		var cs []linear.Constraint
		for _, text := range texts {
			cs = append(cs, linear.MustParse(text, names...))
		}
		return Of(2, kind, cs...)
	}
	for _, c := range []struct {
		what               string
		a, b               []string
		rational, integral bool
	}{
		{"neighbours", []string{"x >= 0", "x <= 1"}, []string{"x >= 2", "x <= 3"}, false, true},
		{"overlap", []string{"x >= 0", "x <= 2"}, []string{"x >= 1", "x <= 3"}, true, true},
		{"touching", []string{"x >= 0", "x <= 1"}, []string{"x >= 1", "x <= 3"}, true, true},
		{"a gap", []string{"x >= 0", "x <= 1"}, []string{"x >= 3", "x <= 4"}, false, false},
		{"a corner", []string{"x <= 0", "y <= 1"}, []string{"x <= 1", "y <= 0"}, false, true},
		{"two points", []string{"x = 0", "y = 0"}, []string{"x = 1", "y = 1"}, false, true},
		{"half planes", []string{"x <= 0"}, []string{"x >= 0"}, true, true},
		{"included", []string{"x <= 0"}, []string{"x <= 5"}, true, true},
	} {
		for kind, want := range map[linear.Numbers]bool{linear.Rationals: c.rational, linear.Integers: c.integral} {
			if _, exact := of(kind, c.a...).ExactJoin(of(kind, c.b...)); exact != want {
				t.Errorf("%s over the %v: exact %v, want %v", c.what, kind, exact, want)
			}
		}
	}
}

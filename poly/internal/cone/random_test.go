package cone

import (
	"testing"

	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// drawRows draws a matrix of small numbers, many of them 0, and now and then of huge ones.
func drawRows(t *rapid.T, d, most int, huge bool, label string) *Matrix {
	m := NewMatrix(d)
	n := rapid.IntRange(0, most).Draw(t, label)
	for range n {
		row := make([]num.Int, d)
		for j := range row {
			row[j] = num.Of(int64(rapid.SampledFrom([]int{0, 0, 0, 1, 1, -1, -1, 2, -2, 3, -3, 5, -7}).Draw(t, "x")))
			if huge && rapid.IntRange(0, 3).Draw(t, "huge") == 0 {
				row[j] = row[j].Mul(num.Pow2(uint(rapid.SampledFrom([]int{20, 31, 40, 60, 61, 62, 63, 70}).Draw(t, "exponent")))).Add(num.Of(1))
			}
		}
		m.Append(row)
	}
	return m
}

func must(t interface{ Fatal(...any) }, err error) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// verify compares both minimal descriptions of a cone with the oracle's.
func verify(t interface{ Fatal(...any) }, c *Cone) {
	eqs, ineqs, err := c.Constraints(nil)
	must(t, err)
	lines, rays, err := c.Generators(nil)
	must(t, err)
	must(t, c.Check())
	must(t, agree(c.Dim(), eqs, ineqs, lines, rays))
	must(t, agree(c.Dim(), lines, rays, eqs, ineqs))
}

func testRandom(t *testing.T, huge bool) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(0, 5).Draw(t, "d")
		eqs, ineqs := drawRows(t, d, 2, huge, "eqs"), drawRows(t, d, 7, huge, "ineqs")
		c := FromConstraints(d, eqs, ineqs)
		lines, rays, err := c.Generators(nil)
		must(t, err)
		must(t, agree(d, eqs.withoutZeros(), ineqs.withoutZeros(), lines, rays))
		verify(t, c)

		g := FromGenerators(d, eqs, ineqs)
		e, i, err := g.Constraints(nil)
		must(t, err)
		must(t, agree(d, eqs.withoutZeros(), ineqs.withoutZeros(), e, i))
		verify(t, g)
	})
}

func TestAgainstSubsets(t *testing.T)     { testRandom(t, false) }
func TestAgainstSubsetsHuge(t *testing.T) { testRandom(t, true) }

// same compares both descriptions and the saturation of two cones.
func same(t interface{ Fatal(...any) }, c, d *Cone) {
	e1, i1, err := c.Constraints(nil)
	must(t, err)
	e2, i2, err := d.Constraints(nil)
	must(t, err)
	if !e1.Equal(e2) || !i1.Equal(i2) {
		t.Fatal("constraints differ:\n", e1, "\n", i1, "\n", e2, "\n", i2)
	}
	l1, r1, err := c.Generators(nil)
	must(t, err)
	l2, r2, err := d.Generators(nil)
	must(t, err)
	if !l1.Equal(l2) || !r1.Equal(r2) {
		t.Fatal("generators differ:\n", l1, "\n", r1, "\n", l2, "\n", r2)
	}
	s1, err := c.Saturation(nil)
	must(t, err)
	s2, err := d.Saturation(nil)
	must(t, err)
	if !s1.Equal(s2) {
		t.Fatal("saturation differs")
	}
}

// assignment is x[v] := Σ forward[j]*x[j] / den, and what undoes it.
type assignment struct {
	v             int
	forward, back []num.Int
	den, backDen  num.Int
}

func drawAssignment(t *rapid.T, d int) assignment {
	a := assignment{v: rapid.IntRange(0, d-1).Draw(t, "v"), forward: make([]num.Int, d), back: make([]num.Int, d)}
	a.den = num.Of(int64(rapid.IntRange(1, 3).Draw(t, "den")))
	for j := range d {
		a.forward[j] = num.Of(int64(rapid.SampledFrom([]int{0, 0, 0, 1, -1, 2, -5}).Draw(t, "coefficient")))
	}
	if a.forward[a.v].IsZero() {
		a.forward[a.v] = num.Of(1)
	}
	// y[v]*den = Σ forward[j]*x[j], solved for x[v].
	s := num.Of(int64(a.forward[a.v].Sign()))
	for j := range d {
		a.back[j] = a.forward[j].Mul(s).Neg()
	}
	a.back[a.v] = a.den.Mul(s)
	a.backDen = a.forward[a.v].Mul(s)
	return a
}

// image returns the images of generators.
func (a *assignment) image(m *Matrix) *Matrix {
	r := NewMatrix(m.Cols())
	for i := range m.Len() {
		row := make([]num.Int, m.Cols())
		sum := num.Int{}
		for j := range row {
			row[j] = m.At(i, j).Mul(a.den)
			sum = sum.Add(m.At(i, j).Mul(a.forward[j]))
		}
		row[a.v] = sum
		r.Append(row)
	}
	return r
}

// A cone that grew and shrank step by step is the cone from scratch, whenever it was looked at on
// the way.
func TestIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(0, 5).Draw(t, "d")
		huge := rapid.Bool().Draw(t, "hugeNumbers")
		draw := func(most int) *Matrix { return drawRows(t, d, most, huge, "rows") }
		var lazy, eager *Cone
		type snapshot struct{ now, then *Matrix }
		var snapshots []snapshot
		eqs, ineqs := draw(2), draw(6)
		if rapid.Bool().Draw(t, "fromGenerators") {
			lazy, eager = FromGenerators(d, eqs, ineqs), FromGenerators(d, eqs, ineqs)
		} else {
			lazy, eager = FromConstraints(d, eqs, ineqs), FromConstraints(d, eqs, ineqs)
		}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			if lazy.IsMinimal() {
				e, i := lazy.RawConstraints()
				l, r := lazy.RawGenerators()
				for _, m := range []*Matrix{e, i, l, r} {
					snapshots = append(snapshots, snapshot{m, m.Clone()})
				}
			}
			eqs, ineqs := draw(1), draw(4)
			if rapid.Bool().Draw(t, "generators") {
				l, r, err := eager.Generators(nil)
				must(t, err)
				eager = FromGenerators(d, l.Concat(eqs), r.Concat(ineqs))
				lazy = lazy.AddGenerators(eqs, ineqs)
			} else {
				e, i, err := eager.Constraints(nil)
				must(t, err)
				eager = FromConstraints(d, e.Concat(eqs), i.Concat(ineqs))
				lazy = lazy.AddConstraints(eqs, ineqs)
			}
			if d > 0 && rapid.IntRange(0, 2).Draw(t, "transform") == 0 {
				a := drawAssignment(t, d)
				l, r, err := eager.Generators(nil)
				must(t, err)
				eager = FromGenerators(d, a.image(l), a.image(r))
				lazy = lazy.Transform(a.v, a.forward, a.den, a.back, a.backDen)
			}
			switch rapid.IntRange(0, 3).Draw(t, "look") {
			case 0:
				must(t, lazy.Check())
				same(t, lazy, eager)
				must(t, lazy.Check())
			case 1: // what is known is complete
				if e, i := lazy.RawConstraints(); lazy.HasConstraints() {
					same(t, FromConstraints(d, e, i), eager)
				}
				if l, r := lazy.RawGenerators(); lazy.HasGenerators() {
					same(t, FromGenerators(d, l, r), eager)
				}
			}
		}
		same(t, lazy, eager)
		must(t, lazy.Check())
		for _, s := range snapshots {
			if !s.now.Equal(s.then) {
				t.Fatal("a step changed what an earlier cone holds")
			}
		}
	})
}

// Both descriptions with redundant rows give the same as one.
func TestFromBoth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(0, 5).Draw(t, "d")
		c := FromConstraints(d, drawRows(t, d, 1, false, "eqs"), drawRows(t, d, 8, false, "ineqs"))
		widen := func(eq, in *Matrix) (*Matrix, *Matrix) {
			eq, in = eq.Clone(), in.Clone()
			for range rapid.IntRange(0, 4).Draw(t, "redundant") {
				row := make([]num.Int, d)
				for _, m := range []*Matrix{in, eq} {
					for i := range m.Len() {
						k := num.Of(int64(rapid.IntRange(0, 2).Draw(t, "factor")))
						for j := range row {
							row[j] = row[j].Add(k.Mul(m.At(i, j)))
						}
					}
				}
				in.Append(row)
			}
			if rapid.Bool().Draw(t, "equalitiesAsPairs") {
				for i := range eq.Len() {
					in.AppendFrom(eq, i)
					in.AppendNegated(eq, i)
				}
				eq = NewMatrix(d)
			}
			return eq, in
		}
		eqs, ineqs, err := c.Constraints(nil)
		must(t, err)
		lines, rays, err := c.Generators(nil)
		must(t, err)
		eqs, ineqs = widen(eqs, ineqs)
		lines, rays = widen(lines, rays)
		both := FromBoth(d, eqs, ineqs, lines, rays)
		must(t, both.Check())
		same(t, both, c)
		must(t, both.Check())
	})
}

// Coordinates in another order, and one more that is free: minimal descriptions stay minimal.
func TestFromMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(0, 5).Draw(t, "d")
		c := FromConstraints(d, drawRows(t, d, 1, false, "eqs"), drawRows(t, d, 7, false, "ineqs"))
		eqs, ineqs, err := c.Constraints(nil)
		must(t, err)
		lines, rays := c.RawGenerators()
		sat, err := c.Saturation(nil)
		must(t, err)
		to := make([]int, d)
		places := rapid.Permutation(firstRows(nil, d+1)).Draw(t, "to")
		for j := range to {
			to[j] = int(places[j])
		}
		free := make([]int64, d+1)
		free[places[d]] = 1
		lines = lines.MapCols(d+1, to)
		lines.AppendWords(free)
		m := FromMinimal(d+1, eqs.MapCols(d+1, to), ineqs.MapCols(d+1, to), lines, rays.MapCols(d+1, to), sat)
		must(t, m.Check())
		same(t, m, FromConstraints(d+1, eqs.MapCols(d+1, to), ineqs.MapCols(d+1, to)))
	})
}

// AppendNegated adds row i of o times -1.
func (m *Matrix) AppendNegated(o *Matrix, i int) {
	m.AppendFrom(o, i)
	m.negate(m.n - 1)
}

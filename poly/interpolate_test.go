package poly

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

type interpolator = func(p, q *Polyhedron) (linear.Interpolant, bool)

var interpolators = map[string]interpolator{
	"Interpolate": (*Polyhedron).Interpolate,
	"Poly1":       (*Polyhedron).InterpolatePoly1,
	"Poly2":       (*Polyhedron).InterpolatePoly2,
	"Farkas":      (*Polyhedron).InterpolateFarkas,
}

// drawApart draws two polyhedra that have no common rational point.
func drawApart(t *rapid.T, dims int, of linear.Numbers) (p, q *Polyhedron) {
	p, q = drawPolyhedron(t, dims, of), drawPolyhedron(t, dims, of)
	if c := drawConstraint(t, dims); rapid.IntRange(0, 3).Draw(t, "cut") > 0 && c.Rel != linear.EQ {
		p, q = p.Assume(c), q.Assume(c.Negate()[0])
	}
	// Rename dimensions apart: the last one of p is none of q's, and the other way round.
	if rapid.Bool().Draw(t, "private") {
		q = q.AddDims(1).Permute(append(slices.Collect(counting(dims-1)), dims, dims-1))
		p = p.AddDims(1)
	}
	return p, q
}

func counting(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func TestInterpolants(t *testing.T) {
	found := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		of := kinds.Draw(t, "numbers")
		p, q := drawApart(t, rapid.IntRange(2, 4).Draw(t, "dims"), of)
		dims := p.Dims()
		apart := p.Meet(q).IsBottom()
		rationally := Of(dims, linear.Rationals, slices.Concat(p.Constraints(), q.Constraints())...).IsBottom()
		shared := occurring(q.Constraints())
		shared = slices.DeleteFunc(occurring(p.Constraints()), func(v int) bool { return !slices.Contains(shared, v) })
		for name, f := range interpolators {
			i, ok := f(p, q)
			if ok && !apart {
				t.Errorf("%s: %v separates %v and %v, which meet", name, i, p, q)
			}
			if !ok {
				if rationally && name != "Poly1" {
					t.Errorf("%s found nothing between %v and %v", name, p, q)
				}
				continue
			}
			if !p.IsBottom() && !q.IsBottom() {
				found[name]++
			}
			if !q.Assume(i.Constraints...).IsBottom() {
				t.Errorf("%s: %v does not exclude %v", name, i, q)
			}
			for _, c := range i.Constraints {
				if !p.Entails(c) {
					t.Errorf("%s: %v does not entail %v", name, p, c)
				}
				if i.Each && !q.Assume(c).IsBottom() {
					t.Errorf("%s: %v alone does not exclude %v", name, c, q)
				}
				if got := occurring([]linear.Constraint{c}); slices.ContainsFunc(got, func(v int) bool { return !slices.Contains(shared, v) }) && !p.IsBottom() {
					t.Errorf("%s: %v of %v and %v has dimensions that are not common", name, c, p, q)
				}
			}
			if name == "Farkas" && len(i.Constraints) != 1 && !q.IsBottom() {
				t.Errorf("Farkas: %v", i)
			}
		}
	})
	for name := range interpolators {
		if found[name] < steady.Bar(15) {
			t.Errorf("%s: only %d interpolants in all", name, found[name])
		}
	}
}

// No dimension of a Farkas interpolant can be spared: projected on the others, the
// operands meet.
func TestFarkasIsShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawApart(t, 3, linear.Rationals)
		i, ok := p.InterpolateFarkas(q)
		if !ok || p.IsBottom() || q.IsBottom() {
			return
		}
		dims := occurring(i.Constraints)
		for k := range dims {
			left := slices.Delete(slices.Clone(dims), k, k+1)
			var others []int
			for v := range p.Dims() {
				if !slices.Contains(left, v) {
					others = append(others, v)
				}
			}
			if p.Havoc(others...).Meet(q.Havoc(others...)).IsBottom() {
				t.Errorf("%v of %v and %v can do with the dimensions %v", i, p, q, left)
			}
		}
	})
}

func TestInterpolateCases(t *testing.T) {
	for _, c := range []struct {
		of   linear.Numbers
		p, q []string
		want map[string]string
	}{
		{
			linear.Rationals, []string{"x0 >= 0", "x0 <= 1", "x1 >= x0"}, []string{"x0 >= 0", "x1 < -2"},
			map[string]string{"Poly1": "x1 >= -2", "Farkas": "x1 >= 0", "Interpolate": "x1 >= -2"},
		},
		{
			// No constraint of q alone contradicts p.
			linear.Rationals, []string{"x0 + x1 <= 1", "x0 >= -9"}, []string{"x0 >= 1", "x1 > 0"},
			map[string]string{"Poly1": "", "Farkas": "x0 + x1 <= 1", "Interpolate": "x0 + x1 <= 1"},
		},
		{
			linear.Integers, []string{"2*x0 <= x1", "x1 <= 5"}, []string{"x0 >= 3"},
			map[string]string{"Poly1": "x0 <= 2", "Farkas": "x0 <= 2"},
		},
		{
			linear.Rationals, []string{"x0 < 1"}, []string{"x0 >= 1"},
			map[string]string{"Poly1": "x0 < 1", "Poly2": "x0 < 1", "Farkas": "x0 < 1"},
		},
		{
			linear.Rationals, []string{"x0 <= 1"}, []string{"x0 > 1"},
			map[string]string{"Poly1": "x0 <= 1", "Poly2": "x0 <= 1", "Farkas": "x0 <= 1"},
		},
	} {
		p, q := Of(2, c.of, parseAll(c.p...)...), Of(2, c.of, parseAll(c.q...)...)
		for name, want := range c.want {
			i, ok := interpolators[name](p, q)
			got := ""
			if ok {
				got = i.Constraints[0].String()
			}
			if got != want || ok && len(i.Constraints) != 1 {
				t.Errorf("%s of %v and %v: %v, want %s", name, p, q, i, want)
			}
		}
	}
}

// Bottom implies everything and contradicts everything.
func TestInterpolateBottom(t *testing.T) {
	bottom, top := Bottom(1, linear.Rationals), Top(1, linear.Rationals)
	for name, f := range interpolators {
		if i, ok := f(bottom, top); !ok || len(i.Constraints) != 1 || !i.Constraints[0].IsFalse() {
			t.Errorf("%s of bottom and top: %v, %v", name, i, ok)
		}
		if i, ok := f(top, bottom); !ok || len(i.Constraints) != 0 {
			t.Errorf("%s of top and bottom: %v, %v", name, i, ok)
		}
		if i, ok := f(top, top); ok {
			t.Errorf("%s of top and top: %v", name, i)
		}
	}
}

// Numbers that do not fit in words are separated all the same.
func TestInterpolateLarge(t *testing.T) {
	big := num.RatOfInt(num.Pow2(70))
	x, y := linear.X(0), linear.X(1)
	p := Of(2, linear.Rationals, x.Scale(big).LE(y), y.LE(linear.Const(big)))
	q := Of(2, linear.Rationals, x.GT(linear.ConstInt(1)))
	for name, f := range interpolators {
		if i, ok := f(p, q); !ok || i.Constraints[0].String() != "x0 <= 1" {
			t.Errorf("%s: %v, %v", name, i, ok)
		}
	}
}

package sum_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/numeric/numerictest"
	"github.com/whet-mc/whet/numeric/sum"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
)

type element = sum.Element[*octagon.Octagon, *poly.Polyhedron]

func domain() numeric.Domain[*element] { return sum.Domain(octagon.Domain(), poly.Domain()) }

func TestLawsCoarse(t *testing.T) { numerictest.Run(t, domain(), numerictest.IntegerLattice) }

func TestLawsFine(t *testing.T) {
	d := domain()
	top, bottom := d.Top, d.Bottom
	d.Top = func(n int, of linear.Numbers) *element { return top(n, of).Refine() }
	d.Bottom = func(n int, of linear.Numbers) *element { return bottom(n, of).Refine() }
	numerictest.Run(t, d)
}

// TestGrades follows the points of small boxes through random operations on elements of both
// grades, changed now and then.
func TestGrades(t *testing.T) {
	const dims, size = 3, 3
	rapid.Check(t, func(t *rapid.T) {
		d := domain()
		var points [][]num.Rat
		for i := range size * size * size {
			points = append(points, []num.Rat{num.RatOf(int64(i % size)), num.RatOf(int64(i / size % size)), num.RatOf(int64(i / size / size))})
		}
		coef := rapid.Int64Range(-2, 2)
		expr := func() linear.Expr {
			e := linear.ConstInt(coef.Draw(t, "c"))
			for v := range dims {
				e = e.Add(linear.X(v).ScaleInt(coef.Draw(t, "a")))
			}
			return e
		}
		constraint := func() linear.Constraint {
			e := expr()
			switch rapid.IntRange(0, 2).Draw(t, "rel") {
			case 0:
				return e.LE(linear.Expr{})
			case 1:
				return e.LT(linear.Expr{})
			}
			return e.EQ(linear.Expr{})
		}
		of := rapid.SampledFrom([]linear.Numbers{linear.Integers, linear.Rationals}).Draw(t, "of")
		grade := func(e *element) *element {
			switch rapid.IntRange(0, 3).Draw(t, "grade") {
			case 0:
				return e.Refine()
			case 1:
				return e.Hull()
			}
			return e
		}
		make := func() (*element, [][]num.Rat) {
			e := grade(d.Top(dims, of))
			in := points
			for range rapid.IntRange(0, 3).Draw(t, "constraints") {
				c := constraint()
				e = grade(e.Assume(c))
				var left [][]num.Rat
				for _, p := range in {
					if c.Holds(p) {
						left = append(left, p)
					}
				}
				in = left
			}
			return e, in
		}
		e, in := make()
		has := func(what string, e *element, p []num.Rat) {
			for _, c := range e.Constraints() {
				if !c.Holds(p) {
					t.Fatalf("%s: %v lost %v", what, e, p)
				}
			}
		}
		f, others := make()
		join, widened, meet := e.Join(f), e.Widen(e.Join(f)), e.Meet(f)
		upTo := e.WidenUpTo(e.Join(f), []linear.Constraint{constraint(), constraint()})
		exact, all := e.ExactJoin(f)
		by, v := expr(), rapid.IntRange(0, dims-1).Draw(t, "v")
		assigned := e.Assign(v, by)
		before := f.Preassign(v, by)
		for _, p := range in {
			has("element", e, p)
			has("refined", e.Refine(), p)
			has("hull", e.Hull(), p)
			has("join", join, p)
			has("widening", widened, p)
			has("bounded widening", upTo, p)
			has("exact join", exact, p)
			q := append([]num.Rat(nil), p...)
			q[v] = by.Eval(p)
			has("assignment", assigned, q)
			for _, o := range others {
				if q[0].Equal(o[0]) && q[1].Equal(o[1]) && q[2].Equal(o[2]) {
					has("preimage", before, p)
				}
				if p[0].Equal(o[0]) && p[1].Equal(o[1]) && p[2].Equal(o[2]) {
					has("meet", meet, p)
				}
			}
		}
		for _, o := range others {
			has("join", join, o)
			has("widening", widened, o)
			has("bounded widening", upTo, o)
		}
		if meet.IsBottom() {
			if i, ok := e.Interpolate(f); ok {
				for _, p := range in {
					for _, c := range i.Constraints {
						if !c.Holds(p) {
							t.Fatalf("interpolant %v between %v and %v", c, e, f)
						}
					}
				}
			}
		}
		if e.Leq(f) {
			for _, p := range in {
				has("above", f, p)
			}
		}
		if e.Equal(f) != (e.Leq(f) && f.Leq(e)) && of == linear.Rationals {
			t.Fatalf("%v and %v: equality and inclusion disagree", e, f)
		}
		if all {
			for _, p := range points {
				inExact, inOne := true, false
				for _, c := range exact.Constraints() {
					inExact = inExact && c.Holds(p)
				}
				for _, x := range []*element{e, f} {
					one := true
					for _, c := range x.Constraints() {
						one = one && c.Holds(p)
					}
					inOne = inOne || one
				}
				if inExact && !inOne {
					t.Fatalf("exact join of %v and %v has %v", e, f, p)
				}
			}
		}
		if p, ok := e.Point(); ok {
			has("point", e, p)
		}
	})
}

func TestHullKeepsWhatOctagonsCanSay(t *testing.T) {
	e := domain().Top(3, linear.Integers).Assume(
		linear.MustParse("x >= 0", "x", "y", "z"), linear.MustParse("y >= 0", "x", "y", "z"), linear.MustParse("y <= 4", "x", "y", "z"))
	e = e.Refine().Assign(2, linear.X(0).Add(linear.X(1)))
	h := e.Hull()
	if h.Refined() {
		t.Fatal("a hull is coarse")
	}
	for _, want := range []string{"z >= 0", "x <= z", "z <= x + 4", "y <= z"} {
		if c := linear.MustParse(want, "x", "y", "z"); !h.Entails(c) {
			t.Errorf("%v does not know that %s", h, want)
		}
	}
	if c := linear.MustParse("z = x + y", "x", "y", "z"); h.Entails(c) || !e.Entails(c) {
		t.Error("z = x + y is for the fine domain only")
	}
}

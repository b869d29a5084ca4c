package poly_test

import (
	"context"
	"errors"
	"testing"

	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/poly"
)

// cross returns the generators of the cross polytope, 2·dims points, which has 2^dims facets.
func cross(dims int) []linear.Generator {
	var gs []linear.Generator
	for v := range dims {
		for _, x := range []int64{1, -1} {
			at := make([]num.Rat, dims)
			at[v] = num.RatOf(x)
			gs = append(gs, linear.Generator{Kind: linear.Point, At: at})
		}
	}
	return gs
}

// cube returns a box cut by one constraint that relates all its dimensions: one block with some
// 2^dims vertices.
func cube(dims int) []linear.Constraint {
	var cs []linear.Constraint
	var sum linear.Expr
	for v := range dims {
		x := linear.X(v)
		cs = append(cs, x.GE(linear.ConstInt(0)), x.LE(linear.ConstInt(1)))
		sum = sum.Add(x)
	}
	return append(cs, sum.LE(linear.ConstInt(int64(dims/2))))
}

const explodes = 28 // dimensions, in which a cube has more vertices than a test has time for

// explosions are computations that do not end in any useful time, and a point that belongs to their
// result.
var explosions = []struct {
	name string
	run  func(l *poly.Limit) *poly.Polyhedron
	has  []num.Rat
}{
	{"constraints of a cross polytope", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.FromGenerators(explodes, linear.Rationals, cross(explodes)...).Within(l)
		p.Constraints()
		return p
	}, cross(explodes)[3].At},
	{"join of a cut cube", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.Of(explodes, linear.Rationals).Within(l).Assume(cube(explodes)...)
		return p.Join(p.Assign(0, linear.X(1).AddInt(3))).Complete()
	}, make([]num.Rat, explodes)},
	{"projection of a cut cube", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.Of(explodes, linear.Rationals, linear.X(0).LE(linear.X(1))).Within(l).Assume(cube(explodes)...)
		return p.RemoveDims(3, 4).Complete()
	}, make([]num.Rat, explodes-2)},
	{"widening of a cut cube", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.Of(explodes, linear.Integers).Within(l).Assume(cube(explodes)...)
		return p.Widen(p.Assign(2, linear.X(2).AddInt(1))).Complete()
	}, make([]num.Rat, explodes)},
	{"precise widening of a cut cube", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.Of(explodes, linear.Rationals).Within(l).Assume(cube(explodes)...)
		return p.WidenPrecise(p.Assign(2, linear.X(2).AddInt(1))).Complete()
	}, make([]num.Rat, explodes)},
	{"time elapse of a cut cube", func(l *poly.Limit) *poly.Polyhedron {
		p := poly.Of(explodes, linear.Rationals).Within(l).Assume(cube(explodes)...)
		return p.TimeElapse(p).Complete()
	}, make([]num.Rat, explodes)},
}

// TestContextStops lets a context end computations that would go on for ever: they return soon,
// with all points they should have, and say that they are approximate.
func TestContextStops(t *testing.T) {
	for _, c := range explosions {
		t.Run(c.name, func(t *testing.T) {
			// if it were not heard of, this would not end
			ctx := efforttest.New(t.Context(), 15_000, errors.New("enough"))
			p := c.run(&poly.Limit{Context: ctx})
			if after := ctx.After(); after > 15_000 {
				t.Errorf("went on for %d units of work", after)
			}
			checkApproximate(t, p, c.has)
			if !errors.Is(p.Approximate(), context.Canceled) {
				t.Errorf("the error does not unwrap to the context's: %v", p.Approximate())
			}
		})
	}
}

// TestRowsStop does the same by the number of rows.
func TestRowsStop(t *testing.T) {
	for _, c := range explosions {
		t.Run(c.name, func(t *testing.T) {
			checkApproximate(t, c.run(&poly.Limit{Rows: 500}), c.has)
		})
	}
}

func checkApproximate(t *testing.T, p *poly.Polyhedron, has []num.Rat) {
	t.Helper()
	var limited *poly.LimitError
	if err := p.Approximate(); !errors.As(err, &limited) {
		t.Errorf("Approximate is %v", err)
	}
	for _, c := range p.Constraints() {
		if !c.Holds(has) {
			t.Errorf("%v excludes a point of the result", c)
		}
	}
	if q := p.Within(nil).Havoc(0); q.Approximate() == nil {
		t.Error("what is made from an approximate element is not said to be approximate")
	}
}

// TestExactly gives an error in place of an approximation.
func TestExactly(t *testing.T) {
	grow := func(ps ...*poly.Polyhedron) *poly.Polyhedron {
		return ps[0].Join(ps[0].Assign(0, linear.X(0).AddInt(1)))
	}
	big := poly.Of(explodes, linear.Rationals, cube(explodes)...)
	limit := &poly.Limit{Rows: 1000}
	if p, err := poly.Exactly(limit, grow, big); err == nil {
		t.Errorf("no error, but %v", p)
	}
	p := poly.Of(3, linear.Rationals, cube(3)...)
	j, err := poly.Exactly(limit, grow, p)
	if err != nil || !j.Equal(grow(p)) || j.Approximate() != nil {
		t.Errorf("got %v, %v", j, err)
	}
	// asks what cannot be found out in time
	steered := func(ps ...*poly.Polyhedron) *poly.Polyhedron {
		if ps[0].Entails(linear.X(0).LE(linear.ConstInt(1))) {
			return ps[1]
		}
		return ps[1].Havoc(0)
	}
	if _, err := poly.Exactly(limit, steered, big, p); err == nil {
		t.Error("no error, though a question ran into the limit")
	}
}

// TestLimitLeavesOthersAlone uses an element under a limit and without one.
func TestLimitLeavesOthersAlone(t *testing.T) {
	p := poly.FromGenerators(6, linear.Rationals, cross(6)...)
	q := p.Within(&poly.Limit{Rows: 5})
	if n := len(q.Constraints()); q.Approximate() == nil {
		t.Errorf("%d constraints within 5 rows", n)
	}
	if n := len(p.Constraints()); n != 64 || p.Approximate() != nil {
		t.Errorf("%d constraints without a limit, %v", n, p.Approximate())
	}
	r := q.Join(p)
	if r.Approximate() == nil || !p.Leq(r) {
		t.Errorf("join with an approximate element: %v, %v", r, r.Approximate())
	}
	box := poly.Of(40, linear.Rationals, cube(40)[:80]...).Within(&poly.Limit{Rows: 1000})
	if gs := box.Generators(); len(gs) != 41 || box.Approximate() == nil {
		t.Errorf("%d generators of a box within 1000 rows, %v", len(gs), box.Approximate())
	}
}

// TestQuestionsUnderLimits asks what constraints alone can answer: bounds and emptiness by linear
// programming.
func TestQuestionsUnderLimits(t *testing.T) {
	p := poly.Of(explodes, linear.Rationals).Within(&poly.Limit{Rows: 500}).Assume(cube(explodes)...)
	var sum linear.Expr
	for v := range explodes {
		sum = sum.Add(linear.X(v).ScaleInt(int64(1 + v%2)))
	}
	if i, ok := p.Bounds(sum); !ok || i.String() != "[0, 28]" {
		t.Errorf("bounds %v, %v", i, ok)
	}
	if i, _ := p.Assume(linear.MustParse("x0 + x1 < 1/2")).Bounds(linear.X(0)); i.String() != "[0, 1/2)" {
		t.Errorf("bounds %v of half-open element", i)
	}
	if !p.Entails(linear.X(0).Add(linear.X(1)).LE(linear.ConstInt(2))) || p.Entails(linear.X(0).Add(linear.X(1)).LT(linear.ConstInt(2))) {
		t.Error("entailment is wrong")
	}
	if p.Approximate() == nil {
		t.Error("the limit was not reached")
	}
	empty := p.Assume(linear.X(0).Add(linear.X(1)).GE(linear.ConstInt(1)), linear.X(2).Add(linear.X(3)).GE(linear.X(0).Add(linear.X(1)).AddInt(1)), linear.X(2).LT(linear.ConstInt(1)))
	if !empty.IsBottom() {
		t.Errorf("%v is not found empty", empty)
	}
}

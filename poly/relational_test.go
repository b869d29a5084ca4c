package poly

import (
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// element returns a random element made by a few steps.
func (d draw) element() *Polyhedron {
	p := Of(d.dims, d.of, d.box()...)
	for range d.below(5, "steps") {
		if q := d.step().do(p, p); !q.IsBottom() {
			p = q
		}
	}
	return p
}

// points returns points of p: those of its generators, shifted along rays, and means of two.
func (d draw) points(p *Polyhedron) [][]num.Rat {
	var in [][]num.Rat
	gs := p.Generators()
	for _, g := range gs {
		if g.Kind == linear.Point {
			in = append(in, g.At)
		}
	}
	if len(in) > 6 {
		in = in[:6]
	}
	for range len(in) {
		a, b := in[d.below(len(in), "a")], in[d.below(len(in), "b")]
		mean := make([]num.Rat, p.dims)
		for i := range mean {
			mean[i] = a[i].Add(b[i]).Mul(num.RatFrac(1, 2))
		}
		if g := gs[d.below(len(gs), "g")]; g.Kind == linear.Ray || g.Kind == linear.Line {
			for i := range mean {
				mean[i] = mean[i].Add(g.At[i])
			}
		}
		in = append(in, mean)
	}
	return in
}

func has(p *Polyhedron, at []num.Rat) bool {
	return p.Subsumes(linear.Generator{Kind: linear.Point, At: at})
}

// TestGeneratorsRoundTrip makes elements again from their generators, none of which may be
// superfluous.
func TestGeneratorsRoundTrip(t *testing.T) {
	open := 0
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(0, 4).Draw(t, "dims")}
		p := d.element()
		if !p.IsClosed() {
			open++
		}
		for _, p := range []*Polyhedron{p, p.Undecomposed()} {
			gs := p.Generators()
			if q := FromGenerators(d.dims, d.of, gs...); !q.Equal(p) {
				t.Fatalf("%v generate %v, not %v", gs, q, p)
			}
			for i := range gs {
				if q := FromGenerators(d.dims, d.of, slices.Delete(slices.Clone(gs), i, i+1)...); q.Equal(p) {
					t.Fatalf("%v of %v is superfluous", gs[i], gs)
				}
				if !p.Subsumes(gs[i]) {
					t.Fatalf("%v does not subsume its generator %v", p, gs[i])
				}
			}
			if b := (linear.Generator{Kind: linear.Point, At: make([]num.Rat, d.dims)}); p.Subsumes(b) != FromGenerators(d.dims, d.of, append(gs, b)...).Equal(p) {
				t.Fatalf("Subsumes of the origin by %v is wrong", p)
			}
		}
	})
	if open < steady.Bar(5) {
		t.Errorf("only %d elements were not closed", open)
	}
}

// TestRelationalImages follows points through relations, and compares images with the same found by
// assignments.
func TestRelationalImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(1, 4).Draw(t, "dims")}
		p := d.element()
		v := d.below(d.dims, "v")
		e := d.expr(2)
		x := linear.X(d.dims) // the new value
		vs := []int{v}
		if a, b := p.Assign(v, e), p.RelImage(vs, x.EQ(e)); !a.Equal(b) {
			t.Fatalf("Assign of %v to %d of %v: %v, as a relation %v", e, v, p, a, b)
		}
		if a, b := p.Preassign(v, e), p.RelPreimage(vs, x.EQ(e)); !a.Equal(b) {
			t.Fatalf("Preassign of %v to %d of %v: %v, as a relation %v", e, v, p, a, b)
		}
		rel := []linear.Constraint{x.LE(e), x.GE(e.AddInt(-2))}
		if d.below(2, "strict") == 0 {
			rel[0] = x.LT(e)
		}
		image, back := p.RelImage(vs, rel...), p.RelPreimage(vs, rel...)
		for _, at := range d.points(p) {
			to := slices.Clone(at)
			to[v] = e.Eval(at).Sub(num.RatOf(1))
			if !has(image, to) {
				t.Fatalf("%v leads from %v to %v, but not into %v", rel, at, to, image)
			}
		}
		for _, at := range d.points(back) {
			between := Of(d.dims+1, d.of).Assume(rel...)
			for i, x := range at {
				between = between.Assume(linear.X(i).EQ(linear.Const(x)))
			}
			to := between.replace(d.dims, vs) // where at leads
			if to.Meet(p).IsBottom() {
				t.Fatalf("%v of the preimage of %v leads to %v only", at, p, to)
			}
		}
	})
}

// TestTimeElapse moves points.
func TestTimeElapse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(1, 3).Draw(t, "dims")}
		p, q := d.element(), d.element()
		r := p.TimeElapse(q)
		if q.IsBottom() {
			if !r.IsBottom() {
				t.Fatalf("%v elapsed by nothing is %v", p, r)
			}
			return
		}
		if !p.Leq(r) || !r.TimeElapse(q).Equal(r) {
			t.Fatalf("%v elapsed by %v is %v", p, q, r)
		}
		for _, at := range d.points(p) {
			for _, dir := range d.points(q) {
				to := slices.Clone(at)
				for i := range to {
					to[i] = at[i].AddMul(dir[i], num.RatFrac(3, 2))
				}
				if !has(r, to) {
					t.Fatalf("%v moves in direction %v to %v, but not in %v", at, dir, to, r)
				}
			}
		}
	})
}

// TestSequencesStop takes random ascending sequences through each widening, and descending ones
// through Narrow.
func TestSequencesStop(t *testing.T) {
	type widening struct {
		name string
		do   func(p, next *Polyhedron, bounds []linear.Constraint) *Polyhedron
	}
	widenings := []widening{
		{"Widen", func(p, next *Polyhedron, _ []linear.Constraint) *Polyhedron { return p.Widen(next) }},
		{"WidenPrecise", func(p, next *Polyhedron, _ []linear.Constraint) *Polyhedron { return p.WidenPrecise(next) }},
		{"WidenUpTo", (*Polyhedron).WidenUpTo},
		{"WidenBounded", (*Polyhedron).WidenBounded},
	}
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(1, 4).Draw(t, "dims")}
		if rapid.Bool().Draw(t, "integers") {
			d.of = linear.Integers
		}
		w := widenings[d.below(len(widenings), "widening")]
		bounds := []linear.Constraint{d.constraint(), d.constraint(), linear.X(0).LE(linear.ConstInt(20))}
		p := d.element()
		var steps []step
		for range 3 {
			steps = append(steps, d.step())
		}
		changes := 0
		for i := 0; i < 200; i++ {
			next := steps[i%3].do(p, p)
			r := w.do(p, next, bounds)
			if !p.Leq(r) || !next.Leq(r) {
				t.Fatalf("%s of %v with %v is %v", w.name, p, next, r)
			}
			for _, c := range bounds {
				if strings.HasPrefix(w.name, "WidenUp") && p.Entails(c) && next.Entails(c) && !r.Entails(c) {
					t.Fatalf("%s of %v with %v loses %v: %v", w.name, p, next, c, r)
				}
			}
			if !r.Equal(p) {
				if changes++; changes > 60 {
					t.Fatalf("%s went through %d elements, up to %v", w.name, changes, r)
				}
			}
			p = r
		}
		q := p
		changes = 0
		for i := 0; i < 30; i++ {
			next := q.Meet(d.element())
			r := q.Narrow(next)
			if !next.Leq(r) || !r.Leq(q) {
				t.Fatalf("Narrow of %v with %v is %v", q, next, r)
			}
			if !r.Equal(q) {
				changes++
			}
			q = r
		}
		if changes > 5*d.dims+1 {
			t.Fatalf("Narrow changed %d times", changes)
		}
	})
}

// TestWidenBounded shows what the bounding box adds, and that Narrow finds a bound again.
func TestWidenBounded(t *testing.T) {
	x, y := linear.X(0), linear.X(1)
	p := Of(2, linear.Rationals, x.GE(linear.ConstInt(0)), y.GE(linear.ConstInt(0)), x.Add(y).LE(linear.ConstInt(2)))
	next := p.Join(Of(2, linear.Rationals, x.EQ(linear.ConstInt(2)), y.EQ(linear.ConstInt(1))))
	if got := p.Widen(next).String(); got != "x0 >= 0, x1 >= 0" {
		t.Errorf("Widen: %s", got)
	}
	if got := p.WidenBounded(next, nil).String(); got != "x0 >= 0, x0 <= 2, x1 >= 0, x1 <= 2" {
		t.Errorf("WidenBounded: %s", got)
	}
	if got := p.WidenUpTo(next, []linear.Constraint{x.LE(linear.ConstInt(7)), y.LE(linear.ConstInt(1))}).String(); got != "x0 >= 0, x0 <= 7, x1 >= 0" {
		t.Errorf("WidenUpTo: %s", got)
	}
	if got := p.Widen(next).Narrow(next); !got.Equal(next) {
		t.Errorf("Narrow: %v", got)
	}
}

// TestMisuse expects panics that say what was wrong.
func TestMisuse(t *testing.T) {
	p := Top(2, linear.Rationals)
	var none *Polyhedron
	for want, f := range map[string]func(){
		"poly: Join of elements with 2 and 3 dimensions":                               func() { p.Join(Top(3, linear.Rationals)) },
		"poly: Join of elements over the rationals and the integers":                   func() { p.Join(Top(2, linear.Integers)) },
		"poly: Join on a nil *Polyhedron":                                              func() { none.Join(p) },
		"poly: TimeElapse with a nil *Polyhedron":                                      func() { p.TimeElapse(none) },
		"poly: WidenPrecise of elements with 2 and 0 dimensions":                       func() { p.WidenPrecise(Top(0, linear.Rationals)) },
		"poly: Maximize: expression with 4 dimensions on an element with 2 dimensions": func() { p.Maximize(linear.X(3)) },
		"poly: RelImage: constraint with 4 dimensions on an element with 3 dimensions": func() { p.RelImage([]int{1}, linear.X(3).LE(linear.X(0))) },
		"poly: AssignAll: dimension 1 twice":                                           func() { p.AssignAll([]int{1, 1}, make([]linear.Expr, 2)) },
		"poly: AssignAll of 1 expressions to 2 dimensions":                             func() { p.AssignAll([]int{0, 1}, make([]linear.Expr, 1)) },
		"poly: Project: dimension 2 of an element with 2 dimensions":                   func() { p.Project(2) },
		"poly: Top with -1 dimensions":                                                 func() { Top(-1, linear.Rationals) },
		"poly: Subsumes: generator with 1 dimensions on an element with 2 dimensions": func() {
			p.Subsumes(linear.Generator{At: make([]num.Rat, 1)})
		},
		"poly: FromGenerators: generator with 3 dimensions on an element with 2 dimensions": func() {
			FromGenerators(2, linear.Rationals, linear.Generator{At: make([]num.Rat, 3)})
		},
	} {
		t.Run(want, func(t *testing.T) {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v", got)
				}
			}()
			f()
		})
	}
}

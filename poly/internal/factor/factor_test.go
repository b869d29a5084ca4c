package factor

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

var shapes = []shape{
	{dims: 1, most: 4, strict: true},
	{dims: 2, most: 6},
	{dims: 2, most: 6, strict: true},
	{dims: 3, most: 6},
	{dims: 3, most: 5, strict: true},
	{dims: 2, most: 4, strict: true, huge: true},
}

var smallShapes = shapes[:3]

func drawShape(t *rapid.T) shape { return rapid.SampledFrom(shapes).Draw(t, "shape") }

func TestDescriptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, cs := drawShape(t).factor(t)
		mustBe(t, "factor", p, cs)
	})
}

func TestCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		cs := s.system(t)
		p := FromConstraints(s.dims, cs)
		more := slices.Clone(cs)
		for range rapid.IntRange(0, 4).Draw(t, "more") { // constraints that follow
			if len(cs) == 0 {
				break
			}
			a, b := rapid.SampledFrom(cs).Draw(t, "a"), rapid.SampledFrom(cs).Draw(t, "b")
			rel := linear.LE
			if a.Rel == linear.EQ && b.Rel == linear.EQ {
				rel = linear.EQ
			}
			more = append(more, linear.Constraint{Expr: a.Expr.ScaleInt(2).Add(b.Expr), Rel: rel})
		}
		more = rapid.Permutation(more).Draw(t, "order")
		q := inState(s.dims, more, rapid.IntRange(0, 5).Draw(t, "state"))
		if !slices.EqualFunc(p.Constraints(), q.Constraints(), linear.Constraint.Equal) {
			t.Fatalf("%v\n%v", p.Constraints(), q.Constraints())
		}
		g, _ := p.Generators()
		h, _ := q.Generators()
		if !slices.EqualFunc(g, h, func(a, b linear.Generator) bool { return a.String() == b.String() }) {
			t.Fatalf("%v\n%v", g, h)
		}
	})
}

func TestMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		p, cs := s.factor(t)
		q, ds := s.factor(t)
		all := slices.Concat(cs, ds)
		mustBe(t, "Meet", p.Meet(q), all)
		mustBe(t, "AddConstraints", p.AddConstraints(ds...), all)
		if got, want := p.Contains(q), !feasible(ds) || entailsAll(ds, cs); got != want {
			t.Fatalf("Contains: %v", got)
		}
		equal := feasible(cs) == feasible(ds) && (!feasible(cs) || entailsAll(ds, cs) && entailsAll(cs, ds))
		if p.Equal(q) != equal {
			t.Fatalf("Equal: %v", !equal)
		}
	})
}

// hullOf is the closure of the hull of two sets of solutions, neither of them empty, in the form of
// Balas (1979): x is a sum y + z, where y is in the first set scaled by l and z in the second
// scaled by 1-l.
func hullOf(dims int, cs, ds []linear.Constraint) []linear.Constraint {
	l := linear.X(2 * dims)
	out := []linear.Constraint{l.GE(linear.Expr{}), l.LE(linear.ConstInt(1))}
	scale := func(c linear.Constraint, at func(v int) linear.Expr, by linear.Expr) {
		e := by.Scale(c.Expr.Constant())
		for t := range c.Expr.Terms() {
			e = e.Add(at(t.Var).Scale(t.Coef))
		}
		out = append(out, linear.Constraint{Expr: e, Rel: c.Rel})
	}
	for _, c := range weak(cs) {
		scale(c, func(v int) linear.Expr { return linear.X(dims + v) }, l)
	}
	for _, c := range weak(ds) {
		scale(c, func(v int) linear.Expr { return linear.X(v).Sub(linear.X(dims + v)) }, linear.ConstInt(1).Sub(l))
	}
	for v := range dims + 1 {
		out = eliminate(out, dims+v)
	}
	return out
}

func TestHull(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(smallShapes).Draw(t, "shape")
		p, cs := s.factor(t)
		q, ds := s.factor(t)
		h := p.Hull(q)
		switch {
		case !feasible(cs):
			mustBe(t, "Hull with empty", h, ds)
		case !feasible(ds):
			mustBe(t, "Hull with empty", h, cs)
		default:
			closure := hullOf(s.dims, cs, ds)
			mustBe(t, "closure of Hull", h.TopClosure(), closure)
			mustBe(t, "Hull of closures", p.TopClosure().Hull(q.TopClosure()), closure)
			// A point of the closure is in the hull exactly if its least face meets an operand.
			facets := h.TopClosure().Constraints()
			grid(s.dims, func(x []num.Rat) {
				if !holds(facets, x) {
					return
				}
				var face []linear.Constraint
				for _, c := range facets {
					if c.Expr.Eval(x).IsZero() {
						face = append(face, linear.Constraint{Expr: c.Expr, Rel: linear.EQ})
					}
				}
				want := feasible(slices.Concat(cs, face)) || feasible(slices.Concat(ds, face))
				if holds(h.Constraints(), x) != want {
					t.Fatalf("%v in %v: %v", x, h.Constraints(), !want)
				}
			})
			if err := h.Check(); err != nil {
				t.Fatal(err)
			}
			gs, _ := q.Generators()
			if !p.AddGenerators(gs...).Equal(h) {
				t.Fatal("AddGenerators is not Hull")
			}
		}
	})
}

func TestClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, cs := drawShape(t).factor(t)
		if !feasible(cs) {
			if !p.TopClosure().IsEmpty() {
				t.Fatal("closure of an empty factor")
			}
			return
		}
		q := p.TopClosure()
		mustBe(t, "TopClosure", q, weak(p.Constraints()))
		if p.IsClosed() != entailsAll(weak(p.Constraints()), p.Constraints()) || p.IsClosed() != p.Equal(q) {
			t.Fatalf("IsClosed: %v", p.IsClosed())
		}
		if p.IsClosed() && p.settled().nnc {
			t.Fatal("known to be closed, and still with ε")
		}
	})
}

func TestQuestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		p, cs := s.factor(t)
		c := s.constraint(t)
		// its relation is likely not to be the obvious one
		if len(cs) > 0 && rapid.Bool().Draw(t, "boundary") {
			c.Expr = rapid.SampledFrom(cs).Draw(t, "of").Expr
		}
		out := c.Negate()
		in, not := feasible(append(slices.Clone(cs), c)), false
		for _, n := range out {
			not = not || feasible(append(slices.Clone(cs), n))
		}
		var want Relation
		if !not {
			want |= Included
		}
		if !in {
			want |= Disjoint
		}
		if entails(cs, linear.Constraint{Expr: c.Expr, Rel: linear.EQ}) {
			want |= Saturates
		}
		if in && not {
			want |= StrictlyIntersects
		}
		if got := p.Relation(c); got != want {
			t.Fatalf("Relation of %v to %v: %b, want %b", p.Constraints(), c, got, want)
		}
		if p.Entails(c) != !not {
			t.Fatal("Entails")
		}
		if p.IsUniverse() != entailsAll(nil, cs) {
			t.Fatal("IsUniverse")
		}
		if p.IsEmpty() {
			return
		}
		bounded := true
		for v := range s.dims {
			for _, e := range []linear.Expr{linear.X(v), linear.X(v).Neg()} {
				_, _, b := p.Sup(e)
				bounded = bounded && b
			}
		}
		if p.IsBounded() != bounded {
			t.Fatal("IsBounded")
		}
		e := s.expr(t)
		sup, attained, bounded := p.Sup(e)
		// The values of e are those of one more dimension that is equal to it.
		values := append(slices.Clone(cs), linear.X(s.dims).EQ(e))
		for v := range s.dims {
			values = eliminate(values, v)
		}
		x := linear.X(s.dims)
		atMost := func(b num.Rat) bool { return entails(values, x.LE(linear.Const(b))) }
		low, lowIn, lowBounded := p.Sup(e.Neg())
		if got, want := p.Range(e), (linear.Interval{Lo: endOf(low.Neg(), lowIn, lowBounded), Hi: endOf(sup, attained, bounded)}); got.String() != want.String() {
			t.Fatalf("Range of %v on %v: %v, want %v", e, p.Constraints(), got, want)
		}
		if !bounded {
			if atMost(num.RatOf(1 << 62)) {
				t.Fatalf("Sup of %v on %v is bounded", e, p.Constraints())
			}
			return
		}
		if !atMost(sup) || atMost(sup.Sub(num.RatFrac(1, 1<<40))) {
			t.Fatalf("Sup of %v on %v: %v", e, p.Constraints(), sup)
		}
		if attained != feasible(append(slices.Clone(values), x.EQ(linear.Const(sup)))) {
			t.Fatalf("Sup of %v on %v: %v, attained %v", e, p.Constraints(), sup, attained)
		}
	})
}

func TestSubsumes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(smallShapes).Draw(t, "shape")
		p, _ := s.factor(t)
		g := linear.Generator{Kind: linear.GeneratorKind(rapid.IntRange(0, 3).Draw(t, "kind")), At: make([]num.Rat, s.dims)}
		for v := range g.At {
			g.At[v] = num.RatFrac(rapid.Int64Range(-4, 4).Draw(t, "x"), rapid.Int64Range(1, 2).Draw(t, "d"))
		}
		if p.IsEmpty() {
			if p.Subsumes(g) {
				t.Fatal("an empty factor subsumes nothing")
			}
			return
		}
		q := p.AddGenerators(g)
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		if p.Subsumes(g) != q.Equal(p) || !q.Contains(p) || !q.Subsumes(g) {
			t.Fatalf("%v and %v", p.Constraints(), g)
		}
	})
}

package poly

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
)

// TestExactJoin compares the answer with the difference of the join and both, and with points.
func TestExactJoin(t *testing.T) {
	var yes, no int
	rapid.Check(t, func(t *rapid.T) {
		of, dims := kinds.Draw(t, "numbers"), rapid.IntRange(1, 3).Draw(t, "dims")
		p := drawPolyhedron(t, dims, of)
		var q *Polyhedron
		if c := drawConstraint(t, dims); rapid.IntRange(0, 2).Draw(t, "cut") == 0 {
			// The two sides of a cut: more often exact than any two are.
			whole := p
			p, q = whole.Assume(c), whole.Assume(c.Negate()[0])
			if rapid.Bool().Draw(t, "closed") {
				q = whole.Assume(linear.Constraint{Expr: c.Expr.Neg(), Rel: linear.LE})
			}
		} else {
			q = drawPolyhedron(t, dims, of)
		}
		join, exact := p.ExactJoin(q)
		if !join.Equal(p.Join(q)) {
			t.Errorf("join of %v and %v: %v", p, q, join)
		}
		left := Difference(join, p).Minus(UnionOf(dims, of, q))
		if of == linear.Rationals && exact != left.IsBottom() || exact && !left.IsBottom() {
			t.Errorf("%v and %v: exact is %v, but %v is left", p, q, exact, left)
		}
		if dims < 3 {
			for _, at := range grid(dims, of) {
				if exact && contains(join, at) && !contains(p, at) && !contains(q, at) {
					t.Errorf("%v and %v: exact, but %v gains %v", p, q, join, at)
				}
			}
		}
		if _, other := q.ExactJoin(p); of == linear.Rationals && other != exact {
			t.Errorf("%v and %v: exact is %v, in the other order %v", p, q, exact, other)
		}
		if exact {
			yes++
		} else {
			no++
		}
	})
	if yes < steady.Bar(20) || no < steady.Bar(20) {
		t.Errorf("%d exact and %d inexact joins: the cases are too much alike", yes, no)
	}
}

func TestExactJoinCases(t *testing.T) {
	for _, c := range []struct {
		of    linear.Numbers
		p, q  []string
		exact bool
	}{
		{linear.Rationals, []string{"x0 <= 1"}, []string{"x0 >= 1"}, true},
		{linear.Rationals, []string{"x0 < 1"}, []string{"x0 > 1"}, false},
		{linear.Rationals, []string{"x0 < 1"}, []string{"x0 >= 1"}, true},
		{linear.Rationals, []string{"x0 < 1"}, []string{"x0 >= 2"}, false},
		{linear.Rationals, []string{"x0 < 1", "x1 = 0"}, []string{"x0 >= 1", "x1 = 0"}, true},
		{linear.Rationals, []string{"x0 <= 1"}, []string{"x0 >= 2"}, false},
		{linear.Integers, []string{"x0 <= 1"}, []string{"x0 >= 2"}, true},
		{linear.Integers, []string{"x0 <= 1"}, []string{"x0 >= 3"}, false},
		{linear.Integers, []string{"x0 >= 0", "x0 <= 1", "x1 = x0"}, []string{"x0 >= 2", "x0 <= 3", "x1 = x0"}, true},
		// A closed triangle and the open half plane behind its missing side: the corner decides.
		{linear.Rationals, []string{"x0 >= 0", "x1 >= 0", "x0 + x1 <= 1"}, []string{"x0 >= 0", "x1 >= 0", "x0 + x1 > 1"}, true},
		{linear.Rationals, []string{"x0 >= 0", "x1 >= 0", "x0 + x1 < 1"}, []string{"x0 >= 0", "x1 > 0", "x0 + x1 >= 1"}, false},
		// Squares that touch in a corner.
		{linear.Rationals, []string{"x0 >= 0", "x0 <= 1", "x1 >= 0", "x1 <= 1"}, []string{"x0 >= 1", "x0 <= 2", "x1 >= 1", "x1 <= 2"}, false},
		{linear.Rationals, []string{"0 < 0"}, []string{"x0 >= 1"}, true},
	} {
		p, q := Of(2, c.of, parseAll(c.p...)...), Of(2, c.of, parseAll(c.q...)...)
		if join, exact := p.ExactJoin(q); exact != c.exact {
			t.Errorf("%v: %v and %v: %v, %v", c.of, p, q, join, exact)
		}
	}
}

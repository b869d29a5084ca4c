package monomials

import (
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/octagon"
	"github.com/whet-mc/whet/poly"
	"pgregory.net/rapid"
)

// Three variables, their squares, two mixed products and a cube.
const vars = 3

func table() *Table {
	return NewTable(
		Product{3, []int{0, 0}}, Product{4, []int{1, 1}}, Product{5, []int{2, 2}},
		Product{6, []int{1, 0}}, Product{7, []int{0, 0, 0}}, Product{8, []int{0, 2}},
	)
}

// point is a point of variables with its products.
func point(t *Table, vs ...int64) []num.Rat {
	p := make([]num.Rat, vars+t.Len())
	for i, v := range vs {
		p[i] = num.RatOf(v)
	}
	return right(t, p)
}

// right computes the products at a point.
func right(t *Table, p []num.Rat) []num.Rat {
	for _, q := range t.products {
		v := num.RatOf(1)
		for _, f := range q.Factors {
			v = v.Mul(p[f])
		}
		p[q.Dim] = v
	}
	return p
}

func contains[E numeric.Element[E]](t *rapid.T, what string, e *Element[E], points [][]num.Rat) {
	for _, p := range points {
		for _, cs := range [][]linear.Constraint{e.e.Constraints(), e.Constraints()} {
			for _, c := range cs {
				if !c.Holds(p) {
					t.Fatalf("%s: %v lacks %v, by %v", what, e, p, c)
				}
			}
		}
	}
}

func expr(t *rapid.T, products bool) linear.Expr {
	e := linear.ConstInt(rapid.Int64Range(-2, 2).Draw(t, "constant"))
	n := vars
	if products {
		n += table().Len()
	}
	for range rapid.IntRange(0, 2).Draw(t, "terms") {
		d := rapid.IntRange(0, n-1).Draw(t, "dimension")
		e = e.Add(linear.X(d).ScaleInt(rapid.Int64Range(-2, 2).Draw(t, "coefficient")))
	}
	return e
}

// sound runs random operations on elements and on the points that are tracked beside them.
func sound[E numeric.Element[E]](d numeric.Domain[E], of linear.Numbers) func(*rapid.T) {
	return func(t *rapid.T) {
		tab := table()
		dom := Domain(d, tab)
		type tracked struct {
			e      *Element[E]
			points [][]num.Rat
		}
		start := func() tracked {
			s := tracked{e: dom.Bottom(vars+tab.Len(), of)}
			for range rapid.IntRange(1, 2).Draw(t, "points") {
				small := rapid.Int64Range(-3, 3)
				vs := []int64{small.Draw(t, "x"), small.Draw(t, "y"), small.Draw(t, "z")}
				p := dom.Top(vars+tab.Len(), of)
				for i, v := range vs {
					p = p.Assign(i, linear.ConstInt(v))
				}
				s.e = s.e.Join(p)
				s.points = append(s.points, point(tab, vs...))
			}
			return s
		}
		s := start()
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			what := rapid.SampledFrom([]string{"assign", "auxiliary", "assume", "havoc", "join", "widen", "meet", "rename", "permute", "fold"}).Draw(t, "operation")
			next := tracked{e: s.e}
			each := func(f func(p []num.Rat)) {
				for _, p := range s.points {
					q := append([]num.Rat(nil), p...)
					f(q)
					next.points = append(next.points, right(tab, q))
				}
			}
			v := rapid.IntRange(0, vars-1).Draw(t, "variable")
			switch what {
			case "assign":
				e := expr(t, true)
				next.e = s.e.Assign(v, e)
				each(func(p []num.Rat) { p[v] = e.Eval(p) })
			case "auxiliary": // by way of a dimension that is no factor
				e := expr(t, false)
				n := s.e.Dims()
				next.e = s.e.AddDims(1).Assume(linear.X(n).EQ(e)).Assign(v, linear.X(n)).RemoveDims(n)
				each(func(p []num.Rat) { p[v] = e.Eval(p) })
			case "assume":
				e := expr(t, true)
				c := rapid.SampledFrom([]linear.Constraint{e.EQ(linear.Expr{}), e.LE(linear.Expr{}), e.GE(linear.Expr{})}).Draw(t, "constraint")
				next.e = s.e.Assume(c)
				for _, p := range s.points {
					if c.Holds(p) {
						next.points = append(next.points, p)
					}
				}
			case "havoc":
				k := num.RatOf(rapid.Int64Range(-5, 5).Draw(t, "value"))
				next.e = s.e.Havoc(v)
				each(func(p []num.Rat) { p[v] = k })
			case "join", "widen", "meet":
				o := start()
				switch what {
				case "join":
					next.e, next.points = s.e.Join(o.e), append(append(next.points, s.points...), o.points...)
				case "widen":
					j := s.e.Join(o.e)
					next.e, next.points = s.e.Widen(j), append(append(next.points, s.points...), o.points...)
				default: // with one that contains it
					next.e, next.points = s.e.Join(o.e).Meet(s.e), s.points
				}
			case "rename":
				w := (v + 1) % vars
				next.e = s.e.Rename(v, w)
				each(func(p []num.Rat) { p[w] = p[v] })
			case "permute": // there and back again
				to := make([]int, s.e.Dims())
				back := make([]int, s.e.Dims())
				for i := range to {
					to[i] = (i + 1) % len(to)
					back[to[i]] = i
				}
				e := expr(t, false)
				next.e = s.e.Permute(to).Assign(to[v], e.Map(func(d int) int { return to[d] })).Permute(back)
				each(func(p []num.Rat) { p[v] = e.Eval(p) })
			case "fold":
				w := (v + 1) % vars
				n := s.e.Dims()
				f := s.e.AddDims(1).Assign(n, linear.X(w)).Fold(v, n)
				next.e = f
				next.points = append(next.points, s.points...)
				each(func(p []num.Rat) { p[v] = p[w] })
			}
			contains(t, what, next.e, next.points)
			if len(next.points) > 0 && next.e.IsBottom() {
				t.Fatalf("%s: nothing is left", what)
			}
			e := expr(t, true)
			if r, ok := next.e.Bounds(e); ok {
				for _, p := range next.points {
					if !r.Contains(e.Eval(p)) {
						t.Fatalf("%v of %v is not in %v", e, p, r)
					}
				}
			}
			if s = next; len(s.points) == 0 {
				return
			}
		}
	}
}

func TestSound(t *testing.T) {
	t.Run("poly", func(t *testing.T) { rapid.Check(t, sound(poly.Domain(), linear.Rationals)) })
	t.Run("octagon", func(t *testing.T) { rapid.Check(t, sound(octagon.Domain(), linear.Integers)) })
}

// The product of two expressions is what it is at every point.
func TestTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tab := table()
		e, f := expr(t, true), expr(t, true)
		r, ok := tab.Times(e, f)
		if !ok {
			return
		}
		small := rapid.Int64Range(-4, 4)
		p := point(tab, small.Draw(t, "x"), small.Draw(t, "y"), small.Draw(t, "z"))
		if a, b := r.Eval(p), e.Eval(p).Mul(f.Eval(p)); !a.Equal(b) {
			t.Fatalf("(%v) * (%v) = %v, which is %v at %v, not %v", e, f, r, a, p, b)
		}
	})
	tab := table()
	x := linear.X(0)
	if r, ok := tab.Times(x.AddInt(1), x.AddInt(-1)); !ok || !r.Equal(linear.X(3).AddInt(-1)) {
		t.Errorf("(x + 1) * (x - 1) = %v, %v", r, ok)
	}
	if r, ok := tab.Times(linear.X(1), linear.X(2)); ok {
		t.Errorf("x1 * x2 = %v, for which there is no dimension", r)
	}
}

// for (x = y = z = 0; ; x++) { y += x; z += y; } has 2*y = x*x - x at the head, whatever x is.
func TestSums(t *testing.T) {
	tab := table()
	dom := Domain(poly.Domain(), tab)
	x, y := linear.X(0), linear.X(1)
	e := dom.Top(vars+tab.Len(), linear.Rationals).Assign(0, linear.Expr{}).Assign(1, linear.Expr{})
	rounds := 0
	for {
		next := e.Assign(1, y.Add(x)).Assign(0, x.AddInt(1))
		if next.Leq(e) {
			break
		}
		if rounds++; rounds > 10 {
			t.Fatal("widening does not end")
		}
		if j := e.Join(next); rounds > 2 {
			e = e.Widen(j)
		} else {
			e = j
		}
	}
	if !e.Entails(y.ScaleInt(2).EQ(linear.X(3).Sub(x))) {
		t.Errorf("2*y = x*x - x is not among %v", e)
	}
	if e.Entails(y.ScaleInt(2).EQ(x)) {
		t.Errorf("%v says too much", e)
	}
	// Where x is z the one's square is the other's.
	if f := e.Assume(x.EQ(linear.X(2).AddInt(1))); !f.Entails(linear.X(3).EQ(linear.X(5).Add(linear.X(2).ScaleInt(2)).AddInt(1))) {
		t.Errorf("x = z + 1 says nothing of x*x: %v", f)
	}
}

// Of x = y = 0 and x*x = 0 widening keeps what holds of 1, 1 and 1, too.
func TestWidenKeepsEqualities(t *testing.T) {
	tab := table()
	dom := Domain(poly.Domain(), tab)
	at := func(n int64) *Element[*poly.Polyhedron] {
		return dom.Top(vars+tab.Len(), linear.Rationals).Assign(0, linear.ConstInt(n)).Assign(1, linear.ConstInt(n))
	}
	e := at(0)
	e = e.Widen(e.Join(at(1)))
	e = e.Widen(e.Join(at(2)))
	for _, c := range []linear.Constraint{linear.X(0).EQ(linear.X(1)), linear.X(3).EQ(linear.X(4)), linear.X(3).EQ(linear.X(6))} {
		if !e.Entails(c) {
			t.Errorf("%v is not in %v", c, e)
		}
	}
	if e.Entails(linear.X(0).EQ(linear.Expr{})) || e.Entails(linear.X(0).EQ(linear.X(3))) {
		t.Errorf("%v says too much", e)
	}
}

func TestAssignToProduct(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a product was assigned")
		}
	}()
	tab := table()
	Domain(poly.Domain(), tab).Top(vars+tab.Len(), linear.Rationals).Assign(3, linear.Expr{})
}

package poly

import (
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// draw makes random values for tests.
type draw struct {
	*rapid.T
	dims int
	of   linear.Numbers
	big  bool // some numbers do not fit machine words
}

func (d draw) below(n int, label string) int { return rapid.IntRange(0, n-1).Draw(d.T, label) }

func (d draw) number(span int) num.Rat {
	n := num.RatOf(int64(d.below(2*span+1, "number") - span))
	if d.big && d.below(8, "big") == 0 {
		return n.Mul(num.RatOf(1 << 61)).Add(num.RatOf(1))
	}
	if d.below(10, "fraction") == 0 {
		return n.Quo(num.RatOf(int64(2 + d.below(2, "den"))))
	}
	return n
}

// expr returns an expression with few terms.
func (d draw) expr(most int) linear.Expr {
	var terms []linear.Term
	if d.dims > 0 {
		for range d.below(most+1, "terms") {
			terms = append(terms, linear.Term{Var: d.below(d.dims, "dim"), Coef: d.number(2)})
		}
	}
	return linear.Sum(d.number(5), terms...)
}

func (d draw) constraint() linear.Constraint {
	rel := linear.LE
	switch d.below(8, "relation") {
	case 0:
		rel = linear.EQ
	case 1:
		rel = linear.LT
	}
	return linear.Constraint{Expr: d.expr(2), Rel: rel}
}

// box returns the constraints of a random box, some of whose ends may be open; over the integers it
// has 0 in it.
func (d draw) box() []linear.Constraint {
	var cs []linear.Constraint
	open := d.of == linear.Rationals && d.below(2, "some open") == 1
	for v := range d.dims {
		for _, sign := range []int64{1, -1} {
			side := d.below(6, "side")
			if side == 5 {
				continue
			}
			c := linear.X(v).ScaleInt(sign).LE(linear.ConstInt(int64(d.below(4, "end"))))
			if open && side >= 3 {
				c.Rel = linear.LT
			}
			cs = append(cs, c)
		}
	}
	return cs
}

// step is an operation on elements, the same for both of two runs.
type step struct {
	name string
	do   func(p, q *Polyhedron) *Polyhedron
}

func (d draw) step() step {
	v := 0
	if d.dims > 0 {
		v = d.below(d.dims, "v")
	}
	kinds := 17
	if d.dims == 0 {
		kinds = 5
	}
	switch d.below(kinds, "step") {
	case 0:
		c := d.constraint()
		return step{"Assume " + c.String(), func(p, _ *Polyhedron) *Polyhedron { return p.Assume(c) }}
	case 1:
		return step{"Join", (*Polyhedron).Join}
	case 2:
		return step{"Meet", (*Polyhedron).Meet}
	case 3:
		return step{"Closure", func(p, _ *Polyhedron) *Polyhedron { return p.Closure() }}
	case 4:
		return step{"TimeElapse", (*Polyhedron).TimeElapse}
	case 5, 6:
		e := d.expr(2)
		return step{fmt.Sprintf("Assign %d %v", v, e), func(p, _ *Polyhedron) *Polyhedron { return p.Assign(v, e) }}
	case 7:
		e := d.expr(2)
		return step{fmt.Sprintf("Preassign %d %v", v, e), func(p, _ *Polyhedron) *Polyhedron { return p.Preassign(v, e) }}
	case 8:
		return step{fmt.Sprintf("Havoc %d", v), func(p, _ *Polyhedron) *Polyhedron { return p.Havoc(v) }}
	case 9:
		return step{"BoundingBox", func(p, _ *Polyhedron) *Polyhedron { return p.BoundingBox() }}
	case 10:
		to := rapid.Permutation(upTo(d.dims)).Draw(d.T, "to")
		return step{fmt.Sprint("Permute ", to), func(p, _ *Polyhedron) *Polyhedron { return p.Permute(to) }}
	case 11:
		w := d.below(d.dims, "w")
		return step{fmt.Sprintf("Rename %d %d", v, w), func(p, _ *Polyhedron) *Polyhedron { return p.Rename(v, w) }}
	case 12:
		return step{fmt.Sprintf("Expand %d, remove the first", v), func(p, _ *Polyhedron) *Polyhedron { return p.Expand(v, 1).RemoveDims(0) }}
	case 13:
		e, f := d.expr(2), d.expr(1)
		w := (v + 1) % d.dims
		if w == v {
			return step{fmt.Sprintf("Assign %d %v", v, e), func(p, _ *Polyhedron) *Polyhedron { return p.Assign(v, e) }}
		}
		return step{fmt.Sprintf("AssignAll %d %d, %v %v", v, w, e, f), func(p, _ *Polyhedron) *Polyhedron {
			return p.AssignAll([]int{v, w}, []linear.Expr{e, f})
		}}
	case 14:
		c := d.expr(2).GE(linear.X(d.dims))
		return step{fmt.Sprintf("RelImage %d %v", v, c), func(p, _ *Polyhedron) *Polyhedron { return p.RelImage([]int{v}, c) }}
	case 15:
		c := d.expr(2).GE(linear.X(d.dims))
		return step{fmt.Sprintf("RelPreimage %d %v", v, c), func(p, _ *Polyhedron) *Polyhedron { return p.RelPreimage([]int{v}, c) }}
	default:
		w := (v + 1) % d.dims
		if w == v {
			return step{"Join", (*Polyhedron).Join}
		}
		return step{fmt.Sprintf("Fold %d %d", v, w), func(p, _ *Polyhedron) *Polyhedron { return p.Fold(v, w).AddDims(1) }}
	}
}

// pair is an element made decomposed and undecomposed.
type pair struct{ p, q *Polyhedron }

func (x pair) differ() error {
	if err := x.p.sane(); err != nil {
		return err
	}
	if err := x.q.sane(); err != nil {
		return err
	}
	if a, b := x.p.Constraints(), x.q.Constraints(); !slices.EqualFunc(a, b, linear.Constraint.Equal) {
		return fmt.Errorf("decomposed %v, undecomposed %v", a, b)
	}
	if x.p.IsBottom() != x.q.IsBottom() || x.p.IsTop() != x.q.IsTop() || x.p.IsClosed() != x.q.IsClosed() || x.p.IsBounded() != x.q.IsBounded() {
		return fmt.Errorf("questions have different answers on %v", x.p)
	}
	if !x.p.Equal(x.q) || !x.q.Equal(x.p) {
		return fmt.Errorf("%v is not Equal to itself undecomposed", x.p)
	}
	return nil
}

// TestDecomposedIsUndecomposed makes the same elements with and without decomposition.
func TestDecomposedIsUndecomposed(t *testing.T) {
	merged, apart := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(0, 5).Draw(t, "dims"), big: rapid.IntRange(0, 3).Draw(t, "wide") == 0}
		if rapid.Bool().Draw(t, "integers") {
			d.of = linear.Integers
		}
		var pool []pair
		for range 3 {
			cs := d.box()
			top := Top(d.dims, d.of)
			pool = append(pool, pair{top.Assume(cs...), top.Undecomposed().Assume(cs...)})
		}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			i, j, k := d.below(3, "i"), d.below(3, "j"), d.below(3, "k")
			s := d.step()
			x := pair{s.do(pool[i].p, pool[j].p), s.do(pool[i].q, pool[j].q)}
			if err := x.differ(); err != nil {
				t.Fatalf("%s of %v, %v: %v", s.name, pool[i].p, pool[j].p, err)
			}
			if pool[i].p.Leq(pool[j].p) != pool[i].q.Leq(pool[j].q) {
				t.Fatalf("Leq of %v, %v differs", pool[i].p, pool[j].p)
			}
			e := d.expr(3)
			b1, ok1 := x.p.Bounds(e)
			b2, ok2 := x.q.Bounds(e)
			if ok1 != ok2 || b1.String() != b2.String() {
				t.Fatalf("Bounds of %v on %v: %v, undecomposed %v", e, x.p, b1, b2)
			}
			c := d.constraint()
			if r1, r2 := x.p.Relation(c), x.q.Relation(c); r1 != r2 {
				t.Fatalf("Relation of %v to %v: %v, undecomposed %v", x.p, c, r1, r2)
			}
			if !x.p.IsBottom() {
				for _, b := range x.p.Blocks() {
					if len(b) > 1 {
						merged++
					} else {
						apart++
					}
				}
				pool[k] = x
			}
		}
	})
	if merged < steady.Bar(50) || apart < steady.Bar(50) {
		t.Errorf("only %d blocks of more dimensions and %d of one: the test says too little", merged, apart)
	}
}

// TestWidenDecomposed compares the standard widening with and without decomposition, closed and not
// necessarily closed, and sees that the precise one lies below it either way.
func TestWidenDecomposed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(1, 4).Draw(t, "dims")}
		cs := d.box()
		p := Top(d.dims, d.of).Assume(cs...)
		x := pair{p, p.Undecomposed()}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			s := d.step()
			next := x.p.Join(s.do(x.p, x.p))
			y := pair{x.p.Widen(next), x.q.Widen(next)}
			if err := y.differ(); err != nil {
				t.Fatalf("Widen of %v with %v: %v", x.p, next, err)
			}
			z := pair{x.p.WidenPrecise(next), x.q.WidenPrecise(next)}
			for _, w := range []*Polyhedron{y.p, z.p, z.q} {
				if err := w.sane(); err != nil || !next.Leq(w) || !w.Leq(y.p) {
					t.Fatalf("Widen of %v with %v is %v, WidenPrecise %v, %v: %v", x.p, next, y.p, z.p, z.q, err)
				}
			}
			x = pair{next, next.Undecomposed()}
			if d.below(2, "widened") == 0 {
				x = y
			}
		}
	})
}

// TestLimitedContainsExact does the same with and without a limit on rows so low that it is often
// reached: all points must stay, and where the limit was not reached, nothing else may come.
func TestLimitedContainsExact(t *testing.T) {
	reached := 0
	rapid.Check(t, func(t *rapid.T) {
		d := draw{T: t, dims: rapid.IntRange(1, 5).Draw(t, "dims"), big: rapid.IntRange(0, 3).Draw(t, "wide") == 0}
		limit := &Limit{Rows: rapid.IntRange(1, 16).Draw(t, "rows")}
		var pool []pair
		for range 3 {
			cs := d.box()
			top := Top(d.dims, d.of)
			if d.below(2, "whole") == 0 {
				top = top.Undecomposed()
			}
			pool = append(pool, pair{top.Assume(cs...), top.Within(limit).Assume(cs...)})
		}
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			i, j, k := d.below(3, "i"), d.below(3, "j"), d.below(3, "k")
			s := d.step()
			x := pair{s.do(pool[i].p, pool[j].p), s.do(pool[i].q, pool[j].q)}
			c := d.constraint()
			if x.q.Entails(c) && !x.p.Entails(c) {
				t.Fatalf("%s of %v, %v within %d rows entails %v: %v, %v", s.name, pool[i].q, pool[j].q, limit.Rows, c, x.q, x.p)
			}
			if x.q.IsBottom() && !x.p.IsBottom() {
				t.Fatalf("%s of %v, %v within %d rows is bottom, not %v", s.name, pool[i].q, pool[j].q, limit.Rows, x.p)
			}
			for _, c := range x.q.Constraints() {
				if !x.p.Entails(c) {
					t.Fatalf("%s of %v, %v within %d rows has %v, but is %v", s.name, pool[i].q, pool[j].q, limit.Rows, c, x.p)
				}
			}
			if x.q.Complete().Approximate() != nil {
				reached++
			} else if !x.q.Equal(x.p) {
				t.Fatalf("%s of %v, %v is %v, not %v, without reaching %d rows", s.name, pool[i].q, pool[j].q, x.q, x.p, limit.Rows)
			}
			pool[k] = x
		}
	})
	if reached < steady.Bar(20) {
		t.Errorf("the limit was reached only %d times", reached)
	}
}

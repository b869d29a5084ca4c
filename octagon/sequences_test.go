package octagon

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// TestWideningChains follows chains of widenings: each result, as it is, is that
// of the definition, and they stop.
func TestWideningChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(rapidSource{t})
		for range 3 {
			for i, s := range m.slots {
				c, on := m.constraint()
				m.slots[i] = slot{o: s.o.Assume(c), d: on(s.closed())}
			}
		}
		e := m.slots[0]
		finite := func(d *dense) int {
			n := 0
			for _, row := range d.m {
				for _, x := range row {
					if x != nil {
						n++
					}
				}
			}
			return n
		}
		for k := range 30 {
			next := m.slots[1]
			if k > 0 {
				v, c := m.below(m.n), m.whole()
				next = slot{o: e.o.Assign(v, signed(2*v).AddConst(c)), d: e.closed().assign(v, 2*v, rat(c))}
				next = slot{o: next.o.Join(m.slots[2].o), d: next.d.join(m.slots[2].d)}
			}
			before := e
			e = m.widen(e, next)
			if err := m.check(e); err != nil {
				t.Fatal(err)
			}
			if !before.o.Leq(e.o) || !next.o.Leq(e.o) {
				t.Fatalf("%v widened by %v is %v", before.o, next.o, e.o)
			}
			if before.widened && !next.o.Leq(before.o) && !e.d.empty && finite(e.d) >= finite(before.d) {
				t.Fatalf("%v widened by %v has as many bounds: %v", before.o, next.o, e.o)
			}
		}
	})
}

// TestWidenUpTo compares with a widening that takes up the bounds which both
// operands satisfy.
func TestWidenUpTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(rapidSource{t})
		for range 6 {
			if err := m.step(); err != nil {
				t.Fatal(err)
			}
		}
		a, b := m.slots[0], m.slots[1]
		want := m.widen(a, b).closed()
		var bounds []linear.Constraint
		for range m.below(4) {
			c, on := m.constraint()
			bounds = append(bounds, c)
			if !a.o.Entails(c) || !b.o.Entails(c) {
				continue
			}
			want = on(want)
		}
		if !a.widened {
			a.o = a.o.closed()
		}
		if err := same(a.o.WidenUpTo(b.o, bounds), want); err != nil {
			t.Fatalf("%v widened by %v up to %v: %v", a.o, b.o, bounds, err)
		}
	})
}

// TestIncremental compares constraints added one by one with all at once.
func TestIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(rapidSource{t})
		one, d := Top(m.n, m.of), newDense(m.n, m.of)
		var cs []linear.Constraint
		for range rapid.IntRange(0, 12).Draw(t, "constraints") {
			c, on := m.constraint()
			cs = append(cs, c)
			one = one.Assume(c).closed()
			d = on(d)
		}
		all := Of(m.n, m.of, cs...)
		for _, o := range []*Octagon{one, all, all.closed(), all.closed().closed()} {
			if err := same(o, d); err != nil {
				t.Fatal(err)
			}
		}
		if !one.Equal(all) || one.String() != all.String() {
			t.Fatalf("%v and %v", one, all)
		}
	})
}

// TestIntegerPoints compares octagons over the integers with sets of points:
// their bounds are the best ones, and join is the best octagon around a union.
func TestIntegerPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) (*Octagon, *dense, map[[2]int64]bool) {
			o := Of(2, linear.Integers, box(2, 3)...)
			best := newDense(2, linear.Integers)
			best.empty = true
			cs := rapid.SliceOfN(rapid.Custom(smallConstraint), 0, 4).Draw(t, name)
			points := map[[2]int64]bool{}
			for x := int64(-3); x <= 3; x++ {
				for y := int64(-3); y <= 3; y++ {
					in := true
					for _, c := range cs {
						in = in && c.Holds([]num.Rat{num.RatOf(x), num.RatOf(y)})
					}
					if in {
						best.cover([]int64{x, -x, y, -y})
						points[[2]int64{x, y}] = true
					}
				}
			}
			return o.Assume(cs...), best, points
		}
		a, bestA, inA := draw("a")
		b, bestB, inB := draw("b")
		for _, c := range []struct {
			what string
			got  *Octagon
			want *dense
		}{{"a", a, bestA}, {"b", b, bestB}, {"the join", a.Join(b), bestA.join(bestB)}} {
			if err := same(c.got, c.want); err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
		}
		both := newDense(2, linear.Integers)
		both.empty = true
		for p := range inA {
			if inB[p] {
				both.cover([]int64{p[0], -p[0], p[1], -p[1]})
			}
		}
		if err := same(a.Meet(b), both); err != nil {
			t.Fatalf("the meet: %v", err)
		}
	})
}

// box bounds n dimensions by -k and k.
func box(n int, k int64) []linear.Constraint {
	var cs []linear.Constraint
	for v := range n {
		cs = append(cs, linear.X(v).LE(linear.ConstInt(k)), linear.X(v).GE(linear.ConstInt(-k)))
	}
	return cs
}

// smallConstraint draws an octagonal constraint over two dimensions with a small
// bound, sometimes a fraction.
func smallConstraint(t *rapid.T) linear.Constraint {
	e := linear.X(rapid.IntRange(0, 1).Draw(t, "v")).ScaleInt(rapid.SampledFrom([]int64{1, -1}).Draw(t, "sign"))
	if rapid.Bool().Draw(t, "binary") {
		sign := rapid.SampledFrom([]int64{1, -1})
		e = linear.X(0).ScaleInt(sign.Draw(t, "x")).Add(linear.X(1).ScaleInt(sign.Draw(t, "y")))
	}
	c := num.RatFrac(rapid.Int64Range(-6, 8).Draw(t, "c"), rapid.Int64Range(1, 2).Draw(t, "d"))
	return linear.Constraint{Expr: e.AddConst(c.Neg()), Rel: rapid.SampledFrom([]linear.Relation{linear.LE, linear.LE, linear.LE, linear.EQ}).Draw(t, "rel")}
}

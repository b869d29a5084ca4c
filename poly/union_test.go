package poly

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

var kinds = rapid.SampledFrom([]linear.Numbers{linear.Rationals, linear.Integers})

// drawPolyhedron draws the solutions of a few constraints, or the hull of such.
func drawPolyhedron(t *rapid.T, dims int, of linear.Numbers) *Polyhedron {
	p := Top(dims, of)
	for v := range dims {
		switch rapid.IntRange(0, 4).Draw(t, "box") {
		case 0:
			p = p.Assume(linear.X(v).GE(linear.ConstInt(rapid.Int64Range(-3, 2).Draw(t, "lo"))))
		case 1, 2, 3:
			lo := rapid.Int64Range(-3, 2).Draw(t, "lo")
			hi := lo + rapid.Int64Range(0, 3).Draw(t, "width")
			p = p.Assume(linear.X(v).GE(linear.ConstInt(lo)), linear.X(v).LE(linear.ConstInt(hi)))
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "cuts") {
		p = p.Assume(drawConstraint(t, dims))
	}
	if rapid.IntRange(0, 5).Draw(t, "hull") == 0 {
		p = p.Join(drawPolyhedron(t, dims, of))
	}
	return p
}

func drawUnion(t *rapid.T, dims int, of linear.Numbers, most int) Union {
	ps := make([]*Polyhedron, rapid.IntRange(0, most).Draw(t, "disjuncts"))
	for i := range ps {
		ps[i] = drawPolyhedron(t, dims, of)
	}
	return UnionOf(dims, of, ps...)
}

// grid yields the points of a grid of halves, or of integers.
func grid(dims int, of linear.Numbers) [][]num.Rat {
	points := [][]num.Rat{nil}
	for range dims {
		var more [][]num.Rat
		for _, p := range points {
			for h := int64(-8); h <= 8; h++ {
				if of == linear.Integers && h%2 != 0 {
					continue
				}
				more = append(more, append(slices.Clone(p), num.RatFrac(h, 2)))
			}
		}
		points = more
	}
	return points
}

func contains(p *Polyhedron, at []num.Rat) bool {
	return p.part().has(at)
}

func TestDifference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of, dims := kinds.Draw(t, "numbers"), rapid.IntRange(1, 2).Draw(t, "dims")
		p, q := drawPolyhedron(t, dims, of), drawPolyhedron(t, dims, of)
		d := Difference(p, q)
		for _, at := range grid(dims, of) {
			n := 0
			for _, piece := range d.Disjuncts() {
				if contains(piece, at) {
					n++
				}
			}
			want := contains(p, at) && !contains(q, at)
			if want != (n == 1) || n > 1 {
				t.Fatalf("%v without %v: %v has %v in %d pieces", p, q, d, at, n)
			}
		}
		if of == linear.Rationals && d.IsBottom() != p.Leq(q) {
			t.Errorf("%v without %v: %v, but inclusion is %v", p, q, d, p.Leq(q))
		}
		whole := UnionOf(dims, of, p, q)
		if back := d.Add(q); of == linear.Rationals && !back.Equal(whole) {
			t.Errorf("%v without %v and with it again: %v", p, q, back)
		}
		for _, piece := range d.Disjuncts() {
			if !piece.Leq(p) || !piece.Meet(q).IsBottom() {
				t.Errorf("%v is not %v without %v", piece, p, q)
			}
		}
		c := Complement(q)
		if of == linear.Rationals && !c.Add(q).Contains(Top(dims, of)) || !c.Meet(UnionOf(dims, of, q)).IsBottom() {
			t.Errorf("complement of %v: %v", q, c)
		}
		for _, at := range grid(dims, of) {
			if c.Has(at) == contains(q, at) {
				t.Errorf("complement of %v: %v at %v", q, c, at)
			}
		}
	})
}

// TestUnionPoints compares every operation with what it does to points.
func TestUnionPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of, dims := kinds.Draw(t, "numbers"), rapid.IntRange(1, 2).Draw(t, "dims")
		u, v := drawUnion(t, dims, of, 4), drawUnion(t, dims, of, 4)
		c := drawConstraint(t, dims)
		p := drawPolyhedron(t, dims, of)
		add, join, meet, minus := u.Add(p), u.Join(v), u.Meet(v), u.Minus(v)
		reduced, merged, assumed := u.Reduce(), u.MergePairs(), u.Assume(c)
		hull := u.Hull()
		inU, inV, inP, entailed := true, true, true, true
		for _, at := range grid(dims, of) {
			a, b, x := u.Has(at), v.Has(at), contains(p, at)
			inU, inV, inP = inU && (!a || b), inV && (!b || a), inP && (!x || a)
			entailed = entailed && (!a || c.Holds(at))
			for name, got := range map[string][2]bool{
				"Add":        {add.Has(at), a || x},
				"Join":       {join.Has(at), a || b},
				"Meet":       {meet.Has(at), a && b},
				"Minus":      {minus.Has(at), a && !b},
				"Reduce":     {reduced.Has(at), a},
				"MergePairs": {merged.Has(at), a},
				"Assume":     {assumed.Has(at), a && c.Holds(at)},
				"Hull":       {contains(hull, at), a || contains(hull, at)},
			} {
				if got[0] != got[1] {
					t.Errorf("%s of %v at %v: %v", name, u, at, got[0])
				}
			}
		}
		if u.ContainsUnion(v) && !inV || v.ContainsUnion(u) && !inU || u.Contains(p) && !inP || u.Entails(c) && !entailed {
			t.Errorf("%v, %v, %v, %v: a containment that points refute", u, v, p, c)
		}
		if !u.ContainsUnion(reduced) {
			t.Errorf("%v, reduced to %v", u, reduced)
		}
		if !join.ContainsUnion(u) || !join.ContainsUnion(v) || !u.ContainsUnion(meet) || !u.ContainsUnion(minus) {
			t.Errorf("%v and %v: an operation's result is not where it should be", u, v)
		}
		if of == linear.Rationals {
			// Over the integers, pieces without integer points may keep these from being seen.
			if !u.Equal(merged) || !u.Equal(reduced) {
				t.Errorf("%v is not equal to %v or %v", u, merged, reduced)
			}
			for i := range reduced.Len() {
				if ps := slices.Delete(reduced.Disjuncts(), i, i+1); UnionOf(dims, of, ps...).Equal(u) {
					t.Errorf("%v, reduced, can do without disjunct %d", reduced, i)
				}
			}
			if !minus.Join(meet).Equal(u) || minus.IsBottom() != v.ContainsUnion(u) {
				t.Errorf("%v and %v: difference %v, meet %v", u, v, minus, meet)
			}
		}
		if reduced.Len() > u.Len() || merged.Len() > u.Len() {
			t.Errorf("%v grew", u)
		}
	})
}

func TestUnionMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := kinds.Draw(t, "numbers")
		u := drawUnion(t, 2, of, 4)
		by := drawConstraint(t, 2).Expr
		after, before, gone := u.Assign(0, by), u.Preassign(0, by), u.Havoc(0)
		for _, at := range grid(2, of) {
			moved := []num.Rat{by.Eval(at), at[1]}
			if u.Has(at) && !after.Has(moved) || u.Has(moved) && !before.Has(at) || u.Has(at) && !gone.Has(at) {
				t.Errorf("%v, x0 := %v: %v, %v, %v at %v", u, by, after, before, gone, at)
			}
			if of == linear.Rationals && before.Has(at) != u.Has(moved) {
				t.Errorf("%v before x0 := %v: %v at %v", u, by, before, at)
			}
		}
		if more := u.Map(func(p *Polyhedron) *Polyhedron { return p.AddDims(1) }); more.Dims() != 3 || more.Len() != u.Len() {
			t.Errorf("%v with a dimension: %v in %d", u, more, more.Dims())
		}
	})
}

// TestCoveredBy compares with points, with the difference, and with a union that drops what it need
// not keep.
func TestCoveredBy(t *testing.T) {
	yes := 0
	rapid.Check(t, func(t *rapid.T) {
		of, dims := kinds.Draw(t, "numbers"), rapid.IntRange(1, 3).Draw(t, "dims")
		qs := make([]*Polyhedron, rapid.IntRange(0, 5).Draw(t, "n"))
		for i := range qs {
			qs[i] = drawPolyhedron(t, dims, of)
		}
		p := drawPolyhedron(t, dims, of)
		if c := drawConstraint(t, dims); len(qs) > 0 && rapid.Bool().Draw(t, "cut") {
			// Two sides of p, or what is not strictly beyond a cut and the rest.
			qs[0] = p.Assume(c)
			for _, n := range c.Negate() {
				qs = append(qs, p.Assume(n))
			}
			if rapid.Bool().Draw(t, "hole") {
				qs = qs[1:]
			}
		}
		got := p.CoveredBy(qs...)
		left := UnionOf(dims, of, p).Minus(UnionOf(dims, of, qs...))
		if of == linear.Rationals && got != left.IsBottom() {
			t.Errorf("%v in %v: %v, but %v is left", p, qs, got, left)
		}
		if of == linear.Rationals && got != UnionOf(dims, of, qs...).Contains(p) {
			t.Errorf("%v in %v: %v, but not in their union", p, qs, got)
		}
		if got && dims < 3 {
			for _, at := range grid(dims, of) {
				if contains(p, at) && !slices.ContainsFunc(qs, func(q *Polyhedron) bool { return contains(q, at) }) {
					t.Errorf("%v in %v, but not %v", p, qs, at)
				}
			}
		}
		if again := p.CoveredBy(qs...); again != got {
			t.Errorf("%v in %v: %v, then %v", p, qs, got, again)
		}
		if got && len(qs) > 1 {
			yes++
		}
	})
	if yes < steady.Bar(15) {
		t.Errorf("only %d of %d were covered by more than one", yes, steady.Cases())
	}
}

// A union contains what none of its disjuncts contains, and one point less makes it not.
func TestUnionContains(t *testing.T) {
	square := func(x, y int64) *Polyhedron {
		return Of(2, linear.Rationals,
			linear.X(0).GE(linear.ConstInt(x)), linear.X(0).LE(linear.ConstInt(x+1)),
			linear.X(1).GE(linear.ConstInt(y)), linear.X(1).LE(linear.ConstInt(y+1)))
	}
	u := UnionOf(2, linear.Rationals)
	for x := range int64(4) {
		for y := range int64(4) {
			u = u.Add(square(x, y))
		}
	}
	all := Of(2, linear.Rationals, parseAll("x0 >= 0", "x0 <= 4", "x1 >= 0", "x1 <= 4")...)
	if u.Len() != 16 || !u.Contains(all) {
		t.Errorf("%d squares do not contain %v", u.Len(), all)
	}
	if u.Add(all).Len() != 16 {
		t.Errorf("what the squares contain was added")
	}
	if merged := u.MergePairs(); merged.Len() != 1 || !merged.Disjuncts()[0].Equal(all) {
		t.Errorf("merged: %v", merged)
	}
	middle := Of(2, linear.Rationals, parseAll("x0 = 2", "x1 = 2")...)
	holed := u.Minus(UnionOf(2, linear.Rationals, middle))
	if holed.Contains(all) || holed.Has([]num.Rat{num.RatOf(2), num.RatOf(2)}) || !holed.Add(middle).Equal(u) {
		t.Errorf("%v: a hole that is none", holed)
	}
	if with := UnionOf(2, linear.Rationals, all).Add(square(1, 1)); with.Len() != 1 {
		t.Errorf("%v", with)
	}
	if with := u.Add(Of(2, linear.Rationals, parseAll("x0 >= 0", "x0 <= 3", "x1 >= 0", "x1 <= 9")...)); with.Len() != 5 {
		t.Errorf("a disjunct that contains 12 of 16 leaves %d", with.Len())
	}
}

func TestUnionString(t *testing.T) {
	u := UnionOf(1, linear.Integers, Of(1, linear.Integers, parseAll("x0 < 1")...), Of(1, linear.Integers, parseAll("x0 = 7")...))
	if got := u.String(); got != "{x0 <= 0} or {x0 = 7}" {
		t.Error(got)
	}
	if got := UnionOf(1, linear.Integers).String(); got != "false" {
		t.Error(got)
	}
	// Over the integers a gap without integers is none.
	if got := u.Add(Of(1, linear.Integers, parseAll("x0 >= 1", "x0 <= 6")...)).MergePairs().String(); got != "{x0 <= 7}" {
		t.Error(got)
	}
}

func TestUnionPanics(t *testing.T) {
	two, three := UnionOf(2, linear.Rationals), UnionOf(3, linear.Rationals)
	for want, f := range map[string]func(){
		"Union.Join of 2 and 3 dimensions":              func() { two.Join(three) },
		"Union.Add of 2 and 3 dimensions":               func() { two.Add(Top(3, linear.Rationals)) },
		"Union.Meet of rationals and integers":          func() { two.Meet(UnionOf(2, linear.Integers)) },
		"Union.Contains of a nil *Polyhedron":           func() { two.Contains(nil) },
		"Union.Has of 2 dimensions and a point of 1":    func() { two.Has(make([]num.Rat, 1)) },
		"CoveredBy of elements with 2 and 3 dimensions": func() { Top(2, linear.Rationals).CoveredBy(Top(3, linear.Rationals)) },
		"CoveredBy on a nil *Polyhedron":                func() { (*Polyhedron)(nil).CoveredBy() },
		"Difference":                                    func() { Difference(Top(2, linear.Rationals), Top(3, linear.Rationals)) },
	} {
		func() {
			defer func() {
				if got, ok := recover().(string); !ok || !strings.Contains(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

// FuzzUnion reads a union of intervals in one or two dimensions from bytes and
// compares containment, difference, reduction and merging with points.
func FuzzUnion(f *testing.F) {
	f.Add([]byte{2, 0, 0, 3, 1, 4, 0, 2, 5, 3, 9}, false)
	f.Add([]byte{1, 0, 0, 3, 3, 5, 0, 1, 4}, true)
	f.Fuzz(func(t *testing.T, data []byte, integers bool) {
		if len(data) > 40 {
			return
		}
		of := linear.Rationals
		if integers {
			of = linear.Integers
		}
		next := func() int64 {
			if len(data) == 0 {
				return 0
			}
			b := data[0]
			data = data[1:]
			return int64(b)
		}
		dims := int(1 + next()%2)
		var sides [2]Union
		for i := range sides {
			sides[i] = UnionOf(dims, of)
		}
		for len(data) > 0 {
			side := next() % 2
			p := Top(dims, of)
			for v := range dims {
				x, shape := linear.X(v), next()
				lo, hi := linear.ConstInt(next()%9-4), linear.ConstInt(next()%9-4)
				if shape&4 != 0 {
					x = x.Add(linear.X(0))
				}
				if shape&1 != 0 {
					p = p.Assume(x.GT(lo))
				} else {
					p = p.Assume(x.GE(lo))
				}
				if shape&2 != 0 {
					p = p.Assume(x.LT(hi))
				} else {
					p = p.Assume(x.LE(hi))
				}
			}
			sides[side] = sides[side].Add(p)
		}
		u, v := sides[0], sides[1]
		minus, merged, reduced := u.Minus(v), u.MergePairs(), u.Reduce()
		below := true
		for _, at := range grid(dims, of) {
			a, b := u.Has(at), v.Has(at)
			below = below && (!a || b)
			if minus.Has(at) != (a && !b) || merged.Has(at) != a || reduced.Has(at) != a {
				t.Fatalf("%v and %v at %v: %v, %v, %v", u, v, at, minus, merged, reduced)
			}
		}
		if v.ContainsUnion(u) && !below {
			t.Fatalf("%v does not contain %v", v, u)
		}
		if of == linear.Rationals && v.ContainsUnion(u) != minus.IsBottom() {
			t.Fatalf("%v contains %v: %v, but without it: %v", v, u, v.ContainsUnion(u), minus)
		}
	})
}

package factor

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
)

// rename returns the constraints with dimension v called w.
func rename(cs []linear.Constraint, v, w int) []linear.Constraint {
	out := make([]linear.Constraint, len(cs))
	for i, c := range cs {
		out[i] = c.Map(func(u int) int {
			if u == v {
				return w
			}
			return u
		})
	}
	return out
}

// imageOf returns the values after dimension v was given one that is related to e: the old value is
// dimension old.
func imageOf(cs []linear.Constraint, v, old int, e linear.Expr) []linear.Constraint {
	before := rename(append(slices.Clone(cs), linear.X(old+1).EQ(e)), v, old)
	before = append(before, linear.X(v).EQ(linear.X(old+1)))
	return eliminate(eliminate(before, old), old+1)
}

// preimageOf returns the values before that: the new value is dimension fresh.
func preimageOf(cs []linear.Constraint, v, fresh int, e linear.Expr) []linear.Constraint {
	after := append(rename(cs, v, fresh), linear.X(fresh).EQ(e))
	return eliminate(after, fresh)
}

func TestImages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		p, cs := s.factor(t)
		v, e := rapid.IntRange(0, s.dims-1).Draw(t, "v"), s.expr(t)
		mustBe(t, "Image", p.Image(v, e), imageOf(cs, v, s.dims, e))
		mustBe(t, "Preimage", p.Preimage(v, e), preimageOf(cs, v, s.dims, e))
	})
}

func TestForget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t)
		p, cs := s.factor(t)
		vs := rapid.SliceOfNDistinct(rapid.IntRange(0, s.dims-1), 0, s.dims, rapid.ID[int]).Draw(t, "vs")
		want := cs
		for _, v := range vs {
			want = eliminate(want, v)
		}
		mustBe(t, "Forget", p.Forget(vs...), want)
		var keep []int
		for v := range s.dims {
			if !slices.Contains(vs, v) {
				keep = append(keep, v)
			}
		}
		keep = rapid.Permutation(keep).Draw(t, "keep")
		place := make([]int, s.dims)
		for i, v := range keep {
			place[v] = i
		}
		mapped := make([]linear.Constraint, len(want))
		for i, c := range want {
			mapped[i] = c.Map(func(v int) int { return place[v] })
		}
		mustBe(t, "Restrict", p.Restrict(keep), mapped)
		if rapid.Bool().Draw(t, "split") {
			p.Split()
			mustBe(t, "Restrict after Split", p.Project(keep), mapped)
		}
	})
}

func TestDimensions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := append(smallShapes[:len(smallShapes):len(smallShapes)], shape{dims: 2, most: 3, huge: true})
		s, u := rapid.SampledFrom(some).Draw(t, "shape"), rapid.SampledFrom(some).Draw(t, "second")
		p, cs := s.factor(t)
		q, ds := u.factor(t)
		both := slices.Clone(cs)
		for _, d := range ds {
			both = append(both, d.Map(func(v int) int { return s.dims + v }))
		}
		pq := p.Concat(q)
		if rapid.Bool().Draw(t, "one more") {
			pq = pq.Concat(Universe(0)).Concat(Universe(1)).Restrict(identity(s.dims + u.dims))
		}
		mustBe(t, "Concat", pq, both)
		mustBe(t, "AddDims", p.AddDims(1), cs)
		e := s.expr(t)
		mustBe(t, "Define", p.Define(e), append(slices.Clone(cs), linear.X(s.dims).EQ(e)))
		to := rapid.Permutation(identity(s.dims+u.dims)).Draw(t, "to")
		permuted := make([]linear.Constraint, len(both))
		for i, c := range both {
			permuted[i] = c.Map(func(v int) int { return to[v] })
		}
		mustBe(t, "Permute", pq.Permute(to), permuted)
	})
}

func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, u := rapid.SampledFrom(smallShapes).Draw(t, "shape"), rapid.SampledFrom(smallShapes).Draw(t, "second")
		p, _ := s.factor(t)
		q, _ := u.factor(t)
		to := rapid.Permutation(identity(s.dims+u.dims)).Draw(t, "to")
		r := p.Concat(q).Permute(to)
		if r.IsEmpty() {
			return
		}
		blocks := r.Split()
		product, order := Universe(0), make([]int, 0, r.Dims())
		for _, b := range blocks {
			f := r.Restrict(b)
			if n := len(f.Split()); n != 1 {
				t.Fatalf("a block of %v has %d blocks", b, n)
			}
			for _, v := range b {
				if (slices.Index(to, v) < s.dims) != (slices.Index(to, b[0]) < s.dims) {
					t.Fatalf("block %v has dimensions of both factors", b)
				}
			}
			product, order = product.Concat(f), append(order, b...)
		}
		if !product.Permute(order).Equal(r) {
			t.Fatalf("%v is not the product of %v", r.Constraints(), blocks)
		}
	})
}

func TestTimeElapse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shape{dims: rapid.IntRange(1, 2).Draw(t, "dims"), most: 4}
		p, cs := s.factor(t)
		q, ds := s.factor(t)
		r := p.TimeElapse(q)
		if !feasible(cs) || !feasible(ds) {
			if !r.IsEmpty() {
				t.Fatal("not empty")
			}
			return
		}
		// x = y + z, where y is in p and z in q scaled by l >= 0.
		n := s.dims
		l := linear.X(2 * n)
		all := []linear.Constraint{l.GE(linear.Expr{})}
		for _, c := range cs {
			all = append(all, c.Map(func(v int) int { return n + v }))
		}
		for _, d := range ds {
			e := l.Scale(d.Expr.Constant())
			for term := range d.Expr.Terms() {
				e = e.Add(linear.X(term.Var).Sub(linear.X(n + term.Var)).Scale(term.Coef))
			}
			all = append(all, linear.Constraint{Expr: e, Rel: d.Rel})
		}
		for v := range n + 1 {
			all = eliminate(all, n+v)
		}
		mustBe(t, "TimeElapse", r, all)
	})
}

func TestTighten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(smallShapes).Draw(t, "shape")
		p, cs := s.factor(t)
		q := p.Tighten()
		if !p.Contains(q) {
			t.Fatalf("%v is not in %v", q.Constraints(), p.Constraints())
		}
		for _, c := range q.Constraints() {
			if d := c.Tighten(); !d.Equal(c) {
				t.Fatalf("%v can be %v in %v", c, d, q.Constraints())
			}
		}
		if !q.IsClosed() || q.Tighten() != q {
			t.Fatalf("%v is not as tight as it can be", q.Constraints())
		}
		in := q.Constraints()
		grid(s.dims, func(x []num.Rat) {
			for _, a := range x {
				if !a.IsInt() {
					return
				}
			}
			if holds(cs, x) && !holds(in, x) {
				t.Fatalf("%v is lost from %v", x, cs)
			}
		})
	})
}

package octagon

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/num"
	"pgregory.net/rapid"
)

// top is Top, or a top element whose descendants keep all variables in one block.
func top(dims int, of linear.Numbers, whole bool) *Octagon {
	t := Top(dims, of)
	t.whole = whole
	return t
}

func drawNumber(t *rapid.T, integer bool) num.Rat {
	n := num.RatOf(int64(rapid.IntRange(-12, 12).Draw(t, "c")))
	switch kind := rapid.IntRange(0, 30).Draw(t, "kind"); {
	case kind == 0:
		n = n.Mul(num.RatOf(1 << 60))
	case kind == 1:
		n = n.Add(num.RatOf(1 << 53))
	case kind <= 5 && !integer:
		n = n.Mul(num.RatFrac(1, int64(rapid.IntRange(1, 7).Draw(t, "d"))))
	case kind == 6 && !integer:
		n = n.Mul(num.RatFrac(1, 1<<38+1))
	}
	return n
}

func drawOctagonal(t *rapid.T, dims int, integer bool) linear.Constraint {
	e := linear.Const(drawNumber(t, integer))
	for range rapid.IntRange(1, 2).Draw(t, "vars") {
		x := linear.X(rapid.IntRange(0, dims-1).Draw(t, "x"))
		if rapid.Bool().Draw(t, "neg") {
			x = x.Neg()
		}
		e = e.Add(x)
	}
	c := linear.Constraint{Expr: e}
	if rapid.IntRange(0, 9).Draw(t, "eq") == 0 {
		c.Rel = linear.EQ
	}
	return c
}

func drawExpr(t *rapid.T, dims int, integer bool) linear.Expr {
	e := linear.Const(drawNumber(t, integer))
	for range rapid.IntRange(0, 3).Draw(t, "vars") {
		x := linear.X(rapid.IntRange(0, dims-1).Draw(t, "x"))
		e = e.Add(x.ScaleInt(int64(rapid.IntRange(-2, 2).Draw(t, "k"))))
	}
	return e
}

// sameBounds compares all bounds of two elements, as they are or of their closed
// forms.
func sameBounds(a, b *Octagon) error {
	for _, closed := range []bool{false, true} {
		a, b := a.base(), b.base()
		if closed {
			a, b = a.closed(), b.closed()
		}
		if a.empty || b.empty {
			if a.closed().empty != b.closed().empty {
				return fmt.Errorf("bottom: %v and %v", a.empty, b.empty)
			}
			continue
		}
		for i := range 2 * a.dims {
			for j := range 2 * a.dims {
				if x, y := a.ext(i, j), b.ext(i, j); !x.equal(y) {
					return fmt.Errorf("bound (%d, %d), closed %v, is %v (infinite: %v) and %v (%v)", i, j, closed, x.r, x.inf, y.r, y.inf)
				}
			}
		}
	}
	return nil
}

// Random operations give, decomposed and with all variables in one block, the same
// bounds, also along chains of widenings; and all keep what sane checks.
func TestDecomposedEqualsWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := linear.Numbers(rapid.IntRange(0, 1).Draw(t, "of"))
		integer := of == linear.Integers
		dims := rapid.IntRange(1, 6).Draw(t, "dims")
		type pair struct{ a, b *Octagon }
		pool := []pair{{top(dims, of, false), top(dims, of, true)}}
		for step := range rapid.IntRange(1, 25).Draw(t, "steps") {
			at := func() pair { return pool[rapid.IntRange(max(0, len(pool)-4), len(pool)-1).Draw(t, "at")] }
			v := func() int { return rapid.IntRange(0, dims-1).Draw(t, "v") }
			p := at()
			var r pair
			op := rapid.IntRange(0, 16).Draw(t, "op")
			switch op {
			case 0, 1, 2:
				c := drawOctagonal(t, dims, integer)
				r = pair{p.a.Assume(c), p.b.Assume(c)}
			case 3:
				var cs []linear.Constraint
				for range rapid.IntRange(3, 12).Draw(t, "n") {
					cs = append(cs, drawOctagonal(t, dims, integer))
				}
				r = pair{p.a.Assume(cs...), p.b.Assume(cs...)}
			case 4, 5:
				q := at()
				r = pair{p.a.Join(q.a), p.b.Join(q.b)}
			case 6:
				q := at()
				r = pair{p.a.Meet(q.a), p.b.Meet(q.b)}
			case 7, 8, 9:
				q := at()
				r = pair{p.a.Widen(q.a), p.b.Widen(q.b)}
			case 10:
				q := at()
				q = pair{q.a.Meet(p.a), q.b.Meet(p.b)}
				r = pair{p.a.Narrow(q.a), p.b.Narrow(q.b)}
			case 11:
				x := v()
				r = pair{p.a.Havoc(x), p.b.Havoc(x)}
			case 12, 13:
				x, e := v(), drawExpr(t, dims, integer)
				r = pair{p.a.Assign(x, e), p.b.Assign(x, e)}
			case 14:
				x, e := v(), drawExpr(t, dims, integer)
				r = pair{p.a.Preassign(x, e), p.b.Preassign(x, e)}
			case 15:
				q, cs := at(), []linear.Constraint{drawOctagonal(t, dims, integer), drawOctagonal(t, dims, integer), drawOctagonal(t, dims, integer)}
				r = pair{p.a.WidenUpTo(q.a, cs), p.b.WidenUpTo(q.b, cs)}
			case 16:
				x, y := v(), v()
				f := func(o *Octagon) *Octagon {
					o = o.Expand(x, 2).Rename(y, dims)
					if x == 0 || dims == 1 {
						return o.Fold(0, dims, dims+1)
					}
					return o.swap(0, x).RemoveDims(dims, dims+1)
				}
				r = pair{f(p.a), f(p.b)}
			}
			for _, o := range []*Octagon{r.a, r.b, r.a.closed(), r.b.closed()} {
				if err := o.sane(); err != nil {
					t.Fatalf("step %d, operation %d: %v", step, op, err)
				}
			}
			if err := sameBounds(r.a, r.b); err != nil {
				t.Fatalf("step %d, operation %d: %v", step, op, err)
			}
			if !r.a.bottom() || rapid.Bool().Draw(t, "keep") {
				pool = append(pool, r)
			}
		}
	})
}

// A block that is part of another's matrix is what its copy is, whatever reads it first.
func TestParts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	parts, again := 0, 0
	for range 400 {
		dims := 4 + r.IntN(8)
		o := Top(dims, linear.Numbers(r.IntN(2)))
		p := o
		for range 3 * dims {
			c := linear.X(r.IntN(dims)).Sub(linear.X(r.IntN(dims))).LE(linear.ConstInt(int64(r.IntN(30))))
			o, p = o.Assume(c), p.Assume(linear.Constraint{Expr: c.Expr.AddInt(-int64(r.IntN(3)))})
		}
		v, w := r.IntN(dims), r.IntN(dims)
		lazy := o.Havoc(v)
		for _, b := range lazy.blocks {
			if b.lits != nil {
				parts++
			}
		}
		x := linear.X((v + 1) % dims)
		for k, f := range []func(o *Octagon) *Octagon{
			func(o *Octagon) *Octagon { return o.Havoc(w) },
			func(o *Octagon) *Octagon { return o.Join(p) },
			func(o *Octagon) *Octagon { return p.Join(o) },
			func(o *Octagon) *Octagon { return o.Meet(p) },
			func(o *Octagon) *Octagon { return o.Widen(p) },
			func(o *Octagon) *Octagon { return p.Narrow(o) },
			func(o *Octagon) *Octagon { return o.Assume(x.LE(linear.X(w))) },
			func(o *Octagon) *Octagon { return o.Assign(w, x.AddInt(2)) },
			func(o *Octagon) *Octagon { return o.Assign(w, linear.X(w).AddInt(2)) },
			func(o *Octagon) *Octagon { return o.swap(v, w) },
			func(o *Octagon) *Octagon { return o.Expand(w, 1) },
			func(o *Octagon) *Octagon { return o.RemoveDims(w) },
			func(o *Octagon) *Octagon { return Of(dims, o.numbers, o.Constraints()...) },
		} {
			a := f(o.Havoc(v))
			full := o.Havoc(v)
			for i, b := range full.blocks {
				full.blocks[i] = &block{vars: b.vars, m: b.fresh(), closed: true}
			}
			c := f(full)
			if err := a.sane(); err != nil {
				t.Fatal(err)
			}
			if err := sameBounds(a, c); err != nil {
				t.Fatalf("operation %d: %v", k, err)
			}
			if lazy.Leq(p) != full.Leq(p) || p.Leq(lazy) != p.Leq(full) || !lazy.Equal(full) {
				t.Fatalf("operation %d: inclusions differ", k)
			}
			for _, b := range a.blocks {
				if k == 0 && b.lits != nil && b.packed() == nil {
					again++
				}
			}
		}
	}
	if parts < 50 {
		t.Errorf("%d parts, %d of parts: too few", parts, again)
	}
}

package solver

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// deepTerms are formulas with n terms nested in, or beside, each other.
var deepTerms = []struct {
	name string
	n    int
	want Status
	make func(b *smt.Builder, n int) *smt.Term
}{
	{"conditionals", 20_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		x := b.Var("x", b.FreeSort("U"))
		t := x
		for i := range n {
			t = b.Ite(b.Var(fmt.Sprint("c", i), b.BoolSort()), b.Var(fmt.Sprint("y", i%7), x.Sort()), t)
		}
		return b.Not(b.Eq(t, x))
	}},
	{"conditional numbers", 8_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		t := b.Var("x", b.IntSort())
		for i := range n {
			t = b.Ite(b.Var(fmt.Sprint("c", i), b.BoolSort()), b.Var(fmt.Sprint("y", i%7), b.IntSort()), t)
		}
		return b.Lt(t, b.IntNum(0))
	}},
	{"store chain", 12_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		t := b.Var("a", b.ArraySort(b.IntSort(), b.IntSort()))
		for i := range n {
			t = b.Store(t, b.IntNum(int64(i)), b.Var(fmt.Sprint("e", i%9), b.IntSort()))
		}
		return b.Eq(b.Select(t, b.Var("j", b.IntSort())), b.IntNum(12))
	}},
	{"gates", 30_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		t := b.Var("p", b.BoolSort())
		for i := range n {
			c := b.Var(fmt.Sprint("c", i%11), b.BoolSort())
			switch i % 3 {
			case 0:
				t = b.Not(b.And(t, c))
			case 1:
				t = b.Xor(t, c)
			default:
				t = b.Or(t, c, b.Var(fmt.Sprint("d", i), b.BoolSort()))
			}
		}
		return t
	}},
	{"applications", 50_000, Unsat, func(b *smt.Builder, n int) *smt.Term {
		u := b.FreeSort("U")
		f := b.Func("f", []*smt.Sort{u}, u)
		x := b.Var("x", u)
		t := x
		for range n {
			t = b.App(f, t)
		}
		return b.And(b.Eq(b.App(f, x), x), b.Not(b.Eq(t, x)))
	}},
	{"formulas in terms", 8_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		f := b.Func("g", []*smt.Sort{b.BoolSort()}, b.IntSort())
		t := b.Var("p", b.BoolSort())
		for i := range n {
			t = b.Le(b.App(f, t), b.Var(fmt.Sprint("x", i%5), b.IntSort()))
		}
		return t
	}},
	{"sum", 50_000, Sat, func(b *smt.Builder, n int) *smt.Term {
		var ts []*smt.Term
		for i := range n {
			ts = append(ts, b.Scale(num.RatOf(int64(i%9+1)), b.Var(fmt.Sprint("x", i), b.IntSort())))
		}
		return b.Eq(b.Add(ts...), b.IntNum(1234567))
	}},
	{"vectors", 8_000, Unsat, func(b *smt.Builder, n int) *smt.Term {
		t := b.Var("v", b.BitVecSort(4))
		for i := range n {
			x := b.Var(fmt.Sprint("w", i%11), b.BitVecSort(4))
			if i%2 == 0 {
				t = b.BVXor(b.BVNot(b.BVAnd(t, x)), x)
			} else {
				t = b.Ite(b.Bit(x, i%4), b.BVOr(t, x), t)
			}
		}
		return b.Eq(t, b.BV(num.Of(3), 4))
	}},
	{"definitions", 12_000, Unsat, func(b *smt.Builder, n int) *smt.Term {
		x := b.Var("x0", b.IntSort())
		fs := []*smt.Term{b.Ge(x, b.IntNum(0))}
		for i := range n {
			y := b.Var(fmt.Sprint("x", i+1), b.IntSort())
			fs = append(fs, b.Eq(y, b.Add(x, b.IntNum(1))))
			x = y
		}
		return b.And(append(fs, b.Lt(x, b.IntNum(int64(n))))...)
	}},
}

// Deep terms and long ones take no stack (recursion on ten thousand levels would need more than it
// gets here), and work that grows little faster than they do: what the solver counts, and what it
// allocates.
func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 19)) // overflow would be fatal
	for _, d := range deepTerms {
		if testing.Short() {
			d.n /= 10
		}
		run := func(n int) cost {
			b := smt.NewBuilder()
			f := d.make(b, n)
			s := New(b, Options{})
			ctx := efforttest.New(t.Context(), 0, nil)
			before := allocated()
			s.Assert(f)
			if st := s.Check(ctx); st != d.want {
				t.Fatalf("%s: %v (%v)", d.name, st, s.Reason())
			}
			return cost{ctx.Used(), allocated() - before}
		}
		quarter, whole := run(d.n/4), run(d.n)
		t.Logf("%-20s %7d: %d units of work, %d KB; a quarter: %d, %d KB", d.name, d.n, whole.work, whole.bytes>>10, quarter.work, quarter.bytes>>10)
		if whole.work > 6*quarter.work+1000 || whole.bytes > 6*quarter.bytes+1<<20 {
			t.Errorf("%s: %d terms take %+v, %d take %+v", d.name, d.n, whole, d.n/4, quarter)
		}
	}
}

// cost is what a question takes, on every machine.
type cost struct{ work, bytes int64 }

// allocated is how much has been allocated so far, freed or not.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

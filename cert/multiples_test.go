package cert

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// TestMultiples: by what equations are multiplied.
func TestMultiples(t *testing.T) {
	b := smt.NewBuilder()
	x := &checker{b: b, ints: b.IntSort(), divisions: map[[2]*smt.Term][2]*smt.Term{}}
	v := func(name string) *smt.Term { return b.Var(name, b.IntSort()) }
	i, k, n, q := v("i"), v("k"), v("n"), v("q")
	one, two := b.IntNum(1), num.RatOf(2)
	next := b.Add(i, one)
	real := b.Var("real", b.RealSort())
	product := func(ts ...*smt.Term) *smt.Term { return b.Le(b.IntNum(3), b.Mul(ts...)) }
	eq := func(x, y *smt.Term) *smt.Term { return b.Eq(x, y) }
	type multiple struct{ d, by *smt.Term }
	// zero is the term that an equation says to be 0, as it stands there.
	zero := func(f *smt.Term) *smt.Term {
		f, _ = f.Atom()
		if f.Op() == smt.OpLe {
			return f.Arg(0)
		}
		return b.Sub(f.Arg(0), f.Arg(1))
	}
	all := func(d *smt.Term, by ...*smt.Term) (out []multiple) {
		for _, t := range by {
			out = append(out, multiple{d, t})
		}
		return out
	}
	le := b.Le(b.Sub(k, next), b.IntNum(0))
	ge := b.Le(b.IntNum(0), b.Sub(k, next))
	for name, c := range map[string]struct {
		fs   []*smt.Term
		want []multiple
	}{
		"no product":           {[]*smt.Term{eq(k, next)}, nil},
		"a product of others":  {[]*smt.Term{eq(k, next), product(n, n)}, nil},
		"of some of them":      {[]*smt.Term{eq(k, next), product(k, n)}, nil},
		"a square":             {[]*smt.Term{eq(k, next), product(k, i)}, all(zero(eq(k, next)), k, i)},
		"beside others":        {[]*smt.Term{eq(k, next), product(k, i), product(n, n)}, all(zero(eq(k, next)), k, i, n)},
		"under a negation":     {[]*smt.Term{b.Not(eq(k, next)), product(k, i)}, all(zero(eq(k, next)), k, i)},
		"a square of one":      {[]*smt.Term{eq(k, b.IntNum(4)), product(k, k)}, all(zero(eq(k, b.IntNum(4))), k)},
		"of one":               {[]*smt.Term{eq(k, b.IntNum(4)), product(k, n)}, all(zero(eq(k, b.IntNum(4))), k, n)},
		"two equations":        {[]*smt.Term{eq(k, next), eq(n, b.IntNum(4)), product(k, i), product(n, n)}, append(all(zero(eq(k, next)), k, i, n), all(zero(eq(n, b.IntNum(4))), k, i, n)...)},
		"a cube":               {[]*smt.Term{eq(k, b.IntNum(4)), product(k, k, k)}, all(zero(eq(k, b.IntNum(4))), k, b.Mul(k, k))},
		"a cube of two":        {[]*smt.Term{eq(k, next), product(k, i, i)}, all(zero(eq(k, next)), k, i, b.Mul(k, i), b.Mul(k, k), b.Mul(i, i))},
		"of the fourth degree": {[]*smt.Term{eq(k, b.IntNum(4)), product(k, k, k, k)}, all(zero(eq(k, b.IntNum(4))), k, b.Mul(k, k), b.Mul(k, k, k))},
		"of the fifth degree": {[]*smt.Term{eq(k, next), product(k, k, k, k, i)},
			all(zero(eq(k, next)), k, i, b.Mul(k, k), b.Mul(k, i), b.Mul(i, i), b.Mul(k, k, k, i), b.Mul(k, k, k, k))},
		"a word beside":  {[]*smt.Term{b.Eq(b.BVMul(b.NatToBV(n, 8), b.NatToBV(q, 8)), b.NatToBV(n, 8)), eq(k, next), product(k, i)}, all(zero(eq(k, next)), k, i)},
		"of nothing":     {[]*smt.Term{eq(k, b.IntNum(0)), product(k, n, n)}, all(k, k, n, b.Mul(n, n), b.Mul(k, n), b.Mul(k, k))},
		"of another":     {[]*smt.Term{eq(q, b.IntNum(0)), product(k, n, n)}, nil},
		"one bound":      {[]*smt.Term{le, product(k, i)}, nil},
		"both bounds":    {[]*smt.Term{le, ge, product(k, i)}, all(zero(ge), k, i)},
		"strict bounds":  {[]*smt.Term{le, b.Not(b.Le(k, i)), product(k, i)}, nil}, // see below
		"of real ones":   {[]*smt.Term{b.Eq(real, b.Num(two, b.RealSort())), b.Le(b.Num(two, b.RealSort()), b.Mul(real, real)), b.Le(real, b.Num(two, b.RealSort()))}, nil},
		"beside a real":  {[]*smt.Term{b.Eq(real, b.Num(two, b.RealSort())), b.Le(b.Num(two, b.RealSort()), b.Mul(real, real, real, real)), eq(k, next), product(k, i)}, all(zero(eq(k, next)), k, i)},
		"bounds outside": {[]*smt.Term{b.Le(q, n), b.Le(n, q), product(k, i)}, nil},
	} {
		want := map[*smt.Term]bool{}
		for _, m := range c.want {
			want[b.Implies(b.Eq(m.d, x.int(0)), b.Eq(b.Mul(m.by, m.d), x.int(0)))] = true
		}
		if name == "strict bounds" { // k <= i + 1, and not k <= i: the second is 1 - (k - i) <= 0
			d := b.Sub(k, next)
			for _, d := range []*smt.Term{d, b.Neg(d)} {
				for _, t := range []*smt.Term{k, i} {
					f := b.Implies(b.Eq(d, x.int(0)), b.Eq(b.Mul(t, d), x.int(0)))
					if slices.Contains(x.polynomials(c.fs), f) {
						want[f] = true
					}
				}
			}
			if len(want) != 2 {
				t.Errorf("strict bounds are no equation: %v", x.polynomials(c.fs))
			}
		}
		got := x.polynomials(c.fs)
		for _, f := range got {
			if !want[f] {
				t.Errorf("%s: %v is said", name, f)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d are said, want %d", name, len(got), len(want))
		}
	}
	// A product with a quotient has steps.
	x.divisions[[2]*smt.Term{n, i}] = [2]*smt.Term{q, v("rem")}
	if got, want := x.polynomials([]*smt.Term{product(q, i)}), x.steps(q, i); !slices.Equal(got, want) {
		t.Errorf("a quotient: %v, want %v", got, want)
	}
	if got, want := x.polynomials([]*smt.Term{product(q, i), eq(q, b.IntNum(4))}), x.steps(q, i); len(got) != len(want)+2 {
		t.Errorf("a quotient that is known: %d are said, not %d", len(got), len(want)+2)
	}
	if got := x.polynomials([]*smt.Term{product(n, i)}); got != nil {
		t.Errorf("no quotient: %v", got)
	}
	var steps []*smt.Term
	for c := int64(-1); c <= 3; c++ {
		for _, f := range [][2]*smt.Term{
			{b.Le(q, x.int(c)), b.Le(b.Mul(q, i), b.Scale(num.RatOf(c), i))},
			{b.Le(x.int(c), q), b.Le(b.Scale(num.RatOf(c), i), b.Mul(q, i))},
		} {
			steps = append(steps, b.Implies(b.And(b.Lt(x.int(0), i), f[0]), f[1]))
		}
	}
	if got := x.steps(q, i); !slices.Equal(got, steps) {
		t.Errorf("steps %v, want %v", got, steps)
	}
	// As many equations as are multiplied, and as many multiples as are made.
	for count, want := range map[int]int{1: 2, mostEquations - 1: (mostEquations - 1) * 2, mostEquations: mostEquations * 2, mostEquations + 1: mostEquations * 2} {
		fs := []*smt.Term{product(k, n)}
		for c := range count {
			fs = append(fs, eq(k, b.IntNum(int64(c)+100)))
		}
		if got := x.polynomials(fs); len(got) != want {
			t.Errorf("%d equations: %d multiples, want %d", count, len(got), want)
		}
	}
	for count, want := range map[int]int{mostMultiples / 20: mostMultiples, mostMultiples/20 - 1: mostMultiples - 20, mostMultiples/20 + 1: mostMultiples} {
		var fs []*smt.Term
		for c := range 20 { // 20 factors
			fs = append(fs, product(v(fmt.Sprint("f", c)), v(fmt.Sprint("f", (c+1)%20))))
		}
		for c := range count {
			fs = append(fs, eq(v("f0"), b.IntNum(int64(c)+100)))
		}
		if got := x.polynomials(fs); len(got) != want {
			t.Errorf("%d equations, 20 factors: %d multiples, want %d", count, len(got), want)
		}
	}
}

// TestProducts: a product of words is said to be one as long as it fits, and never where it would
// not be right.
func TestProducts(t *testing.T) {
	signed := func(bits int) cfa.Range { return cfa.Range{Bits: bits, Signed: true} }
	r, _, v := variables(signed(2), signed(3), cfa.Range{Bits: 2}, signed(31), signed(32), signed(33), signed(62), signed(63), cfa.Range{})
	x, b := r.checker, r.b
	of := func(ts ...int) *smt.Term {
		var args []*smt.Term
		for _, i := range ts {
			args = append(args, v[i])
		}
		return b.Mul(args...)
	}
	for _, c := range []struct {
		t     *smt.Term
		width int // 0: nothing is said
	}{
		{of(0, 0), 5}, {of(0, 1), 6}, {of(0, 2), 6}, {of(2, 2), 7}, {of(0, 0, 1), 8}, {of(3, 4), 64}, {of(4, 4), 0}, {of(3, 5), 0}, {of(0, 6), 0}, {of(8, 0), 0}, {of(3, 3), 63},
		{b.Mul(v[7], b.Ite(b.Var("c", b.BoolSort()), x.int(0), x.int(-1))), 0},
		{b.Mul(v[6], b.Ite(b.Var("c", b.BoolSort()), x.int(0), x.int(-1))), 64},
	} {
		for _, f := range []*smt.Term{b.Le(c.t, x.int(3)), b.Not(b.Eq(b.Add(c.t, v[0]), x.int(3)))} {
			got := x.products([]*smt.Term{f, f})
			if c.width == 0 {
				if len(got) != 0 {
					t.Errorf("%v: %v", c.t, got)
				}
				continue
			}
			var parts []*smt.Term
			for _, a := range c.t.Args() {
				parts = append(parts, b.NatToBV(a, c.width))
			}
			if len(got) != 1 || got[0] != b.Eq(c.t, b.BVToInt(b.BVMul(parts...))) {
				t.Errorf("%v in %d bits: %v", c.t, c.width, got)
			}
		}
	}
	// What is said holds.
	for _, f := range append(x.products([]*smt.Term{b.Le(of(0, 1), x.int(3))}), x.products([]*smt.Term{b.Le(of(2, 1), x.int(3))})...) {
		for p := int64(-2); p <= 1; p++ {
			for q := int64(-4); q <= 3; q++ {
				m := smt.NewModel(b)
				m.Set(v[0], x.int(p))
				m.Set(v[1], x.int(q))
				m.Set(v[2], x.int(p+2))
				if ok, err := m.Holds(f); err != nil || !ok {
					t.Errorf("%v does not hold for %d, %d: %v", f, p, q, err)
				}
			}
		}
	}
	// Two products are said both.
	if got := x.products([]*smt.Term{b.Le(of(0, 1), of(1, 2)), b.Le(of(0, 2), x.int(1))}); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

// TestRangesIn: what is known of constants and cells by their ranges.
func TestRangesIn(t *testing.T) {
	r, _, v := variables(small, cfa.Range{Nat: true}, cfa.Range{})
	x, b := r.checker, r.b
	a, other := b.Fresh("a", x.arrays), b.Fresh("other", x.arrays)
	x.ranges[a] = between(2, 5)
	cell, fifth := b.Select(a, v[2]), b.Select(a, x.int(5))
	written := b.Select(b.Store(a, v[2], x.int(3)), v[0])
	for i, c := range []struct {
		f    *smt.Term
		want []*smt.Term
	}{
		{b.True(), nil},
		{b.Le(v[0], x.int(1)), []*smt.Term{b.Le(x.int(-4), v[0]), b.Le(v[0], x.int(3))}},
		{b.Le(v[1], x.int(1)), []*smt.Term{b.Le(x.int(0), v[1])}},
		{b.Le(v[2], x.int(1)), nil},
		{b.Le(cell, x.int(1)), []*smt.Term{b.Le(x.int(2), cell), b.Le(cell, x.int(5))}},
		{b.Le(fifth, x.int(1)), []*smt.Term{b.Le(x.int(2), fifth), b.Le(fifth, x.int(5))}},
		{b.Le(b.Select(other, v[2]), x.int(1)), nil},
		{b.Le(written, x.int(1)), []*smt.Term{b.Le(x.int(-4), v[0]), b.Le(v[0], x.int(3))}},
		{b.Le(b.Var("real", b.RealSort()), b.Num(num.RatOf(1), b.RealSort())), nil},
		{b.Or(b.Le(v[0], x.int(1)), b.Le(v[0], x.int(0)), b.Le(v[1], x.int(1))), []*smt.Term{b.Le(x.int(-4), v[0]), b.Le(v[0], x.int(3)), b.Le(x.int(0), v[1])}},
	} {
		if got := x.rangesIn([]*smt.Term{c.f, c.f}); b.And(got...) != b.And(c.want...) || len(got) != len(c.want) {
			t.Errorf("case %d: %v, want %v", i, got, c.want)
		}
	}
}

// TestRefuting: what is tried, one after the other, where the solver does not know: and of what it
// says only a proof counts.
func TestRefuting(t *testing.T) {
	x, v := unknowns(cfa.Range{Bits: 8, Signed: true}, cfa.Range{Bits: 8, Signed: true})
	x.ctx = t.Context()
	b := x.b
	square := b.Mul(v[0], v[0])
	next := b.Add(v[0], x.int(1))
	for name, c := range map[string]struct {
		fs   []*smt.Term
		want bool
	}{
		"ranges":             {[]*smt.Term{b.Lt(x.int(127), v[0])}, true},
		"possible":           {[]*smt.Term{b.Lt(x.int(126), v[0])}, false},
		"linear":             {[]*smt.Term{b.Lt(v[0], v[1]), b.Lt(v[1], v[0])}, true},
		"by multiples":       {[]*smt.Term{b.Eq(v[1], next), b.Not(b.Eq(b.Mul(v[1], v[1]), b.Add(square, b.Scale(num.RatOf(2), v[0]), x.int(1))))}, true},
		"by words":           {[]*smt.Term{b.Eq(square, x.int(2))}, true},
		"by words, possible": {[]*smt.Term{b.Eq(square, x.int(4))}, false},
		"squares":            {[]*smt.Term{b.Lt(square, x.int(0))}, true},
	} {
		before := x.stats.Queries
		status, f := x.refute(c.fs)
		if (status == solver.Unsat) != c.want || (f == nil) != c.want || f != nil && (f.err != nil || f.why == "") {
			t.Errorf("%s: %v, %v", name, status, f)
		}
		if x.stats.Queries == before && name != "ranges" {
			t.Errorf("%s: nothing was asked", name)
		}
	}
	// Numbers that have no ends are in no words.
	u, w := b.Fresh("u", x.ints), b.Fresh("w", x.ints)
	far := []*smt.Term{b.Eq(w, b.Add(u, x.int(1))), b.Not(b.Eq(b.Mul(w, w), b.Add(b.Mul(u, u), b.Scale(num.RatOf(2), u), x.int(1))))}
	if status, f := x.refute(far); status != solver.Unsat || f != nil {
		t.Errorf("by multiples of numbers without ends: %v, %v", status, f)
	}
	if status, f := x.refute([]*smt.Term{far[0], b.Eq(b.Mul(w, w), b.Mul(u, u, u))}); status != solver.Unsat || f != nil {
		t.Errorf("by lemmas, w = u + 1 and w*w = u*u*u: %v, %v", status, f)
	}
	if status, f := x.refute([]*smt.Term{b.Eq(b.Mul(w, w, w), b.Add(b.Mul(u, u, u), x.int(4)))}); status == solver.Unsat || f == nil {
		t.Errorf("w*w*w = u*u*u + 4: %v, %v", status, f)
	}
	if status, f := x.refute([]*smt.Term{b.False()}); status != solver.Unsat || f != nil {
		t.Errorf("false: %v, %v", status, f)
	}
	// A proof that is refused is none, in any of the ways; and a check that ends says so.
	for name, fs := range map[string][]*smt.Term{
		"multiples": {b.Eq(v[1], next), b.Not(b.Eq(b.Mul(v[1], v[1], v[1]), b.Mul(next, next, next)))},
		"words":     {b.Eq(square, x.int(3))},
	} {
		x.checkProof = func(*smt.Builder, []*smt.Term, *proof.Proof, func() bool) error { return errors.New("a wrong step") }
		if status, f := x.refute(fs); status == solver.Unsat || f == nil {
			t.Errorf("%s, refused: %v, %v", name, status, f)
		}
		x.checkProof = proof.CheckUntil
		for n := range 8 {
			kept := x.ctx
			e := &ending{kept, n}
			x.ctx = e
			status, f := x.refute(fs)
			if x.ctx = kept; e.left < 0 && (status == solver.Unsat || f == nil || f.err == nil) {
				t.Errorf("%s, stopped at question %d: %v, %v", name, n, status, f)
			}
		}
		if status, f := x.refute(fs); status != solver.Unsat || f != nil {
			t.Errorf("%s: %v, %v", name, status, f)
		}
	}
}

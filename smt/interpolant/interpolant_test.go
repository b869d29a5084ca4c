package interpolant

import (
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"pgregory.net/rapid"
)

func never() bool { return false }

func lit(b *smt.Builder, n string) *smt.Term { return b.Var(n, b.BoolSort()) }

// The example of McMillan's "Interpolation and SAT-based model checking" style: resolution on a
// symbol of A makes a disjunction, on a shared one a conjunction.
func TestResolution(t *testing.T) {
	b := smt.NewBuilder()
	p, q, r := lit(b, "p"), lit(b, "q"), lit(b, "r")
	c1, c2 := b.Or(p, q), b.Or(b.Not(p), r)
	groups := [][]*smt.Term{{c1, c2}, {b.Not(q)}, {b.Not(r)}}
	pr := &proof.Proof{Steps: []proof.Step{
		{Rule: proof.Assume, Clause: []*smt.Term{c1}},
		{Rule: proof.Cnf, Clause: []*smt.Term{b.Not(c1), p, q}, Terms: []*smt.Term{c1}},
		{Rule: proof.Assume, Clause: []*smt.Term{c2}},
		{Rule: proof.Cnf, Clause: []*smt.Term{b.Not(c2), b.Not(p), r}, Terms: []*smt.Term{c2}},
		{Rule: proof.Assume, Clause: []*smt.Term{b.Not(q)}},
		{Rule: proof.Assume, Clause: []*smt.Term{b.Not(r)}},
		{Rule: proof.Rup, Premises: []int{0, 2, 4, 1, 5, 3}},
	}}
	if err := proof.Check(b, []*smt.Term{c1, c2, b.Not(q), b.Not(r)}, pr); err != nil {
		t.Fatal(err)
	}
	got, err := Sequence(b, pr, groups, never)
	if err != nil {
		t.Fatal(err)
	}
	if want := []*smt.Term{b.Or(q, r), r}; got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
}

// One clause that a rule concludes by itself, refuted by assumptions of its literals' negations.
func refutation(b *smt.Builder, s proof.Step) (*proof.Proof, []*smt.Term) {
	p := &proof.Proof{}
	var inputs []*smt.Term
	var premises []int
	for _, l := range s.Clause {
		inputs = append(inputs, b.Not(l))
		premises = append(premises, len(p.Steps))
		p.Steps = append(p.Steps, proof.Step{Rule: proof.Assume, Clause: []*smt.Term{b.Not(l)}})
	}
	premises = append(premises, len(p.Steps))
	p.Steps = append(p.Steps, s, proof.Step{Rule: proof.Rup, Premises: premises})
	return p, inputs
}

func TestLemmas(t *testing.T) {
	b := smt.NewBuilder()
	in, re, u := b.IntSort(), b.RealSort(), b.FreeSort("U")
	x, y, z := b.Var("x", in), b.Var("y", in), b.Var("z", in)
	r, s, v := b.Var("r", re), b.Var("s", re), b.Var("v", re)
	a, c, d, e := b.Var("a", u), b.Var("c", u), b.Var("d", u), b.Var("e", u)
	f := func(t *smt.Term) *smt.Term { return b.App(b.Func("f", []*smt.Sort{u}, u), t) }
	not, n := b.Not, num.RatOf
	half := num.RatFrac(1, 2)
	for _, c := range []struct {
		name string
		step proof.Step
		want *smt.Term // between the first two literals and the others
	}{
		{"strict", proof.Step{Rule: proof.Farkas, Clause: []*smt.Term{not(b.Lt(r, s)), not(b.Le(s, v)), not(b.Le(v, r))}, Coefs: []num.Rat{n(1), n(1), n(1)}}, b.Lt(r, v)},
		{"not strict", proof.Step{Rule: proof.Farkas, Clause: []*smt.Term{not(b.Le(r, s)), not(b.Le(s, v)), not(b.Lt(v, r))}, Coefs: []num.Rat{n(1), n(1), n(1)}}, b.Le(r, v)},
		{
			// 2y ≤ x, z ≤ y; x ≤ 2z - 1
			"rounded", proof.Step{Rule: proof.Farkas, Clause: []*smt.Term{
				not(b.Le(b.Scale(n(2), y), x)), not(b.Le(z, y)), not(b.Le(x, b.Sub(b.Scale(n(2), z), b.IntNum(1)))),
			}, Coefs: []num.Rat{n(1), n(2), n(1)}}, b.Le(b.Scale(n(2), z), x),
		},
		{
			"equalities to a negative number", proof.Step{Rule: proof.Farkas, Clause: []*smt.Term{
				not(b.Eq(r, s)), not(b.Eq(s, v)), not(b.Eq(v, b.Add(r, b.Num(n(1), re)))),
			}, Coefs: []num.Rat{n(1), n(1), n(-1)}}, b.Le(v, r),
		},
		{
			// x = 2y twice over, and x = 2z + 1
			"whole", proof.Step{Rule: proof.IntCut, Clause: []*smt.Term{
				not(b.Le(x, b.Scale(n(2), y))), not(b.Ge(x, b.Scale(n(2), y))),
				not(b.Le(x, b.Add(b.Scale(n(2), z), b.IntNum(1)))), not(b.Ge(x, b.Add(b.Scale(n(2), z), b.IntNum(1)))),
			}, Coefs: []num.Rat{half, n(0), n(0), half}, Coefs2: []num.Rat{n(0), half, half, n(0)}}, b.Eq(b.Mod(x, n(2)), b.IntNum(0)),
		},
		{"chain", proof.Step{Rule: proof.Euf, Clause: []*smt.Term{not(b.Eq(a, c)), not(b.Eq(c, d)), not(b.Eq(d, e)), b.Eq(a, e)}}, b.Eq(a, d)},
		{
			// a = c, f(a) = d and c = e, f(e) ≠ d: f(c) is between them.
			"split", proof.Step{Rule: proof.Euf, Clause: []*smt.Term{not(b.Eq(a, c)), not(b.Eq(f(a), d)), not(b.Eq(c, e)), b.Eq(f(e), d)}}, b.Eq(f(c), d),
		},
		{
			// f(a) = d, f(c) ≠ d, and a = c from the other side
			"premise", proof.Step{Rule: proof.Euf, Clause: []*smt.Term{not(b.Eq(f(a), d)), b.Eq(f(c), d), not(b.Eq(a, e)), not(b.Eq(c, e))}}, not(b.Eq(a, c)),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, in := refutation(b, c.step)
			if err := proof.Check(b, in, p); err != nil {
				t.Fatal(err)
			}
			got, err := Sequence(b, p, [][]*smt.Term{in[:2], in[2:]}, never)
			if err != nil {
				t.Fatal(err)
			}
			if got[0] != c.want {
				t.Errorf("got %v, want %v", got[0], c.want)
			}
		})
	}
}

func TestSequenceErrors(t *testing.T) {
	b := smt.NewBuilder()
	x, y := b.Var("x", b.IntSort()), b.Var("y", b.IntSort())
	// The cut x + y ≤ 0 mixes.
	mix := b.Le(b.Add(x, y), b.IntNum(0))
	step := func(coefs int, ls ...*smt.Term) proof.Step {
		s := proof.Step{Rule: proof.Farkas, Clause: ls}
		for range coefs {
			s.Coefs = append(s.Coefs, num.RatOf(1))
		}
		return s
	}
	lx, ly, no := b.Le(x, b.IntNum(0)), b.Le(y, b.IntNum(0)), b.Ge(b.Add(x, y), b.IntNum(1))
	p := &proof.Proof{Steps: []proof.Step{
		{Rule: proof.Assume, Clause: []*smt.Term{lx}},
		{Rule: proof.Assume, Clause: []*smt.Term{ly}},
		{Rule: proof.Assume, Clause: []*smt.Term{no}},
		step(3, b.Not(lx), b.Not(ly), mix),
		{Rule: proof.Rup, Premises: []int{0, 1, 2, 3}},
	}}
	got, err := Sequence(b, p, [][]*smt.Term{{lx}, {ly}, {no}}, never)
	if err != nil || got[0] == nil || got[1] == nil {
		t.Errorf("%v, %v: at these cuts nothing mixes", got, err)
	}
	for _, groups := range [][][]*smt.Term{{{lx}, {ly}}, {{lx, no}}} {
		if _, err := Sequence(b, p, groups, never); len(groups) > 1 && err == nil {
			t.Errorf("%v: an input has no group, but no error", groups)
		}
	}
	if _, err := Sequence(b, &proof.Proof{}, [][]*smt.Term{{lx}, {ly}}, never); err == nil {
		t.Error("the empty proof: no error")
	}
	n := 0
	long := &proof.Proof{}
	for range 2000 {
		long.Steps = append(long.Steps, proof.Step{Rule: proof.Assume, Clause: []*smt.Term{lx}})
	}
	for i := range 1000 {
		long.Steps = append(long.Steps, proof.Step{Rule: proof.Rup, Clause: []*smt.Term{lx}, Premises: []int{2*i + 1}})
	}
	long.Steps = append(long.Steps, p.Steps...)
	last := &long.Steps[len(long.Steps)-1]
	last.Premises = nil
	for i := range 1000 {
		if i > 0 {
			long.Steps[2000+i].Premises = []int{1999 + i}
		}
	}
	last.Premises = []int{2999, 3001, 3002, 3003}
	if _, err := Sequence(b, long, [][]*smt.Term{{lx}, {ly}, {no}}, func() bool { n++; return true }); err != ErrStopped {
		t.Errorf("stopped %d times: %v", n, err)
	}
}

// Whatever Simplify and its like do, the truth table stays.
func TestSimplify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		s := b.IntSort()
		if pick(2) == 0 {
			s = b.RealSort()
		}
		x, y, p := b.Var("x", s), b.Var("y", s), lit(b, "p")
		arr := b.ArraySort(b.IntSort(), b.IntSort())
		a, i := b.Var("a", arr), b.Var("i", b.IntSort())
		var formula func(depth int) *smt.Term
		formula = func(depth int) *smt.Term {
			if depth == 0 || pick(4) == 0 {
				k := b.Num(num.RatOf(int64(pick(3))), s)
				var f *smt.Term
				switch pick(5) {
				case 0:
					f = b.Le(x, k)
				case 1:
					f = b.Lt(x, k)
				case 2:
					f = b.Le(x, b.Add(y, k))
				case 3:
					at := func() *smt.Term { return b.Add(i, b.IntNum(int64(pick(2)))) }
					f = b.Eq(a, b.Store(b.Store(a, at(), b.IntNum(int64(pick(2)))), b.IntNum(int64(pick(3))), b.IntNum(int64(pick(2)))))
				default:
					f = p
				}
				if pick(2) == 0 {
					f = b.Not(f)
				}
				return f
			}
			n := 2 + pick(3)
			fs := make([]*smt.Term, n)
			for k := range fs {
				fs[k] = formula(depth - 1)
			}
			f := b.And(fs...)
			if pick(2) == 0 {
				f = b.Or(fs...)
			}
			if pick(4) == 0 {
				f = b.Not(f)
			}
			return f
		}
		f := formula(3)
		g := Simplify(b, f)
		for k := range 400 {
			m := smt.NewModel(b)
			half := num.RatFrac(1, 2)
			step := num.RatOf(1)
			if s.Kind == smt.Real {
				step = half
			}
			m.Set(x, b.Num(step.Mul(num.RatOf(int64(k%5))), s))
			m.Set(y, b.Num(step.Mul(num.RatOf(int64(k/5%5-2))), s))
			m.Set(p, b.Bool(k%2 == 0))
			m.Set(i, b.IntNum(int64(k/25%2)))
			m.Set(a, b.ArrayValue(arr, b.IntNum(0), []smt.Entry{
				{Args: []*smt.Term{b.IntNum(0)}, Value: b.IntNum(int64(k / 50 % 2))},
				{Args: []*smt.Term{b.IntNum(1)}, Value: b.IntNum(int64(k / 100 % 2))},
				{Args: []*smt.Term{b.IntNum(2)}, Value: b.IntNum(int64(k / 200 % 2))},
			}))
			u, err1 := m.Holds(f)
			v, err2 := m.Holds(g)
			if err1 != nil || err2 != nil || u != v {
				t.Fatalf("%v became %v, which differs (%v %v)", f, g, err1, err2)
			}
		}
	})
}

// Of a conjunction over numbers, what is projected holds in the model, has only the symbols to be
// kept; and if it is exact, whatever makes it true can be extended to a model, in linear arithmetic
// with unit factors.
func TestProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smt.NewBuilder()
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
		in := b.IntSort()
		var vars []*smt.Term
		for i := range 4 {
			vars = append(vars, b.Var(fmt.Sprint("x", i), in))
		}
		const lo, hi = -3, 3
		m := smt.NewModel(b)
		for _, x := range vars {
			m.Set(x, b.IntNum(int64(lo+pick(hi-lo+1))))
		}
		var fs []*smt.Term
		for range 1 + pick(5) {
			// Differences, so that x0 has a value between lo-hi and hi+hi for any others that are
			// possible.
			x, y := vars[pick(4)], vars[pick(4)]
			f := b.Le(x, b.Add(y, b.IntNum(int64(pick(5)-2))))
			switch pick(4) {
			case 0:
				f = b.Eq(x, b.Add(y, b.IntNum(int64(pick(5)-2))))
			case 1:
				f = b.Or(f, b.Le(y, b.IntNum(int64(pick(3)))))
			}
			if ok, _ := m.Holds(f); !ok {
				f = b.Not(f)
			}
			fs = append(fs, f)
		}
		local := vars[0]
		keep := func(f *smt.Term) bool { return !contains(f, local) }
		lits, exact := Project(b, m, fs, nil, keep)
		for _, l := range lits {
			if ok, err := m.Holds(l); !ok || err != nil {
				t.Fatalf("%v does not hold in the model of %v (%v)", l, fs, err)
			}
			for _, v := range smt.FreeVars(l) {
				if v != vars[1] && v != vars[2] && v != vars[3] {
					t.Fatalf("%v has %v", l, v)
				}
			}
		}
		if !exact {
			t.Fatalf("numbers that are not arguments have been replaced by values: %v of %v", lits, fs)
		}
		goal, all := b.And(lits...), b.And(fs...)
		for k := range 343 {
			n := smt.NewModel(b)
			for i, x := range vars[1:] {
				d := [...]int{1, 7, 49}[i]
				n.Set(x, b.IntNum(int64(lo+k/d%7)))
			}
			if ok, _ := n.Holds(goal); !ok {
				continue
			}
			found := false
			for v := 3*lo - 3; v <= 3*hi+3 && !found; v++ {
				n.Set(local, b.IntNum(int64(v)))
				found, _ = n.Holds(all)
			}
			if !found {
				t.Fatalf("%v is true where %v cannot be", goal, all)
			}
		}
	})
}

package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/bv"
	"github.com/whet-mc/whet/smt/float"
)

func rats(ns ...int64) []num.Rat {
	out := make([]num.Rat, len(ns))
	for i, n := range ns {
		out[i] = num.RatOf(n)
	}
	return out
}

// An example is a proof whose every step matters.
type example struct {
	name   string
	inputs []*smt.Term
	proof  *Proof
}

// A script puts examples together: steps by their rules.
type script struct {
	b     *smt.Builder
	steps []Step
	in    []*smt.Term
}

func (s *script) add(st Step) int {
	s.steps = append(s.steps, st)
	return len(s.steps) - 1
}

func (s *script) assume(f *smt.Term) int {
	s.in = append(s.in, f)
	return s.add(Step{Rule: Assume, Clause: lits{f}})
}

func (s *script) rup(clause lits, premises ...int) int {
	return s.add(Step{Rule: Rup, Clause: clause, Premises: premises})
}

func (s *script) axiom(r Rule, clause lits, terms ...*smt.Term) int {
	return s.add(Step{Rule: r, Clause: clause, Terms: terms})
}

// refute ends a script: every literal of the clause is assumed to be false.
func (s *script) refute(k int) {
	premises := []int{}
	for _, l := range s.steps[k].Clause {
		premises = append(premises, s.assume(s.b.Not(l)))
	}
	s.rup(nil, append(premises, k)...)
}

// examples has a proof or more for every rule.
func examples(b *smt.Builder) []example {
	var out []example
	do := func(name string, f func(s *script)) {
		s := &script{b: b}
		f(s)
		out = append(out, example{name, s.in, &Proof{s.steps}})
	}
	in, re, bo := b.IntSort(), b.RealSort(), b.BoolSort()
	ints := b.ArraySort(in, in)
	x, y, z := b.Var("x", in), b.Var("y", in), b.Var("z", in)
	u, v := b.Var("u", re), b.Var("v", re)
	p, q, r := b.Var("p", bo), b.Var("q", bo), b.Var("r", bo)
	a, c := b.Var("a", ints), b.Var("c", ints)
	f := b.Func("f", []*smt.Sort{in}, in)
	g := b.Func("g", []*smt.Sort{bo}, in)
	app := func(f *smt.Func, t ...*smt.Term) *smt.Term { return b.App(f, t...) }
	n := b.IntNum
	not := b.Not

	do("assume false", func(s *script) {
		s.in = lits{b.False()}
		s.add(Step{Rule: Assume})
	})
	do("unit clauses", func(s *script) { s.rup(nil, s.assume(p), s.assume(not(p))) })
	do("resolution", func(s *script) {
		pq := s.assume(b.Or(p, q))
		nq := s.assume(b.Or(p, not(q)))
		np := s.assume(not(p))
		k := s.axiom(Cnf, lits{not(b.Or(p, q)), p, q}, b.Or(p, q))
		m := s.axiom(Cnf, lits{not(b.Or(p, not(q))), p, not(q)}, b.Or(p, not(q)))
		l := s.rup(lits{p}, pq, nq, k, m)
		s.rup(nil, l, np)
	})
	do("and", func(s *script) {
		k := s.assume(b.And(p, q))
		l := s.assume(not(b.And(q, p, p)))
		s.rup(nil, k, l)
	})
	do("and, from its parts", func(s *script) {
		g := b.And(p, q, not(r))
		s.refute(s.axiom(Cnf, lits{g, not(p), not(q), r}, g))
	})
	for i, l := range []*smt.Term{p, q, not(r)} {
		do(fmt.Sprint("and, part ", i), func(s *script) {
			g := b.And(p, q, not(r))
			s.refute(s.axiom(Cnf, lits{not(g), l}, g))
		})
		do(fmt.Sprint("or, part ", i), func(s *script) {
			g := b.Or(p, q, not(r))
			s.refute(s.axiom(Cnf, lits{g, not(l)}, g))
		})
	}
	xor, ite := b.Xor(p, q), b.Ite(p, q, r)
	for i, cl := range []lits{
		{not(xor), p, q}, {not(xor), not(p), not(q)}, {xor, p, not(q)}, {xor, not(p), q},
	} {
		do(fmt.Sprint("xor ", i), func(s *script) { s.refute(s.axiom(Cnf, cl, xor)) })
	}
	for i, cl := range []lits{
		{not(ite), not(p), q}, {not(ite), p, r}, {ite, not(p), not(q)}, {ite, p, not(r)}, {not(ite), q, r}, {ite, not(q), not(r)},
	} {
		do(fmt.Sprint("ite ", i), func(s *script) { s.refute(s.axiom(Cnf, cl, ite)) })
	}
	t := b.Ite(p, x, app(f, y))
	do("then", func(s *script) { s.refute(s.axiom(Cnf, lits{not(p), b.Le(t, x)}, t)) })
	do("else", func(s *script) { s.refute(s.axiom(Cnf, lits{p, b.Le(app(f, y), t)}, t)) })
	for i, cl := range []lits{{not(p), b.Le(t, x)}, {not(p), b.Le(x, t)}, {p, b.Le(t, app(f, y))}, {p, b.Le(app(f, y), t)}} {
		do(fmt.Sprint("then and else ", i), func(s *script) { s.refute(s.axiom(Cnf, cl, t)) })
	}
	do("true gate", func(s *script) {
		s.axiom(Cnf, lits{b.True()}, b.False())
		s.rup(nil, s.assume(b.False()))
	})

	do("subst", func(s *script) {
		k := s.assume(b.Eq(x, b.Add(y, n(1))))
		l := s.assume(b.Le(x, y))
		s.add(Step{Rule: Subst, Premises: []int{l, k}, Terms: lits{x, b.Add(y, n(1))}})
	})
	do("subst of two", func(s *script) {
		k := s.assume(b.Eq(x, app(f, y)))
		l := s.assume(b.Eq(y, n(3)))
		m := s.assume(p)
		o := s.assume(b.Or(not(p), b.Eq(x, app(f, n(3))), b.Lt(n(3), y)))
		st := s.add(Step{Rule: Subst, Premises: []int{o, l, m}, Terms: lits{y, n(3), p, b.True()}, Clause: lits{b.Eq(x, app(f, n(3)))}})
		w := s.assume(not(b.Eq(x, app(f, y))))
		st2 := s.add(Step{Rule: Subst, Premises: []int{w, l}, Terms: lits{y, n(3)}, Clause: lits{not(b.Eq(x, app(f, n(3))))}})
		_ = k
		s.rup(nil, st, st2)
	})
	farkas := func(name string, cl lits, coefs ...int64) {
		do(name, func(s *script) { s.refute(s.add(Step{Rule: Farkas, Clause: cl, Coefs: rats(coefs...)})) })
	}
	farkas("farkas", lits{not(b.Le(x, y)), not(b.Le(y, z)), b.Le(x, z)}, 1, 1, 1)
	farkas("farkas over the reals", lits{not(b.Lt(u, v)), not(b.Le(b.Scale(num.RatOf(3), v), b.Scale(num.RatOf(2), u))), not(b.Le(num1(b), u))}, 3, 1, 1)
	farkas("farkas with an equality", lits{not(b.Eq(x, b.Add(y, n(2)))), b.Le(x, b.Add(y, n(2)))}, 1, 1)
	farkas("farkas with an equality turned round", lits{not(b.Eq(x, b.Add(y, n(2)))), not(b.Lt(x, y))}, -1, 1)
	farkas("farkas with equalities", lits{not(b.Eq(u, v)), not(b.Eq(u, num1(b))), not(b.Eq(v, b.Num(num.RatOf(2), re)))}, 1, -1, 1)
	farkas("a cut", lits{not(b.Le(b.Add(b.Scale(num.RatOf(2), x), y), n(4))), not(b.Le(n(0), y)), b.Le(x, n(2))}, 1, 1, 2)
	farkas("farkas with reals that are integers", lits{not(b.Le(b.ToReal(x), u)), not(b.Lt(u, num1(b))), b.Le(x, n(0))}, 1, 1, 1)
	farkas("a chain of bounds", lits{not(b.Le(x, n(3))), b.Le(x, n(5))}, 1, 1)
	do("int_cut", func(s *script) {
		// x/3 + y/3 ≤ 2/3 … ≥ 1/3
		e := b.Add(b.Scale(num.RatOf(2), x), b.Scale(num.RatOf(2), y), z)
		h := b.Add(b.Scale(num.RatOf(4), x), b.Scale(num.RatOf(4), y), b.Scale(num.RatOf(-1), z))
		third := num.RatFrac(1, 6)
		s.refute(s.add(Step{
			Rule: IntCut, Clause: lits{not(b.Le(e, n(1))), not(b.Le(h, n(4))), not(b.Ge(e, n(1))), not(b.Ge(h, n(4)))},
			Coefs: []num.Rat{third, third, {}, {}}, Coefs2: []num.Rat{{}, {}, third, third},
		}))
	})
	do("trichotomy", func(s *script) {
		s.refute(s.axiom(Trichotomy, lits{b.Eq(x, y), not(b.Le(x, y)), not(b.Le(y, x))}, x, y))
	})
	euf := func(name string, cl lits, pairs ...*smt.Term) {
		do(name, func(s *script) { s.refute(s.axiom(Euf, cl, pairs...)) })
	}
	ffx, ffy := app(f, app(f, x)), app(f, app(f, y))
	euf("euf", lits{not(b.Eq(x, y)), b.Eq(ffx, ffy)})
	euf("euf, deep", lits{not(b.Eq(x, y)), b.Eq(app(f, app(f, app(f, ffx))), app(f, app(f, app(f, ffy))))})
	euf("euf, round", lits{not(b.Eq(app(f, ffx), x)), not(b.Eq(app(f, app(f, app(f, ffx))), x)), b.Eq(app(f, x), x)})
	euf("euf, values", lits{not(b.Eq(x, y)), not(b.Eq(app(f, x), n(3))), not(b.Eq(app(f, y), n(4)))})
	euf("euf, formulas", lits{not(p), not(q), b.Eq(app(g, p), app(g, q))})
	euf("euf, a formula and its negation", lits{p, not(q), b.Eq(app(g, not(p)), app(g, q))})
	euf("euf, an equality inside", lits{not(b.Eq(x, y)), b.Eq(app(g, b.Eq(x, y)), app(g, b.True()))})
	euf("euf, numbers", lits{not(b.Eq(x, y)), b.Eq(app(f, b.Add(x, n(1))), app(f, b.Add(y, n(1))))})
	euf("euf, arrays", lits{not(b.Eq(a, c)), not(b.Eq(x, y)), b.Eq(b.Select(a, x), b.Select(c, y))})
	euf("euf, pair", lits{not(b.Eq(b.Add(x, y), n(0))), b.Eq(app(f, x), app(f, b.Neg(y)))}, x, b.Neg(y))
	euf("euf, pair that differs", lits{not(b.Eq(x, y)), not(b.Eq(x, b.Add(y, n(1))))}, y, b.Add(y, n(1)))
	st := b.Store(a, x, z)
	do("equals", func(s *script) {
		s.refute(s.axiom(Equals, lits{not(b.Eq(x, y)), b.Eq(b.Select(st, y), z)}, y, x))
	})
	do("read", func(s *script) {
		s.refute(s.axiom(Read, lits{b.Eq(x, y), b.Eq(b.Select(st, y), b.Select(a, y))}, st, y))
	})
	do("read_eq", func(s *script) {
		s.refute(s.axiom(ReadEq, lits{not(b.Eq(a, c)), not(b.Eq(x, y)), b.Eq(b.Select(a, x), b.Select(c, y))}, a, x, c, y))
	})
	do("read_eq at one index", func(s *script) {
		s.refute(s.axiom(ReadEq, lits{not(b.Eq(a, c)), b.Eq(b.Select(a, x), b.Select(c, x))}, a, x, c, x))
	})
	do("extension", func(s *script) {
		d := b.Diff(a, c)
		s.refute(s.axiom(Extension, lits{b.Eq(a, c), not(b.Eq(b.Select(a, d), b.Select(c, d)))}, c, a))
	})
	quo := b.Div(b.Add(x, y), num.RatOf(3))
	do("div, below", func(s *script) { s.refute(s.axiom(Div, lits{b.Le(b.Scale(num.RatOf(3), quo), b.Add(x, y))}, quo)) })
	do("div, above", func(s *script) {
		s.refute(s.axiom(Div, lits{b.Le(b.Add(x, y), b.Add(b.Scale(num.RatOf(3), quo), n(2)))}, quo))
	})
	whole := b.ToInt(b.Add(u, v))
	do("floor, below", func(s *script) { s.refute(s.axiom(Floor, lits{b.Le(b.ToReal(whole), b.Add(u, v))}, whole)) })
	do("floor, above", func(s *script) {
		s.refute(s.axiom(Floor, lits{b.Lt(b.Add(u, v), b.Add(b.ToReal(whole), num1(b)))}, whole))
	})
	bits := b.BitVecSort(3)
	i, j := b.Var("i", bits), b.Var("j", bits)
	atom := b.BVUlt(b.BVAdd(i, j), i)
	circuit := func() *smt.Term {
		x := bv.New(b)
		f, err := x.Circuit(atom)
		if err != nil {
			panic(err)
		}
		return f
	}()
	do("blast", func(s *script) { s.refute(s.axiom(Blast, lits{b.Iff(atom, circuit)}, atom)) })
	do("blast, half", func(s *script) { s.refute(s.axiom(Blast, lits{atom, b.Not(circuit)}, atom)) })
	divisions, err := bv.New(b).DivisionFormulas(i, j)
	if err != nil {
		panic(err)
	}
	for k, f := range divisions {
		do(fmt.Sprint("bv_div ", k), func(s *script) { s.refute(s.axiom(BVDiv, lits{f}, i, j)) })
	}
	half := b.Var("h", b.FloatSort(5, 11))
	canonical := func(x *smt.Term) *smt.Term { return float.New(b).Canonical(x) }
	do("float_leaf", func(s *script) { s.refute(s.axiom(FloatLeaf, lits{canonical(half)}, half)) })
	positive := b.FloatLess(half, b.FloatSqrt(b.Var("m", b.RoundingSort()), half))
	do("blast, float", func(s *script) {
		s.refute(s.axiom(Blast, lits{not(positive), float.New(b).Define(positive)}, positive))
	})
	number := b.FloatToReal(half)
	do("float_real, none", func(s *script) {
		s.refute(s.axiom(FloatReal, lits{not(b.FloatIs(smt.ClassNaN, half)), b.Eq(number, b.Num(num.Rat{}, b.RealSort()))}, number))
	})
	three := b.FloatVal(half.Sort(), fp.Half.FromInt(fp.Upward, num.Of(3)))
	do("float_real, at most", func(s *script) {
		s.refute(s.axiom(FloatReal, lits{b.FloatIs(smt.ClassInfinite, half), not(b.FloatLessEq(half, three)), b.Le(number, b.Num(num.RatOf(3), b.RealSort()))}, number, three))
	})
	rounded := b.FloatOfReal(b.Var("m", b.RoundingSort()), half.Sort(), u)
	up, third := b.RoundingMode(fp.Upward), b.Num(num.RatFrac(1, 3), b.RealSort())
	do("float_real, rounded", func(s *script) {
		s.refute(s.axiom(FloatReal, lits{not(b.Eq(rounded.Arg(0), up)), not(b.Le(u, third)), b.FloatLessEq(rounded, b.FloatOfReal(up, half.Sort(), third))}, rounded, up, third))
	})
	below := b.Sub(b.IntNum(3), y)
	do("product", func(s *script) {
		s.refute(s.axiom(Product, lits{not(b.Le(b.IntNum(2), x)), not(b.Le(y, b.IntNum(3))), b.Le(b.Add(b.Mul(x, y), b.IntNum(6)), b.Add(b.Scale(num.RatOf(3), x), b.Scale(num.RatOf(2), y)))}, b.Sub(x, b.IntNum(2)), below))
	})
	do("product, one factor 0", func(s *script) {
		s.refute(s.axiom(Product, lits{not(b.Le(y, b.IntNum(3))), not(b.Le(b.IntNum(3), y)), b.Le(b.Mul(x, y), b.Scale(num.RatOf(3), x))}, below, x))
	})
	// equation has the clauses that say what the sum of vars is, of which it adds those that a step
	// needs as premises.
	equation := func(s *script, odd bool, vars ...*smt.Term) (premises []int) {
		for _, c := range sumOf(b, odd, vars...) {
			gate := b.Or(c...)
			k := s.assume(gate)
			if len(c) > 1 {
				k = s.rup(c, k, s.axiom(Cnf, append(lits{not(gate)}, c...), gate))
			}
			premises = append(premises, k)
		}
		return premises
	}
	do("parity, empty clause", func(s *script) {
		premises := equation(s, true, p, q, r)
		premises = append(premises, equation(s, false, p, q)...)
		premises = append(premises, equation(s, false, r)...)
		s.add(Step{Rule: Parity, Premises: premises})
	})
	do("parity, two literals", func(s *script) {
		premises := append(equation(s, true, p, q, r), equation(s, true, r)...)
		s.refute(s.add(Step{Rule: Parity, Clause: lits{p, not(q)}, Premises: premises}))
	})
	do("all together", func(s *script) {
		// f(x) ≠ f(y), 2x ≤ 2y+1 and y ≤ x, or p; not p
		or := b.Or(p, b.And(not(b.Eq(app(f, x), app(f, y))), b.Le(x, y), b.Le(y, x)))
		and := or.Arg(1)
		if and == p {
			and = or.Arg(0)
		}
		k, np := s.assume(or), s.assume(not(p))
		c0 := s.axiom(Cnf, lits{not(or), p, and}, or)
		c1 := s.axiom(Cnf, lits{not(and), not(b.Eq(app(f, x), app(f, y)))}, and)
		c2 := s.axiom(Cnf, lits{not(and), b.Le(x, y)}, and)
		c3 := s.axiom(Cnf, lits{not(and), b.Le(y, x)}, and)
		tri := s.axiom(Trichotomy, lits{b.Eq(x, y), not(b.Le(x, y)), not(b.Le(y, x))}, x, y)
		cong := s.axiom(Euf, lits{not(b.Eq(x, y)), b.Eq(app(f, x), app(f, y))})
		l := s.rup(lits{not(and)}, c1, c2, c3, tri, cong)
		s.rup(nil, k, np, l, c0)
	})
	return out
}

// sumOf has the clauses which say that an odd, or an even, number of vars is true.
func sumOf(b *smt.Builder, odd bool, vars ...*smt.Term) []lits {
	var out []lits
	for signs := range 1 << len(vars) {
		clause := slices.Clone(vars)
		for i := range clause {
			if signs>>i&1 != 0 {
				clause[i], odd = b.Not(clause[i]), !odd
			}
		}
		if odd { // all false, the sum would be even as it was said to be odd, or the reverse
			out = append(out, clause)
		}
		for i := range clause {
			if signs>>i&1 != 0 {
				odd = !odd
			}
		}
	}
	return out
}

func num1(b *smt.Builder) *smt.Term { return b.Num(num.RatOf(1), b.RealSort()) }

func TestExamples(t *testing.T) {
	b := smt.NewBuilder()
	var used [numberOfRules]bool
	for _, e := range examples(b) {
		if err := Check(b, e.inputs, e.proof); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		for _, s := range e.proof.Steps {
			used[s.Rule] = true
		}
		if trimmed := e.proof.Trim(); Check(b, trimmed.Inputs(), trimmed) != nil && e.name != "assume false" {
			t.Errorf("%s: not accepted after trimming", e.name)
		}
	}
	for r := range numberOfRules {
		if !used[r] {
			t.Errorf("no example of %v", r)
		}
	}
}

// Steps that look right and are not; each is wrong in one way only.
func TestRejected(t *testing.T) {
	b := smt.NewBuilder()
	in, re, bo, bits := b.IntSort(), b.RealSort(), b.BoolSort(), b.BitVecSort(2)
	x, y, z, u := b.Var("x", in), b.Var("y", in), b.Var("z", in), b.Var("u", re)
	i, j := b.Var("i", bits), b.Var("j", bits)
	f, g, h := b.Func("f", []*smt.Sort{in}, in), b.Func("g", []*smt.Sort{in}, in), b.Func("h", []*smt.Sort{bo}, in)
	k := b.Func("k", []*smt.Sort{bits}, in)
	n, not := b.IntNum, b.Not
	real := func(p, q int64) *smt.Term { return b.Num(num.RatFrac(p, q), re) }
	times := func(k int64, t *smt.Term) *smt.Term { return b.Scale(num.RatOf(k), t) }
	half := num.RatFrac(1, 2)
	rd := func(t, i *smt.Term) *smt.Term { return b.Select(t, i) }
	a, c := b.Var("a", b.ArraySort(in, in)), b.Var("c", b.ArraySort(in, in))
	for _, w := range []struct {
		what string
		step Step
	}{
		{"a negative number", Step{Rule: Farkas, Clause: lits{not(b.Le(x, n(5))), not(b.Le(x, n(3)))}, Coefs: rats(-1, 1)}},
		{"not strict", Step{Rule: Farkas, Clause: lits{b.Lt(u, real(0, 1)), not(b.Le(u, real(0, 1)))}, Coefs: rats(1, 1)}},
		{"a strict one that does not count", Step{Rule: Farkas, Clause: lits{not(b.Le(u, real(0, 1))), not(b.Ge(u, real(0, 1))), not(b.Lt(u, real(5, 1)))}, Coefs: rats(1, 1, 0)}},
		{"no equalities", Step{Rule: Farkas, Clause: lits{not(b.Le(x, n(3))), not(b.Ge(x, n(1)))}, Coefs: rats(1, 1)}},
		{"an equality that need not hold", Step{Rule: Farkas, Clause: lits{b.Eq(x, n(1)), not(b.Le(x, n(0)))}, Coefs: rats(-1, 1)}},
		{"reals", Step{Rule: Farkas, Clause: lits{not(b.Le(u, real(1, 2))), b.Lt(u, real(1, 2))}, Coefs: rats(1, 1)}},
		{"an unknown left", Step{Rule: Farkas, Clause: lits{not(b.Le(x, y)), not(b.Lt(z, x))}, Coefs: rats(1, 1)}},
		{"a cut of reals", Step{
			Rule: IntCut, Clause: lits{not(b.Le(u, real(2, 3))), not(b.Ge(u, real(1, 3)))},
			Coefs: rats(1, 0), Coefs2: rats(0, 1),
		}},
		{"a cut of halves", Step{
			Rule: IntCut, Clause: lits{not(b.Le(x, n(1))), not(b.Ge(x, n(1)))},
			Coefs: []num.Rat{half, {}}, Coefs2: []num.Rat{{}, half},
		}},
		{"a cut at a whole number", Step{
			Rule: IntCut, Clause: lits{not(b.Le(x, n(1))), not(b.Ge(x, n(1)))}, Coefs: rats(1, 0), Coefs2: rats(0, 1),
		}},
		{"sums that are not opposite", Step{
			Rule: IntCut, Clause: lits{not(b.Le(x, n(0))), not(b.Ge(y, n(1)))}, Coefs: rats(1, 0), Coefs2: rats(0, 1),
		}},
		{"a pair without its literal", Step{Rule: Euf, Clause: lits{not(b.Eq(x, y))}, Terms: lits{b.App(f, x), b.App(f, y)}}},
		{"two functions", Step{Rule: Euf, Clause: lits{not(b.Eq(x, y)), b.Eq(b.App(f, x), b.App(g, y))}}},
		{"two factors", Step{Rule: Euf, Clause: lits{not(b.Eq(x, y)), b.Eq(b.App(f, times(2, x)), b.App(f, times(3, y)))}}},
		{"two summands", Step{Rule: Euf, Clause: lits{not(b.Eq(x, y)), b.Eq(b.App(f, b.Add(x, n(1))), b.App(f, b.Add(y, n(2))))}}},
		{"two quotients", Step{Rule: Euf, Clause: lits{not(b.Eq(x, y)), b.Eq(b.App(f, b.Div(x, num.RatOf(2))), b.App(f, b.Div(y, num.RatOf(3))))}}},
		{"two bits", Step{Rule: Euf, Clause: lits{not(b.Eq(i, j)), b.Eq(b.App(h, b.Bit(i, 0)), b.App(h, b.Bit(j, 1)))}}},
		{"two extracts", Step{Rule: Euf, Clause: lits{
			not(b.Eq(i, j)), b.Eq(b.App(k, b.Concat(b.Extract(i, 0, 0), b.BV(num.Of(0), 1))), b.App(k, b.Concat(b.Extract(j, 1, 1), b.BV(num.Of(0), 1)))),
		}}},
		{"two operators", Step{Rule: Euf, Clause: lits{not(b.Eq(i, j)), b.Eq(b.App(k, b.BVUdiv(i, b.Var("w", bits))), b.App(k, b.BVUrem(j, b.Var("w", bits))))}}},
		{"no disequality", Step{Rule: Equals, Clause: lits{b.Eq(b.App(f, x), b.App(f, y))}, Terms: lits{x, y}}},
		{"the other disequality", Step{Rule: Equals, Clause: lits{not(b.Eq(x, z)), b.Eq(b.App(f, x), b.App(f, y))}, Terms: lits{x, y}}},
		{"another index", Step{Rule: Read, Clause: lits{b.Eq(x, y), b.Eq(rd(b.Store(a, x, z), z), rd(a, z))}, Terms: lits{b.Store(a, x, z), z}}},
		{"indexes that need not be equal", Step{Rule: ReadEq, Clause: lits{not(b.Eq(a, c)), b.Eq(rd(a, x), rd(c, y))}, Terms: lits{a, x, c, y}}},
		{"arrays that need not be equal", Step{Rule: ReadEq, Clause: lits{not(b.Eq(x, y)), b.Eq(rd(a, x), rd(c, y))}, Terms: lits{a, x, c, y}}},
		{"any index", Step{Rule: Extension, Clause: lits{b.Eq(a, c), not(b.Eq(rd(a, x), rd(c, x)))}, Terms: lits{a, c}}},
		{"real numbers", Step{Rule: Trichotomy, Clause: lits{b.Eq(x, y), not(b.Le(x, y))}, Terms: lits{x, y}}},
		{"bits in disorder", Step{Rule: Blast, Clause: lits{b.Iff(b.BVUlt(i, j), b.And(not(b.Bit(i, 0)), b.Bit(j, 0)))}, Terms: lits{b.BVUlt(i, j)}}},
	} {
		if (&checker{b: b, stop: func() bool { return false }}).step2([]Step{w.step}, 0) == nil {
			t.Errorf("%s: accepted", w.what)
		}
	}
	// The second substitution is not the first.
	s := &script{b: b}
	e, o, l := s.assume(b.Eq(x, n(3))), s.assume(b.Eq(y, n(4))), s.assume(b.Eq(b.App(f, x), y))
	s.add(Step{Rule: Subst, Premises: []int{l, e}, Terms: lits{x, n(3)}, Clause: lits{b.Eq(b.App(f, n(3)), y)}})
	wrong := s.add(Step{Rule: Subst, Premises: []int{l, o}, Terms: lits{y, n(4)}, Clause: lits{b.Eq(b.App(f, n(3)), y)}})
	s.rup(nil, wrong)
	var se *StepError
	if err := Check(b, s.in, &Proof{s.steps}); !errors.As(err, &se) || se.Step != wrong {
		t.Errorf("the substitution before the last is used: %v", err)
	}
}

func TestTrimDropsWhatIsNotNeeded(t *testing.T) {
	b := smt.NewBuilder()
	p, q := b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort())
	s := &script{b: b}
	s.assume(q)
	k := s.assume(p)
	s.rup(lits{p, q}, k)
	l := s.assume(b.Not(p))
	s.rup(nil, k, l)
	trimmed := (&Proof{s.steps}).Trim()
	if len(trimmed.Steps) != 3 || !slices.Equal(trimmed.Steps[2].Premises, []int{0, 1}) || !slices.Equal(trimmed.Inputs(), lits{p, b.Not(p)}) {
		t.Fatalf("%+v", trimmed)
	}
	if st := trimmed.Statistics(); st.Steps[Assume] != 2 || st.Steps[Rup] != 1 || st.Premises != 2 || st.Literals != 2 {
		t.Errorf("%+v", st)
	}
}

// The errors name the step, its rule and what is wrong.
func TestErrors(t *testing.T) {
	b := smt.NewBuilder()
	p, q := b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort())
	x := b.Var("x", b.IntSort())
	ass := func(f *smt.Term) Step { return Step{Rule: Assume, Clause: lits{f}} }
	rup := func(ks ...int) Step { return Step{Rule: Rup, Premises: ks} }
	for _, c := range []struct {
		want  string
		steps []Step
	}{
		{"does not end with the empty clause", nil},
		{"does not end with the empty clause", []Step{ass(p)}},
		{"step 0 (assume): not one of the inputs", []Step{ass(q), rup(0)}},
		{"step 0 (assume): not one of the inputs", []Step{{Rule: Assume, Clause: lits{p, b.Not(p)}}, rup(0)}},
		{"step 0 (assume): a literal that is no formula", []Step{ass(x), rup(0)}},
		{"step 0 (assume): a literal that is no formula", []Step{ass(nil), rup(0)}},
		{"step 0 (cnf): a term is missing", []Step{{Rule: Cnf, Terms: lits{nil}}, rup(0)}},
		{"step 0 (invalid): there is no such rule", []Step{{Rule: numberOfRules}}},
		{"step 1 (rup): premise 1 does not come before it", []Step{ass(p), rup(1)}},
		{"step 1 (rup): premise -1 does not come before it", []Step{ass(p), rup(-1)}},
		{"step 1 (rup): the premises do not lead to a conflict", []Step{ass(p), rup(0)}},
		{"step 2 (rup): the premises do not lead to a conflict", []Step{ass(p), ass(b.Not(p)), rup(0, 0)}},
		{"step 2 (rup): premise 1 has two literals open", []Step{ass(p), {Rule: Rup, Clause: lits{q, b.Not(p)}, Premises: []int{0, 0}}, rup(1)}},
		{"step 1 (cnf): premises where the rule has none", []Step{ass(p), {Rule: Cnf, Premises: []int{0}}, rup(0)}},
		{"step 0 (cnf): numbers where the rule has none", []Step{{Rule: Cnf, Coefs: rats(1)}, rup(0)}},
		{"step 0 (farkas): it needs as many numbers as literals", []Step{{Rule: Farkas, Clause: lits{b.Le(x, x)}}, rup(0)}},
		{"step 0 (cnf): it has 0 terms, not 1", []Step{{Rule: Cnf}, rup(0)}},
		{"step 0 (cnf): it is not about terms with operator app", []Step{{Rule: Cnf, Terms: lits{p}}, rup(0)}},
	} {
		if c.want == "step 2 (rup): premise 1 has two literals open" {
			c.steps[1] = Step{Rule: Cnf, Clause: lits{b.And(p, q), b.Not(p), b.Not(q)}, Terms: lits{b.And(p, q)}}
		}
		err := Check(b, lits{p, b.Not(p)}, &Proof{c.steps})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
		var se *StepError
		if strings.HasPrefix(c.want, "step") && !errors.As(err, &se) {
			t.Errorf("%T is no StepError", err)
		}
	}
}

func TestCheckStops(t *testing.T) {
	b := smt.NewBuilder()
	p := b.Var("p", b.BoolSort())
	s := &script{b: b}
	k, l := s.assume(p), s.assume(b.Not(p))
	for range 1000 {
		s.rup(lits{b.Not(p)}, l)
	}
	s.rup(nil, k, l)
	asked := 0
	if err := CheckUntil(b, s.in, &Proof{s.steps}, func() bool { asked++; return asked > 3 }); err != ErrStopped {
		t.Fatal(err)
	}
}

// A proof by resolution of a million steps, over 1000 variables: p0, and each implies the next.
func longProof(b *smt.Builder, n int) ([]*smt.Term, *Proof) {
	const vars = 1000
	p := make(lits, vars)
	for i := range p {
		p[i] = b.Var(fmt.Sprint("p", i), b.BoolSort())
	}
	s := &script{b: b}
	s.assume(p[0])
	var links []int
	for i := range vars - 1 {
		or := b.Or(b.Not(p[i]), p[i+1])
		s.assume(or)
		s.axiom(Cnf, lits{b.Not(or), b.Not(p[i]), p[i+1]}, or)
		links = append(links, s.rup(lits{b.Not(p[i]), p[i+1]}, len(s.steps)-2, len(s.steps)-1))
	}
	at := links[0]
	for len(s.steps) < n {
		for i := 1; i < len(links); i++ {
			at = s.rup(lits{b.Not(p[0]), p[i+1]}, at, links[i])
		}
		at = s.rup(lits{b.Not(p[0]), p[1]}, links[0])
	}
	for i := 1; i < len(links); i++ {
		at = s.rup(lits{b.Not(p[0]), p[i+1]}, at, links[i])
	}
	s.rup(nil, 0, at, s.assume(b.Not(p[vars-1])))
	return s.in, &Proof{s.steps}
}

func TestLongProof(t *testing.T) {
	b := smt.NewBuilder()
	in, p := longProof(b, 10_000)
	if err := Check(b, in, p); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkRup(bench *testing.B) {
	b := smt.NewBuilder()
	in, p := longProof(b, 1_000_000)
	for bench.Loop() {
		if err := Check(b, in, p); err != nil {
			bench.Fatal(err)
		}
	}
	bench.ReportMetric(float64(bench.Elapsed().Nanoseconds())/float64(bench.N*len(p.Steps)), "ns/step")
}

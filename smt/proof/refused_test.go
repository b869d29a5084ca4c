package proof

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestNothingToSpare: steps have the terms and numbers that their rules ask for, and no more.
func TestNothingToSpare(t *testing.T) {
	b := smt.NewBuilder()
	for _, e := range examples(b) {
		for i, s := range e.proof.Steps {
			refused := func(what string, change func(s *Step)) {
				steps := slices.Clone(e.proof.Steps)
				change(&steps[i])
				if Check(b, e.inputs, &Proof{steps}) == nil {
					t.Errorf("%s, step %d (%v): %s: accepted", e.name, i, s.Rule, what)
				}
			}
			switch s.Rule {
			case Assume, Rup, Farkas, IntCut: // have none, and do not look at them
			default:
				if !slices.Contains(s.Clause, b.True()) {
					refused("a term more", func(s *Step) { s.Terms = append(slices.Clone(s.Terms), b.Var("more", b.IntSort())) })
				}
			}
			refused("a number more", func(s *Step) { s.Coefs = append(slices.Clone(s.Coefs), num.Rat{}) })
			refused("a second number more", func(s *Step) { s.Coefs2 = append(slices.Clone(s.Coefs2), num.Rat{}) })
			refused("numbers of each kind", func(s *Step) {
				s.Coefs, s.Coefs2 = append(slices.Clone(s.Coefs), num.RatOf(1)), append(slices.Clone(s.Coefs2), num.RatOf(1))
			})
			if s.Rule != Rup {
				refused("a premise more", func(s *Step) { s.Premises = append(slices.Clone(s.Premises), 0) })
			}
		}
	}
}

// TestReasons: what is refused, is for the right reason. A check may not rest on another one behind
// it, which would refuse the step by chance.
func TestReasons(t *testing.T) {
	b := smt.NewBuilder()
	in, re, bo := b.IntSort(), b.RealSort(), b.BoolSort()
	ints := b.ArraySort(in, in)
	x, y, u, p, q := b.Var("x", in), b.Var("y", in), b.Var("u", re), b.Var("p", bo), b.Var("q", bo)
	i, j, wide := b.Var("i", b.BitVecSort(2)), b.Var("j", b.BitVecSort(2)), b.Var("w", b.BitVecSort(3))
	a, c := b.Var("a", ints), b.Var("c", b.ArraySort(re, in))
	flags := b.Var("flags", b.ArraySort(in, bo))
	n, not := b.IntNum, b.Not
	impossible := lits{not(b.Le(x, n(3))), not(b.Le(n(5), x))}
	eq := b.Eq(x, y)
	for _, w := range []struct {
		why   string
		steps []Step
	}{
		{"neither an inequality nor an equality", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), p), Coefs: rats(1, 1, 1)}}},
		{"neither an inequality nor an equality", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), p), Coefs: rats(1, 1, 0)}}},
		{"neither an inequality nor an equality", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), eq), Coefs: rats(1, 1, 1)}}},
		{"neither an inequality nor an equality", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), not(b.Eq(i, j))), Coefs: rats(1, 1, 1)}}},
		{"neither an inequality nor an equality", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), not(b.Eq(i, j))), Coefs: rats(1, 1, 0)}}},
		{"multiplied by a negative number", []Step{{Rule: Farkas, Clause: append(slices.Clone(impossible), b.Le(x, y)), Coefs: rats(1, 1, -1)}}},
		{"as many numbers as literals", []Step{{Rule: Farkas, Clause: impossible, Coefs: rats(1, 1, 1)}}},
		{"as many numbers as literals", []Step{{Rule: Farkas, Clause: impossible, Coefs: rats(1)}}},
		{"as many numbers as literals", []Step{{Rule: IntCut, Clause: impossible, Coefs: rats(1, 0), Coefs2: rats(0, 1, 0)}}},
		{"numbers where the rule has none", []Step{{Rule: Farkas, Clause: impossible, Coefs: rats(1, 1), Coefs2: rats(1)}}},
		{"numbers where the rule has none", []Step{{Rule: Cnf, Clause: lits{b.True()}, Coefs2: rats(1)}}},
		{"the sum is no contradiction", []Step{{Rule: Farkas}}},
		{"is no contradiction", []Step{{Rule: Farkas, Clause: lits{b.False()}, Coefs: rats(1)}}},
		{"is no contradiction", []Step{{Rule: Farkas, Clause: lits{b.False()}, Coefs: rats(-1)}}},
		{"of integers", []Step{{Rule: IntCut, Clause: lits{not(b.Le(u, b.Num(num.RatFrac(1, 3), re))), not(b.Le(b.Num(num.RatFrac(2, 3), re), u))},
			Coefs: []num.Rat{num.RatFrac(1, 3), {}}, Coefs2: []num.Rat{{}, num.RatFrac(1, 3)}}}},
		{"two terms of one sort", []Step{{Rule: Equals, Clause: lits{p}, Terms: lits{x, u}}}},
		{"does not have the disequality", []Step{{Rule: Equals, Clause: lits{b.Eq(b.Select(a, x), b.Select(a, y))}, Terms: lits{x, y}}}},
		{"no literal becomes true", []Step{{Rule: Equals, Clause: lits{not(eq), p}, Terms: lits{x, y}}}},
		{"the wrong sort", []Step{{Rule: Read, Clause: lits{p}, Terms: lits{b.Store(a, x, y), u}}}},
		{"not about terms with operator app", []Step{{Rule: Read, Clause: lits{p}, Terms: lits{a, x}}}},
		{"two arrays of one sort", []Step{{Rule: ReadEq, Clause: lits{p}, Terms: lits{x, x, x, x}}}},
		{"two arrays of one sort", []Step{{Rule: ReadEq, Clause: lits{p}, Terms: lits{a, u, a, u}}}},
		{"two arrays of one sort", []Step{{Rule: ReadEq, Clause: lits{p}, Terms: lits{a, x, a, u}}}},
		{"two arrays of one sort", []Step{{Rule: ReadEq, Clause: lits{p}, Terms: lits{a, x, c, x}}}},
		{"two arrays of one sort", []Step{{Rule: ReadEq, Clause: lits{p}, Terms: lits{a, x, flags, x}}}},
		{"two arrays", []Step{{Rule: Extension, Clause: lits{p}, Terms: lits{a, c}}}},
		{"two arrays", []Step{{Rule: Extension, Clause: lits{p}, Terms: lits{x, x}}}},
		{"two numbers", []Step{{Rule: Trichotomy, Clause: lits{p}, Terms: lits{p, q}}}},
		{"two numbers", []Step{{Rule: Trichotomy, Clause: lits{p}, Terms: lits{x, u}}}},
		{"not about bit-vectors", []Step{{Rule: Blast, Clause: lits{p}, Terms: lits{eq}}}},
		{"not about terms with operator app", []Step{{Rule: Blast, Clause: lits{p}, Terms: lits{p}}}},
		{"two bit-vectors", []Step{{Rule: BVDiv, Clause: lits{p}, Terms: lits{x, x}}}},
		{"two bit-vectors", []Step{{Rule: BVDiv, Clause: lits{p}, Terms: lits{i, wide}}}},
		{"not what the rule concludes", []Step{{Rule: Cnf, Clause: lits{not(b.And(p, q)), p, b.Var("r", bo)}, Terms: lits{b.And(p, q)}}}},
		{"not what the rule concludes", []Step{{Rule: Cnf, Clause: lits{b.Or(p, q), not(p), b.Var("r", bo)}, Terms: lits{b.Or(p, q)}}}},
		{"not what the rule concludes", []Step{{Rule: BVDiv, Clause: lits{p}, Terms: lits{i, j}}}},
		{"half a pair", []Step{{Rule: Euf, Clause: lits{p}, Terms: lits{x, y, x}}}},
		{"half a pair", []Step{{Rule: Euf, Clause: lits{not(eq), eq}, Terms: lits{x}}}},
		{"of two sorts", []Step{{Rule: Euf, Clause: lits{p}, Terms: lits{x, u}}}},
		{"of two sorts", []Step{{Rule: Euf, Clause: lits{not(eq), eq}, Terms: lits{x, y, x, u}}}},
		{"congruence finds no conflict", []Step{{Rule: Euf}}},
		{"congruence finds no conflict", []Step{{Rule: Euf, Clause: lits{p, q}}}},
		{"a premise and one for each pair", []Step{{Rule: Subst, Clause: lits{p}}}},
		{"a premise and one for each pair", []Step{{Clause: lits{p}}, {Rule: Subst, Clause: lits{p}, Premises: []int{0}, Terms: lits{x, y}}}},
		{"a premise and one for each pair", []Step{{Clause: lits{p}}, {Rule: Subst, Clause: lits{p}, Premises: []int{0, 0}}}},
		{"of another sort", []Step{{Clause: lits{p}}, {Rule: Subst, Clause: lits{p}, Premises: []int{0, 0}, Terms: lits{x, u}}}},
		{"is not the equation", []Step{{Clause: lits{eq, p}}, {Rule: Subst, Clause: lits{eq, p}, Premises: []int{0, 0}, Terms: lits{x, y}}}},
		{"is not the equation", []Step{{Clause: nil}, {Rule: Subst, Premises: []int{0, 0}, Terms: lits{x, y}}}},
		{"is not the equation", []Step{{Clause: lits{not(eq)}}, {Rule: Subst, Clause: lits{b.False()}, Premises: []int{0, 0}, Terms: lits{x, y}}}},
		{"not what the rule concludes", []Step{{Clause: lits{p}}, {Rule: Subst, Clause: lits{p, q}, Premises: []int{0}}}},
		{"not what the rule concludes", []Step{{Clause: lits{p, q}}, {Rule: Subst, Clause: lits{p}, Premises: []int{0}}}},
		{"do not lead to a conflict", []Step{{Clause: lits{b.True()}}, {Rule: Rup, Clause: lits{p}, Premises: []int{0}}}},
		{"do not lead to a conflict", []Step{{Rule: Rup, Clause: lits{p, q}}}},
		{"do not lead to a conflict", []Step{{Rule: Rup}}},
		{"premise 2 does not come before", []Step{{Clause: lits{}}, {Rule: Rup, Premises: []int{2}}, {Clause: lits{}}}},
		{"does not begin all clauses", []Step{{Clause: lits{p, q}}, {Rule: Parity, Clause: lits{p, q}, Premises: []int{0}}}},
		{"does not begin all clauses", []Step{{Clause: nil}, {Rule: Parity, Clause: lits{p}, Premises: []int{0}}}},
		{"not another clause", []Step{{Clause: lits{p, q}}, {Rule: Parity, Clause: lits{p}, Premises: []int{0, 0}}}},
		{"not another clause", []Step{{Clause: lits{p, p}}, {Rule: Parity, Clause: lits{p}, Premises: []int{0, 0}}}},
		{"not another clause", []Step{{}, {Clause: lits{p, not(q)}}, {Clause: lits{p, q}}, {Rule: Parity, Clause: lits{p}, Premises: []int{1, 2}}}},
		{"not another clause", []Step{{}, {Clause: lits{p, q}}, {Clause: lits{not(p)}}, {Rule: Parity, Clause: lits{p}, Premises: []int{1, 2}}}},
		{"not another clause", []Step{{}, {Clause: lits{p, not(q)}}, {Clause: lits{p, not(p)}}, {Rule: Parity, Clause: lits{p, not(q)}, Premises: []int{1, 2}}}},
		{"not another clause", []Step{{}, {Clause: lits{p, not(q)}}, {Clause: lits{not(p), q, p}}, {Rule: Parity, Clause: lits{p, not(q)}, Premises: []int{1, 2}}}},
		{"does not begin all clauses", []Step{{Clause: many(b, 65)}, {Rule: Parity, Clause: lits{p}, Premises: []int{0}}}},
		{"has other formulas", []Step{{}, {Clause: lits{p, q}}, {Clause: lits{not(p), eq}}, {Rule: Parity, Clause: lits{p}, Premises: []int{1, 2}}}},
		{"formula that is not in the clause", []Step{{Clause: lits{p}}, {Rule: Parity, Premises: []int{0}}}},
		{"formula that is not in the clause", []Step{{Clause: lits{p}}, {Rule: Parity, Clause: lits{q}, Premises: []int{0}}}},
		{"the sum is no contradiction", []Step{{Clause: lits{p}}, {Rule: Parity, Clause: lits{not(p)}, Premises: []int{0}}}},
		{"the sum is no contradiction", []Step{{Clause: lits{not(p)}}, {Rule: Parity, Clause: lits{p}, Premises: []int{0}}}},
		{"the sum is no contradiction", []Step{{Rule: Parity}}},
		{"the sum is no contradiction", []Step{{Clause: lits{p}}, {Rule: Parity, Clause: nil, Premises: []int{0, 0}}}},
		{"terms where the rule has none", []Step{{Clause: lits{p}}, {Rule: Parity, Clause: lits{p}, Premises: []int{0}, Terms: lits{p}}}},
		{"not one of the inputs", []Step{{Rule: Assume}}},
		{"not one of the inputs", []Step{{Rule: Assume, Clause: lits{p, q}}}},
		{"there is no such rule", []Step{{Rule: numberOfRules + 1}}},
		{"there is no such rule", []Step{{Rule: 255}}},
	} {
		last := len(w.steps) - 1
		if last == 2 {
			last = 1
		}
		err := newTestChecker(b, p, q).step2(w.steps, last)
		if err == nil || !strings.Contains(err.Error(), w.why) {
			t.Errorf("%v %v, terms %v: %v, want %q", w.steps[last].Rule, w.steps[last].Clause, w.steps[last].Terms, err, w.why)
		}
	}
}

// TestAccepted: what is right in an unusual way.
func TestAccepted(t *testing.T) {
	b := smt.NewBuilder()
	in, bo := b.IntSort(), b.BoolSort()
	x, y, p, q := b.Var("x", in), b.Var("y", in), b.Var("p", bo), b.Var("q", bo)
	f := b.Func("f", []*smt.Sort{in}, in)
	f3 := b.App(f, b.IntNum(3))
	late := b.Var("late", in) // younger than f(3)
	not, eq := b.Not, b.Eq(x, y)
	g := b.Func("g", []*smt.Sort{bo}, in)
	for name, steps := range map[string][]Step{
		"a valid clause by rup":             {{Rule: Rup, Clause: lits{p, not(p)}}},
		"the other way round":               {{Rule: Rup, Clause: lits{not(p), p}}},
		"true, by rup":                      {{Rule: Rup, Clause: lits{b.True()}}},
		"not false, by rup":                 {{Rule: Rup, Clause: lits{q, not(b.False())}}},
		"a premise with a literal twice":    {{Clause: lits{q, q}}, {Rule: Rup, Clause: lits{q}, Premises: []int{0}}},
		"a literal twice that becomes true": {{Clause: lits{p, p}}, {Clause: lits{not(p)}}, {Rule: Rup, Premises: []int{0, 1}}},
		"a hint that is satisfied":          {{Clause: lits{q, not(p)}}, {Clause: lits{not(p), not(q)}}, {Rule: Rup, Clause: lits{not(q), not(p)}, Premises: []int{0, 1}}},
		"a valid clause by parity":          {{Rule: Parity, Clause: lits{p, not(p)}}},
		"parity, a literal more":            {{Clause: lits{p}}, {Rule: Parity, Clause: lits{p, q}, Premises: []int{0}}},
		"parity of false":                   {{Clause: lits{b.False()}}, {Rule: Parity, Premises: []int{0}}},
		"an empty premise":                  {{}, {Rule: Rup, Clause: lits{q}, Premises: []int{0}}},
		"a valid clause by euf":             {{Rule: Euf, Clause: lits{p, not(p)}}},
		"euf with an equation twice":        {{Rule: Euf, Clause: lits{not(eq), b.Eq(b.App(f, x), b.App(f, y))}, Terms: lits{x, y, x, y}}},
		"euf, a value inside of a term that is older than all else": {{Rule: Euf, Clause: lits{not(b.Eq(late, b.IntNum(3))), b.Eq(b.App(f, late), f3)}}},
		"euf, values":                  {{Rule: Euf, Clause: lits{not(b.Eq(x, b.IntNum(3))), not(b.Eq(x, b.IntNum(4)))}}},
		"euf, values by a formula":     {{Rule: Euf, Clause: lits{p, not(b.Eq(b.App(g, p), b.IntNum(3))), b.Eq(b.App(g, b.False()), b.IntNum(3))}}},
		"euf, x = x inside":            {{Rule: Euf, Clause: lits{not(eq), b.Eq(b.App(g, eq), b.App(g, b.True()))}}},
		"euf, a false equality inside": {{Rule: Euf, Clause: lits{eq, b.Eq(b.App(g, eq), b.App(g, b.False()))}}},
		"subst of nothing":             {{Clause: lits{p, q}}, {Rule: Subst, Clause: lits{q, p, q}, Premises: []int{0}}},
		"subst of equals by themselves": {{Clause: lits{p}}, {Clause: lits{b.True()}},
			{Rule: Subst, Clause: lits{p}, Premises: []int{0, 1}, Terms: lits{x, x}}},
		"equals of one term":         {{Rule: Equals, Clause: lits{p, b.True()}, Terms: lits{x, x}}},
		"farkas with false":          {{Rule: Farkas, Clause: lits{b.False(), not(b.Le(x, b.IntNum(3))), not(b.Le(b.IntNum(5), x))}, Coefs: rats(-1, 1, 1)}},
		"farkas with an equality":    {{Rule: Farkas, Clause: lits{not(b.Eq(x, b.IntNum(3))), not(b.Eq(x, b.IntNum(4)))}, Coefs: rats(1, -1)}},
		"farkas, the other sign":     {{Rule: Farkas, Clause: lits{not(b.Eq(x, b.IntNum(3))), not(b.Eq(x, b.IntNum(4)))}, Coefs: rats(-1, 1)}},
		"conditions of a long gate":  {{Rule: Cnf, Clause: lits{not(b.And(p, q)), q}, Terms: lits{b.And(p, q)}}},
		"a gate and its first input": {{Rule: Cnf, Clause: lits{p, not(b.And(p, q))}, Terms: lits{b.And(p, q)}}},
	} {
		if err := newTestChecker(b).step2(steps, len(steps)-1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLongGates: each input of a gate is found, whatever the order in which they, and their
// negations, came about.
func TestLongGates(t *testing.T) {
	b := smt.NewBuilder()
	var in lits
	for i := range 24 {
		in = append(in, b.Var(string(rune('a'+i)), b.BoolSort()))
	}
	for i := len(in) - 1; i >= 0; i -= 2 { // the negations are younger, and in another order
		in[i] = b.Not(in[i])
	}
	and, or := b.And(in...), b.Or(in...)
	for i, p := range in {
		for _, s := range []Step{
			{Rule: Cnf, Clause: lits{b.Not(and), p}, Terms: lits{and}}, {Rule: Cnf, Clause: lits{or, b.Not(p)}, Terms: lits{or}},
		} {
			if err := newTestChecker(b).step2([]Step{s}, 0); err != nil {
				t.Errorf("input %d of %v: %v", i, s.Terms[0].Op(), err)
			}
			s.Clause = lits{s.Clause[0], b.Not(s.Clause[1])}
			if newTestChecker(b).step2([]Step{s}, 0) == nil {
				t.Errorf("the negation of input %d of %v is accepted", i, s.Terms[0].Op())
			}
		}
	}
}

// many is a clause of n variables.
func many(b *smt.Builder, n int) (clause lits) {
	for i := range n {
		clause = append(clause, b.Var("p"+strconv.Itoa(i), b.BoolSort()))
	}
	return clause
}

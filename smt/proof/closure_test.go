package proof

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// TestCongruent: terms are congruent if they differ in nothing but arguments that are in the same
// classes. Each pair differs in one thing.
func TestCongruent(t *testing.T) {
	b := smt.NewBuilder()
	in, bits, u := b.IntSort(), b.BitVecSort(4), b.FreeSort("U")
	x, y, z := b.Var("x", in), b.Var("y", in), b.Var("z", in)
	i, j := b.Var("i", bits), b.Var("j", bits)
	p, q, r := b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort()), b.Var("r", b.BoolSort())
	c, d, e := b.Var("c", u), b.Var("d", u), b.Var("e", u)
	f, g := b.Func("f", []*smt.Sort{u}, u), b.Func("g", []*smt.Sort{u}, u)
	two := b.Func("two", []*smt.Sort{u, u}, u)
	n := func(k int64) num.Rat { return num.RatOf(k) }
	check := func(what string, s, t2 *smt.Term, want bool, equal ...*smt.Term) {
		t.Helper()
		var cl closure
		cl.grow(b.Len())
		smt.Walk(s, map[*smt.Term]bool{}, nil, func(t *smt.Term) { cl.class[t.ID()] = t })
		smt.Walk(t2, map[*smt.Term]bool{}, nil, func(t *smt.Term) { cl.class[t.ID()] = t })
		for k := 0; k < len(equal); k += 2 {
			cl.merge(equal[k], equal[k+1])
		}
		if s == t2 {
			t.Fatalf("%s: the constructor makes one of both", what)
		}
		if cl.congruent(s, t2) != want || cl.congruent(t2, s) != want {
			t.Errorf("%s: %v and %v: congruent should be %v", what, s, t2, want)
		}
		if want && cl.hash(s) != cl.hash(t2) {
			t.Errorf("%s: congruent, and not found", what)
		}
	}
	check("arguments", b.App(f, c), b.App(f, d), true, c, d)
	check("arguments", b.App(two, c, d), b.App(two, d, e), true, c, d, d, e)
	check("one argument", b.App(two, c, d), b.App(two, c, e), false)
	check("the other argument", b.App(two, d, c), b.App(two, e, c), false)
	check("order", b.App(two, d, c), b.App(two, c, d), false)
	check("function", b.App(f, c), b.App(g, c), false)
	check("operator", b.BVUdiv(i, j), b.BVUrem(i, j), false)
	check("operator of formulas", b.And(p, q), b.Or(p, q), false)
	check("number of arguments", b.And(p, q), b.And(p, q, r), false)
	check("bit", b.Bit(i, 1), b.Bit(j, 2), false, i, j)
	check("bit", b.Bit(i, 2), b.Bit(j, 1), false, i, j)
	check("the same bit", b.Bit(i, 1), b.Bit(j, 1), true, i, j)
	check("slice", b.Extract(i, 2, 1), b.Extract(j, 1, 0), false, i, j)
	check("slice", b.Extract(i, 1, 0), b.Extract(j, 2, 1), false, i, j)
	check("slice, with one end in common", b.Extract(i, 2, 1), b.Extract(j, 2, 0), false, i, j)
	check("slice, with one end in common", b.Extract(i, 2, 0), b.Extract(j, 2, 1), false, i, j)
	check("the same slice", b.Extract(i, 2, 1), b.Extract(j, 2, 1), true, i, j)
	check("factor", b.Add(b.Scale(n(2), x), z), b.Add(b.Scale(n(3), y), z), false, x, y)
	check("the same factor", b.Add(b.Scale(n(2), x), z), b.Add(b.Scale(n(2), y), z), true, x, y)
	check("constant of a sum", b.Add(x, z, b.IntNum(1)), b.Add(y, z, b.IntNum(2)), false, x, y)
	check("divisor", b.Div(x, n(2)), b.Div(y, n(3)), false, x, y)
	check("sort", b.ConstArray(b.ArraySort(in, u), c), b.ConstArray(b.ArraySort(u, u), d), false, c, d)
	check("width", b.SignExtend(i, 1), b.SignExtend(j, 2), false, i, j)
}

// TestHash: terms that are not congruent seldom have the same hash, so that a step with many takes
// little more than linear time.
func TestHash(t *testing.T) {
	b := smt.NewBuilder()
	u := b.FreeSort("U")
	f := b.Func("f", []*smt.Sort{u, u}, u)
	var cl closure
	seen := map[uint64]bool{}
	low := map[uint64]int{}
	for i := range 60 {
		for j := range 60 {
			x, y := b.Var(fmt.Sprint("x", i), u), b.Var(fmt.Sprint("x", j), u)
			app := b.App(f, x, y)
			cl.grow(b.Len())
			h := cl.hash(app)
			seen[h] = true
			low[h>>29&63]++
		}
	}
	if len(seen) < 3590 {
		t.Errorf("3600 terms have %d hashes", len(seen))
	}
	for k, n := range low {
		if n > 3600/64*3 {
			t.Errorf("%d terms have the bits %d", n, k)
		}
	}
	and, or := b.And(b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort())), b.Or(b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort()))
	cl.grow(b.Len())
	if cl.hash(and) == cl.hash(or) {
		t.Error("the operator does not count")
	}
}

// permutations are all orders of the literals.
func permutations(ls lits) []lits {
	if len(ls) < 2 {
		return []lits{slices.Clone(ls)}
	}
	var out []lits
	for i := range ls {
		rest := append(slices.Clone(ls[:i]), ls[i+1:]...)
		for _, p := range permutations(rest) {
			out = append(out, append(lits{ls[i]}, p...))
		}
	}
	return out
}

// TestClosure: clauses that follow from congruence and values, and clauses that do not, in every
// order.
func TestClosure(t *testing.T) {
	b := smt.NewBuilder()
	in := b.IntSort()
	x, y, z, w := b.Var("x", in), b.Var("y", in), b.Var("z", in), b.Var("w", in)
	p := b.Var("p", b.BoolSort())
	f := b.Func("f", []*smt.Sort{in}, in)
	g := b.Func("g", []*smt.Sort{b.BoolSort()}, in)
	h := b.Func("h", []*smt.Sort{in}, b.BoolSort())
	n, not, eq := b.IntNum, b.Not, b.Eq
	ne := func(s, t *smt.Term) *smt.Term { return b.Not(b.Eq(s, t)) }
	fx, fy := b.App(f, x), b.App(f, y)
	for _, c := range []struct {
		clause lits
		want   bool
	}{
		{lits{ne(x, n(3)), ne(x, y), ne(y, n(4))}, true},
		{lits{ne(x, n(3)), ne(x, y), ne(y, n(3))}, false},
		{lits{ne(x, n(3)), ne(x, y)}, false},
		{lits{ne(x, n(3)), ne(y, n(4)), ne(x, y)}, true},
		{lits{ne(x, n(3)), ne(y, n(4)), ne(x, z)}, false},
		{lits{ne(x, n(3)), ne(y, n(3)), eq(x, y)}, true},
		{lits{ne(x, y), ne(y, z), ne(z, w), eq(x, w)}, true},
		{lits{ne(x, y), ne(z, w), eq(x, w)}, false},
		{lits{ne(x, y), eq(b.App(g, eq(fx, fy)), b.App(g, b.True()))}, true},
		{lits{ne(x, y), eq(b.App(g, eq(fx, fy)), b.App(g, b.False()))}, false},
		{lits{ne(x, y), eq(b.App(g, eq(fx, fy)), b.App(g, p))}, false},
		{lits{ne(x, y), not(p), eq(b.App(g, eq(fx, fy)), b.App(g, p))}, true},
		{lits{ne(x, y), p, eq(b.App(g, eq(fx, fy)), b.App(g, p))}, false},
		{lits{ne(fx, n(3)), ne(fy, n(4)), ne(x, y)}, true},
		{lits{ne(fx, n(3)), ne(fy, n(3)), ne(x, y)}, false},
		{lits{ne(x, y), not(b.App(h, x)), b.App(h, y)}, true},
		{lits{ne(x, y), not(b.App(h, x)), not(b.App(h, y))}, false},
		{lits{ne(x, z), not(b.App(h, x)), b.App(h, y)}, false},
		{lits{not(b.App(h, x)), not(p), eq(b.App(g, b.App(h, x)), b.App(g, p))}, true},
		{lits{b.App(h, x), p, eq(b.App(g, b.App(h, x)), b.App(g, p))}, true},
		{lits{not(b.App(h, x)), p, eq(b.App(g, b.App(h, x)), b.App(g, p))}, false},
		{lits{not(b.App(h, x)), eq(b.App(g, b.App(h, x)), b.App(g, p))}, false},
		// that x = y makes f(x) = f(y) is not turned round
		{lits{eq(fx, fy), eq(b.App(g, eq(x, y)), b.App(g, b.False()))}, false},
	} {
		for _, clause := range permutations(c.clause) {
			if err := newTestChecker(b).step2([]Step{{Rule: Euf, Clause: clause}}, 0); (err == nil) != c.want {
				t.Errorf("%v: %v, accepted should be %v", clause, err, c.want)
			}
		}
	}
}

// TestClosureLooksAtLittle: what cannot matter is not gone through: deep parts of terms, and terms
// older than all that is equated.
func TestClosureLooksAtLittle(t *testing.T) {
	const deep = 5000
	b := smt.NewBuilder()
	u := b.FreeSort("U")
	f := b.Func("f", []*smt.Sort{u}, u)
	g := b.Func("g", []*smt.Sort{u, u}, u)
	tower := func(t *smt.Term, n int) *smt.Term {
		for range n {
			t = b.App(f, t)
		}
		return t
	}
	value := b.NthValue(u, 1)
	ofValue := tower(value, 3)
	old := tower(b.Var("old", u), deep)
	x, y := b.Var("x", u), b.Var("y", u)
	young := tower(b.Var("young", u), deep)
	for name, c := range map[string]struct {
		clause lits
		most   int
	}{
		"older":                 {lits{b.Not(b.Eq(x, y)), b.Eq(b.App(g, old, x), b.App(g, old, y))}, 60},
		"older, beside a value": {lits{b.Not(b.Eq(x, y)), b.Not(b.Eq(x, value)), b.Eq(b.App(g, old, x), b.App(g, old, y))}, 60},
		"deeper":                {lits{b.Not(b.Eq(x, y)), b.Eq(b.App(g, young, x), b.App(g, young, y))}, 60},
		"as deep as need be": {lits{b.Not(b.Eq(x, y)),
			b.Eq(b.App(g, young, tower(x, 30)), b.App(g, young, tower(y, 30)))}, 1600},
	} {
		ch := newTestChecker(b)
		if err := ch.step2([]Step{{Rule: Euf, Clause: c.clause}}, 0); err != nil || ch.polls > c.most {
			t.Errorf("%s: %v, %d terms", name, err, ch.polls)
		}
	}
	// Where it does matter, all of it is.
	for name, clause := range map[string]lits{
		"deep":   {b.Not(b.Eq(x, y)), b.Eq(tower(x, deep), tower(y, deep))},
		"values": {b.Not(b.Eq(x, value)), b.Eq(b.App(g, ofValue, young), b.App(g, tower(x, 3), young))},
	} {
		if err := newTestChecker(b).step2([]Step{{Rule: Euf, Clause: clause}}, 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOrderDoesNotMatter: clauses are sets. Turned round, with a literal twice and with False they
// are what they were; and if the rule is one that compares, without a literal they are not.
func TestOrderDoesNotMatter(t *testing.T) {
	b := smt.NewBuilder()
	for _, e := range examples(b) {
		for i, s := range e.proof.Steps {
			if s.Rule == Assume {
				continue
			}
			change := func(what string, f func(s *Step)) {
				steps := slices.Clone(e.proof.Steps)
				steps[i].Clause = slices.Clone(s.Clause)
				steps[i].Coefs, steps[i].Coefs2 = slices.Clone(s.Coefs), slices.Clone(s.Coefs2)
				f(&steps[i])
				if err := newTestChecker(b).step2(steps, i); err != nil {
					t.Errorf("%s, step %d (%v), %s: %v", e.name, i, s.Rule, what, err)
				}
			}
			change("turned round", func(s *Step) {
				slices.Reverse(s.Clause)
				slices.Reverse(s.Coefs)
				slices.Reverse(s.Coefs2)
			})
			more := func(l *smt.Term, first bool) func(s *Step) {
				return func(s *Step) {
					at := len(s.Clause)
					if first {
						at = 0
					}
					s.Clause = slices.Insert(s.Clause, at, l)
					if s.Rule == Farkas || s.Rule == IntCut {
						s.Coefs = slices.Insert(s.Coefs, at, num.Rat{})
					}
					if s.Rule == IntCut {
						s.Coefs2 = slices.Insert(s.Coefs2, at, num.Rat{})
					}
				}
			}
			if s.Rule == Cnf && len(s.Clause) == 2 && s.Terms[0].IsBool() {
				continue // of a gate and one input nothing else may be there
			}
			for _, first := range []bool{false, true} {
				change("with False", more(b.False(), first))
				for _, l := range s.Clause {
					change("with a literal twice", more(l, first))
				}
			}
		}
	}
}

// TestCircuitsAreKept: a circuit is made once, and none is made of what is inside an unknown.
func TestCircuitsAreKept(t *testing.T) {
	b := smt.NewBuilder()
	bits := b.BitVecSort(8)
	x, y := b.Var("x", bits), b.Var("y", bits)
	sum := x
	for range 100 {
		sum = b.BVXor(b.BVAnd(sum, y), b.BVShl(sum, x))
	}
	c := newTestChecker(b)
	blast := func(a *smt.Term) int {
		before := c.polls
		if err := c.step2([]Step{{Rule: Blast, Terms: lits{a}, Clause: lits{b.True(), a}}}, 0); err == nil || !strings.Contains(err.Error(), "concludes") {
			t.Errorf("a clause of something else: %v", err)
		}
		return c.polls - before
	}
	if n := blast(b.BVUlt(sum, y)); n < 100 {
		t.Errorf("a circuit of 300 gates was made by %d steps", n)
	}
	if n := blast(b.BVUlt(y, sum)); n > 5 {
		t.Errorf("circuits that were there were made again: %d steps", n)
	}
	f := b.Func("f", []*smt.Sort{bits}, bits)
	c = newTestChecker(b)
	if n := blast(b.BVUlt(b.App(f, sum), y)); n > 5 {
		t.Errorf("a circuit was made of an argument: %d steps", n)
	}
}

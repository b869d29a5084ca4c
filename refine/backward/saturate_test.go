package backward

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

// small is a method over a program with three variables and an array, all of so few values that all
// states can be tried.
func small(t interface{ Fatal(...any) }) (m *Method, vars []*smt.Term, array *smt.Term) {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("start")
	var vs []*cfa.Var
	for _, n := range []string{"x", "y", "z"} {
		vs = append(vs, p.NewVar(nil, n, cfa.GlobalVar, randpath.Word))
	}
	a := p.NewArray(nil, "a", cfa.Range{Bits: 1, Signed: true}, -1)
	p.NewEdge(p.Start.Entry, p.Start.Exit, cfa.Skip{}, lang.Pos{})
	p.Finish()
	in, err := p.Inline(10)
	if err != nil {
		t.Fatal(err)
	}
	m = New(in, Options{})
	for _, v := range vs {
		vars = append(vars, m.Var(in.Program.Vars[v.ID]))
	}
	return m, vars, m.Array(in.Program.Arrays[a.ID])
}

// states calls f with models of all states: values -2 to 1 for variables, -1 and 0 for cells.
func states(m *Method, vars []*smt.Term, array *smt.Term, f func(*smt.Model)) {
	b := m.B
	value := func(n *int, of int) *smt.Term {
		v := b.IntNum(int64(*n%of - of/2))
		*n /= of
		return v
	}
	for s := range 1 << 10 {
		model := smt.NewModel(b)
		for _, v := range vars {
			model.Set(v, value(&s, 4))
		}
		var cells []smt.Entry
		for i := int64(-2); i <= 1; i++ {
			cells = append(cells, smt.Entry{Args: []*smt.Term{b.IntNum(i)}, Value: value(&s, 2)})
		}
		model.Set(array, b.ArrayValue(array.Sort(), b.IntNum(0), cells))
		f(model)
	}
}

// drawCube draws comparisons of cells, and of variables.
func drawCube(t *rapid.T, m *Method, vars []*smt.Term, array *smt.Term) Cube {
	b := m.B
	pick := func() *smt.Term { return vars[rapid.IntRange(0, len(vars)-1).Draw(t, "variable")] }
	var fs []*smt.Term
	for range 2 + rapid.IntRange(0, 2).Draw(t, "literals") {
		s, u := pick(), pick()
		if rapid.IntRange(0, 3).Draw(t, "kind") > 0 {
			s, u = b.Select(array, s), b.Select(array, u)
		}
		if rapid.IntRange(0, 3).Draw(t, "numeral") == 0 {
			u = b.IntNum(int64(rapid.IntRange(-2, 1).Draw(t, "value")))
		}
		f := []*smt.Term{b.Lt(s, u), b.Le(s, u), b.Eq(s, u)}[rapid.IntRange(0, 2).Draw(t, "relation")]
		if rapid.Bool().Draw(t, "negated") {
			f = b.Not(f)
		}
		fs = append(fs, f)
	}
	return m.cube(fs...)
}

// What saturate finds is what the states of the cube say, tried one by one: the shortest
// disjunctions of disequalities.
func TestSaturateAgainstAllStates(t *testing.T) {
	found := map[int]int{}
	rapid.Check(t, func(t *rapid.T) {
		m, vars, array := small(t)
		c := drawCube(t, m, vars, array)
		if c.False() {
			return
		}
		var holdsIn []*smt.Model
		states(m, vars, array, func(model *smt.Model) {
			if yes, err := model.Holds(m.B.And(c...)); err != nil {
				t.Fatal(err)
			} else if yes {
				holdsIn = append(holdsIn, model)
			}
		})
		var pairs [][2]*smt.Term
		at := m.collect(c, indexSets{})
		for i, s := range at[0] {
			for _, u := range at[0][:i] {
				pairs = append(pairs, [2]*smt.Term{s, u})
			}
		}
		entailed := func(ps ...[2]*smt.Term) bool {
			for _, model := range holdsIn {
				all := true
				for _, p := range ps {
					equal, err := model.Holds(m.B.Eq(p[0], p[1]))
					if err != nil {
						t.Fatal(err)
					}
					all = all && equal
				}
				if all {
					return false
				}
			}
			return true
		}
		want := map[*smt.Term]bool{}
		note := func(ps ...[2]*smt.Term) {
			for _, p := range ps {
				for _, o := range m.orders(p[0], p[1]) {
					want[o] = true
				}
			}
			if len(holdsIn) > 0 {
				found[len(ps)]++
			}
		}
		for i, p := range pairs {
			if entailed(p) {
				note(p)
				continue
			}
			for _, q := range pairs[:i] {
				if !entailed(q) && entailed(p, q) {
					note(p, q)
				}
			}
		}
		got := map[*smt.Term]bool{}
		for _, p := range m.saturate(context.Background(), c, at) {
			got[p] = true
		}
		if fmt.Sprint(terms(got)) != fmt.Sprint(terms(want)) {
			t.Fatalf("%v: %v instead of %v", c, terms(got), terms(want))
		}
	})
	if found[1] < steady.Bar(1) || found[2] < steady.Bar(1) {
		t.Errorf("disjunctions by length: %v", found)
	}
}

func terms(set map[*smt.Term]bool) []string {
	var out []string
	for t := range set {
		out = append(out, t.String())
	}
	slices.Sort(out)
	return out
}

// An abstraction contains all states of the cube, says of each predicate what all of them say, and
// is split only where it must be.
func TestAbstractAgainstAllStates(t *testing.T) {
	split := 0
	rapid.Check(t, func(t *rapid.T) {
		m, vars, array := small(t)
		c := drawCube(t, m, vars, array)
		preds := m.orders(vars[0], vars[1])
		for _, f := range drawCube(t, m, vars, array) {
			if a, _ := f.Atom(); !a.IsFalse() {
				preds = append(preds, a)
			}
		}
		out := m.abstract(context.Background(), c, preds)
		if len(out) > 1 {
			split++
		}
		union := m.B.False()
		for _, d := range out {
			union = m.B.Or(union, m.B.And(d...))
		}
		always, never := map[*smt.Term]bool{}, map[*smt.Term]bool{}
		for _, p := range preds {
			always[p], never[p] = true, true
		}
		some := false
		states(m, vars, array, func(model *smt.Model) {
			if yes, _ := model.Holds(m.B.And(c...)); !yes {
				return
			}
			some = true
			if yes, _ := model.Holds(union); !yes {
				t.Fatalf("a state of %v is lost in %v", c, out)
			}
			for _, p := range preds {
				yes, _ := model.Holds(p)
				always[p], never[p] = always[p] && yes, never[p] && !yes
			}
		})
		if !some {
			if len(out) > 0 {
				t.Fatalf("%v has no states, but becomes %v", c, out)
			}
			return
		}
		for _, p := range preds {
			for _, d := range out {
				if always[p] && !slices.Contains(d, p) || never[p] && !slices.Contains(d, m.B.Not(p)) {
					t.Fatalf("%v: what all states say of %v is not in %v", c, p, d)
				}
			}
		}
	})
	if split == 0 {
		t.Error("nothing was split")
	}
}

// Projection keeps exactly the states for which there is a value.
func TestProjectAgainstAllStates(t *testing.T) {
	gone := 0
	rapid.Check(t, func(t *rapid.T) {
		m, vars, array := small(t)
		b := m.B
		aux := m.auxiliary("v", map[*smt.Term]bool{}, m.ints, nil)
		c := drawCube(t, m, append(vars, aux), array)
		fs := append(slices.Clone(c), b.Le(aux, b.IntNum(int64(rapid.IntRange(-1, 2).Draw(t, "above")))), b.Ge(aux, b.IntNum(-3)))
		c = m.cube(fs...)
		p := m.Project(c)
		if slices.Contains(smt.FreeVars(p...), aux) || len(p) == 0 && len(c) == 0 {
			return
		}
		gone++
		states(m, vars, array, func(model *smt.Model) {
			yes, _ := model.Holds(b.And(p...))
			exists := false
			for v := int64(-3); v <= 2 && !exists; v++ {
				sub := b.Substitution()
				sub.Set(aux, b.Num(num.RatOf(v), m.ints))
				all := true
				for _, f := range c {
					h, _ := model.Holds(sub.Apply(f))
					all = all && h
				}
				exists = all
			}
			if yes != exists {
				t.Fatalf("%v becomes %v, which is %v where it is %v", c, p, yes, exists)
			}
		})
	})
	if gone == 0 {
		t.Error("no value was projected away")
	}
}

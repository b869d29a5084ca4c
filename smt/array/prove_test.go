package array

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/internal/effort/efforttest"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
)

var update = flag.Bool("update", false, "write the golden files")

func prove(t *testing.T, tr *trace, o Options) Result {
	t.Helper()
	r, err := Prove(context.Background(), tr.b, tr.inputs, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status == Refuted {
		if err := Check(tr.b, tr.inputs, r.Proof); err != nil {
			t.Fatalf("%v\n%s", err, tr.show(r.Proof))
		}
	}
	return r
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not as expected:\n%s", name, got)
	}
}

// Example 1 of the paper: the tree, with its labels, is the one printed there.
func TestExample1(t *testing.T) {
	tr := example()
	r := prove(t, tr, Options{})
	if r.Status != Refuted {
		t.Fatal(r.Status, r.Reason)
	}
	golden(t, "example1.txt", tr.show(r.Proof))
	// Steps 1, 2, 4, 5 and 6 of Table 2 contributed.
	if got := r.Proof.Inputs(); !slices.Equal(got, []int{0, 1, 3, 4, 5}) {
		t.Errorf("the proof takes the inputs %v", got)
	}
	root := r.Proof.Label(tr.b, tr.marks).At(r.Proof)
	if len(root) != 1 || root[0] != (Mark{Index: tr.num(1), Array: tr.b.Var("a", tr.sort("a"))}) {
		t.Errorf("the root is labelled %v", root)
	}
	vars := map[string]bool{}
	for _, f := range r.Proof.Formulas() {
		smt.Walk(f, map[*smt.Term]bool{}, nil, func(t *smt.Term) {
			if t.IsVar() {
				vars[t.Func().Name] = true
			}
		})
	}
	if len(vars) != 5 || vars["i3"] || vars["a3"] {
		t.Errorf("the proof has the variables %v", vars)
	}

	r = prove(t, tr, Options{Shared: true})
	golden(t, "example1-shared.txt", tr.show(r.Proof))
	if again := r.Proof.Label(tr.b, tr.marks).At(r.Proof); !slices.Equal(root, again) {
		t.Errorf("with shared lemmas, the root is labelled %v", again)
	}
}

// What proofs of other forms look like: frames and chains, cases.
func TestGolden(t *testing.T) {
	for _, f := range families {
		tr := f.make(4, true)
		r := prove(t, tr, Options{Shared: true})
		text := tr.show(r.Proof)
		golden(t, f.name+".txt", text)
		tr = f.make(4, true)
		if again := tr.show(prove(t, tr, Options{Shared: true}).Proof); again != text {
			t.Errorf("%s: the same input gives another proof", f.name)
		}
	}
}

func TestFamilies(t *testing.T) {
	for _, f := range families {
		for _, n := range []int{1, 2, 3, 4, 5, 10, 30, 100} {
			for _, unsat := range []bool{true, false} {
				tr := f.make(n, unsat)
				r := prove(t, tr, Options{Shared: n > 5})
				want := Satisfiable
				if unsat {
					want = Refuted
				}
				if r.Status != want {
					t.Errorf("%s %d %v: %v %s", f.name, n, unsat, r.Status, r.Reason)
				}
			}
		}
	}
}

// A path of ten thousand statements takes seconds, and its proof is not longer than some
// inferences for each statement.
func TestLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, f := range families {
		if f.name == "fill" || f.name == "sum" || f.name == "swap" {
			continue // many cases, or a row for each step of a sum
		}
		k := 100
		tr := f.make(k, true)
		for len(tr.inputs) < 10000 {
			k += 1 + k/2
			tr = f.make(k, true)
		}
		r := prove(t, tr, Options{})
		if r.Status != Refuted {
			t.Fatal(f.name, r.Status, r.Reason)
		}
		nodes := 0
		r.Proof.Walk(func(*Sequent) { nodes++ })
		if nodes > 30*len(tr.inputs) {
			t.Errorf("%s: %d inferences for %d statements", f.name, nodes, len(tr.inputs))
		}
	}
}

// Every change of a proof that changes what it says is rejected.
func TestMutations(t *testing.T) {
	tried := map[string]int{}
	for _, f := range append(families, family{"example", func(int, bool) *trace { return example() }}) {
		for _, shared := range []bool{true, false} {
			tr := f.make(4, true)
			if f.name == "swap" {
				tr = f.make(2, true)
			}
			r := prove(t, tr, Options{Shared: shared})
			reject := func(what string, n *Sequent, change func(*Sequent)) {
				t.Helper()
				old := *n
				change(n)
				tried[what]++
				if Check(tr.b, tr.inputs, r.Proof) == nil {
					t.Errorf("%s: accepted after %s at the node with rule %v of\n%s", f.name, what, old.Rule, tr.show(r.Proof))
				}
				*n = old
				if err := Check(tr.b, tr.inputs, r.Proof); err != nil {
					t.Fatal("not restored: ", err)
				}
			}
			var nodes []*Sequent
			r.Proof.Walk(func(n *Sequent) { nodes = append(nodes, n) })
			for _, n := range nodes {
				if n.Rule == ByInput {
					reject("another leaf", n, func(n *Sequent) { n.Input++ })
				}
				for i := range n.Coefs {
					reject("another coefficient", n, func(n *Sequent) {
						n.Coefs = slices.Clone(n.Coefs)
						n.Coefs[i] = n.Coefs[i].Add(num.RatFrac(1, 3))
					})
				}
				if n.Rule == ByLinear && !n.Left.IsFalse() {
					reject("another own coefficient", n, func(n *Sequent) { n.Own = n.Own.Add(num.RatOf(1)) })
				}
				for i := range n.Premises {
					reject("a premise left out", n, func(n *Sequent) { n.Premises = slices.Delete(slices.Clone(n.Premises), i, i+1) })
				}
				if n.Frame == nil && n.Right == nil && !n.Left.IsFalse() {
					reject("another conclusion", n, func(n *Sequent) { n.Left, n.Shown = tr.b.Not(n.Left), nil })
				}
				if n.Right != nil && n.Rule != ByAxiom {
					reject("another right side", n, func(n *Sequent) { n.Right = tr.b.Fresh("other", n.Right.Sort()) })
				}
				if n.Frame != nil && len(n.Frame.Except) > 0 {
					reject("an exception left out", n, func(n *Sequent) {
						g := *n.Frame
						g.Except = g.Except[1:]
						n.Frame = &g
					})
				}
				if len(n.Cases) > 0 {
					reject("cases exchanged", n, func(n *Sequent) {
						n.Cases = slices.Clone(n.Cases)
						slices.Reverse(n.Cases)
					})
					reject("a case twice", n, func(n *Sequent) {
						n.Premises = slices.Clone(n.Premises)
						n.Premises[0] = n.Premises[1]
						n.Cases = []*Sequent{n.Cases[1], n.Cases[1]}
					})
				}
				if n.Shown != nil && n.Rule != ByAxiom {
					reject("something else shown", n, func(n *Sequent) { n.Shown = leafShape(tr.b.Not(n.Left)) })
				}
			}
		}
	}
	t.Log(tried)
	for _, what := range []string{"another leaf", "another coefficient", "a premise left out", "cases exchanged", "an exception left out", "something else shown"} {
		if tried[what] == 0 {
			t.Errorf("nothing tried: %s", what)
		}
	}
}

// A context ends the proof soon, whatever it is busy with.
func TestCancel(t *testing.T) {
	for _, f := range families {
		tr := f.make(2000, true)
		for _, units := range []int64{1, 1500, 12_000} {
			enough := errors.New("enough")
			ctx := efforttest.New(t.Context(), units, enough)
			r, err := Prove(ctx, tr.b, tr.inputs, Options{})
			if err == nil && r.Status == Unknown {
				t.Errorf("%s: %s without an error", f.name, r.Reason)
			}
			if after := ctx.After(); err != nil && after > 10_000 {
				t.Errorf("%s: went on for %d units of work after the end", f.name, after)
			}
			if err == nil && ctx.Used() > units || err != nil && context.Cause(ctx) != enough {
				t.Errorf("%s: %v after %d units of work, of %d", f.name, err, ctx.Used(), units)
			}
		}
	}
}

func TestBudget(t *testing.T) {
	tr := families[len(families)-1].make(50, true)
	for _, o := range []Options{{MaxSteps: 1000}, {MaxSplits: 10}} {
		if r := prove(t, tr, o); r.Status != Unknown || r.Reason == "" {
			t.Errorf("%+v: %v %q", o, r.Status, r.Reason)
		}
	}
}

// Depth of terms, and chains of definitions, cost no stack.
func TestDeep(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 5_000
	}
	tr := newTrace()
	b := tr.b
	x, a := tr.v("x"), tr.v("a")
	e, f := x, b.Eq(x, tr.num(0))
	for k := range n {
		e = b.Ite(b.Le(e, tr.num(k)), b.Add(e, tr.num(1)), x)
		f = b.Xor(f, b.Le(x, tr.num(k)))
		a = b.Store(a, e, x)
	}
	for name, inputs := range map[string][]*smt.Term{
		"conditionals": {b.Le(e, tr.num(-1)), b.Eq(x, tr.num(0))},
		"formulas":     {f, b.Eq(x, tr.num(0))},
		"stores":       {b.Not(b.Eq(b.Select(a, x), b.Select(tr.v("a"), x))), b.Eq(x, tr.num(0))},
	} {
		tr.inputs = inputs
		ctx, cancel := effort.Limit(t.Context(), 150_000)
		r, err := Prove(ctx, b, inputs, Options{MaxSteps: 20_000_000})
		cancel()
		t.Log(name, r.Status, r.Reason, err)
		if r.Status == Refuted {
			_ = tr.show(r.Proof)
		}
	}
	tr = newTrace()
	tr.assign("i", tr.num(0))
	for range n {
		tr.inc("i")
	}
	tr.assume(tr.b.Lt(tr.v("i"), tr.num(n)))
	slices.Reverse(tr.inputs)
	if r := prove(t, tr, Options{}); r.Status != Refuted {
		t.Error("a chain of definitions: ", r.Status, r.Reason)
	}
}

func TestBadInput(t *testing.T) {
	b := smt.NewBuilder()
	if _, err := Prove(context.Background(), b, []*smt.Term{b.IntNum(1)}, Options{}); err == nil {
		t.Error("a number was taken for a formula")
	}
	for _, f := range []*smt.Term{b.False(), b.True()} {
		r, err := Prove(context.Background(), b, []*smt.Term{f}, Options{})
		want := Satisfiable
		if f.IsFalse() {
			want = Refuted
		}
		if err != nil || r.Status != want {
			t.Error(fmt.Sprint(f.Op()), r.Status, err)
		}
	}
}

// Indexes and elements of other sorts, and reals.
func TestSorts(t *testing.T) {
	b := smt.NewBuilder()
	u := b.FreeSort("U")
	for _, s := range []struct {
		index, elem *smt.Sort
	}{{b.IntSort(), b.RealSort()}, {b.RealSort(), b.IntSort()}, {u, u}, {b.BitVecSort(4), b.BitVecSort(4)}, {b.BoolSort(), b.IntSort()}, {u, b.BoolSort()}} {
		arr := b.ArraySort(s.index, s.elem)
		v := func(name string, s *smt.Sort) *smt.Term { return b.Var(name+s.String(), s) }
		a0, a1, a2 := v("a0", arr), v("a1", arr), v("a2", arr)
		i, j, k, x, y := v("i", s.index), v("j", s.index), v("k", s.index), v("x", s.elem), v("y", s.elem)
		path := []*smt.Term{
			b.Eq(a1, b.Store(a0, i, x)), b.Eq(a2, b.Store(a1, j, y)), b.Not(b.Eq(i, j)),
		}
		for _, c := range []struct {
			last []*smt.Term
			want Status
		}{
			{[]*smt.Term{b.Not(b.Eq(b.Select(a2, i), x))}, Refuted},
			{[]*smt.Term{b.Not(b.Eq(b.Select(a2, j), y))}, Refuted},
			{[]*smt.Term{b.Eq(k, i), b.Not(b.Eq(b.Select(a2, k), x))}, Refuted},
			{[]*smt.Term{b.Not(b.Eq(k, i)), b.Not(b.Eq(k, j)), b.Not(b.Eq(b.Select(a2, k), b.Select(a0, k)))}, Refuted},
			{[]*smt.Term{b.Eq(b.Select(a2, i), x)}, Unknown},
			{[]*smt.Term{b.Not(b.Eq(b.Select(a2, i), y))}, Unknown},
		} {
			inputs := append(slices.Clone(path), c.last...)
			r, err := Prove(context.Background(), b, inputs, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if (r.Status == Refuted) != (c.want == Refuted) {
				t.Errorf("%v: %v %s, not %v", arr, r.Status, r.Reason, c.want)
			}
			if r.Status == Refuted {
				if err := Check(b, inputs, r.Proof); err != nil {
					t.Errorf("%v: %v", arr, err)
				}
			}
		}
	}
}

// Numbers that only the arithmetic tells apart: cuts, equations of integers, strict bounds of
// reals, quotients.
func TestArithmetic(t *testing.T) {
	b := smt.NewBuilder()
	ints, reals := b.IntSort(), b.RealSort()
	x, y, z := b.Var("x", ints), b.Var("y", ints), b.Var("z", ints)
	u, v := b.Var("u", reals), b.Var("v", reals)
	a := b.Var("a", b.ArraySort(ints, ints))
	n := b.IntNum
	k := num.RatOf
	half := b.Num(num.RatFrac(1, 2), reals)
	for name, inputs := range map[string][]*smt.Term{
		"parity":   {b.Eq(b.Add(x, y), b.Scale(k(2), z)), b.Eq(b.Select(a, x), b.Add(y, n(1))), b.Eq(b.Select(a, x), x)},
		"cut":      {b.Ge(b.Scale(k(3), x), b.Add(b.Scale(k(3), y), n(1))), b.Le(b.Scale(k(3), x), b.Add(b.Scale(k(3), y), n(2)))},
		"box":      {b.Le(b.Add(b.Scale(k(2), x), b.Scale(k(3), y)), n(1)), b.Ge(b.Add(x, y), n(1)), b.Ge(y, n(0)), b.Ge(x, n(1)), b.Le(x, n(5))},
		"strict":   {b.Lt(u, v), b.Lt(v, u)},
		"reals":    {b.Lt(u, half), b.Gt(u, half)},
		"between":  {b.Le(u, half), b.Ge(u, half), b.Not(b.Eq(b.Add(u, u), b.Num(k(1), reals)))},
		"quotient": {b.Ge(b.Div(x, k(3)), n(2)), b.Le(x, n(5))},
		"same":     {b.Le(x, y), b.Le(y, x), b.Not(b.Eq(b.Select(a, x), b.Select(a, y)))},
		"store":    {b.Le(x, y), b.Ge(x, y), b.Not(b.Eq(b.Select(b.Store(a, x, n(1)), y), n(1)))},
	} {
		r, err := Prove(context.Background(), b, inputs, Options{})
		if err != nil || r.Status != Refuted {
			t.Errorf("%s: %v %s %v", name, r.Status, r.Reason, err)
			continue
		}
		if err := Check(b, inputs, r.Proof); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

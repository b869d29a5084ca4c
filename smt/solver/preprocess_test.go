package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/array"
	"github.com/whet-mc/whet/smt/proof"
)

// ask answers one conjunction with a proof that is checked, or a model that is evaluated.
func ask(t *testing.T, b *smt.Builder, o Options, fs ...*smt.Term) *Solver {
	t.Helper()
	ctx := t.Context()
	s := New(b, o)
	for _, f := range fs {
		s.Assert(f)
	}
	switch s.Check(ctx) {
	case Unknown:
		t.Fatal(s.Reason())
	case Unsat:
		if o.Proofs {
			p, err := s.Proof()
			if err == nil {
				err = proof.Check(b, fs, p)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

// A chain of diamonds: n disjunctions, each of which carries an equality on. Without what the cases
// have in common, there are 2^n combinations.
func TestLearnDiamonds(t *testing.T) {
	for _, n := range []int{3, 40} {
		b := smt.NewBuilder()
		u := b.FreeSort("U")
		x := func(name string, i int) *smt.Term { return b.Var(fmt.Sprint(name, i), u) }
		var fs []*smt.Term
		for i := range n {
			fs = append(fs, b.Or(
				b.And(b.Eq(x("x", i), x("y", i)), b.Eq(x("y", i), x("x", i+1))),
				b.And(b.Eq(x("x", i), x("z", i)), b.Eq(x("z", i), x("x", i+1)))))
		}
		s := ask(t, b, Options{Proofs: true}, append(fs, b.Not(b.Eq(x("x", 0), x("x", n))))...)
		if s.status != Unsat || s.Stats().Conflicts > int64(n) {
			t.Errorf("%d: %v after %d conflicts", n, s.status, s.Stats().Conflicts)
		}
		// One case that does not carry it on.
		fs[n/2] = b.Or(fs[n/2], b.Eq(x("x", 0), x("y", 0)))
		if s := ask(t, b, Options{}, append(fs, b.Not(b.Eq(x("x", 0), x("x", n))))...); s.status != Sat {
			t.Errorf("%d: %v", n, s.status)
		}
	}
}

// Variables that equations define are gone, and still have their values in the model; formulas that
// come later, at any level, are about the same values.
func TestEliminate(t *testing.T) {
	b := smt.NewBuilder()
	const n = 200
	x := func(i int) *smt.Term { return b.Var(fmt.Sprint("x", i), b.IntSort()) }
	p, q := b.Var("p", b.BoolSort()), b.Var("q", b.BoolSort())
	v, w := b.Var("v", b.BitVecSort(4)), b.Var("w", b.BitVecSort(4))
	fs := []*smt.Term{b.Ge(x(0), b.IntNum(0)), b.Iff(p, b.Gt(x(n), b.IntNum(1000))), b.Iff(q, b.Not(p)), b.Eq(v, b.BVNot(w))}
	for i := range n {
		fs = append(fs, b.Eq(x(i+1), b.Add(x(i), b.IntNum(2))))
	}
	for _, plain := range []bool{false, true} {
		s := ask(t, b, Options{Proofs: true, Plain: plain}, fs...)
		if s.status != Sat || s.Stats().Eliminated < n && !plain || s.Stats().Eliminated > 0 && plain {
			t.Fatalf("%v, %d variables are gone", s.status, s.Stats().Eliminated)
		}
		ctx := context.Background()
		s.Push()
		s.Assert(b.Eq(x(n/2), b.IntNum(777)))
		if got := s.Check(ctx); got != Sat {
			t.Fatal(got, s.Reason())
		}
		first, err := s.Model().Eval(x(0))
		if err != nil || first != b.IntNum(777-n) {
			t.Fatal(first, err)
		}
		s.Assert(q)
		if got := s.Check(ctx, b.Eq(v, w)); got != Unsat {
			t.Fatal(got)
		}
		if got := s.Check(ctx, b.Eq(v, b.BV(num.Of(5), 4))); got != Sat {
			t.Fatal(got, s.Reason())
		}
		if got, err := s.Model().Eval(w); err != nil || got != b.BV(num.Of(10), 4) {
			t.Fatal(got, err)
		}
		s.Assert(b.Eq(x(1), b.IntNum(900)))
		if got := s.Check(ctx); got != Unsat {
			t.Fatal(got)
		}
		pr, err := s.Proof()
		if err == nil {
			err = proof.Check(b, s.Assertions(), pr)
		}
		if err != nil {
			t.Fatal(err)
		}
		s.Pop(1)
		if got := s.Check(ctx, p, b.Le(x(0), b.IntNum(600))); got != Unsat || len(s.Core()) < 3 {
			t.Fatal(got)
		}
	}
}

// Disequalities that nothing else depends on are left out, which makes child's play of a
// multiplier; they come back when their variable is mentioned again.
func TestRelease(t *testing.T) {
	b := smt.NewBuilder()
	const width = 64
	s := b.BitVecSort(width)
	x, y, z, free := b.Var("x", s), b.Var("y", s), b.Var("z", s), b.Var("free", s)
	a := b.Var("a", b.ArraySort(s, s))
	hard := b.BVUdiv(b.BVMul(x, y, z), b.BVAdd(b.BVMul(x, x), y))
	fs := []*smt.Term{b.Not(b.Eq(free, hard)), b.Not(b.Eq(b.Select(a, x), b.BVMul(hard, y))), b.BVUlt(x, y)}
	sv := ask(t, b, Options{}, fs...)
	if sv.status != Sat || len(sv.pre.free) != 2 {
		t.Fatalf("%v, %d left out", sv.status, len(sv.pre.free))
	}
	if len(sv.engine.terms) > 100*width {
		t.Fatalf("%d variables: the multiplier was made", len(sv.engine.terms))
	}
	// The value of the variable is asked for after all.
	ctx := context.Background()
	one := func(v int64) *smt.Term { return b.BV(num.Of(v), width) }
	fix := []*smt.Term{b.Eq(x, one(3)), b.Eq(y, one(7)), b.Eq(z, one(1000))}
	if got := sv.Check(ctx, append(fix, b.Eq(free, one(21000/16)))...); got != Unsat {
		t.Fatal(got, sv.Reason())
	}
	if got := sv.Check(ctx, append(fix, b.Eq(free, one(21000/16+1)))...); got != Sat {
		t.Fatal(got, sv.Reason())
	}
}

// pathFormula is a random path through arrays, in single assignment form.
func pathFormula(b *smt.Builder, pick func(int) int, size int) []*smt.Term {
	in := b.IntSort()
	count := 0
	fresh := func(prefix string, s *smt.Sort) *smt.Term { count++; return b.Var(fmt.Sprint(prefix, count), s) }
	a := fresh("a", b.ArraySort(in, in))
	i, x := fresh("i", in), fresh("x", in)
	n := func() *smt.Term { return b.IntNum(int64(pick(4))) }
	index := func() *smt.Term { return b.Add(i, n()) }
	var fs []*smt.Term
	define := func(v *smt.Term, t *smt.Term) *smt.Term { fs = append(fs, b.Eq(v, t)); return v }
	for range size {
		switch pick(6) {
		case 0, 1:
			e := x
			if pick(2) == 0 {
				e = b.Add(b.Select(a, index()), n())
			}
			a = define(fresh("a", a.Sort()), b.Store(a, index(), e))
		case 2:
			i = define(fresh("i", in), b.Add(i, b.IntNum(1)))
		case 3:
			x = define(fresh("x", in), b.Select(a, index()))
		case 4:
			fs = append(fs, b.Le(b.Select(a, index()), b.Add(x, n())))
		default:
			f := b.Eq(b.Select(a, index()), b.Add(b.Select(a, index()), n()))
			if pick(2) == 0 {
				f = b.Not(f)
			}
			fs = append(fs, f)
		}
	}
	return fs
}

// The rewriting prover and the search agree on paths; cores of its refutations, and the proofs for
// them, hold water.
func TestPaths(t *testing.T) {
	rounds := uint64(400)
	if testing.Short() {
		rounds = 100
	}
	var by [3]int // answers of the prover
	for seed := range rounds {
		b := smt.NewBuilder()
		pick := newRand(seed)
		fs := pathFormula(b, pick, 8+pick(20))
		s := ask(t, b, Options{Proofs: true}, fs...)
		other := ask(t, b, Options{search: true}, fs...)
		if s.status != other.status {
			t.Fatalf("seed %d: %v by the path, %v by search", seed, s.status, other.status)
		}
		if s.engine == nil {
			by[s.status]++
		}
		if s.path == nil {
			continue
		}
		if err := array.Check(b, fs, s.path); err != nil {
			t.Fatal(err)
		}
		core := s.Core()
		if got := ask(t, b, Options{search: true, Plain: true}, core...); got.status != Unsat || len(core) == 0 {
			t.Fatalf("seed %d: the core %v is %v", seed, core, got.status)
		}
		// The solver goes on to the engine for what comes later.
		if got := s.Check(context.Background(), b.True()); got != Unsat {
			t.Fatal(got)
		}
	}
	t.Logf("%d refuted, %d satisfied by the rewriting prover", by[Unsat], by[Sat])
	if by[Unsat] < int(rounds)/10 || by[Sat] < int(rounds)/10 {
		t.Error("the rewriting prover was hardly asked")
	}
}

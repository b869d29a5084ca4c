package solver_test

import (
	"context"
	"fmt"
	"os"

	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// Two numbers of which the sum and the difference are known.
func Example() {
	b := smt.NewBuilder()
	x, y := b.Var("x", b.IntSort()), b.Var("y", b.IntSort())
	s := solver.New(b, solver.Options{})
	s.Assert(b.Eq(b.Add(x, y), b.IntNum(10)))
	s.Assert(b.Eq(b.Sub(x, y), b.IntNum(4)))
	fmt.Println(s.Check(context.Background()))

	m := s.Model()
	for _, t := range []*smt.Term{x, y, b.Scale(num.RatOf(3), x), b.Lt(x, y)} {
		v, err := m.Eval(t)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(t, "is", v)
	}
	// Output:
	// sat
	// x is 7
	// y is 3
	// (* 3 x) is 21
	// (< x y) is false
}

// Formulas may be assumed for one question. If the answer is unsat, the core says which of them, and which
// assertions, are to blame.
func ExampleSolver_Core() {
	b := smt.NewBuilder()
	x, y, z := b.Var("x", b.IntSort()), b.Var("y", b.IntSort()), b.Var("z", b.IntSort())
	s := solver.New(b, solver.Options{Proofs: true})
	s.Assert(b.Lt(x, y))
	s.Assert(b.Lt(y, z))
	s.Assert(b.Ge(z, b.IntNum(0)))

	ctx := context.Background()
	fmt.Println(s.Check(ctx, b.Eq(z, b.IntNum(5)), b.Gt(x, z)))
	for _, f := range s.Core() {
		fmt.Println("  ", f)
	}
	fmt.Println(s.Check(ctx, b.Eq(z, b.IntNum(5))))
	// Output:
	// unsat
	//    (< x y)
	//    (< y z)
	//    (> x z)
	// sat
}

// A core is what the refutation used; there may be less that suffices. Of a minimal core nothing can be left out.
func ExampleSolver_MinimalCore() {
	b := smt.NewBuilder()
	u := b.FreeSort("U")
	f := func(x *smt.Term) *smt.Term { return b.App(b.Func("f", []*smt.Sort{u}, u), x) }
	a, c, d := b.Var("a", u), b.Var("c", u), b.Var("d", u)
	s := solver.New(b, solver.Options{Proofs: true})
	s.Assert(b.Eq(f(a), c))
	s.Assert(b.Eq(a, d))
	s.Assert(b.Eq(f(f(a)), a))
	s.Assert(b.Not(b.Eq(f(d), c)))

	ctx := context.Background()
	fmt.Println(s.Check(ctx))
	core, err := s.MinimalCore(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range core {
		fmt.Println("  ", g)
	}
	// Output:
	// unsat
	//    (= c (f a))
	//    (= a d)
	//    (not (= c (f d)))
}

// A proof can be checked without the solver, and printed.
func ExampleSolver_Proof() {
	b := smt.NewBuilder()
	x, y := b.Var("x", b.IntSort()), b.Var("y", b.IntSort())
	p := b.Var("p", b.BoolSort())
	s := solver.New(b, solver.Options{Proofs: true})
	s.Assert(b.Or(p, b.Lt(x, y)))
	s.Assert(b.Implies(p, b.Le(x, b.Sub(y, b.IntNum(3)))))
	s.Assert(b.Ge(x, y))
	fmt.Println(s.Check(context.Background()))

	pr, err := s.Proof()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(proof.Check(b, s.Assertions(), pr))
	n := pr.Statistics()
	fmt.Println(len(pr.Steps), "steps,", n.Steps[proof.Farkas], "by arithmetic")
	if err := proof.Write(os.Stdout, pr); err != nil {
		fmt.Println(err)
	}
	// Output:
	// unsat
	// <nil>
	// 11 steps, 1 by arithmetic
	// (proof
	//  (define-fun $1 () Bool (< x y))
	//  (define-fun $3 () Bool (not p))
	//  (define-fun $4 () Bool (<= (- x y) (- 3)))
	//  (define-fun $6 () Bool (>= (- x y) (- 2)))
	//  (define-fun $2 () Bool (or p $1))
	//  (define-fun $5 () Bool (or $3 $4))
	//  (step 0 assume ($2))
	//  (step 1 assume ($5))
	//  (step 2 assume ((>= x y)))
	//  (step 3 cnf ((not $2) p $1) :terms ($2))
	//  (step 4 rup (p $1) :premises (0 3))
	//  (step 5 farkas ($6 $1) :coefs (1 1))
	//  (step 6 cnf ((not $5) $3 $4) :terms ($5))
	//  (step 7 rup ($3 $4) :premises (1 6))
	//  (step 8 rup (p) :premises (2 4))
	//  (step 9 rup ($6) :premises (2 5))
	//  (step 10 rup () :premises (8 9 7)))
}

// Levels are for formulas that come and go.
func ExampleSolver_Push() {
	b := smt.NewBuilder()
	v := b.Var("v", b.BitVecSort(8))
	c := func(n int64) *smt.Term { return b.BV(num.Of(n), 8) }
	s := solver.New(b, solver.Options{})
	ctx := context.Background()
	s.Assert(b.Eq(b.BVMul(v, c(3)), c(1)))

	s.Push()
	s.Assert(b.BVUlt(v, c(100)))
	fmt.Println(s.Check(ctx), s.Levels())
	s.Pop(1)

	s.Push()
	s.Assert(b.BVUge(v, c(100)))
	fmt.Println(s.Check(ctx), s.Levels())
	x, err := s.Model().Eval(v)
	fmt.Println(x, err)
	s.Pop(1)
	// Output:
	// unsat 1
	// sat 1
	// #xab <nil>
}

// A product of unknowns is a function to the solver, of which it learns as much as a question needs. Where that does not end, it says so.
func ExampleSolver_Reason() {
	b := smt.NewBuilder()
	x, y, z := b.Var("x", b.IntSort()), b.Var("y", b.IntSort()), b.Var("z", b.IntSort())
	s := solver.New(b, solver.Options{})
	ctx := context.Background()

	s.Push()
	s.Assert(b.Eq(x, y))
	s.Assert(b.Not(b.Eq(b.Mul(x, z), b.Mul(y, z))))
	fmt.Println(s.Check(ctx))
	s.Pop(1)

	s.Push()
	s.Assert(b.Eq(b.Mul(x, x), b.IntNum(2)))
	fmt.Println(s.Check(ctx))
	s.Pop(1)

	r := b.Var("r", b.RealSort())
	s.Assert(b.Eq(b.Mul(r, r), b.Num(num.RatOf(2), b.RealSort())))
	fmt.Println(s.Check(ctx))
	fmt.Println(s.Reason())
	// Output:
	// unsat
	// unsat
	// unknown
	// a product of unknowns is not linear, and no model was found that evaluates to true
}

// A path of a program in single assignment form: i = 0; a[i] = 7; n = i+5; i = i+1; a[i] = 8; assume a[i-1] == 8.
func ExampleSolver_Check_path() {
	b := smt.NewBuilder()
	arrays := b.ArraySort(b.IntSort(), b.IntSort())
	a := []*smt.Term{b.Var("a0", arrays), b.Var("a1", arrays), b.Var("a2", arrays)}
	i := []*smt.Term{b.Var("i0", b.IntSort()), b.Var("i1", b.IntSort())}
	s := solver.New(b, solver.Options{Proofs: true})
	for _, f := range []*smt.Term{
		b.Eq(i[0], b.IntNum(0)),
		b.Eq(a[1], b.Store(a[0], i[0], b.IntNum(7))),
		b.Eq(b.Var("n0", b.IntSort()), b.Add(i[0], b.IntNum(5))),
		b.Eq(i[1], b.Add(i[0], b.IntNum(1))),
		b.Eq(a[2], b.Store(a[1], i[1], b.IntNum(8))),
		b.Eq(b.Select(a[2], b.Sub(i[1], b.IntNum(1))), b.IntNum(8)),
	} {
		s.Assert(f)
	}
	fmt.Println(s.Check(context.Background()))
	for _, f := range s.Core() {
		fmt.Println("  ", f)
	}
	// Output:
	// unsat
	//    (= i0 0)
	//    (= a1 (store a0 i0 7))
	//    (= i0 (- i1 1))
	//    (= a2 (store a1 i1 8))
	//    (= (select a2 (- i1 1)) 8)
}

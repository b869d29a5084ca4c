package solver_test

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// A path that counts from 0 to 3 and claims to be past 5: what has to be known after each step.
func ExampleSolver_Interpolants() {
	b := smt.NewBuilder()
	s := solver.New(b, solver.Options{Proofs: true})
	x := make([]*smt.Term, 4)
	for i := range x {
		x[i] = b.Var(fmt.Sprint("x", i), b.IntSort())
	}
	groups := [][]*smt.Term{{b.Eq(x[0], b.IntNum(0))}}
	for i := 1; i < len(x); i++ {
		groups = append(groups, []*smt.Term{b.Eq(x[i], b.Add(x[i-1], b.IntNum(1)))})
	}
	groups = append(groups, []*smt.Term{b.Ge(x[3], b.IntNum(5))})
	for _, g := range groups {
		for _, f := range g {
			s.Assert(f)
		}
	}
	fmt.Println(s.Check(context.Background()))
	itps, err := s.Interpolants(context.Background(), groups...)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range itps {
		fmt.Println(f)
	}
	// Output:
	// unsat
	// (= x0 0)
	// (<= x1 1)
	// (<= x2 2)
	// (<= x3 3)
}

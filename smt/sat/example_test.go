package sat_test

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/smt/sat"
)

func Example() {
	ctx := context.Background()
	s := sat.New(sat.Options{})
	a, b := sat.MkLit(s.NewVar(), false), sat.MkLit(s.NewVar(), false)
	s.AddClause(0, a, b)
	s.AddClause(0, a.Not(), b)
	fmt.Println(s.Solve(ctx), s.Model(b))
	fmt.Println(s.Solve(ctx, a, b.Not()))
	failed, _ := s.Failed()
	fmt.Println(failed)
	// Output:
	// sat true
	// unsat
	// [-2]
}

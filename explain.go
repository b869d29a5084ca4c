package whet

import (
	"context"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/explain"
)

// Iteration is one round of a run, as plain data: what was kept of the program, an error path in
// what is left, and what came of it; see package report/explain.
type Iteration = explain.Iteration

// ExplainOptions say how much of a run is explained.
type ExplainOptions struct {
	Proof bool // with the proofs of why paths cannot be taken
	All   bool // every step and every formula; nothing is folded
	Only  int  // this iteration only, the first is 1; 0: all
	Brief bool // neither the program, nor the precision, nor the path: what came of it only
}

// Explain is Verify that tells how it came to its verdict: it calls each for every error path that
// was looked at, in order, as soon as that is done with, and at the end of a run that is safe.
// There may be no call at all: a bug that a test run finds before anything is explored needs none.
// The verdict is that of Verify. With Options.Contracts the iterations of all obligations are counted
// together, and each says which one it belongs to.
func Explain(ctx context.Context, src Source, o Options, how ExplainOptions, each func(*Iteration)) (*Result, error) {
	x := explain.New(explain.Options(how))
	observe := func(it *refine.Iteration) {
		if out := x.Add(it); out != nil {
			each(out)
		}
	}
	if len(o.Contracts) > 0 {
		return verifyContracts(ctx, src, o, func(run string) func(*refine.Iteration) {
			x.Begin(run)
			return observe
		})
	}
	return verify(ctx, src, o, observe)
}

package main

import (
	"context"
	"math/rand/v2"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
)

// Properties that a result says hold, tried on runs of the program model.

// broken makes the given number of runs of the result's program, with random numbers from 0 to 3 as inputs. It returns a
// property that a run violates although the result says that it holds, or the analysis before the engines (package settled) has
// settled it, and "" if no run violates one.
func broken(ctx context.Context, r *whet.Result, runs int) string {
	p := r.Program
	if p == nil {
		return ""
	}
	holds := map[trace.Property]bool{}
	for _, c := range r.Checked {
		holds[c.Property] = c.Status == report.Holds || c.Status == report.Unreachable
	}
	for run := range runs {
		in := rand.New(rand.NewPCG(uint64(run), 11))
		o := interp.Run(ctx, p, interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(in.Int64N(4)), true }), interp.Options{MaxSteps: 20_000})
		if o.Kind == interp.ErrorFound && o.Error.IsBug() && !o.Tainted {
			of := trace.PropertyOf(o.Error)
			switch {
			case holds[*of]:
				return "holds: " + of.Describe()
			case p.Settled != nil && p.Settled.Errors[o.Loc.ID]:
				return "settled: " + of.Describe()
			}
		}
	}
	return ""
}

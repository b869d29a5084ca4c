package main

import (
	"context"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/trace"
)

// Properties that a result says hold, tried on runs of the program model.

// broken makes at most so many runs of the result's program, and returns a property that one of them violates although
// the result says that it holds, or the analysis before the engines (package settled) has settled it; "" if there is
// none. The runs take the inputs 0 to 3 in all combinations.
func broken(ctx context.Context, r *whet.Result, runs int) string {
	p := r.Program
	if p == nil {
		return ""
	}
	holds := map[trace.Property]bool{}
	for _, c := range r.Checked {
		holds[c.Property] = c.Status == report.Holds || c.Status == report.Unreachable
	}
	var in combinations
	for range runs {
		in.at = 0
		o := interp.Run(ctx, p, &in, interp.Options{MaxSteps: 20_000})
		if o.Kind == interp.ErrorFound && o.Error.IsBug() && !o.Tainted {
			of := trace.PropertyOf(o.Error)
			switch {
			case holds[*of]:
				return "holds: " + of.Describe()
			case p.Settled != nil && p.Settled.Errors[o.Loc.ID]:
				return "settled: " + of.Describe()
			}
		}
		if !in.next() {
			break
		}
	}
	return ""
}

// combinations supplies the inputs of one run after the other: all combinations of small values.
type combinations struct {
	values []int64
	at     int // the next input
}

// Next implements interp.Inputs.
func (c *combinations) Next(interp.Query) (num.Int, bool) {
	if c.at == len(c.values) {
		c.values = append(c.values, 0)
	}
	c.at++
	return num.Of(c.values[c.at-1]), true
}

// next goes to the next combination. It returns false after the last one.
func (c *combinations) next() bool {
	c.values = c.values[:c.at]
	for k := len(c.values) - 1; k >= 0; k-- {
		if c.values[k]++; c.values[k] < 4 {
			c.values = c.values[:k+1]
			return true
		}
	}
	return false
}

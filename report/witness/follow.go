// This file runs a program along a violation witness.

package witness

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/testrun"
)

const (
	// number of runs that follow a violation; they differ in the values that the witness leaves open
	followRuns  = 16
	followSteps = 50_000_000 // the largest number of steps of all runs together
)

// Follow runs the program along a violation until a run reaches an error. The outcome is Unsafe if one does, else
// Unknown.
func (w *Witness) Follow(ctx context.Context, p *cfa.Program) *refine.Outcome {
	left := followSteps
	for seed := uint64(0); seed < followRuns && left > 0 && ctx.Err() == nil; seed++ {
		rest := interp.Zero()
		if seed > 0 {
			rest = interp.Addresses(interp.Random(seed))
		}
		run := interp.Run(ctx, p, w.Inputs(p.Unit.Files, rest), interp.Options{MaxSteps: left, Trace: true})
		left -= run.Steps + 1000
		if testrun.IsBug(run) {
			return &refine.Outcome{Verdict: refine.Unsafe, Path: run.Path, Replay: run}
		}
	}
	return &refine.Outcome{Reason: reason.New(reason.Claim, "no run that follows the witness reaches an error")}
}

// Target returns the place of the error with which a violation ends, if it has one.
func (w *Witness) Target() (lang.Pos, bool) {
	if n := len(w.Segments); n > 0 && w.Segments[n-1].Follow.Type == Target {
		return w.Segments[n-1].Follow.Pos, true
	}
	return lang.Pos{}, false
}

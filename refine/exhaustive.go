package refine

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cfa/interp"
)

// The engine exhaustive makes all runs of a program, where they are few (interp.Exhaust). Programs without inputs have one run, and what
// is hard to say of all that they compute, such as a parser over a constant text, takes some thousand steps to do.

// The first try of the engine auto, which costs little beside what its engines do: most programs with inputs that can have many
// values end it within a few steps.
var firstRuns = interp.Limits{Runs: 5_000, Steps: 500_000}

func runExhaustive(b *base) {
	lim := interp.Limits{}
	if b.opt.others != nil {
		lim.Steps = 200_000_000 // of the engine auto's budget
	}
	b.exhaust(lim)
}

// exhaust makes all runs within the limits. Where that gives no verdict, again says that higher limits might.
func (r *base) exhaust(lim interp.Limits) (again bool) {
	began := time.Now()
	e := interp.Exhaust(r.ctx, r.prog, lim)
	r.out.Stats.Explore += time.Since(began)
	r.out.Stats.Runs = e.Runs
	switch {
	case e.Bug != nil:
		r.replay(interp.Recorded(r.shrink(e.Bug)), nil)
	case e.Complete:
		r.out.Verdict = Safe
		r.out.annotations = func(context.Context) *Annotations {
			a := NewAnnotations(r.slice, nil)
			a.Runs = e.Runs
			return a
		}
		if r.opt.Observe != nil {
			r.opt.Observe(&Iteration{Program: r.slice, Full: true, Done: true})
		}
	default:
		if r.out.Reason = r.budget.Spent(r.ctx); r.out.Reason == "" {
			r.out.Reason = "not every run can be made: " + e.Why
		}
	}
	return e.Limit
}

package exhaustive

import (
	"context"
	"time"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/testrun"
)

// The engine exhaustive makes all runs of a program, where they are few (interp.Exhaust). Programs
// without inputs have one run, and what is hard to say of all that they compute, such as a parser
// over a constant text, takes some thousand steps to do.

// Engine is the engine that makes all runs.
type Engine struct {
	Limits interp.Limits
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "exhaustive" }

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) { All(s, e.Limits) }

// All makes all runs within the limits. Where that gives no verdict, again says that higher limits
// might.
func All(r *refine.Session, lim interp.Limits) (again bool) {
	began := time.Now()
	e := interp.Exhaust(r.Ctx, r.Program, lim)
	r.Outcome.Stats.Explore += time.Since(began)
	r.Outcome.Stats.Runs = e.Runs
	switch {
	case e.Bug != nil:
		r.Replay(interp.Recorded(testrun.Shrink(r.Ctx, r.Program, e.Bug)), nil)
	case e.Complete:
		r.Proved(refine.Claims{Annotations: func(context.Context) *annotate.Annotations {
			a := annotate.New(r.Slice, nil)
			a.Runs = e.Runs
			return a
		}})
		if r.Options.Observe != nil {
			r.Options.Observe(&refine.Iteration{Program: r.Slice, Full: true, Done: true})
		}
	default:
		r.Stop("not every run can be made: " + e.Why)
	}
	return e.Limit
}

package exhaustive

import (
	"context"
	"strconv"
	"time"

	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/testrun"
)

// The engine exhaustive executes all runs of a program if they are few (interp.Exhaust). Programs without inputs have
// one run: computations that are hard to analyse, such as a parser on a constant text, take only some thousand steps
// to execute.

// Engine is the engine that executes all runs.
type Engine struct {
	Limits interp.Limits
	Paths  paths.Limits
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "exhaustive" }

// Confirms reports that the engine has already called Options.Confirm.
func (e Engine) Confirms() bool { return true }

// Run implements refine.Engine. It executes all runs if they are few; else all paths; and if that fails, all runs
// within e.Limits. A single run without inputs is executed to its end before paths are tried: that is cheaper than a
// formula for the whole computation.
func (e Engine) Run(s *refine.Session) {
	few := e.Limits
	few.Runs, few.Steps = fewRuns, fewSteps
	first := All(s, few)
	open := func() bool { return s.Outcome.Verdict == refine.Unknown && !effort.Done(s.Ctx) }
	if first.Sole && first.Limit && open() {
		if e.byCheck(s) {
			return
		}
		if first = All(s, e.Limits); first.Sole {
			s.ConfirmProof()
			shown(s)
			return
		}
	}
	if open() {
		AllPaths(s, e.Paths)
	}
	if first.Limit && open() {
		All(s, e.Limits)
	}
	s.ConfirmProof()
	shown(s)
}

// byCheck is for a program whose run has read no input so far. It leaves the execution of the run to the check of the
// proof that there is no other run. So the run is executed once, not twice by the same interpreter. It reports
// whether nothing is left to do: the run was executed and is safe, or it is longer than the engine may execute.
func (e Engine) byCheck(s *refine.Session) (over bool) {
	if s.Options.Confirm == nil {
		return false
	}
	began := time.Now()
	ctx, stop := s.Ctx, func() {}
	if e.Limits.Steps > 0 {
		ctx, stop = effort.Limit(ctx, int64(e.Limits.Steps/interp.StepsAUnit))
	}
	defer stop()
	s.Outcome.Reason = reason.Reason{}
	proved(s, func(a *annotate.Annotations) { a.Runs = 1 })
	why := s.Options.Confirm(ctx, &s.Outcome)
	s.Outcome.Stats.Explore += time.Since(began)
	s.Outcome.Stats.Runs = 1
	if p, ok := s.Outcome.Proof.(refine.CheckedProof); !why.Given() && ok && p.WasChecked() {
		shown(s)
		return true
	}
	// If the proof was accepted without a check, nothing has executed the run. If the check failed, the run may reach
	// an error.
	s.Outcome.Verdict, s.Outcome.Claims, s.Outcome.Proof = refine.Unknown, refine.Claims{}, nil
	if over = effort.Done(ctx); over {
		s.Stop(reason.Newf(reason.Limit, "not every run can be made: the run has more than %d steps", e.Limits.Steps).Reached(strconv.Itoa(e.Limits.Steps)))
	}
	return over
}

// Limits for executing runs before paths are tried.
const (
	fewRuns  = 1000
	fewSteps = 100_000
)

// First executes all runs within the limits lim. If that gives no verdict, it executes all paths within a few steps,
// except if there is only one run, which is longer than the limits. It reports whether larger limits may give a
// verdict.
func First(s *refine.Session, lim interp.Limits) (more refine.Few) {
	all := All(s, lim)
	if more.Runs = all.Limit; more.Runs && all.Sole {
		more.Sole = true
		return more
	}
	if s.Outcome.Verdict == refine.Unknown && !effort.Done(s.Ctx) {
		e := AllPaths(s, paths.Limits{Steps: firstSteps, Parts: firstParts})
		more.Paths, more.Deep = e.Limit, e.Deep
	}
	shown(s)
	return more
}

// Limits of First for paths. If inputs are bounded, so is the number of branching points on a path. An unbounded loop
// soon exceeds the limit.
const (
	firstSteps = 10_000
	firstParts = 150
)

// All executes all runs within the limits.
func All(r *refine.Session, lim interp.Limits) interp.Exhaustion {
	began := time.Now()
	e := interp.Exhaust(r.Ctx, r.Program, lim)
	r.Outcome.Stats.Explore += time.Since(began)
	r.Outcome.Stats.Runs = e.Runs
	switch {
	case e.Bug != nil:
		r.Replay(interp.Recorded(testrun.Shrink(r.Ctx, r.Program, e.Bug)), nil)
	case e.Complete:
		proved(r, func(a *annotate.Annotations) { a.Runs = e.Runs })
	default:
		r.Stop(short(e.Limit, "not every run can be made: "+e.Why))
	}
	return e
}

// AllPaths executes all paths within the limits.
func AllPaths(r *refine.Session, lim paths.Limits) paths.Exploration {
	began := time.Now()
	r.Outcome.Reason = reason.Reason{}
	e := paths.Explore(r.Ctx, r.Program, lim)
	r.Outcome.Stats.Explore += time.Since(began)
	r.Outcome.Stats.Runs, r.Outcome.Stats.Paths = 0, e.Paths
	switch {
	case e.Bug != nil:
		if o := interp.Run(r.Ctx, r.Program, e.Inputs, interp.Options{MaxSteps: mostSteps}); testrun.IsBug(o) {
			r.Replay(interp.Recorded(testrun.Shrink(r.Ctx, r.Program, o)), nil)
		}
		e.Why += ", on values that the program model does not know exactly"
	case e.Complete:
		proved(r, func(a *annotate.Annotations) { a.Paths = e.Paths })
	}
	if r.Outcome.Verdict == refine.Unknown {
		why := short(e.Limit, "not every path can be made: "+e.Why)
		if e.Bug != nil {
			why.Kind = reason.Inexact
		}
		r.Stop(why)
	}
	return e
}

// short returns the reason of an incomplete search; limit says that only the limit of work was the obstacle.
func short(limit bool, text string) reason.Reason {
	if limit {
		return reason.New(reason.Limit, text)
	}
	return reason.New(reason.Incomplete, text)
}

// mostSteps bounds the run that is tried if a path reaches an error.
const mostSteps = 10_000_000

// proved ends the run with the proof that all runs or paths were executed; the function "by" records their number.
func proved(r *refine.Session, by func(*annotate.Annotations)) {
	r.Proved(refine.Claims{Annotations: func(context.Context) *annotate.Annotations {
		a := annotate.New(r.Slice, nil)
		by(a)
		return a
	}})
}

// shown reports the end of a safe run to an observer.
func shown(r *refine.Session) {
	if r.Options.Observe != nil && r.Outcome.Verdict == refine.Safe {
		r.Options.Observe(&refine.Iteration{Program: r.Slice, Full: true, Done: true})
	}
}

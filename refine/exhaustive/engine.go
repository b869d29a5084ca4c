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

// The engine exhaustive makes all runs of a program, where they are few (interp.Exhaust). Programs
// without inputs have one run, and what is hard to say of all that they compute, such as a parser
// over a constant text, takes some thousand steps to do.

// Engine is the engine that makes all runs.
type Engine struct {
	Limits interp.Limits
	Paths  paths.Limits
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "exhaustive" }

// Confirms says that the engine has asked Options.Confirm.
func (e Engine) Confirms() bool { return true }

// Run implements refine.Engine: it makes all runs where these are few, else all paths, and where
// that cannot be done all runs however many they are. One run that asks for no input is made to its
// end before paths are: it takes less than a formula of all that it computes.
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

// byCheck leaves a run that has asked for no input so far to the check of the proof that there is no
// other run. The check makes the run, so that it need not be made before: once is enough,
// since both would be made by the interpreter. It tells whether nothing is left to do: the run was made,
// and is safe, or it is longer than the engine may make it.
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
	// Without a check nobody has made the run; and where it failed, the run may be one to an error.
	s.Outcome.Verdict, s.Outcome.Claims, s.Outcome.Proof = refine.Unknown, refine.Claims{}, nil
	if over = effort.Done(ctx); over {
		s.Stop(reason.Newf(reason.Limit, "not every run can be made: the run has more than %d steps", e.Limits.Steps).Reached(strconv.Itoa(e.Limits.Steps)))
	}
	return over
}

// What is done by runs before paths are made.
const (
	fewRuns  = 1000
	fewSteps = 100_000
)

// First makes all runs within limits, and where that gives no verdict all paths within a few steps.
// Where that gives none either, it tells whether more would.
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

// What First does of paths. Where inputs are bounded, so is the number of places at which a path
// parts from others: a loop that is not passes many soon.
const (
	firstSteps = 10_000
	firstParts = 150
)

// All makes all runs within the limits.
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

// AllPaths makes all paths within the limits.
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

// short is the reason of a search that was not over all; limit says that only the limit of work was in the way.
func short(limit bool, text string) reason.Reason {
	if limit {
		return reason.New(reason.Limit, text)
	}
	return reason.New(reason.Incomplete, text)
}

// mostSteps bounds the run that is tried where a path reaches an error.
const mostSteps = 10_000_000

// proved ends with the proof that there is nothing more to make; by says how much there was.
func proved(r *refine.Session, by func(*annotate.Annotations)) {
	r.Proved(refine.Claims{Annotations: func(context.Context) *annotate.Annotations {
		a := annotate.New(r.Slice, nil)
		by(a)
		return a
	}})
}

// shown tells an observer of the end of a run that is safe.
func shown(r *refine.Session) {
	if r.Options.Observe != nil && r.Outcome.Verdict == refine.Safe {
		r.Options.Observe(&refine.Iteration{Program: r.Slice, Full: true, Done: true})
	}
}

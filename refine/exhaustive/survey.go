// The survey: all paths of a program at once, before any other analysis.

package exhaustive

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/testrun"
)

// Surveyed is the result of a complete survey: runs to all error locations that can be reached, with few and small inputs.
type Surveyed []*interp.Outcome

// Limits of Survey. If inputs are bounded, the first steps show it: they finish a good part of the search, or contain few places where the
// path parts from others.
const (
	surveyFirst   = 8_000
	surveyMost    = 200_000
	surveyPaths   = 400
	surveyPart    = 1. / 50
	stepsAParting = 200
)

// Survey explores all paths of a program if they are few, before any other analysis. Small programs without inputs, or with few, are decided
// by it in milliseconds. Survey returns nil if the paths are not few, or if a run to one of the errors was not found. It proves nothing: ByPaths
// does.
func Survey(ctx context.Context, p *cfa.Program) Surveyed {
	type found struct {
		at *cfa.Loc
		in interp.Inputs
	}
	var errors []found
	explore := func(steps int) paths.Exploration {
		errors = nil
		return paths.Survey(ctx, p, paths.Limits{Steps: steps, Paths: surveyPaths}, func(at *cfa.Loc, in interp.Inputs) { errors = append(errors, found{at, in}) })
	}
	e := explore(surveyFirst)
	if e.Limit && e.Paths < surveyPaths && (e.Done > surveyPart || e.Partings*stepsAParting < e.Steps) {
		e = explore(surveyMost)
	}
	if !e.Complete {
		return nil
	}
	runs := Surveyed{}
	for _, f := range errors {
		if f.in == nil {
			return nil
		}
		o := interp.Run(ctx, p, f.in, interp.Options{MaxSteps: mostSteps, Trace: true})
		if !testrun.IsBug(o) || o.Loc != f.at {
			return nil
		}
		runs = append(runs, testrun.Smallest(ctx, p, o))
	}
	return runs
}

// ByPaths is an engine that repeats a complete survey, for the error locations that it has not reached.
type ByPaths struct{}

// Name implements refine.Engine.
func (ByPaths) Name() string { return Engine{}.Name() }

// Confirms reports that the engine has already called Options.Confirm.
func (ByPaths) Confirms() bool { return true }

// Run implements refine.Engine.
func (ByPaths) Run(s *refine.Session) {
	AllPaths(s, paths.Limits{Steps: 2 * surveyMost})
	s.ConfirmProof()
	shown(s)
}

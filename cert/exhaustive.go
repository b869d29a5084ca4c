// This file checks proofs that consist of making all runs, or all paths.

package cert

import (
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/internal/effort"
)

// mostRuns bounds Runs and Paths.
const mostRuns = 1 << 24

// exhaustive checks a proof by making all runs, or all paths. The interpreter defines the meaning of the program
// model and also judges bugs, so there is no independent way to check it. An engine that knows that there is only one
// run may therefore leave it to the checker to make this run. Package paths is tested against the interpreter. The
// number in the certificate only limits the number of runs or paths.
func (x *checker) exhaustive() *Error {
	c := x.c
	if c.Runs < 0 || c.Runs > mostRuns || c.Paths < 0 || c.Paths > mostRuns {
		return &Error{Why: "the number of runs is out of range"}
	}
	if len(c.Contexts)+len(c.Heads)+len(c.Instances) > 0 || c.Unwind != 0 || c.Induction != 0 || c.Ghosts != 0 || c.Runs != 0 && c.Paths != 0 {
		return &Error{Why: "a proof by making all runs has nothing else in it"}
	}
	if c.Paths != 0 {
		return x.paths()
	}
	e := interp.Exhaust(x.ctx, x.p, interp.Limits{Runs: c.Runs})
	x.stats.Runs = e.Runs
	switch {
	case e.Complete:
		return nil
	case effort.Done(x.ctx):
		return &Error{Why: x.ctx.Err().Error(), Err: x.ctx.Err()}
	case e.Bug != nil:
		return &Error{Pos: e.Bug.Pos, Why: "a run reaches an error"}
	}
	return &Error{Why: "not every run was made: " + e.Why}
}

// paths checks a proof by making all paths.
func (x *checker) paths() *Error {
	e := paths.Explore(x.ctx, x.p, paths.Limits{Paths: x.c.Paths})
	x.stats.Paths = e.Paths
	switch {
	case e.Complete:
		return nil
	case effort.Done(x.ctx):
		return &Error{Why: x.ctx.Err().Error(), Err: x.ctx.Err()}
	case e.Bug != nil:
		return &Error{Pos: e.Bug.Pos, Why: "a path reaches an error"}
	}
	return &Error{Why: "not every path was made: " + e.Why}
}

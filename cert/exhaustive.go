package cert

import (
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/cfa/paths"
	"github.com/whet-mc/whet/internal/effort"
)

// mostRuns bounds Runs, and Paths.
const mostRuns = 1 << 24

// exhaustive checks a proof by making all runs, or all paths: it makes them. The interpreter is the
// meaning of the program model, by which bugs are judged as well, so that there is nothing else to
// check it with, and an engine that knows that there is one run may leave it to the check to make it; package paths is tested against it. The number in the certificate is no more than
// how far to go.
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

// paths makes all paths.
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

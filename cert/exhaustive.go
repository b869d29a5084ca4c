package cert

import (
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
)

// mostRuns bounds Runs.
const mostRuns = 1 << 24

// exhaustive checks a proof by making all runs: it makes them. The interpreter is the meaning of
// the program model, by which bugs are judged as well, so that there is nothing else to check it
// with. The number in the certificate is no more than how far to go.
func (x *checker) exhaustive() *Error {
	c := x.c
	if c.Runs < 0 || c.Runs > mostRuns {
		return &Error{Why: "the number of runs is out of range"}
	}
	if len(c.Contexts)+len(c.Heads)+len(c.Instances) > 0 || c.Unwind != 0 || c.Induction != 0 || c.Ghosts != 0 {
		return &Error{Why: "a proof by making all runs has nothing else in it"}
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

// The engine: set-up, search and verdict.

package pdr

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
)

// mostPoints bounds the total number of steps in all blocks.
const mostPoints = 20_000

// Engine looks for clauses that exclude the errors.
type Engine struct {
	NoIntervals bool // do not start with the intervals of interval analysis
}

// Name implements refine.Engine.
func (Engine) Name() string { return "pdr" }

// Run implements refine.Engine.
func (e Engine) Run(r *refine.Session) {
	if why := unsuited(r.Slice); why.Given() {
		r.Outcome.Reason = why
		return
	}
	if r.Test(0) {
		return
	}
	x := &search{
		Search: houdini.New(r.Ctx, r.Slice, func() bool { return effort.Done(r.Ctx) }),
		askers: map[*houdini.Block]*asker{}, at: map[*houdini.Place][]*lemma{},
		congruences: map[*smt.Term]congruence{},
	}
	x.MostPoints = mostPoints
	x.Coder.Fold(true)
	if !e.NoIntervals {
		x.intervals = predicate.FindIntervals(r.Ctx, r.Slice)
		x.Coder.Rely(x.intervals.Of)
	}
	if !x.Divide() {
		r.Stop(reason.New(reason.Limit, "the program is too large to be written out between its loops"))
		return
	}
	x.root = x.Places[0]
	for _, p := range x.Places {
		if p.Loc.Error != nil {
			x.errors = append(x.errors, p)
		}
	}
	x.seed()
	found := x.run(r.Ctx, func(level int) {
		r.Progress("excluding errors", x.queries, level)
		r.Deeper(&refine.Iteration{Program: r.Slice, Full: true, States: len(x.Places), Deeper: fmt.Sprintf(
			"no error within %d steps from loop to loop; %d clauses say so", level-1, x.lemmas())})
	})
	r.Outcome.Stats.Posts += x.queries
	r.Outcome.Stats.States += len(x.Places)
	switch {
	case found && x.needed(r.Ctx):
		r.Proved(refine.Claims{
			Invariants: func(context.Context) []invariants.Invariant {
				return x.Claims(r.Program, func(f *smt.Term) string { return x.Text(f, "integer ", nil) })
			},
			Annotations: func(context.Context) *annotate.Annotations { return x.Annotations() },
		})
	case len(x.path) > 0:
		why, over := r.Concretise(x.path, nil)
		if !over && r.Outcome.Verdict != refine.Unsafe {
			r.LeaveOpen(x.path[len(x.path)-1].Target(), refine.Undecidable(why))
			r.Outcome.Reason = r.Undecided
		}
	case x.stuck.Given():
		r.Stop(x.stuck)
	default:
		r.Stop(reason.New(reason.Incomplete, "no clauses were found that exclude the errors"))
	}
}

// unsuited returns the reason why the engine cannot handle a program, or no reason if it may.
func unsuited(p *cfa.Program) (why reason.Reason) {
	for _, q := range p.Procs {
		if q.Recursive {
			return reason.New(reason.Unsuited, "there is recursion")
		}
	}
	loops, reads := false, false
	for _, l := range p.Locs {
		loops = loops || l.LoopHead
		for _, e := range l.Out {
			cfa.Reads(e.Op, nil, func(*cfa.Array) { reads = true })
		}
	}
	switch {
	case reads:
		return reason.New(reason.Unsuited, "arrays are read")
	case !loops:
		return reason.New(reason.Unsuited, "there is no loop")
	}
	return why
}

// The engine: its passes, and the verdict from the inductive claims.

package segments

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/refine/results"
	"github.com/whet-mc/whet/smt"
)

// Levels of guesses: which variables the claims mention.
const (
	live      = iota // variables that are read later
	others           // also variables that were set before
	withWraps        // with indexes as in the program, where they may wrap around
)

// passes are made in order until one excludes all errors. Each pass guesses anew. A pass with lemmas about products
// is made only if the same pass without them dropped claims that such lemmas might have kept.
var passes = []struct {
	level    int
	products bool
}{{live, false}, {live, true}, {others, false}, {others, true}, {withWraps, false}, {withWraps, true}}

// Engine guesses claims about segments of arrays.
type Engine struct {
	NoOrders      bool // do not guess how variables compare
	NoPolynomials bool // do not guess polynomials
}

// Name implements refine.Engine.
func (Engine) Name() string { return "segments" }

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	if results.Suits(b.Slice) {
		if !b.Test(0) {
			results.Run(b, !e.NoPolynomials)
		}
		return
	}
	if why := unsuited(b.Slice); why.Given() {
		b.Outcome.Reason = why
		return
	}
	if b.Test(0) {
		return
	}
	b.Progress("guessing claims about segments of arrays", 0, 0)
	x := &search{Search: houdini.New(b.Ctx, b.Slice, func() bool { return effort.Done(b.Ctx) }, "p", "q"), spoken: map[*houdini.Place][]*cfa.Var{}, engine: e}
	x.u = read(x.Prog)
	x.p, x.q = x.Any[0], x.Any[1]
	x.findRelations()
	x.findRelaxed()
	excluded, open := x.run(b)
	b.Outcome.Stats.Posts += x.Stats.Queries
	b.Outcome.Stats.States += x.Stats.Places
	switch {
	case effort.Done(b.Ctx):
		b.Outcome.Reason = reason.Ended(b.Ctx)
		return
	case len(excluded) == 0 || !x.Needed(excluded):
		b.Outcome.Reason = reason.New(reason.Imprecise, "claims about segments of arrays do not exclude the errors")
		return
	}
	claims := refine.Claims{
		Invariants: func(context.Context) []invariants.Invariant {
			return x.Claims(b.Program, func(f *smt.Term) string { return x.Text(f, "integer ", nil) })
		},
		Annotations: func(context.Context) *annotate.Annotations { return x.Annotations() },
	}
	if len(open) == 0 {
		b.Proved(claims)
		observe(b, &refine.Iteration{Program: b.Slice, Full: true, States: len(x.Places), Done: true})
		return
	}
	for _, at := range open {
		b.LeaveOpen(at.Loc, reason.New(reason.Imprecise, "is not excluded by claims about segments of arrays"))
	}
	b.Outcome.Reason = b.Undecided
	b.ProvedOthers(claims)
}

// unsuited returns the reason why the engine cannot handle a program, or no reason if it may.
func unsuited(p *cfa.Program) reason.Reason {
	loops := false
	for _, q := range p.Procs {
		if q.Recursive {
			return reason.New(reason.Unsuited, "there is recursion")
		}
	}
	for _, l := range p.Locs {
		loops = loops || l.LoopHead
	}
	if !loops {
		return reason.New(reason.Unsuited, "no loop")
	}
	return reason.Reason{}
}

// run makes the passes. It returns the errors that the inductive claims exclude, and the other errors.
func (x *search) run(b *refine.Session) (excluded, open []*houdini.Place) {
	var keep []*cfa.Var
	for _, v := range x.Prog.Vars {
		if x.u.about[v] && !v.Ghost {
			keep = append(keep, v)
		}
	}
	if !x.Divide(keep...) {
		return nil, nil
	}
	x.sample(b.Program)
	doubtful := map[int]bool{}
	for _, pass := range passes {
		if pass.level == withWraps && !x.wraps || pass.products && !doubtful[pass.level] {
			continue
		}
		x.level, x.Products = pass.level, pass.products
		x.Forget()
		x.fitted = 0
		x.guess()
		for _, at := range x.Places {
			for _, s := range x.states[at] {
				if s.tried && !x.Stopped() {
					x.try(s, at)
				}
			}
		}
		if !x.Try() {
			return nil, nil
		}
		excluded, open = nil, nil
		for _, at := range x.Places {
			switch {
			case at.Loc.Error == nil:
			case x.Excludes(at):
				excluded = append(excluded, at)
			default:
				open = append(open, at)
			}
		}
		observe(b, &refine.Iteration{Program: b.Slice, Full: true, States: len(x.Places), Deeper: fmt.Sprintf(
			"of %d claims about segments of arrays that were guessed%s %d are inductive; they exclude %d of %d errors",
			x.Stats.Guessed, x.polynomialsOf(), x.Stats.Kept, len(excluded), len(excluded)+len(open))})
		if doubtful[x.level] = x.Doubtful; len(open) == 0 {
			break
		}
	}
	return excluded, open
}

// polynomialsOf describes how many of the guessed claims are polynomials.
func (x *search) polynomialsOf() string {
	if x.fitted == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d that values of runs follow a polynomial)", x.fitted)
}

// observe reports an iteration to the observer, if there is one.
func observe(b *refine.Session, it *refine.Iteration) {
	if b.Options.Observe != nil {
		b.Options.Observe(it)
	}
}

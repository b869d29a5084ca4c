// The search with its levels, and the verdict.

package heap

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
)

const levels = 2 // levels of guesses: see the package comment

// Builds reports whether a program allocates blocks in loops, so that Run may be useful.
func Builds(p *cfa.Program) bool {
	sizes := Sizes(p)
	if sizes == nil || len(p.Errors) == 0 {
		return false
	}
	slice, _ := p.Slice(sizes)
	return Suits(slice)
}

// Run searches for facts about all blocks of the heap that exclude the errors (see the package comment). If it finds
// none, the verdict stays open.
func Run(b *refine.Session) {
	sizes := Sizes(b.Program)
	if sizes == nil || len(b.Program.Errors) == 0 {
		b.Outcome.Reason = reason.New(reason.Unsuited, "no blocks are made")
		return
	}
	slice, _ := b.Program.Slice(sizes)
	if !Suits(slice) {
		b.Outcome.Reason = reason.New(reason.Unsuited, "no blocks are made in loops, or there is recursion")
		return
	}
	if b.Test(0) {
		return
	}
	b.Progress("guessing facts about the heap", 0, 0)
	x := New(b.Ctx, b.Program, slice, func() bool { return effort.Done(b.Ctx) })
	found := x.Run()
	b.Outcome.Stats.Posts += x.Stats.Queries
	b.Outcome.Stats.States += x.Stats.Places
	switch {
	case found:
		b.Proved(refine.Claims{
			Invariants:  func(context.Context) []invariants.Invariant { return x.Claims(b.Program, x.text) },
			Annotations: func(context.Context) *annotate.Annotations { return x.Annotations() },
		})
	case effort.Done(b.Ctx):
		b.Outcome.Reason = reason.Ended(b.Ctx)
	default:
		b.Outcome.Reason = reason.New(reason.Imprecise, "facts about single blocks of the heap do not exclude the errors")
	}
}

// Run reports whether facts were found that exclude all errors.
func (x *Search) Run() bool {
	x.readProgram()
	if !x.Divide(x.ends...) {
		return false
	}
	x.run()
	x.findTerms()
	for x.level = 0; x.level < levels; x.level++ {
		if errors, ok := x.try(); ok {
			return x.Needed(errors)
		}
		if x.Stopped() {
			return false
		}
	}
	return false
}

// try guesses facts, and reports whether the inductive ones exclude the errors. It returns the error places.
func (x *Search) try() (errors []*houdini.Place, ok bool) {
	x.Forget()
	x.guess()
	if !x.Try() {
		return nil, false
	}
	for _, p := range x.Places {
		if p.Loc.Error == nil {
			continue
		}
		if !x.Excludes(p) {
			return nil, false
		}
		errors = append(errors, p)
	}
	return errors, true
}

// text writes a fact about the block k as an ACSL predicate, for all k.
func (x *Search) text(f *smt.Term) string {
	return x.Text(f, "char *", func(a *cfa.Array, index string) string {
		if a.Sizes {
			return "\\block_length(" + index + ")"
		}
		return ""
	})
}

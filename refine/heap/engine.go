package heap

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/invariants"
	"github.com/whet-mc/whet/smt"
)

// Builds reports whether a program allocates blocks in loops, so that Run may be of use.
func Builds(p *cfa.Program) bool {
	sizes := Sizes(p)
	if sizes == nil || len(p.Errors) == 0 {
		return false
	}
	slice, _ := p.Slice(sizes)
	return Suits(slice)
}

// Run looks for facts about all blocks of the heap that exclude the errors (package heap). Where
// there are none of use, the verdict is left open.
func Run(b *refine.Session) {
	sizes := Sizes(b.Program)
	if sizes == nil || len(b.Program.Errors) == 0 {
		b.Outcome.Reason = "no blocks are made"
		return
	}
	slice, _ := b.Program.Slice(sizes)
	if !Suits(slice) {
		b.Outcome.Reason = "no blocks are made in loops, or there is recursion"
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
			Invariants:  func(context.Context) []invariants.Invariant { return claims(b.Program, x) },
			Annotations: func(context.Context) *annotate.Annotations { return proof(x) },
		})
	case effort.Done(b.Ctx):
		b.Outcome.Reason = effort.Why(b.Ctx)
	default:
		b.Outcome.Reason = "facts about single blocks of the heap do not exclude the errors"
	}
}

// Run reports whether facts were found that exclude all errors.
func (x *Search) Run() bool {
	x.askers = map[*block]*asker{}
	x.readProgram()
	if !x.divide() {
		return false
	}
	x.Stats.Places = len(x.places)
	x.findVars()
	x.run()
	x.findTerms()
	for x.level = 0; x.level < levels; x.level++ {
		if x.try() {
			return x.needed()
		}
		if x.stopped() {
			return false
		}
	}
	return false
}

// try guesses facts, and reports whether those that are inductive exclude the errors.
func (x *Search) try() bool {
	for _, p := range x.places {
		p.facts = nil
		for _, b := range p.out {
			b.instances = nil
			clear(b.known)
		}
	}
	x.Stats.Kept, x.Stats.Guessed = 0, 0
	x.guess()
	if x.stopped() || !x.houdini() {
		return false
	}
	for _, p := range x.places {
		for _, f := range p.facts {
			x.Stats.Kept += int(flag(!f.dead))
		}
	}
	for _, p := range x.places {
		if p.Loc.Error == nil {
			continue
		}
		for _, b := range p.in {
			if ok, _ := x.ask(b).refute([]*smt.Term{x.b.False()}); !ok {
				return false
			}
		}
	}
	return true
}

package refine

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/heap"
	"github.com/whet-mc/whet/refine/invariants"
)

// buildsHeap reports whether a program allocates blocks in loops, so that runHeap may be of use.
func buildsHeap(p *cfa.Program) bool {
	sizes := heap.Sizes(p)
	if sizes == nil || len(p.Errors) == 0 {
		return false
	}
	slice, _ := p.Slice(sizes)
	return heap.Suits(slice)
}

// runHeap looks for facts about all blocks of the heap that exclude the errors (package heap). Where there are none of use, the verdict is
// left open.
func runHeap(b *Session) {
	sizes := heap.Sizes(b.Program)
	if sizes == nil || len(b.Program.Errors) == 0 {
		b.Outcome.Reason = "no blocks are made"
		return
	}
	slice, _ := b.Program.Slice(sizes)
	if !heap.Suits(slice) {
		b.Outcome.Reason = "no blocks are made in loops, or there is recursion"
		return
	}
	if b.Test(0) {
		return
	}
	b.Progress("guessing facts about the heap", 0, 0)
	x := heap.New(b.Ctx, b.Program, slice, func() bool { return effort.Done(b.Ctx) })
	found := x.Run()
	b.Outcome.Stats.Posts += x.Stats.Queries
	b.Outcome.Stats.States += x.Stats.Places
	switch {
	case found:
		b.Proved(Claims{
			Invariants:  func(context.Context) []invariants.Invariant { return heapClaims(b.Program, x) },
			Annotations: func(context.Context) *annotate.Annotations { return annotateHeap(x) },
		})
	case effort.Done(b.Ctx):
		b.Outcome.Reason = effort.Why(b.Ctx)
	default:
		b.Outcome.Reason = "facts about single blocks of the heap do not exclude the errors"
	}
}

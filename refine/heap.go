package refine

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/heap"
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
func runHeap(b *base) {
	sizes := heap.Sizes(b.prog)
	if sizes == nil || len(b.prog.Errors) == 0 {
		b.out.Reason = "no blocks are made"
		return
	}
	slice, _ := b.prog.Slice(sizes)
	if !heap.Suits(slice) {
		b.out.Reason = "no blocks are made in loops, or there is recursion"
		return
	}
	if b.test(0) {
		return
	}
	b.progress("guessing facts about the heap", 0, 0)
	x := heap.New(b.ctx, b.prog, slice, func() bool { return b.budget.Spent(b.ctx) != "" })
	found := x.Run()
	b.out.Stats.Posts += x.Stats.Queries
	b.out.Stats.States += x.Stats.Places
	switch {
	case found:
		b.out.Verdict = Safe
		b.out.reached = func() []Reached { return heapClaims(b.prog, x) }
		b.out.annotations = func(ctx context.Context) *Annotations { return annotateHeap(x) }
	case b.budget.Spent(b.ctx) != "":
		b.out.Reason = b.budget.Spent(b.ctx)
	default:
		b.out.Reason = "facts about single blocks of the heap do not exclude the errors"
	}
}

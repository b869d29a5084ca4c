// Package quantified is the engine for claims about all cells of arrays. It runs three methods, each in a
// package of its own: heap, for blocks that are made in loops; cells, numeric domains over cells at
// ghost indexes, which is fast where it is enough; and backward, the method of Seghir, Podelski and
// Wies (SAS 2009). The last two see quantified variables as ghosts, which have one value for the whole
// run (Flanagan, Qadeer, POPL 2002).
package quantified

import (
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/backward"
	"github.com/whet-mc/whet/refine/cells"
	"github.com/whet-mc/whet/refine/heap"
)

// Engine is the engine.
type Engine struct {
	Method Way
	Cells  cells.Options
	Orders []mc.Order // of the method backwards, the first; none: breadth first
}

// Way is one of the ways.
type Way int

const (
	AllMethods Way = iota // by the heap, by cells, then backwards
	ByCells
	Backward
	ByHeap
)

// Name implements refine.Engine.
func (e Engine) Name() string { return "quantified" }

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	switch e.Method {
	case ByCells:
		cells.Run(b, e.Cells)
	case Backward:
		backward.Run(b, e.Orders)
	case ByHeap:
		heap.Run(b)
	default:
		if heap.Run(b); b.Outcome.Verdict != refine.Unknown || effort.Done(b.Ctx) {
			return
		}
		b.Outcome.Reason = reason.Reason{}
		if cells.Run(b, e.Cells); b.Outcome.Verdict == refine.Unknown && !effort.Done(b.Ctx) {
			b.Outcome.Reason, b.Undecided = reason.Reason{}, reason.Reason{}
			clear(b.Tries)
			backward.Run(b, e.Orders)
		}
	}
}

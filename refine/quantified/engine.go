// Package quantified is the engine for claims about all cells of arrays. It runs three methods, each implemented in
// its own package: heap, for blocks that are allocated in loops; cells, numeric domains over cells at ghost indexes,
// which is fast where it suffices; and backward, the method of Seghir, Podelski and Wies (SAS 2009). The last two
// treat quantified variables as ghosts, which keep one value for the whole run (Flanagan, Qadeer, POPL 2002).
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

// Engine is the engine for quantified claims.
type Engine struct {
	Method Way
	Cells  cells.Options
	Orders []mc.Order // exploration orders; the backward method uses the first, or breadth first if the list is empty
}

// Way selects the methods that an Engine runs.
type Way int

const (
	AllMethods Way = iota // heap, then cells, then backward
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

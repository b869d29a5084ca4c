package refine

import (
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
)

// QuantifiedEngine is the engine for claims about all cells of arrays, in three ways. Blocks that are made in loops
// are seen by package refine/heap. The others see quantified variables as ghosts,
// which have one value for the whole run (Flanagan, Qadeer, POPL 2002). Cells at ghost indexes are dimensions of numeric
// domains, and states are told apart by the order of indexes (package mc/regions): that is fast where it is enough. The other
// is the method of Seghir, Podelski and Wies (SAS 2009).
type QuantifiedEngine struct {
	Method QuantifiedMethod
	Domain NumericDomain // of the method by cells
	Orders []mc.Order    // of the method backwards, the first; none: breadth first
}

// QuantifiedMethod is one of the ways.
type QuantifiedMethod int

const (
	AllMethods QuantifiedMethod = iota // by the heap, by cells, then backwards
	ByCells
	Backward
	ByHeap
)

// Name implements refine.Engine.
func (e QuantifiedEngine) Name() string { return "quantified" }

// Run implements refine.Engine.
func (e QuantifiedEngine) Run(b *Session) {
	switch e.Method {
	case ByCells:
		runCells(b, e.Domain)
	case Backward:
		runBackward(b, e.Orders)
	case ByHeap:
		runHeap(b)
	default:
		if runHeap(b); b.Outcome.Verdict != Unknown || effort.Done(b.Ctx) {
			return
		}
		b.Outcome.Reason = ""
		if runCells(b, e.Domain); b.Outcome.Verdict == Unknown && !effort.Done(b.Ctx) {
			b.Outcome.Reason, b.Undecided = "", ""
			clear(b.Tries)
			runBackward(b, e.Orders)
		}
	}
}

package quantified

import (
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/heap"
)

// Engine is the engine for claims about all cells of arrays, in three ways. Blocks that are made in
// loops are seen by package refine/heap. The others see quantified variables as ghosts, which have
// one value for the whole run (Flanagan, Qadeer, POPL 2002). Cells at ghost indexes are dimensions
// of numeric domains, and states are told apart by the order of indexes (package mc/partition):
// that is fast where it is enough. The other is the method of Seghir, Podelski and Wies (SAS 2009).
type Engine struct {
	Method Way
	Domain Domain     // of the method by cells; nil: octagons, then polyhedra
	Orders []mc.Order // of the method backwards, the first; none: breadth first
	NoSums bool       // the method by cells keeps no prefix sums of arrays
	// it does not tell states apart by what steers the program, such as the state of a state machine
	NoControl bool
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
		e.runCells(b)
	case Backward:
		runBackward(b, e.Orders)
	case ByHeap:
		heap.Run(b)
	default:
		if heap.Run(b); b.Outcome.Verdict != refine.Unknown || effort.Done(b.Ctx) {
			return
		}
		b.Outcome.Reason = ""
		if e.runCells(b); b.Outcome.Verdict == refine.Unknown && !effort.Done(b.Ctx) {
			b.Outcome.Reason, b.Undecided = "", ""
			clear(b.Tries)
			runBackward(b, e.Orders)
		}
	}
}

func (e Engine) domains() []Domain {
	if e.Domain != nil {
		return []Domain{e.Domain}
	}
	return defaultDomains
}

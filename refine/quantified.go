package refine

import "github.com/whet-mc/whet/internal/effort"

// runQuantified is the engine for claims about all cells of arrays, in three ways. Blocks that are made in loops
// are seen by package refine/heap. The others see quantified variables as ghosts,
// which have one value for the whole run (Flanagan, Qadeer, POPL 2002). Cells at ghost indexes are dimensions of numeric
// domains, and states are told apart by the order of indexes (package mc/regions): that is fast where it is enough. The other
// is the method of Seghir, Podelski and Wies (SAS 2009).
func runQuantified(b *Session) {
	switch b.Options.Method {
	case "cells":
		runCells(b)
	case "backward":
		runBackward(b)
	case "heap":
		runHeap(b)
	default:
		if runHeap(b); b.Outcome.Verdict != Unknown || effort.Done(b.Ctx) {
			return
		}
		b.Outcome.Reason = ""
		if runCells(b); b.Outcome.Verdict == Unknown && !effort.Done(b.Ctx) {
			b.Outcome.Reason, b.Undecided = "", ""
			clear(b.Tries)
			runBackward(b)
		}
	}
}

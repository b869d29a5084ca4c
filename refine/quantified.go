package refine

// runQuantified is the engine for claims about all cells of arrays, in three ways. Blocks that are made in loops
// are seen by package refine/heap. The others see quantified variables as ghosts,
// which have one value for the whole run (Flanagan, Qadeer, POPL 2002). Cells at ghost indexes are dimensions of numeric
// domains, and states are told apart by the order of indexes (package mc/regions): that is fast where it is enough. The other
// is the method of Seghir, Podelski and Wies (SAS 2009).
func runQuantified(b *base) {
	switch b.opt.Method {
	case "cells":
		runCells(b)
	case "backward":
		runBackward(b)
	case "heap":
		runHeap(b)
	default:
		if runHeap(b); b.out.Verdict != Unknown || b.budget.Spent(b.ctx) != "" {
			return
		}
		b.out.Reason = ""
		if runCells(b); b.out.Verdict == Unknown && b.budget.Spent(b.ctx) == "" {
			b.out.Reason, b.undecided = "", ""
			clear(b.tries)
			runBackward(b)
		}
	}
}

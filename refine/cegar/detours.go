package cegar

import (
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
)

// A state at an error location represents many paths: the paths that met on the way. The checked path is the one by
// which the state was reached first. Often no run can take it, for a reason that the abstraction cannot express, such
// as the content of a cell with an unknown address, while another path to the same state is a bug. So before a path
// is left open, some of the other paths are checked: each branches off where the previous one became contradictory,
// or earlier. This is a symbolic execution (King, CACM 19(7), 1976) of the other explored paths to the error.

const (
	maxDetours  = 60     // other paths to one error node
	allDetours  = 600    // other paths in a whole run
	detourSteps = 20_000 // steps of one path
)

// detours checks other paths to an error node whose first path could not be decided. It reports whether the run is
// over: one of them is a bug, or the budget is used up.
func (l *Loop) detours(n *mc.Node) (over bool) {
	if l.detoured >= allDetours {
		return false
	}
	w := l.X.Ways(n)
	k := -1
	for range maxDetours {
		path := w.Next(k, detourSteps)
		if path == nil {
			return false
		}
		l.detoured++
		res, full := l.Check(path)
		if res == nil {
			return true
		}
		if res.Status == feasible.Feasible {
			if l.Confirm(res.Inputs, full); l.Outcome.Verdict == refine.Unsafe {
				return true
			}
		}
		if k = res.Step; k < 0 || k >= len(path) {
			k = len(path) - 1
		}
	}
	return false
}

// Undecidable checks other paths to the error of a path that could not be decided, and gives up if none of them is a
// bug.
func (l *Loop) Undecidable(p Path, it *refine.Iteration, why reason.Reason) (over bool) {
	l.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	if l.detours(p.Error) {
		return true
	}
	return l.GiveUp(p.Error, refine.Undecidable(why))
}

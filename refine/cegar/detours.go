package cegar

import (
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/feasible"
)

// A state at an error location stands for many paths: those that met on the way. The one that is
// checked is that by which the state was reached first, and often it is one that no run can take,
// for a reason that the abstraction cannot express, such as what a cell holds of which nobody knows
// the address; while a bug lies on another that met it. So before a path is left open, some of the
// others are checked: each turns off where the one before contradicted itself, or earlier. That is
// a symbolic execution (King, CACM 19(7), 1976) of what the exploration has left, as far as it
// leads to the error.

const (
	maxDetours  = 60     // other paths to one error node
	allDetours  = 600    // in a run
	detourSteps = 20_000 // of one of them
)

// detours checks other paths to an error node that was reached by one which could not be decided.
// It reports whether the run is over: one of them is a bug, or the budget is spent.
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

// Undecidable looks for other paths to where a path leads that could not be decided, and gives up
// where none of them is a bug.
func (l *Loop) Undecidable(p Path, it *refine.Iteration, why reason.Reason) (over bool) {
	l.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	if l.detours(p.Error) {
		return true
	}
	return l.GiveUp(p.Error, refine.Undecidable(why))
}

package report

import (
	"fmt"
	"slices"
)

// Advise adds to an Unknown what a reader may try next: what is most likely to help comes first.
func Advise(r *Result) {
	if r.Verdict != Unknown {
		return
	}
	add := func(format string, args ...any) { r.Hints = append(r.Hints, fmt.Sprintf(format, args...)) }
	exhausted := r.Cause == OutOfTime || r.Cause == OutOfMemory
	switch r.Cause {
	case OutOfTime:
		add("a longer --timeout")
	case OutOfMemory:
		add("a larger --memory")
	case Gave:
	default:
		return
	}
	switch r.Task.Engine {
	case "value-full":
		add("--engine value, which tracks only what matters, and refines")
	case "value":
		if r.Size.Arrays > 0 {
			add("--engine arrays, which knows linear relations between variables and array cells")
		}
		if r.Cause == OutOfTime && r.Stats.Refinements > 0 {
			add("--stats, to see which variables are tracked")
		}
	case "arrays":
		adviseArrays(r, exhausted, add)
	}
	if !exhausted {
		add("--stats, to see how far the engine came")
	}
}

// manyCells are more than a proof about a few cells keeps: an array is unrolled cell by cell.
const manyCells = 16

func adviseArrays(r *Result, exhausted bool, add func(string, ...any)) {
	if !exhausted && r.Outcome != nil && len(r.Outcome.Gaps) > 0 {
		add("--engine value, which computes what is not linear where the values are known")
	}
	if exhausted && r.Stats.KeptCells >= manyCells {
		add("a smaller array, where the program allows it: %s are kept one by one by now", plural(r.Stats.KeptCells, "cell"))
	}
	if exhausted && slices.Contains(r.Task.Checks, "bounds") && len(r.Checked) > 1 {
		add("--check none, which does not look for accesses outside of arrays")
	}
	if r.Task.Arith == "machine" {
		add("--arith int, where overflow does not matter: words that wrap around make cases")
	}
	if r.Stats.Refinements > 0 || !exhausted {
		add("whet explain, to see the error paths and what was learnt from each")
	}
}

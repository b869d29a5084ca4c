package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/report/prose"
)

// Advise completes a result when its verdict is final: it says what the verdict means for each
// property, and adds to an Unknown where the run was stuck and what a reader may try next; what is
// most likely to help comes first.
func Advise(r *Result) {
	conclude(r)
	if r.Verdict != Unknown {
		return
	}
	if r.Cause != Unsupported {
		r.Stuck = stuck(r.Outcome)
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
	for _, g := range r.Notes {
		if g.What == "external function" {
			names := strings.Join(g.Names[:min(len(g.Names), 3)], ", ")
			add("the file with %s, if what is returned matters: without a definition that is any value", names)
		}
	}
	engine := r.Task.Engine
	if len(r.Stuck) > 0 && engine == "auto" {
		add("--engine bmc, which only looks for bugs in the first rounds of the loop in %s, %s, and proves little", r.Stuck[0].Func, r.Place(r.Stuck[0].Pos))
	}
	if engine != "auto" {
		add("--engine auto, which takes several engines in turns")
	}
	if engine == "value-full" {
		add("--engine value, which tracks only what matters, and refines")
	}
	switch {
	case strings.HasPrefix(engine, "value"):
		if r.Size.Arrays > 0 {
			add("--engine arrays, which knows linear relations between variables and array cells")
		}
		if len(r.Stuck) > 0 {
			add("--engine widening, which looks for linear loop invariants instead of unrolling")
		}
	case engine == "arrays":
		adviseArrays(r, exhausted, add)
	}
	if r.Task.Arith == "machine" && (engine == "arrays" || engine == "widening") {
		add("--arith int, where overflow does not matter: words that wrap around make cases")
	}
	switch {
	case engine == "auto":
		add("--html report.html, to see what was explored and learnt")
	case r.Stats.Refinements > 0 || !exhausted:
		add("whet explain --engine %s, to see the error paths and what was learnt from each", engine)
	}
}

// manyCells are more than a proof about a few cells keeps: an array is unrolled cell by cell.
const manyCells = 16

func adviseArrays(r *Result, exhausted bool, add func(string, ...any)) {
	if !exhausted && r.Outcome != nil && len(r.Outcome.Approximations) > 0 {
		add("--engine value, which computes what is not linear where the values are known")
	}
	if exhausted && r.Stats.TrackedCells >= manyCells {
		add("a smaller array, where the program allows it: %s are kept one by one by now", prose.Plural(r.Stats.TrackedCells, "cell"))
	}
	if exhausted && slices.Contains(r.Task.Checks, "bounds") && len(r.Checked) > 1 {
		add("--check none, which does not look for accesses outside of arrays")
	}
}

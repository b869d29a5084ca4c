// This file completes a result once its verdict is final: what was in the way, and what the user may try next.

package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/report/prose"
)

// Advise completes a result when its verdict is final. It says what the verdict means for each property. To an
// Unknown it adds where the run was stuck, and hints at what a reader may try next; the most promising hint comes
// first.
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
		add("%s", longer(r.Task.Timeout))
	case OutOfMemory:
		add("%s", larger(r.Task.Memory))
	case Gave:
	case Unsupported:
		if r.Outcome != nil && r.Outcome.Replay != nil {
			add("--entry FUNCTION, to verify single functions, those that do without this")
		}
		return
	default:
		return
	}
	if names := r.deciding(); len(names) > 0 {
		more := ""
		if n := len(names) - fewNames; n > 0 {
			names, more = names[:fewNames], fmt.Sprintf(" and %d more", n)
		}
		add("a definition of %s%s, if the program relies on what is returned: without one that is any value", strings.Join(names, ", "), more)
	}
	engine := r.Task.Engine
	if len(r.Stuck) > 0 && engine == "auto" {
		add("--engine bmc, which only looks for bugs in the first rounds of %s, and proves little", r.Loop(r.Stuck[0]))
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
		add("whet explain, or --html report.html, to see how far it came")
	case r.Stats.Refinements > 0 || !exhausted:
		add("whet explain --engine %s, to see the error paths and what was learnt from each", engine)
	}
}

// longer returns a hint at the next larger time budget.
func longer(limit time.Duration) string {
	if limit <= 0 {
		return "a longer --timeout"
	}
	next := max(10*limit, time.Minute).Round(time.Second).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(next, zero) {
			next = strings.TrimSuffix(next, zero[1:])
		}
	}
	return "--timeout " + next + ", a longer one"
}

// larger returns a hint at the next larger memory budget.
func larger(limit uint64) string {
	const mega = 1_000_000
	if limit < mega {
		return "a larger --memory"
	}
	next := fmt.Sprintf("%dMB", limit*2/mega)
	if limit >= 1000*mega {
		next = fmt.Sprintf("%dGB", (limit*2+999*mega)/(1000*mega))
	}
	return "--memory " + next + ", where the machine has it"
}

// fewNames is how many functions a hint names.
const fewNames = 3

// deciding lists functions without a body whose results decide the open properties: the functions of this kind in the
// slice that was explored last or, if that slice is not known, in the program.
func (r *Result) deciding() []string {
	var names []string
	for _, g := range r.Notes {
		if g.What == "external function" {
			names = append(names, g.Names...)
		}
	}
	if r.Outcome == nil || r.Outcome.Coverage == nil {
		return names
	}
	asked := map[string]bool{}
	for _, e := range r.Outcome.Coverage.Program.Edges {
		if h, ok := e.Op.(*cfa.Havoc); ok {
			asked[h.From.Name] = true
		}
	}
	return slices.DeleteFunc(names, func(f string) bool { return !asked[f] })
}

// manyCells is the number of tracked cells from which a hint proposes a smaller array: proofs about so many cells
// unroll the array cell by cell.
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

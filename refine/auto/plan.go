package auto

import "slices"

// Which engines run for a program, in which order, and with which limits.

// turnOf is the turn of one engine in a plan.
type turnOf struct {
	engine string
	ticks  int64 // work limit in the first round
	from   int   // the first round in which the engine takes part
	alone  bool  // set if nothing runs concurrently with the engine's first turn
}

// halfSecond is the work, in units of package effort, that takes about half a second.
const halfSecond = 150_000

// large is the number of locations above which a program counts as large.
const large = 800

// With more than manyLocs locations and at least manyRegions regions, a program with few loops counts as a function
// over records.
const manyLocs, manyRegions = 150, 4

// planFor chooses the engines in the order of their turns: first the engines that are most likely to answer soon. No
// engine is left out, since features are only heuristics; unlikely engines start in later rounds.
func planFor(f features) []turnOf {
	var plan []turnOf
	turn := func(engine string, halves float64, from int) {
		plan = append(plan, turnOf{engine: engine, ticks: int64(halves * halfSecond), from: from})
	}
	switch {
	case f.few.Sole:
		// Executing the run decides the program if the run ends. Most runs end within this turn, and then all
		// concurrent work would be wasted. Of the others, hardly any would end later.
		turn("exhaustive", 6, 0)
		plan[0].alone = true
	case f.few.Runs:
		turn("exhaustive", 1, 0)
	case f.few.Paths && !f.few.Deep && f.floats > 0: // with bounds on the results of operations
		turn("exhaustive", 0.5, 0)
	case f.few.Paths && !f.few.Deep:
		turn("exhaustive", 0.1, 0)
	}
	switch {
	case f.ghosts > 0: // a quantified assertion
		turn("value", 0.2, 0)
		turn("quantified", 2, 0)
		turn("segments", 1.2, 0)
		turn("bmc", 0.5, 0)
		turn("predicate", 0.3, 1)
		turn("arrays", 0.3, 1)
		turn("widening", 0.3, 1)
		turn("value+predicate", 0.3, 2)
	case f.floats > 0 && f.locs <= large: // bmc uses circuits for the operations; for most other engines the results are arbitrary
		turn("value", 0.3, 0)
		turn("bmc", 1.5, 0)
		turn("predicate", 0.2, 1)
		turn("widening", 0.3, 1)
		turn("value+predicate", 0.2, 1)
		turn("quantified", 0.2, 2)
		turn("arrays", 0.2, 2)
	case f.locs > large: // decided mostly by a few flags far apart
		turn("value", 1.2, 0)
		turn("value+predicate", 0.8, 0)
		turn("pdr", 0.8, 0)
		turn("bmc", 0.5, 0)
		turn("predicate", 0.4, 0)
		turn("widening", 0.3, 1)
		turn("quantified", 0.3, 2)
		turn("arrays", 0.2, 2)
	case f.blocks: // lists and trees
		turn("value", 0.5, 0)
		turn("quantified", 1.5, 0)
		turn("segments", 0.6, 1)
		turn("bmc", 0.5, 0)
		turn("value+predicate", 0.4, 0)
		turn("predicate", 0.3, 0)
		turn("widening", 0.3, 1)
		turn("arrays", 0.3, 1)
	case f.locs > manyLocs && f.regions >= manyRegions && f.loops <= 3 && !f.recursive:
		// A function over records and buffers, with its harness: the assertions follow from the assumptions, through
		// many cells of memory and hardly any loop. That is one large formula; engines that learn path by path would
		// learn each cell separately.
		turn("value", 0.3, 0)
		turn("bmc", 1.5, 0)
		turn("quantified", 0.4, 0)
		turn("widening", 0.4, 0)
		turn("value+predicate", 0.3, 0)
		turn("predicate", 0.3, 1)
		turn("arrays", 0.3, 1)
	case f.loops == 0 && !f.recursive: // nothing to unroll
		turn("value", 0.5, 0)
		turn("bmc", 1, 0)
		turn("predicate", 0.5, 0)
		turn("value+predicate", 0.5, 0)
		turn("arrays", 0.3, 1)
		turn("widening", 0.3, 1)
		turn("quantified", 0.3, 2)
	case f.arrays > 0: // loops over arrays
		turn("value", 0.5, 0)
		turn("quantified", 0.9, 0)
		turn("segments", 1.8, 0)
		turn("bmc", 0.5, 0)
		turn("arrays", 0.4, 0)
		turn("predicate", 0.3, 0)
		turn("widening", 0.3, 0)
		turn("value+predicate", 0.3, 1)
	case f.sums+f.products+f.bits > 0: // numbers that depend on each other
		turn("value", 0.5, 0)
		if f.regions > 0 { // perhaps arrays that are accessed through pointers
			turn("quantified", 0.3, 0)
			turn("segments", 1.2, 0)
		} else {
			turn("segments", guesses(f), 0)
		}
		// an induction over polynomials is short, and paths with products are hard for the other engines
		if f.products > 0 {
			turn("bmc", 0.5, 0)
			turn("widening", 0.8, 0)
		} else {
			turn("widening", 0.8, 0)
			turn("bmc", 0.5, 0)
		}
		turn("value+predicate", 0.5, 0)
		turn("predicate", 0.5, 0)
		turn("arrays", 0.3, 1)
		if f.regions == 0 {
			turn("quantified", 0.2, 2)
		}
	default: // flags, states, counters
		turn("value", 0.8, 0)
		if f.recursive { // guessing and checking the results of procedures ends before other engines have unwound the recursion
			turn("segments", guesses(f), 0)
		}
		turn("value+predicate", 0.7, 0)
		turn("pdr", 0.8, 0)
		if f.few.Sole {
			// The single run has not ended. If it never ends, the same few states of a counter or an automaton may
			// recur, and an induction over some rounds shows that.
			turn("bmc", 1.2, 0)
		} else {
			turn("bmc", 0.5, 0)
		}
		turn("predicate", 0.3, 0)
		turn("widening", 0.6, 0)
		if !f.recursive {
			turn("segments", guesses(f), 0)
		}
		turn("arrays", 0.2, 1)
		turn("quantified", 0.2, 1)
	}
	for _, rare := range []turnOf{{engine: "segments", ticks: 0.4 * halfSecond, from: 2}, {engine: "pdr", ticks: 0.3 * halfSecond, from: 2}} {
		if !slices.ContainsFunc(plan, func(t turnOf) bool { return t.engine == rare.engine }) {
			plan = append(plan, rare)
		}
	}
	if f.few.Deep && !f.few.Runs {
		turn("exhaustive", 0.1, 3)
	}
	return plan
}

// guesses returns the work limit of the engine segments for a program without arrays, in half seconds. The engine
// guesses claims from runs and checks them. Without arrays it guesses polynomials, conditions between variables, and
// results of recursive procedures, and ends soon.
func guesses(f features) float64 {
	if f.recursive {
		return 0.8
	}
	return 0.4
}

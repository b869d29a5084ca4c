// Floating operations on error paths.

package predicate

import (
	"slices"

	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// Limits of the question whether a path is feasible, for circuits of floating operations. An undecided path is passed
// to the decision of single paths.
const (
	pathWordConflicts = 10 * predicate.WordConflicts
	pathWordWork      = 3 * predicate.WordWork
)

// computed returns the known results of floating operations in all blocks.
func (t *Trace) computed() []words.Known {
	var out []words.Known
	for _, b := range t.Blocks {
		out = append(out, b.Computed...)
	}
	return out
}

// Floats reports whether the path has floating operations.
func (t *Trace) Floats() bool {
	return slices.ContainsFunc(t.Blocks, func(b Block) bool { return len(b.Computed) > 0 })
}

// bound adds formulas that follow from bounds of the operands of floating operations, each to the block of its
// operation, so that interpolants can mention bounds.
func (t *Trace) bound() {
	if !t.Floats() {
		return
	}
	var all []*smt.Term
	of := map[*smt.Term]int{}
	for i, b := range t.Blocks {
		all = append(all, b.Formulas...)
		for _, k := range b.Computed {
			of[k.T] = i
		}
	}
	for _, f := range words.UnknownBounds(t.coder.Builder(), all, t.coder.Interval, t.computed()) {
		b := &t.Blocks[of[f.T]]
		b.Formulas = append(b.Formulas, f.Implication)
	}
}

package predicate

import (
	"slices"

	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/words"
)

// Bounds of the question whether a path can be taken, where it is about circuits of floating
// operations. What is not decided goes to who decides single paths.
const (
	pathWordConflicts = 10 * predicate.WordConflicts
	pathWordWork      = 3 * predicate.WordWork
)

// computed is what floating operations give in all blocks.
func (t *Trace) computed() []words.Known {
	var out []words.Known
	for _, b := range t.Blocks {
		out = append(out, b.Computed...)
	}
	return out
}

// Floats reports whether there are floating operations.
func (t *Trace) Floats() bool {
	return slices.ContainsFunc(t.Blocks, func(b Block) bool { return len(b.Computed) > 0 })
}

// bound adds to the formulas what follows from bounds of the operands of floating operations: each
// in the block of the operation, so that interpolants can speak of bounds.
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

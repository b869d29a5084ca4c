package predicate

import (
	"slices"

	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt/words"
)

// pathWordConflicts bounds the question whether a path can be taken, where it is about circuits of
// floating operations.
const pathWordConflicts = 10 * predicate.WordConflicts

// computed is what floating operations give in all blocks.
func (t *Trace) computed() []words.Known {
	var out []words.Known
	for _, b := range t.Blocks {
		out = append(out, b.Computed...)
	}
	return out
}

// floats reports whether there are floating operations.
func (t *Trace) floats() bool {
	return slices.ContainsFunc(t.Blocks, func(b Block) bool { return len(b.Computed) > 0 })
}

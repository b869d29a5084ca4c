package predicate

import (
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

// computed is what floating operations give in all blocks.
func (t *Trace) computed() []words.Known {
	var out []words.Known
	for _, b := range t.Blocks {
		out = append(out, b.Computed...)
	}
	return out
}

// inWords is a solver over words that is told of all blocks; nil where there are no floating
// operations.
func (t *Trace) inWords() *words.Solver {
	known := t.computed()
	if len(known) == 0 {
		return nil
	}
	s := words.NewSolver(t.coder.Builder(), solver.Options{Proofs: true, Conflicts: pathWordConflicts}, t.coder.Interval, known)
	for _, b := range t.Blocks {
		if !s.Express(b.Formulas...) {
			break
		}
	}
	for _, b := range t.Blocks {
		for _, f := range b.Formulas {
			s.Assert(f)
		}
	}
	return s
}

// pathWordConflicts bounds the question over words whether a path can be taken.
const pathWordConflicts = 10 * predicate.WordConflicts

// Reports to observers.

package refine

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// MaxEncoded bounds the length of paths that are encoded for reports: longer paths are reported without formulas.
const MaxEncoded = 20_000

// Observe completes an iteration by what and reports it. it is nil if there is no observer.
func (r *Session) Observe(it *Iteration, what func(*Iteration)) {
	if it == nil {
		return
	}
	what(it)
	if it.Domain != r.domain {
		it.Instead = r.domain
		r.domain = it.Domain
	}
	r.Options.Observe(it)
}

// Deeper reports how far an engine that unrolls the program has come without an error.
func (r *Session) Deeper(it *Iteration) {
	r.Outcome.SoFar = it.Deeper
	if r.Options.Observe != nil {
		r.Options.Observe(it)
	}
}

// Encode adds the formulas of its path to an iteration, which is nil if there is no observer. A path with more than
// most steps gets none.
func (r *Session) Encode(it *Iteration, most int) {
	if it == nil || len(it.Path) > most {
		return
	}
	b := smt.NewBuilder()
	if p, err := formula.Encode(r.Ctx, b, r.Slice, it.Path); err == nil {
		it.Formula, it.Builder = p, b
	}
}

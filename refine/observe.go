// Reports to observers.

package refine

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// MaxEncoded bounds the length of paths that are encoded for reports: longer paths are reported without formulas.
const MaxEncoded = 20_000

// Observe completes the iteration "it" with the function "what", and reports it. Without an observer the iteration is
// nil, and Observe does nothing.
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

// Encode adds the formulas of its path to the iteration "it", unless the path has more than the given number of
// steps. Without an observer the iteration is nil, and Encode does nothing.
func (r *Session) Encode(it *Iteration, most int) {
	if it == nil || len(it.Path) > most {
		return
	}
	b := smt.NewBuilder()
	if p, err := formula.Encode(r.Ctx, b, r.Slice, it.Path); err == nil {
		it.Formula, it.Builder = p, b
	}
}

package refine

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/smt"
)

// MaxEncoded bounds the paths that formulas are made for: longer ones are shown without.
const MaxEncoded = 20_000

// Observe tells the observer of an iteration, with what has become known of it; it is nil where
// nobody observes.
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

// Deeper says how far an engine that writes the program out has come without an error.
func (r *Session) Deeper(it *Iteration) {
	r.Outcome.SoFar = it.Deeper
	if r.Options.Observe != nil {
		r.Options.Observe(it)
	}
}

// Encode adds the formulas of its path to an iteration; it is nil where nobody observes. A path of
// more steps than most is shown without.
func (r *Session) Encode(it *Iteration, most int) {
	if it == nil || len(it.Path) > most {
		return
	}
	b := smt.NewBuilder()
	if p, err := formula.Encode(r.Ctx, b, r.Slice, it.Path); err == nil {
		it.Formula, it.Builder = p, b
	}
}

package auto

import (
	"github.com/whet-mc/whet/refine/invariants"
)

// Invariants of loop heads that one engine of auto has found, and proved by abstract
// interpretation, are good predicates for those that look for predicates path by path: the bounds
// that these would find one by one, j <= 1, j <= 2, …, are there at once. They are taken as
// predicates, not as facts: the abstraction asks the solver of each whether it holds, so that
// nobody has to believe anybody.

// Prove tells the other engines what holds at loop heads.
func (v *view) Prove(heads []invariants.Invariant) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.freshProved[v.engine] = append(v.freshProved[v.engine], heads...)
}

// Proved are the invariants that other engines shared in earlier rounds.
func (v *view) Proved() []invariants.Invariant {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.proved
}

package auto

import (
	"github.com/whet-mc/whet/refine/invariants"
)

// Invariants of loop heads that one engine of auto has proved by abstract interpretation are good predicates for
// engines that learn predicates path by path. Such an engine would find the bounds one by one (j <= 1, j <= 2, …);
// the invariants give it the right ones at once. They are used as predicates, not as facts: the abstraction asks the
// solver whether each of them holds, so no engine has to trust another.

// Prove shares invariants of loop heads with the other engines.
func (v *view) Prove(heads []invariants.Invariant) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.freshProved[v.engine] = append(v.freshProved[v.engine], heads...)
}

// Proved returns the invariants that were shared in earlier rounds.
func (v *view) Proved() []invariants.Invariant {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.proved
}

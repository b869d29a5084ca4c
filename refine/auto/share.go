// Exchange between the engines of auto: decided prefixes of error paths.

package auto

import (
	"math/bits"
	"sync"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
)

// shared is the knowledge that the engines of auto exchange: how far error paths are feasible, decided exactly, and
// invariants of loops that were proved on the way. An engine does not solve a path again if another engine has found
// a prefix of the path infeasible, or has found that the solver cannot decide the whole path.
//
// An engine sees only its own results and the results of other engines from earlier rounds, so that the speed of the
// engines does not matter.
type shared struct {
	mu    sync.Mutex
	known map[prefix]*feasible.Result   // results of all engines in earlier rounds
	fresh []map[prefix]*feasible.Result // results of each engine in this round

	proved      []invariants.Invariant   // invariants of loop heads from earlier rounds: share_invariants.go
	freshProved [][]invariants.Invariant // invariants of loop heads of each engine in this round
}

// prefix is a 128-bit hash of the beginning of a path. A collision is practically impossible and would be harmless:
// the shared result only explains why a path taught nothing, and only the verdict unknown depends on it.
type prefix [2]uint64

// with returns the prefix extended by a step.
func (p prefix) with(s cfa.Step) prefix {
	x := uint64(s.Edge.ID)<<2 | uint64(s.Kind) + 1<<62
	for i, k := range [2]uint64{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f} {
		hi, lo := bits.Mul64(p[i]^x, k)
		p[i] = hi ^ lo + k
	}
	return p
}

func newShared(engines int) *shared {
	return &shared{known: map[prefix]*feasible.Result{}, fresh: make([]map[prefix]*feasible.Result, engines), freshProved: make([][]invariants.Invariant, engines)}
}

// between ends a round: it makes the new results visible to all engines.
func (s *shared) between() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.fresh {
		for id, r := range m {
			if s.known[id] == nil {
				s.known[id] = r // the result of the first engine, independent of map order
			}
		}
		s.fresh[i] = nil
	}
	for i, p := range s.freshProved {
		s.proved = append(s.proved, p...)
		s.freshProved[i] = nil
	}
}

// view is the view that one engine has of the shared knowledge.
type view struct {
	*shared
	engine int
}

// Known returns the known result for the path or for a prefix of it, or nil.
func (v *view) Known(path cfa.Path) *feasible.Result {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.known)+len(v.fresh[v.engine]) == 0 {
		return nil
	}
	var p prefix
	for i, s := range path {
		p = p.with(s)
		r := v.fresh[v.engine][p]
		if r == nil {
			r = v.known[p]
		}
		// A prefix counts only if it is infeasible; other results only count for the whole path.
		if r != nil && (r.Status == feasible.Infeasible || i == len(path)-1) {
			return r
		}
	}
	return nil
}

// Note records a result for a path. Inputs that take a path are not shared: the engine that found them uses them.
func (v *view) Note(path cfa.Path, r *feasible.Result) {
	if r.Status == feasible.Feasible {
		return
	}
	if r.Status == feasible.Infeasible && r.Step >= 0 && r.Step < len(path) {
		path = path[:r.Step+1]
	}
	var p prefix
	for _, s := range path {
		p = p.with(s)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.fresh[v.engine] == nil {
		v.fresh[v.engine] = map[prefix]*feasible.Result{}
	}
	v.fresh[v.engine][p] = r
}

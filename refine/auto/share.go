package auto

import (
	"math/bits"
	"sync"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine/feasible"
	"github.com/whet-mc/whet/refine/invariants"
)

// shared is what the engines of auto tell each other: how far error paths can be taken, exactly,
// and invariants of loops that were proved in passing. A path that begins as one does that an
// engine has found to be infeasible, or beyond the solver, is not solved again when another engine
// comes to it.
//
// So that it does not matter how fast they are, an engine sees what the others have found out in
// earlier rounds only, and what it has found out itself.
type shared struct {
	mu    sync.Mutex
	known map[prefix]*feasible.Result   // of all, in the rounds before
	fresh []map[prefix]*feasible.Result // of each engine, in this round

	proved      []invariants.Invariant   // invariants of loop heads: share_invariants.go
	freshProved [][]invariants.Invariant // likewise
}

// prefix stands for the beginning of a path: a hash of 128 bits. That two have the same is next to
// impossible, and would do no harm: what is taken over is a reason why nothing was learnt from a
// path, on which no verdict rests but an unknown one.
type prefix [2]uint64

// with is the prefix that is longer by a step.
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

// between ends a round.
func (s *shared) between() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.fresh {
		for id, r := range m {
			if s.known[id] == nil {
				s.known[id] = r // the first engine's, whatever the order of the map
			}
		}
		s.fresh[i] = nil
	}
	for i, p := range s.freshProved {
		s.proved = append(s.proved, p...)
		s.freshProved[i] = nil
	}
}

// view is how one engine sees it.
type view struct {
	*shared
	engine int
}

// Known is what is known of the path, or of one that it begins with; nil: nothing.
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
		// What is not known of the beginning can be known of the whole.
		if r != nil && (r.Status == feasible.Infeasible || i == len(path)-1) {
			return r
		}
	}
	return nil
}

// Note notes what was found out of a path. Inputs that lead along it are used once, by whoever has
// found them.
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

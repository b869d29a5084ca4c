// The loop of a run: exploration, refinement, and the verdict at the end.

package widening

import (
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
)

const (
	nearby    = 8   // this many nodes near an error count as one refinement
	lookNodes = 200 // nodes between checks whether test runs are due
)

func (r *run[E]) run(nodes, refinements int) turnResult {
	refined := 0
	for {
		if r.Test(r.Outcome.Stats.Posts + r.x.Stats.Posts) {
			return decided
		}
		r.Progress("exploring", r.Outcome.Stats.States+r.x.Stats.Nodes, r.x.Frontier())
		began := time.Now()
		res, n := r.x.Run(r.Ctx, min(nodes, r.x.Stats.Nodes+lookNodes))
		r.Outcome.Stats.Explore += time.Since(began)
		switch res {
		case dag.Stopped:
			r.Outcome.Reason = reason.Ended(r.Ctx)
			return decided
		case dag.Paused:
			if r.x.Stats.Nodes >= nodes {
				return cutOff
			}
		case dag.Exhausted:
			return r.exhausted()
		case dag.Found, dag.Near:
			began = time.Now()
			res := r.errorNode(n)
			r.Outcome.Stats.Refine += time.Since(began)
			if res != cutOff {
				return res
			}
			if refined++; n.Place.Target() {
				refined += nearby - 1
			}
			limit := refinements * nearby
			if r.moves {
				limit /= nodesFactor
			}
			switch {
			case refined < limit:
			case r.moves || !r.x.Gradual():
				return cutOff
			default:
				// In octagons, repairs may exclude one more round of a loop each, without end. The exploration starts
				// again, because their bounds would hinder better bounds.
				r.moves, refined = true, 0
				r.retire()
				r.start()
			}
		}
	}
}

// exhausted ends an exploration that found no further error: it checks the result and claims SAFE, or fails.
func (r *run[E]) exhausted() turnResult {
	for _, e := range r.x.Skipped() {
		if !r.errs[e.Op.(*cfa.Call).Callee] {
			continue
		}
		r.LeaveOpen(e.From, reason.Newf(reason.Unsuited, "depends on the recursion of %s", e.Op.(*cfa.Call).Callee.Name).At(e.Pos))
		return failed
	}
	if r.open {
		return failed
	}
	if err := r.x.Closed(); err != nil {
		// A bug in the exploration, or a comparison of polyhedra that reached its limit: claim nothing.
		r.Undecided = reason.New(reason.Unproved, "the reached states did not check: "+err.Error())
		return failed
	}
	r.Proved(refine.Claims{Invariants: r.reached, Annotations: r.proof})
	return decided
}

func (r *run[E]) finish() {
	r.retire()
	c := &refine.Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for _, p := range r.x.Places() {
		c.States[p.Loc.ID] += len(p.Nodes)
	}
	r.Outcome.Coverage = c
	r.Outcome.Precision = r.Vocabulary().Cells(r.prec)
	r.observeEnd()
}

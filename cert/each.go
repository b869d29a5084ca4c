package cert

import (
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// together is how many formulas of an annotation are proved at once. Each of many follows from a few
// others, which the solver sees soon; that one of all might fail it has to exclude case by case.
const (
	together = 8
	eachTurn = 30_000 // units of package effort for one of many
)

// oneByOne proves each formula of a conjunction by itself, where there are many: by one solver, which
// knows what it has learnt for the others, with a proof of its own that is checked. Where it is false
// nothing is proved, and they may still hold.
func (x *checker) oneByOne(s *state, conj []*smt.Term) bool {
	if len(conj) <= together {
		return false
	}
	all := append(slices.Clone(s.cond), conj...)
	if len(x.operandsIn(all)) > 0 || smt.Multiplied(all...) {
		return false // these are asked about in other ways: see refute
	}
	some, _ := x.relevant(all)
	given := append(slices.Clone(s.cond), some...)
	given = append(given, x.sumsIn(append(given, conj...))...)
	given = append(given, x.rangesIn(append(given, conj...))...)
	q := solver.New(x.b, solver.Options{Proofs: true, NoProducts: true})
	for _, f := range given {
		q.Assert(f)
	}
	for _, f := range conj {
		ctx, release := partOf(x.ctx, eachTurn)
		x.stats.Queries++
		status := q.Check(ctx, x.b.Not(f))
		release()
		if status == solver.Unknown { // words may do better
			if status, _ = x.refute(append(slices.Clip(given), x.b.Not(f))); status == solver.Unsat {
				continue
			}
		}
		if status != solver.Unsat {
			return false
		}
		p, err := q.Proof()
		if err != nil || x.checkProof(x.b, append(slices.Clip(given), x.b.Not(f)), p, func() bool { return effort.Done(x.ctx) }) != nil || x.stopped() != nil {
			return false
		}
	}
	return true
}

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
	eachTurn = 15_000 // units of package effort for one of many, at first
	lastTurn = 64 * eachTurn
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
	// What is hard is asked again when the others have taught something, with more work, and by a
	// solver that knows nothing yet: a search may be lucky.
	open := conj
	for units := int64(eachTurn); len(open) > 0; units *= turnGrowth {
		if units > lastTurn {
			return false
		}
		var left []*smt.Term
		for _, f := range open {
			status := x.proveBy(q, given, f, units)
			if status == solver.Unknown {
				status, _, _ = x.limited(units, append(slices.Clip(given), x.b.Not(f)))
			}
			switch {
			case x.stopped() != nil || status == solver.Sat:
				return false
			case status == solver.Unknown:
				left = append(left, f)
			}
		}
		open = left
	}
	return true
}

// proveBy has a solver that has been given formulas prove another one, and checks the proof.
func (x *checker) proveBy(q *solver.Solver, given []*smt.Term, f *smt.Term, units int64) solver.Status {
	ctx, release := partOf(x.ctx, units)
	defer release()
	x.stats.Queries++
	status := q.Check(ctx, x.b.Not(f))
	if status != solver.Unsat {
		return status
	}
	p, err := q.Proof()
	if err != nil || x.checkProof(x.b, append(slices.Clip(given), x.b.Not(f)), p, func() bool { return effort.Done(x.ctx) }) != nil {
		return solver.Unknown
	}
	return solver.Unsat
}

// This file proves the formulas of a long conjunction one by one.

package cert

import (
	"slices"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// together is the number of formulas that are still proved at once. In a long conjunction each formula follows from a
// few others, which the solver finds quickly. To prove all formulas at once, it would have to exclude the failure of
// each of them, case by case.
const (
	together = 8             // formulas; the formulas of a longer conjunction are proved one by one
	eachTurn = 15_000        // units of package effort for the first attempt at one formula
	lastTurn = 64 * eachTurn // units for the last attempt at one formula
)

// oneByOne proves each formula of a long conjunction separately. One solver proves all of them, so that it can reuse
// what it has learnt, and each proof is checked. The result false means that nothing is proved; the formulas may
// still hold.
func (x *checker) oneByOne(s *state, conj []*smt.Term) bool {
	if len(conj) <= together {
		return false
	}
	all := append(slices.Clone(s.cond), conj...)
	if len(x.operandsIn(all)) > 0 || smt.Multiplied(all...) {
		return false // refute has other ways to prove formulas about floating operations and products
	}
	some, _ := x.relevant(all)
	given := append(slices.Clone(s.cond), some...)
	given = append(given, x.sumsIn(append(given, conj...))...)
	given = append(given, x.rangesIn(append(given, conj...))...)
	q := solver.New(x.b, solver.Options{Proofs: true, NoProducts: true})
	for _, f := range given {
		q.Assert(f)
	}
	// A formula that is not proved is tried again, with more work, after the solver has learnt from the others. Each try
	// that gives no answer is repeated at once with a new solver, because it searches differently.
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

// proveBy has the solver q, which assumes the formulas in `given`, prove f with a limit of work, and checks the
// proof.
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

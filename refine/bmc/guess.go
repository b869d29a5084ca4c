package bmc

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula/unroll"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Invariants that are guessed and proved (Houdini: Flanagan, Leino, FME 2001; with induction: Kahsai, Ge, Tinelli,
// NFM 2011). The candidates for all loop heads are reduced as follows: a candidate is dropped if it does not hold
// when the loop is entered, or after a round before which all remaining candidates hold. This is repeated until no
// candidate is dropped. The remaining candidates are invariants, which may suffice to exclude the errors.

const (
	mostDrops      = 60    // limit of rounds that drop candidates
	guessInstances = 3_000 // unrolled locations of one round
	guessConflicts = 300   // conflict limit of a question about candidates
	// unanswered questions about candidates, after which the rest is dropped
	mostOpen    = 8
	guessRounds = 2 // rounds of an induction that uses the invariants
)

// guess finds invariants and tries an induction with them. It reports whether the program is proved safe.
func (r *run) guess() bool {
	if r.engine.NoInduction || r.Slice.Arith == cfa.Real || r.Undecided.Given() {
		return false
	}
	candidates := candidatesOf(r.Slice)
	if len(candidates) == 0 {
		return false
	}
	if r.invariants == nil {
		r.invariants = r.passing()
	}
	r.keep = candidates
	if !r.houdini() {
		r.keep = nil
		return false
	}
	for k := 1; k <= guessRounds && !r.spent(); k++ {
		if r.inductIn(k, false) {
			r.safe(&annotate.Annotations{Induction: k})
			return true
		}
	}
	r.keep = nil
	return false
}

// houdini drops candidates until the others are inductive, and reports whether some remain.
func (r *run) houdini() bool {
	ctx, release := effort.Limit(r.Ctx, mostWork)
	defer release()
	for range mostDrops {
		if r.spent() || effort.Done(ctx) {
			return false
		}
		b := smt.NewBuilder()
		u := unroll.New(b, r.Slice, unroll.Options{Induct: &unroll.Induct{K: 1, Invariants: r.invariants, Keep: r.keep}})
		_, ok := u.Grow(func() bool { return r.spent() || u.Instances > min(guessInstances, r.most) }, 1, 0)
		r.past += u.Instances
		if !ok || len(u.Cuts()) > 0 {
			return false
		}
		facts := u.Facts()
		facts = append(facts, b.Divisions(facts...)...)
		s := solver.New(b, solver.Options{Conflicts: guessConflicts})
		for _, f := range facts {
			s.Assert(f)
		}
		bad := r.breaking(ctx, b, s, u.Broken())
		if len(bad) == 0 {
			return len(r.keep) > 0 && !r.spent()
		}
		left := map[*cfa.Loc][]cfa.Expr{}
		for head, es := range r.keep {
			for i, e := range es {
				if !bad[kept{head, i}] {
					left[head] = append(left[head], e)
				}
			}
		}
		r.keep = left
	}
	return false
}

// kept identifies a candidate by its loop head and its index there.
type kept struct {
	head  *cfa.Loc
	index int
}

// breaking returns true for the candidates that can be violated, or for which this is not known. The result is empty
// if one question shows that no candidate can be violated, or if the budget is used up before.
func (r *run) breaking(ctx context.Context, b *smt.Builder, s *solver.Solver, all []unroll.Broken) map[kept]bool {
	bad := map[kept]bool{}
	any := func(bs []unroll.Broken) *smt.Term {
		terms := make([]*smt.Term, len(bs))
		for i, x := range bs {
			terms[i] = x.Cond
		}
		return b.Or(terms...)
	}
	for len(all) > 0 && !r.spent() {
		var next []unroll.Broken
		switch s.Check(ctx, any(all)) {
		case solver.Unsat:
			return bad
		case solver.Sat:
			m, found := s.Model(), false
			for _, x := range all {
				if yes, err := m.Holds(x.Cond); err == nil && yes {
					bad[kept{x.Head, x.Index}] = true
					found = true
				}
			}
			if found {
				for _, x := range all {
					if !bad[kept{x.Head, x.Index}] {
						next = append(next, x)
					}
				}
				all = next
				continue
			}
		}
		// The solver does not decide all candidates at once: ask for each.
		open := 0
		for _, x := range all {
			k := kept{x.Head, x.Index}
			if bad[k] {
				continue
			}
			if open < mostOpen {
				status := s.Check(ctx, x.Cond)
				if status == solver.Unknown {
					open++
				}
				bad[k] = status != solver.Unsat
			} else {
				bad[k] = true
			}
		}
		return bad
	}
	return bad
}

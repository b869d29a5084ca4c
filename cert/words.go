// This file asks the solver the same question over integers and over bit-vectors. Some questions are easy for linear
// arithmetic and hard for circuits (many sums, few bits), others the other way around (values assembled from bytes,
// masks, wrapping). This cannot be predicted, so the checker alternates between both, with a larger limit of work
// each time.

package cert

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

const (
	firstTurn  = 30_000 // units of package effort for the first turn
	turnGrowth = 4      // factor of the limit from one turn to the next
)

// turns refutes formulas, alternately over the integers and over words that are wide enough for the ranges of all
// unknowns.
func (x *checker) turns(all []*smt.Term) (solver.Status, *failure) {
	// Only the translation to words knows the results of floating operations. If the formulas contain such results, a
	// model over the integers says nothing.
	floats := len(x.operandsIn(all)) > 0
	var inWords []*smt.Term
	for units := int64(firstTurn); ; units *= turnGrowth * turnGrowth {
		status, f, cut := x.limited(units, all)
		if !cut && (status == solver.Unsat || f.err != nil || !floats) {
			return status, f
		}
		if inWords == nil {
			var ok bool
			if inWords, ok = x.translated(all); !ok {
				return x.solve(x.ctx, all)
			}
		}
		switch status, f, cut = x.limited(units*turnGrowth, inWords); {
		case cut:
		case status == solver.Unsat || f.err != nil || floats:
			return status, f
		default: // the solver found no proof, perhaps because the translation lost information
			return x.solve(x.ctx, all)
		}
	}
}

// limited is solve with a limit of work. cut reports whether the limit was too small.
func (x *checker) limited(units int64, all []*smt.Term) (status solver.Status, f *failure, cut bool) {
	ctx, release := partOf(x.ctx, units)
	defer release()
	status, f = x.solve(ctx, all)
	return status, f, status == solver.Unknown && f.err == nil && effort.Done(ctx)
}

// partOf returns a context that ends after so many units of work, or when the context `whole` ends. The Err method of
// the result asks `whole` every time, so that it reports the end of `whole` at once.
func partOf(whole context.Context, units int64) (context.Context, context.CancelFunc) {
	own, release := effort.Limit(whole, units)
	return &partContext{own, whole}, release
}

// partContext is a context with a limit of its own within another context.
type partContext struct {
	context.Context
	whole context.Context
}

func (c *partContext) Err() error {
	if err := c.whole.Err(); err != nil {
		return err
	}
	return c.Context.Err()
}

// translated returns formulas over bit-vectors that are satisfiable if there is a run for which the formulas all
// hold. It returns false if there is no translation. As in rangesIn, the program model guarantees that all values are
// in their ranges. The result of a bitwise operation is translated as the operation itself, on numbers of any size.
// On the path of the run both agree, since the words of the sum that represents the result here are wide enough under
// the conditions of the path. Terms that are not on the path of the run do not matter. The same holds for the result
// of a floating operation, which is an unknown here.
func (x *checker) translated(all []*smt.Term) ([]*smt.Term, bool) {
	return words.Translate(x.b, all, func(t *smt.Term) (interval.Interval, bool) {
		r, ok := x.rangeOf(t)
		return interval.Of(r.lo, r.hi), ok && r.hasLo && r.hasHi
	}, x.knownTerms)
}

package cert

import (
	"context"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num/interval"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
	"github.com/whet-mc/whet/smt/words"
)

// The same question in two languages. Some are easy for linear arithmetic and hard for circuits
// (many sums, few bits), others the other way around (bytes that are put together, masks, what
// wraps). Which a question is cannot be seen beforehand, so each has its turn, with more work
// allowed every time.

const (
	firstTurn  = 30_000 // units of package effort for the first turn
	turnGrowth = 4      // and how many times as many for the next
)

// turns refutes formulas over the integers or, in turns, over the words that the ranges of all
// unknowns fit in.
func (x *checker) turns(all []*smt.Term) (solver.Status, *failure) {
	// What floating operations give only words know: that it can be something else over integers
	// says nothing.
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
		default: // perhaps for what they do not say
			return x.solve(x.ctx, all)
		}
	}
}

// limited is solve within a limit of work, and whether that was not enough.
func (x *checker) limited(units int64, all []*smt.Term) (status solver.Status, f *failure, cut bool) {
	ctx, release := partOf(x.ctx, units)
	defer release()
	status, f = x.solve(ctx, all)
	return status, f, status == solver.Unknown && f.err == nil && effort.Done(ctx)
}

// partOf is a context that ends after so many units of work, or when the whole does. It asks the
// whole every time, as a reader expects.
func partOf(whole context.Context, units int64) (context.Context, context.CancelFunc) {
	own, release := effort.Limit(whole, units)
	return &partContext{own, whole}, release
}

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

// translated are formulas over bit-vectors that can hold together if there is a run for which these
// hold; false: there are none. That all values are in their ranges is taken from the program model,
// as by rangesIn. What a bitwise operation made is the operation there, of numbers of any size: on
// the path of the run both are the same, since the words of the sum that it is here are wide enough
// under the conditions of the path; and what is on no path of the run decides nothing. So it is with
// what a floating operation made, an unknown here.
func (x *checker) translated(all []*smt.Term) ([]*smt.Term, bool) {
	return words.Translate(x.b, all, func(t *smt.Term) (interval.Interval, bool) {
		r, ok := x.rangeOf(t)
		return interval.Of(r.lo, r.hi), ok && r.hasLo && r.hasHi
	}, x.knownTerms)
}

package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
)

// Runs of the program on inputs made up beforehand. They cost little, find shallow bugs at once and
// deep ones that need no particular inputs, and tell the truth by construction: an error that a run
// reaches is one. They get a share of the work, counted in steps of the interpreter against
// successors computed by the explorer, not in seconds, and every run has its own seed, so that all
// is the same the next time. Most runs are short; what is left over is saved up for long ones, each
// twice as long as the one before, for bugs behind loops with many rounds.

// New returns a tester of a program and its slice.
func New(ctx context.Context, prog, slice *cfa.Program, bug func(interp.Inputs) bool) *Tester {
	return &Tester{ctx: ctx, prog: prog, slice: slice, bug: bug, limit: 100_000}
}

const (
	testSteps = 20_000  // of a short run
	testFirst = 400_000 // steps of all runs at the start
	// steps for each successor computed: a step costs about a twentieth of one
	testShare = 4
	testMost  = 50_000_000 // of a long run
)

// Random makes the runs that are due after so many successors and reports whether one found a bug.
func (t *Tester) Random(posts int) bool {
	if len(t.prog.Errors) == 0 {
		return false
	}
	for due := testFirst + testShare*posts; t.spent < due && !effort.Done(t.ctx); t.next++ {
		steps, bug := t.try(t.inputs(t.next), testSteps)
		if bug {
			return true
		}
		t.spent += steps
	}
	if t.saved+t.limit <= testShare*posts && t.limit <= testMost {
		t.saved += t.limit
		steps, bug := t.try(t.inputs(t.long), t.limit)
		if bug {
			return true
		}
		if t.long++; steps >= t.limit {
			t.limit *= 2
		}
	}
	return false
}

// try makes one run.
func (t *Tester) try(in interp.Inputs, steps int) (taken int, bug bool) {
	o := interp.Run(t.ctx, t.prog, in, interp.Options{MaxSteps: steps})
	bug = IsBug(o) && t.bug(interp.Recorded(Shrink(t.ctx, t.prog, o)))
	return o.Work + 200, bug // a start costs something, too
}

// inputs of the next run: all zero, all one, then random ones with more or less variety.
func (t *Tester) inputs(seed uint64) interp.Inputs {
	switch seed {
	case 0:
		return interp.Zero()
	case 1:
		return interp.Addresses(interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true }))
	}
	if seed%4 == 3 {
		return interp.Addresses(interp.Random(seed))
	}
	return interp.Addresses(Few(seed))
}

// Few gives mostly 0 and 1: most inputs of programs are choices.
func Few(seed uint64) interp.Inputs {
	s := seed * 0x9e3779b97f4a7c15
	return interp.Func(func(interp.Query) (num.Int, bool) {
		s ^= s << 13
		s ^= s >> 7
		s ^= s << 17
		switch k := s >> 59; {
		case k < 13:
			return num.Of(0), true
		case k < 26:
			return num.Of(1), true
		case k < 28:
			return num.Of(-1), true
		}
		return num.Of(int64(s>>20&15) - 2), true
	})
}

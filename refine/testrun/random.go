package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
)

// Runs of the program on generated inputs. They are cheap, find shallow bugs at once, and find deep bugs that need no
// particular inputs. They are exact by construction: a bug that a run shows (IsBug) is real. Test runs get a share of the
// work: an amount of the interpreter's work for each successor that the exploration computes. This is not measured in
// seconds, and every run has its own seed, so everything is reproducible. Most runs are short. If a short run does not
// end, the program may have loops with many iterations. So half of the share is saved up for long runs, each of which
// may be twice as long as the one before.

// New returns a tester of a program and its slice. It calls bug for each run that reaches an error (see Tester).
func New(ctx context.Context, prog, slice *cfa.Program, bug func(interp.Inputs) bool) *Tester {
	return &Tester{ctx: ctx, prog: prog, slice: slice, bug: bug, limit: testLong}
}

// Work of runs is interp.Outcome.Work: a unit takes about a tenth of a microsecond, a successor twenty microseconds
// or more.
const (
	testSteps = 20_000     // limit of a short run
	testFirst = 400_000    // of all short runs at the start
	testShare = 40         // for each successor computed
	testLong  = 400_000    // limit of each of the first two long runs: a million steps and more
	testMost  = 50_000_000 // largest limit of a long run
)

// Random makes the runs that are due when the exploration has computed the given number of successors. It reports whether
// a run found a bug.
func (t *Tester) Random(posts int) bool {
	if len(t.prog.Errors) == 0 {
		return false
	}
	// A short run without inputs is the same every time.
	for due := testFirst + testShare*posts/2; !t.same && t.spent < due && !effort.Done(t.ctx); t.next++ {
		work, asked, bug := t.try(t.next, testSteps)
		if bug {
			return true
		}
		t.spent += work
		t.cut = t.cut || work >= testSteps
		t.same = asked == 0
	}
	for t.cut && t.limit <= testMost && t.saved+t.limit <= testShare*posts/2 && !effort.Done(t.ctx) {
		t.saved += t.limit
		work, _, bug := t.try(longSeed(t.long), t.limit)
		if bug {
			return true
		}
		if t.long++; work >= t.limit && t.long > 1 {
			t.limit *= 2
		}
	}
	return false
}

// longSeed returns the seed of the n-th long run. An odd n gives fully random inputs. An even n gives the seeds 0, 1,
// 2, … in turn, most of which select inputs with little variety (see inputs).
func longSeed(n uint64) uint64 {
	if n%2 == 1 {
		return 2*n + 1 // 3, 7, 11, …
	}
	return n / 2
}

// try makes the run for a seed, with the limit most. It returns the work of the run, the number of inputs that the run
// read, and whether it found a bug. Inputs are not recorded, because recording may take longer than the run. Instead, a
// run that reaches an error is repeated.
func (t *Tester) try(seed uint64, most int) (work, asked int, bug bool) {
	o := interp.Run(t.ctx, t.prog, t.inputs(seed), interp.Options{MaxSteps: most, Unrecorded: true})
	if o.Kind == interp.ErrorFound {
		o = interp.Run(t.ctx, t.prog, t.inputs(seed), interp.Options{MaxSteps: most})
	}
	bug = IsBug(o) && t.bug(interp.Recorded(Shrink(t.ctx, t.prog, o)))
	return o.Work + 200, o.Asked, bug // starting a run has a cost, too
}

// inputs returns the inputs for a seed: all zero for 0, all one for 1, and random inputs for other seeds. The inputs are
// fully random if the seed has the remainder 3 modulo 4, and otherwise have little variety (Few).
func (t *Tester) inputs(seed uint64) interp.Inputs {
	var in interp.Inputs
	switch {
	case seed == 0:
		return interp.Zero()
	case seed == 1:
		in = interp.Numbers(interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true }))
	case seed%4 == 3:
		in = interp.Random(seed)
	default:
		in = interp.Numbers(Few(seed))
	}
	return interp.Addresses(interp.Letters(in))
}

// Few returns random inputs that are mostly 0 and 1, because most inputs of programs are choices.
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

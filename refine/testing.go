package refine

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// Runs of the program on inputs made up beforehand. They cost little, find shallow bugs at once and
// deep ones that need no particular inputs, and tell the truth by construction: an error that a run
// reaches is one. Between two explorations a few more are made, so that they never take more than a
// share of the time; how many is counted in steps of the interpreter, not in seconds, and every run
// has its own seed, so that all is the same the next time.

// tester makes the runs.
type tester struct {
	prog  *cfa.Program
	next  uint64 // seed of the next run
	calls int
	off   bool
}

func newTester(p *cfa.Program) *tester { return &tester{prog: p} }

const (
	testSteps = 20_000  // of one run
	testShare = 400_000 // steps of all runs at the start
	testMore  = 20_000  // and between two explorations
)

// test makes some runs and reports whether one found a bug.
func (r *run) test() bool {
	if len(r.prog.Errors) == 0 || r.testing.off {
		return false
	}
	t := r.testing
	share := testMore
	if t.calls == 0 {
		share = testShare
	}
	t.calls++
	for share > 0 && r.budget.Spent(r.ctx) == "" {
		in := t.inputs()
		o := interp.Run(r.ctx, r.prog, in, interp.Options{MaxSteps: testSteps})
		share -= o.Steps + 200
		if o.Kind == interp.ErrorFound && !o.Tainted && !o.Error.Unsupported {
			r.replay(interp.Recorded(o.Inputs), nil)
			return r.out.Verdict == Unsafe
		}
		t.next++
	}
	return false
}

// inputs of the next run: all zero, all one, then random ones with more or less variety.
func (t *tester) inputs() interp.Inputs {
	switch t.next {
	case 0:
		return interp.Zero()
	case 1:
		return interp.Addresses(interp.Func(func(interp.Query) (num.Int, bool) { return num.Of(1), true }))
	}
	if t.next%4 == 3 {
		return interp.Addresses(interp.Random(t.next))
	}
	return interp.Addresses(few(t.next))
}

// few gives mostly 0 and 1: most inputs of programs are choices.
func few(seed uint64) interp.Inputs {
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

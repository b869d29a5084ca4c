package testrun

import (
	"context"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
)

// A random run that reaches an error usually reads more inputs, and stranger ones, than necessary. Before the run is
// reported, inputs are removed and made smaller as long as the program still fails (delta debugging: Zeller,
// Hildebrandt, TSE 2002). Each attempt is a run, so the result needs no justification; attempts are counted, not
// timed.

const (
	shrinkRuns  = 400       // attempts
	shrinkSteps = 3_000_000 // of all attempts together
)

// shrinking is the state of Shrink: the smallest failing run so far.
type shrinking struct {
	ctx   context.Context
	prog  *cfa.Program
	best  *interp.Outcome
	runs  int
	steps int
}

// Shrink returns the inputs of the smallest failing run that it finds. o is a failing run.
func Shrink(ctx context.Context, prog *cfa.Program, o *interp.Outcome) []interp.Taken {
	s := &shrinking{ctx: ctx, prog: prog, best: o}
	for again := true; again && s.open(); {
		before := s.best
		s.chunks(func(v []num.Int, from, to int) []num.Int { return append(v[:from:from], v[to:]...) })
		s.chunks(func(v []num.Int, from, to int) []num.Int {
			for i := from; i < to; i++ {
				if !s.pointer(i) {
					v[i] = num.Int{}
				}
			}
			return v
		})
		s.each()
		again = s.best != before
	}
	return s.best.Inputs
}

// Smallest returns a run to the error of o, with few and small inputs: the run with the inputs that Shrink finds, if it reaches the same
// error, and else o. o must have its path.
func Smallest(ctx context.Context, prog *cfa.Program, o *interp.Outcome) *interp.Outcome {
	small := interp.Run(ctx, prog, interp.Recorded(Shrink(ctx, prog, o)), interp.Options{MaxSteps: max(o.Work, 1), Trace: true})
	if IsBug(small) && small.Loc == o.Loc {
		return small
	}
	return o
}

// open reports whether another attempt is allowed.
func (s *shrinking) open() bool {
	return s.runs < shrinkRuns && s.steps < shrinkSteps && !effort.Done(s.ctx)
}

// values returns the inputs of the smallest failing run.
func (s *shrinking) values() []num.Int {
	v := make([]num.Int, len(s.best.Inputs))
	for i, t := range s.best.Inputs {
		v[i] = t.Value
	}
	return v
}

// pointer reports whether input i is an address. Addresses are not changed.
func (s *shrinking) pointer(i int) bool { return s.best.Inputs[i].Input.Pointer }

// chunks tries a change on all inputs, then on each half of them, on each quarter, and so on.
func (s *shrinking) chunks(change func(v []num.Int, from, to int) []num.Int) {
	for size := len(s.best.Inputs); size > 0; size /= 2 {
		for from := 0; from < len(s.best.Inputs) && s.open(); {
			if to := min(from+size, len(s.best.Inputs)); !s.try(change(s.values(), from, to)) {
				from = to
			}
		}
	}
}

// each tries to make each input smaller: to 0, 1 or -1, or to half of it as often as possible.
func (s *shrinking) each() {
	for i := 0; i < len(s.best.Inputs) && s.open(); i++ {
		for _, k := range []int64{0, 1, -1} {
			s.set(i, num.Of(k))
		}
		for i < len(s.best.Inputs) && s.set(i, s.best.Inputs[i].Value.Quo(num.Of(2))) && s.open() {
		}
	}
}

// set tries the value x for input i, if x is smaller, and reports whether the run was kept.
func (s *shrinking) set(i int, x num.Int) bool {
	if i >= len(s.best.Inputs) || s.pointer(i) || weight(x) >= weight(s.best.Inputs[i].Value) {
		return false
	}
	v := s.values()
	v[i] = x
	return s.try(v)
}

// try runs the program on the values, followed by zeros. It keeps the run if that fails and is smaller than the best one,
// and reports whether it did.
func (s *shrinking) try(values []num.Int) bool {
	next := 0
	in := interp.Func(func(interp.Query) (num.Int, bool) {
		next++
		if next <= len(values) {
			return values[next-1], true
		}
		return num.Int{}, true
	})
	o := interp.Run(s.ctx, s.prog, in, interp.Options{MaxSteps: s.best.Work + 1})
	s.runs++
	s.steps += o.Work
	if !IsBug(o) || !smaller(o, s.best) {
		return false
	}
	s.best = o
	return true
}

// IsBug reports whether a run shows a bug.
func IsBug(o *interp.Outcome) bool {
	return o.Kind == interp.ErrorFound && !o.Tainted && o.Error.IsBug()
}

// smaller reports whether the failing run a is smaller than b: by the number of inputs, then of steps, then by the
// size of values.
func smaller(a, b *interp.Outcome) bool {
	switch {
	case len(a.Inputs) != len(b.Inputs):
		return len(a.Inputs) < len(b.Inputs)
	case a.Steps != b.Steps:
		return a.Steps < b.Steps
	}
	x, y := 0, 0
	for i := range a.Inputs {
		x += weight(a.Inputs[i].Value)
		y += weight(b.Inputs[i].Value)
	}
	return x < y
}

// weight measures the size of a value: twice its bits, plus one for a minus sign.
func weight(x num.Int) int {
	w := 2 * x.Big().BitLen()
	if x.Sign() < 0 {
		w++
	}
	return w
}

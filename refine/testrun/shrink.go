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
	shrinkRuns  = 400
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

// Shrink returns the inputs of a smaller failing run.
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

func (s *shrinking) open() bool {
	return s.runs < shrinkRuns && s.steps < shrinkSteps && !effort.Done(s.ctx)
}

func (s *shrinking) values() []num.Int {
	v := make([]num.Int, len(s.best.Inputs))
	for i, t := range s.best.Inputs {
		v[i] = t.Value
	}
	return v
}

// pointer reports whether an input is an address: addresses are not changed.
func (s *shrinking) pointer(i int) bool { return s.best.Inputs[i].Input.Pointer }

// chunks tries a change on smaller and smaller parts of the inputs.
func (s *shrinking) chunks(change func(v []num.Int, from, to int) []num.Int) {
	for size := len(s.best.Inputs); size > 0; size /= 2 {
		for from := 0; from < len(s.best.Inputs) && s.open(); {
			if to := min(from+size, len(s.best.Inputs)); !s.try(change(s.values(), from, to)) {
				from = to
			}
		}
	}
}

// each makes individual inputs smaller.
func (s *shrinking) each() {
	for i := 0; i < len(s.best.Inputs) && s.open(); i++ {
		for _, k := range []int64{0, 1, -1} {
			s.set(i, num.Of(k))
		}
		for i < len(s.best.Inputs) && s.set(i, s.best.Inputs[i].Value.Quo(num.Of(2))) && s.open() {
		}
	}
}

// set tries another value for one input.
func (s *shrinking) set(i int, x num.Int) bool {
	if i >= len(s.best.Inputs) || s.pointer(i) || weight(x) >= weight(s.best.Inputs[i].Value) {
		return false
	}
	v := s.values()
	v[i] = x
	return s.try(v)
}

// try runs the program on the values, followed by zeros, and keeps the run if it fails and is smaller.
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

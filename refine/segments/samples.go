package segments

import (
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Runs that show which guesses are wrong, before the solver is asked about them.
const (
	runs       = 80
	runSteps   = 2_000
	mostStates = 16 // of one place
	mostOfRun  = 3  // of them from one run
	leastCell  = -1 // what the ghosts are
	mostCell   = 7
	farCell    = 3*mostCell + 2 // cells that are looked at: relations may speak of those at 2*p + 1
)

// sample drops what is not so in runs of the program, of which the search's is a slice, on random
// inputs. Cells that are not known could be any; they count as 0.
func (x *search) sample(whole *cfa.Program) {
	taken := map[*houdini.Place]int{}
	for seed := range uint64(runs) {
		if x.Stopped() {
			return
		}
		ofRun := map[*houdini.Place]int{}
		interp.Run(x.Budget(), whole, inputs(seed), interp.Options{MaxSteps: runSteps, Watch: func(v interp.View) {
			l := v.Loc()
			if !l.LoopHead {
				return
			}
			at := x.Find(l, v.Calls())
			if at == nil || ofRun[at] >= mostOfRun || taken[at] >= mostStates {
				return
			}
			ofRun[at]++
			taken[at]++
			x.look(whole, v, at)
		}})
	}
}

// look drops the guesses at a place that do not hold in a state.
func (x *search) look(whole *cfa.Program, v interp.View, at *houdini.Place) {
	b := x.B
	values := map[*smt.Term]*smt.Term{}
	for _, y := range at.Vars {
		if n, ok := v.Var(whole.Vars[y.ID]); ok {
			values[x.Coder.Plain(y)] = b.Num(num.RatOfInt(n), b.IntSort())
		}
	}
	for _, k := range x.u.arrays {
		if !at.Sees(k.arr.Proc) {
			continue
		}
		t := x.Coder.PlainArray(k.arr)
		var cells []smt.Entry
		for i := int64(leastCell); i <= farCell; i++ {
			if n, ok := v.Cell(whole.Arrays[k.arr.ID], num.Of(i)); ok {
				cells = append(cells, smt.Entry{Args: []*smt.Term{x.int(i)}, Value: b.Num(num.RatOfInt(n), b.IntSort())})
			}
		}
		values[t] = b.ArrayValue(t.Sort(), x.int(0), cells)
	}
	for p := int64(leastCell); p <= mostCell; p++ {
		for q := int64(leastCell); q <= mostCell; q++ {
			m := smt.NewModel(b)
			for t, val := range values {
				m.Set(t, val)
			}
			m.Set(x.p, x.int(p))
			m.Set(x.q, x.int(q))
			x.Drop(at, m)
		}
	}
}

// inputs are small.
func inputs(seed uint64) interp.Inputs {
	r := rand.New(rand.NewPCG(seed, 79))
	return interp.Addresses(interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Input.Kind != cfa.Nondet {
			return num.Of(int64(r.Uint32())), true
		}
		return num.Of(int64(r.IntN(8)) - int64(r.IntN(2))), true
	}))
}

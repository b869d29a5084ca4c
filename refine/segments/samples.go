package segments

import (
	"maps"
	"math/rand/v2"
	"slices"

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
	leastCell  = -1 // what the ghosts are; the cells that are looked at are those at them
	mostCell   = 7
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
func (x *search) look(whole *cfa.Program, v interp.View, place *houdini.Place) {
	b := x.B
	values := map[*smt.Term]*smt.Term{}
	for _, y := range place.Vars {
		if n, ok := v.Var(whole.Vars[y.ID]); ok {
			values[x.Coder.Plain(y)] = b.Num(num.RatOfInt(n), b.IntSort())
		}
	}
	model := func(p, q int64) *smt.Model {
		m := smt.NewModel(b)
		for t, val := range values {
			m.Set(t, val)
		}
		m.Set(x.p, x.int(p))
		m.Set(x.q, x.int(q))
		return m
	}
	ghosts := func(f func(*smt.Model)) {
		for p := int64(leastCell); p <= mostCell; p++ {
			for q := int64(leastCell); q <= mostCell; q++ {
				f(model(p, q))
			}
		}
	}
	cells := map[*cfa.Array]map[int64]bool{}
	note := func(a *cfa.Array, i int64) {
		if cells[a] == nil {
			cells[a] = map[int64]bool{}
		}
		cells[a][i] = true
	}
	at := func(m *smt.Model, a *cfa.Array, t *smt.Term) {
		if i, err := m.Eval(t); err == nil {
			if n, ok := i.Value().Int64(); ok {
				note(a, n)
			}
		}
	}
	ghosts(func(m *smt.Model) {
		for _, k := range x.u.arrays {
			at(m, k.arr, x.cell(k, x.p).Arg(1))
			at(m, k.arr, x.cell(k, x.q).Arg(1))
		}
		for _, r := range x.relations {
			for _, c := range r.cells {
				at(m, c.arr, c.at)
			}
		}
	})
	for a, list := range cells {
		if !place.Sees(a.Proc) {
			continue
		}
		t := x.Coder.PlainArray(a)
		var entries []smt.Entry
		for _, i := range slices.Sorted(maps.Keys(list)) {
			if n, ok := v.Cell(whole.Arrays[a.ID], num.Of(i)); ok {
				entries = append(entries, smt.Entry{Args: []*smt.Term{x.int(i)}, Value: b.Num(num.RatOfInt(n), b.IntSort())})
			}
		}
		values[t] = b.ArrayValue(t.Sort(), x.int(0), entries)
	}
	ghosts(func(m *smt.Model) { x.Drop(place, m) })
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

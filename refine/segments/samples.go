// States of runs on small inputs, which test and suggest guesses.

package segments

import (
	"math/rand/v2"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/houdini"
	"github.com/whet-mc/whet/smt"
)

// Limits of the runs and the states. The states refute wrong guesses before the solver checks them, and show which
// polynomials values may follow.
const (
	runs       = 80
	runSteps   = 2_000
	mostStates = 80  // states of one place
	mostOfRun  = 16  // states of one place from one run
	tried      = 16  // number of states of one place on which guesses are tested
	triedOfRun = 3   // number of these states from one run: its first ones
	enough     = 20  // states that suffice to conclude that something never happens
	mostCells  = 300 // cells of an array
	leastCell  = -1  // the least value of a ghost
	mostCell   = 7
)

// state has the known values of variables and cells in a state of a run at a place.
type state struct {
	vars  map[*cfa.Var]num.Int
	cells map[*cfa.Array]map[int64]num.Int
	tried bool
}

// value returns the value of a sum; false if a variable is unknown.
func (s *state) value(u *usage, of sum) (num.Rat, bool) {
	out := of.Constant()
	for t := range of.Terms() {
		n, ok := s.vars[u.prog.Vars[t.Var]]
		if !ok {
			return out, false
		}
		out = out.AddMul(t.Coef, num.RatOfInt(n))
	}
	return out, true
}

// address returns the position of the cell with index i of an array.
func (s *state) address(u *usage, k *asked, i int64) (int64, bool) {
	base, ok := s.value(u, k.base)
	if !ok {
		return 0, false
	}
	return base.Add(num.RatOf(k.step).Mul(num.RatOf(i))).Int64()
}

// cell returns the value of the cell with index i of an array; false if it is unknown.
func (s *state) cell(u *usage, k *asked, i int64) (num.Int, bool) {
	at, ok := s.address(u, k, i)
	if !ok {
		return num.Int{}, false
	}
	n, ok := s.cells[k.arr][at]
	return n, ok
}

// sample runs the program "whole", of which the search's program is a slice, on random inputs. It records the first
// states of each run at a place, and a random choice of later states.
func (x *search) sample(whole *cfa.Program) {
	x.states = map[*houdini.Place][]*state{}
	taken := map[*houdini.Place]int{}
	for seed := range uint64(runs) {
		if x.Stopped() {
			return
		}
		ofRun := map[*houdini.Place]int{}
		r := rand.New(rand.NewPCG(seed, 80))
		interp.Run(x.Budget(), whole, houdini.SmallInputs(seed), interp.Options{MaxSteps: runSteps, Watch: func(v interp.View) {
			l := v.Loc()
			if !l.LoopHead {
				return
			}
			at := x.Find(l, v.Calls())
			if at == nil || ofRun[at] >= mostOfRun || len(x.states[at]) >= mostStates || ofRun[at] >= triedOfRun && r.IntN(3) > 0 {
				return
			}
			s := x.see(whole, v, at)
			if s.tried = ofRun[at] < triedOfRun && taken[at] < tried; s.tried {
				taken[at]++
			}
			ofRun[at]++
			x.states[at] = append(x.states[at], s)
		}})
	}
}

// see records the state of a run at a place.
func (x *search) see(whole *cfa.Program, v interp.View, at *houdini.Place) *state {
	s := &state{vars: map[*cfa.Var]num.Int{}, cells: map[*cfa.Array]map[int64]num.Int{}}
	for _, y := range at.Vars {
		if n, ok := v.Var(whole.Vars[y.ID]); ok {
			s.vars[y] = n
		}
	}
	note := func(a *cfa.Array, i int64) {
		if n, ok := v.Cell(whole.Arrays[a.ID], num.Of(i)); ok && len(s.cells[a]) < mostCells {
			s.cells[a][i] = n
		}
	}
	for _, k := range x.u.arrays {
		if !at.Sees(k.arr.Proc) || s.cells[k.arr] != nil {
			continue
		}
		s.cells[k.arr] = map[int64]num.Int{}
		for _, i := range v.Stored(whole.Arrays[k.arr.ID]) {
			note(k.arr, i)
		}
	}
	for _, k := range x.u.arrays {
		if s.cells[k.arr] == nil {
			continue
		}
		for i := int64(leastCell); i <= mostCell; i++ {
			if at, ok := s.address(x.u, k, i); ok {
				note(k.arr, at)
			}
		}
	}
	// record the cells that relations mention
	m := x.model(s)
	x.ghosts(m, func() {
		for _, r := range x.relations {
			for _, c := range r.cells {
				if s.cells[c.arr] == nil {
					continue
				}
				if i, err := m.Eval(c.at); err == nil {
					if n, ok := i.Value().Int64(); ok {
						note(c.arr, n)
					}
				}
			}
		}
	})
	return s
}

// model returns a model with the variables of a state.
func (x *search) model(s *state) *smt.Model {
	m := smt.NewModel(x.B)
	for y, n := range s.vars {
		m.Set(x.Coder.Plain(y), x.B.Num(num.RatOfInt(n), x.B.IntSort()))
	}
	return m
}

// ghosts calls f for each pair of small values of the ghosts in the model.
func (x *search) ghosts(m *smt.Model, f func()) {
	for p := int64(leastCell); p <= mostCell; p++ {
		for q := int64(leastCell); q <= mostCell; q++ {
			m.Set(x.p, x.int(p))
			m.Set(x.q, x.int(q))
			f()
		}
	}
}

// try drops the guesses at a place that are false in a state. Unknown cells, which could have any value, count as 0.
func (x *search) try(s *state, at *houdini.Place) {
	b, m := x.B, x.model(s)
	for a, cells := range s.cells {
		var entries []smt.Entry
		for i, n := range cells {
			entries = append(entries, smt.Entry{Args: []*smt.Term{x.int(i)}, Value: b.Num(num.RatOfInt(n), b.IntSort())})
		}
		slices.SortFunc(entries, func(a, b smt.Entry) int { return a.Args[0].Value().Cmp(b.Args[0].Value()) })
		t := x.Coder.PlainArray(a)
		m.Set(t, b.ArrayValue(t.Sort(), x.int(0), entries))
	}
	x.ghosts(m, func() { x.Drop(at, m) })
}

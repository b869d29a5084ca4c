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

// Runs on small inputs show which guesses are wrong, before the solver is asked about them, and which
// polynomials values may follow.
const (
	runs       = 80
	runSteps   = 2_000
	mostStates = 80  // of one place
	mostOfRun  = 16  // of them from one run
	tried      = 16  // of them that guesses are tried at,
	triedOfRun = 3   // the first of a run
	enough     = 20  // to tell what is never so
	mostCells  = 300 // of an array
	leastCell  = -1  // what the ghosts are
	mostCell   = 7
)

// state is what a run knows of a program when it comes to a place.
type state struct {
	vars  map[*cfa.Var]num.Int
	cells map[*cfa.Array]map[int64]num.Int
	tried bool
}

// value returns the value of a sum; false where the run does not know it.
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

// address is where the cell of an array at an index is.
func (s *state) address(u *usage, k *asked, i int64) (int64, bool) {
	base, ok := s.value(u, k.base)
	if !ok {
		return 0, false
	}
	return base.Add(num.RatOf(k.step).Mul(num.RatOf(i))).Int64()
}

// cell returns the cell of an array at an index.
func (s *state) cell(u *usage, k *asked, i int64) (num.Int, bool) {
	at, ok := s.address(u, k, i)
	if !ok {
		return num.Int{}, false
	}
	n, ok := s.cells[k.arr][at]
	return n, ok
}

// sample makes runs of the program, of which the search's is a slice, on random inputs. Of the states
// of a run some are taken, at random beyond the first.
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

// see is what a run knows when it comes to a place.
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
	// what relations speak of
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

// model has the variables of a state.
func (x *search) model(s *state) *smt.Model {
	m := smt.NewModel(x.B)
	for y, n := range s.vars {
		m.Set(x.Coder.Plain(y), x.B.Num(num.RatOfInt(n), x.B.IntSort()))
	}
	return m
}

// ghosts calls f with each pair of small numbers for the ghosts in a model.
func (x *search) ghosts(m *smt.Model, f func()) {
	for p := int64(leastCell); p <= mostCell; p++ {
		for q := int64(leastCell); q <= mostCell; q++ {
			m.Set(x.p, x.int(p))
			m.Set(x.q, x.int(q))
			f()
		}
	}
}

// try drops the guesses at a place that do not hold in a state. Cells that are not known could be
// any; they count as 0.
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

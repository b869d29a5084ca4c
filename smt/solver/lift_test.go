package solver

import (
	"context"
	"fmt"
	"testing"

	"github.com/whet-mc/whet/smt"
	"pgregory.net/rapid"
)

// A machine is a random state machine, unrolled: its states are nests of conditionals over inputs
// that are formulas, and over its first state, a variable. Everything has a meaning of its own, by
// which all runs are tried.
type machine struct {
	b      *smt.Builder
	pick   func(int) int
	inputs []*smt.Term
	start  *smt.Term
	states []tree // over an assignment: the start, then the inputs
}

const machineStates, machineInputs = 4, 4

func newMachine(pick func(int) int, steps int) *machine {
	b := smt.NewBuilder()
	w := &machine{b: b, pick: pick, start: b.Var("s", b.IntSort())}
	for i := range machineInputs {
		w.inputs = append(w.inputs, b.Var(fmt.Sprint("p", i), b.BoolSort()))
	}
	w.states = []tree{{w.start, func(m []int) int { return m[0] }}}
	for range steps {
		w.states = append(w.states, w.next(1+pick(5)))
	}
	return w
}

// num is a numeral.
func (w *machine) num() tree {
	n := w.pick(machineStates + 1)
	return tree{w.b.IntNum(int64(n)), func([]int) int { return n }}
}

// next is a nest of n conditionals over a state so far.
func (w *machine) next(n int) tree {
	s := w.states[w.pick(len(w.states))]
	out := s
	if w.pick(3) == 0 {
		out = w.num()
	}
	for range n {
		c := w.test(s)
		x := w.num()
		switch w.pick(4) {
		case 0:
			x = s
		case 1:
			x = w.choose(w.test(w.states[w.pick(len(w.states))]), w.num(), s)
		case 2:
			x = w.choose(w.test(s), s, w.states[w.pick(len(w.states))])
		}
		out = w.choose(c, x, out)
	}
	return out
}

func (w *machine) choose(c, x, y tree) tree {
	return tree{w.b.Ite(c.t, x.t, y.t), func(m []int) int {
		if c.eval(m) != 0 {
			return x.eval(m)
		}
		return y.eval(m)
	}}
}

// test is a condition: mostly that s is some number.
func (w *machine) test(s tree) tree {
	if w.pick(4) == 0 {
		i := w.pick(machineInputs)
		return tree{w.inputs[i], func(m []int) int { return m[1+i] }}
	}
	k := w.num()
	if w.pick(5) == 0 {
		return tree{w.b.Le(s.t, k.t), func(m []int) int { return truth(s.eval(m) <= k.eval(m)) }}
	}
	c := tree{w.b.Eq(s.t, k.t), func(m []int) int { return truth(s.eval(m) == k.eval(m)) }}
	if w.pick(4) == 0 {
		return tree{w.b.Not(c.t), func(m []int) int { return 1 - c.eval(m) }}
	}
	return c
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runs reports whether there is an assignment that makes all formulas true.
func (w *machine) runs(fs []tree) bool {
	m := make([]int, 1+machineInputs)
next:
	for n := range machineStates << machineInputs {
		m[0] = n >> machineInputs
		for i := range machineInputs {
			m[1+i] = n >> i & 1
		}
		for _, f := range fs {
			if f.eval(m) == 0 {
				continue next
			}
		}
		return true
	}
	return false
}

// TestMachines asks whether machines reach states.
func TestMachines(t *testing.T) {
	lifted := 0
	rapid.Check(t, func(t *rapid.T) {
		w := newMachine(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }, 4)
		s := New(w.b, Options{Plain: rapid.Bool().Draw(t, "plain"), search: true})
		s.Assert(w.b.Le(w.b.IntNum(0), w.start))
		s.Assert(w.b.Lt(w.start, w.b.IntNum(machineStates)))
		var fs []tree
		for range rapid.IntRange(1, 5).Draw(t, "checks") {
			f := w.test(w.states[w.pick(len(w.states))])
			g := w.test(w.states[w.pick(len(w.states))])
			h := tree{w.b.Or(f.t, g.t), func(m []int) int { return f.eval(m) | g.eval(m) }}
			fs = append(fs, h)
			s.Assert(h.t)
			want := Unsat
			if w.runs(fs) {
				want = Sat
			}
			if got := s.Check(context.Background()); got != want {
				t.Fatalf("%v, not %v (%v)", got, want, s.Reason())
			}
			lifted += s.engine.nests.lifted
		}
	})
	if lifted == 0 {
		t.Error("no equality became a gate")
	}
}

// A wide nest must not cost more than its size times the numerals that it is compared with: the
// states of a long run, each looked up in a table of the last one.
func TestLongMachine(t *testing.T) {
	b := smt.NewBuilder()
	const steps, states = 60, 40
	s := b.Var("s", b.IntSort())
	first := s
	for i := range steps {
		next := s
		for k := range states {
			p := b.Var(fmt.Sprint("p", i, "_", k), b.BoolSort())
			next = b.Ite(b.Eq(s, b.IntNum(int64(k))), b.Ite(p, b.IntNum(int64((k+1)%states)), s), next)
		}
		s = next
	}
	for end, want := range map[int64]Status{states - 1: Sat, states: Unsat} {
		v := New(b, Options{})
		v.Assert(b.Eq(first, b.IntNum(0)))
		v.Assert(b.Eq(s, b.IntNum(end)))
		if got := v.Check(context.Background()); got != want {
			t.Errorf("state %d: %v, not %v", end, got, want)
		}
		if n := v.engine.nests.lifted; n > steps*(states+1) {
			t.Errorf("%d equalities for %d states", n, steps*states)
		}
	}
}

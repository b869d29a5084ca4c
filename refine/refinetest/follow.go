// Comparison of invariants with the states of a run.

package refinetest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/invariants"
)

// world has the known values of variables and cells in a run, by name: no name is used twice in the test programs.
type world struct {
	prog   *cfa.Program
	global map[string]num.Int
	frames []frame
}

type frame struct {
	now, old map[string]num.Int // old includes the globals
}

func (w *world) top() *frame { return &w.frames[len(w.frames)-1] }

// set applies a change reported by the interpreter.
func (w *world) set(t testing.TB, what string, x num.Int) {
	name, index, cell := strings.Cut(strings.TrimSuffix(what, "]"), "[")
	to := w.top().now
	if strings.Contains(name, "::") || // an object in a region
		slices.ContainsFunc(w.prog.Vars, func(v *cfa.Var) bool { return v.Proc == nil && v.Name == name }) ||
		slices.ContainsFunc(w.prog.Arrays, func(a *cfa.Array) bool { return a.Proc == nil && a.Name == name }) {
		to = w.global
	}
	if !cell {
		to[name] = x
		return
	}
	lo, hi, many := strings.Cut(index, "..")
	switch {
	case many && lo == "":
		lo, hi = "0", "99" // all cells that a test program can have
	case !many:
		hi = lo
	}
	a, err1 := strconv.Atoi(lo)
	b, err2 := strconv.Atoi(hi)
	if err1 != nil || err2 != nil {
		t.Fatalf("cells %q", what)
	}
	for ; a <= b; a++ {
		to[fmt.Sprintf("%s[%d]", name, a)] = x
	}
}

func (w *world) get(name string, old bool) (num.Int, bool) {
	if old {
		x, ok := w.top().old[name]
		return x, ok
	}
	if x, ok := w.top().now[name]; ok {
		return x, true
	}
	x, ok := w.global[name]
	return x, ok
}

// holds reports whether one of the cases can hold: values that the interpreter has not read yet may be anything.
func (w *world) holds(r *invariants.Invariant) bool {
	point := make([]num.Rat, len(r.Slots))
	known := make([]bool, len(r.Slots))
	for d, s := range r.Slots {
		old := s.Entry
		s.Entry = false
		if x, ok := w.get(s.Name(), old); ok {
			point[d], known[d] = num.RatOfInt(x), true
		}
	}
cases:
	for _, c := range r.Cases {
		for _, k := range c {
			all := true
			for t := range k.Expr.Terms() {
				all = all && known[t.Var]
			}
			if all && !k.Holds(point) {
				continue cases
			}
		}
		return true
	}
	return false
}

// Follow follows a run, compares its states with the invariants, and returns the number of compared states.
func Follow(t testing.TB, p *cfa.Program, rs []invariants.Invariant, o *interp.Outcome) int {
	slice, _ := p.Slice()
	by := map[*cfa.Loc]*invariants.Invariant{}
	for i := range rs {
		by[rs[i].Loc] = &rs[i]
	}
	w := &world{prog: p, global: map[string]num.Int{}, frames: []frame{{now: map[string]num.Int{}}}}
	changes := o.Changes
	compared := 0
	for i, s := range o.Path {
		if !slices.Contains(slice.Edges[s.Edge.ID].From.Out, slice.Edges[s.Edge.ID]) {
			break // no error can be reached from here on
		}
		var calls *cfa.Call
		if s.Kind == cfa.Enter {
			calls = s.Edge.Op.(*cfa.Call)
			w.frames = append(w.frames, frame{now: map[string]num.Int{}})
		} else if s.Kind == cfa.Return {
			w.frames = w.frames[:len(w.frames)-1]
		}
		for ; len(changes) > 0 && changes[0].Step <= i; changes = changes[1:] {
			c := changes[0]
			if calls != nil && !slices.ContainsFunc(calls.Callee.Params, func(v *cfa.Var) bool { return v.Name == c.What }) {
				// An argument that was unknown until now belongs to the caller.
				callee := w.frames[len(w.frames)-1]
				w.frames = w.frames[:len(w.frames)-1]
				w.set(t, c.What, c.Value)
				w.frames = append(w.frames, callee)
				continue
			}
			w.set(t, c.What, c.Value)
		}
		at := s.Edge.To
		if calls != nil {
			at = calls.Callee.Entry
			old := map[string]num.Int{}
			for n, x := range w.global {
				old[n] = x
			}
			for n, x := range w.top().now {
				old[n] = x
			}
			w.top().old = old
		}
		r := by[at]
		if r == nil {
			t.Fatalf("step %d: a run reaches %v, %v, where nothing is said to be reached", i, at, at.Pos)
		}
		if !w.holds(r) {
			t.Fatalf("step %d, %v in %s: not in any of %d cases; globals %v, locals %v", i, at.Pos, at.Proc.Name, len(r.Cases), w.global, w.top().now)
		}
		compared++
	}
	return compared
}

// Holds reports whether an invariant holds for the given values of variables.
func Holds(p *cfa.Program, r *invariants.Invariant, values map[string]num.Int) bool {
	w := &world{prog: p, global: map[string]num.Int{}, frames: []frame{{now: values}}}
	return w.holds(r)
}

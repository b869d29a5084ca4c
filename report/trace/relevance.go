package trace

import (
	"context"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// This file finds the steps of a counterexample that bear on the failure. It encodes the path as formulas as in
// Ermis, Schäf and Wies, "Error Invariants" (FM 2012), with the flow-sensitive encoding of Christ, Ermis, Schäf and
// Wies, "Flow-Sensitive Fault Localization" (VMCAI 2013): the effect of a step holds if the branches around it are
// taken, and the conditions of branches are not asserted by themselves. Together with the inputs of the run and the
// negated last condition, these formulas are contradictory. The failure needs the steps of the unsatisfiable core and
// the branches around them. Without the other steps the program would fail at the same place on the same inputs.
//
// A branch can also matter for what it prevented: its other side sets something that is read later, as in relevant
// slices (Gyimóthy, Beszédes and Forgács, "An Efficient Relevant Slicing Method for Debugging", ESEC/FSE 1999). Such
// branches are explained like the last condition (depend.go).
//
// The result only decides what is shown first; no verdict rests on it. If the formulas take too long, everything that
// the failure depends on is marked as bearing, a larger set.

const (
	maxSliced       = 300_000 // steps of the longest path that is analysed
	maxWeighed      = 1500    // steps of the longest path that is analysed by formulas
	weighConflicts  = 600
	maxWeighedReads = 4000 // pairs of an array and an index
	mostMinimised   = 60   // formulas of the largest core that is made minimal
	weighLooks      = 1200 // budget of the analysis by formulas, in units of package effort
	minimiseLooks   = 1200 // budget for making a core minimal, in the same units
	weighRounds     = 4    // rounds of finding branches that prevented something
)

// Bearing returns for each step of the path to an error whether it bears on the failure; nil if that is not known.
func Bearing(ctx context.Context, p *cfa.Program, out *refine.Outcome) []bool {
	path := out.Path
	if len(path) > maxSliced {
		return nil
	}
	last := len(path) - 1
	for last >= 0 && !decides(path[last]) {
		last--
	}
	if last < 0 {
		return nil // every run reaches the error
	}
	parent := controls(path)
	d := newDependences(p, path)
	bears, done := weigh(ctx, p, out, d, parent, last)
	// If the solver does not finish, dependences decide. They include every step that bears, and others.
	for !done {
		if bears == nil {
			bears = make([]bool, len(path))
			for i := last; i < len(path); i++ {
				bears[i] = true
			}
		}
		d.close(bears, parent)
		more := d.missed(bears)
		for _, i := range more {
			bears[i] = true
		}
		done = len(more) == 0
	}
	calls(path, bears)
	return bears
}

// weigh finds the bearing steps by formulas; all says whether the result is complete.
func weigh(ctx context.Context, p *cfa.Program, out *refine.Outcome, d *dependences, parent []int, last int) (bears []bool, all bool) {
	path := out.Path
	if len(path) > maxWeighed {
		return nil, false
	}
	ctx, cancel := effort.Limit(ctx, weighLooks)
	defer cancel()
	b := smt.NewBuilder()
	f, err := formula.Encode(ctx, b, p, path)
	if err != nil || len(f.Steps) != len(path) {
		return nil, false
	}
	w := &weighing{
		b: b, path: path, f: f, parent: parent,
		of: map[*smt.Term][]int{}, guards: map[int]*smt.Term{}, havocs: map[*smt.Term]int{},
	}
	facts := w.inputs(ctx, out)
	if facts == nil {
		return nil, false
	}
	// The conditions of branches that matter for what they prevented are explained like the last one. That can reveal
	// more such branches.
	goals := []int{last}
	for range weighRounds {
		core := w.core(ctx, facts, goals, last)
		if core == nil {
			return bears, false
		}
		bears = w.marks(core, goals, last)
		more := d.missed(bears)
		if len(more) == 0 {
			return bears, true
		}
		goals = append(goals, more...)
		slices.Sort(goals)
	}
	return bears, false
}

// core explains why the conditions of the goals hold; `last` is one of the goals. It returns nil if that takes too
// long.
func (w *weighing) core(ctx context.Context, facts []*smt.Term, goals []int, last int) []*smt.Term {
	s := solver.New(w.b, solver.Options{Proofs: true, Conflicts: weighConflicts})
	for _, t := range facts {
		s.Assert(t)
	}
	for i := range last {
		if t := w.step(i); t != nil {
			if w.of[t] == nil {
				w.of[t] = append(w.of[t], i)
			}
			s.Assert(t)
		}
	}
	var otherwise []*smt.Term
	for _, g := range goals {
		otherwise = append(otherwise, w.b.Implies(w.guard(w.parent[g]), w.b.Not(w.b.And(w.f.Steps[g].Formulas...))))
	}
	s.Assert(w.b.Or(otherwise...))
	if s.Check(ctx) != solver.Unsat {
		return nil
	}
	core := s.Core()
	if len(core) <= mostMinimised {
		few, cancel := effort.Limit(ctx, minimiseLooks)
		if least, err := s.MinimalCore(few); err == nil {
			core = least
		}
		cancel()
	}
	return core
}

// marks returns the steps of a core and of the goals, the branches and calls around them, and all steps from the last
// condition on.
func (w *weighing) marks(core []*smt.Term, goals []int, last int) []bool {
	bears := make([]bool, len(w.path))
	mark := func(i int) {
		for ; i >= 0 && !bears[i]; i = w.parent[i] {
			bears[i] = true
		}
	}
	for _, t := range core {
		for _, i := range w.of[t] {
			mark(i)
		}
	}
	for _, i := range goals {
		mark(i)
	}
	for i, s := range w.path {
		// A step that sets many cells has no formula of its own, so it cannot be excluded.
		switch s.Edge.Op.(type) {
		case *cfa.Fill, *cfa.Copy:
			mark(i)
		}
		if i >= last {
			mark(i)
		}
	}
	return bears
}

// calls adds the calls around the steps that bear.
func calls(path cfa.Path, bears []bool) {
	var open []int
	for i, s := range path {
		switch {
		case s.Kind == cfa.Enter:
			open = append(open, i)
		case s.Kind == cfa.Return && len(open) > 0:
			open = open[:len(open)-1]
		}
		for k := len(open) - 1; bears[i] && k >= 0 && !bears[open[k]]; k-- {
			bears[open[k]] = true
		}
	}
}

// weighing is the analysis of one path.
type weighing struct {
	b      *smt.Builder
	path   cfa.Path
	f      *formula.Path
	of     map[*smt.Term][]int // by assertion: the steps that it belongs to
	parent []int               // by step: the branch that the step depends on
	guards map[int]*smt.Term
	havocs map[*smt.Term]int // by version that is an input: the step that takes this input
}

// guard returns the formula that branch i, and the branches that it depends on, are taken.
func (w *weighing) guard(i int) *smt.Term {
	var chain []int
	t := w.b.True()
	for k := i; k >= 0; k = w.parent[k] {
		if g, ok := w.guards[k]; ok {
			t = g
			break
		}
		chain = append(chain, k)
	}
	for _, k := range slices.Backward(chain) {
		t = w.b.And(append([]*smt.Term{t}, w.f.Steps[k].Formulas...)...)
		w.guards[k] = t
	}
	return t
}

// step returns the formula of a step; nil if nothing is asserted for it.
func (w *weighing) step(i int) *smt.Term {
	s := w.f.Steps[i]
	if _, assume := s.Step.Edge.Op.(*cfa.Assume); assume && s.Step.Kind == cfa.Intra || len(s.Formulas) == 0 {
		return nil
	}
	return w.b.Implies(w.guard(w.parent[i]), w.b.And(s.Formulas...))
}

// inputs returns formulas for the run's inputs and for everything else that the path leaves open: all symbols that no
// step defines. Their values are from a model of the path with the values that the run assigned.
func (w *weighing) inputs(ctx context.Context, out *refine.Outcome) []*smt.Term {
	b := w.b
	s := solver.New(b, solver.Options{Conflicts: weighConflicts})
	all := w.f.Formulas()
	for _, t := range all {
		s.Assert(t)
	}
	defined := map[*smt.Term]bool{}
	values := map[int]num.Int{}
	for _, c := range out.Replay.Changes {
		values[c.Step] = c.Value
	}
	for i, st := range w.f.Steps {
		switch op := st.Renamed.(type) {
		case *cfa.Assign:
			v := b.Var(op.LHS.Name, b.IntSort())
			defined[v] = true
			if x, ok := values[i]; ok && st.Step.Kind == cfa.Intra {
				s.Assert(b.Eq(v, b.Num(num.RatOfInt(x), b.IntSort())))
			}
		case *cfa.Store:
			defined[b.Var(op.Arr.Name, b.ArraySort(b.IntSort(), b.IntSort()))] = true
		case *cfa.Havoc:
			w.havocs[b.Var(op.LHS.Name, b.IntSort())] = i
		}
		if call, ok := st.Step.Edge.Op.(*cfa.Call); ok && st.Step.Kind == cfa.Enter {
			// The formulas of a call define the callee's parameters. In a recursive call they also mention the
			// caller's parameters, which are defined already.
			for _, v := range smt.FreeVars(st.Formulas...) {
				if o, _ := w.f.Owner(v); o.Var != nil && slices.Contains(call.Callee.Params, o.Var) {
					defined[v] = true
				}
			}
		}
	}
	if s.Check(ctx) != solver.Sat {
		return nil
	}
	m := s.Model()
	facts := []*smt.Term{}
	say := func(t *smt.Term) bool {
		v, err := m.Eval(t)
		if err == nil {
			fact := b.Eq(t, v)
			if i, ok := w.havocs[t]; ok { // treated like an assignment of the step
				fact = b.Implies(w.guard(w.parent[i]), fact)
				w.of[fact] = append(w.of[fact], i)
			}
			facts = append(facts, fact)
		}
		return err == nil
	}
	var arrays []*smt.Term
	for _, v := range smt.FreeVars(all...) {
		if defined[v] {
			continue
		}
		if v.Sort().Kind == smt.Array {
			arrays = append(arrays, v)
		} else if !say(v) {
			return nil
		}
	}
	// Of an array, only the cells that are read get values. Each cell is named by the number that its index has in
	// the model; the formulas of the steps determine that the index has this number.
	var indexes []*smt.Term
	for _, i := range reads(all) {
		v, err := m.Eval(i)
		if err != nil {
			return nil
		}
		if !slices.Contains(indexes, v) {
			indexes = append(indexes, v)
		}
	}
	if len(arrays)*len(indexes) > maxWeighedReads {
		return nil
	}
	for _, a := range arrays {
		for _, i := range indexes {
			if !say(b.Select(a, i)) {
				return nil
			}
		}
	}
	return facts
}

// reads lists the indexes at which formulas read arrays.
func reads(formulas []*smt.Term) []*smt.Term {
	var indexes []*smt.Term
	seen, known := map[*smt.Term]bool{}, map[*smt.Term]bool{}
	for _, t := range formulas {
		smt.Walk(t, seen, func(*smt.Term) bool { return true }, func(t *smt.Term) {
			if t.Op() == smt.OpSelect && !known[t.Arg(1)] {
				known[t.Arg(1)] = true
				indexes = append(indexes, t.Arg(1))
			}
		})
	}
	return indexes
}

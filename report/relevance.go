package report

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Which steps of a counterexample bear on the failure. The path is taken apart into formulas as in Ermis, Schäf and Wies,
// "Error Invariants" (FM 2012), with the flow-sensitive encoding of Christ, Ermis, Schäf and Wies, "Flow-Sensitive Fault
// Localization" (VMCAI 2013): what a step does holds if the branches that it lies in are taken, and the conditions of
// the branches are not said by themselves. With the inputs of the run, and the last condition turned round, this
// contradicts itself; the steps of the unsatisfiable core, and the branches that these lie in, are what the
// failure needs. Without the others the program, on the same inputs, would fail at the same place.
//
// It only says what is shown first: nothing of a verdict rests on it. Where it would take too long, nothing is said.

const (
	maxWeighed      = 1500 // steps of a path that is analysed
	weighConflicts  = 2000
	maxWeighedReads = 4000 // pairs of an array and an index
	mostMinimised   = 60   // formulas of a core that is made minimal
	weighLooks      = 6000 // looks at the context in the checks, in which work is counted
	minimiseLooks   = 3000 // and when a core is made minimal
)

// bearing returns for each step of the path to an error whether it bears on the failure; nil where that is not known.
func bearing(ctx context.Context, p *cfa.Program, out *refine.Outcome) []bool {
	path := out.Path
	if len(path) == 0 || len(path) > maxWeighed {
		return nil
	}
	last := len(path) - 1
	for last >= 0 && !decides(path[last]) {
		last--
	}
	if last < 0 {
		return nil // every run comes here
	}
	ctx, cancel := limit(ctx, weighLooks)
	defer cancel()
	b := smt.NewBuilder()
	f, err := formula.Encode(ctx, b, p, path)
	if err != nil || len(f.Steps) != len(path) {
		return nil
	}
	w := &weighing{
		b: b, path: path, f: f, parent: controls(path),
		of: map[*smt.Term][]int{}, guards: map[int]*smt.Term{}, havocs: map[*smt.Term]int{},
	}
	facts := w.inputs(ctx, out)
	if facts == nil {
		return nil
	}
	s := solver.New(b, solver.Options{Proofs: true, Conflicts: weighConflicts})
	for _, t := range facts {
		s.Assert(t)
	}
	for i := range last {
		if t := w.step(i); t != nil {
			w.of[t] = append(w.of[t], i)
			s.Assert(t)
		}
	}
	s.Assert(b.Implies(w.guard(w.parent[last]), b.Not(b.And(f.Steps[last].Formulas...))))
	if s.Check(ctx) != solver.Unsat {
		return nil
	}
	core := s.Core()
	if len(core) <= mostMinimised {
		few, cancel := limit(ctx, minimiseLooks)
		if least, err := s.MinimalCore(few); err == nil {
			core = least
		}
		cancel()
	}
	return w.marks(core, last)
}

// marks are the steps of a core, the branches and calls that they lie in, and all from the last condition on.
func (w *weighing) marks(core []*smt.Term, last int) []bool {
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
	for i, s := range w.path {
		// What is set cell by cell has no formula of its own: nothing is said against it.
		switch s.Edge.Op.(type) {
		case *cfa.Fill, *cfa.Copy:
			mark(i)
		}
		if i >= last {
			mark(i)
		}
	}
	// Calls, outermost first, so that a call matters where something in it does.
	var calls []int
	for i, s := range w.path {
		switch {
		case s.Kind == cfa.Enter:
			calls = append(calls, i)
		case s.Kind == cfa.Return && len(calls) > 0:
			calls = calls[:len(calls)-1]
		}
		if bears[i] {
			for _, c := range calls {
				bears[c] = true
			}
		}
	}
	return bears
}

// limited is a context that ends after so many looks at it: a limit that is the same on every machine.
type limited struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func (l *limited) Err() error {
	if l.left.Add(-1) < 0 {
		l.cancel()
	}
	return l.Context.Err()
}

func limit(ctx context.Context, looks int64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	l := &limited{Context: ctx, cancel: cancel}
	l.left.Store(looks)
	return l, cancel
}

// decides reports whether a step is a condition that could have come out otherwise.
func decides(s cfa.Step) bool {
	a, ok := s.Edge.Op.(*cfa.Assume)
	if !ok || s.Kind != cfa.Intra {
		return false
	}
	c, constant := cfa.IsConst(a.Cond)
	return !constant || c.IsZero()
}

// weighing is the analysis of one path.
type weighing struct {
	b      *smt.Builder
	path   cfa.Path
	f      *formula.Path
	of     map[*smt.Term][]int // the steps of an assertion
	parent []int               // the branch that each step depends on
	guards map[int]*smt.Term
	havocs map[*smt.Term]int // the step that a version is the input of
}

// guard says that a branch, and those that it depends on, are taken.
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

// step is what is said of a step; nil where that is nothing.
func (w *weighing) step(i int) *smt.Term {
	s := w.f.Steps[i]
	if _, assume := s.Step.Edge.Op.(*cfa.Assume); assume && s.Step.Kind == cfa.Intra || len(s.Formulas) == 0 {
		return nil
	}
	return w.b.Implies(w.guard(w.parent[i]), w.b.And(s.Formulas...))
}

// inputs says what the run's inputs are, and all else that the formulas leave open. They are taken from a model of the path with the
// values that the run assigned: whatever no step defines.
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
			for _, v := range smt.FreeVars(st.Formulas...) { // of a recursive call the caller's are defined already
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
			if i, ok := w.havocs[t]; ok { // like what a step assigns
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
	// Of arrays only what is read.
	indexes := reads(all)
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

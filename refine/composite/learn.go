package composite

import (
	"errors"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cegar"
	learnPredicates "github.com/whet-mc/whet/refine/predicate"
	learnValues "github.com/whet-mc/whet/refine/value"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// Learning values and predicates from a path.

func valuesOf(n *mc.Node) *value.State { return n.State.(*product.State).Values.(*value.State) }

// refineValues learns values from a path that values contradict, as the engine value does.
func (r *run) refineValues(p cegar.Path, t *learnValues.Trace) bool {
	proof := r.checker.Choose(r.Ctx, t, r.values, r.engine.Selection)
	if proof == nil {
		return r.Stopped(learnValues.ErrNoInterpolant)
	}
	r.Outcome.Stats.Refinements++
	it := r.Iteration(p.Steps)
	if it != nil {
		it.Steps = proof.Steps()
	}
	first, grew := proof.Track(r.values, p.Nodes, valuesOf)
	r.Learnt(it)
	if !r.Prune(first, grew) {
		// Values contradict the path, but pruning does not help: try predicates.
		return r.byFormulas(p)
	}
	return false
}

// byFormulas checks the blocks of a path that values do not contradict, and learns predicates if the blocks cannot be
// passed in sequence.
func (r *run) byFormulas(p cegar.Path) bool {
	it := r.Iteration(p.Steps)
	why, over := r.Concretise(p.Steps, it)
	if over {
		return true
	}
	o := learnPredicates.Options{Conflicts: learnPredicates.PathConflicts}
	t, err := learnPredicates.NewTrace(r.Ctx, r.blocks, r.coder, p.Steps, p.Nodes, o)
	if none := (*learnPredicates.NoWayError)(nil); errors.As(err, &none) {
		r.Outcome.Stats.Refinements++
		r.Observe(it, func(*refine.Iteration) {})
		at := p.Nodes[none.To]
		r.blocks.Ask(at.Loc)
		if r.blocks.Stale(at.State.(*product.State).Block.(*predicate.State), at.Loc) {
			r.X.Prune(at)
			return false
		}
		return r.GiveUp(p.Error, reason.New(reason.Imprecise, "cannot be taken, but no predicates were found that show it"))
	}
	if err != nil {
		return r.Stopped(err)
	}
	facts := r.valueFacts(t)
	a, err := t.Check(r.Ctx, o)
	if err != nil {
		return r.Stopped(err)
	}
	switch a.Status {
	case solver.Unsat:
		share(a, facts)
		return r.refinePredicates(p.Error, t, a, it)
	case solver.Sat: // another path through the blocks
		if len(t.Approximations()) == 0 && a.Inputs != nil {
			full := r.Slice.PathIn(r.Program, a.Path)
			if r.Confirm(a.Inputs, full); r.Outcome.Verdict == refine.Unsafe {
				r.Observe(it, func(it *refine.Iteration) { it.Path, it.Formula, it.Feasible = a.Path, nil, true })
				return true
			}
		}
		if why, over = r.Decide(a.Path); over || r.Outcome.Verdict == refine.Unsafe {
			r.Observe(it, func(it *refine.Iteration) {
				it.Path, it.Formula, it.Feasible = a.Path, nil, r.Outcome.Verdict == refine.Unsafe
			})
			return true
		}
	}
	return r.Undecidable(p, it, why)
}

// valueFacts adds to each block of a trace the values that are known at the end of the block, for the variables that
// occur in any block. It returns these facts, each with the index of its block.
func (r *run) valueFacts(t *learnPredicates.Trace) map[*smt.Term]int {
	about := map[int]bool{}
	for _, b := range t.Blocks {
		for _, v := range smt.FreeVars(b.Formulas...) {
			if o, ok := r.coder.Owner(v); ok && o.Var != nil {
				about[o.Var.ID] = true
			}
		}
	}
	of := map[*smt.Term]int{}
	bld := r.coder.Builder()
	for i := range t.Blocks {
		b := &t.Blocks[i]
		valuesOf(t.Nodes[b.To]).Vars(func(v *cfa.Var, x num.Int) {
			if !about[v.ID] {
				return
			}
			f, more := r.coder.At(b.End, bld.Eq(r.coder.Plain(v), bld.Num(num.RatOfInt(x), bld.IntSort())))
			b.Formulas = append(b.Formulas, more...)
			if f.IsTrue() {
				return
			}
			if _, ok := of[f]; !ok {
				of[f] = i
				b.Formulas = append(b.Formulas, f)
			}
		})
	}
	return of
}

// share adds the values at the end of each block to the core of the next block as well: the abstraction of the next
// block gets them, so interpolants need not repeat them.
func share(a *learnPredicates.Answer, facts map[*smt.Term]int) {
	for i := len(a.Core) - 2; i >= 0; i-- {
		for _, f := range a.Core[i] {
			if at, ok := facts[f]; ok && at == i {
				a.Core[i+1] = append(a.Core[i+1], f)
			}
		}
	}
}

// refinePredicates learns from an infeasible path, and prunes the graph at the first node that was computed without
// the predicates tracked there now. Progress is argued as for the engine predicate.
func (r *run) refinePredicates(n *mc.Node, t *learnPredicates.Trace, a *learnPredicates.Answer, it *refine.Iteration) bool {
	r.Outcome.Stats.Refinements++
	if r.learnt++; r.readmit() {
		r.Observe(it, func(*refine.Iteration) {})
		return false
	}
	for i, core := range a.Core {
		if len(core) > 0 { // the block contributes to the contradiction
			r.blocks.Ask(t.Nodes[t.Blocks[i].To].Loc)
		}
	}
	facts, err := t.Interpolate(r.Ctx, a)
	if effort.Done(r.Ctx) {
		return r.Stopped(err)
	}
	// First predicates that values do not decide; then all atoms, then the clauses of the interpolants, then weakest
	// preconditions.
	r.track(t, t.Blocks, facts, atomsBeyondValues)
	r.shared.Track(r.preds, r.coder, r.learnt)
	for _, what := range []whichPredicates{allAtoms, clauses} {
		if r.coarse(t) == nil {
			r.track(t, t.Blocks, facts, what)
		}
	}
	if r.coarse(t) == nil || t.Floats() { // see the engine predicate
		more, blocks, _, err := learnPredicates.Weakest(r.Ctx, r.blocks, r.coder, t.Path, t.Nodes, learnPredicates.Options{Conflicts: learnPredicates.PathConflicts})
		if err != nil {
			return r.Stopped(err)
		}
		r.track(t, blocks, more, allAtoms)
	}
	if it != nil {
		it.Interpolants = r.writer.Interpolants(t, facts)
	}
	r.Learnt(it)
	cut := r.coarse(t)
	if cut == nil {
		return r.GiveUp(n, reason.New(reason.Imprecise, "cannot be taken, but no predicates were found that show it"))
	}
	r.Cut(cut)
	return false
}

// whichPredicates selects the predicates of facts to track.
type whichPredicates int

const (
	// atoms with a variable whose values are not tracked
	atomsBeyondValues whichPredicates = iota
	allAtoms
	clauses
)

// track adds predicates.
func (r *run) track(t *learnPredicates.Trace, blocks []learnPredicates.Block, facts []learnPredicates.Fact, what whichPredicates) {
	for _, f := range facts {
		l := t.Nodes[blocks[f.Block].To].Loc
		preds := f.Preds
		if what == clauses && f.Clauses != nil {
			preds = f.Clauses
		}
		for _, p := range preds {
			if what != atomsBeyondValues || !r.decided(p, l) {
				r.preds.Track(l, p)
			}
		}
	}
}

// decided reports whether all variables of a predicate are tracked by value at the location: then values usually
// decide the predicate.
func (r *run) decided(p *smt.Term, l *cfa.Loc) bool {
	for _, t := range smt.FreeVars(p) {
		if o, ok := r.coder.Owner(t); !ok || o.Var == nil || !r.values.Var(l, o.Var) {
			return false
		}
	}
	return true
}

// coarse returns the first node at the end of a block that was computed with fewer predicates than are tracked now,
// or nil.
func (r *run) coarse(t *learnPredicates.Trace) *mc.Node {
	for _, b := range t.Blocks {
		n := t.Nodes[b.To]
		if r.blocks.Stale(n.State.(*product.State).Block.(*predicate.State), n.Loc) {
			return n
		}
	}
	return nil
}

// Error nodes: the analysis of their paths, the repairs, and the decision about a path that no repair excludes.

package widening

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/precision"
)

const (
	fewRepairs = 4  // with more repairs in octagons, the exploration starts again when polyhedra are needed
	longPath   = 60 // steps
	mostGuards = 4  // repairs for the sake of one guard
)

// analyse calls Analyse and charges its work to the context.
func (r *run[E]) analyse(n *dag.Node[E], finest bool) *Analysis[E] {
	a := Analyse(r.x, n, finest)
	effort.Charge(r.Ctx, a.work)
	return a
}

// errorNode handles an error node. The result cutOff means that the exploration goes on.
func (r *run[E]) errorNode(n *dag.Node[E]) turnResult {
	if effort.Done(r.Ctx) {
		return cutOff
	}
	r.Progress("refining", r.Outcome.Stats.States+r.x.Stats.Nodes, r.x.Frontier())
	if n.Place.Guard != nil {
		r.guard(n)
		return cutOff
	}
	a := r.analyse(n, r.moves || r.x.Fine())
	r.look(a)
	if a.Real != nil {
		return r.decide(n, a, a.Real)
	}
	if !n.Place.Target() && r.pump(n, a) {
		r.observe(func(it *refine.Iteration) { it.Feasible = true })
		return decided
	}
	r.Outcome.Stats.Refinements++
	rs := a.Refine()
	r.repaired++
	if near := !n.Place.Target(); near {
		r.Outcome.Stats.Refinements--
		if len(rs) == 0 {
			r.x.Forget(n)
			return cutOff
		}
	}
	if len(rs) > 0 {
		r.observe(func(it *refine.Iteration) { it.Repairs = r.repairs(rs) })
		return cutOff
	}
	// The domain's preimages exclude the path, but its images do not, and no image can be made more precise.
	r.Outcome.Stats.Refinements--
	return r.decide(n, a, a.Any())
}

// guard handles a node where a word may wrap around. It excludes the node as it would exclude an error, or retracts
// the assumption that the word does not wrap. A counter that is bounded only by the width of its word yields new
// bounds for ever, so the number of attempts is limited.
func (r *run[E]) guard(n *dag.Node[E]) {
	r.guards[n.Place]++
	if more := r.guards[n.Place] <= mostGuards; more || r.Session.Options.Observe != nil {
		a := r.analyse(n, false)
		r.look(a)
		if more && a.Real == nil {
			if rs := a.Refine(); len(rs) > 0 {
				r.Outcome.Stats.Refinements++
				r.observe(func(it *refine.Iteration) { it.Repairs = r.repairs(rs) })
				return
			}
		}
		r.observe(func(it *refine.Iteration) { it.Repairs = r.letWrap(n.Place) })
	}
	r.x.LetWrap(n.Place)
}

// sameWay reports whether two paths have the same steps.
func sameWay(a, b *dag.Suffix) bool {
	for a != nil && b != nil && a.Edge == b.Edge && a.Kind == b.Kind {
		a, b = a.Next, b.Next
	}
	return a == nil && b == nil
}

// decide asks the solver about a path that the domain cannot exclude.
func (r *run[E]) decide(n *dag.Node[E], a *Analysis[E], way *dag.Suffix) turnResult {
	var path cfa.Path
	for l := way; l != nil; l = l.Next {
		if l.Skip {
			return r.giveUp(n, reason.New(reason.Unsuited, "depends on a recursion").At(l.Edge.Pos))
		}
		path = append(path, cfa.Step{Edge: l.Edge, Kind: l.Kind})
	}
	// For a long path, symbolic execution finds inputs sooner than formulas.
	if len(path) > longPath {
		if _, over := r.Concretise(path, r.it); over {
			return decided
		}
	}
	answer, why, over := arrays.Refute(r.Session, path, r.it)
	switch {
	case over:
		return decided
	case answer == nil:
		return r.exactly(n, way, path, why)
	}
	return r.infeasible(n, a, way, answer)
}

// infeasible learns from an infeasible path that the domain does not exclude.
func (r *run[E]) infeasible(n *dag.Node[E], a *Analysis[E], way *dag.Suffix, answer *arrays.Answer) turnResult {
	r.Outcome.Stats.Refinements++
	lesson := answer.Learn(r.Ctx, r.prec)
	if lesson.Keep(r.prec) {
		r.observe(func(it *refine.Iteration) {
			it.Proof = answer.Proof // the proof that the lesson was learnt from
			it.Learnt = precision.Gained(it.Precision, r.Vocabulary().Cells(r.prec))
		})
		r.retire()
		r.start()
		return cutOff
	}
	res, fine := r.finer(n, way)
	if res {
		return cutOff
	}
	if rs := a.Refine(); len(rs) > 0 {
		r.observe(func(it *refine.Iteration) { it.Repairs = r.repairs(rs) })
		return cutOff
	}
	if fine != nil && !sameWay(way, fine) && n.Place.Target() && !r.again {
		r.again = true
		defer func() { r.again = false }()
		return r.decide(n, a, fine)
	}
	if r.it != nil {
		r.it.Blind = true
	}
	return r.giveUp(n, reason.New(reason.Imprecise, "cannot be taken, but "+r.domain()+" do not see that"+r.Approximations.Because()))
}

// finer makes images on the paths to the node n more precise, where the preimages in the coarse domain are too large.
// It moves steps and joins into the finer domain. On a path that the finer domain's preimages do not exclude either,
// it evaluates operations with more cases. It reports whether it changed anything, and returns the path that the
// finer domain does not exclude, if one is left.
func (r *run[E]) finer(n *dag.Node[E], way *dag.Suffix) (bool, *dag.Suffix) {
	if r.x.Gradual() && !r.moves {
		r.moves, r.x.Moves = true, true
		if r.repaired > fewRepairs {
			r.retire()
			r.start()
			return true, nil
		}
	}
	fine := r.analyse(n, true)
	var rs []Repaired[E]
	if fine.Real == nil {
		rs = fine.Refine()
	} else if rs = fine.Split(way); len(rs) == 0 {
		rs = fine.Split(fine.Real)
	}
	if len(rs) > 0 {
		r.observe(func(it *refine.Iteration) { it.Repairs = r.repairs(rs) })
	}
	return len(rs) > 0, fine.Real
}

// exactly handles a path that formulas could not decide; why is the reason. It decides the path exactly as the
// machine computes. If that gives no verdict, it refines the images on the path.
func (r *run[E]) exactly(n *dag.Node[E], way *dag.Suffix, path cfa.Path, why reason.Reason) turnResult {
	if _, over := r.Concretise(path, r.it); over {
		return decided
	}
	if done, _ := r.finer(n, way); done {
		r.Outcome.Stats.Refinements++
		return cutOff
	}
	return r.giveUp(n, refine.Undecidable(why))
}

func (r *run[E]) giveUp(n *dag.Node[E], why reason.Reason) turnResult {
	if n.Place.Loc.Error == nil {
		r.x.Forget(n) // n is near an error; if the error is reached, its own node decides
		return cutOff
	}
	r.observe(func(it *refine.Iteration) { it.Why = refine.What(why) })
	r.LeaveOpen(n.Place.Loc, why)
	r.open = true
	if r.Tries[n.Place.Loc] >= refine.MaxTries {
		return failed
	}
	r.x.Ignore(n)
	return cutOff
}

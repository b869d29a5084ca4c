// The engine: exploration and refinement.

package value

import (
	"errors"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cegar"
)

// pause is the number of expansions between two checks for test runs.
const pause = 50_000

// Name implements refine.Engine.
func (e Engine) Name() string {
	if e.Scope == value.Full {
		return "value-full"
	}
	return "value"
}

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) {
	r := newRun(s, e)
	r.Complete()
}

func newRun(b *refine.Session, e Engine) *run {
	r := &run{engine: e}
	r.Loop = cegar.New(b, r)
	r.Restart, r.Directed = e.Restart, true
	if !b.Options.Brief {
		r.Formulas = refine.MaxEncoded
	}
	r.prec = value.NewPrecision(e.Scope)
	Begin(b.Vocabulary(), b.Start(b.Vocabulary()), r.prec, r.Slice.Start.Entry)
	r.dom = value.New(r.Slice, r.prec)
	r.dom.DropDead()
	r.checker = NewChecker(r.Slice)
	r.X = mc.New(r.Slice, r.dom, mc.Options{Order: e.Order, Pause: pause, MaxNodes: e.MaxStates, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.X.Stats().Nodes, g.Frontier)
	}})
	return r
}

// Path implements cegar.Method.
func (r *run) Path(p cegar.Path) bool {
	t := r.checker.Check(r.Ctx, p.Steps, r.engine.Selection)
	switch {
	case t.Cut.Given():
		r.Outcome.Reason = t.Cut
		return true
	case !t.Feasible():
		return r.refine(p, t)
	}
	return r.concretise(p, t)
}

// Claims implements cegar.Method.
func (r *run) Claims(g *mc.Graph) refine.Claims { return refine.GraphClaims(g) }

// Describe implements cegar.Describer.
func (r *run) Describe(it *refine.Iteration) { it.Full = r.prec.Scope() == value.Full }

// refine learns from an infeasible path, and prunes the graph at the first node whose state lacks values that the
// proof needs there. Such a node exists as long as nodes are successors of each other: if all states had the needed
// values, the contradictory step would have had no successor. Exploring the pruned edge at the new precision then
// leads to a state with these values, since the needs are inductive. So the loop makes progress even if the precision
// does not grow.
//
// If the precision does not grow, the path led through a part of the graph that was explored before something was
// learnt elsewhere. There may be many such parts, each with its own path. So after a few of them everything is
// explored anew, and the next refinement will learn something.
func (r *run) refine(p cegar.Path, t *Trace) bool {
	r.Outcome.Stats.Refinements++
	proof := r.checker.Choose(r.Ctx, t, r.prec, r.engine.Selection)
	if proof == nil {
		return r.Stopped(ErrNoInterpolant)
	}
	it := r.Iteration(p.Steps)
	if it != nil {
		it.Steps = proof.Steps()
	}
	first, grew := proof.Track(r.prec, p.Nodes, func(n *mc.Node) *value.State { return n.State.(*value.State) })
	r.Learnt(it)
	if !r.Prune(first, grew) {
		r.keep(t)
		return r.GiveUp(p.Error, reason.New(reason.Imprecise, "is excluded by values, but not by the exploration"))
	}
	return false
}

var ErrNoInterpolant = errors.New("no interpolant was found")

// concretise searches for inputs that take the path, and replays them.
func (r *run) concretise(p cegar.Path, t *Trace) bool {
	it := r.Iteration(p.Steps)
	why, over := r.Concretise(p.Steps, it)
	if over || r.Undecidable(p, it, why) {
		return true
	}
	r.keep(t)
	return false
}

// keep remembers an undecided path.
func (r *run) keep(t *Trace) {
	if len(r.toSplit) < refine.MaxTries {
		r.toSplit = append(r.toSplit, t)
	}
}

// Split implements cegar.Splitter. It is called when only undecided paths are left. It tracks variables with known
// values in the branches of these paths, so that paths that were explored as one are distinguished.
func (r *run) Split() bool {
	traces := r.toSplit
	r.toSplit = nil
	grew := false
	for _, t := range traces {
		for i, s := range t.Path {
			if op, ok := s.Edge.Op.(*cfa.Assume); ok && s.Kind == cfa.Intra {
				need := r.checker.Known(t.States[i], op.Cond)
				grew = need.Track(r.prec, s.Edge.From) || grew
			}
		}
	}
	if !grew {
		return false
	}
	clear(r.Tries)
	r.X.Restart()
	return true
}

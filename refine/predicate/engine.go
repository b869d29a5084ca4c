// The engine: exploration, decision of error paths, and refinement.

package predicate

import (
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cegar"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	QuestionConflicts = 20_000  // conflict limit of a question for an abstraction
	PathConflicts     = 400_000 // conflict limit of a question for a path
	predicatePause    = 50_000  // expansions between two checks for test runs
)

// Name implements refine.Engine.
func (e Engine) Name() string { return "predicate" }

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) {
	r := newRun(s, e, predicate.FindIntervals(s.Ctx, s.Slice))
	r.Complete()
}

func newRun(b *refine.Session, e Engine, known *predicate.Intervals) *run {
	r := &run{engine: e, shared: NewSharedInvariants(b)}
	r.Loop = cegar.New(b, r)
	r.Restart, r.Formulas = e.Restart, refine.MaxEncoded
	r.coder = formula.NewCoder(smt.NewBuilder(), b.Slice)
	r.intervals = known
	r.coder.Rely(r.intervals.Of)
	r.prec = predicate.NewPrecision(r.coder, b.Slice, e.Scope)
	r.writer = Writer{precision.New(b.Slice, r.coder), r.prec}
	r.writer.Begin(b.Start(r.writer.Vocabulary))
	r.dom = predicate.New(b.Ctx, b.Slice, r.prec, predicate.Options{
		Cartesian: e.Cartesian, Single: e.Single, Conflicts: QuestionConflicts,
	})
	r.X = mc.New(b.Slice, r.dom, mc.Options{Order: e.Order, Pause: predicatePause, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.X.Stats().Nodes, g.Frontier)
	}})
	return r
}

// Precision implements cegar.Method.
func (r *run) Precision() []precision.Element { return r.writer.Elements() }

// Claims implements cegar.Method.
func (r *run) Claims(*mc.Graph) refine.Claims {
	return refine.Claims{Annotations: r.annotations}
}

// Path implements cegar.Method.
func (r *run) Path(p cegar.Path) bool {
	if cut := r.stale(p.Nodes); cut != nil && !r.Restart {
		// The predicates tracked now may exclude the path: recompute the states before learning more.
		r.X.Prune(cut)
		return false
	}
	o := Options{Conflicts: PathConflicts}
	t, err := NewTrace(r.Ctx, r.dom, r.coder, p.Steps, p.Nodes, o)
	if err != nil {
		return r.Stopped(err)
	}
	a, err := t.Check(r.Ctx, o)
	if err != nil {
		return r.Stopped(err)
	}
	it := r.Iteration(p.Steps)
	if a.Status == solver.Unsat {
		return r.refine(p.Error, t, a, it)
	}
	return r.concretise(p.Error, t, a, it)
}

// maxWays bounds the paths through the blocks of an error path that are tried.
const maxWays = 12

// concretise tries the paths through the blocks that have a model, one after the other. Not all of them are paths of
// the program: the formulas may leave values open, and the slice has dropped operations that can be undefined.
func (r *run) concretise(n *mc.Node, t *Trace, a *Answer, it *refine.Iteration) bool {
	why := reason.New(reason.Undecided, a.Reason)
	open := len(t.Approximations()) > 0
	for k := 0; k < maxWays && a.Status == solver.Sat; k++ {
		path := a.Path
		if full := r.Slice.PathIn(r.Program, path); !open && a.Inputs != nil {
			r.Confirm(a.Inputs, full)
		}
		if r.Outcome.Verdict != refine.Unsafe {
			var stop bool
			if why, stop = r.Decide(path); stop {
				return true
			}
		}
		if r.Outcome.Verdict == refine.Unsafe {
			r.Observe(it, func(it *refine.Iteration) { it.Path, it.Feasible = path, true })
			return true
		}
		if err := a.Next(r.Ctx); err != nil {
			return r.Stopped(err)
		}
	}
	r.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	return r.GiveUp(n, refine.Undecidable(why))
}

// refine learns predicates from an infeasible path, and prunes the graph at the first node that was computed without
// the predicates tracked there now.
//
// Progress: each round either tracks another predicate at some location, or prunes nodes that were computed with
// fewer predicates than are tracked, so that they are computed anew. The former happens finitely often as long as
// interpolants do not diverge. If tracking the atoms of the interpolants leads to neither, refine tracks the clauses of
// the interpolants: they exclude the path even where the abstraction is cartesian (see Fact.Clauses). If that leads to
// neither, refine tracks the atoms of the weakest preconditions along the path. If these do not help either, the path is
// left undecided.
func (r *run) refine(n *mc.Node, t *Trace, a *Answer, it *refine.Iteration) bool {
	r.Outcome.Stats.Refinements++
	facts, err := t.Interpolate(r.Ctx, a)
	if effort.Done(r.Ctx) {
		return r.Stopped(err)
	}
	r.track(t.Nodes, t.Blocks, facts, r.engine.Cartesian)
	r.shared.Track(r.prec, r.coder, r.Outcome.Stats.Refinements)
	if r.stale(t.Nodes) == nil {
		r.track(t.Nodes, t.Blocks, facts, true)
	}
	// Interpolants over floating numbers name bounds of this path, which differ in each round of a loop. The
	// conditions of the path contain bounds that the loop keeps.
	if r.stale(t.Nodes) == nil || t.Floats() {
		more, blocks, _, err := Weakest(r.Ctx, r.dom, r.coder, t.Path, t.Nodes, Options{Conflicts: PathConflicts})
		if err != nil {
			return r.Stopped(err)
		}
		r.track(t.Nodes, blocks, more, false)
	}
	if it != nil {
		it.Interpolants = r.writer.Interpolants(t, facts)
	}
	r.Learnt(it)
	cut := r.stale(t.Nodes)
	if cut == nil {
		return r.GiveUp(n, reason.New(reason.Imprecise, "cannot be taken, but no predicates were found that show it"))
	}
	r.Cut(cut)
	return false
}

// track adds predicates at the ends of blocks: the atoms of interpolants or, if clauses is set, their clauses.
func (r *run) track(nodes []*mc.Node, blocks []Block, facts []Fact, clauses bool) {
	for _, f := range facts {
		l := nodes[blocks[f.Block].To].Loc
		preds := f.Preds
		if clauses && f.Clauses != nil {
			preds = f.Clauses
		}
		for _, p := range preds {
			r.prec.Track(l, p)
		}
	}
}

// stale returns the first node of a path that was computed with fewer predicates than are tracked now, or nil.
func (r *run) stale(nodes []*mc.Node) *mc.Node {
	for _, n := range nodes {
		if r.dom.Stale(n.State.(*predicate.State), n.Loc) {
			return n
		}
	}
	return nil
}

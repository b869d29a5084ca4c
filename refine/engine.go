package refine

import (
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/refine/testrun"
	learn "github.com/whet-mc/whet/refine/value"
)

const (
	pause    = 50_000 // expansions between two rounds of test runs
	maxStale = 3      // refinements that learn nothing, before all is explored anew
)

// run is a run of the value engine.
type run struct {
	*Session
	engine  ValueEngine
	prec    *value.Precision
	dom     *value.Domain
	x       *mc.Explorer
	checker *learn.Checker

	stale   int            // refinements since the precision grew, or all was explored anew
	stuck   bool           // the last refinement did not say where to prune
	toSplit []*learn.Trace // undecided paths, to extend the precision by
}

// ValueEngine is the engine of explicit values.
type ValueEngine struct {
	Scope     value.Scope // where a learnt variable is tracked
	Order     mc.Order
	Selection bool // choose among infeasible prefixes (refinement selection)
	Restart   bool // start the exploration anew after each refinement, instead of pruning
	MaxStates int  // the exploration makes no more; 0: no limit
}

// Name implements refine.Engine.
func (e ValueEngine) Name() string {
	if e.Scope == value.Full {
		return "value-full"
	}
	return "value"
}

// Run implements refine.Engine.
func (e ValueEngine) Run(s *Session) {
	r := newRun(s, e)
	r.loop()
	r.finish()
}

func newRun(b *Session, e ValueEngine) *run {
	r := &run{Session: b, engine: e}
	r.prec = value.NewPrecision(e.Scope)
	startValues(r.Slice, r.prec, b.Options.Start)
	r.dom = value.New(r.Slice, r.prec)
	r.dom.DropDead()
	r.checker = learn.NewChecker(r.Slice)
	r.x = mc.New(r.Slice, r.dom, mc.Options{Order: e.Order, Pause: pause, MaxNodes: e.MaxStates, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.x.Stats().Nodes, g.Frontier)
	}})
	return r
}

func (r *run) loop() {
	for {
		if r.Test(r.x.Stats().Posts) || r.Direct(r.x.Stats().Posts) {
			return
		}
		began := time.Now()
		res := r.x.Run(r.Ctx)
		r.Outcome.Stats.Explore += time.Since(began)
		switch res.Kind {
		case mc.Stopped:
			r.Outcome.Reason = res.Reason
			return
		case mc.Exhausted:
			if r.Undecided == "" {
				r.ProvedByGraph(r.x.Graph())
				return
			}
			if r.Search(testrun.BranchesAtEnd) {
				return
			}
			if !r.distinguish() {
				r.Outcome.Reason = r.Undecided
				return
			}
		case mc.Found:
			began = time.Now()
			done := r.errorPath(res.Node)
			r.Outcome.Stats.Refine += time.Since(began)
			if done {
				return
			}
		}
	}
}

// errorPath deals with a path to an error location and reports whether the run is over.
func (r *run) errorPath(n *mc.Node) bool {
	r.Progress("checking a path", r.x.Stats().Nodes, r.x.Frontier())
	if r.Tries[n.Loc] >= MaxTries {
		r.x.Ignore(n)
		return false
	}
	path, nodes, err := r.x.ErrorPath(n, MaxPath)
	if err != nil {
		r.giveUp(n, nil, fmt.Sprintf("is longer than %d steps", MaxPath), lang.Pos{})
		return false
	}
	t := r.checker.Check(r.Ctx, path, r.engine.Selection)
	switch {
	case t.Cut != "":
		r.Outcome.Reason = t.Cut
		return true
	case !t.Feasible():
		return r.refine(n, t, nodes)
	}
	return r.concretise(n, t)
}

// refine learns from an infeasible path, and prunes the graph at the first node that does not know what
// the proof needs there. There is one as long as nodes are successors of each other: if all nodes knew what
// is needed, the contradictory step would have had no successor. Then exploring the pruned edge at the new
// precision leads to a state that knows it, since the needs are inductive; so the loop makes progress even
// where the precision is not new.
//
// Where it is not new, the path led through a part of the graph that was explored before something was
// learnt elsewhere. One such part after the other would be found out by a path of its own: after a few, all
// is explored anew, and the next refinement will learn something.
func (r *run) refine(n *mc.Node, t *learn.Trace, nodes []*mc.Node) bool {
	r.Outcome.Stats.Refinements++
	proof := r.checker.Choose(r.Ctx, t, r.prec, r.engine.Selection)
	if proof == nil {
		r.Outcome.Reason = r.spent()
		return true
	}
	it := r.iteration(t.Path)
	if it != nil {
		it.Steps = proof.Steps()
	}
	grew := false
	cut := -1
	for i, need := range proof.Needs {
		l := nodes[i].Loc
		if need.Track(r.prec, l) {
			grew = true
		}
		if cut < 0 && !need.Known(nodes[i].State.(*value.State)) {
			cut = i
		}
	}
	r.Observe(it, func(it *Iteration) { it.Learnt = Gained(it.Kept, r.kept()) })
	switch {
	case cut < 0 && r.stuck:
		r.giveUp(n, t, "is excluded by values, but not by the exploration", lang.Pos{})
		return false
	case cut < 0 || r.engine.Restart || !grew && r.stale >= maxStale:
		r.x.Restart()
		r.stale, r.stuck = 0, cut < 0
		return false
	}
	r.x.Prune(nodes[cut])
	r.stuck = false
	if r.stale++; grew {
		r.stale = 0
	}
	return false
}

func (r *run) spent() string {
	if s := effort.Why(r.Ctx); s != "" {
		return s
	}
	return "no interpolant was found"
}

// concretise looks for inputs that take the path, and replays them.
func (r *run) concretise(n *mc.Node, t *learn.Trace) bool {
	it := r.iteration(t.Path)
	why, at, stop := r.Decide(t.Path)
	switch {
	case r.Outcome.Verdict == Unsafe:
		r.Observe(it, func(it *Iteration) { it.Feasible = true })
		return true
	case stop:
		return true
	}
	r.Observe(it, func(it *Iteration) { it.Why = why })
	if r.Detours(r.x, n) {
		return true
	}
	r.giveUp(n, t, "could not be decided: "+why, at)
	return false
}

// giveUp remembers an undecided path and goes on.
func (r *run) giveUp(n *mc.Node, t *learn.Trace, why string, at lang.Pos) {
	r.LeaveOpen(n.Loc, why, at)
	if t != nil && len(r.toSplit) < MaxTries {
		r.toSplit = append(r.toSplit, t)
	}
	r.x.Ignore(n)
}

// distinguish is the last resort when nothing is left to explore but undecided paths: variables
// that have known values where these paths branch are tracked, so that paths which were explored as
// one are told apart. It reports whether that gives something to explore.
func (r *run) distinguish() bool {
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
	r.x.Restart()
	return true
}

// finish fills in statistics and the final precision.
func (r *run) finish() {
	r.Count(r.x)
	r.Outcome.Precision = r.kept()
	if r.Options.Observe != nil && r.Outcome.Verdict == Safe {
		it := r.iteration(nil)
		it.Done = true
		r.Options.Observe(it)
	}
}

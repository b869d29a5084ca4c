package widening

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
)

// recursiveRun is a turn of the engine widening over procedure summaries (widening_summaries.go). A path to an error is
// unrolled through the summaries and decided by the solver as any other; where it cannot be taken, the widenings on it get
// bounds, the joins on it are undone, and exploration begins anew. Where that teaches nothing new, widening begins later, and then more
// and more states at loop heads and behind recursive calls are kept apart before any are joined, which finds errors that are deep.
type recursiveRun[E numeric.Element[E]] struct {
	*refine.Session
	d     numeric.Domain[E]
	of    linear.Numbers
	prec  *cells.Precision
	dom   *summaries[E]
	x     *mc.Explorer
	seeds bool // widenings are bounded by the program's conditions from the start
	open  bool // a path could not be decided
}

const (
	mostDelay   = 4   // of widenings
	firstUnroll = 8   // states at a head that are told apart, when nothing else helps
	mostUnroll  = 512 // before that is no help either
)

// recursive reports whether some procedure that is called can be entered again before it is left.
func recursive(p *cfa.Program) bool {
	return slices.ContainsFunc(p.Procs, func(q *cfa.Proc) bool { return q.Recursive && len(q.Callers) > 0 })
}

func newRecursiveRun[E numeric.Element[E]](b *refine.Session, d numeric.Domain[E], of linear.Numbers, seeds bool) *recursiveRun[E] {
	r := &recursiveRun[E]{Session: b, d: d, of: of, seeds: seeds, prec: cells.NewPrecision()}
	keepAll(b.Slice, r.prec)
	r.make()
	return r
}

// make begins with a domain that has learnt nothing.
func (r *recursiveRun[E]) make() {
	r.dom = newSummaries(r.Slice, r.d, r.prec, unions.Options[E]{Numbers: r.of, Gaps: r.Gaps.Expression}, r.seeds)
	r.x = mc.New(r.Slice, r.dom, mc.Options{Pause: lookNodes})
	r.Gaps.Forget()
}

// again explores anew, with what the domain has learnt.
func (r *recursiveRun[E]) again() {
	r.dom.begin()
	r.x.Restart()
	r.Gaps.Forget()
}

// cheap implements turn.
func (r *recursiveRun[E]) cheap() int { return cmp.Or(r.d.Cheap, 1) }

func (r *recursiveRun[E]) finish() {
	r.Count(r.x)
	vars, kept := r.prec.Describe(r.Slice)
	if len(vars)+len(kept) > 0 {
		r.Outcome.Precision = []refine.Kept{{What: append(vars, kept...)}}
	}
	if r.Session.Options.Observe != nil && r.Outcome.Verdict == refine.Safe {
		r.ObserveIn(r.iteration(nil, func(it *refine.Iteration) { it.Done = true }))
	}
}

// iteration is what an observer is told.
func (r *recursiveRun[E]) iteration(path cfa.Path, what func(*refine.Iteration)) *refine.Iteration {
	it := &refine.Iteration{
		Program: r.Slice, Kept: refine.KeptCells(r.Slice, r.prec), Domain: "procedure summaries in " + cmp.Or(r.d.Plural, r.d.Name), States: r.x.Stats().Nodes, Path: path,
	}
	what(it)
	return it
}

func (r *recursiveRun[E]) observe(path cfa.Path, what func(*refine.Iteration)) {
	if r.Session.Options.Observe != nil {
		r.ObserveIn(r.iteration(path, what))
	}
}

func (r *recursiveRun[E]) run(nodes, refinements int) turnResult {
	refined := 0
	before := r.x.Stats().Nodes
	for {
		if r.Test(r.Outcome.Stats.Posts + r.x.Stats().Posts) {
			return decided
		}
		r.Progress("exploring", r.Outcome.Stats.States+r.x.Stats().Nodes, r.x.Frontier())
		began := time.Now()
		res := r.x.Run(r.Ctx)
		r.Outcome.Stats.Explore += time.Since(began)
		switch res.Kind {
		case mc.Stopped:
			r.Outcome.Reason = res.Reason
			return decided
		case mc.Paused:
			if r.x.Stats().Nodes-before >= nodes {
				return cutOff
			}
		case mc.Exhausted:
			return r.exhausted()
		case mc.Found:
			began = time.Now()
			res := r.errorPath(res.Node)
			r.Outcome.Stats.Refine += time.Since(began)
			if res != cutOff {
				return res
			}
			if refined++; refined >= refinements {
				return cutOff
			}
		}
	}
}

func (r *recursiveRun[E]) exhausted() turnResult {
	if r.open {
		return failed
	}
	if err := mc.CheckInductive(r.x.Graph(), r.dom, false); err != nil {
		// A comparison of polyhedra that ran into its limit, most likely: no reason to claim anything.
		r.Undecided = "the reached states did not check: " + err.Error()
		return failed
	}
	r.ProvedByGraph(r.x.Graph())
	return decided
}

// errorPath deals with an error node; cutOff means to go on.
func (r *recursiveRun[E]) errorPath(n *mc.Node) turnResult {
	path, nodes, err := r.x.ErrorPath(n, refine.MaxPath)
	if err != nil {
		return r.giveUp(n, fmt.Sprintf("is longer than %d steps", refine.MaxPath), lang.Pos{})
	}
	if len(path) > longPath {
		if _, _, stop := r.Decide(path); stop || r.Outcome.Verdict == refine.Unsafe {
			r.observe(path, func(it *refine.Iteration) { it.Feasible = r.Outcome.Verdict == refine.Unsafe })
			return decided
		}
	}
	a, err := arrays.Decide(r.Ctx, r.Slice, path)
	if err != nil {
		r.Stop(err.Error())
		return decided
	}
	tell := func(what func(*refine.Iteration)) {
		r.observe(path, func(it *refine.Iteration) {
			it.Formula, it.Builder, it.Proof, it.Core = a.Path, a.Builder, a.Proof, a.Core
			what(it)
		})
	}
	r.Gaps.Path(a.Path, a.Status == arrays.Unknown)
	why, at := a.Reason, lang.Pos{}
	switch a.Status {
	case arrays.Infeasible:
		return r.refine(n, path, nodes, a, tell)
	case arrays.Feasible:
		if why, at = r.Confirm(a.Inputs, r.Slice.PathIn(r.Program, path)); r.Outcome.Verdict == refine.Unsafe {
			tell(func(it *refine.Iteration) { it.Feasible = true })
			return decided
		}
	}
	_, _, stop := r.Decide(path)
	if stop || r.Outcome.Verdict == refine.Unsafe {
		tell(func(it *refine.Iteration) { it.Feasible = r.Outcome.Verdict == refine.Unsafe })
		return decided
	}
	tell(func(it *refine.Iteration) { it.Why = why })
	return r.giveUp(n, refine.Undecidable+why, at)
}

// refine learns from a path that cannot be taken.
func (r *recursiveRun[E]) refine(n *mc.Node, path cfa.Path, nodes []*mc.Node, a *arrays.Answer, tell func(func(*refine.Iteration))) turnResult {
	r.Outcome.Stats.Refinements++
	if a.Learn(r.Ctx, r.prec).Keep(r.prec) {
		tell(func(it *refine.Iteration) { it.Learnt = refine.Gained(it.Kept, refine.KeptCells(r.Slice, r.prec)) })
		r.Count(r.x)
		r.make()
		return cutOff
	}
	bounds, apart := r.dom.learn(path, nodes)
	if len(bounds)+len(apart) == 0 && r.dom.unroll < mostUnroll {
		if r.dom.delay < mostDelay {
			r.dom.delay *= 2
		} else {
			r.dom.unroll = max(firstUnroll, 4*r.dom.unroll)
		}
		for _, m := range nodes {
			if r.dom.heads[m.Loc] && !slices.Contains(apart, m.Loc) {
				apart = append(apart, m.Loc)
			}
		}
	}
	if len(bounds)+len(apart) > 0 {
		tell(func(it *refine.Iteration) {
			for _, l := range bounds {
				it.Repairs = append(it.Repairs, refine.Repair{Pos: refine.Place(l), Kind: refine.WideningBounded, Integers: true})
			}
			for _, l := range apart {
				it.Repairs = append(it.Repairs, refine.Repair{Pos: refine.Place(l), Kind: refine.JoinUndone, Integers: true})
			}
		})
		r.again()
		return cutOff
	}
	tell(func(it *refine.Iteration) { it.Blind = true })
	return r.giveUp(n, "cannot be taken, but "+cmp.Or(r.d.Plural, r.d.Name)+" do not see that"+r.Gaps.Because(), lang.Pos{})
}

func (r *recursiveRun[E]) giveUp(n *mc.Node, why string, at lang.Pos) turnResult {
	r.LeaveOpen(n.Loc, why, at)
	r.open = true
	if r.Tries[n.Loc] >= refine.MaxTries {
		return failed
	}
	r.x.Ignore(n)
	return cutOff
}

// The turn for programs with recursion: procedure summaries, refined by bounds and by undoing joins.

package widening

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/convex"
	"github.com/whet-mc/whet/mc/summaries"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/cegar"
	"github.com/whet-mc/whet/refine/precision"
)

// recursiveRun is a turn of the engine widening over procedure summaries (mc/summaries). It is a method of the loop
// of package cegar. A path to an error is decided by its formulas, as in other methods. If the path is infeasible,
// the widenings on it get bounds, the joins on it are undone, and the exploration starts again. If that teaches
// nothing new, widening is delayed more. After that, more and more states at loop heads and after recursive calls are
// kept apart before any are joined. This finds deep errors.
type recursiveRun[E numeric.Element[E]] struct {
	*cegar.Loop
	d     numeric.Domain[E]
	of    linear.Numbers
	prec  *cells.Precision
	dom   *summaries.Domain[E]
	seeds bool // widenings are bounded by the program's conditions from the start

	later int // factor by which widenings are delayed
	apart int // states at a head that are kept apart before others are joined

	nodes, refinements int // limits of the current call of run
	end                turnResult
}

const (
	exactMerges  = 2   // joins at a place before it is widened
	exactEntries = 24  // states that a recursive procedure is entered with before they are widened
	mostLater    = 4   // limit of the factor for exactMerges and exactEntries
	firstApart   = 8   // states at a head that are kept apart first, when nothing else helps
	mostApart    = 512 // limit for apart
	mostUndone   = 12  // joins that one error path undoes
)

// recursive reports whether some called procedure can be entered again before it is left.
func recursive(p *cfa.Program) bool {
	return slices.ContainsFunc(p.Procs, func(q *cfa.Proc) bool { return q.Recursive && len(q.Callers) > 0 })
}

func newRecursiveRun[E numeric.Element[E]](b *refine.Session, d numeric.Domain[E], of linear.Numbers, seeds bool) *recursiveRun[E] {
	r := &recursiveRun[E]{d: d, of: of, seeds: seeds, prec: cells.NewPrecision()}
	r.Loop = cegar.New(b, r)
	keepAll(b.Slice, r.prec)
	r.make()
	return r
}

// make starts an exploration with a domain that has learnt nothing.
func (r *recursiveRun[E]) make() {
	r.dom = summaries.New(r.Slice, r.d, r.prec, r.seeds, convex.Options{Numbers: r.of, Approximated: r.Approximations.Expression, Context: r.Ctx})
	r.later, r.apart = 1, 0
	r.X = mc.New(r.Slice, r.dom, mc.Options{Pause: lookNodes, Delays: r.delays(), Progress: func(g mc.Progress) {
		r.Progress("exploring", r.Outcome.Stats.States+r.X.Stats().Nodes, g.Frontier)
	}})
	r.Approximations.Forget()
}

func (r *recursiveRun[E]) delays() mc.Delays {
	return mc.Delays{Merges: exactMerges * r.later, Entries: exactEntries * r.later, Apart: r.apart}
}

// again restarts the exploration; the domain keeps what it has learnt.
func (r *recursiveRun[E]) again() {
	r.X.Delay(r.delays())
	r.X.Restart()
	r.Approximations.Forget()
}

// cheap implements turn.
func (r *recursiveRun[E]) cheap() int { return cmp.Or(r.d.Cheap, 1) }

// finish implements turn.
func (r *recursiveRun[E]) finish() {
	r.Count(r.X)
	r.Finish()
}

// run implements turn.
func (r *recursiveRun[E]) run(nodes, refinements int) turnResult {
	r.nodes, r.refinements, r.end = r.X.Stats().Nodes+nodes, refinements, decided
	r.Before = r.Outcome.Stats.Posts
	if r.Loop.Run() {
		r.end = max(r.end, cutOff)
	}
	return r.end
}

// Watch implements cegar.Watcher.
func (r *recursiveRun[E]) Watch(kind mc.ResultKind) cegar.Next {
	switch {
	case kind == mc.Paused && r.X.Stats().Nodes >= r.nodes:
		return cegar.CutOff
	case kind != mc.Exhausted:
		return cegar.Proceed
	case r.Open:
		r.end = failed
		return cegar.CutOff
	}
	if err := mc.CheckInductive(r.X.Graph(), r.dom, false); err != nil {
		// Most likely a comparison of polyhedra that reached its limit: claim nothing.
		r.Undecided, r.end = reason.New(reason.Unproved, "the reached states did not check: "+err.Error()), failed
		return cegar.CutOff
	}
	return cegar.Proceed
}

// Precision implements cegar.Method.
func (r *recursiveRun[E]) Precision() []precision.Element { return r.Vocabulary().Cells(r.prec) }

// Claims implements cegar.Method.
func (r *recursiveRun[E]) Claims(g *mc.Graph) refine.Claims { return refine.GraphClaims(g) }

// Describe implements cegar.Describer.
func (r *recursiveRun[E]) Describe(it *refine.Iteration) {
	it.Domain = "procedure summaries in " + cmp.Or(r.d.Plural, r.d.Name)
}

// Path implements cegar.Method.
func (r *recursiveRun[E]) Path(p cegar.Path) (over bool) {
	defer func() {
		if r.refinements--; !over && r.refinements <= 0 {
			over, r.end = true, cutOff
		}
	}()
	it := r.Iteration(p.Steps)
	if len(p.Steps) > longPath {
		if _, over := r.Concretise(p.Steps, it); over {
			return true
		}
	}
	a, why, over := arrays.RefuteExactly(r.Session, p.Steps, it)
	switch {
	case over:
		return true
	case a == nil:
		return r.giveUp(p.Error, refine.Undecidable(why))
	}
	return r.refine(p, a, it)
}

// refine learns from an infeasible path.
func (r *recursiveRun[E]) refine(p cegar.Path, a *arrays.Answer, it *refine.Iteration) (over bool) {
	r.Outcome.Stats.Refinements++
	if a.Learn(r.Ctx, r.prec).Keep(r.prec) {
		r.Learnt(it)
		r.Count(r.X)
		r.Before = r.Outcome.Stats.Posts
		r.make()
		return false
	}
	bounds, excluded := r.dom.Learn(p.Steps)
	var apart []*cfa.Loc
	if excluded {
		apart = r.undoJoins(p.Nodes)
	}
	if len(bounds)+len(apart) == 0 && r.apart < mostApart {
		if r.later < mostLater {
			r.later *= 2
		} else {
			r.apart = max(firstApart, 4*r.apart)
		}
		for _, m := range p.Nodes {
			if r.dom.Widens(m.Loc) && !slices.Contains(apart, m.Loc) {
				apart = append(apart, m.Loc)
			}
		}
	}
	if len(bounds)+len(apart) == 0 {
		r.Observe(it, func(it *refine.Iteration) { it.Blind = true })
		return r.giveUp(p.Error, reason.New(reason.Imprecise, "cannot be taken, but "+cmp.Or(r.d.Plural, r.d.Name)+" do not see that"+r.Approximations.Because()))
	}
	r.Observe(it, func(it *refine.Iteration) {
		for _, l := range bounds {
			it.Repairs = append(it.Repairs, refine.Repair{Pos: l.Place(), Kind: refine.WideningBounded})
		}
		for _, l := range apart {
			it.Repairs = append(it.Repairs, refine.Repair{Pos: l.Place(), Kind: refine.JoinUndone})
		}
	})
	r.again()
	return false
}

// undoJoins keeps states apart from now on at locations where nodes of the path have been joined. It returns these
// locations.
func (r *recursiveRun[E]) undoJoins(nodes []*mc.Node) (at []*cfa.Loc) {
	for _, n := range nodes {
		if len(n.In) > 1 && len(at) < mostUndone && r.dom.KeepApart(n.Loc) {
			at = append(at, n.Loc)
		}
	}
	return at
}

// giveUp leaves a path open. After too many of them the turn ends: another domain may do better.
func (r *recursiveRun[E]) giveUp(n *mc.Node, why reason.Reason) (over bool) {
	r.GiveUp(n, why)
	if r.Tries[n.Loc] < refine.MaxTries {
		return false
	}
	r.end = failed
	return true
}

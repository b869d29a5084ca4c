package refine

import (
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	learn "github.com/whet-mc/whet/refine/predicate"
	"github.com/whet-mc/whet/refine/testrun"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

const (
	questionConflicts = 20_000  // of a question for an abstraction
	pathConflicts     = 400_000 // and for a path
	predicatePause    = 50_000  // expansions between two rounds of test runs
)

// predicateRun is a run of the engine predicate: predicate abstraction with adjustable-block encoding, refined lazily by sequence
// interpolants (Beyer, Keremoglu, Wendler, FMCAD 2010).
type predicateRun struct {
	*Session
	engine    PredicateEngine
	coder     *formula.Coder
	prec      *predicate.Precision
	dom       *predicate.Domain
	x         *mc.Explorer
	intervals *predicate.Intervals
}

// PredicateEngine is the engine of predicate abstraction.
type PredicateEngine struct {
	Scope     predicate.Scope // where a learnt predicate is tracked
	Order     mc.Order
	Cartesian bool // each predicate on its own, not all combinations
	Single    bool // a block for each operation, not large ones
	Restart   bool // start the exploration anew after each refinement, instead of pruning
}

// Name implements refine.Engine.
func (e PredicateEngine) Name() string { return "predicate" }

// Run implements refine.Engine.
func (e PredicateEngine) Run(s *Session) {
	r := newPredicateRun(s, e, predicate.FindIntervals(s.Ctx, s.Slice))
	r.loop()
	r.Count(r.x)
	r.Outcome.Precision = r.kept()
	r.observeEnd()
}

func newPredicateRun(b *Session, e PredicateEngine, known *predicate.Intervals) *predicateRun {
	r := &predicateRun{Session: b, engine: e}
	r.coder = formula.NewCoder(smt.NewBuilder(), b.Slice)
	r.intervals = known
	r.coder.Rely(r.intervals.Of)
	r.prec = predicate.NewPrecision(r.coder, b.Slice, e.Scope)
	r.dom = predicate.New(b.Ctx, b.Slice, r.prec, predicate.Options{
		Cartesian: e.Cartesian, Single: e.Single, Conflicts: questionConflicts,
	})
	r.x = mc.New(b.Slice, r.dom, mc.Options{Order: e.Order, Pause: predicatePause, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.x.Stats().Nodes, g.Frontier)
	}})
	return r
}

func (r *predicateRun) loop() {
	for {
		if r.Test(r.x.Stats().Posts) {
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
			switch why := effort.Why(r.Ctx); {
			case why != "":
				r.Outcome.Reason = why
			case r.Undecided == "":
				r.Outcome.Graph = r.x.Graph()
				r.Proved(Claims{Annotations: r.annotations})
			case !r.Search(testrun.BranchesAtEnd):
				r.Outcome.Reason = r.Undecided
			}
			return
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
func (r *predicateRun) errorPath(n *mc.Node) bool {
	r.Progress("checking a path", r.x.Stats().Nodes, r.x.Frontier())
	if r.Tries[n.Loc] >= MaxTries {
		r.x.Ignore(n)
		return false
	}
	path, nodes, err := r.x.ErrorPath(n, MaxPath)
	if err != nil {
		r.giveUp(n, fmt.Sprintf("is longer than %d steps", MaxPath), lang.Pos{})
		return false
	}
	if cut := r.stale(nodes); cut != nil && !r.engine.Restart {
		// What is tracked by now may exclude the path: that is to be seen before more is learnt.
		r.x.Prune(cut)
		return false
	}
	o := learn.Options{Conflicts: pathConflicts}
	t, err := learn.NewTrace(r.Ctx, r.dom, r.coder, path, nodes, o)
	if err != nil {
		return r.stopped(err)
	}
	a, err := t.Check(r.Ctx, o)
	if err != nil {
		return r.stopped(err)
	}
	it := r.iteration(path)
	if a.Status == solver.Unsat {
		return r.refine(n, t, a, it)
	}
	return r.concretise(n, t, a, it)
}

// maxWays bounds the ways through the blocks of an error path that are tried.
const maxWays = 12

// concretise tries the ways through the blocks that have a model, one after the other. Not all are paths of the program: the formulas may leave
// something open, and the slice has left out operations that can be undefined.
func (r *predicateRun) concretise(n *mc.Node, t *learn.Trace, a *learn.Answer, it *Iteration) bool {
	why, at := a.Reason, lang.Pos{}
	open := len(t.Gaps()) > 0
	for k := 0; k < maxWays && a.Status == solver.Sat; k++ {
		path := a.Path
		if full := r.Slice.PathIn(r.Program, path); !open {
			r.Confirm(a.Inputs, full)
		}
		if r.Outcome.Verdict != Unsafe {
			var stop bool
			if why, at, stop = r.Decide(path); stop {
				return true
			}
		}
		if r.Outcome.Verdict == Unsafe {
			r.Observe(it, func(it *Iteration) { it.Path, it.Feasible = path, true })
			return true
		}
		if err := a.Next(r.Ctx); err != nil {
			return r.stopped(err)
		}
	}
	r.Observe(it, func(it *Iteration) { it.Why = why })
	r.giveUp(n, "could not be decided: "+why, at)
	return false
}

func (r *predicateRun) stopped(err error) bool {
	if r.Outcome.Reason = effort.Why(r.Ctx); r.Outcome.Reason == "" {
		r.Outcome.Reason = err.Error()
	}
	return true
}

// refine learns predicates from a path that cannot be taken, and prunes the graph at the first node that was computed without what is
// tracked there now.
//
// Progress: each round tracks a predicate more at some location, of which there are finitely many as long as interpolants do not
// diverge, or prunes nodes that were computed with fewer predicates than are tracked, which makes them new ones. Where neither is
// possible by atoms of interpolants, their clauses are tracked (see learn.Fact: an abstraction with too many valuations is cartesian), then
// weakest preconditions along the path; then the path is left undecided.
func (r *predicateRun) refine(n *mc.Node, t *learn.Trace, a *learn.Answer, it *Iteration) bool {
	r.Outcome.Stats.Refinements++
	facts, err := t.Interpolate(r.Ctx, a)
	if effort.Done(r.Ctx) {
		return r.stopped(err)
	}
	r.track(t.Nodes, t.Blocks, facts, r.engine.Cartesian)
	r.aid(r.prec, r.coder, r.Outcome.Stats.Refinements)
	if r.stale(t.Nodes) == nil {
		r.track(t.Nodes, t.Blocks, facts, true)
	}
	if r.stale(t.Nodes) == nil {
		more, blocks, _, err := learn.Weakest(r.Ctx, r.dom, r.coder, t.Path, t.Nodes, learn.Options{Conflicts: pathConflicts})
		if err != nil {
			return r.stopped(err)
		}
		r.track(t.Nodes, blocks, more, false)
	}
	r.Observe(it, func(it *Iteration) {
		it.Learnt = Gained(it.Kept, r.kept())
		it.Interpolants = r.interpolants(t, facts)
	})
	cut := r.stale(t.Nodes)
	switch {
	case cut == nil:
		r.giveUp(n, "cannot be taken, but no predicates were found that show it", lang.Pos{})
	case r.engine.Restart:
		r.x.Restart()
	default:
		r.x.Prune(cut)
	}
	return false
}

// interpolants shows what must be known between the blocks of a path.
func (r *predicateRun) interpolants(t *learn.Trace, facts []learn.Fact) []Interpolant {
	var out []Interpolant
	for _, f := range facts {
		l, text := t.Nodes[t.Blocks[f.Block].To].Loc, ""
		if f.Known != nil {
			text = r.text(f.Known)
		} else if len(f.Preds) > 0 {
			text = "something about " + r.text(f.Preds[0])
			for _, p := range f.Preds[1:] {
				text += ", " + r.text(p)
			}
		}
		if text != "" {
			out = append(out, Interpolant{l.Proc.Name, Place(l), text})
		}
	}
	return out
}

// track adds predicates: the atoms of interpolants, or their clauses.
func (r *predicateRun) track(nodes []*mc.Node, blocks []learn.Block, facts []learn.Fact, clauses bool) {
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

// stale is the first node of a path that was computed with fewer predicates than are tracked now; nil: there is none.
func (r *predicateRun) stale(nodes []*mc.Node) *mc.Node {
	for _, n := range nodes {
		if r.dom.Stale(n.State.(*predicate.State), n.Loc) {
			return n
		}
	}
	return nil
}

func (r *predicateRun) giveUp(n *mc.Node, why string, at lang.Pos) {
	r.LeaveOpen(n.Loc, why, at)
	r.x.Ignore(n)
}

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *predicateRun) iteration(path cfa.Path) *Iteration {
	if r.Options.Observe == nil {
		return nil
	}
	it := &Iteration{Program: r.Slice, Kept: r.kept(), States: r.x.Stats().Nodes, Path: path}
	if len(path) <= MaxEncoded {
		b := smt.NewBuilder()
		if p, err := formula.Encode(r.Ctx, b, r.Slice, path); err == nil {
			it.Formula, it.Builder = p, b
		}
	}
	return it
}

func (r *predicateRun) observeEnd() {
	if r.Options.Observe != nil && r.Outcome.Verdict == Safe {
		r.Options.Observe(&Iteration{Program: r.Slice, Kept: r.kept(), States: r.x.Stats().Nodes, Done: true})
	}
}

// text writes a formula over plain symbols in C's syntax.
func (r *predicateRun) text(f *smt.Term) string {
	w := formula.CWriter{Builder: r.coder.Builder(), Name: func(t *smt.Term) string {
		switch o, _ := r.coder.Owner(t); {
		case o.Var != nil:
			return o.Var.Name
		case o.Array != nil:
			return o.Array.Name
		}
		return t.Func().Name
	}}
	return w.Formula(f)
}

// kept shows the precision to people.
func (r *predicateRun) kept() []Kept {
	var out []Kept
	for _, e := range r.prec.Entries() {
		k := Kept{}
		if e.Loc != nil {
			k.Proc, k.Pos = e.Loc.Proc.Name, Place(e.Loc)
		} else if e.Proc != nil {
			k.Proc = e.Proc.Name
		}
		for _, p := range e.Preds {
			k.What = append(k.What, r.text(r.prec.Pred(p)))
		}
		out = append(out, k)
	}
	return out
}

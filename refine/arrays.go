package refine

import (
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/unions"
	"github.com/whet-mc/whet/poly"
	learn "github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/testrun"
)

const (
	attempt       = 40_000 // abstract states of the first exploration
	attemptFactor = 16     // how many times as many the next of the same order has
	attemptPause  = 2_000  // expansions between two looks at what grows
)

// ArraysEngine is the engine of Armando, Benerecetti and Mantovani (TACAS 2007), procedure AR: abstract to variables
// and cells, model check the linear program, check the error path, refine. The exploration starts anew
// after each refinement, since every state may know more then.
//
// The linear program need not have finitely many states where the program has: without its counter a loop goes on for
// ever. So explorations are cut off, and go on as the next attempt does: reverse postorder, in which states meet before
// they go on, takes turns with breadth first, which comes to every error at some time. And loops that
// go on and on are watched (watch).
type ArraysEngine struct {
	Orders []mc.Order // of the explorations, in turns; none: reverse postorder and breadth first
}

// Name implements refine.Engine.
func (e ArraysEngine) Name() string { return "arrays" }

// Run implements refine.Engine.
func (e ArraysEngine) Run(s *Session) { newArraysRun(s, e).run() }

func newArraysRun(b *Session, e ArraysEngine) *arraysRun {
	prec := cells.NewPrecision()
	for _, v := range propertyVars(b.Slice) {
		prec.Keep(v)
	}
	startCells(b.Slice, prec, b.Options.Start)
	numbers := linear.Integers
	if b.Slice.Arith == cfa.Real {
		numbers = linear.Rationals
	}
	dom := unions.New(b.Slice, poly.Domain(), prec, unions.Options[*poly.Polyhedron]{
		Numbers: numbers,
		Entails: entails,
		Gaps:    b.Gaps.Expression,
	})
	return &arraysRun{Session: b, engine: e, prec: prec, dom: dom, loops: newLoops(b.Slice)}
}

// run makes one attempt after the other.
func (r *arraysRun) run() {
	orders := r.engine.Orders
	if len(orders) == 0 {
		orders = []mc.Order{mc.RPO, mc.BFS}
	}
	for n := 0; ; n++ {
		r.limit = attempt
		for range n / len(orders) {
			r.limit *= attemptFactor
		}
		r.begin(orders[n%len(orders)])
		again := r.loop()
		r.Count(r.x)
		if !again {
			break
		}
		if (n+1)%len(orders) == 0 {
			r.exhausted() // no order has come to an end
		}
	}
	r.Outcome.Precision = r.kept()
	r.measure()
	if r.Options.Observe != nil && r.Outcome.Verdict == Safe {
		r.Options.Observe(&Iteration{
			Program: r.Slice, Kept: r.Outcome.Precision, States: r.x.Stats().Nodes, Done: true, Abstract: cells.Abstract(r.prec.Clone()),
		})
	}
}

// measure counts what is kept, and what there is.
func (r *arraysRun) measure() {
	st := &r.Outcome.Stats
	st.Vars, st.Cells = r.prec.Vars(), r.prec.Size()
	for _, a := range r.Program.Arrays {
		if !a.Region && a.Len > 0 {
			st.AllCells += int(a.Len)
		}
	}
}

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *arraysRun) iteration(path cfa.Path, a *learn.Answer) *Iteration {
	if r.Options.Observe == nil {
		return nil
	}
	return &Iteration{
		Program: r.Slice, Kept: r.kept(), States: r.x.Stats().Nodes, Path: path,
		Formula: a.Path, Builder: a.Builder, Proof: a.Proof, Core: a.Core, Why: a.Reason,
		Abstract: cells.Abstract(r.prec.Clone()),
	}
}

// begin starts an exploration.
func (r *arraysRun) begin(order mc.Order) {
	r.x = mc.New(r.Slice, r.dom, mc.Options{Order: order, Work: arraysWork, Pause: attemptPause, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.Outcome.Stats.States+r.x.Stats().Nodes, g.Frontier)
	}})
	r.loops.forget()
	r.Gaps.Forget()
	clear(r.Tries)
	r.Undecided = ""
}

// entails reports a union that contains p: all of it.
func entails(union []*poly.Polyhedron, p *poly.Polyhedron) []int {
	if !p.CoveredBy(union...) {
		return nil
	}
	all := make([]int, len(union))
	for i := range all {
		all[i] = i
	}
	return all
}

type arraysRun struct {
	*Session
	engine ArraysEngine
	prec   *cells.Precision
	dom    *unions.Domain[*poly.Polyhedron]
	loops  *loops
	x      *mc.Explorer
	limit  int // states of this exploration
}

// arraysWork is what the expansion of a state takes, as mc.Options.Work has it: polyhedra, not words.
const arraysWork = 7

// loop explores until there is a verdict, or none is to be had; again is true where another attempt may have one.
func (r *arraysRun) loop() (again bool) {
	for {
		if r.Test(r.Outcome.Stats.Posts + r.x.Stats().Posts) {
			return false
		}
		began := time.Now()
		res := r.x.Run(r.Ctx)
		r.Outcome.Stats.Explore += time.Since(began)
		switch res.Kind {
		case mc.Stopped:
			r.Outcome.Reason = res.Reason
			return false
		case mc.Paused:
			if r.watch() {
				r.restart()
			} else if r.x.Alive() > r.limit {
				return true
			}
		case mc.Exhausted:
			if r.Undecided == "" {
				r.ProvedByGraph(r.x.Graph())
			} else if !r.Search(testrun.BranchesAtEnd) {
				r.Outcome.Reason = r.Undecided
			}
			return false
		case mc.Found:
			began = time.Now()
			done := r.errorPath(res.Node)
			r.Outcome.Stats.Refine += time.Since(began)
			if done {
				return false
			}
		}
	}
}

// errorPath deals with a path to an error location and reports whether the run is over.
func (r *arraysRun) errorPath(n *mc.Node) bool {
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
	a, err := learn.Decide(r.Ctx, r.Slice, path)
	if err != nil {
		r.Outcome.Reason = effort.Why(r.Ctx)
		if r.Outcome.Reason == "" {
			r.Outcome.Reason = err.Error()
		}
		return true
	}
	r.Gaps.Path(a.Path, a.Status == learn.Unknown)
	it := r.iteration(path, a)
	switch a.Status {
	case learn.Infeasible:
		return r.refine(n, nodes, a, it)
	case learn.Feasible:
		return r.concretise(n, path, a, it)
	}
	return r.exactly(n, path, it, a.Reason, lang.Pos{})
}

// refine learns from a path that cannot be taken. Where nothing new is to be learnt the path owes its existence
// to places where disjuncts were merged, which are kept apart from now on, or to a variable that was forgotten too early.
func (r *arraysRun) refine(n *mc.Node, nodes []*mc.Node, a *learn.Answer, it *Iteration) bool {
	r.Outcome.Stats.Refinements++
	lesson := a.Learn(r.Ctx, r.prec)
	if it != nil {
		it.Proof = a.Proof // the one that was learnt from
	}
	if lesson.Keep(r.prec) {
		r.Observe(it, func(it *Iteration) { it.Learnt = Gained(it.Kept, r.kept()) })
		r.restart()
		return false
	}
	var apart []lang.Pos
	for _, m := range nodes {
		if (len(m.In) > 1 || len(m.Covers()) > 0) && r.dom.KeepApart(m.Loc) {
			apart = append(apart, m.Loc.Pos)
		}
	}
	r.Observe(it, func(it *Iteration) { it.Apart = apart })
	if len(apart) > 0 || r.dom.HoldDead() {
		r.restart()
		return false
	}
	r.giveUp(n, "cannot be taken, but the abstraction does not see that"+r.Gaps.Because(), lang.Pos{})
	return false
}

// concretise replays the inputs of a path that can be taken.
func (r *arraysRun) concretise(n *mc.Node, path cfa.Path, a *learn.Answer, it *Iteration) bool {
	why, at := r.Confirm(a.Inputs, r.Slice.PathIn(r.Program, path))
	if r.Outcome.Verdict == Unsafe {
		r.Observe(it, func(it *Iteration) { it.Feasible = true })
		return true
	}
	return r.exactly(n, path, it, why, at)
}

// exactly decides a path about which the formulas of its refutation say nothing, for the reason why.
func (r *arraysRun) exactly(n *mc.Node, path cfa.Path, it *Iteration, why string, at lang.Pos) bool {
	_, _, stop := r.Decide(path)
	found := r.Outcome.Verdict == Unsafe
	r.Observe(it, func(it *Iteration) {
		if it.Feasible = found; !found {
			it.Why = why
		}
	})
	if found || stop {
		return true
	}
	r.giveUp(n, "could not be decided: "+why, at)
	return false
}

// restart explores anew, at a new precision.
func (r *arraysRun) restart() {
	r.x.Restart()
	r.loops.forget()
	r.Gaps.Forget()
}

func (r *arraysRun) giveUp(n *mc.Node, why string, at lang.Pos) {
	r.LeaveOpen(n.Loc, why, at)
	r.x.Ignore(n)
}

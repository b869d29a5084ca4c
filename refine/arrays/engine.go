// The engine: attempts, refinement and verdict.

package arrays

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/cegar"
	"github.com/whet-mc/whet/refine/precision"
)

const (
	attempt       = 40_000 // abstract states of the first exploration
	attemptFactor = 16     // factor for the next exploration with the same order
	attemptPause  = 2_000  // expansions between two checks for growth
)

// Engine is the engine of Armando, Benerecetti and Mantovani (TACAS 2007), procedure AR: abstract to variables and
// cells, model check the linear program, check the error path, refine. The exploration starts again after each
// refinement, since every state may keep more variables and cells then.
//
// The linear program may have infinitely many states where the program has finitely many: without its counter a loop
// continues for ever. So explorations are limited, and the next attempt starts again with another order: reverse
// postorder, in which states meet before they are expanded, alternates with breadth first, which eventually reaches
// every error. Loops that continue for ever are also watched (see loops.watch).
type Engine struct {
	Orders []mc.Order // orders of the explorations, in turn; none: reverse postorder and breadth first
	Domain Domain     // the domain of the unions' elements; nil: polyhedra
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "arrays" }

// Run implements refine.Engine.
func (e Engine) Run(s *refine.Session) { newRun(s, e).run() }

func newRun(b *refine.Session, e Engine) *run {
	prec := cells.NewPrecision()
	for _, v := range propertyVars(b.Slice) {
		prec.Keep(v)
	}
	said := b.Vocabulary()
	for _, e := range b.Start(said) {
		if x := said.VarOf(e); x != nil {
			prec.Keep(x)
		} else if a, i, ok := said.CellOf(e); ok && i.Ghost == nil && i.Term == nil {
			prec.KeepCell(a, i)
		}
	}
	numbers := linear.Integers
	if b.Slice.Arith == cfa.Real {
		numbers = linear.Rationals
	}
	d := e.Domain
	if d == nil {
		d = In(poly.Domain())
	}
	r := &run{engine: e, in: d, numbers: numbers, prec: prec, dom: d.unions(b, prec, numbers), loops: newLoops(b.Slice, prec), look: firstLook}
	r.Loop = cegar.New(b, r)
	return r
}

// run makes one attempt after the other.
func (r *run) run() {
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
		again := r.Loop.Run()
		r.Count(r.X)
		if !again || r.hulled {
			break
		}
		if (n+1)%len(orders) == 0 {
			r.loops.exhausted(r.X.Graph()) // no order finished within its limit
		}
	}
	r.measure()
	r.Finish()
}

// measure records the numbers of kept variables and cells, and of all cells.
func (r *run) measure() {
	st := &r.Outcome.Stats
	st.Vars, st.Cells = r.prec.Vars(), r.prec.Size()
	for _, a := range r.Program.Arrays {
		if !a.Region && a.Len > 0 {
			st.AllCells += int(a.Len)
		}
	}
}

// Precision implements cegar.Method.
func (r *run) Precision() []precision.Element { return r.Vocabulary().Cells(r.prec) }

// Claims implements cegar.Method.
func (r *run) Claims(g *mc.Graph) refine.Claims { return refine.GraphClaims(g) }

// Describe implements cegar.Describer.
func (r *run) Describe(it *refine.Iteration) { it.Abstract = cells.Abstract(r.prec.Clone()) }

// begin starts an exploration.
func (r *run) begin(order mc.Order) {
	r.X = mc.New(r.Slice, r.dom, mc.Options{Order: order, Work: stateWork, Pause: attemptPause, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.Outcome.Stats.States+r.X.Stats().Nodes, g.Frontier)
	}})
	r.Before = r.Outcome.Stats.Posts
	r.loops.forget()
	r.Approximations.Forget()
	clear(r.Tries)
	r.Undecided, r.Open = reason.Reason{}, false
}

type run struct {
	*cegar.Loop
	engine Engine
	prec   *cells.Precision
	dom    disjuncts
	loops  *loops
	limit  int // limit of states of this exploration

	in      Domain
	numbers linear.Numbers
	look    int  // number of states at which hulls are tried next
	hulled  bool // the hulls are the proof
}

// stateWork is the cost of expanding a state, in the sense of mc.Options.Work: polyhedra are more expensive than
// words.
const stateWork = 7

// Watch implements cegar.Watcher.
func (r *run) Watch(kind mc.ResultKind) cegar.Next {
	switch {
	case kind != mc.Paused:
	case r.X.Alive() >= r.look && r.tryHulls():
		return cegar.CutOff
	case r.loops.watch(r.X.Graph()):
		r.restart()
		return cegar.Again
	case r.X.Alive() > r.limit:
		return cegar.CutOff
	}
	return cegar.Proceed
}

// Path implements cegar.Method.
func (r *run) Path(p cegar.Path) bool {
	it := r.Iteration(p.Steps)
	a, why, over := RefuteExactly(r.Session, p.Steps, it)
	switch {
	case over:
		return true
	case a != nil:
		return r.refine(p.Error, p.Nodes, a, it)
	}
	return r.GiveUp(p.Error, refine.Undecidable(why))
}

// refine learns from an infeasible path. If nothing new can be learnt, the cause is a merge of disjuncts on the path,
// or a variable that was forgotten too early. So merged places on the path are kept apart from now on, or dead
// variables are kept.
func (r *run) refine(n *mc.Node, nodes []*mc.Node, a *Answer, it *refine.Iteration) bool {
	r.Outcome.Stats.Refinements++
	lesson := a.Learn(r.Ctx, r.prec)
	if it != nil {
		it.Proof = a.Proof // the proof that the lesson comes from
	}
	if lesson.Keep(r.prec) {
		r.Learnt(it)
		r.restart()
		return false
	}
	var apart []lang.Pos
	for _, m := range nodes {
		if (len(m.In) > 1 || len(m.Covers()) > 0) && r.dom.KeepApart(m.Loc) {
			apart = append(apart, m.Loc.Pos)
		}
	}
	r.Observe(it, func(it *refine.Iteration) { it.Apart = apart })
	if len(apart) > 0 || r.dom.HoldDead() {
		r.restart()
		return false
	}
	return r.GiveUp(n, reason.New(reason.Imprecise, "cannot be taken, but the abstraction does not see that"+r.Approximations.Because()))
}

// restart explores again, at a new precision.
func (r *run) restart() {
	r.X.Restart()
	r.loops.forget()
	r.Approximations.Forget()
}

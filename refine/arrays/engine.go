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
	attemptFactor = 16     // how many times as many the next of the same order has
	attemptPause  = 2_000  // expansions between two looks at what grows
)

// ArraysEngine is the engine of Armando, Benerecetti and Mantovani (TACAS 2007), procedure AR:
// abstract to variables and cells, model check the linear program, check the error path, refine.
// The exploration starts anew after each refinement, since every state may know more then.
//
// The linear program need not have finitely many states where the program has: without its counter
// a loop goes on for ever. So explorations are cut off, and go on as the next attempt does: reverse
// postorder, in which states meet before they go on, takes turns with breadth first, which comes to
// every error at some time. And loops that go on and on are watched (watch).
type Engine struct {
	Orders []mc.Order // of the explorations, in turns; none: reverse postorder and breadth first
	Domain Domain     // of which unions are made; nil: polyhedra
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
			r.loops.exhausted(r.X.Graph()) // no order has come to an end
		}
	}
	r.measure()
	r.Finish()
}

// measure counts what is kept, and all of it.
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
	limit  int // states of this exploration

	in      Domain
	numbers linear.Numbers
	look    int  // states after which hulls are tried
	hulled  bool // they are the proof
}

// stateWork is what the expansion of a state takes, as mc.Options.Work has it: polyhedra, not
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

// refine learns from a path that cannot be taken. Where nothing new is to be learnt the path owes
// its existence to places where disjuncts were merged, which are kept apart from now on, or to a
// variable that was forgotten too early.
func (r *run) refine(n *mc.Node, nodes []*mc.Node, a *Answer, it *refine.Iteration) bool {
	r.Outcome.Stats.Refinements++
	lesson := a.Learn(r.Ctx, r.prec)
	if it != nil {
		it.Proof = a.Proof // the one that was learnt from
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

// restart explores anew, at a new precision.
func (r *run) restart() {
	r.X.Restart()
	r.loops.forget()
	r.Approximations.Forget()
}

package widening

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/mc/cells"
	"github.com/whet-mc/whet/mc/dag"
	"github.com/whet-mc/whet/numeric"
	"github.com/whet-mc/whet/poly"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/precision"
)

const (
	firstNodes   = 500   // abstract states of the first try in polyhedra
	firstRepairs = 32    // refinements of the first try
	oneDomain    = 8     // how many times as many nodes and refinements, where there is only one domain
	fewRepairs   = 4     // in octagons, with which an exploration goes on when polyhedra are needed
	nearby       = 8     // how many nodes near an error are as much as a refinement
	nodesFactor  = 4     // how many times as many the next has
	longPath     = 60    // steps
	mostGuards   = 4     // repairs for the sake of one guard
	lookNodes    = 200   // between looks at whether test runs are due
	mostRows     = 3_000 // constraints or generators of a polyhedron, before it is over-approximated
)

// Engine is the engine of Gulavani, Chakraborty, Nori and Rajamani (TACAS 2008): abstract interpretation, refined along
// counterexamples. The domains take turns, and each goes on where it was stopped: octagons are cheap, polyhedra know more.
type Engine struct {
	Tree        bool   // each path on its own; else states that meet are joined, until that proves too coarse
	Plain       bool   // a widening that is too coarse is replaced by the join, not bounded by interpolants
	Domain      Domain // nil: octagons, of which single ones become polyhedra, then polyhedra
	NoPreimages bool   // error preimages are not kept
	NoSeeds     bool   // no bounds from the program's conditions
}

// Name implements refine.Engine.
func (e Engine) Name() string { return "widening" }

// Run implements refine.Engine.
func (e Engine) Run(b *refine.Session) {
	var turns []turn
	numbers := linear.Integers
	if b.Slice.Arith == cfa.Real {
		numbers = linear.Rationals
	}
	opt := dag.Options{
		Tree: e.Tree, Plain: e.Plain, Cache: !e.NoPreimages, Seed: !e.NoSeeds,
		Numbers: numbers, Approximated: b.Approximations.Expression,
	}
	d := e.Domain
	if d == nil {
		d = &octagonsFirst{domain[*poly.Polyhedron]{poly.Domain()}}
	}
	add := func(guard bool) {
		opt := opt
		opt.Guard = guard
		turns = append(turns, d.turns(b, opt)...)
	}
	if recursive(b.Slice) {
		turns = append(turns, d.summaries(b, numbers, !e.NoSeeds))
	}
	if wraps(b.Slice) {
		add(true)
	}
	add(false)
	turns = append(turns, d.exact(b, opt)...)
	nodes, refinements, reason := firstNodes, firstRepairs, ""
	if e.Domain != nil { // whoever asks for a domain wants to see what it can do by itself
		nodes, refinements = nodes*oneDomain, refinements*oneDomain
	}
	for len(turns) > 0 {
		var next []turn
		for _, t := range turns {
			switch t.run(nodes*t.cheap(), refinements) {
			case decided:
				t.finish()
				return
			case cutOff:
				next = append(next, t)
			case failed:
				t.finish()
				reason = b.Undecided
				b.Undecided = "" // the next domain may have an answer, or a reason of its own
				clear(b.Tries)
			}
		}
		turns = next
		nodes *= nodesFactor
		refinements *= nodesFactor
	}
	b.Outcome.Reason = reason
}

// wraps reports whether words can wrap around.
func wraps(p *cfa.Program) bool {
	for _, e := range p.Edges {
		found := false
		cfa.OpExprs(e.Op, func(x cfa.Expr) {
			cfa.Walk(x, func(x cfa.Expr) {
				_, wrap := x.(*cfa.Wrap)
				found = found || wrap
			})
		})
		if found {
			return true
		}
	}
	return false
}

// turn is a run in one domain.
type turn interface {
	run(nodes, refinements int) turnResult
	cheap() int // how many nodes of its domain cost as much as one of polyhedra
	finish()
}

type turnResult int

const (
	decided turnResult = iota // there is a verdict, or none is to be had at all
	cutOff                    // so many nodes have been made
	failed                    // the domain cannot do it
)

// run is a run in the domain of E.
type run[E numeric.Element[E]] struct {
	*refine.Session
	dom      numeric.Domain[E]
	opt      dag.Options
	prec     *cells.Precision
	x        *dag.Explorer[E]
	open     bool                  // a path could not be decided: SAFE is not to be had
	errs     map[*cfa.Proc]bool    // procedures that can reach an error, they or what they call
	guards   map[*dag.Place[E]]int // attempts to exclude that a word wraps around
	pumped   map[*dag.Place[E]]int // the rounds of the way that was looked at last
	repaired int                   // nodes, since the exploration began
	moves    bool                  // into the finer domain, without being forced to
	again    bool                  // decide asks about a second path
	it       *refine.Iteration     // the error node that is looked at, for an observer; nil: there is none
}

func newRun[E numeric.Element[E]](b *refine.Session, d numeric.Domain[E], o dag.Options) *run[E] {
	r := &run[E]{Session: b, dom: d, opt: o, prec: cells.NewPrecision(), guards: map[*dag.Place[E]]int{}, pumped: map[*dag.Place[E]]int{}}
	// All variables of the slice, as in the paper.
	keepAll(b.Slice, r.prec)
	r.errs = b.Slice.MayFail()
	r.start()
	return r
}

// keepAll keeps the variables that a program reads or assigns.
func keepAll(p *cfa.Program, prec *cells.Precision) {
	keep := func(v *cfa.Var) { prec.Keep(v) }
	for _, e := range p.Edges {
		cfa.Reads(e.Op, keep, nil)
		if _, call := e.Op.(*cfa.Call); !call {
			cfa.Writes(e.Op, keep, nil)
		}
	}
}

func (r *run[E]) start() {
	r.Approximations.Forget()
	clear(r.guards)
	clear(r.pumped)
	r.repaired = 0
	r.x = dag.New(r.Slice, r.dom, r.prec.Clone(), r.opt)
	r.x.Moves = r.moves
}

// retire adds up what an exploration has done.
func (r *run[E]) retire() {
	st, s := &r.Outcome.Stats, r.x.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Gone
	st.Posts += s.Posts
}

func (r *run[E]) cheap() int { return cmp.Or(r.dom.Cheap, 1) }

func (r *run[E]) finish() {
	r.retire()
	c := &refine.Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for _, p := range r.x.Places() {
		c.States[p.Loc.ID] += len(p.Nodes)
	}
	r.Outcome.Coverage = c
	r.Outcome.Precision = r.Vocabulary().Cells(r.prec)
	r.observeEnd()
}

func (r *run[E]) run(nodes, refinements int) turnResult {
	refined := 0
	for {
		if r.Test(r.Outcome.Stats.Posts + r.x.Stats.Posts) {
			return decided
		}
		r.Progress("exploring", r.Outcome.Stats.States+r.x.Stats.Nodes, r.x.Frontier())
		began := time.Now()
		res, n := r.x.Run(r.Ctx, min(nodes, r.x.Stats.Nodes+lookNodes))
		r.Outcome.Stats.Explore += time.Since(began)
		switch res {
		case dag.Stopped:
			r.Outcome.Reason = effort.Why(r.Ctx)
			return decided
		case dag.Paused:
			if r.x.Stats.Nodes >= nodes {
				return cutOff
			}
		case dag.Exhausted:
			return r.exhausted()
		case dag.Found, dag.Near:
			began = time.Now()
			res := r.errorNode(n)
			r.Outcome.Stats.Refine += time.Since(began)
			if res != cutOff {
				return res
			}
			if refined++; n.Place.Target() {
				refined += nearby - 1
			}
			limit := refinements * nearby
			if r.moves {
				limit /= nodesFactor
			}
			switch {
			case refined < limit:
			case r.moves || !r.x.Gradual():
				return cutOff
			default:
				// There is always another round that can be repaired in octagons. Their bounds would be in the way of better ones.
				r.moves, refined = true, 0
				r.retire()
				r.start()
			}
		}
	}
}

// exhausted ends an exploration without errors.
func (r *run[E]) exhausted() turnResult {
	for _, e := range r.x.Skipped() {
		if !r.errs[e.Op.(*cfa.Call).Callee] {
			continue
		}
		r.LeaveOpen(e.From, fmt.Sprintf("depends on the recursion of %s", e.Op.(*cfa.Call).Callee.Name), e.Pos)
		return failed
	}
	if r.open {
		return failed
	}
	if err := r.x.Closed(); err != nil {
		// A mistake in the exploration, or a comparison of polyhedra that ran into its limit: no reason to claim anything.
		r.Undecided = "the reached states did not check: " + err.Error()
		return failed
	}
	r.Proved(refine.Claims{Invariants: r.reached, Annotations: r.proof})
	return decided
}

// errorNode deals with an error node; cutOff means to go on.
func (r *run[E]) errorNode(n *dag.Node[E]) turnResult {
	if effort.Done(r.Ctx) {
		return cutOff
	}
	r.Progress("refining", r.Outcome.Stats.States+r.x.Stats.Nodes, r.x.Frontier())
	if n.Place.Guard != nil {
		r.guard(n)
		return cutOff
	}
	a := Analyse(r.x, n, r.moves || r.x.Fine())
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
	// The domain's images let the path pass, its preimages do not, and no image can be made more precise.
	r.Outcome.Stats.Refinements--
	return r.decide(n, a, a.Any())
}

// guard deals with a node where a word may wrap around: it is excluded, as an error would be, or the assumption that
// this does not happen is taken back. Counters that nothing but the width of their words bounds have ever new bounds to offer, so the
// number of attempts is limited.
func (r *run[E]) guard(n *dag.Node[E]) {
	r.guards[n.Place]++
	if more := r.guards[n.Place] <= mostGuards; more || r.Session.Options.Observe != nil {
		a := Analyse(r.x, n, false)
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

// sameWay reports whether two paths are of the same steps.
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
			return r.giveUp(n, "depends on a recursion", l.Edge.Pos)
		}
		path = append(path, cfa.Step{Edge: l.Edge, Kind: l.Kind})
	}
	// Inputs of a long path are found sooner by running along it than by formulas.
	if len(path) > longPath {
		if _, _, over := r.Concretise(path, r.it); over {
			return decided
		}
	}
	answer, why, at, over := arrays.Refute(r.Session, path, r.it)
	switch {
	case over:
		return decided
	case answer == nil:
		return r.exactly(n, way, path, why, at)
	}
	return r.infeasible(n, a, way, answer)
}

// infeasible learns from a path that cannot be taken, although the domain does not exclude it.
func (r *run[E]) infeasible(n *dag.Node[E], a *Analysis[E], way *dag.Suffix, answer *arrays.Answer) turnResult {
	r.Outcome.Stats.Refinements++
	lesson := answer.Learn(r.Ctx, r.prec)
	if lesson.Keep(r.prec) {
		r.observe(func(it *refine.Iteration) {
			it.Proof = answer.Proof // the one that was learnt from
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
	return r.giveUp(n, "cannot be taken, but "+r.domain()+" do not see that"+r.Approximations.Because(), lang.Pos{})
}

// finer makes images on the ways to a node more precise, where what the coarse domain takes back from the error is too much:
// steps and joins that the finer domain does better, and more cases on a way that the finer domain's preimages do not exclude either. It reports
// whether anything was done; else the way that is left, if there is one.
func (r *run[E]) finer(n *dag.Node[E], way *dag.Suffix) (bool, *dag.Suffix) {
	if r.x.Gradual() && !r.moves {
		r.moves, r.x.Moves = true, true
		if r.repaired > fewRepairs {
			r.retire()
			r.start()
			return true, nil
		}
	}
	fine := Analyse(r.x, n, true)
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

// exactly decides a path about which the formulas of its refutation say nothing, for the reason why.
func (r *run[E]) exactly(n *dag.Node[E], way *dag.Suffix, path cfa.Path, why string, at lang.Pos) turnResult {
	if _, _, over := r.Concretise(path, r.it); over {
		return decided
	}
	if done, _ := r.finer(n, way); done {
		r.Outcome.Stats.Refinements++
		return cutOff
	}
	return r.giveUp(n, refine.Undecidable+why, at)
}

func (r *run[E]) giveUp(n *dag.Node[E], why string, at lang.Pos) turnResult {
	if n.Place.Loc.Error == nil {
		r.x.Forget(n) // the error itself, if it is reached, decides
		return cutOff
	}
	r.observe(func(it *refine.Iteration) { it.Why = strings.TrimPrefix(why, refine.Undecidable) })
	r.LeaveOpen(n.Place.Loc, why, at)
	r.open = true
	if r.Tries[n.Place.Loc] >= refine.MaxTries {
		return failed
	}
	r.x.Ignore(n)
	return cutOff
}

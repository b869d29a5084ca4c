package refine

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/predicate"
	"github.com/whet-mc/whet/mc/product"
	"github.com/whet-mc/whet/mc/value"
	"github.com/whet-mc/whet/num"
	learnPredicates "github.com/whet-mc/whet/refine/predicate"
	learnValues "github.com/whet-mc/whet/refine/value"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// The engines value+predicate and value-full+predicate: values and predicates side by side (Beyer and Löwe, "Explicit-State Software Model
// Checking Based on CEGAR and Interpolation", FASE 2013, section III-F). A path that values contradict refines what values
// are tracked; only where they do not, predicates are learnt: abstraction by them costs far more. A variable that takes too many values leaves the values,
// and what matters of it is left to predicates.

const (
	compositePause  = 3_000 // expansions between two looks at what has too many values
	manyValues      = 60    // of a variable at one loop head, where Options.ValueThreshold does not say
	moreValues      = 32    // how many times as many they may be, where predicates do not come to an end
	firstPatience   = 12    // refinements of predicates after which that is said
	compositeStale  = 3     // refinements that learn nothing, before all is explored anew
	compositeInline = 100   // edges of a procedure that is part of a block: values need no large blocks, and small ones cost less
	compositeFormed = 3_000 // steps of a path that is written as formulas for showing
)

// compositeRun is a run of these engines.
type compositeRun struct {
	*base
	values  *value.Precision
	checker *learnValues.Checker
	coder   *formula.Coder
	preds   *predicate.Precision
	blocks  *predicate.Domain
	x       *mc.Explorer

	dom       *value.Domain
	order     mc.Order
	predScope predicate.Scope

	heads     map[*cfa.Loc]map[int]*headValues // by variable's ID
	many      []*cfa.Var                       // to leave
	most      int                              // values of a variable that are not too many
	left      bool                             // some variable has left
	learnt    int                              // refinements of predicates since one left
	patience  int                              // how many of these are awaited
	stale     int                              // refinements of values since the precision grew, or all was explored anew
	stuck     bool                             // the last one did not say where to prune
	nextRound int                              // successors computed when the next directed test runs are made
}

// headValues are the values that a variable had at a loop head.
type headValues struct {
	seen map[string]bool
	over bool
}

// blocksOf is predicate.Domain as product.Blocks.
type blocksOf struct{ *predicate.Domain }

func (b blocksOf) Abstract(l *cfa.Loc) bool { return b.Blocks().Abstract(l) }
func (b blocksOf) Inlined(q *cfa.Proc) bool { return b.Blocks().Inlined(q) }
func (b blocksOf) PostWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.PostWithin(s, e, from, to)
}
func (b blocksOf) EnterWithin(s mc.State, e *cfa.Edge, from, to func(func(*cfa.Var, num.Int))) (mc.State, bool) {
	return b.Domain.EnterWithin(s, e, from, to)
}
func (b blocksOf) ReturnWithin(s mc.State, e *cfa.Edge, exit mc.State, from, mid, to func(func(*cfa.Var, num.Int))) []mc.State {
	return b.Domain.ReturnWithin(s, e, exit, from, mid, to)
}

func runComposite(b *base) {
	r, reason := newCompositeRun(b)
	if r == nil {
		b.out.Reason = reason
		return
	}
	r.loop()
	r.count(r.x)
	r.out.Precision = r.kept()
	if r.opt.Observe != nil && r.out.Verdict == Safe {
		r.opt.Observe(&Iteration{Program: r.slice, Kept: r.out.Precision, States: r.x.Stats().Nodes, Done: true})
	}
}

func newCompositeRun(b *base) (*compositeRun, string) {
	r := &compositeRun{base: b, patience: firstPatience, heads: map[*cfa.Loc]map[int]*headValues{}}
	scope, predScope := value.Scoped, predicate.ByProc
	switch b.opt.Scope {
	case "", "scoped":
	case "location":
		scope, predScope = value.ByLocation, predicate.ByLocation
	default:
		return nil, fmt.Sprintf("unknown scope %q", b.opt.Scope)
	}
	if strings.HasPrefix(b.opt.Engine, "value-full") {
		scope = value.Full
	}
	order, ok := mc.ParseOrder(b.opt.Order)
	if !ok {
		return nil, fmt.Sprintf("unknown order %q", b.opt.Order)
	}
	r.values = value.NewPrecision(scope)
	dom := value.New(r.slice, r.values)
	dom.DropDead()
	r.checker = learnValues.NewChecker(r.slice)
	r.dom, r.order, r.predScope = dom, order, predScope
	if r.most = b.opt.ValueThreshold; r.most <= 0 {
		r.most = manyValues
	}
	r.begin()
	return r, ""
}

// begin begins without predicates.
func (r *compositeRun) begin() {
	r.coder = formula.NewCoder(smt.NewBuilder(), r.slice)
	r.preds = predicate.NewPrecision(r.coder, r.slice, r.predScope)
	r.blocks = predicate.New(r.ctx, r.slice, r.preds, predicate.Options{
		Cartesian: r.opt.Abstraction == "cartesian", Single: r.opt.Blocks == "single", Conflicts: questionConflicts, Lazy: true, Inline: compositeInline, Flat: true,
	})
	if r.x != nil {
		r.count(r.x)
	}
	r.x = mc.New(r.slice, product.New(r.dom, blocksOf{r.blocks}, r.see), mc.Options{
		Order: r.order, Budget: r.budget, Pause: compositePause,
		Progress: func(g mc.Progress) { r.progress("exploring", r.x.Stats().Nodes, g.Frontier) },
	})
	r.many, r.learnt = nil, 0
	clear(r.heads)
}

// see counts the values that variables have at loop heads.
func (r *compositeRun) see(at *cfa.Loc, s product.Valued) {
	if !at.LoopHead {
		return
	}
	vars := r.heads[at]
	if vars == nil {
		vars = map[int]*headValues{}
		r.heads[at] = vars
	}
	s.Vars(func(v *cfa.Var, x num.Int) {
		h := vars[v.ID]
		if h == nil {
			h = &headValues{seen: map[string]bool{}}
			vars[v.ID] = h
		}
		if h.over {
			return
		}
		if h.seen[x.String()] = true; len(h.seen) > r.most {
			h.over = true
			r.many = append(r.many, v)
		}
	})
}

// leave takes variables with too many values out of the values' precision, and reports whether there were any. What was explored with them is
// explored anew.
func (r *compositeRun) leave() bool {
	if len(r.many) == 0 {
		return false
	}
	for _, v := range r.many {
		r.values.Leave(v)
		r.checker.Leave(v)
	}
	r.many, r.left, r.learnt = nil, true, 0
	clear(r.heads)
	r.x.Restart()
	return true
}

// readmit takes variables that have left back, with room for more values, where predicates have not come to an end without them
// after so many refinements: those that need one for each round of a loop are cheaper as values. It reports whether it did.
func (r *compositeRun) readmit() bool {
	if !r.left || r.learnt < r.patience {
		return false
	}
	r.values.Readmit()
	r.checker.Readmit()
	r.left = false
	r.most *= moreValues
	r.patience *= 2
	r.begin()
	return true
}

func (r *compositeRun) loop() {
	for {
		if r.test(r.x.Stats().Posts) || r.round(r.x.Stats().Posts) {
			return
		}
		began := time.Now()
		res := r.x.Run(r.ctx)
		r.out.Stats.Explore += time.Since(began)
		if res.Kind != mc.Stopped && r.leave() {
			continue
		}
		switch res.Kind {
		case mc.Stopped:
			r.out.Reason = res.Reason
			return
		case mc.Exhausted:
			switch why := r.budget.Spent(r.ctx); {
			case why != "" || r.ctx.Err() != nil: // abstractions may have been cut off
				r.out.Reason = why
			case r.undecided == "":
				r.out.Verdict, r.out.Graph, r.out.annotations = Safe, r.x.Graph(), r.annotations
			case !r.search(branchesAtEnd):
				r.out.Reason = r.undecided
			}
			return
		case mc.Found:
			began = time.Now()
			done := r.errorPath(res.Node)
			r.out.Stats.Refine += time.Since(began)
			if done {
				return
			}
		}
	}
}

// round makes the directed test runs that are due after so many successors.
func (r *compositeRun) round(posts int) bool {
	if posts < r.nextRound {
		return false
	}
	if r.nextRound == 0 {
		r.nextRound = rounds
		return false
	}
	r.nextRound *= 2
	return r.search(branchesARound)
}

// errorPath deals with a path to an error location and reports whether the run is over.
func (r *compositeRun) errorPath(n *mc.Node) bool {
	r.progress("checking a path", r.x.Stats().Nodes, r.x.Frontier())
	if r.tries[n.Loc] >= maxTries {
		r.x.Ignore(n)
		return false
	}
	path, nodes, err := r.x.ErrorPath(n, maxPath)
	if err != nil {
		r.giveUp(n, fmt.Sprintf("is longer than %d steps", maxPath), lang.Pos{})
		return false
	}
	t := r.checker.Check(r.ctx, r.budget, path, r.opt.Selection)
	switch {
	case t.Cut != "":
		r.out.Reason = t.Cut
		return true
	case !t.Feasible():
		return r.refineValues(n, t, nodes)
	}
	return r.byFormulas(n, path, nodes)
}

func valuesOf(n *mc.Node) *value.State { return n.State.(*product.State).Values.(*value.State) }

// refineValues learns values from a path that they contradict, as the engine value does.
func (r *compositeRun) refineValues(n *mc.Node, t *learnValues.Trace, nodes []*mc.Node) bool {
	proof := r.checker.Choose(r.ctx, r.budget, t, r.values, r.opt.Selection)
	if proof == nil {
		if r.out.Reason = r.budget.Spent(r.ctx); r.out.Reason == "" {
			r.out.Reason = "no interpolant was found"
		}
		return true
	}
	r.out.Stats.Refinements++
	it := r.iteration(t.Path)
	if it != nil {
		it.Steps = proof.Steps()
	}
	grew := false
	cut := -1
	for i, need := range proof.Needs {
		grew = need.Track(r.values, nodes[i].Loc) || grew
		if cut < 0 && !need.Known(valuesOf(nodes[i])) {
			cut = i
		}
	}
	r.observe(it, func(it *Iteration) { it.Learnt = gained(it.Kept, r.kept()) })
	switch {
	case cut < 0 && r.stuck:
		// Values exclude the path, but not the states on it: predicates may.
		return r.byFormulas(n, t.Path, nodes)
	case cut < 0 || r.opt.Restart || !grew && r.stale >= compositeStale:
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

// byFormulas checks the blocks of a path that values do not exclude, and learns predicates where they cannot be passed one after the other.
func (r *compositeRun) byFormulas(n *mc.Node, path cfa.Path, nodes []*mc.Node) bool {
	it := r.iteration(path)
	why, at, stop := r.decide(path)
	switch {
	case r.out.Verdict == Unsafe:
		r.observe(it, func(it *Iteration) { it.Feasible = true })
		return true
	case stop:
		return true
	}
	o := learnPredicates.Options{Conflicts: pathConflicts}
	t, err := learnPredicates.NewTrace(r.ctx, r.blocks, r.coder, path, nodes, o)
	if none := (*learnPredicates.NoWayError)(nil); errors.As(err, &none) {
		r.out.Stats.Refinements++
		r.observe(it, func(*Iteration) {})
		at := nodes[none.To]
		r.blocks.Ask(at.Loc)
		if r.blocks.Stale(at.State.(*product.State).Block.(*predicate.State), at.Loc) {
			r.x.Prune(at)
		} else {
			r.giveUp(n, "cannot be taken, but no predicates were found that show it", lang.Pos{})
		}
		return false
	}
	if err != nil {
		return r.stopped(err)
	}
	facts := r.valueFacts(t)
	a, err := t.Check(r.ctx, o)
	if err != nil {
		return r.stopped(err)
	}
	switch a.Status {
	case solver.Unsat:
		share(a, facts)
		return r.refinePredicates(n, t, a, it)
	case solver.Sat: // another way through the blocks
		if len(t.Gaps()) == 0 {
			full := r.slice.PathIn(r.prog, a.Path)
			if r.confirm(a.Inputs, full); r.out.Verdict == Unsafe {
				r.observe(it, func(it *Iteration) { it.Path, it.Formula, it.Feasible = a.Path, nil, true })
				return true
			}
		}
		if why, at, stop = r.decide(a.Path); stop || r.out.Verdict == Unsafe {
			r.observe(it, func(it *Iteration) { it.Path, it.Formula, it.Feasible = a.Path, nil, r.out.Verdict == Unsafe })
			return true
		}
	}
	r.observe(it, func(it *Iteration) { it.Why = why })
	r.giveUp(n, "could not be decided: "+why, at)
	return false
}

// valueFacts adds to each block of a trace what values are known where it ends, of the variables that the blocks speak of. It returns them with
// the number of the block.
func (r *compositeRun) valueFacts(t *learnPredicates.Trace) map[*smt.Term]int {
	about := map[int]bool{}
	for _, b := range t.Blocks {
		for _, v := range smt.FreeVars(b.Formulas...) {
			if o, ok := r.coder.Owner(v); ok && o.Var != nil {
				about[o.Var.ID] = true
			}
		}
	}
	of := map[*smt.Term]int{}
	bld := r.coder.Builder()
	for i := range t.Blocks {
		b := &t.Blocks[i]
		valuesOf(t.Nodes[b.To]).Vars(func(v *cfa.Var, x num.Int) {
			if !about[v.ID] {
				return
			}
			f, more := r.coder.At(b.End, bld.Eq(r.coder.Plain(v), bld.Num(num.RatOfInt(x), bld.IntSort())))
			b.Formulas = append(b.Formulas, more...)
			if f.IsTrue() {
				return
			}
			if _, ok := of[f]; !ok {
				of[f] = i
				b.Formulas = append(b.Formulas, f)
			}
		})
	}
	return of
}

// share puts the values at the end of each block into the core of the next as well: the abstraction of the next block is told
// them, so that interpolants need not say them again.
func share(a *learnPredicates.Answer, facts map[*smt.Term]int) {
	for i := len(a.Core) - 2; i >= 0; i-- {
		for _, f := range a.Core[i] {
			if at, ok := facts[f]; ok && at == i {
				a.Core[i+1] = append(a.Core[i+1], f)
			}
		}
	}
}

// refinePredicates learns from a path that cannot be taken, and prunes the graph at the first node that was computed without what is
// tracked there now; progress is that of the engine predicate.
func (r *compositeRun) refinePredicates(n *mc.Node, t *learnPredicates.Trace, a *learnPredicates.Answer, it *Iteration) bool {
	r.out.Stats.Refinements++
	if r.learnt++; r.readmit() {
		r.observe(it, func(*Iteration) {})
		return false
	}
	for i, core := range a.Core {
		if len(core) > 0 { // the block matters for the contradiction
			r.blocks.Ask(t.Nodes[t.Blocks[i].To].Loc)
		}
	}
	facts, err := t.Interpolate(r.ctx, a)
	if r.ctx.Err() != nil {
		return r.stopped(err)
	}
	// First what values do not decide; then all atoms, then the clauses of the interpolants, then weakest preconditions.
	r.track(t, t.Blocks, facts, atomsBeyondValues)
	for _, what := range []whichPredicates{allAtoms, clauses} {
		if r.coarse(t) == nil {
			r.track(t, t.Blocks, facts, what)
		}
	}
	if r.coarse(t) == nil {
		more, blocks, _, err := learnPredicates.Weakest(r.ctx, r.blocks, r.coder, t.Path, t.Nodes, learnPredicates.Options{Conflicts: pathConflicts})
		if err != nil {
			return r.stopped(err)
		}
		r.track(t, blocks, more, allAtoms)
	}
	r.observe(it, func(it *Iteration) {
		it.Learnt = gained(it.Kept, r.kept())
		it.Interpolants = r.predicates().interpolants(t, facts)
	})
	switch cut := r.coarse(t); {
	case cut == nil:
		r.giveUp(n, "cannot be taken, but no predicates were found that show it", lang.Pos{})
	case r.opt.Restart:
		r.x.Restart()
	default:
		r.x.Prune(cut)
	}
	return false
}

// whichPredicates says which predicates of facts are tracked.
type whichPredicates int

const (
	atomsBeyondValues whichPredicates = iota // atoms that speak of a variable whose values are not tracked
	allAtoms
	clauses
)

// track adds predicates.
func (r *compositeRun) track(t *learnPredicates.Trace, blocks []learnPredicates.Block, facts []learnPredicates.Fact, what whichPredicates) {
	for _, f := range facts {
		l := t.Nodes[blocks[f.Block].To].Loc
		preds := f.Preds
		if what == clauses && f.Clauses != nil {
			preds = f.Clauses
		}
		for _, p := range preds {
			if what != atomsBeyondValues || !r.decided(p, l) {
				r.preds.Track(l, p)
			}
		}
	}
}

// decided reports whether a predicate speaks only of variables whose values are tracked at the location: values decide it most times.
func (r *compositeRun) decided(p *smt.Term, l *cfa.Loc) bool {
	for _, t := range smt.FreeVars(p) {
		if o, ok := r.coder.Owner(t); !ok || o.Var == nil || !r.values.Var(l, o.Var) {
			return false
		}
	}
	return true
}

// coarse is the first node of a path that was computed with fewer predicates than are tracked now; nil: there is none.
func (r *compositeRun) coarse(t *learnPredicates.Trace) *mc.Node {
	for _, b := range t.Blocks {
		n := t.Nodes[b.To]
		if r.blocks.Stale(n.State.(*product.State).Block.(*predicate.State), n.Loc) {
			return n
		}
	}
	return nil
}

func (r *compositeRun) stopped(err error) bool {
	if r.out.Reason = r.budget.Spent(r.ctx); r.out.Reason == "" {
		r.out.Reason = err.Error()
	}
	return true
}

func (r *compositeRun) giveUp(n *mc.Node, why string, at lang.Pos) {
	r.leaveOpen(n.Loc, why, at)
	r.x.Ignore(n)
}

package refine

import (
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/mc/value"
	learn "github.com/whet-mc/whet/refine/value"
)

const (
	maxPath        = 2_000_000 // steps of an error path
	branchesARound = 80        // branches turned in a round of directed test runs
	branchesAtEnd  = 400       // and when nothing else is left
	rounds         = 100_000   // successors before the first directed test runs; then twice as many, and so on
	pause          = 50_000    // expansions between two rounds of test runs
	maxStale       = 3         // refinements that learn nothing, before all is explored anew
	maxTries       = 60        // undecided paths to one error location, before its other ones are left alone
)

// run is a run of the value engine.
type run struct {
	*base
	prec    *value.Precision
	dom     *value.Domain
	x       *mc.Explorer
	checker *learn.Checker

	stale   int            // refinements since the precision grew, or all was explored anew
	stuck   bool           // the last refinement did not say where to prune
	toSplit []*learn.Trace // undecided paths, to extend the precision by
}

// runValues is the value engine.
func runValues(b *base) {
	r, reason := newRun(b)
	if r == nil {
		b.out.Reason = reason
		return
	}
	r.loop()
	r.finish()
}

func newRun(b *base) (*run, string) {
	r := &run{base: b}
	opt := b.opt
	scope := value.Scoped
	switch opt.Scope {
	case "", "scoped":
	case "location":
		scope = value.ByLocation
	default:
		return nil, fmt.Sprintf("unknown scope %q", opt.Scope)
	}
	if opt.Engine == "value-full" {
		scope = value.Full
	}
	order, ok := mc.ParseOrder(opt.Order)
	if !ok {
		return nil, fmt.Sprintf("unknown order %q", opt.Order)
	}
	r.prec = value.NewPrecision(scope)
	startValues(r.slice, r.prec, opt.Start)
	r.dom = value.New(r.slice, r.prec)
	r.dom.DropDead()
	r.checker = learn.NewChecker(r.slice)
	r.x = mc.New(r.slice, r.dom, mc.Options{Order: order, Budget: r.budget, Pause: pause, Progress: func(g mc.Progress) {
		r.progress("exploring", r.x.Stats().Nodes, g.Frontier)
	}})
	return r, ""
}

func (r *run) loop() {
	for {
		if r.test(r.x.Stats().Posts) || r.round(r.x.Stats().Posts) {
			return
		}
		began := time.Now()
		res := r.x.Run(r.ctx)
		r.out.Stats.Explore += time.Since(began)
		switch res.Kind {
		case mc.Stopped:
			r.out.Reason = res.Reason
			return
		case mc.Exhausted:
			if r.undecided == "" {
				r.out.Verdict, r.out.Graph = Safe, r.x.Graph()
				return
			}
			if r.search(branchesAtEnd) {
				return
			}
			if !r.distinguish() {
				r.out.Reason = r.undecided
				return
			}
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

// errorPath deals with a path to an error location and reports whether the run is over.
func (r *run) errorPath(n *mc.Node) bool {
	r.progress("checking a path", r.x.Stats().Nodes, r.x.Frontier())
	if r.tries[n.Loc] >= maxTries {
		r.x.Ignore(n)
		return false
	}
	path, nodes, err := r.x.ErrorPath(n, maxPath)
	if err != nil {
		r.giveUp(n, nil, fmt.Sprintf("is longer than %d steps", maxPath), lang.Pos{})
		return false
	}
	t := r.checker.Check(r.ctx, r.budget, path, r.opt.Selection)
	switch {
	case t.Cut != "":
		r.out.Reason = t.Cut
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
	r.out.Stats.Refinements++
	proof := r.checker.Choose(r.ctx, r.budget, t, r.prec, r.opt.Selection)
	if proof == nil {
		r.out.Reason = r.spent()
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
	r.observe(it, func(it *Iteration) { it.Learnt = gained(it.Kept, r.kept()) })
	switch {
	case cut < 0 && r.stuck:
		r.giveUp(n, t, "is excluded by values, but not by the exploration", lang.Pos{})
		return false
	case cut < 0 || r.opt.Restart || !grew && r.stale >= maxStale:
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
	if s := r.budget.Spent(r.ctx); s != "" {
		return s
	}
	return "no interpolant was found"
}

// concretise looks for inputs that take the path, and replays them.
func (r *run) concretise(n *mc.Node, t *learn.Trace) bool {
	it := r.iteration(t.Path)
	why, at, stop := r.decide(t.Path)
	switch {
	case r.out.Verdict == Unsafe:
		r.observe(it, func(it *Iteration) { it.Feasible = true })
		return true
	case stop:
		return true
	}
	r.observe(it, func(it *Iteration) { it.Why = why })
	if r.detours(r.x, n) {
		return true
	}
	r.giveUp(n, t, "could not be decided: "+why, at)
	return false
}

// giveUp remembers an undecided path and goes on.
func (r *run) giveUp(n *mc.Node, t *learn.Trace, why string, at lang.Pos) {
	r.leaveOpen(n.Loc, why, at)
	if t != nil && len(r.toSplit) < maxTries {
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
	clear(r.tries)
	r.x.Restart()
	return true
}

// finish fills in statistics and the final precision.
func (r *run) finish() {
	r.count(r.x)
	r.out.Precision = r.kept()
	if r.opt.Observe != nil && r.out.Verdict == Safe {
		it := r.iteration(nil)
		it.Done = true
		r.opt.Observe(it)
	}
}

// kept shows the precision to people.
func (r *run) kept() []Kept {
	var out []Kept
	for _, e := range r.prec.Entries() {
		// By procedure, globals first.
		names := map[*cfa.Proc][]string{}
		procs := []*cfa.Proc{nil}
		add := func(q *cfa.Proc, name string) {
			if _, ok := names[q]; !ok && q != nil {
				procs = append(procs, q)
			}
			names[q] = append(names[q], name)
		}
		for _, id := range e.Vars {
			v := r.slice.Vars[id]
			add(v.Proc, v.Name)
		}
		for _, a := range r.slice.Arrays {
			for _, i := range e.Cells[a.ID] {
				add(a.Proc, cellName(a, i))
			}
		}
		if e.Loc != nil { // one entry for the location
			k := Kept{Proc: e.Loc.Proc.Name, Pos: e.Loc.Pos}
			for _, q := range procs {
				k.What = append(k.What, names[q]...)
			}
			out = append(out, k)
			continue
		}
		for _, q := range procs {
			if len(names[q]) == 0 {
				continue
			}
			k := Kept{What: names[q]}
			if q != nil {
				k.Proc = q.Name
			}
			out = append(out, k)
		}
	}
	return out
}

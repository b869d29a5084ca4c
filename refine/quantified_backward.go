package refine

import (
	"errors"
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/quantified"
	"github.com/whet-mc/whet/smt"
)

// mostInlined bounds the edges of the program without calls.
const mostInlined = 50_000

// runBackward is the method of Seghir, Podelski and Wies (SAS 2009): predicate abstraction backwards from the error, see package
// quantified. It leaves a verdict in b.out, or Unknown with a reason.
func runBackward(b *base) {
	r := &backwardRun{base: b}
	flat, err := b.slice.Inline(mostInlined)
	if err != nil {
		var rec *cfa.RecursionError
		if errors.As(err, &rec) {
			b.out.Reason = fmt.Sprintf("going backwards is for programs without recursion, and %s", err)
		} else {
			b.out.Reason = fmt.Sprintf("the program is %s", err)
		}
		return
	}
	order, ok := mc.ParseOrder(b.opt.Order)
	if !ok {
		b.out.Reason = fmt.Sprintf("unknown order %q", b.opt.Order)
		return
	}
	if b.opt.Order == "" {
		order = mc.BFS
	}
	r.flat = flat
	r.m = quantified.New(flat, quantified.Options{
		Order: order, Budget: b.budget,
		Facts: forwardFacts(b.ctx, b.budget, flat.Program),
		Gaps:  b.gaps.expression,
		Progress: func(g mc.Progress) {
			b.progress("exploring", r.m.Explorer().Stats().Nodes, g.Frontier)
		},
	})
	r.run()
	r.finish()
}

type backwardRun struct {
	*base
	flat *cfa.Inlined
	m    *quantified.Method
}

func (r *backwardRun) run() {
	for {
		if r.test(r.out.Stats.Posts + r.m.Explorer().Stats().Posts) {
			return
		}
		kept := r.kept()
		began := time.Now()
		step, path, why := r.m.Next(r.ctx)
		r.out.Stats.Explore += time.Since(began)
		it := r.iteration(kept, path)
		switch step {
		case quantified.Safe:
			r.out.Verdict, r.out.annotations = Safe, r.proof
			if r.opt.Observe != nil {
				r.opt.Observe(&Iteration{Program: r.slice, Kept: kept, States: r.m.Explorer().Stats().Nodes, Done: true})
			}
			return
		case quantified.Stopped:
			r.out.Reason = why
			return
		case quantified.Refined:
			r.out.Stats.Refinements++
			r.observe(it, func(it *Iteration) { it.Learnt = gained(it.Kept, r.kept()) })
		case quantified.Stuck:
			r.observe(it, func(it *Iteration) { it.Blind, it.Why = true, "there is nothing more to be learnt from it" })
			r.out.Reason = "a path cannot be taken, but there is nothing more to be learnt from it" + r.gaps.because()
			return
		case quantified.Real:
			r.decide(path, it)
			return
		}
	}
}

// kept shows the predicates to people.
func (r *backwardRun) kept() []Kept {
	var out []Kept
	for _, l := range r.m.Precision() {
		k := Kept{Proc: r.flat.LocOf[l.Loc.ID].Proc.Name, Pos: l.Loc.Pos}
		for _, p := range l.Preds {
			k.What = append(k.What, r.m.Text(p))
		}
		if len(k.What) > 0 {
			out = append(out, k)
		}
	}
	return out
}

// iteration describes an error path for whoever observes; nil where nobody does.
func (r *backwardRun) iteration(kept []Kept, p *quantified.Path) *Iteration {
	if r.opt.Observe == nil || p == nil {
		return nil
	}
	it := &Iteration{Program: r.slice, Kept: kept, States: r.m.Explorer().Stats().Nodes, Path: r.flat.Path(p.Edges)}
	if len(it.Path) <= maxEncoded {
		b := smt.NewBuilder()
		if f, err := formula.Encode(r.ctx, b, r.slice, it.Path); err == nil {
			it.Formula, it.Builder = f, b
		}
	}
	return it
}

// finish counts, and notes the coverage: states of a location are those of its copies.
func (r *backwardRun) finish() {
	s, st := r.m.Explorer().Stats(), &r.out.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Pruned
	st.Posts += s.Posts
	c := &Coverage{Program: r.slice, States: make([]int, len(r.slice.Locs))}
	for l, cubes := range r.m.Reached() {
		if of := r.flat.Locs[l.ID]; of != nil {
			c.States[of.ID] += len(cubes)
		}
	}
	r.out.Coverage = c
	r.out.Precision = r.kept()
}

// decide takes a path that the preconditions allow to the solver and the interpreter.
func (r *backwardRun) decide(p *quantified.Path, it *Iteration) {
	path := r.flat.Path(p.Edges)
	a, err := arrays.Decide(r.ctx, r.slice, path)
	if err != nil {
		r.out.Reason = r.budget.Spent(r.ctx)
		if r.out.Reason == "" {
			r.out.Reason = err.Error()
		}
		return
	}
	r.gaps.path(a.Path, a.Status == arrays.Unknown)
	last := path[len(path)-1].Edge.To
	switch a.Status {
	case arrays.Feasible:
		why, at := r.confirm(a.Inputs, r.slice.PathIn(r.prog, path))
		if r.out.Verdict == Unsafe {
			r.observe(it, func(it *Iteration) { it.Feasible = true })
			return
		}
		r.leaveOpen(last, undecidable+why, at)
	case arrays.Infeasible:
		r.leaveOpen(last, "cannot be taken, but its preconditions do not say that"+r.gaps.because(), last.Pos)
	default:
		r.leaveOpen(last, undecidable+a.Reason, last.Pos)
	}
	r.observe(it, func(it *Iteration) { it.Why = a.Reason })
	r.out.Reason = r.undecided
}

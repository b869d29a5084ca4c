package quantified

import (
	"errors"
	"fmt"
	"time"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/smt"
)

// mostInlined bounds the edges of the program without calls.
const mostInlined = 50_000

// runBackward is the method of Seghir, Podelski and Wies (SAS 2009): predicate abstraction backwards from the error, see package
// quantified. It leaves a verdict in b.out, or Unknown with a reason.
func runBackward(b *refine.Session, orders []mc.Order) {
	r := &backwardRun{Session: b}
	flat, err := b.Slice.Inline(mostInlined)
	if err != nil {
		var rec *cfa.RecursionError
		if errors.As(err, &rec) {
			b.Outcome.Reason = fmt.Sprintf("going backwards is for programs without recursion, and %s", err)
		} else {
			b.Outcome.Reason = fmt.Sprintf("the program is %s", err)
		}
		return
	}
	order := mc.BFS
	if len(orders) > 0 {
		order = orders[0]
	}
	r.flat = flat
	r.m = New(flat, Options{
		Order: order,
		Facts: forwardFacts(b.Ctx, flat.Program),
		Gaps:  b.Gaps.Expression,
		Progress: func(g mc.Progress) {
			b.Progress("exploring", r.m.Explorer().Stats().Nodes, g.Frontier)
		},
	})
	r.run()
	r.finish()
}

type backwardRun struct {
	*refine.Session
	flat *cfa.Inlined
	m    *Method
}

func (r *backwardRun) run() {
	for {
		if r.Test(r.Outcome.Stats.Posts + r.m.Explorer().Stats().Posts) {
			return
		}
		kept := r.kept()
		began := time.Now()
		step, path, why := r.m.Next(r.Ctx)
		r.Outcome.Stats.Explore += time.Since(began)
		it := r.iteration(kept, path)
		switch step {
		case Safe:
			r.Proved(refine.Claims{Annotations: r.proof})
			if r.Options.Observe != nil {
				r.Options.Observe(&refine.Iteration{Program: r.Slice, Kept: kept, States: r.m.Explorer().Stats().Nodes, Done: true})
			}
			return
		case Stopped:
			r.Outcome.Reason = why
			return
		case Refined:
			r.Outcome.Stats.Refinements++
			r.Observe(it, func(it *refine.Iteration) { it.Learnt = refine.Gained(it.Kept, r.kept()) })
		case Stuck:
			r.Observe(it, func(it *refine.Iteration) { it.Blind, it.Why = true, "there is nothing more to be learnt from it" })
			r.Outcome.Reason = "a path cannot be taken, but there is nothing more to be learnt from it" + r.Gaps.Because()
			return
		case Real:
			r.decide(path, it)
			return
		}
	}
}

// kept shows the predicates to people.
func (r *backwardRun) kept() []refine.Kept {
	var out []refine.Kept
	for _, l := range r.m.Precision() {
		k := refine.Kept{Proc: r.flat.LocOf[l.Loc.ID].Proc.Name, Pos: l.Loc.Pos}
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
func (r *backwardRun) iteration(kept []refine.Kept, p *Path) *refine.Iteration {
	if r.Options.Observe == nil || p == nil {
		return nil
	}
	it := &refine.Iteration{Program: r.Slice, Kept: kept, States: r.m.Explorer().Stats().Nodes, Path: r.flat.Path(p.Edges)}
	if len(it.Path) <= refine.MaxEncoded {
		b := smt.NewBuilder()
		if f, err := formula.Encode(r.Ctx, b, r.Slice, it.Path); err == nil {
			it.Formula, it.Builder = f, b
		}
	}
	return it
}

// finish counts, and notes the coverage: states of a location are those of its copies.
func (r *backwardRun) finish() {
	s, st := r.m.Explorer().Stats(), &r.Outcome.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Pruned
	st.Posts += s.Posts
	c := &refine.Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs))}
	for l, cubes := range r.m.Reached() {
		if of := r.flat.Locs[l.ID]; of != nil {
			c.States[of.ID] += len(cubes)
		}
	}
	r.Outcome.Coverage = c
	r.Outcome.Precision = r.kept()
}

// decide takes a path that the preconditions allow to the solver and the interpreter.
func (r *backwardRun) decide(p *Path, it *refine.Iteration) {
	path := r.flat.Path(p.Edges)
	a, err := arrays.Decide(r.Ctx, r.Slice, path)
	if err != nil {
		r.Stop(err.Error())
		return
	}
	r.Gaps.Path(a.Path, a.Status == arrays.Unknown)
	last := path[len(path)-1].Edge.To
	switch a.Status {
	case arrays.Feasible:
		why, at := r.Confirm(a.Inputs, r.Slice.PathIn(r.Program, path))
		if r.Outcome.Verdict == refine.Unsafe {
			r.Observe(it, func(it *refine.Iteration) { it.Feasible = true })
			return
		}
		r.LeaveOpen(last, refine.Undecidable+why, at)
	case arrays.Infeasible:
		r.LeaveOpen(last, "cannot be taken, but its preconditions do not say that"+r.Gaps.Because(), last.Pos)
	default:
		r.LeaveOpen(last, refine.Undecidable+a.Reason, last.Pos)
	}
	r.Observe(it, func(it *refine.Iteration) { it.Why = a.Reason })
	r.Outcome.Reason = r.Undecided
}

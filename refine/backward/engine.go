// The engine: the refinement loop of package cegar, on the reversed program.

package backward

import (
	"context"
	"errors"
	"strconv"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc"
	"github.com/whet-mc/whet/reason"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/refine/arrays"
	"github.com/whet-mc/whet/refine/cegar"
	"github.com/whet-mc/whet/refine/precision"
	"github.com/whet-mc/whet/smt"
)

// mostInlined bounds the edges of the program after inlining.
const mostInlined = 50_000

// Run explores the session's program backwards from the error, in the first of the orders, or breadth first if orders
// is empty. It leaves a verdict in b.Outcome, or Unknown with a reason.
func Run(b *refine.Session, orders []mc.Order) {
	flat, err := b.Slice.Inline(mostInlined)
	if err != nil {
		var rec *cfa.RecursionError
		if errors.As(err, &rec) {
			b.Outcome.Reason = reason.Newf(reason.Unsuited, "going backwards is for programs without recursion, and %s", err)
		} else {
			b.Outcome.Reason = reason.Newf(reason.Limit, "the program is %s", err).Reached(strconv.Itoa(mostInlined))
		}
		return
	}
	order := mc.BFS
	if len(orders) > 0 {
		order = orders[0]
	}
	r := &backwardRun{flat: flat, m: New(flat, Options{Facts: forwardFacts(b.Ctx, flat.Program), Approximated: b.Approximations.Expression})}
	r.Loop = cegar.New(b, r)
	r.Formulas = refine.MaxEncoded
	r.vocabulary, r.copies = precision.New(r.Slice, formula.NewCoder(r.m.B, r.Slice)), r.m.B.Substitution()
	for _, x := range flat.Program.Vars {
		r.copies.Set(r.m.Var(x), r.vocabulary.Coder().Plain(flat.Vars[x.ID]))
	}
	for _, a := range flat.Program.Arrays {
		r.copies.Set(r.m.Array(a), r.vocabulary.Coder().PlainArray(flat.Arrays[a.ID]))
	}
	r.X = r.m.explore(r.Ctx, mc.Options{Order: order, Progress: func(g mc.Progress) {
		r.Progress("exploring", r.X.Stats().Nodes, g.Frontier)
	}})
	r.Run()
	r.finish()
}

// backwardRun is the cegar.Method that explores the reversed program.
type backwardRun struct {
	*cegar.Loop
	flat       *cfa.Inlined
	m          *Method
	vocabulary *precision.Vocabulary
	// maps the symbols of the inlined program to symbols of the slice
	copies *smt.Substitution
}

// Path implements cegar.Method.
func (r *backwardRun) Path(p cegar.Path) (over bool) {
	path := r.flat.Path(r.m.path(p.Steps))
	it := r.Iteration(path)
	learnt, real := r.m.refine(r.Ctx, p.Steps)
	switch {
	case effort.Done(r.Ctx):
		r.Outcome.Reason = reason.Ended(r.Ctx)
	case len(learnt) > 0:
		r.Outcome.Stats.Refinements++
		r.Learnt(it)
		r.X.Restart()
		return false
	case real:
		r.decide(path, it)
	default:
		r.Observe(it, func(it *refine.Iteration) { it.Blind, it.Why = true, "there is nothing more to be learnt from it" })
		r.Outcome.Reason = reason.New(reason.Imprecise, "a path cannot be taken, but there is nothing more to be learnt from it"+r.Approximations.Because())
	}
	return true
}

// Claims implements cegar.Method.
func (r *backwardRun) Claims(*mc.Graph) refine.Claims {
	r.Outcome.Graph = nil // the graph belongs to the reversed program
	return refine.Claims{Annotations: func(ctx context.Context) *annotate.Annotations {
		return proofOf(ctx, r.Slice, r.flat, r.m, r.m.Reached(r.X.Graph()))
	}}
}

// Precision implements cegar.Method. It returns the predicates; the predicates of an inlined copy are listed for the
// original procedure.
func (r *backwardRun) Precision() []precision.Element {
	var out []precision.Element
	for _, l := range r.m.Precision() {
		s := precision.Scope{Proc: r.flat.LocOf[l.Loc.ID].Proc, Loc: r.flat.Locs[l.Loc.ID]}
		for _, p := range l.Preds {
			out = append(out, r.vocabulary.Predicate(s, r.copies.Apply(p)))
		}
	}
	return out
}

// finish adds up the statistics and sets the coverage. The states of a location are the states of all its inlined
// copies.
func (r *backwardRun) finish() {
	s, st := r.X.Stats(), &r.Outcome.Stats
	st.States += s.Nodes
	st.Covered += s.Covered
	st.Pruned += s.Pruned
	st.Posts += s.Posts
	c := &refine.Coverage{Program: r.Slice, States: make([]int, len(r.Slice.Locs)), Backward: true}
	for l, cubes := range r.m.Reached(r.X.Graph()) {
		if of := r.flat.Locs[l.ID]; of != nil {
			c.States[of.ID] += len(cubes)
		}
	}
	r.Outcome.Coverage = c
	r.Finish()
}

// decide passes a path that the preconditions allow to the solver and the interpreter.
func (r *backwardRun) decide(path cfa.Path, it *refine.Iteration) {
	a, why, over := arrays.Refute(r.Session, path, it)
	if over {
		return
	}
	last := path[len(path)-1].Edge.To
	if a != nil {
		r.LeaveOpen(last, reason.New(reason.Imprecise, "cannot be taken, but its preconditions do not say that"+r.Approximations.Because()).At(last.Pos))
	} else {
		r.LeaveOpen(last, refine.Undecidable(why))
	}
	r.Observe(it, func(it *refine.Iteration) { it.Why = why.Text })
	r.Outcome.Reason = r.Undecided
}

package predicate

import (
	"context"
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/cfa/intervals"
	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/mc/fixpoint"
	"github.com/whet-mc/whet/num/interval"
)

// Intervals are an invariant of the program, found beforehand by interval analysis without contexts
// (Cousot, Cousot, "Static Determination of Dynamic Properties of Programs", 1976): each procedure
// is analysed once, for all its calls. Blocks begin with what it says, mainly so that their
// formulas know which sums do not wrap around; a path that is infeasible for that reason would
// teach predicates that say so, slowly.
type Intervals struct {
	prog *cfa.Program
	at   []location // by Loc.ID
}

// location has what is known at a location; nil: it is not reached.
type location struct {
	fixpoint.Unknown[*env]
	loc *cfa.Loc
}

// env is what is known where a run comes.
type env struct{ known *intervals.Env }

// with is an environment that knows something else; the same one where it does not.
func (e *env) with(known *intervals.Env) *env {
	if known == e.known {
		return e
	}
	return &env{known}
}

const (
	maxIntervals = 4_000_000 // pairs of a location and a variable; beyond that nothing is computed
	growths      = 2         // of what is known at a location, before it is widened
	narrowRounds = 2
	maxNodes     = 300 // of an expression that is evaluated as a tree
)

// FindIntervals analyses a finished program; nil where it is too large, or the context ends.
func FindIntervals(ctx context.Context, p *cfa.Program) *Intervals {
	if len(p.Locs)*len(p.Vars) > maxIntervals {
		return nil
	}
	x := &Intervals{prog: p, at: make([]location, len(p.Locs))}
	for i, l := range p.Locs {
		x.at[i].loc = l
	}
	it := fixpoint.New(fixpoint.System[*location, *env]{
		Sweeps: true,
		Before: func(a, b *location) bool { return a.loc.ID < b.loc.ID },
		Join:   func(old, new *env) (*env, bool) { next := old.join(new); return next, next != old },
		Widen:  func(_ *location, old, joined *env) *env { return old.widen(joined) },
		Delay:  func(v *location) int { return delayAt(v.loc) },
	})
	push := func(l *cfa.Loc, e *env) {
		if e != nil {
			it.Add(&x.at[l.ID], e, true)
		}
	}
	push(p.Start.Entry, &env{})
	for v, ok := it.Next(); ok; v, ok = it.Next() {
		if effort.Done(ctx) {
			return nil
		}
		for _, e := range v.loc.Out {
			x.leave(e, push)
		}
		if v.loc != v.loc.Proc.Exit {
			continue
		}
		for _, e := range v.loc.Proc.Callers {
			if x.at[e.From.ID].State != nil {
				push(e.To, x.back(e))
			}
		}
	}
	for range narrowRounds {
		if !x.narrow(ctx) {
			break
		}
	}
	return x
}

// delayAt is how often what is known at a location may grow before it is widened. On every cycle
// there is a loop head, the entry of a procedure, since what returns from a call can go into the
// next call, or the exit of a recursive one.
func delayAt(l *cfa.Loc) int {
	switch {
	case l.LoopHead:
		return growths
	case l == l.Proc.Entry, l == l.Proc.Exit && l.Proc.Recursive:
		return growths + 2*len(l.Proc.Callers)
	}
	return math.MaxInt
}

// leave takes an edge from what is known at its source.
func (x *Intervals) leave(e *cfa.Edge, push func(*cfa.Loc, *env)) {
	from := x.at[e.From.ID].State
	if from == nil {
		return
	}
	if c, ok := e.Op.(*cfa.Call); ok {
		push(c.Callee.Entry, x.enter(from, c))
		if x.at[c.Callee.Exit.ID].State != nil {
			push(e.To, x.back(e))
		}
		return
	}
	push(e.To, x.post(from, e.Op))
}

// narrow computes every location once more from the others, which can only be smaller: what
// widening has lost comes back.
func (x *Intervals) narrow(ctx context.Context) bool {
	for _, l := range x.prog.Locs {
		if effort.Done(ctx) {
			return false
		}
		if x.at[l.ID].State == nil || l == x.prog.Start.Entry {
			continue
		}
		var now *env
		join := func(to *cfa.Loc, e *env) {
			if to == l && e != nil {
				now = now.join(e)
			}
		}
		for _, e := range l.In {
			x.leave(e, join)
		}
		if l == l.Proc.Entry {
			for _, e := range l.Proc.Callers {
				if from := x.at[e.From.ID].State; from != nil {
					join(l, x.enter(from, e.Op.(*cfa.Call)))
				}
			}
		}
		if now != nil {
			x.at[l.ID].State = now
		}
	}
	return true
}

// Of is what a variable can be at a location.
func (x *Intervals) Of(l *cfa.Loc, v *cfa.Var) (interval.Interval, bool) {
	if x == nil {
		return interval.Interval{}, false
	}
	if e := x.at[l.ID].State; e != nil {
		return e.known.Get(v)
	}
	return interval.Interval{}, false
}

func (x *Intervals) post(from *env, op cfa.Op) *env {
	w := &writer{known: from.known}
	switch op := op.(type) {
	case *cfa.Assume:
		if cfa.Small(op.Cond, maxNodes) && !bounds.Assume(w, op.Cond, true) {
			return nil
		}
	case *cfa.Assign:
		w.set(op.LHS, w.eval(op.RHS))
	case *cfa.Havoc:
		w.set(op.LHS, op.From.Range.Interval())
	}
	return from.with(w.known)
}

func (x *Intervals) enter(from *env, c *cfa.Call) *env {
	w := &writer{known: from.known}
	y := &writer{known: from.known.Drop(func(v *cfa.Var) bool { return v.Proc != nil })}
	for i, v := range c.Callee.Params {
		if i < len(c.Args) {
			y.set(v, w.eval(c.Args[i]))
		}
	}
	return &env{y.known}
}

func (x *Intervals) back(e *cfa.Edge) *env {
	c := e.Op.(*cfa.Call)
	from, exit := x.at[e.From.ID].State, x.at[c.Callee.Exit.ID].State
	w, y := &writer{known: from.known}, exit.known
	for _, id := range c.Callee.Mods.IDs() {
		v := x.prog.Vars[id]
		w.set(v, y.Var(v))
	}
	for i, v := range c.Results {
		if v != nil {
			w.set(v, y.Var(c.Callee.Results[i]))
		}
	}
	return from.with(w.known)
}

func (e *env) join(f *env) *env {
	if e == nil {
		return f
	}
	return e.with(e.known.Join(f.known))
}

// widen opens the ends that have moved.
func (e *env) widen(joined *env) *env {
	return joined.with(joined.known.Merge(e.known, func(v *cfa.Var, now, old interval.Interval) interval.Interval {
		return old.Widen(now, v.Range.Interval())
	}))
}

// writer is a changing environment.
type writer struct {
	bounds.NoCells
	known *intervals.Env
}

func (w *writer) set(v *cfa.Var, i interval.Interval) {
	all := v.Range.Interval()
	if i = i.Meet(all); i.IsEmpty() {
		i = all
	}
	w.known = w.known.With(v, i)
}

func (w *writer) eval(e cfa.Expr) interval.Interval {
	if cfa.Small(e, maxNodes) {
		return cfa.BoundsIn(w, e)
	}
	return interval.All()
}

// Var implements bounds.Env.
func (w *writer) Var(v *cfa.Var) interval.Interval { return w.known.Var(v) }

// NarrowVar implements bounds.Env.
func (w *writer) NarrowVar(v *cfa.Var, i interval.Interval) bool {
	if i.IsEmpty() {
		return false
	}
	w.set(v, i)
	return true
}

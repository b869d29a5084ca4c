// Interval analysis without contexts, whose result is an invariant for blocks (Cousot, Cousot, "Static Determination
// of Dynamic Properties of Programs", 1976). It iterates over the program's locations (package fixpoint), widens at
// loop heads, procedure entries and recursive exits, and then narrows. It ignores arrays.

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

// Intervals is an invariant of the program: the interval of each variable at each location, computed before predicate
// abstraction. Each procedure is analysed once, for all its calls. Blocks begin with this invariant, mainly so that
// their formulas know which sums do not wrap around. Otherwise a path that is infeasible for this reason would make
// the refinement learn predicates that express it, slowly.
type Intervals struct {
	prog *cfa.Program
	at   []location // by Loc.ID: the intervals at the location
}

// location is the unknown for one location. Its State is nil if no run reaches it.
type location struct {
	fixpoint.Unknown[*env]
	loc *cfa.Loc
}

// env is the environment at a location. Its identity shows whether it has changed.
type env struct{ known *intervals.Env }

// with returns an environment with other intervals. It returns e itself if they are the same.
func (e *env) with(known *intervals.Env) *env {
	if known == e.known {
		return e
	}
	return &env{known}
}

const (
	maxIntervals = 4_000_000 // the number of pairs of a location and a variable up to which intervals are computed
	growths      = 2         // how often the environment at a loop head may grow before it is widened
	narrowRounds = 2         // the number of descending iterations
	maxNodes     = 300       // the number of nodes of an expression up to which it is evaluated
)

// FindIntervals analyses a finished program. It returns nil if the program is too large or ctx ends.
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

// delayAt returns how often the environment at a location may grow before it is widened. Each cycle has a location
// that is widened: a loop head, the entry of a procedure (the result of one call can go into the next call), or the
// exit of a recursive procedure.
func delayAt(l *cfa.Loc) int {
	switch {
	case l.LoopHead:
		return growths
	case l == l.Proc.Entry, l == l.Proc.Exit && l.Proc.Recursive:
		return growths + 2*len(l.Proc.Callers)
	}
	return math.MaxInt
}

// leave pushes what the edge e makes of the environment at its source. For a call it pushes to the callee's entry,
// and to the call's target if the callee's exit has been reached.
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

// narrow computes every location once more from the others. This can only make environments smaller, and regains what
// widening has lost. It returns false if ctx has ended.
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

// Of returns the interval of a variable at a location, and whether it is narrower than the variable's range.
func (x *Intervals) Of(l *cfa.Loc, v *cfa.Var) (interval.Interval, bool) {
	if x == nil {
		return interval.Interval{}, false
	}
	if e := x.at[l.ID].State; e != nil {
		return e.known.Get(v)
	}
	return interval.Interval{}, false
}

// post returns the environment after an operation, or nil if the operation cannot be executed.
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

// enter returns the environment at a callee's entry: globals and parameters.
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

// back returns the environment after a call, from those before the call and at the callee's exit.
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

// join returns the least environment that contains e and f. e may be nil.
func (e *env) join(f *env) *env {
	if e == nil {
		return f
	}
	return e.with(e.known.Join(f.known))
}

// widen returns the environment joined, except that each end of an interval that lies outside of e's interval becomes
// the end of the variable's range.
func (e *env) widen(joined *env) *env {
	return joined.with(joined.known.Merge(e.known, func(v *cfa.Var, now, old interval.Interval) interval.Interval {
		return old.Widen(now, v.Range.Interval())
	}))
}

// writer is an environment under change. It is the environment of package bounds, without array cells.
type writer struct {
	bounds.NoCells
	known *intervals.Env
}

// set binds v to i, or to its full range if i lies outside of it.
func (w *writer) set(v *cfa.Var, i interval.Interval) {
	all := v.Range.Interval()
	if i = i.Meet(all); i.IsEmpty() {
		i = all
	}
	w.known = w.known.With(v, i)
}

// eval returns the interval of an expression's values. Large expressions are not evaluated.
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

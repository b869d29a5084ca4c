package predicate

import (
	"context"
	"math"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/bounds"
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

// env has an interval for each variable by ID; nil: all of its range.
type env struct {
	vals []*interval.Interval
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
		Join:   func(old, new *env) (*env, bool) { next := old.join(p, new); return next, next != old },
		Widen:  func(_ *location, old, joined *env) *env { return old.widen(p, joined) },
		Delay:  func(v *location) int { return delayAt(v.loc) },
	})
	push := func(l *cfa.Loc, e *env) {
		if e != nil {
			it.Add(&x.at[l.ID], e, true)
		}
	}
	push(p.Start.Entry, &env{vals: make([]*interval.Interval, len(p.Vars))})
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
	p := x.prog
	for _, l := range p.Locs {
		if effort.Done(ctx) {
			return false
		}
		if x.at[l.ID].State == nil || l == p.Start.Entry {
			continue
		}
		var now *env
		join := func(to *cfa.Loc, e *env) {
			if to == l && e != nil {
				now = now.join(p, e)
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
	if e := x.at[l.ID].State; e != nil && e.vals[v.ID] != nil {
		return *e.vals[v.ID], true
	}
	return interval.Interval{}, false
}

func (x *Intervals) post(from *env, op cfa.Op) *env {
	w := &writer{prog: x.prog, env: from}
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
	return w.env
}

func (x *Intervals) enter(from *env, c *cfa.Call) *env {
	w := &writer{prog: x.prog, env: from}
	out := &env{vals: make([]*interval.Interval, len(from.vals))}
	for _, v := range x.prog.Vars {
		if v.Proc == nil {
			out.vals[v.ID] = from.vals[v.ID]
		}
	}
	y := &writer{prog: x.prog, env: out}
	for i, v := range c.Callee.Params {
		if i < len(c.Args) {
			y.set(v, w.eval(c.Args[i]))
		}
	}
	return y.env
}

func (x *Intervals) back(e *cfa.Edge) *env {
	c := e.Op.(*cfa.Call)
	from, exit := x.at[e.From.ID].State, x.at[c.Callee.Exit.ID].State
	w := &writer{prog: x.prog, env: from}
	y := &writer{prog: x.prog, env: exit}
	for _, id := range c.Callee.Mods.IDs() {
		v := x.prog.Vars[id]
		w.set(v, y.Var(v))
	}
	for i, v := range c.Results {
		if v != nil {
			w.set(v, y.Var(c.Callee.Results[i]))
		}
	}
	return w.env
}

func (e *env) join(p *cfa.Program, f *env) *env {
	if e == nil {
		return f
	}
	out := e
	for id, i := range e.vals {
		j := f.vals[id]
		if i == j || i == nil {
			continue
		}
		var h *interval.Interval
		if j != nil {
			if j.Within(*i) {
				continue
			}
			if hull := i.Join(*j); !hull.Equal(p.Vars[id].Range.Interval()) {
				h = &hull
			}
		}
		out = out.with(e, id, h)
	}
	return out
}

// widen opens the ends that have moved.
func (e *env) widen(p *cfa.Program, f *env) *env {
	out := f
	for id, j := range f.vals {
		i := e.vals[id]
		if i == j || i == nil || j == nil {
			continue
		}
		all := p.Vars[id].Range.Interval()
		switch w := i.Widen(*j, all); {
		case w.Equal(all):
			out = out.with(f, id, nil)
		case !w.Equal(*j):
			out = out.with(f, id, &w)
		}
	}
	return out
}

// with sets one interval, in a copy unless that was made before.
func (e *env) with(orig *env, id int, i *interval.Interval) *env {
	if e == orig {
		e = &env{vals: append([]*interval.Interval(nil), orig.vals...)}
	}
	e.vals[id] = i
	return e
}

// writer is an environment of which a copy is made when it changes.
type writer struct {
	bounds.NoCells
	prog *cfa.Program
	env  *env
	own  bool
}

func (w *writer) set(v *cfa.Var, i interval.Interval) {
	all := v.Range.Interval()
	i = i.Meet(all)
	var next *interval.Interval
	if !i.IsEmpty() && !i.Equal(all) {
		next = &i
	}
	if old := w.env.vals[v.ID]; old == next || old != nil && next != nil && old.Equal(*next) {
		return
	}
	if !w.own {
		w.env, w.own = &env{vals: append([]*interval.Interval(nil), w.env.vals...)}, true
	}
	w.env.vals[v.ID] = next
}

func (w *writer) eval(e cfa.Expr) interval.Interval {
	if cfa.Small(e, maxNodes) {
		return cfa.BoundsIn(w, e)
	}
	return interval.All()
}

// Var implements bounds.Env.
func (w *writer) Var(v *cfa.Var) interval.Interval {
	if i := w.env.vals[v.ID]; i != nil {
		return *i
	}
	return v.Range.Interval()
}

// NarrowVar implements bounds.Env.
func (w *writer) NarrowVar(v *cfa.Var, i interval.Interval) bool {
	if i.IsEmpty() {
		return false
	}
	w.set(v, i)
	return true
}

package settled

import (
	"container/heap"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

const (
	smallNodes    = 100 // of expressions that are looked at
	widenAfter    = 2   // visits of a loop head
	maxThresholds = 24  // of a variable
	maxVisits     = 40  // of a location, on the average
	descents      = 3   // rounds of narrowing
)

// state is what is known at a location: that no run comes there, or bounds of variables.
type state struct {
	live bool
	env  *env
}

// intervals is the analysis of one procedure.
type intervals struct {
	q          *cfa.Proc
	tracked    map[*cfa.Var]bool
	thresholds map[*cfa.Var][]num.Int
	at         []state // by Loc.Index
	visits     []int
}

// analyse computes what holds at each location; false if that takes too long.
func (x *intervals) analyse() bool {
	x.at, x.visits = make([]state, len(x.q.Locs)), make([]int, len(x.q.Locs))
	x.at[x.q.Entry.Index] = state{live: true}
	work := &queue{locs: []*cfa.Loc{x.q.Entry}, in: make([]bool, len(x.q.Locs))}
	for left := maxVisits*len(x.q.Locs) + 1000; work.Len() > 0; left-- {
		if left == 0 {
			return false
		}
		l := heap.Pop(work).(*cfa.Loc)
		for _, e := range l.Out {
			if out := x.transfer(e.Op, x.at[l.Index]); out.live && x.arrive(e.To, out) {
				work.add(e.To)
			}
		}
	}
	byIndex := slices.Clone(x.q.Locs)
	slices.SortFunc(byIndex, func(a, b *cfa.Loc) int { return a.Index - b.Index })
	for range descents {
		if !x.descend(byIndex) {
			break
		}
	}
	return true
}

// arrive adds a state to those at a location, and reports whether that is new.
func (x *intervals) arrive(l *cfa.Loc, s state) bool {
	old := x.at[l.Index]
	if !old.live {
		x.at[l.Index] = s
		return true
	}
	x.visits[l.Index]++
	widen := l.LoopHead && x.visits[l.Index] > widenAfter
	env := old.env.merge(s.env, func(v *cfa.Var, a, b interval.Interval) interval.Interval {
		j := a.Join(b)
		if widen && !j.Equal(a) {
			return x.widened(v, a, j)
		}
		return j
	})
	x.at[l.Index] = state{true, env}
	return !old.env.equal(env)
}

// widened moves the ends that have moved to the next threshold.
func (x *intervals) widened(v *cfa.Var, old, to interval.Interval) interval.Interval {
	ts := x.thresholds[v]
	all := v.Range.Interval()
	if old.NoHi != to.NoHi || !old.NoHi && old.Hi.Less(to.Hi) {
		k, _ := slices.BinarySearchFunc(ts, to.Hi, num.Int.Cmp)
		if to.Hi, to.NoHi = all.Hi, all.NoHi; k < len(ts) && all.Contains(ts[k]) {
			to.Hi, to.NoHi = ts[k], false
		}
	}
	if old.NoLo != to.NoLo || !old.NoLo && to.Lo.Less(old.Lo) {
		k, found := slices.BinarySearchFunc(ts, to.Lo, num.Int.Cmp)
		if !found {
			k--
		}
		if to.Lo, to.NoLo = all.Lo, all.NoLo; k >= 0 && all.Contains(ts[k]) {
			to.Lo, to.NoLo = ts[k], false
		}
	}
	return to
}

// descend computes each state once more from those before it, and reports whether one has changed.
func (x *intervals) descend(byIndex []*cfa.Loc) bool {
	changed := false
	for _, l := range byIndex {
		if l == x.q.Entry || !x.at[l.Index].live {
			continue
		}
		var in state
		for _, e := range l.In {
			s := x.transfer(e.Op, x.at[e.From.Index])
			switch {
			case !x.at[e.From.Index].live || !s.live:
			case !in.live:
				in = s
			default:
				in.env = in.env.merge(s.env, func(_ *cfa.Var, a, b interval.Interval) interval.Interval { return a.Join(b) })
			}
		}
		if old := x.at[l.Index]; in.live != old.live || !old.env.equal(in.env) {
			x.at[l.Index], changed = in, true
		}
	}
	return changed
}

// bounds is the values of an expression.
func bounds(e *env, x cfa.Expr) interval.Interval {
	switch x := x.(type) {
	case *cfa.Const:
		return interval.Point(x.Val)
	case *cfa.Var:
		return e.Var(x)
	}
	if !plain(x) {
		return typed(x)
	}
	return cfa.BoundsIn(e, x)
}

// typed is the values that the form of an expression allows.
func typed(x cfa.Expr) interval.Interval {
	lo, hi, ok := cfa.Bounds(x)
	if !ok {
		return interval.All()
	}
	return interval.Of(lo, hi)
}

// plain reports whether the bounds of an expression can be proved by those of its variables with
// little effort.
func plain(x cfa.Expr) bool {
	if !cfa.Small(x, smallNodes) {
		return false
	}
	ok := true
	cfa.Walk(x, func(x cfa.Expr) {
		b, isBinary := x.(*cfa.Binary)
		if !isBinary || !ok {
			return
		}
		k, byConst := cfa.IsConst(b.Y)
		switch b.Op {
		case cfa.Mul:
			ok = byConst || atom(b.X) && atom(b.Y)
		case cfa.Div, cfa.Rem:
			ok = byConst && k.Sign() > 0
		case cfa.BitAnd, cfa.Shr:
			ok = byConst && k.Sign() >= 0
		case cfa.BitOr, cfa.BitXor, cfa.Shl:
			ok = false
		}
	})
	return ok
}

// atom reports whether the expression is a variable or a cell, or a multiple of one.
func atom(x cfa.Expr) bool {
	switch x := x.(type) {
	case *cfa.Var, *cfa.Select:
		return true
	case *cfa.Binary:
		_, byConst := cfa.IsConst(x.Y)
		return x.Op == cfa.Mul && byConst && atom(x.X)
	}
	return false
}

// transfer is what holds behind an operation.
func (x *intervals) transfer(op cfa.Op, s state) state {
	if !s.live {
		return s
	}
	switch op := op.(type) {
	case *cfa.Assume:
		return x.assume(s, op.Cond)
	case *cfa.Assign:
		if x.tracked[op.LHS] {
			s.env = s.env.with(op.LHS, bounds(s.env, op.RHS).Meet(op.LHS.Range.Interval()))
		}
	case *cfa.Havoc:
		if x.tracked[op.LHS] {
			val := op.From.Range.Interval()
			if op.Def != nil || op.From.Kind == cfa.Effect {
				val = op.LHS.Range.Interval()
			}
			s.env = s.env.with(op.LHS, val.Meet(op.LHS.Range.Interval()))
		}
	case *cfa.Call:
		mods := &op.Callee.Mods
		s.env = s.env.drop(func(v *cfa.Var) bool { return v.Proc == nil && mods.Has(v) })
		for i, v := range op.Results {
			if v != nil && x.tracked[v] {
				s.env = s.env.with(v, op.Callee.Results[i].Range.Interval().Meet(v.Range.Interval()))
			}
		}
	}
	return s
}

// assume is what holds where c does.
func (x *intervals) assume(s state, c cfa.Expr) state {
	b, ok := c.(*cfa.Binary)
	if !ok {
		if bounds(s.env, c).False() {
			s.live = false
		}
		return s
	}
	switch {
	case b.Op == cfa.And:
		if s = x.assume(s, b.X); s.live {
			s = x.assume(s, b.Y)
		}
		return s
	case b.Op == cfa.Or:
		l, r := x.assume(s, b.X), x.assume(s, b.Y)
		switch {
		case !l.live:
			return r
		case !r.live:
			return l
		}
		return s
	case !b.Op.Comparison():
		if bounds(s.env, c).False() {
			s.live = false
		}
		return s
	}
	l, r := bounds(s.env, b.X), bounds(s.env, b.Y)
	x.compare(&s, b.X, b.Op, l, r)
	if s.live {
		x.compare(&s, b.Y, b.Op.Mirror(), r, l)
	}
	return s
}

// compare narrows an operand with the values l that is compared with values r.
func (x *intervals) compare(s *state, e cfa.Expr, op cfa.BinOp, l, r interval.Interval) {
	one := num.Of(1)
	switch op {
	case cfa.Eq:
		l = l.Meet(r)
	case cfa.Ne:
		if k, ok := r.Point(); ok {
			l = l.Without(k)
		}
	case cfa.Lt, cfa.Le:
		if !r.NoHi {
			hi := r.Hi
			if op == cfa.Lt {
				hi = hi.Sub(one)
			}
			l = l.Meet(interval.AtMost(hi))
		}
	case cfa.Gt, cfa.Ge:
		if !r.NoLo {
			lo := r.Lo
			if op == cfa.Gt {
				lo = lo.Add(one)
			}
			l = l.Meet(interval.AtLeast(lo))
		}
	}
	if l.IsEmpty() {
		s.live = false
		return
	}
	if v, ok := e.(*cfa.Var); ok && x.tracked[v] {
		s.env = s.env.with(v, l)
	}
	// x + c and x * c, c > 0, say something of x.
	if b, ok := e.(*cfa.Binary); ok {
		v, isVar := b.X.(*cfa.Var)
		k, isConst := cfa.IsConst(b.Y)
		switch {
		case !isVar || !isConst || !x.tracked[v]:
		case b.Op == cfa.Add:
			s.env = s.env.with(v, l.Add(interval.Point(k.Neg())).Meet(s.env.Var(v)))
		case b.Op == cfa.Mul && k.Sign() > 0:
			s.env = s.env.with(v, l.Unscale(k).Meet(s.env.Var(v)))
		}
	}
}

// queue is a heap of locations, each once, the first in the weak topological order on top.
type queue struct {
	locs []*cfa.Loc
	in   []bool
}

func (q *queue) add(l *cfa.Loc) {
	if !q.in[l.Index] {
		heap.Push(q, l)
	}
}

func (q *queue) Len() int           { return len(q.locs) }
func (q *queue) Less(i, j int) bool { return q.locs[i].Index < q.locs[j].Index }
func (q *queue) Swap(i, j int)      { q.locs[i], q.locs[j] = q.locs[j], q.locs[i] }
func (q *queue) Push(l any)         { q.locs = append(q.locs, l.(*cfa.Loc)); q.in[l.(*cfa.Loc).Index] = true }
func (q *queue) Pop() any {
	n := len(q.locs) - 1
	l := q.locs[n]
	q.locs, q.in[l.Index] = q.locs[:n], false
	return l
}

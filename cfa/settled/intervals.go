package settled

import (
	"math"
	"math/bits"
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
	env  env
}

func (s state) join(o state) state {
	switch {
	case !s.live:
		return o
	case !o.live:
		return s
	}
	return state{true, s.env.Join(o.env)}
}

func (s state) equal(o state) bool { return s.live == o.live && s.env.Equal(o.env) }

// analysis is the analysis of one context of a procedure.
type analysis struct {
	w    *program
	q    *cfa.Proc
	id   int // in program.order
	vars map[*cfa.Var]int

	callers []caller
	callees map[*cfa.Edge]*analysis // by call

	entry state
	// exit is what callers suppose of results and global variables at the exit, once there is something to suppose;
	// exitChanged says that it is not what they have supposed before.
	exit                    state
	exitKnown, exitChanged  bool
	entryRaises, exitRaises int

	at      []state // by Loc.Index; nil: not analysed yet
	visits  []int32
	byIndex []*cfa.Loc
	first   int    // of the procedure's edges: its ID
	pass    []int8 // by Edge.ID, from first on: 1, -1: a run may take the edge, or not; 0: not asked yet

	facts *facts
	uses  uses
}

func newAnalysis(w *program, q *cfa.Proc) *analysis {
	x := &analysis{w: w, q: q, vars: map[*cfa.Var]int{}, callees: map[*cfa.Edge]*analysis{}, byIndex: make([]*cfa.Loc, len(q.Locs))}
	for _, l := range q.Locs {
		x.byIndex[l.Index] = l
	}
	return x
}

// tracks reports whether bounds are kept of a variable.
func (x *analysis) tracks(v *cfa.Var) bool { return x.w.tracked[v.ID] }

// analyse computes what holds at each location, from the state at the entry and those at the exits of
// callees. Where that takes too long nothing is known.
func (x *analysis) analyse() {
	n := len(x.q.Locs)
	x.at, x.visits = make([]state, n), make([]int32, n)
	if !x.entry.live {
		return
	}
	x.at[x.q.Entry.Index] = x.entry
	work := newQueue(n)
	work.add(x.q.Entry.Index)
	for left := maxVisits*n + 1000; work.some(); left-- {
		if left == 0 {
			for i := range x.at {
				x.at[i] = state{live: true}
			}
			return
		}
		l := x.byIndex[work.take()]
		for _, e := range l.Out {
			if x.isEnd(e.To) {
				to := &x.at[e.To.Index]
				to.live = to.live || x.leads(e)
			} else if out := x.transfer(e, x.at[l.Index]); out.live && x.arrive(e.To, out) {
				work.add(e.To.Index)
			}
		}
	}
	stale := slices.Repeat([]bool{true}, n)
	for range descents {
		if !x.descend(stale) {
			break
		}
	}
}

// finish prepares what is asked when the states are known.
func (x *analysis) finish() {
	// The edges of a procedure lie together.
	last := 0
	x.first = math.MaxInt
	for _, l := range x.q.Locs {
		for _, e := range l.Out {
			x.first, last = min(x.first, e.ID), max(last, e.ID)
		}
	}
	x.pass = make([]int8, max(0, last-x.first+1))
}

// isEnd reports whether a run ends at a location. Of such ones, most of which are errors, it is only
// known whether runs come there: nobody asks for bounds.
func (x *analysis) isEnd(l *cfa.Loc) bool { return len(l.Out) == 0 && l != x.q.Exit }

// atExit is what a caller sees at the exit: the bounds of results and of global variables.
func (x *analysis) atExit() state {
	s := x.at[x.q.Exit.Index]
	if s.live {
		s.env.local = s.env.local.Only(x.q.Results)
	}
	return s
}

// atCall is the state in which a call begins its callee.
func (x *analysis) atCall(e *cfa.Edge) state {
	s := x.at[e.From.Index]
	if !s.live {
		return s
	}
	op := e.Op.(*cfa.Call)
	in := env{global: s.env.global}
	if !op.Callee.Recursive {
		in.local = s.env.local // the callers' variables stay as they are
	}
	for i, v := range op.Callee.Params {
		if x.tracks(v) {
			in = in.With(v, bounds(s.env, op.Args[i]).Meet(v.Range.Interval()))
		}
	}
	return state{true, in}
}

// leads reports whether a run may take an edge, by the bounds at hand.
func (x *analysis) leads(e *cfa.Edge) bool {
	s := x.at[e.From.Index]
	if a, ok := e.Op.(*cfa.Assume); ok && s.live {
		if b, ok := a.Cond.(*cfa.Binary); ok && b.Op.Comparison() {
			_, _, live := compared(s.env, b)
			return live
		}
		return x.assume(s, a.Cond).live
	}
	return s.live
}

// arrive adds a state to those at a location, and reports whether that is new.
func (x *analysis) arrive(l *cfa.Loc, s state) bool {
	old := x.at[l.Index]
	if !old.live {
		x.at[l.Index] = s
		return true
	}
	x.visits[l.Index]++
	widen := l.LoopHead && x.visits[l.Index] > widenAfter
	env := old.env.Merge(s.env, func(v *cfa.Var, a, b interval.Interval) interval.Interval {
		j := a.Join(b)
		if widen && !j.Equal(a) {
			return x.w.widened(v, a, j)
		}
		return j
	})
	x.at[l.Index] = state{true, env}
	return !old.env.Equal(env)
}

// widened moves the ends that have moved to the next threshold.
func (w *program) widened(v *cfa.Var, old, to interval.Interval) interval.Interval {
	ts := w.thresholds[v.ID]
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
// It leaves out what would come to the same: only locations are stale before which a state has
// changed since they were computed.
func (x *analysis) descend(stale []bool) bool {
	changed := false
	for _, l := range x.byIndex {
		if !stale[l.Index] || l == x.q.Entry || !x.at[l.Index].live {
			continue
		}
		stale[l.Index] = false
		if x.isEnd(l) {
			if x.at[l.Index].live = slices.ContainsFunc(l.In, x.leads); !x.at[l.Index].live {
				changed = true
			}
			continue
		}
		var in state
		for _, e := range l.In {
			s := x.transfer(e, x.at[e.From.Index])
			switch {
			case !s.live:
			case !in.live:
				in = s
			default:
				in.env = in.env.Join(s.env)
			}
		}
		if old := x.at[l.Index]; in.live != old.live || !old.env.Equal(in.env) {
			x.at[l.Index], changed = in, true
			for _, e := range l.Out {
				stale[e.To.Index] = true
			}
		}
	}
	return changed
}

// passes reports whether a run may take the edge, by the bounds. It is asked when these are known.
func (x *analysis) passes(e *cfa.Edge) bool {
	p := &x.pass[e.ID-x.first]
	if *p == 0 {
		*p = -1
		if x.leads(e) {
			*p = 1
		}
	}
	return *p > 0
}

// transfer is what holds after an edge.
func (x *analysis) transfer(e *cfa.Edge, s state) state {
	if !s.live {
		return s
	}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		return x.assume(s, op.Cond)
	case *cfa.Assign:
		if x.tracks(op.LHS) {
			s.env = s.env.With(op.LHS, bounds(s.env, op.RHS).Meet(op.LHS.Range.Interval()))
		}
	case *cfa.Havoc:
		if x.tracks(op.LHS) {
			val := op.From.Range.Interval()
			if op.Def != nil || op.From.Kind == cfa.Effect {
				val = op.LHS.Range.Interval()
			}
			s.env = s.env.With(op.LHS, val.Meet(op.LHS.Range.Interval()))
		}
	case *cfa.Call:
		y := x.callees[e]
		exit := y.exit
		if !y.exitKnown {
			exit = state{live: true, env: env{global: s.env.global}} // a guess: see program.analyse
		} else if s.live = exit.live; !s.live {
			return s
		}
		mods := &op.Callee.Mods
		after := s.env.global.Drop(func(v *cfa.Var) bool { return mods.Has(v) })
		exit.env.global.Each(func(v *cfa.Var, val interval.Interval) {
			if mods.Has(v) {
				after = after.With(v, val)
			}
		})
		s.env.global = after
		for i, v := range op.Results {
			if v != nil && x.tracks(v) {
				s.env = s.env.With(v, exit.env.Var(op.Callee.Results[i]).Meet(v.Range.Interval()))
			}
		}
	}
	return s
}

// assume is what holds where c does.
func (x *analysis) assume(s state, c cfa.Expr) state {
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
	l, r, live := compared(s.env, b)
	if s.live = live; live {
		x.learn(&s, b.X, l)
		x.learn(&s, b.Y, r)
	}
	return s
}

// learn takes over the values l of an operand that was compared.
func (x *analysis) learn(s *state, e cfa.Expr, l interval.Interval) {
	if v, ok := e.(*cfa.Var); ok && x.tracks(v) {
		s.env = s.env.With(v, l)
	}
	// x + c and x * c, c > 0, say something of x.
	if b, ok := e.(*cfa.Binary); ok {
		v, isVar := b.X.(*cfa.Var)
		k, isConst := cfa.IsConst(b.Y)
		switch {
		case !isVar || !isConst || !x.tracks(v):
		case b.Op == cfa.Add:
			s.env = s.env.With(v, l.Add(interval.Point(k.Neg())).Meet(s.env.Var(v)))
		case b.Op == cfa.Mul && k.Sign() > 0:
			s.env = s.env.With(v, l.Unscale(k).Meet(s.env.Var(v)))
		}
	}
}

// queue is a set of places of locations, from which the first in the weak topological order is taken.
type queue struct {
	words []uint64
	low   int // no word below is other than 0
}

func newQueue(n int) *queue { return &queue{words: make([]uint64, (n+63)/64)} }

func (q *queue) add(i int) {
	q.words[i/64] |= 1 << (i % 64)
	q.low = min(q.low, i/64)
}

func (q *queue) some() bool {
	for q.low < len(q.words) && q.words[q.low] == 0 {
		q.low++
	}
	return q.low < len(q.words)
}

// take takes out the first, after some has found that there is one.
func (q *queue) take() int {
	w := &q.words[q.low]
	i := bits.TrailingZeros64(*w)
	*w &= *w - 1
	return q.low*64 + i
}

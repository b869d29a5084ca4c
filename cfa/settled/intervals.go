package settled

import (
	"math"
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/cfa"
	narrow "github.com/whet-mc/whet/cfa/bounds"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Intervals of variables: the analysis of one context. It goes forward from the entry, widens at loop heads, and then
// narrows (P. Cousot, R. Cousot: Abstract interpretation. POPL 1977). Each end of an interval is widened to the next
// threshold (track.go).

const (
	smallNodes    = 100 // nodes of an expression; larger expressions are not analysed
	widenAfter    = 2   // visits of a loop head before it widens
	maxThresholds = 24  // constants of a variable that become thresholds, with their neighbours
	maxVisits     = 40  // visits of a location, on the average
	descents      = 3   // rounds of narrowing
)

// state is what is known at a location: bounds of variables, or, if live is false, that no run reaches it.
type state struct {
	live bool
	env  env
}

// join returns the least upper bound of s and o.
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
	// exit is the state that callers use for the results and the global variables at the exit, if exitKnown is set.
	// exitChanged says that the last round of program.analyse has changed it.
	exit                    state
	exitKnown, exitChanged  bool
	entryRaises, exitRaises int

	at      []state // by Loc.Index; nil: not analysed yet
	closed  []bool  // by Loc.Index: no run reaches the location because of facts (needed.close)
	loops   []*loop // by Loc.Index of the loop's head; nil: not computed yet
	visits  []int32
	byIndex []*cfa.Loc
	first   int    // the smallest ID of the procedure's edges
	pass    []int8 // by Edge.ID, from first on: 1: a run may take the edge; -1: no run takes it; 0: not computed yet

	facts *facts
	uses  uses
}

func newAnalysis(w *program, q *cfa.Proc) *analysis {
	x := &analysis{w: w, q: q, vars: map[*cfa.Var]int{}, callees: map[*cfa.Edge]*analysis{}, byIndex: make([]*cfa.Loc, len(q.Locs)), closed: make([]bool, len(q.Locs))}
	for _, l := range q.Locs {
		x.byIndex[l.Index] = l
	}
	return x
}

// tracks reports whether the analysis computes bounds of v.
func (x *analysis) tracks(v *cfa.Var) bool { return x.w.tracked[v.ID] }

// analyse computes the state at each location, from the state at the entry and the states at the exits of callees. If
// this takes too long, each location gets the state in which nothing is known.
func (x *analysis) analyse() {
	n := len(x.q.Locs)
	x.at, x.visits = make([]state, n), make([]int32, n)
	if !x.entry.live || x.closed[x.q.Entry.Index] {
		return
	}
	x.at[x.q.Entry.Index] = x.entry
	work := newQueue(n)
	work.add(x.q.Entry.Index)
	for left := maxVisits*n + 1000; work.some(); left-- {
		if left == 0 {
			for i := range x.at {
				x.at[i] = state{live: !x.closed[i]}
			}
			return
		}
		l := x.byIndex[work.take()]
		for _, e := range l.Out {
			if x.closed[e.To.Index] {
				continue
			}
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

// finish prepares the fields first and pass. The states must be final.
func (x *analysis) finish() {
	// The IDs of a procedure's edges are contiguous.
	last := 0
	x.first = math.MaxInt
	for _, l := range x.q.Locs {
		for _, e := range l.Out {
			x.first, last = min(x.first, e.ID), max(last, e.ID)
		}
	}
	x.pass = make([]int8, max(0, last-x.first+1))
}

// isEnd reports whether a run ends at l. Most of these locations are errors. The analysis computes for them whether
// runs reach them, but no bounds, which are not needed.
func (x *analysis) isEnd(l *cfa.Loc) bool { return len(l.Out) == 0 && l != x.q.Exit }

// atExit returns the part of the state at the exit that callers see: the bounds of results and of global variables.
func (x *analysis) atExit() state {
	s := x.at[x.q.Exit.Index]
	if s.live {
		s.env.local = s.env.local.Only(x.q.Results)
	}
	return s
}

// atCall returns the state at the entry of the callee of the call e.
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

// leads reports whether a run may take the edge e, according to the current state in front of it.
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

// arrive joins s into the state at l, or widens that state at a loop head that has been visited often. It reports
// whether the state at l has changed.
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

// widened returns the interval to, with each end at which it is larger than old moved to the next threshold of v.
// Without such a threshold, the end becomes the end of v's type.
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

// descend computes the states at stale locations again from the states of their predecessors, and reports whether one
// of them has changed. A location is stale if the state of a predecessor may have changed since the location's own
// state was computed. For other locations the result would be the same.
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
		in := x.joined(l.In)
		if l.LoopHead && in.live {
			in.env = x.unchanged(l, in.env)
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

// joined returns the join of the states after the edges in list, which lead to the same location.
func (x *analysis) joined(list []*cfa.Edge) (in state) {
	for _, e := range list {
		switch s := x.transfer(e, x.at[e.From.Index]); {
		case !s.live:
		case !in.live:
			in = s
		default:
			in.env = in.env.Join(s.env)
		}
	}
	return in
}

// loop says what the loop with a given head may change, and from where it is entered.
type loop struct {
	sets    map[*cfa.Var]bool
	calls   []*cfa.Proc
	outside []*cfa.Edge // the edges from outside the loop to its head; nil: some edges from outside lead to other locations
}

// unchanged returns the environment in, of the loop head l, with better bounds of the variables that the loop does not change:
// these are the bounds with which it is entered. Without this, an inner loop would keep the bounds to which a variable of an
// outer loop has been widened.
func (x *analysis) unchanged(l *cfa.Loc, in env) env {
	of := x.loopAt(l)
	if of.outside == nil {
		return in
	}
	before := x.joined(of.outside)
	if !before.live {
		return in
	}
	keep := func(v *cfa.Var, val interval.Interval) {
		set := of.sets[v] || v.Proc == nil && slices.ContainsFunc(of.calls, func(q *cfa.Proc) bool { return q.Mods.Has(v) })
		if !set && !val.Equal(in.Var(v)) {
			in = in.With(v, val)
		}
	}
	before.env.local.Each(keep)
	before.env.global.Each(keep)
	return in
}

// loopAt returns the loop with the head l.
func (x *analysis) loopAt(l *cfa.Loc) *loop {
	if x.loops == nil {
		x.loops = make([]*loop, len(x.q.Locs))
	}
	if x.loops[l.Index] != nil {
		return x.loops[l.Index]
	}
	of, end := &loop{sets: map[*cfa.Var]bool{}}, l.Index+1
	for end < len(x.byIndex) && !x.byIndex[end].LeavesLoop(l) {
		end++
	}
	inside := func(o *cfa.Loc) bool { return l.Index <= o.Index && o.Index < end }
	oneEntry := true
	for _, o := range x.byIndex[l.Index:end] {
		for _, e := range o.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { of.sets[v] = true }, nil)
			if op, ok := e.Op.(*cfa.Call); ok {
				of.calls = append(of.calls, op.Callee)
			}
		}
		for _, e := range o.In {
			if !inside(e.From) {
				of.outside = append(of.outside, e)
				oneEntry = oneEntry && o == l
			}
		}
	}
	if !oneEntry {
		of.outside = nil
	}
	x.loops[l.Index] = of
	return of
}

// passes reports whether a run may take the edge e by bounds. The states must be final, since passes keeps its results.
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

// transfer returns the state after the edge e, for the state s in front of it.
func (x *analysis) transfer(e *cfa.Edge, s state) state {
	if !s.live {
		return s
	}
	switch op := e.Op.(type) {
	case *cfa.Assume:
		return x.byDefinitions(e, x.assume(s, op.Cond))
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

// assume returns the part of s in which the condition c holds.
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
	if c, ok := b.X.(*cfa.Ite); ok && fewChoices(c) {
		// Each choice says something else of the variables that it depends on.
		whenTrue, whenFalse := x.assume(s, c.C), x.assume(s, cfa.MkNot(c.C))
		if whenTrue.live {
			whenTrue = x.assume(whenTrue, &cfa.Binary{Op: b.Op, X: c.T, Y: b.Y})
		}
		if whenFalse.live {
			whenFalse = x.assume(whenFalse, &cfa.Binary{Op: b.Op, X: c.E, Y: b.Y})
		}
		return whenTrue.join(whenFalse)
	}
	l, r, live := compared(s.env, b)
	if s.live = live; live {
		if x.learn(&s, b.X, l); s.live {
			x.learn(&s, b.Y, r)
		}
	}
	return s
}

// learn adds to s that the values of e, an operand of a comparison that holds, are in l. The bounds of v + c or v / c, for
// example, give bounds of v.
func (x *analysis) learn(s *state, e cfa.Expr, l interval.Interval) {
	switch e := e.(type) {
	case *cfa.Const:
	case *cfa.Var:
		if x.tracks(e) {
			s.env = s.env.With(e, l)
		}
	default:
		if plain(e) {
			s.live = narrow.Require(learner{s: s, x: x}, e, l)
		}
	}
}

// learner is the state s of x as a narrow.Env.
type learner struct {
	narrow.NoCells
	s *state
	x *analysis
}

// Var returns the values that v can have.
func (n learner) Var(v *cfa.Var) interval.Interval { return n.s.env.Var(v) }

// NarrowVar records that the value of v is in i.
func (n learner) NarrowVar(v *cfa.Var, i interval.Interval) bool {
	if n.x.tracks(v) {
		n.s.env = n.s.env.With(v, i)
	}
	return !i.IsEmpty()
}

// A queue is a set of locations, given by Loc.Index. take removes the one that is first in the weak topological order.
type queue struct {
	words []uint64
	low   int // all words before words[low] are 0
}

func newQueue(n int) *queue { return &queue{words: make([]uint64, (n+63)/64)} }

func (q *queue) add(i int) {
	q.words[i/64] |= 1 << (i % 64)
	q.low = min(q.low, i/64)
}

// some reports whether the queue is not empty, and moves low to the first word that is not 0.
func (q *queue) some() bool {
	for q.low < len(q.words) && q.words[q.low] == 0 {
		q.low++
	}
	return q.low < len(q.words)
}

// take removes and returns the smallest element. some must have returned true just before.
func (q *queue) take() int {
	w := &q.words[q.low]
	i := bits.TrailingZeros64(*w)
	*w &= *w - 1
	return q.low*64 + i
}

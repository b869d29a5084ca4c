package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// The solver: it propagates facts forward, and finds the branches that facts exclude (blockers).

// A round finds facts and propagates them. Each round starts without facts, for the error locations that are still open.
type round struct {
	kind  roundKind
	share int  // the round may use one part in share of the steps of a whole round
	least int  // or so many steps, if these are more
	again bool // the round is only for repeated checks, unless the one before it, of the same kind, ran out of steps or closed locations
	last  bool // the round is made only if the last round of tests ran out of steps: it takes long then
}

type roundKind int8

const (
	ofPromises roundKind = iota // the facts that promises about strings need: one of these facts replaces many others
	ofTests                     // the facts that tests need if each pointer is the address of an object
	ofHolders                   // these, and facts about holders (holder.go)
	ofMoved                     // the facts that tests of moved pointers need (moved.go)
	kinds
)

// plan lists the rounds. Facts that are near a test come first, and most tests need no others: the first round of tests is
// short, and leaves the steps of the next one to the tests that need them.
var plan = []round{
	{kind: ofPromises, share: 4, least: leastSteps}, {kind: ofTests, share: 5, least: leastSteps / 5},
	{kind: ofTests, share: 1, least: leastSteps, again: true}, {kind: ofHolders, share: 2, least: leastSteps},
	{kind: ofMoved, share: 1, least: leastSteps}, {kind: ofHolders, share: 2, least: leastSteps, last: true},
}

// proved is a fact of an earlier round that is a part of a proof. A test may need it, too, but may be too far from it to
// find it.
type proved struct {
	fact  *cfa.Binary
	depth int8
}

// concerns reports whether the round r is of use for the error location l, or, if it is for holders, whether l is a reason
// to have it.
func (w *program) concerns(r round, l *cfa.Loc) bool {
	if r.again && !w.exhausted[r.kind] && !w.closed[r.kind] {
		return w.isRepeated(l)
	}
	switch r.kind {
	case ofHolders:
		return w.holder != nil && w.exhausted[ofTests] == r.last && w.ofLife(l)
	case ofMoved:
		return w.entersObjects(l)
	}
	return true
}

// ofLife reports whether a test that leads to the error location l reads which blocks of the heap live.
func (w *program) ofLife(l *cfa.Loc) bool {
	return slices.ContainsFunc(testsOf(l), func(e *cfa.Edge) (yes bool) {
		cfa.Reads(e.Op, nil, func(a *cfa.Array) { yes = yes || a == w.lives })
		return yes
	})
}

// findFacts finds the facts that the tests for these errors need in a round, and computes at which locations of all
// contexts each of them holds.
func (w *program) findFacts(errors []*cfa.Loc, r round) {
	w.effort = stepsBesides
	for _, x := range w.order {
		x.facts = newFacts(x)
		w.effort += stepsEach * len(x.q.Locs)
	}
	w.byHolders, w.byOwners = r.kind == ofHolders, r.kind == ofMoved
	w.byChecks = r.again || r.kind == ofMoved
	small := 2*w.effort < leastSteps // in larger programs, facts of earlier rounds take too many steps from the tests
	w.effort = max(w.effort/r.share, r.least)
	for _, l := range errors {
		if !w.byHolders && !w.concerns(r, l) {
			continue
		}
		for _, x := range w.of[l.Proc.ID] {
			for _, e := range testsOf(l) {
				if r.kind == ofPromises && e.From.Promised() != e {
					continue
				}
				if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
					x.facts.within(e.From, func() { x.facts.collect(e.From, cfa.MkNot(a.Cond), w.byOwners) })
				}
			}
		}
	}
	if small && r.again {
		for i, x := range w.order {
			for _, p := range w.proved[i] {
				x.facts.add(p.fact, p.depth)
			}
		}
	}
	w.follow()
	s := &solver{queued: make([][]bool, len(w.order)), why: w.why}
	if s.why != nil {
		s.why.losses = map[lossAt]loss{}
	}
	for _, x := range w.order {
		s.queued[x.id] = make([]bool, len(x.q.Locs))
		f := x.facts
		f.findStronger()
		f.findDerived()
		f.words = (len(f.list) + 63) / 64
		f.at = make([][]uint64, len(x.q.Locs))
	}
	start := w.of[w.p.Start.ID][0]
	start.facts.at[start.q.Entry.Index] = make([]uint64, start.facts.words)
	s.push(start, start.q.Entry)
	s.run()
}

// solver propagates facts forward in all contexts.
type solver struct {
	work   []place
	queued [][]bool // by context and Loc.Index: the place is in work
	out    []uint64 // the set of facts after an edge, or at an entry, for arrive

	why *explainer // records losses; nil: does not
	by  loss       // how the facts of out come to the place

	edges   int   // how often keep has looked at an edge
	changed []int // by fact: the last one of these edges that may change what the fact reads
}

// place is a location in a context.
type place struct {
	x *analysis
	l *cfa.Loc
}

// push adds the location l in the context x to the work, unless it is there already.
func (s *solver) push(x *analysis, l *cfa.Loc) {
	if q := &s.queued[x.id][l.Index]; !*q {
		*q = true
		s.work = append(s.work, place{x, l})
	}
}

// run propagates facts until the work is empty.
func (s *solver) run() {
	for len(s.work) > 0 {
		x, l := s.work[0].x, s.work[0].l
		s.work, s.queued[x.id][l.Index] = s.work[1:], false
		if l == x.q.Exit {
			for _, y := range x.w.of[x.q.ID] { // calls may need facts at the exit in all contexts
				for _, c := range y.callers {
					if c.from.facts.at[c.by.From.Index] != nil {
						s.push(c.from, c.by.From)
					}
				}
			}
		}
		for _, e := range l.Out {
			if !x.passes(e) || x.blockedBy(e) >= 0 {
				continue
			}
			if y := x.callees[e]; y != nil {
				s.call(caller{x, e}, y)
				if y.facts.at[y.q.Exit.Index] == nil {
					continue // no path to the callee's exit is known yet
				}
			}
			if !x.state(e.To).live {
				continue
			}
			s.transfer(x, e)
			s.by = loss{edge: e}
			s.arrive(x, e.To)
		}
	}
}

// call propagates facts from the call c to the entry of the callee y.
func (s *solver) call(c caller, y *analysis) {
	s.out = append(s.out[:0], make([]uint64, y.facts.words)...)
	in := y.facts.at[y.q.Entry.Index]
	for k, st := range y.facts.entries[c] {
		if in != nil && !has(in, k) {
			continue // it is lost there already
		}
		if st.kind == stepBounds || st.kind == stepFact && c.from.haveAll(c.by.From, st.before) {
			s.out[k/64] |= 1 << (k % 64)
		}
	}
	s.by = loss{call: c}
	s.arrive(y, y.q.Entry)
}

// arrive removes from the facts at l those that are not in s.out. If this changes the facts at l, it adds l to the
// work.
func (s *solver) arrive(x *analysis, l *cfa.Loc) {
	in := x.facts.at[l.Index]
	if s.why != nil {
		s.why.lost(x, l, in, s.out, s.by)
	}
	changed := in == nil
	if changed {
		x.facts.at[l.Index] = append([]uint64{}, s.out...)
	} else {
		for i := range in {
			if both := in[i] & s.out[i]; both != in[i] {
				in[i], changed = both, true
			}
		}
	}
	if !changed {
		return
	}
	s.push(x, l)
	// A fact about all cells gives instances only where it holds in all contexts of the procedure (instance).
	for _, y := range x.w.of[x.q.ID] {
		if y != x && len(y.facts.instances) > 0 && y.facts.at[l.Index] != nil {
			s.push(y, l)
		}
	}
}

// transfer computes in s.out the facts after the edge e from the facts in front of it. A test removes no facts.
func (s *solver) transfer(x *analysis, e *cfa.Edge) {
	s.out = append(s.out[:0], x.facts.at[e.From.Index]...)
	_, test := e.Op.(*cfa.Assume)
	in := x.facts.at[e.To.Index]
	for _, st := range x.facts.affected(e) {
		bit := uint64(1) << (st.fact % 64)
		switch {
		case in != nil && !has(in, int(st.fact)): // it is lost at the end of e already
		case after(x, e, st):
			s.out[st.fact/64] |= bit
		case !test:
			s.out[st.fact/64] &^= bit
		}
	}
	s.keep(x, e)
}

// keep adds to s.out the facts that can be derived in front of the edge e and that e does not change. It does so where
// paths meet: the facts may not be derivable behind e, where some of the facts from which they follow are lost.
func (s *solver) keep(x *analysis, e *cfa.Edge) {
	f := x.facts
	if len(e.To.In) < 2 || len(f.derived) == 0 {
		return
	}
	s.edges++
	changed := func(k int32) bool { return false }
	if _, test := e.Op.(*cfa.Assume); !test {
		for len(s.changed) < len(f.list) {
			s.changed = append(s.changed, 0)
		}
		for _, st := range f.affected(e) {
			s.changed[st.fact] = s.edges
		}
		changed = func(k int32) bool { return s.changed[k] == s.edges }
	}
	in := f.at[e.To.Index]
	for _, k := range f.derived {
		if !has(s.out, int(k)) && (in == nil || has(in, int(k))) && !changed(k) && x.have(e.From, k) {
			s.out[k/64] |= 1 << (k % 64)
		}
	}
}

// blockers lists the facts that contradict the condition of the test e, or two parts of it. If one of them holds in front
// of e, no run takes e.
func (f *facts) blockers(e *cfa.Edge) []int32 {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Always || e.To.Error != nil {
		return nil // promises always hold; edges to errors are left to needed.closed, which uses facts and bounds
	}
	list := &f.blocks[e.ID-f.x.first]
	if *list == nil {
		*list = []int32{}
		cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
			not, ok := cfa.MkNot(b).(*cfa.Binary)
			if !ok || !not.Op.Comparison() {
				return
			}
			if h, small := form(not.X); small {
				for _, k := range f.byLeft[h] {
					if f.list[k].Op != cfa.Or && implies(f.list[k], not) {
						*list = append(*list, k)
					}
				}
			}
		})
		*list = append(*list, f.blockBoth(a.Cond)...)
	}
	return *list
}

// blockBoth lists the facts !x || !y, for a condition c that is x && y.
func (f *facts) blockBoth(c cfa.Expr) (list []int32) {
	not, ok := cfa.MkNot(c).(*cfa.Binary)
	if !ok || not.Op != cfa.Or {
		return nil
	}
	parts := alternatives(not)
	h, small := form(parts[0].X)
	if !small {
		return nil
	}
	for _, k := range f.byLeft[h] {
		if !slices.ContainsFunc(alternatives(f.list[k]), func(a *cfa.Binary) bool {
			return !slices.ContainsFunc(parts, func(p *cfa.Binary) bool { return p.Op.Comparison() && implies(a, p) })
		}) {
			list = append(list, k)
		}
	}
	return list
}

// blockedBy returns a fact that holds in front of the edge e and because of which no run takes e, or -1. Facts have
// reached e.From.
func (x *analysis) blockedBy(e *cfa.Edge) int32 {
	list := x.facts.blockers(e)
	if i := slices.IndexFunc(list, func(k int32) bool { return x.have(e.From, k) }); i >= 0 {
		return list[i]
	}
	return -1
}

// after reports whether the fact of st, a step over the edge e, holds after e.
func after(x *analysis, e *cfa.Edge, st step) bool {
	if st.kind != stepFact {
		return st.kind == stepBounds
	}
	return x.way(e, st) != nil
}

// way returns the first of st and the other ways for its fact to hold (step.or) whose conditions are met. If there is
// no such step, the fact does not hold after e, and way returns nil.
func (x *analysis) way(e *cfa.Edge, st step) *step {
	at := x.before(e, st)
	switch {
	case at.x.haveAll(at.l, st.before) && (len(st.atExit) == 0 || x.atExits(e, st)):
		return &st
	case st.or != nil:
		return x.way(e, *st.or)
	}
	return nil
}

// atExits reports whether the facts in st.atExit hold at the exit of the callee of e. All facts hold there while no
// path to the exit is known.
func (x *analysis) atExits(e *cfa.Edge, st step) bool {
	y := x.callees[e]
	return !slices.ContainsFunc(st.atExit, func(k int32) bool {
		if st.cells != nil {
			return !y.inAllContexts(y.q.Exit, y.facts.list[k], k)
		}
		at := y.facts.at[y.q.Exit.Index]
		return at != nil && !has(at, int(k))
	})
}

// haveAll reports whether all facts in the list hold at l.
func (x *analysis) haveAll(l *cfa.Loc, list []int32) bool {
	return !slices.ContainsFunc(list, func(k int32) bool { return !x.have(l, k) })
}

// before returns the place where st.before and st.bounds, of a step over the edge e, have to hold: the location in
// front of e, or the exit of the callee.
func (x *analysis) before(e *cfa.Edge, st step) place {
	if y := x.callees[e]; st.exit {
		return place{y, y.q.Exit}
	}
	return place{x, e.From}
}

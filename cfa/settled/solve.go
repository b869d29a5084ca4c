package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// rounds is how often facts are found. The first time they are those that the promises about strings need, of which one
// takes the place of many. The second time they are those that the tests need that are open then, as if each pointer were
// the address of an object; the third time also those that they need if pointers lead into objects.
const rounds = 3

// findFacts computes which comparisons hold at the locations of all procedures, of those that the tests for errors need
// in a round.
func (w *program) findFacts(errors []*cfa.Loc, round int) {
	w.effort = stepsBesides
	for _, x := range w.order {
		x.facts = newFacts(x)
		w.effort += stepsEach * len(x.q.Locs)
	}
	last := round == rounds-1
	for _, l := range errors {
		tests := testsOf(l)
		if last && !slices.ContainsFunc(tests, w.intoObjects) {
			continue
		}
		for _, x := range w.of[l.Proc.ID] {
			for _, e := range tests {
				if round == 0 && e.From.Promised() != e {
					continue
				}
				if a, ok := e.Op.(*cfa.Assume); ok && x.passes(e) {
					x.facts.collect(e.From, cfa.MkNot(a.Cond), last)
				}
			}
		}
	}
	w.follow()
	s := &solver{queued: make([][]bool, len(w.order))}
	for _, x := range w.order {
		s.queued[x.id] = make([]bool, len(x.q.Locs))
		f := x.facts
		f.findStronger()
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
	queued [][]bool // by context and Loc.Index
	out    []uint64
}

// place is a location in a context.
type place struct {
	x *analysis
	l *cfa.Loc
}

func (s *solver) push(x *analysis, l *cfa.Loc) {
	if q := &s.queued[x.id][l.Index]; !*q {
		*q = true
		s.work = append(s.work, place{x, l})
	}
}

func (s *solver) run() {
	for len(s.work) > 0 {
		x, l := s.work[0].x, s.work[0].l
		s.work, s.queued[x.id][l.Index] = s.work[1:], false
		if l == x.q.Exit {
			for _, y := range x.w.of[x.q.ID] { // calls may need facts at the exits of all contexts
				for _, c := range y.callers {
					if c.from.facts.at[c.by.From.Index] != nil {
						s.push(c.from, c.by.From)
					}
				}
			}
		}
		for _, e := range l.Out {
			if !x.passes(e) || x.blockedBy(e) != nil {
				continue
			}
			if y := x.callees[e]; y != nil {
				s.call(caller{x, e}, y)
				if y.facts.at[y.q.Exit.Index] == nil {
					continue // it has not come back yet
				}
			}
			s.transfer(x, e)
			s.arrive(x, e.To)
		}
	}
}

// call hands facts to the entry of a callee.
func (s *solver) call(c caller, y *analysis) {
	s.out = append(s.out[:0], make([]uint64, y.facts.words)...)
	for k, st := range y.facts.entries[c] {
		if st.kind == stepBounds || st.kind == stepFact && c.from.haveAll(c.by.From, st.before) {
			s.out[k/64] |= 1 << (k % 64)
		}
	}
	s.arrive(y, y.q.Entry)
}

// arrive meets what holds at a location with s.out.
func (s *solver) arrive(x *analysis, l *cfa.Loc) {
	in := x.facts.at[l.Index]
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
	// Instances need a fact in all contexts.
	for _, y := range x.w.of[x.q.ID] {
		if y != x && len(y.facts.instances) > 0 && y.facts.at[l.Index] != nil {
			s.push(y, l)
		}
	}
}

// transfer computes in s.out the facts after an edge from those before it. A test takes none away.
func (s *solver) transfer(x *analysis, e *cfa.Edge) {
	s.out = append(s.out[:0], x.facts.at[e.From.Index]...)
	_, test := e.Op.(*cfa.Assume)
	for _, st := range x.facts.affected(e) {
		bit := uint64(1) << (st.fact % 64)
		switch {
		case after(x, e, st):
			s.out[st.fact/64] |= bit
		case !test:
			s.out[st.fact/64] &^= bit
		}
	}
}

// blockers lists the reasons why no run takes a test: sets of facts, each of which, where it holds, contradicts the test.
func (f *facts) blockers(e *cfa.Edge) [][]int32 {
	a, ok := e.Op.(*cfa.Assume)
	if !ok || a.Always || e.To.Error != nil {
		return nil // promises hold; what leads to an error is settled by all that is known
	}
	list := &f.blocks[e.ID-f.x.first]
	if *list == nil {
		*list = [][]int32{}
		cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
			not, ok := cfa.MkNot(b).(*cfa.Binary)
			if !ok || !not.Op.Comparison() {
				return
			}
			if h, small := form(not.X); small {
				for _, k := range f.byLeft[h] {
					if f.list[k].Op != cfa.Or && implies(f.list[k], not) {
						*list = append(*list, []int32{k})
					}
				}
			}
		})
	}
	return *list
}

// blockedBy returns facts because of which no run takes an edge, or nil. They hold where it begins.
func (x *analysis) blockedBy(e *cfa.Edge) []int32 {
	if x.facts.at[e.From.Index] == nil {
		return nil
	}
	for _, list := range x.facts.blockers(e) {
		if x.haveAll(e.From, list) {
			return list
		}
	}
	return nil
}

// after reports whether a fact that an edge affects holds after it.
func after(x *analysis, e *cfa.Edge, st step) bool {
	if st.kind != stepFact {
		return st.kind == stepBounds
	}
	return x.way(e, st) != nil
}

// way returns the way in which a step makes its fact hold, or nil.
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

// atExits reports whether the callee has the facts at its exit that a step needs.
func (x *analysis) atExits(e *cfa.Edge, st step) bool {
	y := x.callees[e]
	return !slices.ContainsFunc(st.atExit, func(k int32) bool {
		if st.cells != nil {
			return !y.inAllContexts(y.q.Exit, y.facts.list[k])
		}
		at := y.facts.at[y.q.Exit.Index]
		return at != nil && !has(at, int(k))
	})
}

// haveAll reports whether all of these facts hold at a location.
func (x *analysis) haveAll(l *cfa.Loc, list []int32) bool {
	return !slices.ContainsFunc(list, func(k int32) bool { return !x.have(l, k) })
}

// before is where a step over an edge of the context looks: in front of it, or at the exit of the callee.
func (x *analysis) before(e *cfa.Edge, st step) place {
	if y := x.callees[e]; st.exit {
		return place{y, y.q.Exit}
	}
	return place{x, e.From}
}

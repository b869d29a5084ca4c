package settled

import (
	"math/bits"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Where facts are wanted. A fact is of use at some locations only: in front of the test that needs it, and from there back to
// the operations that make it hold. Its steps are looked for at these operations and no others. In a long procedure, this
// saves most of the facts that other operations on the same variables would need. Over the other operations that may change what
// it reads, a fact is lost.

// locSet is a set of locations of a procedure, by Loc.Index.
type locSet []uint64

func (s locSet) has(l *cfa.Loc) bool { return s != nil && s[l.Index/64]>>(l.Index%64)&1 != 0 }
func (s locSet) add(l *cfa.Loc)      { s[l.Index/64] |= 1 << (l.Index % 64) }

// places says where a fact is wanted.
type places struct {
	all     locSet   // the locations where it is wanted; nil: none
	pending locSet   // those from which follow has not gone back yet; nil: none
	queued  bool     // it is in program.newFacts
	besides []factOf // facts from which it may follow at the same location, of any context of the procedure
	done    []uint64 // by Edge.ID, from analysis.first on: its step over the edge has been found
	entered bool     // its steps from the callers have been found
}

// scope says for which locations facts are added now.
type scope struct {
	f, g    *facts // facts of the procedure of f are wanted at l, and those of the procedure of g at exit; nil: none
	l, exit *cfa.Loc
	like    factOf // facts of the procedure of like.f are wanted where this fact is; like.f may be nil
}

// within calls do, which adds facts that are wanted at l, a location of the procedure of f.
func (f *facts) within(l *cfa.Loc, do func()) {
	was := f.x.w.scope
	f.x.w.scope = scope{f: f, l: l}
	do()
	f.x.w.scope = was
}

// isWanted records that fact n is wanted where program.scope says, or everywhere if it says nothing about this procedure.
func (f *facts) isWanted(n int32) {
	s := &f.x.w.scope
	known := false
	if s.like.f != nil && s.like.f.x.q == f.x.q {
		known = true
		s.like.f.putBesides(s.like.k, factOf{f, n})
	}
	if s.f != nil && s.f.x.q == f.x.q {
		known = true
		f.wantedAt(n, s.l)
	}
	if s.g != nil && s.g.x.q == f.x.q {
		known = true
		f.wantedAt(n, s.exit)
	}
	if !known {
		f.wantedIn(n, f.everywhere())
	}
}

// everywhere returns the set of all locations.
func (f *facts) everywhere() locSet {
	if f.whole == nil {
		f.whole = f.noLocs()
		for i := range f.whole {
			f.whole[i] = ^uint64(0)
		}
		if n := len(f.x.q.Locs) % 64; n > 0 {
			f.whole[len(f.whole)-1] = 1<<n - 1
		}
	}
	return f.whole
}

func (f *facts) noLocs() locSet { return make(locSet, (len(f.x.q.Locs)+63)/64) }

// putBesides records that fact k may follow from of at the same location.
func (f *facts) putBesides(k int32, of factOf) {
	p := &f.places[k]
	if of == (factOf{f, k}) || slices.Contains(p.besides, of) {
		return
	}
	p.besides = append(p.besides, of)
	of.f.wantedIn(of.k, p.all)
}

// wantedAt records that fact n is wanted at l.
func (f *facts) wantedAt(n int32, l *cfa.Loc) {
	p := &f.places[n]
	if p.all.has(l) {
		return
	}
	f.makePending(p)
	p.all.add(l)
	p.pending.add(l)
	f.enqueue(n)
}

// makePending makes the sets of p if they are nil.
func (f *facts) makePending(p *places) {
	if p.all == nil {
		p.all = f.noLocs()
	}
	if p.pending == nil {
		p.pending = f.noLocs()
	}
}

// wantedIn records that fact n is wanted in the set.
func (f *facts) wantedIn(n int32, set locSet) {
	p := &f.places[n]
	for i, word := range set {
		if p.all != nil {
			word &^= p.all[i]
		}
		if word != 0 {
			f.makePending(p)
			p.all[i] |= word
			p.pending[i] |= word
		}
	}
	if p.pending != nil {
		f.enqueue(n)
	}
}

// wantedBy records where the facts are wanted that st needs, a step over the edge e.
func (f *facts) wantedBy(e *cfa.Edge, st *step) {
	for ; st != nil; st = st.or {
		if st.kind != stepFact {
			continue
		}
		at := f.x.before(e, *st)
		for _, j := range st.before {
			at.x.facts.wantedAt(j, at.l)
		}
		if y := f.x.callees[e]; y != nil {
			for _, j := range st.atExit {
				y.facts.wantedAt(j, y.q.Exit)
				if st.cells != nil {
					for _, z := range f.x.w.of[y.q.ID] {
						if n := z.facts.number(y.facts.list[j]); n >= 0 {
							z.facts.wantedAt(n, y.q.Exit)
						}
					}
				}
			}
		}
	}
}

// enqueue adds fact n to program.newFacts, unless it is there already.
func (f *facts) enqueue(n int32) {
	if p := &f.places[n]; !p.queued {
		p.queued = true
		f.x.w.newFacts = append(f.x.w.newFacts, factOf{f, n})
	}
}

// goBack goes from the pending locations of fact k back to the operations that may change what it reads, and calls at for each
// of them that has not been visited, and entry if the way leads to the entry. Tests that make the fact hold end the way.
func (f *facts) goBack(k int32, at func(*cfa.Edge), entry func()) {
	p := &f.places[k]
	if p.pending == nil {
		return
	}
	f.serial++
	f.eachSetter(k, func(e *cfa.Edge) { f.mark(e, f.serial) })
	f.eachTest(k, func(e *cfa.Edge) { f.mark(e, -f.serial) })
	if p.done == nil {
		p.done = make([]uint64, (len(f.x.pass)+63)/64)
	}
	more := p.pending
	p.pending = nil
	var work []*cfa.Loc
	for i, word := range more {
		for ; word != 0; word &= word - 1 {
			work = append(work, f.x.q.Locs[i*64+bits.TrailingZeros64(word)])
		}
	}
	var setters []*cfa.Edge
	atEntry := false
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		atEntry = atEntry || l == f.x.q.Entry
		for _, e := range l.In {
			i := e.ID - f.x.first
			switch {
			case f.marks[i] == f.serial:
				if p.done[i/64]>>(i%64)&1 == 0 {
					p.done[i/64] |= 1 << (i % 64)
					setters = append(setters, e)
				}
			case f.marks[i] == -f.serial || !f.x.passes(e) || p.all.has(e.From):
			default:
				p.all.add(e.From)
				more.add(e.From)
				work = append(work, e.From)
			}
		}
	}
	for _, of := range p.besides {
		of.f.wantedIn(of.k, more)
	}
	for _, e := range setters {
		at(e)
	}
	if atEntry && !f.places[k].entered {
		f.places[k].entered = true
		entry()
	}
}

// mark records for goBack that e may change what a fact reads, or if serial is negative, that the fact follows from its condition.
func (f *facts) mark(e *cfa.Edge, serial int32) { f.marks[e.ID-f.x.first] = serial }

// eachSetter calls do for each edge of the procedure that may change what fact k reads.
func (f *facts) eachSetter(k int32, do func(*cfa.Edge)) {
	b := f.list[k]
	each := func(es []*cfa.Edge) {
		for _, e := range es {
			if f.x.state(e.From).live && !setsOther(e.Op, b) {
				do(e)
			}
		}
	}
	cfa.ExprReads(b, func(v *cfa.Var) { each(f.setsVar[v]) }, func(a *cfa.Array) { each(f.setsArr[a]) })
	for _, e := range f.x.q.Calls {
		if setBy(e.Op.(*cfa.Call), b) {
			each([]*cfa.Edge{e})
		}
	}
}

// eachTest calls do for each edge with a condition from which fact k follows.
func (f *facts) eachTest(k int32, do func(*cfa.Edge)) {
	for _, a := range alternatives(f.list[k]) {
		h, _ := form(a.X)
		for _, t := range f.testsOf[h] {
			if implies(t.cond, a) {
				do(t.edge)
			}
		}
	}
}

// testOf is a comparison that holds after an edge.
type testOf struct {
	cond *cfa.Binary
	edge *cfa.Edge
}

// loseRest lets each fact be lost over the operations that may change what it reads where no step was looked for.
func (f *facts) loseRest() {
	f.findSetters()
	for k := range f.places {
		p := &f.places[k]
		if p.done == nil {
			p.done = make([]uint64, (len(f.x.pass)+63)/64)
		}
		f.eachSetter(int32(k), func(e *cfa.Edge) {
			if i := e.ID - f.x.first; p.done[i/64]>>(i%64)&1 == 0 {
				p.done[i/64] |= 1 << (i % 64)
				f.steps[i] = append(f.steps[i], step{fact: int32(k)})
			}
		})
		p.done = nil
	}
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The analysis of a whole program: the order of its parts, and the iteration of the interval analysis over contexts.

// Analyse looks for error locations of checks that no run reaches, in a program that Finish has
// completed, and sets Program.Settled, to nil if it finds none. late may be nil. Otherwise it reports whether the time is used up,
// and Analyse then ends soon with what it has found.
func Analyse(p *cfa.Program, late func() bool) { analyse(p, late, nil) }

// analyse does what Analyse does. If why is not nil, it ends after the round that why explains.
func analyse(p *cfa.Program, late func() bool, why *explainer) {
	p.Settled = nil
	var errors []*cfa.Loc
	for _, l := range p.Locs {
		if asked(l) {
			errors = append(errors, l)
		}
	}
	if len(errors) == 0 {
		return
	}
	w := newProgram(p)
	w.late, w.why = late, why
	w.findHeap()
	w.findHolders()
	w.findFilled()
	w.findShrinking()
	w.findMoved()
	w.findCounts()
	w.findLiterals()
	w.track(errors)
	w.analyse()
	n := newNeeded(w)
	for i, r := range plan {
		if i > 0 && w.isLate() {
			break
		}
		if !slices.ContainsFunc(errors, func(l *cfa.Loc) bool { return w.concerns(r, l) }) {
			continue // there is nothing to ask
		}
		w.findFacts(errors, r)
		n.start()
		if why != nil && why.round == i {
			why.explain(w, n, errors)
			return
		}
		errors = slices.DeleteFunc(errors, n.settle)
		n.keepUnreached()
		n.reasons()
		if i+1 < len(plan) && plan[i+1].again {
			w.proved = n.used()
		}
		w.exhausted[r.kind], w.closed[r.kind] = w.effort < 0, false
		if n.close() && i+1 < len(plan) && len(errors) > 0 && !w.isLate() {
			w.closed = [kinds]bool{true, true, true, true}
			w.analyse()
			n.forgetBounds()
		}
	}
	if slices.Contains(n.out.Errors, true) {
		n.write()
		p.Settled = n.out
	}
}

// isLate reports whether the time is used up.
func (w *program) isLate() bool { return w.late != nil && w.late() }

// asked reports whether the analysis tries to show that no run reaches l. It does so if l is the error location of a
// check, or a place whose behaviour the model does not cover.
func asked(l *cfa.Loc) bool { return l.Error != nil && (l.Error.IsCheck() || l.Error.Unsupported) }

// testsOf lists the edges with the tests that lead to the error location l. If an edge to l is a promise
// (Loc.Promised), the tests are in front of it. Then both the promise and these tests are listed. So are the tests in front of an
// approximation, on which a test of its result depends.
func testsOf(l *cfa.Loc) []*cfa.Edge {
	list := l.In
	for _, e := range l.In {
		from := e.From
		if len(from.In) == 1 {
			if h, ok := from.In[0].Op.(*cfa.Havoc); ok && h.From.Kind == cfa.Approx {
				from = from.In[0].From
			}
		}
		if from != e.From || from.Promised() == e {
			list = append(list[:len(list):len(list)], from.In...)
		}
	}
	return list
}

// program is the analysis of a program in contexts (see contexts.go). A context has one state at its entry, which is
// the join of the states at its calls, and one state at its exit.
type program struct {
	p  *cfa.Program
	of [][]*analysis // by Proc.ID: the contexts of the procedure
	// order lists all contexts, callers before callees except for recursion. The start comes first.
	order []*analysis

	tracked    []bool                     // by Var.ID: the analysis computes bounds of the variable (track.go)
	defined    map[*cfa.Edge][]definition // by test: see defined.go
	layouts    map[*cfa.Array][]layout    // by region: see fixed.go
	thresholds [][]num.Int                // by Var.ID: the thresholds of a tracked variable, in order

	newFacts     []factOf                    // facts that are wanted at locations from which follow has not gone back yet
	scope        scope                       // where the facts that are added now are wanted
	tooDeep      bool                        // since it was set to false, a step was lost only because of the depth of its fact
	counted      int8                        // facts that are added now follow from a fact over so many operations that count a cell
	effort       int                         // steps of facts over edges that may still be computed
	any          *cfa.Var                    // the address or index of an arbitrary cell (cells.go)
	tailed       map[*cfa.Array]bool         // the arrays of whose tails the program has the lengths
	dataOf       map[*cfa.Array]*cfa.Array   // by array of flags: the region whose cells have these flags
	literals     []*cfa.Binary               // what the start promises of the lengths of string literals: tail[1048576] <= 2
	olds         map[*cfa.Array]*cfa.Array   // by array: the array with its contents at the entry of a procedure (growth.go)
	setAtStart   map[*cfa.Array]*startValues // see startsAt; nil: not computed yet
	moved        movedPointers               // see moved.go
	counts       map[*cfa.Var]bool           // see findCounts
	derivation   derivation                  // the reasons that the last call of have has found
	ends         []bool                      // by Proc.ID: it may end a life (findShrinking)
	resizes      []bool                      // by Proc.ID: it may change the size of a block (findShrinking)
	taken        map[*cfa.Proc][]int         // by procedure: the indexes of the parameters that it may free (frames.go)
	meeting      map[[2]*cfa.Var]bool        // see findMeeting
	framing      bool                        // a frame is being added
	proved       [][]proved                  // by number of the context: what the last round has proved
	exhausted    [kinds]bool                 // by kind of rounds: the last one ran out of steps
	closed       [kinds]bool                 // by kind of rounds: since the last one, it has been shown that no run reaches some locations
	late         func() bool                 // see Analyse; nil: there is no limit
	why          *explainer                  // nil: no round is explained
	byHolders    bool                        // facts about holders are looked for
	byOwners     bool                        // facts about moved pointers are looked for
	disjunctions map[inProc]int              // see findRepeated
	byChecks     bool                        // earlier tests of the same condition may show it (passed.go)
	holder       *cfa.Array                  // the record of the holders of blocks (holder.go); nil: blocks have no holders
	cells        map[*cfa.Var]cfa.Expr       // by variable in the place of a cell that may hold blocks: the cell, as in holders
	flow         cfa.Flow                    // where values come from
	lives        *cfa.Array                  // the record of the live blocks of the heap
	sizes        *cfa.Array                  // the record of the sizes of blocks
	heapEnd      *cfa.Var                    // the end of the heap, where the next block will lie; nil: there is no heap
	oldEnd       *cfa.Var                    // the value that heapEnd had at the entry of a procedure (fresh.go)
	filled       map[*cfa.Array][]bool       // by region, and by Proc.ID: see findFilled
	heapLow      *cfa.Const                  // the address where the heap begins; nil: not known
	heapFrom     *cfa.Var                    // set once, in the start, to the end of the heap at that moment; nil: not known
}

// Limits of the iteration over procedures.
const (
	descentsOfCalls = 2  // rounds in which the states at entries and exits get smaller
	mostWidenings   = 6  // raises of an entry or exit; from the next one on, a variable that changes may have any value
	mostRaises      = 50 // raises of an entry or exit; from the next one on, all variables may have any value
)

// analyse computes the states of all procedures. The first guess is that a call changes only the variables for its
// results, which may then have any value. From this guess, the states at entries and exits are raised until all of them
// fit together. Each of the following rounds (descentsOfCalls) makes the states smaller, and they stay correct
// (P. Cousot, R. Cousot: Static determination of dynamic properties of recursive procedures. 1977). As widening is not
// monotone, the states after these rounds may no longer fit together, so entries and exits are raised once more at the
// end.
func (w *program) analyse() {
	for _, x := range w.order {
		x.entry = w.entry(x)
		x.analyse()
		x.exit, x.exitKnown = x.atExit(), true
	}
	w.fit(func(x *analysis) bool { return len(x.q.Calls) > 0 })
	for round := range descentsOfCalls {
		for _, x := range w.order {
			exit := x.atExit()
			x.exit, x.exitChanged = exit, !exit.equal(x.exit)
		}
		changed := false
		for _, x := range w.order {
			entry := w.entry(x)
			if !newExits(x) && entry.equal(x.entry) {
				continue
			}
			x.entry, changed = entry, true
			x.analyse()
		}
		if !changed && round > 0 {
			break
		}
	}
	for _, x := range w.order {
		x.entryRaises, x.exitRaises = 0, 0
	}
	w.fit(func(*analysis) bool { return false })
	for _, x := range w.order {
		x.finish()
	}
}

// entry returns the join of the states at the calls of x, in callers that have been analysed.
func (w *program) entry(x *analysis) state {
	if x.q == w.p.Start {
		return state{live: true}
	}
	var in state
	for _, c := range x.callers {
		if c.from.at != nil {
			in = in.join(c.from.atCall(c.by))
		}
	}
	return in
}

// newExits reports whether a callee's exit has changed since x was analysed.
func newExits(x *analysis) bool {
	return slices.ContainsFunc(x.q.Calls, func(e *cfa.Edge) bool { return x.callees[e].exitChanged })
}

// fit raises entries and exits until each entry covers the states at its calls, and each exit covers the state that the
// analysis computes for it. isStale reports whether the states in a context have to be computed before they are used.
func (w *program) fit(isStale func(*analysis) bool) {
	queued, stale := slices.Repeat([]bool{true}, len(w.order)), make([]bool, len(w.order))
	for _, x := range w.order {
		stale[x.id] = isStale(x)
	}
	work := slices.Clone(w.order)
	again := func(x *analysis) {
		stale[x.id] = true
		if !queued[x.id] {
			queued[x.id] = true
			work = append(work, x)
		}
	}
	for len(work) > 0 {
		x := work[0]
		work, queued[x.id] = work[1:], false
		if stale[x.id] {
			stale[x.id] = false
			x.analyse()
		}
		if w.raise(&x.exit, x.atExit(), &x.exitRaises) {
			for _, c := range x.callers {
				again(c.from)
			}
		}
		for _, e := range x.q.Calls {
			if y := x.callees[e]; w.raise(&y.entry, x.atCall(e), &y.entryRaises) {
				again(y)
			}
		}
	}
}

// raise changes s to a state that covers both s and by, and reports whether s changed. It counts its changes in times,
// and widens the variables that change from the second time on.
func (w *program) raise(s *state, by state, times *int) bool {
	old, j := *s, s.join(by)
	if j.equal(old) {
		return false
	}
	switch *times++; {
	case *times > mostRaises:
		j.env = env{}
	case *times > 1 && old.live:
		j.env = old.env.Merge(j.env, func(v *cfa.Var, a, b interval.Interval) interval.Interval {
			switch {
			case b.Equal(a):
				return a
			case *times > mostWidenings:
				return v.Range.Interval()
			}
			return w.widened(v, a, b)
		})
	}
	*s = j
	return true
}

package settled

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The steps of facts over edges: weakest preconditions of facts, or conditions that are stronger than these.

// A step says under which condition a fact holds after an edge that may change what the fact reads: some other facts
// held before the edge, or the bounds of variables before the edge suffice.
//
// In a step over a call, the condition may be about the callee's exit instead (exit). The facts then have numbers of
// the callee's context.
type step struct {
	fact   int32
	kind   stepKind
	exit   bool       // before and bounds are about the exit of the callee, not about the location before the edge
	before []int32    // for stepFact: the facts that have to hold
	bounds []cfa.Expr // the bounds of the variables of these expressions are a part of the reason

	// atExit has further facts that have to hold, at the exit of the callee. If cells is not nil, these are facts
	// about all cells. They are used for the cells at the addresses in cells, and have to hold at the exit in all
	// contexts of the callee.
	atExit []int32
	cells  []cfa.Expr

	or *step // another way for the fact to hold, or nil
}

type stepKind int8

const (
	stepLost   stepKind = iota // no condition is known: the fact does not hold after the edge
	stepBounds                 // the fact holds after the edge, by bounds or because of the operation alone
	stepFact                   // the fact holds after the edge if all facts of the step hold
)

// factOf is the fact k of the context that f belongs to.
type factOf struct {
	f *facts
	k int32
}

// follow finds the steps of the new facts. Steps need other facts, which are added as new facts, until there are no
// more. As there may not be room for all facts, follow takes them in the order in which they were added: facts that
// are nearer to a test tend to come first. If the time is used up, no more facts are added, and the steps of the others are still
// found: without its steps, a fact would count as unchanged.
func (w *program) follow() {
	for n := 1; len(w.newFacts) > 0; n++ {
		if n%256 == 0 && w.isLate() {
			w.effort = -1
		}
		of := w.newFacts[0]
		w.newFacts = w.newFacts[1:]
		of.f.places[of.k].queued = false
		w.tooDeep, w.counted = of.f.tooDeep[of.k] && of.f.followed[of.k], of.f.counted[of.k]
		of.f.follow(of.k)
		of.f.tooDeep[of.k] = w.tooDeep
	}
	w.counted = 0
	for _, x := range w.order {
		x.facts.loseRest()
	}
}

// follow finds the steps of fact k over the edges that may change what k reads, if k is wanted after them, and from the
// callers of the procedure to its entry, if k is wanted there. The first time, it also finds the other ways in which k may
// follow from facts.
func (f *facts) follow(k int32) {
	f.findSetters()
	w, b := f.x.w, f.list[k]
	if !f.followed[k] {
		f.followed[k] = true
		w.scope = scope{like: factOf{f, k}}
		f.findWays(k)
	}
	local := w.isLocal(b)
	f.goBack(k, func(e *cfa.Edge) {
		w.scope = scope{f: f, l: e.From}
		if y := f.x.callees[e]; y != nil {
			w.scope.g, w.scope.exit = y.facts, y.q.Exit
		}
		st := step{fact: k}
		if local {
			st = f.localStep(e, k)
		} else if !f.ofDead(b, e.To) {
			st = f.step(e, k)
		}
		f.setStep(e, st)
		f.wantedBy(e, &st)
	}, func() {
		for _, c := range f.x.callers {
			st := step{fact: k}
			if !local && !w.allBut(b) && !f.between[k] && c.from.state(c.by.From).live {
				w.scope = scope{f: c.from.facts, l: c.by.From}
				st = f.atCall(c, k)
				c.from.facts.wantedBy(c.by, &st)
			}
			for len(f.entries[c]) <= int(k) {
				f.entries[c] = append(f.entries[c], step{fact: int32(len(f.entries[c]))})
			}
			f.entries[c][k] = st
		}
	})
	w.scope = scope{}
}

// findWays finds the facts from which fact k may follow at the same location.
func (f *facts) findWays(k int32) {
	fr, isFrame := f.frames[k]
	ofHolders := f.x.w.byHolders && (isFrame || readsHolders(f.list[k]) || f.x.w.ownedBlock(f.list[k]) != nil)
	if !f.between[k] && !ofHolders {
		f.unlessDone(k)
		f.unlessRepeated(k)
		f.limit(k)
		f.afterSharp(k)
		f.beforeEnd(k)
		f.byCountdown(k)
		f.byBehind(k)
		f.unlessEmpty(k)
		f.byCheck(k)
		f.firstElement(k)
		f.atFirst(k)
		f.byTails(k)
		f.byAddress(k)
		f.notBefore(k)
		f.byCounter(k)
		f.byTest(k)
		f.generaliseRange(k)
		f.generaliseBehind(k)
		f.generaliseUpTo(k)
		f.generaliseWhole(k)
		f.generaliseFixed(k)
		f.generalise(k)
		f.splitLast(k)
		f.byEqual(k)
	}
	f.byHolder(k)
	if f.x.w.byHolders && !isFrame {
		f.beforeEnds(k)
		f.coversAll(k)
	}
	if fr.kind == frameValue {
		if is := f.owned(fr.of); is != nil {
			f.followsFrom(k, is)
		}
	}
	f.fromPromises(k)
	if !ofHolders {
		f.byCounts(k)
		f.olderBlock(k)
		f.unlessOutcome(k)
	}
	b := f.list[k]
	list := alternatives(b)
	if (len(list) == 1 || f.x.w.upTo(list) && len(list) == 3 || f.x.w.isReleased(list)) && f.depth[k] < maxDerived && (!isTail(b.X) || isConst(b.Y) || readsShadow(b.Y)) {
		for _, v := range f.tested {
			if mentions(b, v) {
				f.add(f.x.w.unlessNull(v, b), f.depth[k])
			}
		}
	}
}

// setsOther reports whether op stores to a cell at a constant address that b does not read: each cell of the array that b
// reads is at another constant address. Then op does not change b. Such stores make the objects of the program at the start.
func setsOther(op cfa.Op, b *cfa.Binary) bool {
	st, ok := op.(*cfa.Store)
	if !ok || !isConst(st.Idx) {
		return false
	}
	at, _ := cfa.IsConst(st.Idx)
	return !slices.ContainsFunc(readsOf(b, st.Arr), func(s *cfa.Select) bool {
		c, is := cfa.IsConst(s.Idx)
		return !is || c.Equal(at)
	})
}

// setStep records st, a step over the edge e, in the place of an earlier step of the same fact.
func (f *facts) setStep(e *cfa.Edge, st step) {
	list := &f.steps[e.ID-f.x.first]
	if f.redo[st.fact] {
		if i := slices.IndexFunc(*list, func(o step) bool { return o.fact == st.fact }); i >= 0 {
			(*list)[i] = st
			return
		}
	}
	*list = append(*list, st)
}

// findSetters finds what the edges of the procedure set, test and promise (see uses), unless this has been done.
func (f *facts) findSetters() {
	if f.setsVar != nil {
		return
	}
	f.setsVar, f.setsArr = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}
	f.setsFrom = map[*cfa.Array][]*cfa.Edge{}
	f.readsVar, f.liveAt = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Var]*bitset.BitSet{}
	f.same = classes{}
	f.testsOf = map[uint64][]testOf{}
	var promises []*cfa.Edge
	var forward []*cfa.Assign
	var different []*cfa.Binary
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { f.setsVar[v] = append(f.setsVar[v], e) }, func(a *cfa.Array) { f.setsArr[a] = append(f.setsArr[a], e) })
			cfa.Reads(e.Op, func(v *cfa.Var) { f.readsVar[v] = append(f.readsVar[v], e) }, nil)
			if a, ok := e.Op.(*cfa.Assign); ok {
				if v, ok := a.RHS.(*cfa.Var); ok {
					f.same.union(v, a.LHS)
				}
				if s, ok := unwrap(a.RHS).(*cfa.Select); ok {
					f.setsFrom[s.Arr] = append(f.setsFrom[s.Arr], e)
				}
				if v, by := constantSum(a.RHS); v != nil && v.Pointer && by.Sign() > 0 {
					forward = append(forward, a)
				}
			}
			if a, ok := e.Op.(*cfa.Assume); ok {
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					if h, small := form(b.X); small {
						f.testsOf[h] = append(f.testsOf[h], testOf{b, e})
					}
				})
			}
			if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
				promises = append(promises, e)
			} else if ok {
				f.testCheck(a.Cond)
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					f.testIndex(f.x.unconverted(l, b))
					if r := f.x.ofRoot(l, b); r != nil {
						f.testIndex(r)
					}
					f.testEqual(b)
					f.testFirst(e, b)
					if b.Op == cfa.Ne {
						different = append(different, b)
					}
					f.testsLeft(b)
					f.testOutcome(b, e)
					f.testCell(b)
					f.testEnd(b)
					switch v := notNull(b).(type) {
					case *cfa.Var:
						f.test(v, v.Pointer)
					case *cfa.Select:
						f.test(v, v.Arr.Pointer && follows(v.Idx) == 0)
					}
				})
			}
		}
	}
	for _, a := range forward {
		if f.again(a) {
			f.forward = append(f.forward, a.LHS)
		}
	}
	for _, t := range slices.Concat(f.indexTests, different) {
		f.testSharp(t)
	}
	f.keepOutcomes()
	for _, v := range f.x.q.Params {
		if f.x.w.counts[v] {
			f.counts = append(f.counts, v)
		}
	}
	for _, e := range promises {
		for _, c := range conjuncts(e.Op.(*cfa.Assume).Cond) {
			f.addPromise(e, c)
		}
	}
}

// testIndex adds b to f.indexTests if it may compare an index with a number or a length.
func (f *facts) testIndex(b *cfa.Binary) {
	if _, isConst := cfa.IsConst(b.X); isConst {
		return
	}
	if c, isConst := cfa.IsConst(b.Y); isConst && c.Equal(num.Of(cfa.FirstPage)) {
		return // a test for null
	}
	if isFlagValue(b.X) {
		return
	}
	if _, ok := difference(b); ok && !readsSizes(b) && cfa.Small(b, factNodes) &&
		!hasForm(f.indexTests, b) {
		f.indexTests = append(f.indexTests, b)
	}
}

// again reports whether op may compute the next value of a variable from its last value, like n = n + 1: it reads the
// variable that it sets, or one that is connected with that variable by assignments v = w. A copy does not count.
func (f *facts) again(op *cfa.Assign) (yes bool) {
	if _, copies := op.RHS.(*cfa.Var); copies {
		return false
	}
	class := f.same.find(op.LHS)
	cfa.ExprReads(op.RHS, func(v *cfa.Var) { yes = yes || f.same.find(v) == class }, nil)
	return yes
}

// shiftSteps returns the depth that a promise at l adds if it says of a tail that it is one shorter or longer than another.
func (f *facts) shiftSteps(l *cfa.Loc) int8 {
	if f.order == nil {
		f.order = f.x.q.WTO()
	}
	if len(f.order.Heads(l)) > 0 {
		return againSteps // the tail is longer and longer
	}
	return onceSteps
}

// countsCell reports whether op computes the value of a cell from a cell of the same array, like a[i] = a[i] + 1. It may do so
// by means of variables, as in t = a[i]; a[i] = t + 1, or in t = a[i] + 1; a[i] = t. A copy does not count.
func (f *facts) countsCell(op *cfa.Store) bool {
	if v, ok := op.Val.(*cfa.Var); ok {
		return slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
			a, ok := e.Op.(*cfa.Assign)
			return ok && f.computes(a.RHS, op.Arr)
		})
	}
	return f.computes(op.Val, op.Arr)
}

// computes reports whether e is no copy and reads a cell of arr, or a variable that may have the value of such a cell.
func (f *facts) computes(e cfa.Expr, arr *cfa.Array) (yes bool) {
	switch unwrap(e).(type) {
	case *cfa.Select, *cfa.Var:
		return false
	}
	cfa.ExprReads(e, func(v *cfa.Var) {
		yes = yes || slices.ContainsFunc(f.setsFrom[arr], func(e *cfa.Edge) bool { return f.same.find(e.Op.(*cfa.Assign).LHS) == f.same.find(v) })
	}, func(a *cfa.Array) { yes = yes || a == arr })
	return yes
}

// constantSum returns v and c if e is v + c, for a variable v and a number c, possibly with conversions around it. v is
// nil if e has another form.
func constantSum(e cfa.Expr) (v *cfa.Var, c num.Int) {
	var s sum
	if !s.add(unwrap(e), num.Of(1)) || len(s.terms) != 1 || s.terms[0].by.Cmp(num.Of(1)) != 0 {
		return nil, c
	}
	v, _ = s.terms[0].of.(*cfa.Var)
	return v, s.rest
}

// classes are disjoint sets of variables (union-find). Each variable of a set, except for its representative, is
// mapped to another variable of the set. Chains of such variables end at the representative.
type classes map[*cfa.Var]*cfa.Var

// find returns the representative of the set that contains v.
func (c classes) find(v *cfa.Var) *cfa.Var {
	for c[v] != nil {
		v = c[v]
	}
	return v
}

// union joins the sets that contain v and w.
func (c classes) union(v, w *cfa.Var) {
	if v, w = c.find(v), c.find(w); v != w {
		c[v] = w
	}
}

// test adds v, which is compared with 0, to f.tested if it is a pointer.
func (f *facts) test(v cfa.Expr, pointer bool) {
	if pointer && !hasForm(f.tested, v) {
		f.tested = append(f.tested, v)
	}
}

// mentions reports whether e contains the expression part.
func mentions(e, part cfa.Expr) (yes bool) {
	cfa.Walk(e, func(x cfa.Expr) { yes = yes || cfa.SameForm(x, part) })
	return yes
}

// step returns the step of fact k over e, an edge that may change what k reads.
func (f *facts) step(e *cfa.Edge, k int32) step {
	l, none := e.From, step{fact: k}
	f.x.w.effort--
	if fr, ok := f.frames[k]; ok {
		return f.frameOver(e, k, fr)
	}
	if _, ok := e.Op.(*cfa.Store); ok && f.x.w.byHolders && readsHolders(f.list[k]) {
		if st, ok := f.overHolders(e, k); ok {
			return st
		}
	}
	switch {
	case f.x.w.allBut(f.list[k]):
		return f.stepBut(e, k)
	case f.x.w.growing(f.list[k]) != nil:
		return f.stepGrowth(e, k)
	}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if f.between[k] && reads(f.list[k].Y, op.LHS) {
			return none
		}
		if tailOf(fact, op.LHS) && computed(op.RHS) && !f.ofMember(unwrap(op.RHS)) {
			return f.unlessReads(l, k, op.LHS)
		}
		if _, loads := op.RHS.(*cfa.Select); f.again(op) && !(loads && f.x.w.byHolders) {
			if f.x.w.exceptElement(f.list[k], op.LHS) {
				return none // in a loop, the element would be i, i + 1, i + 2, …
			}
			if !f.left[k] {
				depth += againSteps // in a loop, such preconditions would go on without end: n + 1, n + 2, …
			}
		}
		if reads(op.RHS, op.LHS) {
			if why, ok := f.keptByGrowth(l, k, op.LHS, op.RHS); ok {
				kept := step{fact: k, kind: stepFact, before: []int32{k}, bounds: why}
				if op.LHS != f.x.w.heapEnd || !f.readsOwn(f.list[k]) {
					return kept
				}
				// A new block makes the heap larger, so that the end may lie behind its bytes now. Only a variable of this
				// procedure leads to the block.
				return either(kept, f.before(l, k, depth, assigned(fact, op)))
			}
			if f.next[k] { // a promise makes the fact hold again in each iteration of the loop
				if weakens(f.list[k], op) {
					return step{fact: k, kind: stepFact, before: []int32{k}}
				}
				return none
			}
		}
		if _, copies := op.RHS.(*cfa.Var); copies {
			depth = f.renamed(k)
		}
		st := f.before(l, k, depth, assigned(fact, op))
		if rest := f.x.w.withoutPassed(f.list[k]); rest != nil && !reads(rest, op.LHS) {
			// It is also enough that the fact holds for all cells, not only for those from a pointer on.
			if j := f.add(rest, 0); j >= 0 {
				st = either(st, step{fact: k, kind: stepFact, before: []int32{j}})
			}
		}
		return st
	case *cfa.Store:
		if f.countsCell(op) {
			f.deeper = againSteps // as above
			f.x.w.counted++       // facts about all cells have no depth
			defer func() { f.deeper = 0; f.x.w.counted-- }()
		}
		st := f.afterStore(e, k, op.Arr, op.Idx, op.Val)
		if st.kind == stepLost && f.x.w.byHolders && op.Arr.Holding > 0 && !f.x.w.ofAll(f.list[k]) {
			return f.cellsOver(e, k, claims{others: alternatives(f.list[k])})
		}
		return st
	case *cfa.Fill:
		if op.Val == nil {
			return f.afterAny(e, k)
		}
		if f.x.w.ofAll(f.list[k]) && oneCell(op) && !f.x.w.direct(fact, op.Arr) {
			return f.afterStore(e, k, op.Arr, op.Lo, op.Val)
		}
		return either(f.afterWrite(e, k, op.Arr, op.Lo, op.Hi, op.Val), f.reborn(e, k))
	case *cfa.Call:
		return f.afterCall(e, k)
	case *cfa.Havoc:
		return f.unlessReads(l, k, op.LHS)
	}
	return none
}

// readsOwn reports whether b reads a variable of the procedure.
func (f *facts) readsOwn(b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { yes = yes || v.Proc == f.x.q }, nil)
	return yes
}

// renamed returns the depth to pass to before for a fact that is fact k under another name. It is so small that the depth of
// the other fact is no larger.
func (f *facts) renamed(k int32) int8 {
	depth := f.depth[k] - 1
	if b := f.list[k]; f.x.w.byHolders && readsHolders(b) {
		depth -= max(0, f.x.w.reach(b))
	}
	return depth
}

// assigned returns e with the value that op assigns in the place of the variable to which it assigns.
func assigned(e cfa.Expr, op *cfa.Assign) cfa.Expr {
	return substitute(e, func(v *cfa.Var) cfa.Expr {
		if v == op.LHS {
			return op.RHS
		}
		return nil
	})
}

// unlessReads returns the step of fact k over an edge that gives an unknown value to v: one of the alternatives that do
// not read v has to hold at l, the location in front of it.
func (f *facts) unlessReads(l *cfa.Loc, k int32, v *cfa.Var) step {
	rest := slices.DeleteFunc(slices.Clone(alternatives(f.list[k])), func(a *cfa.Binary) bool { return reads(a, v) })
	if len(rest) == 0 {
		return step{fact: k}
	}
	return f.before(l, k, f.depth[k], anyOf(rest))
}

// either returns a step in which the fact holds if it does by the step x or by the step y.
func either(x, y step) step {
	switch {
	case x.kind == stepLost:
		return y
	case y.kind != stepLost:
		last := &x
		for last.or != nil {
			last = last.or
		}
		last.or = &y
	}
	return x
}

// conjuncts lists the parts of the conjunction c. Any other condition is its only part.
func conjuncts(c cfa.Expr) []cfa.Expr {
	if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.And {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []cfa.Expr{c}
}

// tailOf reports whether e reads the length of the tail at the address in the variable v.
func tailOf(e cfa.Expr, v *cfa.Var) (yes bool) {
	cfa.Walk(e, func(e cfa.Expr) { yes = yes || isTail(e) && e.(*cfa.Select).Idx == cfa.Expr(v) })
	return yes
}

// computed reports whether the address e is the result of an operation, such as p + 1. A promise says what is known
// of the tail at such an address (promises.go).
func computed(e cfa.Expr) bool {
	_, is := unwrap(e).(*cfa.Binary)
	return is
}

// ofMember reports whether a promise is about the tail at the address e, a sum: that a member of a record is a string.
func (f *facts) ofMember(e cfa.Expr) bool {
	return slices.ContainsFunc(f.promises, func(p promise) bool {
		return slices.ContainsFunc(p.list, func(a *cfa.Binary) bool { return isTail(a.X) && cfa.SameForm(unwrap(a.X.(*cfa.Select).Idx), e) })
	})
}

// weakens reports whether the assignment op, v = v + c, makes b true if it was true before: c is negative and b bounds v only
// from above, or c is positive and b bounds v only from below.
func weakens(b *cfa.Binary, op *cfa.Assign) bool {
	v, c := constantSum(op.RHS)
	if v != op.LHS || unwrap(op.RHS) != op.RHS {
		return false
	}
	return !slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		s, ok := difference(a)
		other := func(t scaled) bool { return t.of != cfa.Expr(v) && reads(t.of, v) }
		return reads(a, v) && (!ok || s.factor(v).Sign()*c.Sign() >= 0 || slices.ContainsFunc(s.terms, other))
	})
}

// keptByGrowth reports whether fact k stays true over the assignment v = to at l because it bounds v only from below,
// and v does not get smaller. It returns expressions; the bounds of their variables show that v does not get smaller.
func (f *facts) keptByGrowth(l *cfa.Loc, k int32, v *cfa.Var, to cfa.Expr) (why []cfa.Expr, ok bool) {
	w, isWord := to.(*cfa.Wrap)
	if !isWord || !plain(w.X) || !bounds(f.x.state(l).env, w.X).Within(interval.Word(w.Bits, w.Signed)) {
		return nil, false
	}
	by, ok := without(w.X, v)
	if !ok || !f.x.always(l, &cfa.Binary{Op: cfa.Ge, X: by, Y: cfa.ConstInt(0)}) {
		return nil, false
	}
	for _, a := range alternatives(f.list[k]) {
		if !reads(a, v) {
			continue
		}
		s, ok := difference(a)
		if !ok || s.factor(v).Sign() >= 0 || slices.ContainsFunc(s.terms, func(t scaled) bool { return t.of != cfa.Expr(v) && reads(t.of, v) }) {
			return nil, false
		}
	}
	return []cfa.Expr{to}, true
}

// without returns the sum e without its term v. ok is false if v is not a term of e.
func without(e cfa.Expr, v *cfa.Var) (rest cfa.Expr, ok bool) {
	b, isSum := e.(*cfa.Binary)
	switch {
	case e == cfa.Expr(v):
		return cfa.ConstInt(0), true
	case !isSum || b.Op != cfa.Add:
		return nil, false
	}
	if rest, ok := without(b.X, v); ok {
		return cfa.MkBinary(cfa.Add, rest, b.Y), true
	}
	rest, ok = without(b.Y, v)
	return cfa.MkBinary(cfa.Add, b.X, rest), ok
}

// affected lists the steps over the edge e: one for each fact that e may change, or, if e is a test, for each fact
// that the test may make hold.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if a, ok := e.Op.(*cfa.Assume); ok && *list == nil {
		*list = append(f.tests(e.From, a.Cond), f.promised[e]...)
	}
	return *list
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// The steps of facts over edges: the weakest preconditions of facts.

// step says under which condition a fact holds after an edge that changes what the fact reads: another fact held
// before, or the bounds of variables before the edge suffice.
type step struct {
	fact   int32
	kind   stepKind
	exit   bool       // before means at the exit of the callee
	before []int32    // stepFact: what has to hold before
	bounds []cfa.Expr // the bounds of their variables, where the edge begins or at the exit, are a part of the reason

	// Facts that have to hold at the exit of the callee besides. If cells are given they are used for the cells at these
	// addresses, and have to hold at the exit in all contexts of the callee.
	atExit []int32
	cells  []cfa.Expr

	or *step // another way for the fact to hold, or nil
}

type stepKind int8

const (
	stepLost stepKind = iota
	stepBounds
	stepFact
)

// factOf is a fact of a procedure.
type factOf struct {
	f *facts
	k int32
}

// follow finds the steps of the new facts, and the facts from which these come, until there are no more: those that
// are nearer to a test first, since there is not room for all.
func (w *program) follow() {
	for len(w.newFacts) > 0 {
		n := w.newFacts[0]
		w.newFacts = w.newFacts[1:]
		n.f.followed[n.k] = true
		n.f.follow(n.k)
	}
}

// follow finds the steps of fact k over all edges that may change it, and over the calls of the procedure.
func (f *facts) follow(k int32) {
	f.findSetters()
	if !f.between[k] {
		f.limit(k)
		f.generaliseRange(k)
		f.generalise(k)
	}
	f.fromPromises(k)
	f.byCounts(k)
	f.olderBlock(k)
	f.unlessOutcome(k)
	b := f.list[k]
	seen := map[*cfa.Edge]bool{}
	each := func(es []*cfa.Edge) {
		for _, e := range es {
			if !seen[e] && f.x.state(e.From).live {
				seen[e] = true
				list := &f.steps[e.ID-f.x.first]
				*list = append(*list, f.step(e, k))
			}
		}
	}
	cfa.ExprReads(b, func(v *cfa.Var) { each(f.setsVar[v]) }, func(a *cfa.Array) { each(f.setsArr[a]) })
	for _, e := range f.x.q.Calls {
		if setBy(e.Op.(*cfa.Call), b) {
			each([]*cfa.Edge{e})
		}
	}
	if c, isConst := cfa.IsConst(b.Y); b.Op != cfa.Or && f.depth[k] < maxDerived && (!isTail(b.X) || isConst && c.IsZero()) {
		for _, v := range f.tested {
			_, cell := v.(*cfa.Select)
			if (cell || f.instances[k] == nil) && !cfa.SameForm(b.X, v) && mentions(b, v) || cfa.SameForm(b.X, v) {
				f.add(unlessNull(v, b), f.depth[k])
			}
		}
	}
	for _, c := range f.x.callers {
		st := step{fact: k}
		if !f.x.w.allBut(b) && !f.between[k] && c.from.state(c.by.From).live {
			st = f.atCall(c, k)
		}
		for len(f.entries[c]) <= int(k) {
			f.entries[c] = append(f.entries[c], step{fact: int32(len(f.entries[c]))})
		}
		f.entries[c][k] = st
	}
}

// findSetters finds what the edges of the procedure set, test and promise.
func (f *facts) findSetters() {
	if f.setsVar != nil {
		return
	}
	f.setsVar, f.setsArr = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}
	f.setsFrom = map[*cfa.Array][]*cfa.Edge{}
	f.same = classes{}
	var promises []*cfa.Edge
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { f.setsVar[v] = append(f.setsVar[v], e) }, func(a *cfa.Array) { f.setsArr[a] = append(f.setsArr[a], e) })
			if a, ok := e.Op.(*cfa.Assign); ok {
				if v, ok := a.RHS.(*cfa.Var); ok {
					f.same.union(v, a.LHS)
				}
				if s, ok := unwrap(a.RHS).(*cfa.Select); ok {
					f.setsFrom[s.Arr] = append(f.setsFrom[s.Arr], e)
				}
			}
			if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
				promises = append(promises, e)
			} else if ok {
				cfa.Conjuncts(a.Cond, func(b *cfa.Binary) {
					f.testIndex(b)
					f.testOutcome(b)
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
	if f.x.w.isEntry(f.x.q) {
		for _, v := range f.x.q.Params {
			if isCount(v) {
				f.counts = append(f.counts, v)
			}
		}
	}
	for _, e := range promises {
		for _, c := range conjuncts(e.Op.(*cfa.Assume).Cond) {
			f.addPromise(e, c)
		}
	}
}

// testIndex adds a comparison of an index to the list.
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
		!slices.ContainsFunc(f.indexTests, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.indexTests = append(f.indexTests, b)
	}
}

// again reports whether an assignment may compute the next value of a variable from the last one, as that of a counter
// does: it reads the variable, or one that gets the same values.
func (f *facts) again(op *cfa.Assign) (yes bool) {
	if _, copies := op.RHS.(*cfa.Var); copies {
		return false
	}
	class := f.same.find(op.LHS)
	cfa.ExprReads(op.RHS, func(v *cfa.Var) { yes = yes || f.same.find(v) == class }, nil)
	return yes
}

// classes are sets of variables: each but one of a set leads to another one of it.
type classes map[*cfa.Var]*cfa.Var

func (c classes) find(v *cfa.Var) *cfa.Var {
	for c[v] != nil {
		v = c[v]
	}
	return v
}

// union makes one set of those of two variables.
func (c classes) union(v, w *cfa.Var) {
	if v, w = c.find(v), c.find(w); v != w {
		c[v] = w
	}
}

// test adds what is compared with 0 to the list, if it is a pointer.
func (f *facts) test(v cfa.Expr, pointer bool) {
	if pointer && !slices.ContainsFunc(f.tested, func(o cfa.Expr) bool { return cfa.SameForm(o, v) }) {
		f.tested = append(f.tested, v)
	}
}

// mentions reports whether an expression contains another one.
func mentions(e, part cfa.Expr) (yes bool) {
	cfa.Walk(e, func(x cfa.Expr) { yes = yes || cfa.SameForm(x, part) })
	return yes
}

// step computes when fact k holds after an edge that sets what it reads.
func (f *facts) step(e *cfa.Edge, k int32) step {
	l, none := e.From, step{fact: k}
	f.x.w.effort--
	switch {
	case f.x.w.allBut(f.list[k]):
		return f.stepBut(e, k)
	case f.x.w.growing(f.list[k]) != nil:
		return f.stepGrowth(e, k)
	}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if f.between[k] && reads(f.list[k].Y, op.LHS) || tailOf(fact, op.LHS) && computed(op.RHS) {
			return none
		}
		if f.again(op) {
			depth += againSteps // the same facts of many rounds
		}
		if reads(op.RHS, op.LHS) {
			if why, ok := f.keptByGrowth(l, k, op.LHS, op.RHS); ok {
				return step{fact: k, kind: stepFact, before: []int32{k}, bounds: why}
			}
			if f.next[k] {
				return none // it comes from a promise in each round
			}
		}
		if _, copies := op.RHS.(*cfa.Var); copies {
			depth-- // the same fact under another name
		}
		return f.before(l, k, depth, substitute(fact, func(v *cfa.Var) cfa.Expr {
			if v == op.LHS {
				return op.RHS
			}
			return nil
		}))
	case *cfa.Store:
		return f.afterWrite(e, k, op.Arr, op.Idx, nil, op.Val)
	case *cfa.Fill:
		if op.Val == nil {
			return f.afterAny(e, k)
		}
		if f.x.w.ofAll(f.list[k]) && oneCell(op) && !f.x.w.direct(fact, op.Arr) {
			return f.afterWrite(e, k, op.Arr, op.Lo, nil, op.Val)
		}
		return f.afterWrite(e, k, op.Arr, op.Lo, op.Hi, op.Val)
	case *cfa.Call:
		return f.afterCall(e, k)
	case *cfa.Havoc:
		// What does not depend on the value has to hold.
		rest := slices.DeleteFunc(slices.Clone(alternatives(f.list[k])), func(a *cfa.Binary) bool { return reads(a, op.LHS) })
		if len(rest) > 0 {
			return f.before(l, k, depth, anyOf(rest))
		}
	}
	return none
}

// afterAny is the step of fact k over a fill with any values.
func (f *facts) afterAny(e *cfa.Edge, k int32) step {
	op, lost := e.Op.(*cfa.Fill), step{fact: k}
	arr := op.Arr
	if op.Lo == nil || arr.Tails == nil {
		return lost
	}
	if st, ok := f.ofNoCells(e.From, k, op.Hi); ok {
		return st
	}
	// The cell that the fact reads is another one.
	if len(readsOf(f.list[k], arr)) != 1 {
		return lost
	}
	apart := func(op cfa.BinOp, from cfa.Expr) step {
		list := slices.Clone(alternatives(f.list[k]))
		for i, a := range list {
			for _, c := range readsOf(a, arr) {
				list[i] = &cfa.Binary{Op: op, X: c.Idx, Y: from}
			}
		}
		st := f.before(e.From, k, f.depth[k], anyOf(list))
		if st.kind == stepFact || st.kind == stepBounds {
			st.kind, st.before = stepFact, append(st.before, k)
		}
		return st
	}
	st := lost
	if !readsCells(op.Lo) {
		st = apart(cfa.Lt, op.Lo)
	}
	if end := bounds(f.x.state(e.From).env, op.Hi); !end.NoHi {
		after := apart(cfa.Ge, cfa.ConstOf(end.Hi))
		after.bounds = append(after.bounds, op.Hi)
		st = either(after, st)
	}
	if first := f.x.w.heapFrom; first != nil && !isConst(op.Lo) {
		// One of them was there at the start, the other one was allocated after it.
		old := apart(cfa.Lt, first)
		if j := f.add(&cfa.Binary{Op: cfa.Ge, X: op.Lo, Y: first}, f.depth[k]); j >= 0 && old.kind != stepLost {
			old.before = append(old.before, j)
			st = either(old, st)
		}
	}
	return st
}

// either is the step in which a fact holds in one of two ways.
func either(x, y step) step {
	switch {
	case x.kind == stepLost:
		return y
	case y.kind != stepLost:
		x.or = &y
	}
	return x
}

// ofNoCells is the step of fact k over a fill up to hi, if hi is 0 where a condition holds, and that holds.
func (f *facts) ofNoCells(l *cfa.Loc, k int32, hi cfa.Expr) (st step, ok bool) {
	x, ok := hi.(*cfa.Ite)
	if !ok {
		return st, false
	}
	if c, isConst := cfa.IsConst(x.T); !isConst || !c.IsZero() {
		return st, false
	}
	st, ok = f.allOf(l, k, 0, conjuncts(x.C))
	st.before = append(st.before, k)
	return st, ok
}

// conjuncts lists the parts of a conjunction; any other condition is its only part.
func conjuncts(c cfa.Expr) []cfa.Expr {
	if b, ok := c.(*cfa.Binary); ok && b.Op == cfa.And {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []cfa.Expr{c}
}

// tailOf reports whether a fact is about the tail at the address that a variable has.
func tailOf(e cfa.Expr, v *cfa.Var) (yes bool) {
	cfa.Walk(e, func(e cfa.Expr) { yes = yes || isTail(e) && e.(*cfa.Select).Idx == cfa.Expr(v) })
	return yes
}

// computed reports whether an address is computed: what is known of the tail there is promised, see promises.go.
func computed(e cfa.Expr) bool {
	_, is := unwrap(e).(*cfa.Binary)
	return is
}

// keptByGrowth reports whether fact k only says that variable v is larger than something, and that v is set to no less
// than it was, and lists the expressions whose bounds say so.
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
		small, large := a.X, a.Y
		if a.Op == cfa.Gt || a.Op == cfa.Ge {
			small, large = large, small
		}
		if reads(a, v) && (a.Op == cfa.Eq || a.Op == cfa.Ne || large != cfa.Expr(v) || reads(small, v)) {
			return nil, false
		}
	}
	return []cfa.Expr{to}, true
}

// without returns a sum without a variable that is one of its terms.
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

// affected lists the steps over an edge: of all facts that it may change, and of those that a test makes hold.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if a, ok := e.Op.(*cfa.Assume); ok && *list == nil {
		*list = append(f.tests(a.Cond), f.promised[e]...)
	}
	return *list
}

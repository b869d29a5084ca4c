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
		n.f.follow(n.k)
	}
}

// follow finds the steps of fact k over all edges that may change it, and over the calls of the procedure.
func (f *facts) follow(k int32) {
	f.findSetters()
	f.generalise(k)
	f.limit(k)
	f.generaliseRange(k)
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
	if b.Op != cfa.Or && f.depth[k] < maxDerived {
		for _, v := range f.tested {
			_, cell := v.(*cfa.Select)
			if (cell || f.instances[k] == nil) && !cfa.SameForm(b.X, v) && mentions(b, v) || cfa.SameForm(b.X, v) {
				f.add(unlessNull(v, b), f.depth[k])
			}
		}
	}
	for _, c := range f.x.callers {
		if _, ok := f.weaker[k]; ok {
			f.entries[c] = append(f.entries[c], step{fact: k})
		} else if c.from.state(c.by.From).live {
			f.entries[c] = append(f.entries[c], f.atCall(c, k))
		}
	}
}

// findSetters finds the edges that set variables and arrays.
func (f *facts) findSetters() {
	if f.setsVar != nil {
		return
	}
	f.setsVar, f.setsArr = map[*cfa.Var][]*cfa.Edge{}, map[*cfa.Array][]*cfa.Edge{}
	for _, l := range f.x.q.Locs {
		for _, e := range l.Out {
			cfa.Writes(e.Op, func(v *cfa.Var) { f.setsVar[v] = append(f.setsVar[v], e) }, func(a *cfa.Array) { f.setsArr[a] = append(f.setsArr[a], e) })
			if a, ok := e.Op.(*cfa.Assume); ok {
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
}

// testIndex adds a comparison of an index to the list.
func (f *facts) testIndex(b *cfa.Binary) {
	if _, isConst := cfa.IsConst(b.X); isConst {
		return
	}
	if _, ok := difference(b); ok && !readsSizes(b) && cfa.Small(b, factNodes) &&
		!slices.ContainsFunc(f.indexTests, func(o *cfa.Binary) bool { return cfa.SameForm(o, b) }) {
		f.indexTests = append(f.indexTests, b)
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

// before makes the step of fact k from a condition that has to hold before an edge, at the location l
// of the procedure of f. It adds the facts that this needs.
func (f *facts) before(l *cfa.Loc, k int32, depth int8, c cfa.Expr) step {
	none := step{fact: k}
	c = normal(c)
	if why, ok := f.x.certain(l, c); ok {
		return step{fact: k, kind: stepBounds, bounds: why}
	}
	b, ok := c.(*cfa.Binary)
	if !ok || b.Op != cfa.Or && !b.Op.Comparison() || !cfa.Small(b, factNodes*len(alternatives(b))) {
		return none
	}
	if f.x.w.everyIndex(b) {
		return step{fact: k, kind: stepBounds}
	}
	st := step{fact: k, kind: stepFact}
	if !f.unwrap(&st, l, &c) {
		return none
	}
	if why, ok := f.x.certain(l, c); ok {
		if st.bounds = append(st.bounds, why...); len(st.before) == 0 {
			st.kind = stepBounds
		}
		return st
	}
	if b, ok = c.(*cfa.Binary); !ok {
		return none
	}
	b, false := f.possible(l, b)
	if b == nil {
		return none
	}
	j := f.number(b)
	if j < 0 && depth < maxDerived {
		j = f.add(b, depth+1)
	}
	if j < 0 {
		return none
	}
	st.before, st.bounds = append(st.before, j), append(st.bounds, false...)
	return st
}

// unwrap removes conversions from a condition that change no value, and adds the reasons to a step: by the bounds of
// variables at l, or by facts that cells are not negative. Otherwise the result is false.
func (f *facts) unwrap(st *step, l *cfa.Loc, c *cfa.Expr) bool {
	ok, some := true, false
	var strip func(e cfa.Expr) cfa.Expr
	strip = func(e cfa.Expr) cfa.Expr {
		if w, is := e.(*cfa.Wrap); is {
			some = true
			fits := plain(w.X) && bounds(f.x.state(l).env, w.X).Within(interval.Word(w.Bits, w.Signed))
			ok = ok && (fits || f.fits(st, l, w))
			return strip(w.X)
		}
		switch e.(type) {
		case *cfa.Var, *cfa.Const:
			return e
		}
		return cfa.MapOperands(e, strip)
	}
	out := strip(*c)
	if some {
		st.bounds = append(st.bounds, *c)
		*c = normal(out)
	}
	return ok
}

// fits reports whether a sum is a word without a sign if cells that may be negative are not, and adds these facts to a
// step.
func (f *facts) fits(st *step, l *cfa.Loc, w *cfa.Wrap) bool {
	var s sum
	if w.Signed || !s.add(w.X, num.Of(1)) {
		return false
	}
	all := interval.Point(s.rest)
	for _, t := range s.terms {
		values := bounds(f.x.state(l).env, t.of)
		if _, cell := t.of.(*cfa.Select); cell && t.by.Sign() > 0 && (values.NoLo || values.Lo.Sign() < 0) {
			j := f.add(&cfa.Binary{Op: cfa.Ge, X: t.of, Y: cfa.ConstInt(0)}, 0)
			if j < 0 {
				return false
			}
			st.before = append(st.before, j)
			values.Lo, values.NoLo = num.Of(0), false
		}
		all = all.Add(values.Mul(interval.Point(t.by)))
	}
	return all.Within(interval.Word(w.Bits, false))
}

// possible returns a disjunction without the alternatives that cannot hold at a location, nil if none can, and the
// expressions whose bounds say so.
func (f *facts) possible(l *cfa.Loc, b *cfa.Binary) (left *cfa.Binary, why []cfa.Expr) {
	list := alternatives(b)
	if len(list) == 1 {
		if f.x.w.ofNothing(b) {
			return nil, nil
		}
		return b, nil
	}
	var some []*cfa.Binary
	null := true // only that pointers are null is left
	for _, a := range list {
		switch {
		case f.x.w.ofNothing(a) || slices.ContainsFunc(some, func(o *cfa.Binary) bool { return cfa.SameForm(o, a) }):
		case f.x.never(l, a):
			why = append(why, a)
		default:
			some = append(some, a)
			c, isConst := cfa.IsConst(a.Y)
			null = null && a.Op == cfa.Eq && isConst && c.IsZero()
		}
	}
	switch {
	case null:
		return nil, nil
	case len(some) == len(list):
		return b, nil
	}
	return anyOf(some), why
}

// ofNothing reports whether a comparison claims that something is at an address where no object lies, in the first page
// or at the end of the heap, or that a pointer leads there.
func (w *program) ofNothing(b *cfa.Binary) bool {
	if b.Op == cfa.Eq {
		// Two addresses are the same: of use only while the lowering keeps one of them in a variable.
		_, toConst := cfa.IsConst(b.Y)
		_, size := b.X.(*cfa.Select)
		return !toConst && !temporary(b.X) && !temporary(b.Y) && b.X != cfa.Expr(w.any) || !size && w.heapEnd != nil && reads(b, w.heapEnd)
	}
	fromBelow := b.Op == cfa.Ge || b.Op == cfa.Gt || b.Op == cfa.Ne
	nothing := false
	cfa.Walk(b, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && (s.Arr.Sizes || fromBelow && (s.Arr.Region || s.Arr.Shadow)) {
			k, isConst := cfa.IsConst(s.Idx)
			nothing = nothing || isConst && k.Less(num.Of(cfa.FirstPage)) || w.heapEnd != nil && reads(s.Idx, w.heapEnd)
		}
	})
	return nothing
}

// step computes when fact k holds after an edge that sets what it reads.
func (f *facts) step(e *cfa.Edge, k int32) step {
	l, none := e.From, step{fact: k}
	switch _, ok := f.weaker[k]; {
	case ok:
		return f.stepBut(e, k)
	case f.x.w.growing(f.list[k]) != nil:
		return f.stepGrowth(e, k)
	}
	fact, depth := cfa.Expr(f.list[k]), f.depth[k]
	switch op := e.Op.(type) {
	case *cfa.Assign:
		if reads(op.RHS, op.LHS) {
			depth += againSteps // a counter: the same facts of many rounds
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
			return none
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

// afterWrite is the step over val written to the cell at lo of an array, or where hi is not nil to all from lo to
// before hi, or where both are nil to all.
func (f *facts) afterWrite(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	if lo == nil {
		return f.before(e.From, k, f.depth[k], overwritten(f.list[k], arr, val))
	}
	if f.x.w.ofAll(f.list[k]) {
		return f.afterWriteOfAll(e, k, arr, lo, hi, val)
	}
	env := f.x.state(e.From).env
	at := bounds(env, lo)
	if hi != nil {
		end := bounds(env, hi)
		at.Hi, at.NoHi = end.Hi, end.NoHi // the last cell is before: so much the better
	}
	may := false
	var apart []cfa.Expr // whose bounds tell cells apart
	var put func(x cfa.Expr) cfa.Expr
	put = func(x cfa.Expr) cfa.Expr {
		switch x.(type) {
		case *cfa.Var, *cfa.Const:
			return x
		}
		x = cfa.MapOperands(x, put)
		s, ok := x.(*cfa.Select)
		if !ok || s.Arr != arr {
			return x
		}
		switch {
		case cfa.SameForm(s.Idx, lo) && hi == nil:
			return val
		case cfa.SameForm(s.Idx, lo) && f.x.always(e.From, &cfa.Binary{Op: cfa.Lt, X: lo, Y: hi}):
			apart = append(apart, lo, hi)
			return val
		case bounds(env, s.Idx).Meet(at).IsEmpty():
			if apart = append(apart, s.Idx, lo); hi != nil {
				apart = append(apart, hi)
			}
			return x
		}
		may = true
		return x
	}
	b := put(f.list[k]).(*cfa.Binary)
	with := func(st step, more ...cfa.Expr) step {
		st.bounds = append(append(st.bounds, apart...), more...)
		return st
	}
	if !may {
		return with(f.before(e.From, k, f.depth[k], cfa.MkBinary(b.Op, b.X, b.Y)))
	}
	// It may be another cell or this one.
	if st, ok := f.harmless(e.From, b, arr, lo, val); ok {
		if list := alternatives(b); hi == nil && len(st.before) == 0 && len(list) < mostAlternatives {
			// The value is as good, so that it is enough that this is the cell.
			for _, s := range readsOf(b, arr) {
				if temporary(s.Idx) != temporary(lo) && !slices.ContainsFunc(list, func(a *cfa.Binary) bool { return a.Op == cfa.Eq && (temporary(a.X) || temporary(a.Y)) }) {
					b = anyOf(append([]*cfa.Binary{{Op: cfa.Eq, X: s.Idx, Y: lo}}, list...))
					break
				}
			}
		}
		old := f.before(e.From, k, f.depth[k], b)
		if old.kind == stepFact {
			old.before = append(old.before, st.before...)
			return with(old, st.bounds...)
		}
	}
	return step{fact: k}
}

// temporary reports whether an address is one that the lowering keeps in a variable.
func temporary(e cfa.Expr) bool {
	v, ok := e.(*cfa.Var)
	return ok && v.Kind == cfa.TempVar
}

// harmless reports whether a write of val to a cell of an array leaves a fact true that reads other cells, which may
// be the same one: each alternative that reads the array compares one cell, and the value is as good as what is there,
// or the cell written is not the one that is compared, since it has a value with which the alternative is false. The
// step has the reasons.
func (f *facts) harmless(l *cfa.Loc, b *cfa.Binary, arr *cfa.Array, lo, val cfa.Expr) (st step, ok bool) {
	for _, a := range alternatives(b) {
		if len(readsOf(a, arr)) == 0 {
			continue
		}
		if f.asGood(&st, l, a, arr, val) {
			continue
		}
		a = cellFirst(a)
		if !comparesCell(a, arr) || !arr.Sizes {
			return st, false
		}
		// Where a block is made there was none.
		none := &cfa.Binary{Op: a.Op, X: cfa.ConstInt(0), Y: a.Y}
		if !f.x.never(l, none) {
			return st, false
		}
		st.bounds = append(st.bounds, none)
		j := f.add(&cfa.Binary{Op: cfa.Eq, X: &cfa.Select{Arr: arr, Idx: lo}, Y: cfa.ConstInt(0)}, 0)
		if j < 0 {
			return st, false
		}
		st.before = append(st.before, j)
	}
	return st, true
}

// overwritten is a fact after all cells of an array have got a value, in terms of what was before.
func overwritten(fact cfa.Expr, arr *cfa.Array, val cfa.Expr) cfa.Expr {
	switch x := fact.(type) {
	case *cfa.Var, *cfa.Const:
		return x
	case *cfa.Select:
		if x.Arr == arr {
			return val
		}
	case *cfa.Binary:
		return cfa.MkBinary(x.Op, overwritten(x.X, arr, val), overwritten(x.Y, arr, val))
	}
	return cfa.MapOperands(fact, func(e cfa.Expr) cfa.Expr { return overwritten(e, arr, val) })
}

// afterWriteOfAll is afterWrite for fact k about all cells, where lo is not nil.
func (f *facts) afterWriteOfAll(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	direct := w.direct(b, arr)
	inRange := slices.ContainsFunc(readsOf(b, arr), func(s *cfa.Select) bool { return s.Idx != cfa.Expr(w.any) && reads(s.Idx, w.any) && !readsCells(s.Idx) })
	if inRange && hi == nil {
		return f.afterWriteInRange(e, k, arr, lo, val)
	}
	if !direct {
		if st, ok := f.harmless(e.From, b, arr, lo, val); ok {
			st.fact, st.kind, st.before = k, stepFact, append(st.before, k)
			return st
		}
		return lost
	}
	if hi != nil {
		return f.afterFillOfAll(e, k, arr, lo, hi, val)
	}
	if w.exceptAt(b, lo) {
		// Of the cell written nothing is said. Before, the fact held of all cells, or of all but this one.
		return step{fact: k, kind: stepFact, before: []int32{k}}
	}
	// Of the cell written it has to hold now, and of the others before. The flag of that cell is already full, unless it
	// is copied together with the value.
	list := alternatives(b)
	if s, ok := list[0].X.(*cfa.Select); ok && s.Arr == arr.Flags {
		if _, copied := val.(*cfa.Select); copied {
			// The fact without the flag makes this one hold, too.
			f.before(e.From, k, f.depth[k], w.about(written(anyOf(list[1:]), arr, w.any, val), lo))
		} else {
			list = list[1:]
		}
	}
	var more step
	var there cfa.Expr = cfa.ConstInt(0)
	for _, a := range slices.Backward(list) {
		for _, s := range readsOf(a, arr) {
			if s.Idx != cfa.Expr(w.any) {
				// It may be the cell that is written.
				if !f.asGood(&more, e.From, a, arr, val) {
					return lost
				}
			}
		}
		there = cfa.MkBinary(cfa.Or, w.about(written(a, arr, w.any, val), lo), there)
	}
	j := f.but(k, lo)
	if j < 0 {
		return lost
	}
	st := f.before(e.From, k, f.depth[k], there)
	if st.kind == stepLost {
		return lost
	}
	st.kind, st.before, st.bounds = stepFact, append(append(st.before, j), more.before...), append(st.bounds, more.bounds...)
	return st
}

// written is a fact after the cell at lo of an array has got a value, in terms of what was before, if reads of the array
// with other forms of addresses read other cells.
func written(fact cfa.Expr, arr *cfa.Array, lo, val cfa.Expr) cfa.Expr {
	switch x := fact.(type) {
	case *cfa.Var, *cfa.Const:
		return x
	case *cfa.Select:
		if x.Arr == arr && cfa.SameForm(x.Idx, lo) {
			return val
		}
	case *cfa.Binary:
		return cfa.MkBinary(x.Op, written(x.X, arr, lo, val), written(x.Y, arr, lo, val))
	}
	return cfa.MapOperands(fact, func(e cfa.Expr) cfa.Expr { return written(e, arr, lo, val) })
}

// cellFirst turns a comparison so that a cell is on the left, if the right side is one.
func cellFirst(b *cfa.Binary) *cfa.Binary {
	if _, ok := b.Y.(*cfa.Select); ok {
		if _, ok := b.X.(*cfa.Select); !ok {
			return &cfa.Binary{Op: b.Op.Mirror(), X: b.Y, Y: b.X}
		}
	}
	return b
}

// comparesCell reports whether a comparison is one of a cell of an array with something that does not depend on the
// array.
func comparesCell(b *cfa.Binary, arr *cfa.Array) bool {
	s, ok := b.X.(*cfa.Select)
	return ok && s.Arr == arr && len(readsOf(s.Idx, arr)) == 0 && len(readsOf(b.Y, arr)) == 0
}

// asGood reports whether a comparison is true of a cell of an array that has got a value, whatever its address is, and
// adds the reasons to a step: bounds of expressions, or where the value is a flag that is copied, a fact.
func (f *facts) asGood(st *step, l *cfa.Loc, a *cfa.Binary, arr *cfa.Array, val cfa.Expr) bool {
	a = cellFirst(a)
	if !comparesCell(a, arr) {
		return false
	}
	if why, ok := f.x.certain(l, cfa.MkBinary(a.Op, val, a.Y)); ok {
		st.bounds = append(st.bounds, why...)
		return true
	}
	if from, ok := val.(*cfa.Select); ok && arr.Shadow && from.Arr.Shadow && a.Op == cfa.Ge {
		if j := f.add(&cfa.Binary{Op: a.Op, X: val, Y: a.Y}, 0); j >= 0 {
			st.before = append(st.before, j)
			return true
		}
	}
	return false
}

// direct reports whether a fact reads the cell of an array at the arbitrary address.
func (w *program) direct(b cfa.Expr, arr *cfa.Array) bool {
	return slices.ContainsFunc(readsOf(b, arr), func(s *cfa.Select) bool { return s.Idx == cfa.Expr(w.any) })
}

// oneCell reports whether a fill sets one cell of a region.
func oneCell(op *cfa.Fill) bool {
	if op.Lo == nil || !op.Arr.Region {
		return false
	}
	var s sum
	if !s.add(op.Hi, num.Of(1)) || !s.add(op.Lo, num.Of(-1)) {
		return false
	}
	return !slices.ContainsFunc(s.terms, func(t scaled) bool { return !t.by.IsZero() }) && s.rest.Equal(num.Of(op.Arr.Step))
}

// afterFillOfAll is afterWriteOfAll for a range of cells. A fill sets the cells before their flags.
func (f *facts) afterFillOfAll(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	now := overwritten(b, arr, val)
	if why, ok := f.x.certain(e.From, now); ok {
		// Of cells with this value it holds. It may also say nothing of cells elsewhere.
		outside := &cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Lt, X: w.any, Y: lo}, Y: &cfa.Binary{Op: cfa.Ge, X: w.any, Y: hi}}
		list := alternatives(b)
		if len(list) > 2 && cfa.SameForm(anyOf(list[:2]), outside) {
			return step{fact: k, kind: stepBounds, bounds: why}
		}
		return step{fact: k, kind: stepFact, before: []int32{k}, bounds: why}
	}
	// The flags of cells that have just got their values.
	list := alternatives(b)
	if s, ok := list[0].X.(*cfa.Select); !ok || s.Arr != arr || len(list)+1 > mostAlternatives {
		return lost
	}
	inside := append([]*cfa.Binary{{Op: cfa.Lt, X: w.any, Y: lo}, {Op: cfa.Ge, X: w.any, Y: hi}}, list[1:]...)
	j := f.add(anyOf(inside), f.depth[k])
	if j < 0 {
		return lost
	}
	return step{fact: k, kind: stepFact, before: []int32{k, j}}
}

// readsOf lists the cells of an array that an expression reads.
func readsOf(e cfa.Expr, a *cfa.Array) (list []*cfa.Select) {
	cfa.Walk(e, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && s.Arr == a {
			list = append(list, s)
		}
	})
	return list
}

// afterCall is the step over a call: a fact about results, and what the callee may set, holds where
// one of the callee holds at its exit.
func (f *facts) afterCall(e *cfa.Edge, k int32) step {
	kept, ok := f.keptBy(e, k)
	if !ok {
		return f.throughCall(e, k)
	}
	// A callee that is handed what the fact is about may make it hold.
	op := e.Op.(*cfa.Call)
	if slices.ContainsFunc(op.Args, func(a cfa.Expr) bool { v, ok := a.(*cfa.Var); return ok && reads(f.list[k], v) }) {
		if other := f.throughCall(e, k); other.kind != stepLost {
			kept.or = &other
		}
	}
	return kept
}

// throughCall is afterCall without what is known of arrays that grow.
func (f *facts) throughCall(e *cfa.Edge, k int32) step {
	op, c := e.Op.(*cfa.Call), f.x.callees[e]
	local := false
	g := c.facts
	g.findSetters()
	b := substitute(f.list[k], func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Results, v); i >= 0 {
			return op.Callee.Results[i]
		}
		if v.Proc == nil {
			return nil
		}
		if i := slices.IndexFunc(op.Args, func(a cfa.Expr) bool { return a == cfa.Expr(v) }); i >= 0 && g.fixed(op.Callee.Params[i]) {
			return op.Callee.Params[i]
		}
		local = local || op.Callee.Recursive // else the caller's variable is as it was
		return nil
	})
	b = g.generalised(b, op)
	cfa.ExprReads(b, nil, func(a *cfa.Array) { local = local || a.Proc != nil })
	if local || !c.state(op.Callee.Exit).live {
		return step{fact: k}
	}
	st := g.before(op.Callee.Exit, k, f.depth[k], b)
	st.exit = true
	return st
}

// fixed reports whether a parameter keeps its value: claims at the exit may speak of it.
func (f *facts) fixed(v *cfa.Var) bool { return len(f.setsVar[v]) == 0 }

// generalised is a fact at the exit of a callee that does not depend on the constants of one call: that
// something is at least a number is said with the parameter, a size, that is handed so much.
func (f *facts) generalised(e cfa.Expr, op *cfa.Call) cfa.Expr {
	b, ok := e.(*cfa.Binary)
	if !ok || reads(e, f.x.w.any) {
		return e
	}
	if b.Op == cfa.Or {
		return &cfa.Binary{Op: cfa.Or, X: b.X, Y: f.generalised(b.Y, op)}
	}
	least, isConst := cfa.IsConst(b.Y)
	if s, ok := b.X.(*cfa.Select); !ok || !s.Arr.Sizes || !slices.ContainsFunc(op.Callee.Results, func(v *cfa.Var) bool { return reads(s.Idx, v) }) || !isConst || b.Op != cfa.Ge {
		return e
	}
	for i, a := range op.Args {
		p := op.Callee.Params[i]
		isSize := !p.Range.Signed && p.Range.Bits == f.x.w.p.Model.PtrBits()
		if c, ok := cfa.IsConst(a); ok && isSize && least.Sign() > 0 && least.Cmp(c) <= 0 && f.fixed(p) {
			return &cfa.Binary{Op: cfa.Ge, X: b.X, Y: p}
		}
	}
	return e
}

// atCall is the step over a call into the procedure: of which fact of the caller fact k comes at the
// entry.
func (f *facts) atCall(c caller, k int32) step {
	if f.x.w.growing(f.list[k]) != nil {
		return step{fact: k, kind: stepBounds}
	}
	op := c.by.Op.(*cfa.Call)
	own := false
	b := substitute(f.list[k], func(v *cfa.Var) cfa.Expr {
		if i := slices.Index(op.Callee.Params, v); i >= 0 {
			return op.Args[i]
		}
		own = own || v.Proc == op.Callee
		return nil
	})
	cfa.ExprReads(f.list[k], nil, func(a *cfa.Array) { own = own || a.Proc != nil })
	if own {
		return step{fact: k}
	}
	return c.from.facts.before(c.by.From, k, f.depth[k], b)
}

// affected lists the steps over an edge: of all facts that it may change, and of those that a test makes hold.
func (f *facts) affected(e *cfa.Edge) []step {
	list := &f.steps[e.ID-f.x.first]
	if a, ok := e.Op.(*cfa.Assume); ok && *list == nil {
		*list = f.tests(a.Cond)
	}
	return *list
}

// setBy reports whether a call may set what a fact reads, besides the variables for its results.
func setBy(c *cfa.Call, b *cfa.Binary) (set bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { set = set || c.Callee.Mods.Has(v) }, func(a *cfa.Array) { set = set || c.Callee.ModsArrays.Has(a) })
	return set
}

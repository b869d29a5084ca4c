package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts from promises of the model (cfa.Assume.Always) that are disjunctions. Where all alternatives but the last one
// are known to be false, the last one holds.
//
// An alternative may say that a cell is 0, as in c == 0 || F. Then a test that comes after the promise decides it. So
// the fact c == 0 || F holds from the promise to a test of the cell c, or of a variable with the value of c. If the
// test says that c is not 0, F holds after it.

// promise is a disjunction of comparisons, in list, that holds after the edge e.
type promise struct {
	e    *cfa.Edge
	list []*cfa.Binary
}

// released says that a fact holds after a test that an expression is zero, or is not zero, if another fact held before
// the test.
type released struct {
	fact   int32    // holds after the test
	of     cfa.Expr // the expression
	zero   bool     // it is a test that the expression is zero; otherwise, that it is not zero
	before int32    // the fact that has to hold before the test
}

// addPromise adds c, a condition that the edge e promises, to f.promises if it is a disjunction of comparisons. For
// each alternative that compares a cell with 0, it adds the variables that get the cell's value to f.copies.
func (f *facts) addPromise(e *cfa.Edge, c cfa.Expr) {
	b, ok := c.(*cfa.Binary)
	if !ok {
		return
	}
	list := alternatives(b)
	if slices.ContainsFunc(list, func(a *cfa.Binary) bool { return !a.Op.Comparison() && ofElement(a) == nil }) {
		return
	}
	f.promises = append(f.promises, promise{e, list})
	if f.promisesOf == nil {
		f.promisesOf = map[uint64][]int{}
	}
	for _, a := range list {
		h, _ := form(a.X)
		if ns := f.promisesOf[h]; len(ns) == 0 || ns[len(ns)-1] != len(f.promises)-1 {
			f.promisesOf[h] = append(ns, len(f.promises)-1)
		}
	}
	if a := list[0]; len(list) == 1 && e.To.Error == nil && isTail(a.X) && a.Op == cfa.Le && !isConst(a.Y) {
		f.addTailTest(&cfa.Binary{Op: cfa.Le, X: a.X, Y: sumsOf(a.Y)})
	}
	for _, a := range list {
		if i, ok := a.Y.(*cfa.Var); ok && isTail(a.X) && a.Op == cfa.Le && !i.Pointer {
			f.addTailTest(&cfa.Binary{Op: cfa.Gt, X: a.X, Y: i})
		}
		s, ok := a.X.(*cfa.Select)
		if !ok || !againstZero(a) || s.Arr.Shadow {
			continue
		}
		for _, e := range f.setsFrom[s.Arr] {
			op := e.Op.(*cfa.Assign)
			if cfa.SameForm(unwrap(op.RHS), s) {
				f.copies = append(f.copies, copied{s, op.LHS})
			}
		}
	}
}

// addTailTest adds t to f.tailTests, unless it is there already.
func (f *facts) addTailTest(t *cfa.Binary) {
	if !hasForm(f.tailTests, t) {
		f.tailTests = append(f.tailTests, t)
	}
}

// findLiterals sets literals.
func (w *program) findLiterals() {
	for _, l := range w.p.Start.Locs {
		for _, e := range l.Out {
			if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
				for _, c := range conjuncts(a.Cond) {
					if b, ok := c.(*cfa.Binary); ok && isTail(b.X) && b.Op == cfa.Le && isConst(b.X.(*cfa.Select).Idx) && isConst(b.Y) {
						w.literals = append(w.literals, b)
					}
				}
			}
		}
	}
}

// ofElement returns the variable of an alternative that says that some element of an array has a property: the
// conjunction of 0 <= i, i < n and a comparison of a cell at an address with i. It returns nil for other conditions.
func ofElement(a *cfa.Binary) *cfa.Var {
	if a.Op != cfa.And {
		return nil
	}
	least, ok := a.X.(*cfa.Binary)
	if !ok || least.Op != cfa.Ge {
		return nil
	}
	i, _ := least.X.(*cfa.Var)
	return i
}

// noElement adds the fact not at l, which says that the element in the condition a does not have the property (see
// ofElement), and says that it follows from the fact that no element has it.
func (f *facts) noElement(l *cfa.Loc, a *cfa.Binary, not *cfa.Binary, depth int8) {
	k := f.addAt(l, not, depth)
	i := ofElement(a)
	if all, ok := f.x.w.atElement(not, i, num.Of(0)).(*cfa.Binary); ok && k >= 0 {
		f.addInstance(k, &instance{all: all, at: i, low: -1})
	}
}

// copied says that an assignment of the procedure sets the variable v to the value of the cell.
type copied struct {
	cell *cfa.Select
	v    *cfa.Var
}

// againstZero reports whether a has the form x == 0 or x != 0.
func againstZero(a *cfa.Binary) bool {
	c, isConst := cfa.IsConst(a.Y)
	return isConst && c.IsZero() && (a.Op == cfa.Eq || a.Op == cfa.Ne)
}

// unwrap returns e without the conversions around it.
func unwrap(e cfa.Expr) cfa.Expr {
	for {
		w, ok := e.(*cfa.Wrap)
		if !ok {
			return e
		}
		e = w.X
	}
}

// promisesAbout lists the promises that may be about fact k: the left side of an alternative has the form of the left side of an
// alternative of k, or of a cell that k reads.
func (f *facts) promisesAbout(k int32, own []*cfa.Binary) (list []int) {
	if len(f.promises) == 0 {
		return nil
	}
	from := func(e cfa.Expr) {
		h, _ := form(e)
		list = append(list, f.promisesOf[h]...)
	}
	for _, a := range own {
		from(a.X)
	}
	cfa.Walk(f.list[k], func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok {
			from(s)
		}
	})
	slices.Sort(list)
	return slices.Compact(list)
}

// fromPromises finds the steps of fact k over promises.
func (f *facts) fromPromises(k int32) {
	own := alternatives(f.list[k])
	for _, i := range f.promisesAbout(k, own) {
		p := f.promises[i]
		if !f.x.state(p.e.From).live {
			continue
		}
		var rest []*cfa.Binary
		some := false
		for i, a := range p.list {
			if slices.ContainsFunc(own, func(o *cfa.Binary) bool { return implies(a, o) }) {
				// The facts that promises are made for are their last alternatives. An earlier alternative is of use if
				// it says that a cell is not 0.
				some = some || i == len(p.list)-1 || len(own) == 1 && againstZero(a) && a.Op == cfa.Ne
			} else {
				rest = append(rest, a)
			}
		}
		// itself reports whether the negation of a, which the step would need, already implies fact k.
		itself := func(a *cfa.Binary) bool {
			not, ok := cfa.MkNot(a).(*cfa.Binary)
			return ok && implies(not, own[len(own)-1])
		}
		if some && !slices.ContainsFunc(rest, itself) {
			f.fromPromise(p.e, k, rest)
		}
		f.longerTail(p, k)
		f.shorterTail(p, k)
		f.moved(p, k)
		f.notNull(p, k)
	}
}

// longerTail adds a step of fact k over the promise p, if p says that a tail is longer than an index, and k that it is
// longer than a constant that is at most this index by bounds.
func (f *facts) longerTail(p promise, k int32) {
	a, b := p.list[0], f.list[k]
	if len(p.list) > 1 || a.Op != cfa.Gt || b.Op != cfa.Gt || !isTail(b.X) || !isConst(b.Y) || !cfa.SameForm(a.X, b.X) {
		return
	}
	if least := (&cfa.Binary{Op: cfa.Ge, X: a.Y, Y: b.Y}); !isConst(a.Y) && f.x.always(p.e.From, least) {
		f.promised[p.e] = append(f.promised[p.e], step{fact: k, kind: stepBounds, bounds: []cfa.Expr{least}})
	}
}

// shorterTail adds a step of fact k over the promise p, if p says that a tail has at most a number of cells that is
// computed in words, and k says the same without the words: the word of a sum that is not negative is at most the sum.
func (f *facts) shorterTail(p promise, k int32) {
	a, b := p.list[0], f.list[k]
	if len(p.list) > 1 || a.Op != cfa.Le || b.Op != cfa.Le || !isTail(b.X) || !cfa.SameForm(a.X, b.X) {
		return
	}
	st := step{fact: k, kind: stepBounds}
	out, some, ok := stripped(a.Y, func(w *cfa.Wrap) bool {
		least := &cfa.Binary{Op: cfa.Ge, X: w.X, Y: cfa.ConstInt(0)}
		st.bounds = append(st.bounds, least)
		return !w.Signed && f.x.always(p.e.From, least)
	})
	if some && ok && cfa.SameForm(out, b.Y) {
		f.promised[p.e] = append(f.promised[p.e], st)
	}
}

// sumsOf returns e without its conversions.
func sumsOf(e cfa.Expr) cfa.Expr {
	out, _, _ := stripped(e, func(*cfa.Wrap) bool { return true })
	return out
}

// notNull adds steps of fact k over the promise p, for each alternative c != 0 of p where c is a pointer in memory
// that k mentions. After p, fact k holds if c == 0 || k held before, and the other alternatives of p are false.
func (f *facts) notNull(p promise, k int32) {
	b := f.list[k]
	if b.Op == cfa.Or || f.depth[k] >= maxDerived {
		return
	}
	for i, a := range p.list {
		c, ok := a.X.(*cfa.Select)
		if !ok || a.Op != cfa.Ne || !againstZero(a) || !c.Arr.Pointer || !mentions(b, c) || cfa.SameForm(a, b) {
			continue
		}
		j := f.add(f.x.w.unlessNull(c, b), f.depth[k])
		if j < 0 {
			continue
		}
		if st, ok := f.noneOf(p.e, k, slices.Concat(p.list[:i], p.list[i+1:])); ok {
			st.before = append(st.before, j)
			f.promised[p.e] = append(f.promised[p.e], st)
		}
	}
}

// fromPromise adds a step of fact k over e, an edge with a promise. After e, fact k holds if the comparisons in rest,
// which are the other alternatives of the promise, are false. A comparison x == 0 or x != 0 in rest may also be
// decided by a later test; see unless.
func (f *facts) fromPromise(e *cfa.Edge, k int32, rest []*cfa.Binary) {
	if st, ok := f.noneOf(e, k, rest); ok {
		f.promised[e] = append(f.promised[e], st)
		f.next[k] = f.next[k] || len(rest) > 0
	}
	if slices.ContainsFunc(alternatives(f.list[k]), againstZero) {
		return
	}
	for _, a := range rest {
		if !againstZero(a) {
			continue
		}
		// A later test of this expression, or of a variable with its value, decides the alternative.
		f.unless(a.X, a.Op == cfa.Ne, k)
		for _, c := range f.copies {
			if cfa.SameForm(c.cell, a.X) {
				f.unless(c.v, a.Op == cfa.Ne, k)
			}
		}
	}
}

// unless is unlessTested for an alternative of a promise. The new fact is of use only between the promise and the test.
func (f *facts) unless(x cfa.Expr, isNot bool, k int32) {
	if len(alternatives(f.list[k])) >= mostAlternatives {
		return
	}
	n := len(f.list)
	if j := f.unlessTested(x, isNot, k); int(j) == n {
		f.between[j] = true
	}
}

// unlessTested adds the fact x == 0 || k, or x != 0 || k if isNot is set, and returns its number; -1: it could not be added. It
// records in f.released that fact k follows from it after a test in which its first alternative is false.
func (f *facts) unlessTested(x cfa.Expr, isNot bool, k int32) int32 {
	is := &cfa.Binary{Op: cfa.Eq, X: x, Y: cfa.ConstInt(0)}
	if isNot {
		is.Op = cfa.Ne
	}
	j := f.add(&cfa.Binary{Op: cfa.Or, X: is, Y: f.list[k]}, f.depth[k])
	if r := (released{k, x, isNot, j}); j >= 0 && j != k && !slices.ContainsFunc(f.released, func(o released) bool { return o.fact == k && o.before == j }) {
		f.released = append(f.released, r)
	}
	return j
}

// noneOf returns the step in which fact k holds after the edge e if all comparisons in list are false before it. If k is
// done != 0 || F, for a variable that ends a loop (unlessDone), it is enough that they are false where done is 0. If k is
// owner[a] == 0 || F, it is enough that they are false where an object contains a.
func (f *facts) noneOf(e *cfa.Edge, k int32, list []*cfa.Binary) (st step, ok bool) {
	var not []cfa.Expr
	b := f.list[k]
	own := alternatives(b)
	done := b.Op == cfa.Or && slices.ContainsFunc(f.goesOn, func(t *cfa.Binary) bool { return cfa.SameForm(cfa.MkNot(t), b.X) })
	noObject := len(own) == 2 && own[0].Op == cfa.Eq && againstZero(own[0]) && readsOwners(own[0])
	depth := f.depth[k] + 1
	for _, a := range list {
		c := cfa.MkNot(a)
		is, ok := c.(*cfa.Binary)
		if ok && ofElement(a) != nil {
			f.noElement(e.From, a, is, depth)
		}
		if ok && (done || noObject) && is.Op.Comparison() && !cfa.SameForm(is, b.X) {
			c = &cfa.Binary{Op: cfa.Or, X: b.X, Y: is}
		}
		not = append(not, c)
	}
	return f.allOf(e.From, k, depth, not)
}

// allOf returns the step in which fact k holds if all conditions in list hold at l. It adds the facts that this
// needs, with the given depth.
func (f *facts) allOf(l *cfa.Loc, k int32, depth int8, list []cfa.Expr) (st step, ok bool) {
	st = step{fact: k, kind: stepFact}
	for _, c := range list {
		if why, ok := f.x.certain(l, c); ok {
			st.bounds = append(st.bounds, why...)
			continue
		}
		b, ok := c.(*cfa.Binary)
		if !ok || !b.Op.Comparison() && b.Op != cfa.Or {
			return st, false
		}
		j := f.addWithout(&st, l, f.x.zeroTests(&st, l, b), depth)
		if j < 0 {
			return st, false
		}
		st.before = append(st.before, j)
	}
	return st, true
}

// addWithout is addAt for a condition b that may have a quotient. In its place comes the number that is divided, if it is not
// negative, for the reasons that addWithout adds to st.
func (f *facts) addWithout(st *step, l *cfa.Loc, b *cfa.Binary, depth int8) int32 {
	if division(b) == nil {
		if c, ok := normal(b).(*cfa.Binary); ok {
			b = c
		}
		return f.addAt(l, b, depth)
	}
	list := f.undivided(l, depth, b)
	if len(list) == 0 {
		return -1
	}
	u := list[len(list)-1] // those before it have larger factors
	c, ok := u.cond.(*cfa.Binary)
	if !ok || !c.Op.Comparison() && c.Op != cfa.Or {
		return -1
	}
	st.before, st.bounds = append(st.before, u.st.before...), append(st.bounds, u.st.bounds...)
	return f.addAt(l, c, depth)
}

// moved adds steps of fact k over the promise p, for each alternative s == e of p where s is a cell that k mentions.
// After p, fact k holds if it held before with e in the place of s, and the other alternatives of p are false. Such a
// promise is made where a pointer moves: tail[q] == tail[p] - 1 for q = p + 1.
func (f *facts) moved(p promise, k int32) {
	for i, a := range p.list {
		s, ok := a.X.(*cfa.Select)
		if !ok || a.Op != cfa.Eq || againstZero(a) || !mentions(f.list[k], s) || f.depth[k] >= maxDerived {
			continue
		}
		st, ok := f.noneOf(p.e, k, slices.Concat(p.list[:i], p.list[i+1:]))
		if !ok {
			continue
		}
		var now cfa.Expr = cfa.ConstInt(0)
		for _, o := range slices.Backward(alternatives(f.list[k])) {
			was := written(o, s.Arr, s.Idx, a.Y)
			if c, ok := was.(*cfa.Binary); ok && c.Op.Comparison() && mentions(o, s) {
				if d, ok := minus(c.X, c.Y); ok {
					was = d.compare(c.Op)
				}
			}
			now = cfa.MkBinary(cfa.Or, was, now)
		}
		depth := f.depth[k]
		if isTail(s) {
			depth += f.shiftSteps(p.e.From)
		}
		before := f.before(p.e.From, k, depth, now)
		if before.kind == stepLost {
			continue
		}
		st.before, st.bounds = append(st.before, before.before...), append(st.bounds, before.bounds...)
		f.promised[p.e] = append(f.promised[p.e], st)
	}
}

// zeroTest returns an expression x that is zero if b holds, or that is not zero if b holds. The result zero says
// which of the two it is. x is nil if b has another form.
func zeroTest(b *cfa.Binary) (x cfa.Expr, zero bool) {
	c, isConst := cfa.IsConst(b.Y)
	if !isConst {
		return nil, false
	}
	switch {
	case b.Op == cfa.Eq && c.IsZero():
		return unwrapZero(b.X), true
	case b.Op == cfa.Ne && c.IsZero(), b.Op == cfa.Eq, b.Op == cfa.Ge && c.Sign() > 0, b.Op == cfa.Gt && c.Sign() >= 0,
		b.Op == cfa.Le && c.Sign() < 0, b.Op == cfa.Lt && c.Sign() <= 0:
		return unwrap(b.X), false
	}
	return nil, false
}

// unwrapZero returns e without the conversions around it, as long as they keep values other than 0 different from 0.
func unwrapZero(e cfa.Expr) cfa.Expr {
	for {
		w, ok := e.(*cfa.Wrap)
		if !ok || !keepsZero(w) {
			return e
		}
		e = w.X
	}
}

// keepsZero reports whether the conversion w makes 0 only of 0: it has at least as many bits as its operand.
func keepsZero(w *cfa.Wrap) bool {
	n := declared(w.X).Bits
	if x, ok := w.X.(*cfa.Wrap); ok {
		n = x.Bits
	}
	return n > 0 && n <= w.Bits
}

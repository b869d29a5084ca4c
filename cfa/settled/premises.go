package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Preconditions in the form of facts. The condition that has to hold before an edge, so that a fact holds after the
// edge, may have conversions, terms that cancel, and alternatives that cannot hold. Here it becomes a fact, with
// reasons.

// before returns the step of fact k over an edge, where k holds after the edge if the condition c holds at the
// location l in front of it. It adds the facts that c needs, with a depth of depth + 1. The step is lost if c cannot
// become a fact.
func (f *facts) before(l *cfa.Loc, k int32, depth int8, c cfa.Expr) step {
	none := step{fact: k}
	depth = min(depth+f.deeper, maxDerived)
	c = normal(c)
	if why, ok := f.x.certain(l, c); ok {
		return step{fact: k, kind: stepBounds, bounds: why}
	}
	b, ok := c.(*cfa.Binary)
	if !ok || b.Op != cfa.Or && !b.Op.Comparison() {
		return none
	}
	if x := choice(b); x != nil {
		return f.beforeChoice(l, k, depth, b, x)
	}
	if !cfa.Small(b, factNodes*len(alternatives(b))) {
		return none
	}
	if f.x.w.everyIndex(b) {
		return step{fact: k, kind: stepBounds}
	}
	st := step{fact: k, kind: stepFact}
	if c := f.multiplesIn(&st, l, b); c != cfa.Expr(b) {
		if b, ok = c.(*cfa.Binary); !ok {
			yes, _ := cfa.IsConst(c)
			if yes.IsZero() {
				return none
			}
			st.kind = stepBounds
			return st
		}
	}
	if f.x.w.byHolders && readsHolders(b) {
		depth = min(depth+f.x.w.reach(b), maxDerived)
	}
	b = f.x.zeroTests(&st, l, b)
	c = f.wordsAsSums(&st, l, b)
	without, ok := f.unwrapped(&st, l, c)
	if !ok {
		return none
	}
	if is, ok := without.(*cfa.Binary); ok && division(is) != nil && !hasMultiple(is) {
		out := none
		for _, v := range f.undivided(l, depth, is) {
			v.st.fact, v.st.kind = k, stepFact
			v.st.before, v.st.bounds = append(v.st.before, st.before...), append(v.st.bounds, st.bounds...)
			out = either(out, f.beforeFact(v.st, l, depth, nil, v.cond))
		}
		return out
	}
	return f.beforeFact(st, l, depth, b, without)
}

// inside adds the fact c to st, if c says that a variable plus a constant is at most the largest word. It reports whether it has
// done so. Such a fact follows from one that bounds the variable, such as a pointer, by the end of an object.
func (f *facts) inside(st *step, c *cfa.Binary) bool {
	v, by := constantSum(c.X)
	if v == nil || by.Sign() <= 0 || c.Op != cfa.Le || !isConst(c.Y) {
		return false
	}
	j := f.add(&cfa.Binary{Op: cfa.Le, X: v, Y: cfa.MkBinary(cfa.Sub, c.Y, cfa.ConstOf(by))}, mostLimited)
	if j >= 0 {
		st.before = append(st.before, j)
	}
	return j >= 0
}

// collected returns the comparison b with its constants added up: p + n <= 10 for p + (n-1) <= 9. It returns nil if b has another
// form.
func collected(b *cfa.Binary) *cfa.Binary {
	if b.Op == cfa.Or || b.Op == cfa.Eq || b.Op == cfa.Ne {
		return nil
	}
	s, ok := minus(b.X, b.Y)
	if !ok {
		return nil
	}
	c, _ := s.compare(b.Op).(*cfa.Binary)
	return c
}

// mostIndexed is the depth up to which byIndex looks for other facts.
const mostIndexed = 5

// beforeFact is the end of before: it makes a fact of the condition without, which was made from b for the reasons in st.
func (f *facts) beforeFact(st step, l *cfa.Loc, depth int8, b *cfa.Binary, without cfa.Expr) step {
	none := step{fact: st.fact}
	if without != cfa.Expr(b) {
		ok := false
		if why, ok := f.x.certain(l, without); ok {
			if st.bounds = append(st.bounds, why...); len(st.before) == 0 {
				st.kind = stepBounds
			}
			return st
		}
		if b, ok = without.(*cfa.Binary); !ok {
			return none
		}
	}
	b, excluded := f.possible(l, b)
	if b == nil || isConst(b.X) && isConst(b.Y) {
		return none // it is false
	}
	j := f.number(b)
	if j < 0 {
		j = f.number(collected(b))
	}
	switch {
	case j >= 0:
		f.lower(j, min(depth+1, maxDerived))
	case depth < mostIndexed:
		j = f.addAt(l, b, depth+1)
	case depth < maxDerived:
		j = f.add(b, depth+1)
	default:
		f.x.w.tooDeep = true
	}
	if j < 0 {
		return none
	}
	st.before, st.bounds = append(st.before, j), append(st.bounds, excluded...)
	return st
}

// wordsAsSums returns a condition that is as strong as b or stronger, in which some conversions of sums to unsigned
// words are replaced by the sums themselves. On the smaller side of a comparison, this is right if the sum is not
// negative, since the word is at most the sum then. On the larger side, it is right if the sum is at most the largest
// word, since the word is at least the sum then. So n * 4 <= u64(n * 4) holds for each int n, also for a negative
// one. In a comparison x == 0 or x != 0, conversions of x are removed if they keep values other than 0 different from
// 0. wordsAsSums adds the reasons, which are bounds at l, to st.
func (f *facts) wordsAsSums(st *step, l *cfa.Loc, b *cfa.Binary) cfa.Expr {
	list := slices.Clone(alternatives(b))
	some := false
	for i, a := range list {
		list[i] = &cfa.Binary{Op: a.Op, X: a.X, Y: a.Y}
		small, large := &list[i].X, &list[i].Y
		switch a.Op {
		case cfa.Ge, cfa.Gt:
			small, large = large, small
		case cfa.Le, cfa.Lt:
		default:
			if x := unwrapZero(a.X); againstZero(a) && x != a.X {
				list[i].X, some = x, true
			}
			continue
		}
		sum := func(side *cfa.Expr, where func(*cfa.Wrap) *cfa.Binary) {
			w := firstWord(*side)
			if w == nil || w.Signed {
				return
			}
			why := where(w)
			switch {
			case f.x.always(l, why):
				st.bounds = append(st.bounds, why)
			case !f.inside(st, why):
				return
			}
			*side = replaced(*side, w, w.X)
			some = true
		}
		sum(small, func(w *cfa.Wrap) *cfa.Binary { return &cfa.Binary{Op: cfa.Ge, X: w.X, Y: cfa.ConstInt(0)} })
		sum(large, func(w *cfa.Wrap) *cfa.Binary {
			return &cfa.Binary{Op: cfa.Le, X: w.X, Y: cfa.ConstOf(interval.Word(w.Bits, false).Hi)}
		})
	}
	if !some {
		return b
	}
	return normal(anyOf(list))
}

// firstWord returns the first conversion w for which e is w, w times a positive constant, or a sum with one of these. It returns
// nil if e has no such conversion.
func firstWord(e cfa.Expr) *cfa.Wrap {
	switch e := e.(type) {
	case *cfa.Wrap:
		return e
	case *cfa.Binary:
		c, isConst := cfa.IsConst(e.Y)
		if e.Op == cfa.Add || e.Op == cfa.Mul && isConst && c.Sign() > 0 {
			w := firstWord(e.X)
			if w == nil && e.Op == cfa.Add {
				w = firstWord(e.Y)
			}
			return w
		}
	}
	return nil
}

// unwrapped returns the condition c without its conversions. ok is false if a conversion may change a value. Otherwise
// unwrapped adds to st the reasons why none does: the bounds of variables at l, or facts that cells or sums are not
// negative.
func (f *facts) unwrapped(st *step, l *cfa.Loc, c cfa.Expr) (without cfa.Expr, ok bool) {
	out, some, ok := stripped(c, func(w *cfa.Wrap) bool { return f.x.keeps(l, w) || f.fits(st, l, w) })
	if !some {
		return c, ok
	}
	st.bounds = append(st.bounds, c)
	return normal(out), ok
}

// stripped returns e without its conversions, and whether it has some. ok is false if keeps is false of one of them.
func stripped(e cfa.Expr, keeps func(*cfa.Wrap) bool) (out cfa.Expr, some, ok bool) {
	ok = true
	var strip func(e cfa.Expr) cfa.Expr
	strip = func(e cfa.Expr) cfa.Expr {
		switch e := e.(type) {
		case *cfa.Var, *cfa.Const:
			return e
		case *cfa.Wrap:
			some = true
			ok = ok && keeps(e)
			return strip(e.X)
		}
		return cfa.MapOperands(e, strip)
	}
	return strip(e), some, ok
}

// zeroTests returns b without the conversions of values that it compares with 0, if bounds at l show that the conversions
// map no other value to 0. For example, (char)c is 0 only if c is, for a c from -1 to 255. It adds these values to st.
func (x *analysis) zeroTests(st *step, l *cfa.Loc, b *cfa.Binary) *cfa.Binary {
	list := alternatives(b)
	some := false
	for i, a := range list {
		c, isConst := cfa.IsConst(a.Y)
		for isConst && c.IsZero() && (a.Op == cfa.Eq || a.Op == cfa.Ne) {
			w, ok := a.X.(*cfa.Wrap)
			if !ok || !plain(w.X) {
				break
			}
			most := num.Pow2(uint(w.Bits)).Sub(num.Of(1))
			if !bounds(x.state(l).env, w.X).Within(interval.Of(most.Neg(), most)) {
				break
			}
			st.bounds = append(st.bounds, a.X)
			a = &cfa.Binary{Op: a.Op, X: w.X, Y: a.Y}
			list[i], some = a, true
		}
	}
	if !some {
		return b
	}
	return anyOf(list)
}

// keeps reports whether bounds show that the conversion w changes no value at l.
func (x *analysis) keeps(l *cfa.Loc, w *cfa.Wrap) bool {
	return plain(w.X) && bounds(x.state(l).env, w.X).Within(interval.Word(w.Bits, w.Signed))
}

// unconverted returns the comparison b at l without its conversions, if bounds show that they change no value there, and
// otherwise b.
func (x *analysis) unconverted(l *cfa.Loc, b *cfa.Binary) *cfa.Binary {
	keeps := func(w *cfa.Wrap) bool { return x.state(l).live && x.keeps(l, w) }
	left, some, ok1 := stripped(b.X, keeps)
	right, more, ok2 := stripped(b.Y, keeps)
	if !some && !more || !ok1 || !ok2 {
		return b
	}
	return &cfa.Binary{Op: b.Op, X: left, Y: right}
}

// fits reports whether the conversion w of a sum to an unsigned word does not change the sum, if some facts hold at
// l. These facts say that cells are not negative, if bounds do not show it, or that the whole sum is not negative.
// fits adds them to st.
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
		if most := num.Of(1 << 62); w.Bits == 64 && isAddress(t.of) && t.by.Equal(num.Of(1)) && (values.NoHi || most.Less(values.Hi)) {
			// Objects lie at much lower addresses, so an address in one of them is no larger than a word can be.
			j := f.add(&cfa.Binary{Op: cfa.Le, X: t.of, Y: cfa.ConstOf(most)}, 0)
			if j < 0 {
				return false
			}
			st.before = append(st.before, j)
			values.Hi, values.NoHi = most, false
		}
		all = all.Add(values.Mul(interval.Point(t.by)))
	}
	word := interval.Word(w.Bits, false)
	if !all.Within(word) && !all.NoHi && all.Hi.Cmp(word.Hi) <= 0 {
		least, ok := s.compare(cfa.Ge).(*cfa.Binary)
		if !ok {
			return false
		}
		j := f.add(least, 0)
		st.before = append(st.before, j)
		return j >= 0
	}
	return all.Within(word)
}

// possible returns b without the alternatives that cannot hold at l by bounds, and expressions whose variables'
// bounds show this. It also leaves out alternatives that are of no use as facts, and repeated ones. This is sound,
// since a disjunction with fewer alternatives is stronger. It returns nil if no useful alternative is left.
func (f *facts) possible(l *cfa.Loc, b *cfa.Binary) (left *cfa.Binary, why []cfa.Expr) {
	if f.x.w.readsCellHolder(b) {
		if b = f.x.w.withoutFreeCells(b); b == nil {
			return nil, nil
		}
	}
	list := alternatives(b)
	if len(list) == 1 {
		if f.x.w.ofNothing(b) {
			return nil, nil
		}
		return b, nil
	}
	var some []*cfa.Binary
	null := true // all alternatives that are left say that something is 0
	for _, a := range list {
		switch {
		case a.Op == cfa.Eq && toConst(a) && !againstZero(a) && !readsHolders(a) || f.x.w.ofNothing(a) || hasForm(some, a):
		case f.x.never(l, a):
			why = append(why, a)
		default:
			some = append(some, a)
			c, isConst := cfa.IsConst(a.Y)
			null = null && a.Op == cfa.Eq && isConst && c.IsZero() && !readsHolders(a) && !f.x.w.readsOld(a) && !(f.x.w.byHolders && isHolder(a.X))
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

// ofNothing reports whether the comparison b is not worth following as a fact. This is so if b claims something about
// an object in the first page or at the end of the heap, where no object lies, or that a pointer leads to the end of
// the heap. It is also so if b says that two addresses are equal, with exceptions: see the comment in the code.
func (w *program) ofNothing(b *cfa.Binary) bool {
	if b.Op == cfa.Eq {
		// An equality of two expressions is of use only if one of them is any, a temporary of the lowering, or the
		// record of an object.
		if ofShadow(b.X) || ofShadow(b.Y) {
			return false // b says which object an address belongs to
		}
		_, toConst := cfa.IsConst(b.Y)
		if w.sameBlock(b.X, b.Y) || w.sameBlock(b.Y, b.X) || w.isArgument(b.X) || w.isArgument(b.Y) {
			return false
		}
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

// ofItself reports whether y is a cell of the block x that may hold a block. Few blocks hold themselves.
func (w *program) ofItself(x, y cfa.Expr) bool {
	if !w.byHolders || !isHolder(y) {
		return false
	}
	p, _, ok := inBlock(y.(*cfa.Select).Idx)
	return ok && cfa.SameForm(p, x)
}

// sameBlock reports whether x is a variable or a cell, and y is a cell that may hold a block: x may be what was read from y.
func (w *program) sameBlock(x, y cfa.Expr) bool {
	return w.mayHold(y) && isPointer(x)
}

// ofShadow reports whether e is a cell of a shadow array other than the sizes of blocks.
func ofShadow(e cfa.Expr) bool {
	s, ok := e.(*cfa.Select)
	return ok && s.Arr.Shadow && !s.Arr.Sizes
}

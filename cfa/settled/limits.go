package settled

import (
	"cmp"
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Facts about the sizes of blocks and the lengths of tails that follow from other facts because of an index. There
// are three ways: by a test of the index (limit), by the bounds of the index (byIndex), and by the bounds of argc
// (byCounts). For example, i * 4 + 4 <= block sizes[a] holds after the test i < n if n * 4 <= block sizes[a] held
// before the test.

// limited says that a fact holds after a test if another fact held before the test.
type limited struct {
	fact   int32       // holds after the test
	test   *cfa.Binary // the condition of the test
	before []int32     // the facts that have to hold before the test
	bounds []cfa.Expr  // comparisons that have to be true at the test, which the bounds of their variables must show
}

// afterTest adds the fact b, from which fact k follows after the test t, if the bounds of variables show the given
// comparisons there.
func (f *facts) afterTest(k int32, t, b *cfa.Binary, depth int8, bounds ...cfa.Expr) {
	if j := f.add(b, depth); j >= 0 {
		f.limits = append(f.limits, limited{k, t, []int32{j}, bounds})
	}
}

// mostLimited is the largest depth of a fact to which tests of indexes are applied.
const mostLimited = 3

// limit finds facts from which fact k follows after tests of an index, adds these facts, and records each pair in
// f.limits.
func (f *facts) limit(k int32) {
	b := f.list[k]
	if f.depth[k] > mostLimited {
		return
	}
	list := alternatives(b)
	for i, a := range list {
		past := a.X == cfa.Expr(f.x.w.any) && (a.Op == cfa.Ge || a.Op == cfa.Gt) // see ranges.go
		s, ok := difference(a)
		if !ok || !past && !readsSizes(a) && !f.boundsIndex(k, a) {
			continue
		}
		for _, t := range f.indexTests {
			var g *cfa.Binary
			if len(list) == 1 && f.depth[k] <= 1 {
				g = longerThan(a, &s, t)
			}
			if g == nil && isConst(t.Y) && (!past || !toConst(a) && !limits(t, a.Y)) {
				continue // the interval analysis also uses such a test
			}
			if g == nil {
				g = s.after(t, past)
			}
			if g == nil || cfa.SameForm(g, a) {
				continue
			}
			before := slices.Clone(list)
			before[i] = f.x.w.anyFirst(g)
			f.afterTest(k, t, anyOf(before), f.depth[k]+1)
			if all := f.x.w.toIndex(before[i]); all != nil {
				before[i] = all // a loop fills one element after another, also those from i - 1 on
				f.afterTest(k, t, anyOf(before), f.depth[k]+1)
			}
		}
	}
}

// boundsIndex reports whether a, an alternative of fact k that is near a test, bounds an index by a constant. What bounds the index
// in a test may be a variable for which the interval analysis has no bound.
func (f *facts) boundsIndex(k int32, a *cfa.Binary) bool {
	i, ok := a.X.(*cfa.Var)
	return ok && !i.Pointer && !i.Shadow && isConst(a.Y) && f.depth[k] <= 1
}

// byAddress finds pairs of facts from which fact k follows, if it bounds a variable by a constant. A test bounds the address of an
// element, which was computed before, and so the index, as in a[i] = next():
//
//	i <= 9  follows from  i <= p - a  and  p <= a + 9
func (f *facts) byAddress(k int32) {
	b := f.list[k]
	if b.Op != cfa.Le || !f.boundsIndex(k, b) {
		return
	}
	most, _ := cfa.IsConst(b.Y)
	for _, t := range f.indexTests {
		p, ok := t.X.(*cfa.Var)
		if !ok || !isConst(t.Y) || t.Op != cfa.Le {
			continue
		}
		end, _ := cfa.IsConst(t.Y)
		for _, e := range f.setsVar[p] {
			a, ok := e.Op.(*cfa.Assign)
			if !ok {
				continue
			}
			if v, start := constantSum(a.RHS); v == b.X && !most.Add(start).Less(end) {
				below := &cfa.Binary{Op: cfa.Le, X: v, Y: cfa.MkBinary(cfa.Sub, p, &cfa.Const{Val: start})}
				f.jointly(k, f.add(below, f.depth[k]+1), f.add(t, f.depth[k]+1))
			}
		}
	}
}

// byTails finds pairs of facts from which fact k follows, if k bounds the size of a block or the length of a tail. One
// compares an index with the length of a tail, as promises do. The other has this length in the place of the index, or
// the index in the place of the length:
//
//	i + 1 <= block sizes[d]    follows from  tail[s] > i       and  tail[s] <= block sizes[d]
//	tail[d] <= block sizes[d]  follows from  tail[d] <= i + 1  and  i + 1 <= block sizes[d]
func (f *facts) byTails(k int32) {
	list := alternatives(f.list[k])
	a := list[len(list)-1]
	s, ok := difference(a)
	ends := !readsSizes(a) // a may say that a sum lies before an address that a variable has
	if !ok || f.depth[k] > againSteps+mostLimited || ends && !s.ends() {
		return
	}
	ofBlock := slices.ContainsFunc(s.terms, func(t scaled) bool { c, ok := t.of.(*cfa.Select); return ok && c.Arr.Sizes })
	for _, t := range slices.Concat(f.tailTests, f.x.w.literals) {
		index := t.Op == cfa.Gt // t bounds an index by a length, not a length by an index or a number
		if index && (!ofBlock && !s.from(t.X) || mentions(a, t.X)) || !index && ends {
			continue
		}
		g := s.after(t, false)
		if g = ordered(g, s.largest()); g == nil {
			continue
		}
		depth := f.depth[k] + 1
		if index && depth > againSteps {
			depth -= againSteps // the fact no longer depends on the index, which a loop counts
		}
		f.jointly(k, f.add(t, f.depth[k]), f.add(anyOf(append(slices.Clone(list[:len(list)-1]), g)), depth))
	}
}

// ends reports whether s <= 0 says that a sum lies before an address that a variable has, such as the end of the member that a
// pointer was made from.
func (s *sum) ends() bool {
	return slices.ContainsFunc(s.terms, func(t scaled) bool {
		_, ok := t.of.(*cfa.Var)
		return ok && t.by.Equal(num.Of(-1))
	})
}

// from reports whether a term of s is the address at which the tail begins whose length e is.
func (s *sum) from(e cfa.Expr) bool {
	c, ok := e.(*cfa.Select)
	return ok && s.factor(c.Idx).Equal(num.Of(1))
}

// ordered returns the comparison b with its terms in a fixed order, so that it has one form. It returns nil if b is nil,
// adds up too many lengths of tails, or has a factor larger than most.
func ordered(b *cfa.Binary, most num.Int) *cfa.Binary {
	if b == nil {
		return nil
	}
	s, ok := difference(b)
	if !ok || len(readsOfTails(b)) > mostTails || most.Less(s.largest()) {
		return nil
	}
	slices.SortStableFunc(s.terms, func(x, y scaled) int {
		first, _ := form(x.of)
		second, _ := form(y.of)
		return cmp.Compare(first, second)
	})
	b, _ = s.atMostZero().(*cfa.Binary)
	return b
}

// mostTails is the largest number of tails whose lengths a fact adds up.
const mostTails = 3

// readsOfTails lists the lengths of tails that e reads.
func readsOfTails(e cfa.Expr) (list []cfa.Expr) {
	cfa.Walk(e, func(e cfa.Expr) {
		if isTail(e) {
			list = append(list, e)
		}
	})
	return list
}

// longest bounds the lengths that longerThan considers.
var longest = num.Of(cfa.FirstPage)

// longerThan returns the comparison tail > n, from which a follows after the test t, if a says that a tail has at least k
// cells, where k is 2 or more, and t says that the unsigned variable n is at least k - 1; otherwise nil. s is
// difference(a). Usually n is what strlen returned.
func longerThan(a *cfa.Binary, s *sum, t *cfa.Binary) *cfa.Binary {
	if a.Op != cfa.Gt || !toConst(a) || !toConst(t) || !isTail(a.X) {
		return nil
	}
	d, ok := difference(t)
	one := num.Of(1)
	if !ok || len(d.terms) != 1 || !d.terms[0].by.Equal(one.Neg()) || d.rest.Less(s.rest.Sub(one)) || !one.Less(s.rest) || longest.Less(d.rest) {
		return nil
	}
	n, isVar := d.terms[0].of.(*cfa.Var)
	if !isVar || n.Range.Signed || n.Pointer || n.Shadow {
		return nil
	}
	return &cfa.Binary{Op: cfa.Gt, X: a.X, Y: n}
}

// toConst reports whether the right side of b is a constant.
func toConst(b *cfa.Binary) bool { return isConst(b.Y) }

func isConst(e cfa.Expr) bool { _, is := cfa.IsConst(e); return is }

// after returns a comparison from which s <= 0 follows after the test t, or nil. For s = i*4 + 4 - size and t = i < n
// it returns n*4 <= size. If all is set, it also returns a comparison in which a variable takes the place of the
// constant of s: any >= 10, which is s <= 0 for s = 10 - any, follows from any >= n after the test n >= 10.
func (s *sum) after(t *cfa.Binary, all bool) *cfa.Binary {
	d, ok := difference(t)
	if !ok {
		return nil
	}
	by := num.Of(0)
	for _, v := range d.terms {
		if c := s.factor(v.of); v.by.Cmp(num.Of(1)) == 0 && c.Sign() > 0 {
			by = c
		}
	}
	if by.IsZero() && all && len(s.terms) == 1 && len(d.terms) == 1 && d.terms[0].by.Cmp(num.Of(-1)) == 0 && d.rest.Equal(s.rest) {
		by = num.Of(1)
	}
	if by.IsZero() {
		return nil
	}
	// s <= s - by*d, since d <= 0.
	r := s.plus(d, by.Neg())
	g, ok := r.atMostZero().(*cfa.Binary)
	if !ok || !g.Op.Comparison() {
		return nil
	}
	return g
}

// readsSizes reports whether e reads the size of a block or the length of a tail.
func readsSizes(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(a *cfa.Array) { yes = yes || a.Sizes || a.Tails != nil })
	return yes
}

// byBounds is a way in which a fact follows from another fact.
type byBounds struct {
	fact   int32       // the other fact
	bounds *cfa.Binary // has to be true, which the bounds of its variables must show
}

// addAt adds the fact b, which is needed at l, and a fact from which it follows there by the bounds of an index. It
// returns the number of b, or -1 (see add).
func (f *facts) addAt(l *cfa.Loc, b *cfa.Binary, depth int8) int32 {
	k := f.add(b, depth)
	if k >= 0 {
		f.byIndex(l, k)
	}
	return k
}

// mostBytes is more than any block or tail has, and more than any address.
const mostBytes = 1 << 48

// byIndex adds a fact from which fact k follows by the bounds of variables at l, if k bounds the size of a block or the
// length of a tail: i * 4 + 4 <= block sizes[p] follows from block sizes[p] >= 40 where i is at most 9. It does the same
// for a pointer that has to lie behind an object at a known address: p + i >= 5000 follows from p >= 5000 where i is at
// least 0.
func (f *facts) byIndex(l *cfa.Loc, k int32) {
	b := f.list[k]
	s, ok := difference(b)
	if !ok {
		return
	}
	part := readsSizes // of the two parts of the sum, the one that stays
	if !readsSizes(b) {
		if part = isAddress; !toConst(b) || !slices.ContainsFunc(s.terms, func(t scaled) bool { return isAddress(t.of) }) {
			return
		}
	}
	for i, t := range s.terms {
		if !t.by.IsZero() && !part(t.of) {
			if isAddress(t.of) {
				return
			}
			f.byBoundsOf(l, k, s, func(j int) bool { return j == i })
		}
	}
	f.byBoundsOf(l, k, s, func(i int) bool { return !part(s.terms[i].of) })
}

// notBefore adds a pair of facts from which fact k follows, if k is p + i*4 >= c for an address p: p >= c and i >= 0.
func (f *facts) notBefore(k int32) {
	s, ok := difference(f.list[k])
	if !ok || len(s.terms) != 2 || f.depth[k] > mostLimited {
		return
	}
	p, i := s.terms[0], s.terms[1]
	if !isAddress(p.of) {
		p, i = i, p
	}
	v, isVar := i.of.(*cfa.Var)
	if !isAddress(p.of) || isAddress(i.of) || !isVar || !v.Range.Signed || !p.by.Equal(num.Of(-1)) || i.by.Sign() >= 0 || s.rest.Sign() < 0 {
		return
	}
	from := &cfa.Binary{Op: cfa.Ge, X: p.of, Y: cfa.ConstOf(s.rest)}
	natural := f.add(&cfa.Binary{Op: cfa.Ge, X: v, Y: cfa.ConstInt(0)}, f.depth[k]+1)
	if s.rest.Sign() > 0 {
		f.jointly(k, f.add(from, f.depth[k]), natural)
	} else if natural >= 0 && natural != k {
		f.byBounds[k] = append(f.byBounds[k], byBounds{natural, from})
	}
}

// byBoundsOf is byIndex for the terms of the sum s that index selects: it puts their largest values in their places.
func (f *facts) byBoundsOf(l *cfa.Loc, k int32, s sum, index func(int) bool) {
	rest, gone := sum{rest: s.rest}, sum{}
	most := interval.Point(num.Of(0))
	for i, t := range s.terms {
		switch {
		case t.by.IsZero():
		case index(i):
			gone.terms = append(gone.terms, t)
			most = most.Add(bounds(f.x.state(l).env, t.of).Mul(interval.Point(t.by)))
		default:
			rest.terms = append(rest.terms, t)
		}
	}
	if len(gone.terms) == 0 || most.NoHi || num.Of(mostBytes).Less(most.Hi) {
		return
	}
	rest.rest, gone.rest = rest.rest.Add(most.Hi), most.Hi.Neg()
	enough, ok1 := rest.atMostZero().(*cfa.Binary)
	within, ok2 := gone.atMostZero().(*cfa.Binary)
	if !ok2 { // the types of the variables say it
		within = &cfa.Binary{Op: cfa.Ge, X: cfa.ConstInt(0), Y: gone.expr()}
	}
	if !ok1 || !enough.Op.Comparison() {
		return
	}
	j := f.add(enough, f.depth[k])
	if j >= 0 && j != k && !slices.ContainsFunc(f.byBounds[k], func(o byBounds) bool { return o.fact == j && cfa.SameForm(o.bounds, within) }) {
		f.byBounds[k] = append(f.byBounds[k], byBounds{j, within})
	}
}

// isAddress reports whether e is a variable or a cell with a value that is an address.
func isAddress(e cfa.Expr) bool {
	switch e := e.(type) {
	case *cfa.Var:
		return e.Pointer
	case *cfa.Select:
		return e.Arr.Pointer || e.Arr.Shadow
	}
	return false
}

// isEntry reports whether the start procedure calls q. An example of such a procedure is main.
func (w *program) isEntry(q *cfa.Proc) bool {
	return slices.ContainsFunc(q.Callers, func(e *cfa.Edge) bool { return e.From.Proc == w.p.Start })
}

// isCount reports whether v, a parameter of main, may be argc: it is a signed number.
func isCount(v *cfa.Var) bool { return v.Range.Signed && !v.Pointer && !v.Shadow }

// findCounts sets counts: the parameters of main that may be argc, and the parameters to which they are passed, also plus or minus
// a constant.
func (w *program) findCounts() {
	w.counts = map[*cfa.Var]bool{}
	var work []*cfa.Proc
	for _, q := range w.p.Procs {
		if w.isEntry(q) {
			for _, v := range q.Params {
				w.counts[v] = isCount(v)
			}
			work = append(work, q)
		}
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range q.Calls {
			op := e.Op.(*cfa.Call)
			for i, a := range op.Args {
				v := op.Callee.Params[i]
				if u, _ := constantSum(a); u != nil && w.counts[u] && isCount(v) && !w.counts[v] {
					w.counts[v] = true
					work = append(work, op.Callee)
				}
			}
		}
	}
}

// byCounts finds facts from which fact k follows by the bounds of argc, if k says that a tail, such as the one at
// argv, is longer than a constant c. Fact k follows where the tail is longer than argc and argc >= c, or where it is
// longer than argc + 1 and argc >= c - 1. The second case occurs between argc-- and argv++.
func (f *facts) byCounts(k int32) {
	f.countsAreTails(k)
	b := f.list[k]
	if !isTail(b.X) || !b.X.(*cfa.Select).Arr.Tails.Pointer || b.Op != cfa.Gt || !toConst(b) {
		return
	}
	for _, n := range f.counts {
		for _, plus := range []int64{0, 1} {
			than := cfa.MkBinary(cfa.Add, n, cfa.ConstInt(plus))
			if j := f.add(&cfa.Binary{Op: cfa.Gt, X: b.X, Y: than}, min(f.depth[k], mostLimited)); j >= 0 {
				least := cfa.MkBinary(cfa.Sub, b.Y, cfa.ConstInt(plus))
				f.byBounds[k] = append(f.byBounds[k], byBounds{j, &cfa.Binary{Op: cfa.Ge, X: n, Y: least}})
				if plus == 0 {
					f.byCountFact(k, j, n, b.Y)
				}
			}
		}
	}
}

// byCountFact adds a pair of facts from which fact k follows: fact j, which says that a tail is longer than n, and n >= c.
// It does so only if c is 1. Then n >= 1 also holds after a test of n != 0 if n >= 0 held before.
func (f *facts) byCountFact(k, j int32, n *cfa.Var, c cfa.Expr) {
	if one, _ := cfa.IsConst(c); !one.Equal(num.Of(1)) || f.depth[k] > mostLimited {
		return
	}
	some, none := &cfa.Binary{Op: cfa.Ge, X: n, Y: cfa.ConstInt(1)}, cfa.ConstInt(0)
	if i := f.add(some, f.depth[k]+1); i >= 0 {
		f.jointly(k, j, i)
		if i0 := f.add(&cfa.Binary{Op: cfa.Ge, X: n, Y: none}, f.depth[k]+1); i0 >= 0 {
			f.released = append(f.released, released{i, n, false, i0})
		}
	}
}

// countsAreTails finds facts from which argc >= c follows, where c is 0 or a negative constant. Such a fact shows that
// argc-- does not overflow. It follows where the tail at argv has at most argc + 1 cells and, by bounds or by a fact, at
// least c + 1 cells. Fact k is a goal argc >= c, or it mentions a tail at a parameter of main. countsAreTails combines k
// with all tails, or with all goals, that were found before.
func (f *facts) countsAreTails(k int32) {
	// pair records that n >= c, the goal, follows from tail <= n + 1 and tail >= c + 1. The same is true with > for >=.
	pair := func(goal int32, tail cfa.Expr) {
		b := f.list[goal]
		j := f.add(&cfa.Binary{Op: cfa.Le, X: tail, Y: cfa.MkBinary(cfa.Add, b.X, cfa.ConstInt(1))}, min(f.depth[goal], mostLimited))
		if c, _ := cfa.IsConst(b.Y); j >= 0 && c.IsZero() {
			most := cfa.ConstInt(0) // tail >= 1 is written as tail > 0
			if b.Op == cfa.Gt {
				most = cfa.ConstInt(1)
			}
			f.jointly(goal, j, f.add(&cfa.Binary{Op: cfa.Gt, X: tail, Y: most}, min(f.depth[goal], mostLimited)))
			return
		}
		if j >= 0 {
			f.byBounds[goal] = append(f.byBounds[goal], byBounds{j, &cfa.Binary{Op: b.Op, X: tail, Y: cfa.MkBinary(cfa.Add, b.Y, cfa.ConstInt(1))}})
		}
	}
	b := f.list[k]
	c, isNumber := cfa.IsConst(b.Y)
	if !isNumber || len(f.counts) == 0 {
		return
	}
	switch x := b.X.(type) {
	case *cfa.Var:
		if c.Sign() <= 0 && (b.Op == cfa.Ge || b.Op == cfa.Gt) && slices.Contains(f.counts, x) {
			f.countGoals = append(f.countGoals, k)
			for _, tail := range f.argTails {
				pair(k, tail)
			}
		}
	case *cfa.Select:
		p, ofVar := x.Idx.(*cfa.Var)
		if !isTail(x) || !x.Arr.Tails.Pointer || !ofVar || !slices.Contains(f.x.q.Params, p) ||
			hasForm(f.argTails, x) {
			return
		}
		f.argTails = append(f.argTails, x)
		for _, goal := range f.countGoals {
			pair(goal, x)
		}
	}
}

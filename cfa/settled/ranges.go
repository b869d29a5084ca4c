package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/interval"
)

// Facts about the elements of an array up to an index. An example is the fact that the first n elements at the
// address a are initialized. Here any is an index, and not an address:
//
//	any < 0 || any >= n || stored(R)[a + any*4] >= 1
//
// Where the program reads the element i after a test i < n, the fact about this element is an instance. In a loop
// that fills the array, the fact holds with the counter in the place of n: if it holds for the first i elements, and
// the program stores to the element i, it holds for the first i + 1 elements.

// mostElements is the largest constant that may be the length of an array in such a fact.
const mostElements = 1 << 24

// generaliseRange finds facts about the elements up to an index of which fact k, about the element at the index x, is
// an instance. For each test x < n or x <= n of the procedure there is one such fact, and for each element that is 0 from the start and
// for which a loop looks.
func (f *facts) generaliseRange(k int32) {
	b, w := f.list[k], f.x.w
	if !f.ofElement(k) {
		return
	}
	for _, t := range slices.Concat(f.belowParams(b), f.belowEnds(b), f.indexTests) {
		x, ok := t.X.(*cfa.Var)
		if !ok || !limits(t, x) || x.Proc == nil || reads(t.Y, x) || !indexes(b, x) {
			continue
		}
		shift := w.shift(b, x)
		if f.depth[k] > 0 && mostShift.Less(shift) {
			continue
		}
		past := w.past(t, shift)
		of, ok := w.atElement(b, x, shift.Neg()).(*cfa.Binary)
		if !ok || reads(of, x) {
			continue
		}
		test := f.add(t, f.depth[k])
		if test < 0 {
			continue
		}
		f.addElement(k, past, of, plus(x, shift), &cfa.Binary{Op: cfa.Ge, X: x, Y: cfa.ConstOf(shift.Neg())}, test)
	}
}

// past says that any lies past the indexes x + shift for which t holds, which is x < n or x <= n.
func (w *program) past(t *cfa.Binary, shift num.Int) *cfa.Binary {
	b := &cfa.Binary{Op: cfa.Ge, X: w.any, Y: plus(t.Y, shift)}
	if t.Op == cfa.Le {
		b.Op = cfa.Gt
	}
	return b
}

// elements returns the fact with the alternatives any < 0, past and those of `of`.
func (w *program) elements(past, of *cfa.Binary) *cfa.Binary {
	return anyOf(append([]*cfa.Binary{{Op: cfa.Lt, X: w.any, Y: cfa.ConstInt(0)}, past}, alternatives(of)...))
}

// ofElement reports whether fact k may be about one element of an array, and is near enough to a test for facts about all
// elements to be added.
func (f *facts) ofElement(k int32) bool {
	b, w := f.list[k], f.x.w
	return !w.ofAll(b) && f.depth[k] <= mostLimited && len(alternatives(b)) <= 2 && !w.ofCharacter(b)
}

// mostShift limits the distance of an element from a variable: in a loop, it would grow without end.
var mostShift = num.Of(4)

// plus returns e + c.
func plus(e cfa.Expr, c num.Int) cfa.Expr {
	if n, isConst := cfa.IsConst(e); isConst {
		return cfa.ConstOf(n.Add(c))
	}
	if c.IsZero() {
		return e
	}
	return cfa.MkBinary(cfa.Add, e, cfa.ConstOf(c))
}

// shift returns c if x + c is the index of all cells that b reads at an index that depends on x, and otherwise 0. So facts
// about the elements a[x] and a[x + 1] are instances of the same fact.
func (w *program) shift(b *cfa.Binary, x *cfa.Var) (c num.Int) {
	first, same := true, true
	cfa.Walk(b, func(e cfa.Expr) {
		s, ok := e.(*cfa.Select)
		if !ok || !same || !reads(s.Idx, x) {
			return
		}
		in, ok := w.elementOf(s)
		if same = ok; ok {
			d, linear := minus(in.at, x)
			k, isConst := d.constant()
			same = linear && isConst && (first || k.Equal(c))
			first, c = false, k
		}
	})
	if !same {
		return num.Int{}
	}
	return c
}

// addElement adds an instance: fact k follows from the fact about elements of an array that past and of make (elements). Fact k is about
// the element with the index at, if least holds, which says that at is not negative, and the facts in needs hold.
func (f *facts) addElement(k int32, past, of *cfa.Binary, at cfa.Expr, least *cfa.Binary, needs ...int32) {
	f.addInstance(k, &instance{all: f.x.w.elements(past, of), at: at, needs: needs, least: least, low: f.add(least, f.depth[k])})
}

// generaliseUpTo is generaliseRange for an index x that is a parameter and that no test bounds: fact k is about the element
// at x, and the fact about all elements up to x is added.
func (f *facts) generaliseUpTo(k int32) {
	b, w := f.list[k], f.x.w
	if !f.ofElement(k) || readsSizes(b) {
		return
	}
	for _, x := range f.x.q.Params {
		if !f.fixed(x) || !indexes(b, x) || f.limited(x) {
			continue
		}
		shift := w.shift(b, x)
		of, ok := w.atElement(b, x, shift.Neg()).(*cfa.Binary)
		if !ok || reads(of, x) || f.depth[k] > 0 && mostShift.Less(shift) {
			continue
		}
		past := &cfa.Binary{Op: cfa.Ge, X: w.any, Y: plus(x, shift.Add(num.Of(1)))}
		f.addElement(k, past, of, plus(x, shift), &cfa.Binary{Op: cfa.Ge, X: x, Y: cfa.ConstOf(shift.Neg())})
	}
}

// limits reports whether the test t bounds x from above by something that may be the length of an array of at least two elements.
// With i < 1, a loop ends that counts down.
func limits(t *cfa.Binary, x cfa.Expr) bool {
	c, isConst := cfa.IsConst(t.Y)
	return t.X == x && (t.Op == cfa.Lt || t.Op == cfa.Le) && !(isConst && (c.Sign() <= 0 || t.Op == cfa.Lt && c.Equal(num.Of(1)) || num.Of(mostElements).Less(c)))
}

// limited reports whether a test of the procedure limits x.
func (f *facts) limited(x *cfa.Var) bool {
	return slices.ContainsFunc(f.indexTests, func(t *cfa.Binary) bool { return limits(t, x) })
}

// belowParams returns the comparisons x < n for the local variables x that index cells in b and that no test in
// f.indexTests is about, and the parameters n that the procedure does not change and that may be lengths. In a binary
// search, for example, the index mid = (lo + hi) / 2 is not tested.
func (f *facts) belowParams(b *cfa.Binary) (list []*cfa.Binary) {
	cfa.ExprReads(b, func(x *cfa.Var) {
		if x.Proc != f.x.q || temporary(x) || x.Kind == cfa.ResultVar || f.fixed(x) || !indexes(b, x) || f.limited(x) {
			return
		}
		for _, n := range f.x.q.Params {
			if len(list) < mostBelow && f.fixed(n) && f.isLength(n) {
				list = append(list, &cfa.Binary{Op: cfa.Lt, X: x, Y: n})
			}
		}
	}, nil)
	return list
}

// isLength reports whether the parameter n may be the length of an array: it is compared with another variable, or a
// variable is set to n plus a constant, as in hi = n - 1.
func (f *facts) isLength(n *cfa.Var) bool {
	if n.Pointer || n.Shadow {
		return false
	}
	for v, sets := range f.setsVar {
		if v.Pointer || v.Kind == cfa.TempVar {
			continue
		}
		for _, e := range sets {
			var s sum
			if op, ok := e.Op.(*cfa.Assign); ok && s.add(op.RHS, num.Of(1)) && len(s.terms) == 1 && s.terms[0].of == cfa.Expr(n) {
				return true
			}
		}
	}
	return slices.ContainsFunc(f.indexTests, func(t *cfa.Binary) bool {
		_, x := t.X.(*cfa.Var)
		_, y := t.Y.(*cfa.Var)
		return x && y && (t.X == cfa.Expr(n) || t.Y == cfa.Expr(n))
	})
}

// mostBelow limits the comparisons of belowParams.
const mostBelow = 3

// generaliseBehind is generaliseRange for the elements before a counter: fact k is about the element at the index x - c for a
// number c > 0, such as v[n - 1], and the fact about all elements up to x is added.
func (f *facts) generaliseBehind(k int32) {
	b, w := f.list[k], f.x.w
	if !f.ofElement(k) {
		return
	}
	var x *cfa.Var
	var behind num.Int
	cfa.Walk(b, func(e cfa.Expr) {
		s, ok := e.(*cfa.Select)
		var at sum
		if !ok || readsCells(s.Idx) || !at.add(s.Idx, num.Of(1)) || at.rest.Sign() >= 0 {
			return
		}
		for _, t := range at.terms {
			if v, ok := t.of.(*cfa.Var); ok && v.Proc == f.x.q && !v.Pointer && !temporary(v) && t.by.Sign() > 0 {
				if c := at.rest.Neg().Quo(t.by); c.Mul(t.by).Equal(at.rest.Neg()) {
					x, behind = v, c
				}
			}
		}
	})
	if x == nil {
		return
	}
	of, ok := w.atElement(b, x, behind).(*cfa.Binary)
	if !ok || reads(of, x) {
		return
	}
	past := &cfa.Binary{Op: cfa.Ge, X: w.any, Y: x}
	f.addElement(k, past, of, cfa.MkBinary(cfa.Sub, x, cfa.ConstOf(behind)), &cfa.Binary{Op: cfa.Ge, X: x, Y: cfa.ConstOf(behind)})
}

// generaliseWhole is generaliseRange for an index that no test of a variable bounds, such as a constant, c - '0', or j + gap:
// fact k is about one element of an array of a known length, and the fact about all its elements is added. The array is
// one of C's, or the only object of a region, which the index reaches through a pointer.
func (f *facts) generaliseWhole(k int32) {
	b, w := f.list[k], f.x.w
	if !f.ofElement(k) {
		return
	}
	cells := atOneIndex(b)
	if len(cells) == 0 || slices.ContainsFunc(cells, func(s *cfa.Select) bool { return s.Arr.Len != cells[0].Arr.Len || w.tailed[s.Arr] || isTail(s) }) {
		return
	}
	in, ok := w.elementOf(cells[len(cells)-1])
	if !ok || in.length <= 0 || in.length > mostElements {
		return
	}
	if !isConst(in.at) && f.depth[k] > 0 {
		return // in a loop, the element would be i + 1, i + 2, …
	}
	if v, isVar := in.at.(*cfa.Var); isVar && (temporary(v) || f.limited(v) || len(f.instances[k]) > 0) {
		return
	}
	of, ok := replaceIndex(b, in.any).(*cfa.Binary)
	if !ok {
		return
	}
	var needs []int32
	end := cfa.ConstInt(in.length)
	if !isConst(in.at) {
		inside, ok := normal(&cfa.Binary{Op: cfa.Lt, X: in.at, Y: end}).(*cfa.Binary)
		if !ok {
			return // the index is a constant, such as i - i
		}
		if needs = append(needs, f.add(inside, f.depth[k])); needs[0] < 0 {
			return
		}
	}
	f.addElement(k, &cfa.Binary{Op: cfa.Ge, X: w.any, Y: end}, of, in.at, &cfa.Binary{Op: cfa.Ge, X: in.at, Y: cfa.ConstInt(0)}, needs...)
}

// atOneIndex lists the cells that b reads, if they have the same index in all arrays, which reads no cell. Otherwise it returns nil.
func atOneIndex(b *cfa.Binary) (cells []*cfa.Select) {
	same := true
	cfa.Walk(b, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok {
			cells = append(cells, s)
			same = same && cfa.SameForm(cells[0].Idx, s.Idx) && !readsCells(s.Idx)
		}
	})
	if !same {
		return nil
	}
	return cells
}

// An element is a cell as an element of an array: the one with the index at of an array of the given length. any is the index
// of the cell, or its address, with program.any in the place of at.
type element struct {
	at, any cfa.Expr
	length  int64 // -1: not known
}

// elementOf returns c as an element, and false if it is not known where the array begins.
func (w *program) elementOf(c *cfa.Select) (element, bool) {
	if !c.Arr.Region && (c.Arr.Len >= 0 || !c.Arr.Shadow) {
		return element{c.Idx, w.any, c.Arr.Len}, true
	}
	data := c.Arr
	if of := w.dataOf[c.Arr]; of != nil {
		data = of
	}
	var at sum
	if !at.add(c.Idx, num.Of(1)) {
		return element{}, false
	}
	stride := num.Of(0)
	var base *scaled
	var terms []scaled
	for i, t := range at.terms {
		switch v, isVar := t.of.(*cfa.Var); {
		case isVar && v.Pointer && t.by.Equal(num.Of(1)) && base == nil:
			base = &at.terms[i]
		default:
			stride = num.GCD(stride, t.by)
			terms = append(terms, t)
		}
	}
	if stride.IsZero() || base == nil && len(data.Objects) != 1 {
		return element{}, false
	}
	offset := at.rest
	if base == nil {
		offset = offset.Sub(data.Objects[0].Base)
	}
	index := sum{nil, interval.FloorDiv(offset, stride)}
	part := offset.Sub(index.rest.Mul(stride)) // of the element: a member
	for _, t := range terms {
		index.terms = append(index.terms, scaled{t.of, t.by.Quo(stride)})
	}
	any := sum{[]scaled{{w.any, stride}}, part}
	if base != nil {
		any.terms = append([]scaled{*base}, any.terms...)
	} else {
		any.rest = any.rest.Add(data.Objects[0].Base)
	}
	length := int64(-1)
	if step, ok := stride.Int64(); ok && len(data.Objects) == 1 {
		length = data.Objects[0].Size / step
	}
	return element{index.expr(), any.expr(), length}, true
}

// replaceIndex returns e with the index to of all cells that e reads.
func replaceIndex(e cfa.Expr, to cfa.Expr) cfa.Expr {
	switch e := e.(type) {
	case *cfa.Const, *cfa.Var:
		return e
	case *cfa.Select:
		return &cfa.Select{Arr: e.Arr, Idx: to}
	}
	return cfa.MapOperands(e, func(o cfa.Expr) cfa.Expr { return replaceIndex(o, to) })
}

// atElement returns e with any + c in the place of x. Indexes of cells that read x become sums without other constants, if
// they are linear.
func (w *program) atElement(e cfa.Expr, x *cfa.Var, c num.Int) cfa.Expr {
	switch e := e.(type) {
	case *cfa.Const:
		return e
	case *cfa.Var:
		if e == x {
			return cfa.MkBinary(cfa.Add, w.any, cfa.ConstOf(c))
		}
		return e
	case *cfa.Select:
		var at sum
		if reads(e.Idx, x) && at.add(e.Idx, num.Of(1)) && !at.factor(x).IsZero() {
			at.rest = at.rest.Add(at.factor(x).Mul(c))
			for i := range at.terms {
				if at.terms[i].of == cfa.Expr(x) {
					at.terms[i].of = w.any
				}
			}
			return &cfa.Select{Arr: e.Arr, Idx: at.expr()}
		}
	}
	return cfa.MapOperands(e, func(o cfa.Expr) cfa.Expr { return w.atElement(o, x, c) })
}

// indexes reports whether b reads a cell at an address that grows with the variable x, which is no pointer. Records of
// blocks do not count, since they are about the address of a block and not of its elements.
func indexes(b *cfa.Binary, x *cfa.Var) (yes bool) {
	if x.Pointer || x.Shadow {
		return false
	}
	cfa.Walk(b, func(e cfa.Expr) {
		s, ok := e.(*cfa.Select)
		if !ok || readsCells(s.Idx) || s.Arr.Sizes || ofLives(s.Arr) {
			return
		}
		var at sum
		yes = yes || at.add(s.Idx, num.Of(1)) && at.factor(x).Sign() > 0
	})
	return yes
}

// afterWriteInRange returns the step over e of fact k, which is about the elements up to an index. The edge e writes
// val to the cell of arr at lo. The fact has to hold for val, and, before e, for the other elements.
func (f *facts) afterWriteInRange(e *cfa.Edge, k int32, arr *cfa.Array, lo, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	var at cfa.Expr
	for _, s := range readsOf(b, arr) {
		if !reads(s.Idx, w.any) || at != nil && !cfa.SameForm(at, s.Idx) {
			return lost
		}
		at = s.Idx
	}
	if at == nil || len(readsOf(at, arr)) > 0 {
		return lost
	}
	list := alternatives(b)
	except := cfa.Expr(&cfa.Binary{Op: cfa.Eq, X: at, Y: lo})
	if d, ok := minus(at, lo); ok {
		except = d.compare(cfa.Eq)
	}
	var there cfa.Expr = cfa.ConstInt(0)
	for _, a := range slices.Backward(list) {
		of := written(a, arr, at, val)
		if is, ok := except.(*cfa.Binary); ok && is.X == cfa.Expr(w.any) && is.Op == cfa.Eq {
			// The fact may make no claim about the element that is written: its index is not in the range.
			if c, isConst := cfa.IsConst(normal(w.about(of, is.Y))); isConst && !c.IsZero() {
				there = cfa.ConstInt(1)
				break
			}
		}
		if !reads(of, w.any) {
			there = cfa.MkBinary(cfa.Or, of, there)
		}
	}
	st := f.before(e.From, k, f.depth[k], there)
	if st.kind == stepLost {
		return lost
	}
	if is, ok := except.(*cfa.Binary); ok {
		except = anyOf(w.merged(is, list))
	} else if c, _ := cfa.IsConst(except); c.IsZero() {
		except = b // the write sets none of these elements
	}
	others := f.before(e.From, k, f.depth[k], except)
	if others.kind == stepLost {
		return lost
	}
	st.kind, st.before, st.bounds = stepFact, append(st.before, others.before...), append(st.bounds, others.bounds...)
	return st
}

// merged adds the comparison is, which has the form any == i, to the alternatives in list. To keep the form of a fact
// about elements, it does so only if the list has the alternative any >= i + 1, which then becomes any >= i.
// Otherwise it returns list unchanged. That is a stronger condition, and so also a sufficient one.
func (w *program) merged(is *cfa.Binary, list []*cfa.Binary) []*cfa.Binary {
	i, ok := minus(is.X, is.Y)
	if i.factor(w.any).Sign() < 0 {
		i, ok = minus(is.Y, is.X)
	}
	if !ok || i.factor(w.any).Cmp(num.Of(1)) != 0 {
		return list
	}
	for n, a := range list {
		// The alternative has to mean any >= m. Then past is the sum m - any, which is at most 0.
		past, ok := difference(a)
		if !ok || past.factor(w.any).Cmp(num.Of(-1)) != 0 || readsCells(a) {
			continue
		}
		// The sum m - any + any - i is m - i.
		d := past.plus(i, num.Of(1))
		switch larger, ok := d.constant(); {
		case !ok:
		case larger.Sign() <= 0:
			return list // any >= m includes any == i
		case larger.Cmp(num.Of(1)) == 0:
			past.rest = past.rest.Sub(num.Of(1))
			out := slices.Clone(list)
			out[n] = w.from(past)
			return out
		}
	}
	return list
}

// exceptElement reports whether b is about all elements up to an index but one, whose index depends on v.
func (w *program) exceptElement(b *cfa.Binary, v *cfa.Var) bool {
	list := alternatives(b)
	return w.upTo(list) && slices.ContainsFunc(list[2:], func(a *cfa.Binary) bool { return a.Op == cfa.Eq && a.X == cfa.Expr(w.any) && reads(a.Y, v) })
}

// everyIndex reports whether b, a fact about elements, is true because each index satisfies one of its first
// alternatives: any < 0 || any >= 0.
func (w *program) everyIndex(b *cfa.Binary) bool {
	list := alternatives(b)
	return slices.ContainsFunc(list, func(x *cfa.Binary) bool {
		below, ok := cfa.IsConst(x.Y)
		return ok && x.Op == cfa.Lt && x.X == cfa.Expr(w.any) && slices.ContainsFunc(list, func(y *cfa.Binary) bool {
			from, ok := cfa.IsConst(y.Y)
			return ok && y.Op == cfa.Ge && y.X == cfa.Expr(w.any) && from.Cmp(below) <= 0
		})
	})
}

// from returns the comparison any >= e for the sum past, which is e - any.
func (w *program) from(past sum) *cfa.Binary {
	terms := slices.DeleteFunc(slices.Clone(past.terms), func(t scaled) bool { return t.of == cfa.Expr(w.any) })
	return &cfa.Binary{Op: cfa.Ge, X: w.any, Y: (&sum{terms, past.rest}).expr()}
}

// toIndex returns any >= i if b is any >= i - c for a variable i and a number c > 0, and otherwise nil.
func (w *program) toIndex(b *cfa.Binary) *cfa.Binary {
	s, ok := difference(b)
	if !ok || b.X != cfa.Expr(w.any) || len(s.terms) != 2 || s.rest.Sign() >= 0 || readsCells(b) {
		return nil
	}
	s.rest = num.Int{}
	return w.from(s)
}

// anyFirst returns b in the form any >= e if b means this, and otherwise b.
func (w *program) anyFirst(b *cfa.Binary) *cfa.Binary {
	if s, ok := difference(b); ok && s.factor(w.any).Cmp(num.Of(-1)) == 0 && !readsCells(b) {
		return w.from(s)
	}
	return b
}

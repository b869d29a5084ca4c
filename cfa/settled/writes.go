package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The steps of facts over writes to arrays. Suppose a fact reads a cell that may or may not be the cell that is
// written. The fact stays true if it is true of the new value, or if other facts show that the cell that is written
// is another one.

// afterWrite returns the step of fact k over e, an edge that writes val to cells of arr: to the cell at lo if hi is
// nil, to the cells at lo <= i < hi if both are given, and to all cells if both are nil.
func (f *facts) afterWrite(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	if lo == nil {
		return f.before(e.From, k, f.depth[k], written(f.list[k], arr, nil, val))
	}
	if f.x.w.ofAll(f.list[k]) {
		return f.afterWriteOfAll(e, k, arr, lo, hi, val)
	}
	env := f.x.state(e.From).env
	at := bounds(env, lo)
	if hi != nil {
		end := bounds(env, hi)
		at.Hi, at.NoHi = end.Hi, end.NoHi // hi itself is not written, so at is larger than necessary
	}
	may := false         // it is not known whether a cell that the fact reads is written
	var apart []cfa.Expr // the bounds of their variables show which cells are written
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
		case cfa.SameForm(s.Idx, lo) && f.some(e.From, lo, hi):
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
	// A cell that the fact reads may be one that is written, or another one.
	if st, ok := f.harmless(e.From, b, arr, lo, val); ok {
		if list := alternatives(b); hi == nil && len(st.before) == 0 && len(list) < mostAlternatives {
			// The fact is true of the new value. So it is enough that its cell is the one that is written, and the
			// precondition gets the alternative that both addresses are equal.
			for _, s := range readsOf(b, arr) {
				if s.Arr.Shadow && (temporary(s.Idx) != temporary(lo) || firstOnly(s.Idx, lo)) && !slices.ContainsFunc(list, func(a *cfa.Binary) bool { return a.Op == cfa.Eq && (temporary(a.X) || temporary(a.Y)) }) {
					b = anyOf(append([]*cfa.Binary{{Op: cfa.Eq, X: s.Idx, Y: lo}}, list...))
					break
				}
			}
		}
		old := f.before(e.From, k, f.depth[k], b)
		if old.kind == stepFact {
			old.before = append(old.before, st.before...)
			return either(f.afterFillOfCell(e.From, k, arr, lo, hi, st), with(old, st.bounds...))
		}
	}
	st := f.otherCell(e.From, k, arr, lo, hi)
	if (ofLives(arr) || arr.Sizes) && hi == nil {
		st = f.otherBlocks(k, arr, lo)
		// It is also enough that one of the alternatives that do not read the record holds.
		rest := slices.DeleteFunc(slices.Clone(alternatives(f.list[k])), func(a *cfa.Binary) bool { return len(readsOf(a, arr)) > 0 })
		if len(rest) > 0 {
			st = either(f.before(e.From, k, f.depth[k], anyOf(rest)), st)
		}
	}
	if cells := readsOf(f.list[k], arr); hi == nil && !arr.Shadow && arr.Pointer && !slices.ContainsFunc(cells, func(c *cfa.Select) bool { return !isConst(c.Idx) || !cfa.SameForm(c, cells[0]) }) {
		// The cell of an object may be the one that is written, through a pointer. It is enough that the fact held, and is true
		// of the new value.
		there := f.before(e.From, k, f.depth[k], replaced(f.list[k], cells[0], val))
		if there.kind != stepLost {
			there.kind, there.before = stepFact, append(there.before, k)
			st = either(st, there)
		}
	}
	if hi != nil && arr.Shadow && !arr.Region {
		// A new block gets an owner. It is also enough that the addresses in the fact lie before it.
		var conds []cfa.Expr
		for _, c := range readsOf(f.list[k], arr) {
			conds = append(conds, normal(&cfa.Binary{Op: cfa.Lt, X: c.Idx, Y: lo}))
		}
		if other, ok := f.allOf(e.From, k, f.depth[k], conds); ok {
			other.before = append(other.before, k)
			st = either(st, other)
		}
	}
	return st
}

// firstOnly reports whether the address x, a variable, and y are equal for one value of another variable, and no other: a
// and a + i * 4 are equal if i is 0.
func firstOnly(x, y cfa.Expr) bool {
	if _, isVar := x.(*cfa.Var); !isVar {
		return false
	}
	is, ok := normal(&cfa.Binary{Op: cfa.Eq, X: x, Y: y}).(*cfa.Binary)
	return ok && ofOne(is)
}

// afterFillOfCell returns the step of fact k over a write to the cells of arr at lo <= i < hi, from the location l on, if k
// reads one cell of arr, stays true if this cell is written for the reasons in good, and is known to be one of these cells.
func (f *facts) afterFillOfCell(l *cfa.Loc, k int32, arr *cfa.Array, lo, hi cfa.Expr, good step) step {
	cells := readsOf(f.list[k], arr)
	if hi == nil || len(cells) != 1 || readsCells(cells[0].Idx) {
		return step{fact: k}
	}
	at := cells[0].Idx
	st, ok := f.allOf(l, k, f.depth[k], []cfa.Expr{
		normal(&cfa.Binary{Op: cfa.Le, X: lo, Y: at}),
		normal(&cfa.Binary{Op: cfa.Lt, X: at, Y: hi}),
	})
	if !ok {
		return step{fact: k}
	}
	st.before, st.bounds = append(st.before, good.before...), append(st.bounds, good.bounds...)
	return st
}

// otherBlocks returns the step of fact k over a store to arr, a record of lives (ofLives) or of sizes, for the object at
// lo. Fact k holds after the store if it held before, and the objects that it reads from arr are not at lo.
func (f *facts) otherBlocks(k int32, arr *cfa.Array, lo cfa.Expr) step {
	st := step{fact: k, kind: stepFact, before: []int32{k}}
	// If k may also hold because a pointer is null, this is enough for the other block, too.
	if list := alternatives(f.list[k]); len(list) == 2 && isNullTest(list[0]) && len(readsOf(list[0], arr)) == 0 {
		if s, ok := list[1].X.(*cfa.Select); ok && s.Arr == arr && (f.x.w.byHolders || mentions(list[0], s.Idx)) {
			j := f.add(&cfa.Binary{Op: cfa.Or, X: list[0], Y: &cfa.Binary{Op: cfa.Ne, X: s.Idx, Y: lo}}, f.depth[k])
			if j < 0 {
				return step{fact: k}
			}
			st.before = append(st.before, j)
			return st
		}
	}
	for _, c := range readsOf(f.list[k], arr) {
		j := f.add(&cfa.Binary{Op: cfa.Ne, X: c.Idx, Y: lo}, f.depth[k])
		if j < 0 {
			return step{fact: k}
		}
		st.before = append(st.before, j)
	}
	return st
}

// otherCell returns the step of fact k over a store at lo to arr, the flags of a region, from the location l on. The last
// alternative of fact k is that another cell is not initialized: it is in a block of another type. Then k holds after the store
// if it held before, and the two addresses differ.
func (f *facts) otherCell(l *cfa.Loc, k int32, arr *cfa.Array, lo, hi cfa.Expr) step {
	w, list := f.x.w, alternatives(f.list[k])
	last := len(list) - 1
	s, ok := list[last].X.(*cfa.Select)
	if !w.byHolders || hi != nil || w.dataOf[arr] == nil || !ok || s.Arr != arr || list[last].Op != cfa.Lt || s.Idx == cfa.Expr(w.any) || len(readsOf(f.list[k], arr)) != 1 {
		return step{fact: k}
	}
	apart, ok := normal(&cfa.Binary{Op: cfa.Ne, X: s.Idx, Y: lo}).(*cfa.Binary)
	if !ok {
		return step{fact: k}
	}
	return f.keptIf(l, k, anyOf(append(slices.Clone(list[:last]), apart)))
}

// isOlder reports whether b says that a block lies before the end of the heap.
func (w *program) isOlder(b *cfa.Binary) bool {
	return b.Op == cfa.Lt && w.heapEnd != nil && b.Y == cfa.Expr(w.heapEnd)
}

// olderBlock adds the fact b < end if fact k is b != end or end != b, where end is the end of the heap. Then k says
// that a block is not at the end of the heap, and it follows from b < end. Fact k may have other alternatives in front of this one.
func (f *facts) olderBlock(k int32) {
	list, end := alternatives(f.list[k]), f.x.w.heapEnd
	b := list[len(list)-1]
	older := func(x cfa.Expr) {
		is := &cfa.Binary{Op: cfa.Lt, X: x, Y: end}
		if len(list) == 1 {
			f.add(is, f.depth[k])
			return
		}
		f.followsFrom(k, anyOf(append(slices.Clone(list[:len(list)-1]), is)))
	}
	switch {
	case b.Op != cfa.Ne || end == nil || len(list) > 1 && !f.x.w.ofAll(f.list[k]):
	case b.Y == cfa.Expr(end):
		older(b.X)
	case b.X == cfa.Expr(end):
		older(b.Y)
	}
}

// temporary reports whether e is a temporary of the lowering.
func temporary(e cfa.Expr) bool {
	v, ok := e.(*cfa.Var)
	return ok && v.Kind == cfa.TempVar
}

// harmless reports whether a write of val to the cell of arr at lo keeps the fact b true, whether or not b reads this
// cell. Each alternative of b that reads arr has to compare one cell of arr, and to stay true for one of two reasons:
//   - The alternative is true of val.
//   - The alternative is false of the value that the cell at lo has before the write. So if the alternative holds, it is
//     about another cell. This case is for the sizes of blocks, where the value before a write is 0.
//
// The step st has the facts and bounds that show this.
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
		// A size is only stored where a block is made, and no block was at this address before: its size was 0.
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

// written returns a condition on the state before a write of val to the cell of arr at lo, or to all cells of arr if
// lo is nil. If the condition holds, fact holds after the write. Reads of arr at addresses that have another form
// than lo must read other cells.
func written(fact cfa.Expr, arr *cfa.Array, lo, val cfa.Expr) cfa.Expr {
	switch x := fact.(type) {
	case *cfa.Var, *cfa.Const:
		return x
	case *cfa.Select:
		if x.Arr == arr && (lo == nil || cfa.SameForm(x.Idx, lo)) {
			return val
		}
	case *cfa.Binary:
		return cfa.MkBinary(x.Op, written(x.X, arr, lo, val), written(x.Y, arr, lo, val))
	}
	return cfa.MapOperands(fact, func(e cfa.Expr) cfa.Expr { return written(e, arr, lo, val) })
}

// cellFirst returns b, with its sides swapped if only the right side is a cell.
func cellFirst(b *cfa.Binary) *cfa.Binary {
	if _, ok := b.Y.(*cfa.Select); ok {
		if _, ok := b.X.(*cfa.Select); !ok {
			return &cfa.Binary{Op: b.Op.Mirror(), X: b.Y, Y: b.X}
		}
	}
	return b
}

// comparesCell reports whether b compares a cell of arr, on its left side, with something that does not depend on
// arr. The cell's index must not depend on arr either.
func comparesCell(b *cfa.Binary, arr *cfa.Array) bool {
	s, ok := b.X.(*cfa.Select)
	return ok && s.Arr == arr && len(readsOf(s.Idx, arr)) == 0 && len(readsOf(b.Y, arr)) == 0
}

// asGood reports whether the comparison a of a cell of arr is true if the value of the cell is val, whatever the
// address of the cell is. It adds the reasons to st: bounds at l, or a fact about val if val is a flag that is copied from
// another cell, or a says that a character is not 0.
func (f *facts) asGood(st *step, l *cfa.Loc, a *cfa.Binary, arr *cfa.Array, val cfa.Expr) bool {
	a = cellFirst(a)
	if !comparesCell(a, arr) {
		return false
	}
	if why, ok := f.x.certain(l, cfa.MkBinary(a.Op, val, a.Y)); ok {
		st.bounds = append(st.bounds, why...)
		return true
	}
	from, isCell := val.(*cfa.Select)
	v, isVar := unwrap(val).(*cfa.Var)
	c, _ := cfa.IsConst(a.Y)
	notZero := f.x.w.tailed[arr] && a.Op == cfa.Ne && isConst(a.Y) && c.IsZero()
	if arr.Shadow && (isCell && from.Arr.Shadow || isVar && v.Shadow) && a.Op == cfa.Ge || (isCell || isVar) && notZero {
		if j := f.add(f.x.zeroTests(st, l, &cfa.Binary{Op: a.Op, X: val, Y: a.Y}), 0); j >= 0 {
			st.before = append(st.before, j)
			return true
		}
	}
	return false
}

// readsOf lists the cells of the array a that e reads.
func readsOf(e cfa.Expr, a *cfa.Array) (list []*cfa.Select) {
	cfa.Walk(e, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && s.Arr == a {
			list = append(list, s)
		}
	})
	return list
}

// oneCell reports whether op sets exactly one cell of a region.
func oneCell(op *cfa.Fill) bool {
	if op.Lo == nil || !op.Arr.Region {
		return false
	}
	s, ok := minus(op.Hi, op.Lo)
	size, constant := s.constant()
	return ok && constant && size.Equal(num.Of(op.Arr.Step))
}

// some reports whether lo < hi at l by bounds, so that there is an address i with lo <= i < hi.
func (f *facts) some(l *cfa.Loc, lo, hi cfa.Expr) bool {
	_, ok := f.x.certain(l, normal(&cfa.Binary{Op: cfa.Lt, X: lo, Y: hi}))
	return ok
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The steps of facts over writes to arrays. A fact about a cell that may be the one that is written stays true if the value
// is as good as what the fact says, or if the cell written is another one.

// afterWrite is the step over val written to the cell at lo of an array, or where hi is not nil to all from lo to
// before hi, or where both are nil to all.
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
	// It may be another cell or this one.
	if st, ok := f.harmless(e.From, b, arr, lo, val); ok {
		if list := alternatives(b); hi == nil && len(st.before) == 0 && len(list) < mostAlternatives {
			// The value is as good, so that it is enough that this is the cell.
			for _, s := range readsOf(b, arr) {
				if s.Arr.Shadow && temporary(s.Idx) != temporary(lo) && !slices.ContainsFunc(list, func(a *cfa.Binary) bool { return a.Op == cfa.Eq && (temporary(a.X) || temporary(a.Y)) }) {
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
	if arr.Lives && hi == nil {
		return f.otherBlocks(k, arr, lo)
	}
	return step{fact: k}
}

// otherBlocks is the step of fact k over the end of the life of the block at lo, where the blocks that the fact reads are
// other ones.
func (f *facts) otherBlocks(k int32, arr *cfa.Array, lo cfa.Expr) step {
	st := step{fact: k, kind: stepFact, before: []int32{k}}
	for _, c := range readsOf(f.list[k], arr) {
		j := f.add(&cfa.Binary{Op: cfa.Ne, X: c.Idx, Y: lo}, f.depth[k])
		if j < 0 {
			return step{fact: k}
		}
		st.before = append(st.before, j)
	}
	return st
}

// olderBlock adds the fact from which fact k follows if it says that a block does not lie at the end of the heap: that it
// lies before the end.
func (f *facts) olderBlock(k int32) {
	b, end := f.list[k], f.x.w.heapEnd
	if b.Op == cfa.Ne && end != nil && b.Y == cfa.Expr(end) {
		f.add(&cfa.Binary{Op: cfa.Lt, X: b.X, Y: end}, f.depth[k])
	}
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

// written is a fact after the cell at lo of an array has got a value, or where lo is nil all of its cells, in terms of what
// was before, if reads of the array with other forms of addresses read other cells.
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

// readsOf lists the cells of an array that an expression reads.
func readsOf(e cfa.Expr, a *cfa.Array) (list []*cfa.Select) {
	cfa.Walk(e, func(e cfa.Expr) {
		if s, ok := e.(*cfa.Select); ok && s.Arr == a {
			list = append(list, s)
		}
	})
	return list
}

// oneCell reports whether a fill sets one cell of a region.
func oneCell(op *cfa.Fill) bool {
	if op.Lo == nil || !op.Arr.Region {
		return false
	}
	s, ok := minus(op.Hi, op.Lo)
	size, constant := s.constant()
	return ok && constant && size.Equal(num.Of(op.Arr.Step))
}

// some reports whether there are addresses from lo to before hi at a location.
func (f *facts) some(l *cfa.Loc, lo, hi cfa.Expr) bool {
	_, ok := f.x.certain(l, normal(&cfa.Binary{Op: cfa.Lt, X: lo, Y: hi}))
	return ok
}

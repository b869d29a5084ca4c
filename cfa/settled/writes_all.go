package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// The steps of facts about all cells (cells.go), and of facts about elements (ranges.go), over writes to arrays.

// afterWriteOfAll is afterWrite for a fact k that is about all cells. lo is not nil.
func (f *facts) afterWriteOfAll(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	direct := w.direct(b, arr)
	if hi == nil && w.ofElements(b, arr) {
		return f.afterWriteInRange(e, k, arr, lo, val)
	}
	set := lost
	if hi != nil && w.upTo(alternatives(b)) {
		set = f.afterFillOfElements(e, k, arr, lo, hi, val)
	}
	if !direct {
		if st, ok := f.harmless(e.From, b, arr, lo, val); ok {
			st.fact, st.kind, st.before = k, stepFact, append(st.before, k)
			return either(set, st)
		}
		return either(set, f.otherCell(e.From, k, arr, lo, hi))
	}
	if hi != nil {
		return either(set, f.afterFillOfAll(e, k, arr, lo, hi, val))
	}
	if w.exceptAt(b, lo) {
		// The fact makes no claim about the cell that is written. So it is enough that it held before.
		return step{fact: k, kind: stepFact, before: []int32{k}}
	}
	// The fact has to hold for the cell that is written, with the new value, and, before, for the other cells. The
	// flag of the cell that is written is already 1, so that the alternative that it is not initialized is false. The
	// exception is a copy, which copies the flag together with the value.
	list := alternatives(b)
	unstored := 0
	if w.withoutPassed(b) != nil {
		unstored = 1
	}
	if s, ok := list[unstored].X.(*cfa.Select); ok && s.Arr == arr.Flags {
		rest := slices.Delete(slices.Clone(list), unstored, unstored+1)
		if _, copied := val.(*cfa.Select); copied {
			// This adds the fact without this alternative, from which the whole fact follows (findStronger).
			f.before(e.From, k, f.depth[k], w.about(written(anyOf(rest), arr, w.any, val), lo))
		} else {
			list = rest
		}
	}
	var more step
	if !f.othersAsGood(&more, e.From, list, arr, val) {
		return lost
	}
	var there cfa.Expr = cfa.ConstInt(0)
	for _, a := range slices.Backward(list) {
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

// othersAsGood reports whether the alternatives in the list that read cells of arr beside the one at any are true if such a cell
// gets the value val: it may be one that is written. It adds the reasons to st, as asGood does.
func (f *facts) othersAsGood(st *step, l *cfa.Loc, list []*cfa.Binary, arr *cfa.Array, val cfa.Expr) bool {
	return !slices.ContainsFunc(list, func(a *cfa.Binary) bool {
		return slices.ContainsFunc(readsOf(a, arr), func(s *cfa.Select) bool { return s.Idx != cfa.Expr(f.x.w.any) && !f.asGood(st, l, a, arr, val) })
	})
}

// afterFillOfElements returns the step over e of fact k, which is about the elements up to an index. The edge e writes val
// to the cells of arr at lo <= i < hi. Fact k holds after e if it is true of val and e writes to all of these elements: to
// the first one, and so to one at lo or later, and to the last one, before hi.
func (f *facts) afterFillOfElements(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	cells, past := readsOf(b, arr), alternatives(b)[1]
	if len(cells) == 0 || slices.ContainsFunc(cells, func(s *cfa.Select) bool { return !cfa.SameForm(s.Idx, cells[0].Idx) }) {
		return lost
	}
	at := cells[0].Idx
	var index sum
	if !index.add(at, num.Of(1)) || index.factor(w.any).Sign() <= 0 || readsCells(at) {
		return lost
	}
	why, ok := f.x.certain(e.From, written(b, arr, at, val))
	if !ok {
		return lost
	}
	last := past.Y
	if past.Op == cfa.Ge {
		last = cfa.MkBinary(cfa.Sub, last, cfa.ConstInt(1))
	}
	st, ok := f.allOf(e.From, k, f.depth[k], []cfa.Expr{
		normal(&cfa.Binary{Op: cfa.Le, X: lo, Y: w.about(at, cfa.ConstInt(0))}),
		normal(&cfa.Binary{Op: cfa.Lt, X: w.about(at, last), Y: hi}),
	})
	if !ok {
		return lost
	}
	st.bounds = append(st.bounds, why...)
	return st
}

// afterFillOfAll is afterWriteOfAll for a range of cells. The lowering fills cells first and their flags after them.
func (f *facts) afterFillOfAll(e *cfa.Edge, k int32, arr *cfa.Array, lo, hi, val cfa.Expr) step {
	w, b, lost := f.x.w, f.list[k], step{fact: k}
	var more step // the cells that k reads beside the one at any are not worse than before
	if !f.othersAsGood(&more, e.From, alternatives(b), arr, val) {
		return lost
	}
	if why, ok := f.x.certain(e.From, written(b, arr, w.any, val)); ok {
		why = append(why, more.bounds...)
		// The fact is true of cells with the value val. If its first alternatives are any < lo and any >= hi, it
		// makes no claim about other cells. Otherwise it has to hold before.
		outside := &cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Lt, X: w.any, Y: lo}, Y: &cfa.Binary{Op: cfa.Ge, X: w.any, Y: hi}}
		list := alternatives(b)
		if len(list) > 2 && cfa.SameForm(anyOf(list[:2]), outside) {
			if len(more.before) == 0 {
				return step{fact: k, kind: stepBounds, bounds: why}
			}
			return step{fact: k, kind: stepFact, before: more.before, bounds: why}
		}
		return step{fact: k, kind: stepFact, before: append(more.before, k), bounds: why}
	}
	// The fill sets the flags of cells whose values were set just before. So the fact has to hold before, and the other
	// alternatives have to be true of the cells in the range.
	list := alternatives(b)
	if s, ok := list[0].X.(*cfa.Select); !ok || s.Arr != arr || len(list)+1 > mostAlternatives {
		return lost
	}
	inside := append([]*cfa.Binary{{Op: cfa.Lt, X: w.any, Y: lo}, {Op: cfa.Ge, X: w.any, Y: hi}}, list[1:]...)
	j := f.add(anyOf(inside), f.depth[k])
	if j < 0 {
		return lost
	}
	return step{fact: k, kind: stepFact, before: append(more.before, k, j), bounds: more.bounds}
}

// ofElements reports whether b is about the elements of arr up to an index (ranges.go), or reads arr at an address that
// is made from any.
func (w *program) ofElements(b *cfa.Binary, arr *cfa.Array) bool {
	if list := alternatives(b); w.direct(b, arr) {
		return w.upTo(list)
	}
	return slices.ContainsFunc(readsOf(b, arr), func(s *cfa.Select) bool { return reads(s.Idx, w.any) && !readsCells(s.Idx) })
}

// upTo reports whether the list has the alternatives of a fact about the elements up to an index.
func (w *program) upTo(list []*cfa.Binary) bool {
	return len(list) > 2 && list[0].X == cfa.Expr(w.any) && list[0].Op == cfa.Lt && list[1].X == cfa.Expr(w.any) && (list[1].Op == cfa.Ge || list[1].Op == cfa.Gt)
}

// direct reports whether b reads the cell arr[any].
func (w *program) direct(b cfa.Expr, arr *cfa.Array) bool {
	return slices.ContainsFunc(readsOf(b, arr), func(s *cfa.Select) bool { return s.Idx == cfa.Expr(w.any) })
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about the cells of blocks to which some cell leads, such as the members of the nodes of a list.

// A linked fact says something of each initialized cell of a region that is at a given offset of a block with a holder:
//
//	stored(R)[any] < 1 || any < 9 || holder[any - 8] == 0 || R[any] >= 4096
//
// So it need not be true of a new block before something leads to the block.
type linked struct {
	arr    *cfa.Array
	offset num.Int
	except cfa.Expr    // the address of the cell about which nothing is said; nil: it is said of all
	is     *cfa.Binary // what is said of the cell at any
}

// linkedFact returns the fact l. A cell that it is about has an address of at least offset + 1, as no block is at the
// address 0.
func (w *program) linkedFact(l linked) *cfa.Binary {
	var list []*cfa.Binary
	if l.arr.Flags != nil {
		list = append(list, unstoredCell(&cfa.Select{Arr: l.arr, Idx: w.any}))
	}
	list = append(list, &cfa.Binary{Op: cfa.Lt, X: w.any, Y: cfa.ConstOf(l.offset.Add(num.Of(1)))}, w.standsFree(l.blockOf(w.any)))
	return anyOf(append(list, alternatives(l.is)...))
}

// blockOf returns the block of the cell at the address.
func (l linked) blockOf(cell cfa.Expr) cfa.Expr {
	return cfa.MkBinary(cfa.Sub, cell, cfa.ConstOf(l.offset))
}

// isLinked takes apart b if it is a linked fact.
func (w *program) isLinked(b *cfa.Binary) (l linked, ok bool) {
	if w.allBut(b) {
		l.except, b = b.X.(*cfa.Binary).Y, b.Y.(*cfa.Binary)
	}
	list := alternatives(b)
	if len(list) < 3 {
		return l, false
	}
	if flag, isCell := list[0].X.(*cfa.Select); isCell && w.dataOf[flag.Arr] != nil {
		l.arr, list = w.dataOf[flag.Arr], list[1:]
	} else if h, isCell := list[len(list)-1].X.(*cfa.Select); isCell && isHolder(h.Idx) {
		l.arr = h.Idx.(*cfa.Select).Arr
	}
	from, isConst := cfa.IsConst(list[0].Y)
	if l.arr == nil || !isConst || len(list) < 3 {
		return l, false
	}
	l.offset, l.is = from.Sub(num.Of(1)), anyOf(list[2:])
	return l, cfa.SameForm(b, w.linkedFact(l))
}

// linkedOver returns the step over e, a store, of fact k, which is the linked fact l.
func (f *facts) linkedOver(e *cfa.Edge, k int32, l linked) step {
	w, op, lost := f.x.w, e.Op.(*cfa.Store), step{fact: k}
	s, sets := settingBy(op)
	holding := readsHolders(l.is) // it is the fact holding
	switch {
	case sets && s.kind == holds:
		return f.linkedOverHold(e.From, k, l, s.block, holding)
	case sets && !holding:
		return f.keptIf(e.From, k)
	case sets && s.kind == clears:
		return f.keptIf(e.From, k, w.ifFree(s.block))
	case !sets && op.Arr != l.arr && op.Arr != l.arr.Flags:
		st, ok := f.harmless(e.From, l.is, op.Arr, op.Idx, op.Val)
		if !ok {
			return lost
		}
		st.fact, st.kind, st.before = k, stepFact, append(st.before, k)
		return st
	}
	at := op.Idx // the cell whose contents, flag or block changes
	if sets {
		c, isCell := s.block.(*cfa.Select)
		if !isCell || c.Arr != l.arr {
			return f.keptIf(e.From, k) // a cell of another region is not the holder of what a cell of l.arr holds
		}
		at = c.Idx
	}
	var more step
	if !sets && !f.othersAsGood(&more, e.From, alternatives(l.is), op.Arr, op.Val) {
		return lost // the fact may read a variable of the region, too, which this store changes
	}
	also := func(st step) step {
		st.before, st.bounds = append(st.before, more.before...), append(st.bounds, more.bounds...)
		return st
	}
	if l.except != nil && cfa.SameForm(l.except, at) {
		return also(f.keptIf(e.From, k))
	}
	block := expanded(l.blockOf(at))
	st := also(f.keptIf(e.From, k, w.ifFree(block)))
	if l.except != nil {
		return st
	}
	if sets {
		// The only element of a circular list leads to itself: then the block is released itself.
		itself := orElse(&cfa.Binary{Op: cfa.Eq, X: block, Y: s.block}, w.ifFree(block))
		own := orElse(w.standsFree(block), w.ifBlock(s.block, w.heldBy(s.block, s.block)))
		return either(st, f.keptIf(e.From, k, itself, own))
	}
	other := func(s *cfa.Select) bool { return s.Idx != cfa.Expr(w.any) }
	if op.Arr != l.arr || slices.ContainsFunc(readsOf(l.is, l.arr), other) {
		return st
	}
	// It is also enough that the fact holds for the other cells, and is true of the new value.
	is := w.about(written(l.is, op.Arr, w.any, op.Val), at)
	if j := f.but(k, at); j >= 0 {
		by := f.before(e.From, k, f.depth[k], cfa.MkBinary(cfa.Or, w.standsFree(block), is))
		if by.kind != stepLost {
			by.kind, by.before = stepFact, append(by.before, j)
			st = either(by, st)
		}
	}
	return st
}

// linkedOverHold returns the step of fact k, which is the linked fact l, over an edge from the location at. The edge makes
// some cell the holder of the block. Then the fact has to be true of the block's own cell, too, except if another cell has held the
// block before. If it is the fact holding, no cell holds the block before, or one whose own block has no holder.
func (f *facts) linkedOverHold(at *cfa.Loc, k int32, l linked, block cfa.Expr, holding bool) step {
	w := f.x.w
	if isConst(block) {
		return step{fact: k}
	}
	own := &cfa.Select{Arr: l.arr, Idx: cfa.MkBinary(cfa.Add, block, cfa.ConstOf(l.offset))}
	is := w.unlessNull(block, unlessUnstored(own, w.about(l.is, own.Idx).(*cfa.Binary)))
	if !holding {
		return f.keptIf(at, k, is)
	}
	if l.except != nil {
		is = orElse(&cfa.Binary{Op: cfa.Eq, X: own.Idx, Y: l.except}, is) // nothing is said of that cell
	}
	st := f.keptIf(at, k, w.ifFree(block), is)
	for _, c := range f.sources(block) {
		// The block has a holder before, so the fact is true of its own cell already.
		conds := []*cfa.Binary{w.ifBlock(block, w.heldBy(block, c)), w.ifBlock(block, atLeastOne(w.cellOf(c)))}
		if c, ok := c.(*cfa.Select); ok && c.Arr == l.arr && (l.except == nil || !cfa.SameForm(l.except, c.Idx)) {
			conds = append(conds, w.ifFree(expanded(l.blockOf(c.Idx))))
		}
		st = either(st, f.keptIf(at, k, conds...))
	}
	return st
}

// generaliseLinked finds a linked fact of which fact k is an instance. Fact k is about the given cell; list has the alternatives of the
// fact about all cells (generalise), the first of which is about the cell's flag, and needs has the facts that its use needs.
func (f *facts) generaliseLinked(k int32, cell *cfa.Select, list []*cfa.Binary, needs []int32) {
	w := f.x.w
	p, offset, ok := inBlock(cell.Idx)
	if !w.byHolders || !ok || cell.Arr.Flags == nil || len(list)+2 >= mostAlternatives || slices.ContainsFunc(list, func(a *cfa.Binary) bool { return readsHolders(a) || reads(a, w.heapEnd) }) {
		return
	}
	h := claims{others: alternatives(f.list[k])}
	j := f.add(h.or(w.isHeld(p)), 0)
	if j < 0 {
		return
	}
	all := w.linkedFact(linked{arr: cell.Arr, offset: offset, is: anyOf(list[1:])})
	f.addInBlock(k, all, cell, p, h, append(slices.Clone(needs), j))
}

// unlessUnstored returns the fact that b holds, or that the cell c is not initialized. It is enough that b holds. If c has an
// address in a new block, no cell of its region is initialized there.
func unlessUnstored(c *cfa.Select, b *cfa.Binary) *cfa.Binary {
	if c.Arr.Flags == nil {
		return b
	}
	return &cfa.Binary{Op: cfa.Or, X: unstoredCell(c), Y: b}
}

// unstoredCell returns the comparison that the cell c is not initialized.
func unstoredCell(c *cfa.Select) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Lt, X: &cfa.Select{Arr: c.Arr.Flags, Idx: c.Idx}, Y: cfa.ConstInt(1)}
}

// coversAll adds x <= y as a way for fact k to hold, if it has the alternatives any >= x and any < y: then each address satisfies
// one of them.
func (f *facts) coversAll(k int32) {
	w, list := f.x.w, alternatives(f.list[k])
	for _, a := range list {
		for _, b := range list {
			if a.Op == cfa.Ge && b.Op == cfa.Lt && a.X == cfa.Expr(w.any) && b.X == cfa.Expr(w.any) && !w.ofAll(&cfa.Binary{Op: cfa.Le, X: a.Y, Y: b.Y}) {
				f.followsFrom(k, &cfa.Binary{Op: cfa.Le, X: a.Y, Y: b.Y})
			}
		}
	}
}

// unstored adds ways for fact k to hold that has an alternative that a cell in a block is not initialized: its other
// alternatives, and the fact about all cells that a cell is initialized only if there is a block.
func (f *facts) unstored(k int32) {
	w, list := f.x.w, alternatives(f.list[k])
	i := slices.IndexFunc(list, func(a *cfa.Binary) bool {
		s, ok := a.X.(*cfa.Select)
		return ok && w.dataOf[s.Arr] != nil && a.Op == cfa.Lt
	})
	if i < 0 || w.heapEnd == nil || w.ofAll(f.list[k]) {
		return
	}
	flag := list[i].X.(*cfa.Select)
	p, offset, ok := inBlock(flag.Idx)
	if !ok {
		return
	}
	if len(list) > 1 {
		f.followsFrom(k, anyOf(slices.Delete(slices.Clone(list), i, i+1)))
		if hasForm(list, isNull(p)) && len(list) > 2 {
			f.followsFrom(k, w.unlessNull(p, list[i])) // the block may be of a type without such a cell
		}
		if p == cfa.Expr(w.heapEnd) {
			f.add(list[i], f.depth[k])
		}
		return
	}
	if p != cfa.Expr(w.heapEnd) {
		return
	}
	size := func(at cfa.Expr) *cfa.Select { return &cfa.Select{Arr: w.sizes, Idx: at} }
	all := anyOf([]*cfa.Binary{
		unstoredCell(&cfa.Select{Arr: w.dataOf[flag.Arr], Idx: w.any}),
		atLeastOne(size(cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(offset)))),
	})
	if j := f.add(isNull(size(p)), 0); j >= 0 {
		f.addInstance(k, &instance{all: all, at: flag.Idx, needs: []int32{j}, low: -1})
	}
	if w.byHolders && offset.Sign() >= 0 {
		// A fill may initialize cells of the region at other offsets, too. But all of them lie before the end of the heap.
		before := anyOf([]*cfa.Binary{unstoredCell(&cfa.Select{Arr: w.dataOf[flag.Arr], Idx: w.any}), {Op: cfa.Lt, X: w.any, Y: w.heapEnd}})
		f.addInstance(k, &instance{all: before, at: flag.Idx, low: -1})
	}
}

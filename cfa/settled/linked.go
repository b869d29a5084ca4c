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

// linkedFact returns the fact l.
func (w *program) linkedFact(l linked) *cfa.Binary {
	return anyOf(append([]*cfa.Binary{
		{Op: cfa.Lt, X: &cfa.Select{Arr: l.arr.Flags, Idx: w.any}, Y: cfa.ConstInt(1)},
		{Op: cfa.Lt, X: w.any, Y: cfa.ConstOf(l.offset.Add(num.Of(1)))},
		w.standsFree(cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(l.offset))),
	}, alternatives(l.is)...))
}

// isLinked takes apart b if it is a linked fact.
func (w *program) isLinked(b *cfa.Binary) (l linked, ok bool) {
	if w.allBut(b) {
		l.except, b = b.X.(*cfa.Binary).Y, b.Y.(*cfa.Binary)
	}
	list := alternatives(b)
	if len(list) < 4 {
		return l, false
	}
	flag, isCell := list[0].X.(*cfa.Select)
	from, isConst := cfa.IsConst(list[1].Y)
	if !isCell || !isConst || w.dataOf[flag.Arr] == nil {
		return l, false
	}
	l.arr, l.offset, l.is = w.dataOf[flag.Arr], from.Sub(num.Of(1)), anyOf(list[3:])
	return l, cfa.SameForm(b, w.linkedFact(l))
}

// linkedOver returns the step over e, a store, of fact k, which is the linked fact l.
func (f *facts) linkedOver(e *cfa.Edge, k int32, l linked) step {
	w, op, lost := f.x.w, e.Op.(*cfa.Store), step{fact: k}
	if s, sets := settingBy(op); sets {
		if s.kind != holds {
			return f.keptIf(e.From, k)
		}
		if isConst(s.block) {
			return lost
		}
		own := &cfa.Select{Arr: l.arr, Idx: cfa.MkBinary(cfa.Add, s.block, cfa.ConstOf(l.offset))}
		return f.keptIf(e.From, k, w.unlessNull(s.block, unlessUnstored(own, w.about(l.is, own.Idx).(*cfa.Binary))))
	}
	if op.Arr != l.arr && op.Arr != l.arr.Flags {
		st, ok := f.harmless(e.From, l.is, op.Arr, op.Idx, op.Val)
		if !ok {
			return lost
		}
		st.fact, st.kind, st.before = k, stepFact, append(st.before, k)
		return st
	}
	if l.except != nil {
		if cfa.SameForm(l.except, op.Idx) {
			return f.keptIf(e.From, k)
		}
		return lost
	}
	block := expanded(cfa.MkBinary(cfa.Sub, op.Idx, cfa.ConstOf(l.offset)))
	st := f.keptIf(e.From, k, w.ifBlock(block, w.standsFree(block)))
	if op.Arr == l.arr && !slices.ContainsFunc(readsOf(l.is, l.arr), func(s *cfa.Select) bool { return s.Idx != cfa.Expr(w.any) }) {
		is := w.about(written(l.is, op.Arr, w.any, op.Val), op.Idx)
		if j := f.but(k, op.Idx); j >= 0 {
			by := f.before(e.From, k, f.depth[k], cfa.MkBinary(cfa.Or, w.standsFree(block), is))
			if by.kind != stepLost {
				by.kind, by.before = stepFact, append(by.before, j)
				st = either(by, st)
			}
		}
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
	in := &instance{all: w.linkedFact(linked{arr: cell.Arr, offset: offset, is: anyOf(list[1:])}), at: cell.Idx, needs: append(slices.Clone(needs), j), low: -1}
	if !hasForm(h.others, isNull(p)) {
		in.least = atLeastOne(p)
		in.low = f.add(in.least, f.depth[k])
	}
	f.addInstance(k, in)
}

// unlessUnstored returns the fact that b holds, or that the cell c is not initialized. It is enough that b holds. If c has an
// address in a new block, no cell of its region is initialized there.
func unlessUnstored(c *cfa.Select, b *cfa.Binary) *cfa.Binary {
	if c.Arr.Flags == nil {
		return b
	}
	return &cfa.Binary{Op: cfa.Or, X: &cfa.Binary{Op: cfa.Lt, X: &cfa.Select{Arr: c.Arr.Flags, Idx: c.Idx}, Y: cfa.ConstInt(1)}, Y: b}
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
		{Op: cfa.Lt, X: &cfa.Select{Arr: flag.Arr, Idx: w.any}, Y: cfa.ConstInt(1)},
		atLeastOne(size(cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(offset)))),
	})
	if j := f.add(isNull(size(p)), 0); j >= 0 {
		f.addInstance(k, &instance{all: all, at: flag.Idx, needs: []int32{j}, low: -1})
	}
}

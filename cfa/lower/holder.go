package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Holders of blocks: which cell leads to a block.
//
// At the address of a block of the heap, the array "holder" has the address of the cell to which the program stored the
// block's address last. It has 0 there if the cell no longer leads to the block, or if the block has been freed. No
// operation of the program reads it, and slices omit it. Package settled follows it: two cells with the same contents
// cannot both be the holder, so the free of one block leaves other cells alone. Each store of a pointer is surrounded by
// two operations: the block to which the cell led has no holder any more (released), and then the block to which it leads has
// the cell as its holder. When a block is freed, the blocks to which its members lead are released.
//
// The idea of a ghost field with the only cell that leads to a block is from A. Murali, C. Rivera, P. Madhusudan: Predictable
// verification using intrinsic definitions. PLDI 2024.

// findHolders decides whether holders are followed: some block of the heap has a cell that leads to a block that may be
// freed.
func (l *lowerer) findHolders() {
	if !l.opt.Check.Has(Lifetime) || !l.opt.Check.Has(Free) || l.u.Driver != nil || l.opt.Arith != cfa.Machine {
		return
	}
	for _, b := range l.pts.Blocks() {
		if !b.Heap {
			continue
		}
		b.Class.EachPart(func(n *pointsto.Class) { l.holding = l.holding || l.holds(n) })
	}
}

// holds reports whether a cell of the class n may lead to a block that may be freed.
func (l *lowerer) holds(n *pointsto.Class) bool {
	to := l.pts.LeadsTo(n)
	return to != nil && n.Find().Has(pointsto.HoldsPointers) && l.frees(to)
}

// holderArray returns the array of the holders of blocks.
func (l *lowerer) holderArray() *cfa.Array {
	a := l.shadowArray(&l.shadow.holder, "holder", l.rangeOfPtr())
	a.Holders = true
	return a
}

// setHolders sets the holders of the blocks before op, a store of a pointer to a cell: the block to which the cell leads
// is released, and the block to which it is going to lead is held by the cell.
func (l *funcLowerer) setHolders(op cfa.Op, pos lang.Pos) {
	st, ok := op.(*cfa.Store)
	if !ok || !l.holding || !l.holders[st.Arr] {
		return
	}
	l.unhold(cfa.MkSelect(st.Arr, st.Idx).(*cfa.Select), pos)
	if k, isConst := cfa.IsConst(st.Val); !isConst || !k.IsZero() {
		l.append(&cfa.Store{Arr: l.holderArray(), Idx: st.Val, Val: st.Idx}, pos)
	}
}

// unhold makes the block to which the cell leads a block without a holder, if the cell is its holder.
func (l *funcLowerer) unhold(cell *cfa.Select, pos lang.Pos) {
	holder := cfa.MkSelect(l.holderArray(), cell)
	is := cfa.MkBinary(cfa.Eq, holder, cell.Idx)
	l.append(&cfa.Store{Arr: l.holderArray(), Idx: cell, Val: cfa.MkIte(is, cfa.ConstInt(0), holder)}, pos)
}

// unholdFreed releases the blocks to which the members of the block p lead, and then p, which is about to be freed. n is
// the class of p; nil: not known.
func (l *funcLowerer) unholdFreed(n *pointsto.Class, p cfa.Expr, pos lang.Pos) {
	if !l.holding {
		return
	}
	if n != nil && n.Find().View != nil {
		n.EachSpan(0, n.Find().View.Size, func(m *pointsto.Class, at, _ int64) {
			if m = m.Find(); len(m.Accesses) == 0 || !l.holds(m) {
				return
			}
			if r := l.regionOf(m); l.holders[r.arr] {
				l.unhold(cfa.MkSelect(r.arr, cfa.MkBinary(cfa.Add, p, cfa.ConstInt(at))).(*cfa.Select), pos)
			}
		})
	}
	l.append(&cfa.Store{Arr: l.holderArray(), Idx: p, Val: cfa.ConstInt(0)}, pos)
}

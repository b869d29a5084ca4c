package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about the holders of blocks, for structures that are freed block by block: lists, trees, and arrays of strings.
//
// The array "holder" has for each block of the heap the cell that leads to it (package cfa/lower, holder.go). A block with
// no holder is called free-standing: only variables lead to it. These facts are of use:
//
//	R[x] == 0 || holder[R[x]] == x       the cell x holds its block. As a block has one holder, two such cells lead to
//	                                     different blocks
//	holder[p] == 0                       p is free-standing, so that no cell holds it: after free(p), each other cell
//	                                     still holds its block
//	holder[any] == 0 || live[any] != 0   each block with a holder lives (held)
//	holder[any - 8] == 0 || R[any] == 0 || holder[R[any]] == any
//	                                     each cell at offset 8 of a block with a holder holds its block (holding)
//
// So in a list, each element but the first is held by the one before, and a variable leads to the first. Where the first
// is freed, the second one becomes free-standing. If there are n regions whose cells may hold blocks, the cell x of region i
// is written as n * x + i (cfa.Array.AsHolder).

// A setting is an operation on holders.
type setting struct {
	kind  settingKind
	block cfa.Expr // the block whose holder is set
	cell  cfa.Expr // the cell that holds the block from now on, or that does so no longer, as it is written in holders
}

type settingKind int8

const (
	releases settingKind = iota // if the cell holds the block, the block becomes free-standing
	holds                       // the cell holds the block
	clears                      // the block becomes free-standing
)

// settingBy returns what the store op does to holders. ok is false if it does nothing to them.
func settingBy(op *cfa.Store) (s setting, ok bool) {
	if op.Arr.Holders == 0 {
		return s, false
	}
	switch val := op.Val.(type) {
	case *cfa.Const:
		if val.Val.IsZero() {
			return setting{clears, op.Idx, nil}, true
		}
	case *cfa.Ite:
		c, ok := val.C.(*cfa.Binary)
		if !ok || c.Op != cfa.Eq {
			return s, false
		}
		return setting{releases, op.Idx, expanded(c.Y)}, true
	}
	return setting{holds, op.Idx, expanded(op.Val)}, true
}

// expanded returns e as a sum of products, in the form of sum.expr.
func expanded(e cfa.Expr) cfa.Expr {
	var s sum
	if !s.add(e, num.Of(1)) {
		return e
	}
	return s.expr()
}

// findHolders sets w.holder and, if blocks have holders, w.lives, w.sizes, w.cells, w.taken and w.meeting.
func (w *program) findHolders() {
	for _, a := range w.p.Arrays {
		switch {
		case a.Holders > 0:
			w.holder = a
		case a.Lives:
			w.lives = a
		case a.Sizes:
			w.sizes = a
		}
	}
	if w.lives == nil || w.sizes == nil {
		w.holder = nil
	}
	if w.holder == nil {
		return
	}
	w.cells, w.flow = map[*cfa.Var]cfa.Expr{}, w.p.Flow()
	for _, e := range w.p.Edges {
		op, ok := e.Op.(*cfa.Store)
		if !ok {
			continue
		}
		if s, ok := settingBy(op); ok && s.kind == releases {
			if v, isVar := s.block.(*cfa.Var); isVar {
				w.cells[v] = s.cell
			}
		}
	}
	w.findTaken()
	w.findMeeting()
}

// mayHold reports whether e is a cell that may hold a block: a cell of a region, or a variable that has taken the place of
// the only cell of a region.
func (w *program) mayHold(e cfa.Expr) bool {
	if v, ok := e.(*cfa.Var); ok {
		return w.cells[v] != nil
	}
	return isHolder(e)
}

// isHolder reports whether e is a cell of a region whose cells may hold blocks.
func isHolder(e cfa.Expr) bool {
	c, ok := e.(*cfa.Select)
	return ok && c.Arr.Holding > 0
}

// readsHolders reports whether e reads the holders of blocks.
func readsHolders(e cfa.Expr) (yes bool) {
	cfa.ExprReads(e, nil, func(a *cfa.Array) { yes = yes || a.Holders > 0 })
	return yes
}

// holderOf returns the holder of the block p.
func (w *program) holderOf(p cfa.Expr) *cfa.Select { return &cfa.Select{Arr: w.holder, Idx: p} }

// standsFree returns the comparison holder[p] == 0.
func (w *program) standsFree(p cfa.Expr) *cfa.Binary { return isNull(w.holderOf(p)) }

// isHeld returns the comparison holder[p] != 0.
func (w *program) isHeld(p cfa.Expr) *cfa.Binary { return isNot0(w.holderOf(p)) }

// isNot0 returns the comparison e != 0.
func isNot0(e cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Ne, X: e, Y: cfa.ConstInt(0)} }

// isLive returns the comparison live[p] != 0.
func (w *program) isLive(p cfa.Expr) *cfa.Binary { return isNot0(&cfa.Select{Arr: w.lives, Idx: p}) }

// heldBy returns the comparison holder[block] == x for the cell c at the address x (mayHold).
func (w *program) heldBy(block, c cfa.Expr) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Eq, X: w.holderOf(block), Y: w.cellOf(c)}
}

// holdsIts returns the comparison holder[c] == x for the cell c at the address x (mayHold).
func (w *program) holdsIts(c cfa.Expr) *cfa.Binary {
	return w.heldBy(c, c)
}

// cellOf returns how the cell c is written in holders (mayHold).
func (w *program) cellOf(c cfa.Expr) cfa.Expr {
	if v, ok := c.(*cfa.Var); ok {
		return w.cells[v]
	}
	s := c.(*cfa.Select)
	return expanded(s.Arr.AsHolder(s.Idx, w.holder.Holders))
}

// ifBlock returns the condition that b holds if p is a block: p == 0 || b. For the address p of an object this is b.
func (w *program) ifBlock(p cfa.Expr, b *cfa.Binary) *cfa.Binary {
	if k, isConst := cfa.IsConst(p); isConst && !k.IsZero() {
		return b
	}
	return w.unlessNull(p, b)
}

// atLeastOne returns the comparison e >= 1.
func atLeastOne(e cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Ge, X: e, Y: cfa.ConstInt(1)} }

// ifFree returns the condition that p is free-standing if it is a block.
func (w *program) ifFree(p cfa.Expr) *cfa.Binary { return w.ifBlock(p, w.standsFree(p)) }

// held returns the fact that each block with a holder lives.
func (w *program) held() *cfa.Binary {
	return anyOf([]*cfa.Binary{
		{Op: cfa.Lt, X: w.any, Y: cfa.ConstInt(1)},
		w.standsFree(w.any),
		w.isLive(w.any),
	})
}

// holding returns the fact that each initialized cell of the region arr that is at the given offset of a block with a
// holder holds its block.
func (w *program) holding(arr *cfa.Array, offset num.Int) *cfa.Binary {
	cell := &cfa.Select{Arr: arr, Idx: w.any}
	return w.linkedFact(linked{arr: arr, offset: offset, is: w.unlessNull(cell, w.holdsIts(cell))})
}

// inBlock returns the variable or cell p and the offset of the address p + offset of a cell in the block p.
func inBlock(address cfa.Expr) (p cfa.Expr, offset num.Int, ok bool) {
	var at sum
	if !at.add(address, num.Of(1)) || len(at.terms) != 1 || at.rest.Sign() < 0 || at.terms[0].by.Cmp(num.Of(1)) != 0 {
		return nil, offset, false
	}
	return at.terms[0].of, at.rest, isPointer(at.terms[0].of)
}

// A claim is an alternative of a fact that is about a holder: holder[block] == cell, holder[block] == 0, or
// holder[block] != 0.
type claim struct {
	is    *cfa.Binary // the alternative
	block cfa.Expr
	cell  cfa.Expr // the cell that holds the block, as it is written in holders; nil: the claim names no cell
	free  bool     // the block is free-standing; if this is not set and cell is nil, it is not
}

// claims has the alternatives of a fact about holders: those about holders, and the others.
type claims struct {
	list   []claim
	others []*cfa.Binary
}

// claimsOf takes apart the fact b. ok is false if b reads no holders, or in another way than claims do.
func claimsOf(b *cfa.Binary) (h claims, ok bool) {
	for _, a := range alternatives(b) {
		if !readsHolders(a) {
			h.others = append(h.others, a)
			continue
		}
		s, isCell := a.X.(*cfa.Select)
		if !isCell || s.Arr.Holders == 0 || readsHolders(a.Y) || readsHolders(s.Idx) || a.Op != cfa.Eq && !againstZero(a) {
			return h, false
		}
		c := claim{is: a, block: s.Idx, free: a.Op == cfa.Eq}
		if !againstZero(a) {
			c.cell, c.free = a.Y, false
		}
		h.list = append(h.list, c)
	}
	return h, len(h.list) > 0
}

// ofOneBlock reports whether all claims are about the same block.
func (h claims) ofOneBlock() bool {
	return !slices.ContainsFunc(h.list, func(c claim) bool { return !cfa.SameForm(c.block, h.list[0].block) })
}

// reach returns how much the depth of b is to be changed, a condition that reads holders. There are few facts of the forms at
// the head of this file, as they speak of variables and of the cells next to them. Other claims, that some cell holds some
// block or that a block was read from some cell, are of use only near the operation on holders from which they come.
func (w *program) reach(b *cfa.Binary) int8 {
	h, ok := claimsOf(b)
	if ok && slices.ContainsFunc(h.list, func(c claim) bool {
		return c.cell != nil && !(w.mayHold(c.block) && cfa.SameForm(c.cell, w.cellOf(c.block)))
	}) || slices.ContainsFunc(h.others, func(a *cfa.Binary) bool { return a.Op == cfa.Eq && !isConst(a.Y) }) {
		return 2
	}
	return -1
}

// or returns the fact that one of the comparisons in the list holds, or one of those other alternatives of h that say that
// something in the list is null. An alternative that occurs twice is left out. It returns nil if the fact is true because an
// alternative of h says that two addresses are equal, and the list that they are not.
func (h claims) or(list ...*cfa.Binary) *cfa.Binary {
	var all []*cfa.Binary
	for _, b := range h.others {
		if b.Op == cfa.Eq && slices.ContainsFunc(list, func(c *cfa.Binary) bool {
			return c.Op == cfa.Ne && (cfa.SameForm(b.X, c.X) && cfa.SameForm(b.Y, c.Y) || cfa.SameForm(b.X, c.Y) && cfa.SameForm(b.Y, c.X))
		}) {
			return nil
		}
		if of, zero := zeroTest(b); zero && slices.ContainsFunc(list, func(c *cfa.Binary) bool { return mentions(c, of) }) {
			all = append(all, b)
		}
	}
	for _, b := range list {
		if !hasForm(all, b) {
			all = append(all, b)
		}
	}
	return anyOf(all)
}

// orNullVar returns the disjunction of b and an alternative of h that says that a variable is null, which b does not mention. It
// returns nil if h has no such alternative.
func (h claims) orNullVar(b *cfa.Binary) *cfa.Binary {
	for _, a := range h.others {
		if v, isVar := a.X.(*cfa.Var); isVar && isNullTest(a) && !mentions(b, v) {
			return &cfa.Binary{Op: cfa.Or, X: a, Y: b}
		}
	}
	return nil
}

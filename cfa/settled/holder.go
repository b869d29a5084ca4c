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

// findHolders sets w.holder, w.lives and w.cells.
func (w *program) findHolders() {
	w.cells, w.into = map[*cfa.Var]cfa.Expr{}, map[any]map[*cfa.Var]bool{}
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
	for _, a := range w.p.Arrays {
		switch {
		case a.Holders > 0:
			w.holder = a
		case a.Lives:
			w.lives = a
		}
	}
	if w.lives == nil {
		w.holder = nil
	}
	w.findTaken()
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
func (w *program) isHeld(p cfa.Expr) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Ne, X: w.holderOf(p), Y: cfa.ConstInt(0)}
}

// holdsIts returns the comparison holder[c] == x for the cell c at the address x (mayHold).
func (w *program) holdsIts(c cfa.Expr) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Eq, X: w.holderOf(c), Y: w.cellOf(c)}
}

// cellOf returns how the cell c is written in holders (mayHold).
func (w *program) cellOf(c cfa.Expr) cfa.Expr {
	if v, ok := c.(*cfa.Var); ok {
		return w.cells[v]
	}
	s := c.(*cfa.Select)
	return expanded(s.Arr.AsHolder(s.Idx, w.holder.Holders))
}

// isNull returns the comparison p == 0.
func isNull(p cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Eq, X: p, Y: cfa.ConstInt(0)} }

// unlessIsNull returns the condition p == 0 || b. For a p that is not 0, this is b.
func unlessIsNull(p cfa.Expr, b *cfa.Binary) *cfa.Binary {
	if k, isConst := cfa.IsConst(p); isConst && !k.IsZero() {
		return b
	}
	return &cfa.Binary{Op: cfa.Or, X: isNull(p), Y: b}
}

// atLeastOne returns the comparison e >= 1.
func atLeastOne(e cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Ge, X: e, Y: cfa.ConstInt(1)} }

// held returns the fact that each block with a holder lives.
func (w *program) held() *cfa.Binary {
	return anyOf([]*cfa.Binary{
		{Op: cfa.Lt, X: w.any, Y: cfa.ConstInt(1)},
		w.standsFree(w.any),
		{Op: cfa.Ne, X: &cfa.Select{Arr: w.lives, Idx: w.any}, Y: cfa.ConstInt(0)},
	})
}

// holding returns the fact that each initialized cell of the region arr that is at the given offset of a block with a
// holder holds its block. Such a cell has an address of at least offset + 1, as no block is at the address 0.
func (w *program) holding(arr *cfa.Array, offset num.Int) *cfa.Binary {
	cell := &cfa.Select{Arr: arr, Idx: w.any}
	list := []*cfa.Binary{
		{Op: cfa.Lt, X: w.any, Y: cfa.ConstOf(offset.Add(num.Of(1)))},
		w.standsFree(cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(offset))),
		isNull(cell),
		w.holdsIts(cell),
	}
	if arr.Flags != nil {
		list = append([]*cfa.Binary{{Op: cfa.Lt, X: &cfa.Select{Arr: arr.Flags, Idx: w.any}, Y: cfa.ConstInt(1)}}, list...)
	}
	return anyOf(list)
}

// isHolding reports whether b is a fact that holding returns, and for which region and offset. If b makes no claim about one
// cell (but), this is the cell at the address except; otherwise except is nil.
func (w *program) isHolding(b *cfa.Binary) (arr *cfa.Array, offset num.Int, except cfa.Expr, ok bool) {
	if w.allBut(b) {
		except, b = b.X.(*cfa.Binary).Y, b.Y.(*cfa.Binary)
	}
	list := alternatives(b)
	h, isHolder := list[len(list)-1].X.(*cfa.Select)
	if !isHolder || h.Arr.Holders == 0 || len(list) < 4 {
		return nil, offset, nil, false
	}
	c, isCell := h.Idx.(*cfa.Select)
	at, isConst := cfa.IsConst(list[len(list)-4].Y)
	if !isCell || !isConst {
		return nil, offset, nil, false
	}
	offset = at.Sub(num.Of(1))
	return c.Arr, offset, except, cfa.SameForm(b, w.holding(c.Arr, offset))
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
// something in the list is null. An alternative that occurs twice is left out.
func (h claims) or(list ...*cfa.Binary) *cfa.Binary {
	var all []*cfa.Binary
	for _, b := range h.others {
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

// unless returns the fact that b holds, or, if h has the alternative that the block of c is null, that p is null: if p is
// null and the block of c is not, they are different blocks. A b of nil is true, and so is the result.
func (h claims) unless(c claim, p cfa.Expr, b *cfa.Binary) *cfa.Binary {
	if b == nil {
		return nil
	}
	if hasForm(h.others, isNull(c.block)) && !isConst(p) {
		return h.or(isNull(p), b)
	}
	return h.or(b)
}

// overHolders returns the step over e, a store, of fact k, which is about holders. ok is false if the steps of other facts
// are right for it, too.
func (f *facts) overHolders(e *cfa.Edge, k int32) (st step, ok bool) {
	w, b, op := f.x.w, f.list[k], e.Op.(*cfa.Store)
	if cfa.SameForm(b, w.held()) {
		return f.heldOver(e, k), true
	}
	if arr, offset, except, ok := w.isHolding(b); ok {
		return f.holdingOver(e, k, arr, offset, except), true
	}
	if l, ok := w.isLinked(b); ok {
		return f.linkedOver(e, k, l), true
	}
	h, ok := claimsOf(b)
	s, sets := settingBy(op)
	switch {
	case w.ofAll(b) || !ok:
		return step{fact: k}, sets
	case !sets:
		return f.cellsOver(e, k, h), true
	}
	st = f.claimsOver(e, k, h, s, nil)
	if s.kind == holds {
		for _, c := range f.sources(s.block) {
			st = either(st, f.claimsOver(e, k, h, s, c))
		}
	}
	if p := h.list[0]; s.kind == releases && len(h.list) == 1 && p.free && w.mayComeFrom(p.block, s.block) {
		// It is also enough that the block is the one that is released, and that the cell holds it.
		is := h.or(p.is, &cfa.Binary{Op: cfa.Eq, X: p.block, Y: s.block})
		if cfa.SameForm(p.block, s.block) {
			is = nil
		}
		st = either(st, f.ifAll(e.From, k, is, h.or(p.is, &cfa.Binary{Op: cfa.Eq, X: p.is.X, Y: s.cell})))
	}
	return st, true
}

// mayComeFrom reports whether the variable p may have been read from a cell like c, and has perhaps been passed on since.
func (w *program) mayComeFrom(p, c cfa.Expr) bool {
	v, ok := p.(*cfa.Var)
	if !ok || p == c {
		return ok
	}
	var from any = c
	if s, ok := c.(*cfa.Select); ok {
		from = s.Arr
	}
	if w.into[from] == nil {
		w.into[from] = w.flowsInto(from)
	}
	return w.into[from][v]
}

// flowsInto returns the variables that may have a value that was read from a variable or an array.
func (w *program) flowsInto(from any) map[*cfa.Var]bool {
	found, arrays, changed := map[*cfa.Var]bool{}, map[any]bool{from: true}, true
	comes := func(e cfa.Expr) bool {
		switch e := e.(type) {
		case *cfa.Var:
			return found[e] || arrays[e]
		case *cfa.Select:
			return arrays[e.Arr]
		}
		return false
	}
	set := func(v *cfa.Var, e cfa.Expr) {
		if v != nil && !found[v] && comes(e) {
			found[v], changed = true, true
		}
	}
	for changed {
		changed = false
		for _, e := range w.p.Edges {
			switch op := e.Op.(type) {
			case *cfa.Assign:
				set(op.LHS, op.RHS)
			case *cfa.Store:
				if op.Arr.Holding > 0 && !arrays[op.Arr] && comes(op.Val) {
					arrays[op.Arr], changed = true, true
				}
			case *cfa.Call:
				for i, v := range op.Callee.Params {
					set(v, op.Args[i])
				}
				for i, v := range op.Results {
					set(v, op.Callee.Results[i])
				}
			}
		}
	}
	return found
}

// sources lists the cells from which the block p may have been read: p itself, or what is assigned to p.
func (f *facts) sources(p cfa.Expr) (list []cfa.Expr) {
	if f.x.w.mayHold(p) {
		return []cfa.Expr{p}
	}
	v, ok := p.(*cfa.Var)
	if !ok {
		return nil
	}
	for _, e := range f.setsVar[v] {
		if a, ok := e.Op.(*cfa.Assign); ok && f.x.w.mayHold(a.RHS) && !reads(a.RHS, v) && !hasForm(list, a.RHS) {
			list = append(list, a.RHS)
		}
	}
	return list
}

// readsCellHolder reports whether b has an alternative that the block of a cell that may hold it is free-standing. No such fact
// is of use: the cell holds the block, or nothing is known of it.
func (w *program) readsCellHolder(b *cfa.Binary) bool {
	return w.byHolders && slices.ContainsFunc(alternatives(b), func(a *cfa.Binary) bool {
		s, ok := a.X.(*cfa.Select)
		return ok && s.Arr.Holders > 0 && a.Op == cfa.Eq && againstZero(a) && isHolder(s.Idx)
	})
}

// withoutFreeCells returns b without the alternatives of readsCellHolder. It returns nil if no other alternative says more
// than that something is null.
func (w *program) withoutFreeCells(b *cfa.Binary) *cfa.Binary {
	list := slices.DeleteFunc(slices.Clone(alternatives(b)), w.readsCellHolder)
	if !slices.ContainsFunc(list, func(a *cfa.Binary) bool { return a.Op != cfa.Eq || !againstZero(a) || readsHolders(a) }) {
		return nil
	}
	return anyOf(list)
}

// ifAll returns the step in which fact k holds if all conditions hold at l. A condition of nil is true.
func (f *facts) ifAll(l *cfa.Loc, k int32, conds ...*cfa.Binary) step {
	var list []cfa.Expr
	for _, c := range conds {
		if c == nil {
			continue
		}
		is := normal(c)
		if b, ok := is.(*cfa.Binary); ok && f.x.w.readsCellHolder(b) {
			if b = f.x.w.withoutFreeCells(b); b == nil {
				return step{fact: k}
			}
			is = b
		}
		list = append(list, is)
	}
	st, ok := f.allOf(l, k, min(f.depth[k], mostIndexed), list)
	if !ok {
		return step{fact: k}
	}
	return st
}

// claimsOver returns the step over e of fact k, which makes the claims h. The edge e does s to holders. Each claim that
// was true before has to stay true. If a claim is that a cell holds a block, the holder of another block is set: this block
// is free-standing, or it is held by the cell from, if from is not nil.
func (f *facts) claimsOver(e *cfa.Edge, k int32, h claims, s setting, from cfa.Expr) step {
	w, l := f.x.w, e.From
	keep, conds := slices.Clone(h.others), []*cfa.Binary(nil)
	for _, c := range h.list {
		same := cfa.SameForm(c.block, s.block)
		other := func() *cfa.Binary { return h.unless(c, s.block, w.apart(c.block, s.block)) }
		switch {
		case c.cell != nil && s.kind == releases:
			if cfa.SameForm(c.cell, s.cell) {
				continue
			}
			// If both cells lead to one block, the cell of s is not its holder.
			if d := w.apart(c.cell, s.cell); d != nil {
				conds = append(conds, h.or(d))
			}
		case c.cell != nil && s.kind == holds && same && cfa.SameForm(c.cell, s.cell):
			return step{fact: k, kind: stepBounds}
		case c.cell != nil && from == nil:
			conds = append(conds, h.unless(c, s.block, w.standsFree(s.block)), h.or(atLeastOne(c.cell)))
		case c.cell != nil:
			if cfa.SameForm(c.cell, w.cellOf(from)) {
				continue // the block gets another holder
			}
			conds = append(conds, h.unless(c, s.block, &cfa.Binary{Op: cfa.Eq, X: w.holderOf(s.block), Y: w.cellOf(from)}))
			if d := w.apart(c.cell, w.cellOf(from)); d != nil {
				conds = append(conds, h.or(d))
			}
		case c.free && s.kind == holds && same:
			continue
		case c.free && s.kind == holds:
			conds = append(conds, other())
		case c.free:
		case s.kind == holds:
			conds = append(conds, h.or(atLeastOne(s.cell)))
		default:
			conds = append(conds, other())
		}
		keep = append(keep, c.is)
	}
	switch {
	case len(keep) == 0:
		return step{fact: k}
	case len(keep) < len(h.others)+len(h.list):
		if len(h.list) > 1 {
			return f.ifAll(l, k, append(conds, anyOf(keep))...)
		}
		return f.before(l, k, f.depth[k], anyOf(keep))
	}
	st := f.ifAll(l, k, conds...)
	if st.kind != stepLost {
		st.before = append(st.before, k)
	}
	return st
}

// apart returns the comparison x != y. Of two variables, the older one is on the left. It returns nil if x and y always
// differ, as they name cells of different regions.
func (w *program) apart(x, y cfa.Expr) *cfa.Binary {
	b := &cfa.Binary{Op: cfa.Ne, X: x, Y: y}
	if s, ok := minus(x, y); ok {
		n := num.Of(int64(w.holder.Holders))
		multiple := func(k num.Int) bool { return k.Quo(n).Mul(n).Equal(k) }
		if !multiple(s.rest) && !slices.ContainsFunc(s.terms, func(t scaled) bool { return !multiple(t.by) }) {
			return nil
		}
		if is, ok := s.compare(cfa.Ne).(*cfa.Binary); ok {
			b = is
		}
	}
	v, isVar := b.X.(*cfa.Var)
	u, areVars := b.Y.(*cfa.Var)
	if isVar && areVars && u.ID < v.ID {
		return &cfa.Binary{Op: cfa.Ne, X: u, Y: v}
	}
	return b
}

// cellsOver returns the step over e, a store to a cell, of fact k, which makes the claims h: the fact, with the new value in
// the place of the cell, has to hold before, and the other cells that it reads are not the one that is written.
func (f *facts) cellsOver(e *cfa.Edge, k int32, h claims) step {
	op := e.Op.(*cfa.Store)
	after, ok := written(f.list[k], op.Arr, op.Idx, op.Val).(*cfa.Binary)
	if !ok {
		return step{fact: k}
	}
	conds := []*cfa.Binary{after}
	for _, c := range readsOf(after, op.Arr) {
		if d := f.x.w.apart(c.Idx, op.Idx); d != nil && !mentions(op.Val, c) {
			conds = append(conds, h.or(d))
		}
	}
	return f.ifAll(e.From, k, conds...)
}

// keptIf returns the step in which fact k holds because it held before, and the conditions hold at l.
func (f *facts) keptIf(l *cfa.Loc, k int32, conds ...*cfa.Binary) step {
	st := f.ifAll(l, k, conds...)
	if st.kind != stepLost {
		st.before = append(st.before, k)
	}
	return st
}

// heldOver returns the step over e, a store, of fact k, which is held().
func (f *facts) heldOver(e *cfa.Edge, k int32) step {
	w, op, l := f.x.w, e.Op.(*cfa.Store), e.From
	if s, sets := settingBy(op); sets {
		if s.kind == holds {
			lives := &cfa.Binary{Op: cfa.Ne, X: &cfa.Select{Arr: w.lives, Idx: s.block}, Y: cfa.ConstInt(0)}
			return f.keptIf(l, k, unlessIsNull(s.block, lives))
		}
		return f.keptIf(l, k)
	}
	if c, isConst := cfa.IsConst(op.Val); op.Arr != w.lives || !isConst {
		return step{fact: k}
	} else if !c.IsZero() {
		return f.keptIf(l, k)
	}
	return f.keptIf(l, k, unlessIsNull(op.Idx, w.standsFree(op.Idx)))
}

// holdingOver returns the step over e, a store, of fact k, which is the fact holding(arr, offset). It makes no claim about
// the cell at the address except, if this is not nil.
func (f *facts) holdingOver(e *cfa.Edge, k int32, arr *cfa.Array, offset num.Int, except cfa.Expr) step {
	w, op, l := f.x.w, e.Op.(*cfa.Store), e.From
	at := op.Idx // the cell whose contents, flag or block changes
	blockOf := func(cell cfa.Expr) cfa.Expr { return expanded(cfa.MkBinary(cfa.Sub, cell, cfa.ConstOf(offset))) }
	free := func(p cfa.Expr) *cfa.Binary { return unlessIsNull(p, w.standsFree(p)) }
	s, sets := settingBy(op)
	if sets && s.kind == holds {
		// The fact has to be true of the block's own cell, too, as it now has a holder. No cell holds the block before, or
		// one whose own block has no holder.
		if isConst(s.block) {
			return step{fact: k}
		}
		own := &cfa.Select{Arr: arr, Idx: cfa.MkBinary(cfa.Add, s.block, cfa.ConstOf(offset))}
		is := &cfa.Binary{Op: cfa.Or, X: isNull(s.block), Y: f.unlessUnstored(own, anyOf([]*cfa.Binary{isNull(own), w.holdsIts(own)}))}
		st := f.keptIf(l, k, free(s.block), is)
		for _, c := range f.sources(s.block) {
			conds := []*cfa.Binary{is, unlessIsNull(s.block, &cfa.Binary{Op: cfa.Eq, X: w.holderOf(s.block), Y: w.cellOf(c)})}
			if c, ok := c.(*cfa.Select); ok && c.Arr == arr {
				conds = append(conds, free(blockOf(c.Idx)))
			}
			st = either(st, f.keptIf(l, k, conds...))
		}
		return st
	}
	if sets && s.kind == clears {
		return f.keptIf(l, k, free(s.block))
	}
	if sets {
		c, isCell := s.block.(*cfa.Select)
		if !isCell || c.Arr != arr {
			return f.keptIf(l, k) // a cell of another region is not the holder of what a cell of arr holds
		}
		at = c.Idx
	}
	switch {
	case except != nil && cfa.SameForm(except, at):
		return f.keptIf(l, k)
	case except != nil:
		return step{fact: k}
	}
	st := f.keptIf(l, k, free(blockOf(at)))
	if j := f.but(k, at); !sets && op.Arr == arr && j >= 0 {
		cell := &cfa.Binary{Op: cfa.Eq, X: w.holderOf(op.Val), Y: w.cellOf(&cfa.Select{Arr: arr, Idx: at})}
		is := f.before(l, k, f.depth[k], anyOf([]*cfa.Binary{w.standsFree(blockOf(at)), isNull(op.Val), cell}))
		if is.kind != stepLost {
			is.kind, is.before = stepFact, append(is.before, j)
			st = either(is, st)
		}
	}
	return st
}

// A linked fact says something of each initialized cell of a region that is at a given offset of a block with a holder:
//
//	stored(R)[any] < 1 || any < 9 || holder[any - 8] == 0 || R[any] >= 4096
//
// So it need not be true of a new block before something leads to the block.
type linked struct {
	arr    *cfa.Array
	offset num.Int
	except cfa.Expr    // the address of the cell about which nothing is said; nil: there is none
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
		return f.keptIf(e.From, k, &cfa.Binary{Op: cfa.Or, X: isNull(s.block), Y: f.unlessUnstored(own, w.about(l.is, own.Idx).(*cfa.Binary))})
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
	st := f.keptIf(e.From, k, unlessIsNull(block, w.standsFree(block)))
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
func (f *facts) unlessUnstored(c *cfa.Select, b *cfa.Binary) *cfa.Binary {
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
	} else if p == cfa.Expr(w.heapEnd) {
		sizes := w.sizes()
		size := func(at cfa.Expr) *cfa.Select { return &cfa.Select{Arr: sizes, Idx: at} }
		all := anyOf([]*cfa.Binary{
			{Op: cfa.Lt, X: &cfa.Select{Arr: flag.Arr, Idx: w.any}, Y: cfa.ConstInt(1)},
			atLeastOne(size(cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(offset)))),
		})
		if j := f.add(isNull(size(p)), 0); sizes != nil && j >= 0 {
			f.addInstance(k, &instance{all: all, at: flag.Idx, needs: []int32{j}, low: -1})
		}
	}
	if len(list) > 1 && p == cfa.Expr(w.heapEnd) {
		f.add(list[i], f.depth[k])
	}
}

// sizes returns the record of the sizes of blocks, or nil.
func (w *program) sizes() *cfa.Array {
	if i := slices.IndexFunc(w.p.Arrays, func(a *cfa.Array) bool { return a.Sizes }); i >= 0 {
		return w.p.Arrays[i]
	}
	return nil
}

// byHolder finds the ways in which fact k follows from facts about holders.
func (f *facts) byHolder(k int32) {
	w, b := f.x.w, f.list[k]
	if !w.byHolders || w.ofAll(b) {
		return
	}
	list := alternatives(b)
	last := list[len(list)-1]
	f.unstored(k)
	if p := w.wasHeld(b); p != nil {
		f.byOlder(k, p)
		return
	}
	if h, ok := claimsOf(b); ok {
		c := h.list[0]
		switch {
		case len(h.list) > 1:
			for _, c := range h.list {
				f.followsFrom(k, h.or(c.is))
			}
		case c.cell != nil:
			f.byHolding(k, h)
		case c.free:
			f.ofNewBlock(k, c.block)
			f.unlessTrailing(k, h)
		case w.mayHold(c.block) && hasForm(h.others, isNull(c.block)):
			// The block of a cell that holds it has a holder.
			f.followsFrom(k, h.or(w.holdsIts(c.block)), h.or(atLeastOne(w.cellOf(c.block))))
		}
		return
	}
	s, isCell := last.X.(*cfa.Select)
	switch {
	case isCell && s.Arr == w.lives && last.Op == cfa.Ne && againstZero(last):
		// The block of a cell that holds it lives.
		if !w.mayHold(s.Idx) || !hasForm(list, isNull(s.Idx)) {
			return
		}
		own := f.add(anyOf(append(slices.Clone(list[:len(list)-1]), w.holdsIts(s.Idx))), f.depth[k])
		if least := atLeastOne(w.cellOf(s.Idx)); own >= 0 {
			f.addInstance(k, &instance{all: w.held(), at: s.Idx, needs: []int32{own}, least: least, low: f.add(least, f.depth[k])})
		}
	case last.Op == cfa.Ne:
		f.apartByHolder(k, list, last.X, last.Y)
		f.apartByHolder(k, list, last.Y, last.X)
	}
}

// followsFrom adds the facts in the list, from which together fact k follows.
func (f *facts) followsFrom(k int32, list ...*cfa.Binary) {
	var p pair
	for _, b := range list {
		if b == nil {
			continue
		}
		b, ok := normal(b).(*cfa.Binary)
		if !ok || isConst(b.X) && isConst(b.Y) {
			continue // it is true, as it compares constants
		}
		j := f.add(b, f.depth[k])
		if j < 0 {
			return
		}
		p = append(p, j)
	}
	if !slices.ContainsFunc(f.pairs[k], func(o pair) bool { return slices.Equal(o, p) }) {
		f.pairs[k] = append(f.pairs[k], p)
	}
}

// byHolding makes fact k an instance of a fact holding. Fact k makes one claim: that a cell holds its block.
func (f *facts) byHolding(k int32, h claims) {
	w, c := f.x.w, h.list[0]
	if !isHolder(c.block) {
		return
	}
	cell := c.block.(*cfa.Select)
	p, offset, ok := inBlock(cell.Idx)
	if !ok || !cfa.SameForm(c.cell, w.cellOf(cell)) {
		return
	}
	without := claims{}
	without.others = slices.DeleteFunc(slices.Clone(h.others), func(a *cfa.Binary) bool { return cfa.SameForm(a, isNull(cell)) })
	if len(without.others) == len(h.others) {
		return
	}
	in := &instance{all: w.holding(cell.Arr, offset), at: cell.Idx, low: -1}
	in.needs = append(in.needs, f.add(without.or(w.isHeld(p)), f.depth[k]))
	if flags := cell.Arr.Flags; flags != nil {
		in.needs = append(in.needs, f.add(without.or(&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: flags, Idx: cell.Idx}, Y: cfa.ConstInt(1)}), 0))
	}
	if slices.Contains(in.needs, -1) {
		return
	}
	if !hasForm(without.others, isNull(p)) {
		in.least = atLeastOne(p)
		in.low = f.add(in.least, f.depth[k])
	}
	f.addInstance(k, in)
	if len(without.others) == 0 {
		for _, v := range f.tested {
			if mentions(f.list[k], v) && !cfa.SameForm(v, cell) {
				f.add(w.unlessNull(v, f.list[k]), f.depth[k])
			}
		}
	}
}

// ofNewBlock makes fact k an instance of the fact held. Fact k says that p has no holder, which is so if p is the end of the
// heap: no block lives there.
func (f *facts) ofNewBlock(k int32, p cfa.Expr) {
	w := f.x.w
	if w.heapEnd == nil || p != cfa.Expr(w.heapEnd) {
		return
	}
	j := f.add(&cfa.Binary{Op: cfa.Eq, X: &cfa.Select{Arr: w.lives, Idx: p}, Y: cfa.ConstInt(0)}, f.depth[k])
	if j >= 0 {
		f.addInstance(k, &instance{all: w.held(), at: p, needs: []int32{j}, least: atLeastOne(p), low: -1})
	}
}

// unlessTrailing adds weaker forms of fact k, which says that the variable p is free-standing: v == 0 || k and v != 0 || k,
// for pointers v that trail behind p: the procedure assigns p to v and tests v, and it moves p along, as in p = p->next. The
// first element of a list is free-standing, and then no pointer trails behind it.
func (f *facts) unlessTrailing(k int32, h claims) {
	p, ok := h.list[0].block.(*cfa.Var)
	walks := slices.ContainsFunc(f.setsVar[p], func(e *cfa.Edge) bool {
		a, ok := e.Op.(*cfa.Assign)
		return ok && isHolder(a.RHS) && reads(a.RHS, p)
	})
	if !ok || !walks || len(h.others) > 1 || len(h.others) == 1 && !cfa.SameForm(h.others[0], isNull(p)) {
		return
	}
	for _, t := range f.tested {
		v, ok := t.(*cfa.Var)
		if !ok || v == p || mentions(f.list[k], v) || !slices.ContainsFunc(f.setsVar[v], func(e *cfa.Edge) bool {
			a, ok := e.Op.(*cfa.Assign)
			return ok && a.RHS == cfa.Expr(p)
		}) {
			continue
		}
		for _, zero := range []bool{true, false} {
			unless := &cfa.Binary{Op: cfa.Eq, X: v, Y: cfa.ConstInt(0)}
			if zero {
				unless.Op = cfa.Ne
			}
			if j := f.add(&cfa.Binary{Op: cfa.Or, X: unless, Y: f.list[k]}, f.depth[k]); j >= 0 {
				f.released = append(f.released, released{k, v, zero, j})
			}
		}
	}
}

// apartByHolder finds facts from which fact k follows, which has the alternatives in list and says in the last one that x is
// not y: x is a cell that holds its block, and y has no holder, or another one.
func (f *facts) apartByHolder(k int32, list []*cfa.Binary, x, y cfa.Expr) {
	w := f.x.w
	if !w.mayHold(x) || !isPointer(y) {
		return
	}
	h := claims{others: list[:len(list)-1]}
	own := h.or(isNull(x), w.holdsIts(x))
	f.followsFrom(k, own, h.or(w.standsFree(y)), h.or(atLeastOne(y)), atLeastOne(w.cellOf(x)))
	if w.mayHold(y) && !cfa.SameForm(x, y) {
		f.followsFrom(k, own, h.or(isNull(y), w.holdsIts(y)), h.or(atLeastOne(y)), w.apart(w.cellOf(x), w.cellOf(y)))
	}
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Facts about the holders of blocks, for structures that are freed block by block: lists, and arrays of strings.
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
// is freed, the second one becomes free-standing.

// A setting is an operation on holders.
type setting struct {
	kind  settingKind
	block cfa.Expr // the block whose holder is set
	cell  cfa.Expr // the address of the cell that holds the block from now on, or that does so no longer; nil: none
}

type settingKind int8

const (
	unhold settingKind = iota // if the cell holds the block, the block becomes free-standing
	hold                      // the cell holds the block
	clear                     // the block becomes free-standing
)

// settingBy returns what the store op does to holders. ok is false if it does nothing to them.
func settingBy(op *cfa.Store) (s setting, ok bool) {
	if !op.Arr.Holders {
		return s, false
	}
	switch val := op.Val.(type) {
	case *cfa.Const:
		return setting{clear, op.Idx, nil}, val.Val.IsZero()
	case *cfa.Ite:
		c, ok := val.C.(*cfa.Binary)
		if !ok || c.Op != cfa.Eq {
			return s, false
		}
		return setting{unhold, op.Idx, c.Y}, true
	}
	return setting{hold, op.Idx, op.Val}, true
}

// findHolders sets w.holder and w.holders.
func (w *program) findHolders() {
	w.holders = map[*cfa.Array]bool{}
	for _, e := range w.p.Edges {
		op, ok := e.Op.(*cfa.Store)
		if !ok {
			continue
		}
		if s, ok := settingBy(op); ok {
			w.holder = op.Arr
			if c, isCell := s.block.(*cfa.Select); isCell && s.kind == unhold {
				w.holders[c.Arr] = true
			}
		}
	}
	for _, a := range w.p.Arrays {
		if a.Lives {
			w.lives = a
		}
	}
}

// readsHolders reports whether b reads the holders of blocks.
func readsHolders(b cfa.Expr) (yes bool) {
	cfa.ExprReads(b, nil, func(a *cfa.Array) { yes = yes || a.Holders })
	return yes
}

// holderOf returns the holder of the block p.
func (w *program) holderOf(p cfa.Expr) *cfa.Select { return &cfa.Select{Arr: w.holder, Idx: p} }

// free returns the comparison holder[p] == 0.
func (w *program) standsFree(p cfa.Expr) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Eq, X: w.holderOf(p), Y: cfa.ConstInt(0)}
}

// isNull returns the comparison p == 0.
func isNull(p cfa.Expr) *cfa.Binary { return &cfa.Binary{Op: cfa.Eq, X: p, Y: cfa.ConstInt(0)} }

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
		{Op: cfa.Eq, X: w.holderOf(cell), Y: w.any},
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
	last := list[len(list)-1]
	h, isHolder := last.X.(*cfa.Select)
	if !isHolder || !h.Arr.Holders || last.Y != cfa.Expr(w.any) || len(list) < 4 {
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

// aboutHolder is the part of a fact that is about a holder: holder[block] == cell, holder[block] == 0, or
// holder[block] != 0.
type aboutHolder struct {
	block  cfa.Expr
	cell   cfa.Expr      // the address of the cell that holds the block; nil: there is no such claim
	free   bool          // the block is free-standing; if cell is nil and free is not set, it is not
	others []*cfa.Binary // the other alternatives of the fact
}

// ofHolder takes apart a fact b that has one alternative about a holder.
func ofHolder(b *cfa.Binary) (h aboutHolder, ok bool) {
	for _, a := range alternatives(b) {
		s, isCell := a.X.(*cfa.Select)
		switch {
		case !readsHolders(a):
			h.others = append(h.others, a)
			continue
		case h.block != nil || !isCell || !s.Arr.Holders || readsHolders(a.Y) || readsHolders(s.Idx):
			return h, false
		}
		h.block = s.Idx
		switch {
		case againstZero(a):
			h.free = a.Op == cfa.Eq
		case a.Op == cfa.Eq:
			h.cell = a.Y
		default:
			return h, false
		}
	}
	return h, h.block != nil
}

// or returns the fact that one of the comparisons in the list holds, or one of those other alternatives of h that say that
// something in the list is null. An alternative that occurs twice is left out.
func (h aboutHolder) or(list ...*cfa.Binary) *cfa.Binary {
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

// orNull returns the comparisons p == 0 and b if h has the alternative that its block is null, and otherwise b alone. If
// the block is not null, so is p, when both are the same block.
func (h aboutHolder) orNull(p cfa.Expr, b *cfa.Binary) *cfa.Binary {
	if hasForm(h.others, isNull(h.block)) && !isConst(p) {
		return &cfa.Binary{Op: cfa.Or, X: isNull(p), Y: b}
	}
	return b
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
	h, ok := ofHolder(b)
	switch s, sets := settingBy(op); {
	case w.ofAll(b) || !ok:
		return st, sets
	case sets:
		return f.holderOver(e, k, h, s), true
	}
	return f.cellsOver(e, k, h), true
}

// keptIf returns the step in which fact k holds because it held before, and the conditions hold at l.
func (f *facts) keptIf(l *cfa.Loc, k int32, conds ...cfa.Expr) step {
	for i, c := range conds {
		conds[i] = normal(c)
	}
	st, ok := f.allOf(l, k, f.depth[k], conds)
	if !ok {
		return step{fact: k}
	}
	st.before = append(st.before, k)
	return st
}

// holderOver returns the step over e of fact k, which is about the holder h. The edge e does s to holders.
func (f *facts) holderOver(e *cfa.Edge, k int32, h aboutHolder, s setting) step {
	w, l := f.x.w, e.From
	rest := step{fact: k} // one of the other alternatives holds
	if len(h.others) > 0 {
		rest = f.before(l, k, f.depth[k], anyOf(h.others))
	}
	// other returns the condition that the block whose holder is set is not the block of h.
	other := func() cfa.Expr { return h.or(alternatives(h.orNull(s.block, apart(h.block, s.block)))...) }
	switch {
	case h.cell != nil && s.kind == unhold:
		if cfa.SameForm(h.cell, s.cell) {
			return rest
		}
		// The cell is not the one that no longer holds its block. If both lead to one block, the other one is not its holder.
		return f.keptIf(l, k, h.or(apart(h.cell, s.cell)))
	case h.cell != nil && s.kind == hold && cfa.SameForm(h.block, s.block) && cfa.SameForm(h.cell, s.cell):
		return step{fact: k, kind: stepBounds}
	case h.cell != nil:
		// The block whose holder is set was free-standing, so the cell does not hold it.
		return f.keptIf(l, k, h.orNull(s.block, w.standsFree(s.block)), h.or(atLeastOne(h.cell)))
	case h.free && s.kind == hold && cfa.SameForm(h.block, s.block):
		return rest
	case h.free && s.kind == hold:
		return f.keptIf(l, k, other())
	case h.free:
		st := f.keptIf(l, k)
		if s.kind == unhold && !cfa.SameForm(h.block, s.block) {
			// It is also enough that the block is the one that is released, and that the cell holds it.
			own := &cfa.Binary{Op: cfa.Eq, X: w.holderOf(s.block), Y: s.cell}
			released, ok := f.allOf(l, k, f.depth[k], []cfa.Expr{h.or(&cfa.Binary{Op: cfa.Eq, X: h.block, Y: s.block}), h.orNull(s.block, own)})
			if ok {
				released.fact, released.kind = k, stepFact
				st = either(st, released)
			}
		}
		return st
	case s.kind == hold:
		return f.keptIf(l, k, h.or(atLeastOne(s.cell)))
	}
	return f.keptIf(l, k, other())
}

// apart returns the comparison x != y. Of two variables, the older one is on the left.
func apart(x, y cfa.Expr) *cfa.Binary {
	b, ok := normal(&cfa.Binary{Op: cfa.Ne, X: x, Y: y}).(*cfa.Binary)
	if !ok {
		return &cfa.Binary{Op: cfa.Ne, X: x, Y: y}
	}
	v, isVar := b.X.(*cfa.Var)
	u, areVars := b.Y.(*cfa.Var)
	if isVar && areVars && u.ID < v.ID {
		return &cfa.Binary{Op: cfa.Ne, X: u, Y: v}
	}
	return b
}

// cellsOver returns the step over e, a store to a cell, of fact k, which is about the holder h: the fact, with the new value
// in the place of the cell, has to hold before, and the other cells that it reads are not the one that is written.
func (f *facts) cellsOver(e *cfa.Edge, k int32, h aboutHolder) step {
	op, l := e.Op.(*cfa.Store), e.From
	after := written(f.list[k], op.Arr, op.Idx, op.Val)
	conds := []cfa.Expr{after}
	for _, c := range readsOf(after, op.Arr) {
		if !mentions(op.Val, c) {
			conds = append(conds, h.or(apart(c.Idx, op.Idx)))
		}
	}
	conds[0] = normal(after)
	st, ok := f.allOf(l, k, f.depth[k], conds)
	if !ok {
		return step{fact: k}
	}
	return st
}

// heldOver returns the step over e, a store, of fact k, which is held().
func (f *facts) heldOver(e *cfa.Edge, k int32) step {
	w, op, l := f.x.w, e.Op.(*cfa.Store), e.From
	if s, sets := settingBy(op); sets {
		if s.kind == hold {
			lives := &cfa.Binary{Op: cfa.Ne, X: &cfa.Select{Arr: w.lives, Idx: s.block}, Y: cfa.ConstInt(0)}
			return f.keptIf(l, k, &cfa.Binary{Op: cfa.Or, X: isNull(s.block), Y: lives})
		}
		return f.keptIf(l, k)
	}
	if c, isConst := cfa.IsConst(op.Val); op.Arr != w.lives || !isConst {
		return step{fact: k}
	} else if !c.IsZero() {
		return f.keptIf(l, k)
	}
	return f.keptIf(l, k, &cfa.Binary{Op: cfa.Or, X: isNull(op.Idx), Y: w.standsFree(op.Idx)})
}

// holdingOver returns the step over e, a store, of fact k, which is the fact holding(arr, offset). It makes no claim about
// the cell at the address except, if this is not nil.
func (f *facts) holdingOver(e *cfa.Edge, k int32, arr *cfa.Array, offset num.Int, except cfa.Expr) step {
	w, op, l := f.x.w, e.Op.(*cfa.Store), e.From
	blockOf := func(cell cfa.Expr) cfa.Expr {
		at, ok := minus(cell, cfa.ConstOf(offset))
		if !ok {
			return cfa.MkBinary(cfa.Sub, cell, cfa.ConstOf(offset))
		}
		return at.expr()
	}
	free := func(p cfa.Expr) cfa.Expr { return &cfa.Binary{Op: cfa.Or, X: isNull(p), Y: w.standsFree(p)} }
	s, sets := settingBy(op)
	switch {
	case sets && s.kind == hold:
		// No cell holds the block yet. The fact has to be true of the block's own cell, too, as it now has a holder.
		own := &cfa.Select{Arr: arr, Idx: cfa.MkBinary(cfa.Add, s.block, cfa.ConstOf(offset))}
		return f.keptIf(l, k, free(s.block), anyOf([]*cfa.Binary{isNull(s.block), isNull(own), {Op: cfa.Eq, X: w.holderOf(own), Y: own.Idx}}))
	case sets && s.kind == clear:
		return f.keptIf(l, k, free(s.block))
	case sets && except != nil && cfa.SameForm(except, s.cell), except != nil && cfa.SameForm(except, op.Idx):
		return f.keptIf(l, k)
	case except != nil:
		return step{fact: k}
	case sets:
		return f.keptIf(l, k, free(blockOf(s.cell)))
	}
	st := f.keptIf(l, k, free(blockOf(op.Idx)))
	if j := f.but(k, op.Idx); op.Arr == arr && j >= 0 {
		is := f.before(l, k, f.depth[k], anyOf([]*cfa.Binary{w.standsFree(blockOf(op.Idx)), isNull(op.Val), {Op: cfa.Eq, X: w.holderOf(op.Val), Y: op.Idx}}))
		if is.kind != stepLost {
			is.kind, is.before = stepFact, append(is.before, j)
			st = either(is, st)
		}
	}
	return st
}

// byHolder finds the ways in which fact k follows from facts about holders.
func (f *facts) byHolder(k int32) {
	w, b := f.x.w, f.list[k]
	if w.holder == nil || w.lives == nil || w.ofAll(b) {
		return
	}
	list := alternatives(b)
	last := list[len(list)-1]
	if h, ok := ofHolder(b); ok {
		switch {
		case h.cell != nil:
			f.byHolding(k, h)
		case h.free:
			f.ofNewBlock(k, h)
		default:
			// The block of a cell that holds it has a holder.
			if c, isCell := h.block.(*cfa.Select); isCell && w.holders[c.Arr] && hasForm(h.others, isNull(c)) {
				f.followsFrom(k, h.or(&cfa.Binary{Op: cfa.Eq, X: w.holderOf(h.block), Y: c.Idx}), h.or(atLeastOne(c.Idx)))
			}
		}
		return
	}
	s, isCell := last.X.(*cfa.Select)
	switch {
	case isCell && s.Arr == w.lives && last.Op == cfa.Ne && againstZero(last):
		// The block of a cell that holds it lives.
		c, isCell := s.Idx.(*cfa.Select)
		if !isCell || !w.holders[c.Arr] || !hasForm(list, isNull(c)) || readsCells(c.Idx) && follows(c.Idx) > 1 {
			return
		}
		others := list[:len(list)-1]
		own := f.add(anyOf(append(slices.Clone(others), &cfa.Binary{Op: cfa.Eq, X: w.holderOf(c), Y: c.Idx})), f.depth[k])
		if own < 0 {
			return
		}
		f.addInstance(k, &instance{all: w.held(), at: c, needs: []int32{own}, least: atLeastOne(c.Idx), low: f.add(atLeastOne(c.Idx), f.depth[k])})
	case last.Op == cfa.Ne:
		f.apartByHolder(k, list, last.X, last.Y)
		f.apartByHolder(k, list, last.Y, last.X)
	}
}

// followsFrom adds the facts in the list, from which together fact k follows.
func (f *facts) followsFrom(k int32, list ...*cfa.Binary) {
	var p pair
	for _, b := range list {
		b, ok := normal(b).(*cfa.Binary)
		if !ok {
			continue
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

// byHolding makes fact k an instance of a fact holding. Fact k says that a cell holds its block.
func (f *facts) byHolding(k int32, h aboutHolder) {
	w := f.x.w
	cell, isCell := h.block.(*cfa.Select)
	var at sum
	if !isCell || !cfa.SameForm(cell.Idx, h.cell) || !w.holders[cell.Arr] || !at.add(h.cell, num.Of(1)) || len(at.terms) != 1 || at.rest.Sign() < 0 || at.terms[0].by.Cmp(num.Of(1)) != 0 {
		return
	}
	p := at.terms[0].of
	if !isPointer(p) {
		return
	}
	others := slices.DeleteFunc(slices.Clone(h.others), func(a *cfa.Binary) bool { return cfa.SameForm(a, isNull(cell)) })
	if len(others) == len(h.others) {
		return
	}
	h.others = others
	or := func(b *cfa.Binary) int32 { return f.add(h.or(b), f.depth[k]) }
	in := &instance{all: w.holding(cell.Arr, at.rest), at: h.cell, low: -1}
	in.needs = append(in.needs, or(&cfa.Binary{Op: cfa.Ne, X: w.holderOf(p), Y: cfa.ConstInt(0)}))
	if flags := cell.Arr.Flags; flags != nil {
		in.needs = append(in.needs, or(&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: flags, Idx: h.cell}, Y: cfa.ConstInt(1)}))
	}
	if slices.Contains(in.needs, -1) {
		return
	}
	if !hasForm(others, isNull(p)) {
		in.least = atLeastOne(p)
		in.low = f.add(in.least, f.depth[k])
	}
	f.addInstance(k, in)
	if len(others) == 0 {
		for _, v := range f.tested {
			if mentions(f.list[k], v) && !cfa.SameForm(v, cell) {
				f.add(w.unlessNull(v, f.list[k]), f.depth[k])
			}
		}
	}
}

// ofNewBlock makes fact k an instance of the fact held. Fact k says that no block at the end of the heap has a holder: no
// block lives there.
func (f *facts) ofNewBlock(k int32, h aboutHolder) {
	w := f.x.w
	if w.heapEnd == nil || h.block != cfa.Expr(w.heapEnd) {
		return
	}
	j := f.add(&cfa.Binary{Op: cfa.Eq, X: &cfa.Select{Arr: w.lives, Idx: h.block}, Y: cfa.ConstInt(0)}, f.depth[k])
	if j >= 0 {
		f.addInstance(k, &instance{all: w.held(), at: h.block, needs: []int32{j}, least: atLeastOne(h.block), low: -1})
	}
}

// apartByHolder finds facts from which fact k follows, which has the alternatives in list and says in the last one that x is
// not y: x is a cell that holds its block, and y has no holder.
func (f *facts) apartByHolder(k int32, list []*cfa.Binary, x, y cfa.Expr) {
	w := f.x.w
	c, isCell := x.(*cfa.Select)
	if !isCell || !w.holders[c.Arr] || !isPointer(y) {
		return
	}
	or := func(more ...*cfa.Binary) *cfa.Binary {
		return aboutHolder{others: list[:len(list)-1]}.or(more...)
	}
	f.followsFrom(k,
		or(isNull(c), &cfa.Binary{Op: cfa.Eq, X: w.holderOf(c), Y: c.Idx}),
		or(w.standsFree(y)), or(atLeastOne(y)), atLeastOne(c.Idx))
}

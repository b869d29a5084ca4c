package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Frames: what a procedure that changes the holders of blocks leaves alone.
//
// Procedures like
//
//	void release(struct node *t) { if (t) { release(t->left); release(t->right); free(t); } }
//	struct node *insert(struct node *t, int x) { ...; t->left = insert(t->left, x); ...; return t; }
//
// use the blocks that they are given, and blocks with holders. The footprint of such a procedure has the blocks that had
// holders at its entry, those that did not live then, and its arguments:
//
//	p == t || old holder[p] != 0 || old live[p] == 0
//
// All other blocks are free-standing at the entry. Facts at the exit say that the procedure leaves them alone. They compare
// the arrays with those at the entry (growth.go), and any is an address of a block or of a cell:
//
//	lives    any is in the footprint || live[any] != 0
//	free     any is in the footprint || holder[any] == 0
//	same     any - 8 is in the footprint || R[any] == old R[any]
//	cells    any - 8 is in the footprint || old R[any] == 0 || old holder[old R[any]] != any || holder[old R[any]] == any
//	value    any is in the footprint || any != v
//	new      v == 0 || v >= old heap top
//
// The frames same and cells, for the cells at offset 8, say that such a block's cells keep their contents, and hold what they
// held. The last one says that the value of v is in the footprint. It speaks of any, as facts cannot speak of the result of a
// call in front of the call. For the last one, and for new blocks that are filled, see fresh.go.
//
// The lowering releases t->left before the call (package cfa/lower, holder.go), so that t->left is free-standing at the entry of
// the callee.

// A frame is such a fact.
type frame struct {
	kind   frameKind
	arr    *cfa.Array // for same and cells: the region R
	offset num.Int    // the offset of any in its block
	of     *cfa.Var   // for value and new: v
}

type frameKind int8

const (
	frameLives frameKind = iota
	frameFree
	frameSame
	frameCells
	frameValue
	frameNew
)

// atEveryEntry reports whether the frame fr holds at the entry of each procedure. A frame about a variable need not hold there.
func (w *program) atEveryEntry(fr frame) bool { return fr.of == nil || fr.of == w.heapEnd }

// frame returns the fact fr of the procedure q.
func (w *program) frame(q *cfa.Proc, fr frame) *cfa.Binary {
	if fr.kind == frameNew {
		return w.newSince(fr.of)
	}
	block := cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(fr.offset))
	list := []*cfa.Binary{{Op: cfa.Lt, X: w.any, Y: cfa.ConstOf(fr.offset.Add(num.Of(1)))}}
	list = append(list, w.inFootprint(q, w.any, fr.offset)...)
	if w.fills(q, fr) {
		list = append(list, &cfa.Binary{Op: cfa.Ge, X: w.any, Y: w.oldEnd})
	}
	switch fr.kind {
	case frameLives:
		list = append(list, w.isLive(block))
	case frameFree:
		list = append(list, w.standsFree(block))
	case frameSame:
		list = append(list, &cfa.Binary{Op: cfa.Eq, X: &cfa.Select{Arr: fr.arr, Idx: w.any}, Y: &cfa.Select{Arr: w.atEntry(fr.arr), Idx: w.any}})
	case frameCells:
		cell := w.cellOf(&cfa.Select{Arr: fr.arr, Idx: w.any})
		to := &cfa.Select{Arr: fr.arr, Idx: w.any}
		if q.ModsArrays.Has(fr.arr) {
			to.Arr = w.atEntry(fr.arr)
		}
		list = append(list, isNull(to), &cfa.Binary{Op: cfa.Ne, X: w.oldHolder(to), Y: cell}, &cfa.Binary{Op: cfa.Eq, X: w.holderOf(to), Y: cell})
	case frameValue:
		list = append(list, &cfa.Binary{Op: cfa.Ne, X: w.any, Y: fr.of})
	}
	return anyOf(list)
}

// addFrame adds the fact fr, and returns its number, or -1.
func (f *facts) addFrame(fr frame) int32 {
	for _, i := range f.x.w.taken[f.x.q] {
		if f.findSetters(); !f.fixed(f.x.q.Params[i]) {
			return -1
		}
	}
	f.x.w.framing = true
	k := f.add(f.x.w.frame(f.x.q, fr), 0)
	f.x.w.framing = false
	if k >= 0 {
		f.frames[k] = fr
	}
	return k
}

// addFrameInAll adds the fact fr in all contexts of x's procedure. It returns its number in x, or -1.
func (x *analysis) addFrameInAll(fr frame) int32 {
	return x.inAll(func(f *facts) int32 { return f.addFrame(fr) })
}

// frameOver returns the step over e of fact k, which is the frame fr.
func (f *facts) frameOver(e *cfa.Edge, k int32, fr frame) step {
	l, lost := e.From, step{fact: k}
	switch fr.kind {
	case frameValue:
		return f.valueOver(e, k, fr.of)
	case frameNew:
		return f.newOver(e, k, fr.of)
	}
	switch op := e.Op.(type) {
	case *cfa.Store:
		s, sets := settingBy(op)
		switch {
		case fr.kind == frameLives:
			if c, isConst := cfa.IsConst(op.Val); isConst && !c.IsZero() {
				return f.keptIf(l, k)
			}
			return f.keptIf(l, k, f.owned(op.Idx))
		case fr.kind == frameSame && op.Arr == fr.arr:
			return f.keptIf(l, k, f.owned(expanded(cfa.MkBinary(cfa.Sub, op.Idx, cfa.ConstOf(fr.offset)))))
		case fr.kind == frameCells && op.Arr == fr.arr:
			return f.keptIf(l, k) // it reads the contents of the cells at the entry
		case fr.kind == frameSame || !sets:
			return lost
		case fr.kind == frameFree:
			if s.kind == holds {
				return f.keptIf(l, k, f.owned(s.block))
			}
			return f.keptIf(l, k)
		}
		return f.cellsFrameOver(l, k, fr, s)
	case *cfa.Fill:
		switch {
		case op.Arr != fr.arr:
			return lost
		case fr.kind == frameCells:
			return f.keptIf(l, k) // as above
		}
		return f.sameOverFill(l, k, op)
	case *cfa.Call:
		y := f.x.callees[e]
		conds, ok := f.ownedArguments(op)
		if !ok {
			return lost
		}
		st := f.keptIf(l, k, conds...)
		st.atExit = []int32{y.facts.addFrame(fr)}
		for _, kind := range []frameKind{frameFree, frameLives} {
			if kind != fr.kind {
				st.before = append(st.before, f.addFrame(frame{kind: kind, offset: fr.offset}))
			}
		}
		if fr.kind == frameCells && f.x.q.ModsArrays.Has(fr.arr) {
			st.before = append(st.before, f.addFrame(frame{kind: frameSame, arr: fr.arr, offset: fr.offset}))
		}
		if f.x.w.fills(op.Callee, fr) {
			st.before = append(st.before, f.addFrame(frame{kind: frameNew, of: f.x.w.heapEnd}))
		}
		if st.kind == stepLost || slices.Contains(st.before, -1) || slices.Contains(st.atExit, -1) {
			return lost
		}
		return st
	}
	return lost
}

// cellsFrameOver returns the step over an edge from l of fact k, which is the frame fr, about what cells hold. The edge does s to
// holders. If s is about a block that a cell of the frame holds, this cell is in a block of the footprint.
func (f *facts) cellsFrameOver(l *cfa.Loc, k int32, fr frame, s setting) step {
	w := f.x.w
	inBlockOf := func(c cfa.Expr) *cfa.Binary {
		return f.owned(expanded(cfa.MkBinary(cfa.Sub, c, cfa.ConstOf(fr.offset))))
	}
	switch s.kind {
	case releases:
		c, isCell := s.block.(*cfa.Select)
		if !isCell || c.Arr != fr.arr {
			return f.keptIf(l, k)
		}
		return f.keptIf(l, k, inBlockOf(c.Idx))
	case clears:
		return f.keptIf(l, k, w.ifFree(s.block))
	}
	st := f.keptIf(l, k, w.ifFree(s.block))
	for _, c := range f.sources(s.block) {
		conds := []*cfa.Binary{w.ifBlock(s.block, w.heldBy(s.block, c))}
		if c, ok := c.(*cfa.Select); ok && c.Arr == fr.arr {
			conds = append(conds, inBlockOf(c.Idx))
		}
		st = either(st, f.keptIf(l, k, conds...))
	}
	return st
}

// keptByFrame returns the step of fact k over the call e in which k holds after e because it held before, and the callee
// leaves alone what k is about. It is about a block that lives or is free-standing, or about a cell of a free-standing block
// that holds its block.
func (f *facts) keptByFrame(e *cfa.Edge, k int32) step {
	w, b, op, lost := f.x.w, f.list[k], e.Op.(*cfa.Call), step{fact: k}
	if !w.byHolders || !op.Callee.ModsArrays.Has(w.holder) || w.ofAll(b) || slices.ContainsFunc(op.Results, func(v *cfa.Var) bool { return v != nil && reads(b, v) }) {
		return lost
	}
	list := alternatives(b)
	last := list[len(list)-1]
	s, isCell := last.X.(*cfa.Select)
	h, ok := claimsOf(b)
	held := false
	var block, at cfa.Expr
	var frames []frame
	switch {
	case isCell && s.Arr == w.lives && last.Op == cfa.Ne && againstZero(last):
		h.others, block, at = list[:len(list)-1], s.Idx, s.Idx
		frames = []frame{{kind: frameLives}}
	case !ok || len(h.list) > 1:
		return lost
	case h.list[0].free:
		block, at = h.list[0].block, h.list[0].block
		frames = []frame{{kind: frameFree}}
	case isHolder(h.list[0].block) && cfa.SameForm(h.list[0].cell, w.cellOf(h.list[0].block)):
		c := h.list[0].block.(*cfa.Select)
		p, offset, ok := inBlock(c.Idx)
		if !ok {
			return lost
		}
		held, block, at = true, p, c.Idx
		frames = []frame{{kind: frameCells, arr: c.Arr, offset: offset}}
		if op.Callee.ModsArrays.Has(c.Arr) {
			frames = append(frames, frame{kind: frameSame, arr: c.Arr, offset: offset})
		}
	default:
		return lost
	}
	conds, ok := f.outside(op, h, block)
	if !ok || mayChange(op, at) || slices.ContainsFunc(h.others, func(a *cfa.Binary) bool {
		return mayChange(op, a) && !(held && cfa.SameForm(a, isNull(h.list[0].block)))
	}) {
		return lost
	}
	if slices.ContainsFunc(frames, func(fr frame) bool { return w.fills(op.Callee, fr) }) {
		conds = append(conds, h.or(&cfa.Binary{Op: cfa.Lt, X: at, Y: w.heapEnd}))
	}
	st := f.keptIf(e.From, k, conds...)
	for _, fr := range frames {
		st.atExit = append(st.atExit, f.x.callees[e].addFrameInAll(fr))
	}
	st.cells = []cfa.Expr{at}
	if st.kind == stepLost || slices.Contains(st.atExit, -1) {
		return lost
	}
	return st
}

// outside lists the conditions, unless one of those other alternatives of h holds, that the block is not in the footprint of the
// callee of op. ok is false if it is certainly in it.
func (f *facts) outside(op *cfa.Call, h claims, block cfa.Expr) (conds []*cfa.Binary, ok bool) {
	w := f.x.w
	for _, i := range w.taken[op.Callee] {
		a := op.Args[i]
		switch d := w.apart(block, a); {
		case cfa.SameForm(block, a):
			return nil, false
		case d != nil && !isConst(a):
			conds = append(conds, h.or(d))
		}
	}
	return append(conds, h.or(w.standsFree(block)), h.or(w.isLive(block)), h.or(atLeastOne(block))), true
}

// apartFromResult returns the step of fact k over the call e, if k says that a result of the call is not the block p, and the
// call sets neither. The result is in the footprint of the callee, and p is not.
func (f *facts) apartFromResult(e *cfa.Edge, k int32) step {
	w, op, lost := f.x.w, e.Op.(*cfa.Call), step{fact: k}
	list := alternatives(f.list[k])
	last := list[len(list)-1]
	if !w.byHolders || last.Op != cfa.Ne || !op.Callee.ModsArrays.Has(w.holder) {
		return lost
	}
	for _, side := range [][2]cfa.Expr{{last.X, last.Y}, {last.Y, last.X}} {
		i := slices.IndexFunc(op.Results, func(v *cfa.Var) bool { return v != nil && side[0] == cfa.Expr(v) })
		p, isVar := side[1].(*cfa.Var)
		if i < 0 || !isVar || p.Proc == nil && op.Callee.Mods.Has(p) || slices.Contains(op.Results, p) {
			continue
		}
		var rest []*cfa.Binary
		if len(list) == 2 && (cfa.SameForm(list[0], isNull(side[0])) || cfa.SameForm(list[0], isNull(p))) {
			rest = []*cfa.Binary{isNull(p)} // p == 0 || p != r means the same as r == 0 || p != r
		}
		conds, ok := f.outside(op, claims{others: rest}, p)
		if !ok {
			continue
		}
		st := f.ifAll(e.From, k, conds...)
		j := f.x.callees[e].addFrameInAll(frame{kind: frameValue, of: op.Callee.Results[i]})
		if st.kind != stepLost && j >= 0 {
			st.kind, st.atExit, st.cells = stepFact, []int32{j}, []cfa.Expr{p}
			return st
		}
	}
	return lost
}

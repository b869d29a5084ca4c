package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
)

// Frames: what a procedure that frees blocks leaves alone.
//
// A procedure like
//
//	void release(struct node *t) { if (t) { release(t->left); release(t->right); free(t); } }
//
// frees its argument, and blocks with holders. So it leaves alone each free-standing block but its argument, and the blocks
// that such a block's cells hold. Facts at its exit say this. They compare the arrays with those at the entry (growth.go),
// and any is an address of a block or of a cell:
//
//	lives    any == t || old holder[any] != 0 || live[any] >= old live[any]
//	free     any == t || old holder[any] != 0 || holder[any] == 0
//	older    holder[any] == 0 || old holder[any] != 0
//	cells    any == t + 8 || old holder[any - 8] != 0 || R[any] == 0 || old holder[R[any]] != any || holder[R[any]] == any
//
// The last one, for the cells at offset 8, is for procedures that do not change cells of R. The lowering releases
// t->left before the call (package cfa/lower, holder.go), so that t->left is free-standing at the entry of the callee.

// A frame is such a fact.
type frame struct {
	kind   frameKind
	arr    *cfa.Array // for cells: the region R
	offset num.Int    // for cells, and for free if any is the address of a cell: its offset in its block
}

type frameKind int8

const (
	frameLives frameKind = iota
	frameFree
	frameOlder
	frameCells
)

// findTaken finds for each procedure the parameters that it may free: it passes them on to a free. It sets w.taken.
func (w *program) findTaken() {
	var freed []cfa.Expr
	for _, e := range w.p.Edges {
		if op, ok := e.Op.(*cfa.Store); ok {
			if s, ok := settingBy(op); ok && s.kind == clears {
				freed = append(freed, op.Idx)
			}
		}
	}
	from := w.flow.Sources(freed, func(*cfa.Array) bool { return false })
	w.taken = map[*cfa.Proc][]int{}
	for _, q := range w.p.Procs {
		for i, p := range q.Params {
			if from[p] {
				w.taken[q] = append(w.taken[q], i)
			}
		}
	}
}

// oldHolder returns the holder that the block p had at the entry.
func (w *program) oldHolder(p cfa.Expr) *cfa.Select {
	return &cfa.Select{Arr: w.atEntry(w.holder), Idx: p}
}

// frame returns the fact fr of the procedure q.
func (w *program) frame(q *cfa.Proc, fr frame) *cfa.Binary {
	if fr.kind == frameOlder {
		return anyOf([]*cfa.Binary{w.standsFree(w.any), isNot0(w.oldHolder(w.any))})
	}
	list := []*cfa.Binary{{Op: cfa.Lt, X: w.any, Y: cfa.ConstOf(fr.offset.Add(num.Of(1)))}}
	for _, i := range w.taken[q] {
		list = append(list, &cfa.Binary{Op: cfa.Eq, X: w.any, Y: cfa.MkBinary(cfa.Add, q.Params[i], cfa.ConstOf(fr.offset))})
	}
	block := cfa.MkBinary(cfa.Sub, w.any, cfa.ConstOf(fr.offset))
	list = append(list, isNot0(w.oldHolder(block)))
	switch fr.kind {
	case frameLives:
		list = append(list, w.grows(w.lives))
	case frameFree:
		list = append(list, w.standsFree(block))
	case frameCells:
		c := &cfa.Select{Arr: fr.arr, Idx: w.any}
		list = append(list, isNull(c), &cfa.Binary{Op: cfa.Ne, X: w.oldHolder(c), Y: w.cellOf(c)}, w.holdsIts(c))
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
func (x *analysis) addFrameInAll(fr frame) (own int32) {
	for _, y := range x.w.of[x.q.ID] {
		if k := y.facts.addFrame(fr); y == x {
			own = k
		}
	}
	return own
}

// frameOver returns the step over e of fact k, which is the frame fr.
func (f *facts) frameOver(e *cfa.Edge, k int32, fr frame) step {
	w, l, lost := f.x.w, e.From, step{fact: k}
	switch op := e.Op.(type) {
	case *cfa.Store:
		s, sets := settingBy(op)
		switch {
		case fr.kind == frameLives:
			if c, isConst := cfa.IsConst(op.Val); isConst && !c.IsZero() {
				return f.keptIf(l, k)
			}
			return f.ifTaken(l, k, op.Idx)
		case !sets || s.kind == holds:
			return lost
		case fr.kind != frameCells:
			return f.keptIf(l, k)
		case s.kind == clears:
			return f.keptIf(l, k, w.ifFree(s.block))
		}
		c, isCell := s.block.(*cfa.Select)
		if !isCell || c.Arr != fr.arr {
			return f.keptIf(l, k)
		}
		return f.ifTaken(l, k, expanded(cfa.MkBinary(cfa.Sub, c.Idx, cfa.ConstOf(fr.offset))))
	case *cfa.Call:
		y := f.x.callees[e]
		if fr.kind == frameCells && op.Callee.ModsArrays.Has(fr.arr) {
			return lost
		}
		var conds []*cfa.Binary
		if fr.kind != frameOlder {
			for _, i := range w.taken[op.Callee] {
				a := op.Args[i]
				switch {
				case isConst(a) || f.isTaken(a):
				case !isPointer(a):
					return lost
				default:
					conds = append(conds, w.unlessNull(a, isNot0(w.oldHolder(a))))
				}
			}
		}
		st := f.keptIf(l, k, conds...)
		st.atExit = []int32{y.facts.addFrame(fr)}
		if fr.kind == frameLives || fr.kind == frameCells {
			st.before = append(st.before, f.addFrame(frame{kind: frameFree, offset: fr.offset}))
		}
		if st.kind == stepLost || slices.Contains(st.before, -1) || slices.Contains(st.atExit, -1) {
			return lost
		}
		return st
	}
	return lost
}

// isTaken reports whether e is a parameter that the procedure may free.
func (f *facts) isTaken(e cfa.Expr) bool {
	return slices.ContainsFunc(f.x.w.taken[f.x.q], func(i int) bool { return e == cfa.Expr(f.x.q.Params[i]) })
}

// ifTaken returns the step in which fact k holds because it held before, and p is a parameter that the procedure may free.
func (f *facts) ifTaken(l *cfa.Loc, k int32, p cfa.Expr) step {
	if f.isTaken(p) {
		return f.keptIf(l, k)
	}
	st := step{fact: k}
	for _, i := range f.x.w.taken[f.x.q] {
		st = either(st, f.keptIf(l, k, &cfa.Binary{Op: cfa.Eq, X: p, Y: f.x.q.Params[i]}))
	}
	return st
}

// wasHeld returns p if b says p == 0 || old holder[p] != 0, and otherwise nil.
func (w *program) wasHeld(b *cfa.Binary) cfa.Expr {
	if !w.byHolders {
		return nil
	}
	list := alternatives(b)
	s, ok := list[len(list)-1].X.(*cfa.Select)
	if !ok || len(list) != 2 || s.Arr != w.olds[w.holder] || list[1].Op != cfa.Ne || !againstZero(list[1]) || reads(s.Idx, w.any) || !cfa.SameForm(list[0], isNull(s.Idx)) {
		return nil
	}
	return s.Idx
}

// byOlder makes fact k an instance of the frame older. Fact k says that the block p had a holder at the entry, which is so
// if it has one.
func (f *facts) byOlder(k int32, p cfa.Expr) {
	own := f.x.addFrameInAll(frame{kind: frameOlder})
	j := f.add(f.x.w.unlessNull(p, f.x.w.isHeld(p)), f.depth[k])
	if own < 0 || j < 0 || len(f.instances[k]) > 0 {
		return
	}
	f.instances[k] = append(f.instances[k], &instance{all: f.list[own], own: own, needs: []int32{j}, at: p, low: -1})
}

// keptByFrame returns the step of fact k over the call e in which k holds after e because it held before, and the callee
// leaves alone what k is about. It is about a block that lives or is free-standing, or about a cell of a free-standing block
// that holds its block.
func (f *facts) keptByFrame(e *cfa.Edge, k int32) step {
	w, b, op, lost := f.x.w, f.list[k], e.Op.(*cfa.Call), step{fact: k}
	if !w.byHolders || !w.ends[op.Callee.ID] || w.ofAll(b) || slices.ContainsFunc(op.Results, func(v *cfa.Var) bool { return v != nil && reads(b, v) }) {
		return lost
	}
	list := alternatives(b)
	last := list[len(list)-1]
	s, isCell := last.X.(*cfa.Select)
	h, ok := claimsOf(b)
	var fr frame
	var block, at cfa.Expr
	switch {
	case isCell && s.Arr == w.lives && last.Op == cfa.Ne && againstZero(last):
		h.others, block, at = list[:len(list)-1], s.Idx, s.Idx
	case !ok || len(h.list) > 1:
		return lost
	case h.list[0].free:
		fr, block, at = frame{kind: frameFree}, h.list[0].block, h.list[0].block
	case isHolder(h.list[0].block) && cfa.SameForm(h.list[0].cell, w.cellOf(h.list[0].block)):
		c := h.list[0].block.(*cfa.Select)
		p, offset, ok := inBlock(c.Idx)
		if !ok || op.Callee.ModsArrays.Has(c.Arr) {
			return lost
		}
		fr, block, at = frame{frameCells, c.Arr, offset}, p, c.Idx
	default:
		return lost
	}
	var conds []*cfa.Binary
	if fr.kind != frameFree {
		conds = append(conds, h.or(w.standsFree(block)))
	}
	for _, i := range w.taken[op.Callee] {
		switch d := w.apart(block, op.Args[i]); {
		case cfa.SameForm(block, op.Args[i]):
			return lost
		case d != nil && !isConst(op.Args[i]):
			conds = append(conds, h.or(d))
		}
	}
	st := f.keptIf(e.From, k, append(conds, h.or(atLeastOne(block)))...)
	st.atExit, st.cells = []int32{f.x.callees[e].addFrameInAll(fr)}, []cfa.Expr{at}
	if st.kind == stepLost || slices.Contains(st.atExit, -1) {
		return lost
	}
	return st
}

package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// Arrays whose cells never get smaller while a procedure runs. Examples are the sizes of blocks, which are set once,
// the flags of initialized cells, and, in a procedure that frees nothing, the record of live blocks.
//
// A fact about a caller's pointer, such as block sizes[p] >= 16, holds after a call under two conditions: it held
// before the call, and the callee has, at its exit, the fact
//
//	block sizes[any] >= old block sizes[any]
//
// Here any is an arbitrary address, and "old block sizes" is the array as it was when the callee was entered. With
// such a fact, the caller's own fact need not be propagated through the callee. That would not even be possible for a
// recursive callee, where the facts do not speak of the caller's variables.

// atEntry returns the ghost array "old a", which has the contents of a at the entry of the procedure.
func (w *program) atEntry(a *cfa.Array) *cfa.Array {
	old := w.olds[a]
	if old == nil {
		c := *a
		c.ID, c.Name = len(w.p.Arrays)+a.ID, "old "+a.Name
		c.Sizes, c.Lives, c.Flags, c.Holders, c.Holding = false, false, nil, 0, 0
		old = &c
		w.olds[a] = old
	}
	return old
}

// grows returns the fact a[any] >= old a[any]: no cell of a is smaller than at the entry of the procedure.
func (w *program) grows(a *cfa.Array) *cfa.Binary {
	return &cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: a, Idx: w.any}, Y: &cfa.Select{Arr: w.atEntry(a), Idx: w.any}}
}

// growing returns the array a if b is a fact that grows returns for a, and otherwise nil.
func (w *program) growing(b *cfa.Binary) *cfa.Array {
	x, ok1 := b.X.(*cfa.Select)
	y, ok2 := b.Y.(*cfa.Select)
	if ok1 && ok2 && w.olds[x.Arr] != nil && w.olds[x.Arr] == y.Arr {
		return x.Arr
	}
	return nil
}

// readsOld reports whether b reads an array or variable with contents at the entry of a procedure. Only facts that grows returns and
// frames may do so: in a caller, and in a callee, "old a" has other contents.
func (w *program) readsOld(b *cfa.Binary) (yes bool) {
	cfa.ExprReads(b, func(v *cfa.Var) { yes = yes || v == w.oldEnd && v != nil }, func(a *cfa.Array) { yes = yes || a.ID >= len(w.p.Arrays) })
	return yes
}

// mayChange reports whether the call op may change what x reads.
func mayChange(op *cfa.Call, x cfa.Expr) (yes bool) {
	cfa.ExprReads(x, func(v *cfa.Var) {
		yes = yes || op.Callee.Mods.Has(v) || slices.Contains(op.Results, v)
	}, func(a *cfa.Array) {
		yes = yes || a.Proc != nil && (op.Callee.Recursive || a.Proc == op.Callee) || op.Callee.ModsArrays.Has(a)
	})
	return yes
}

// keptBy returns the step of fact k over the call e in which k holds after e because it held before e, and the arrays
// that k reads only grow in the callee. ok is false if there is no such step. Each alternative that the call may
// change has to bound a cell of a shadow array from below: s[i] >= x, s[i] > x or s[i] != 0, where the call changes
// neither i nor x.
func (f *facts) keptBy(e *cfa.Edge, k int32) (st step, ok bool) {
	b, op := f.list[k], e.Op.(*cfa.Call)
	set := func(x cfa.Expr) bool { return mayChange(op, x) }
	y := f.x.callees[e]
	st = step{fact: k, kind: stepFact, before: []int32{k}}
	for _, a := range alternatives(b) {
		if !set(a) {
			continue
		}
		a = cellFirst(a)
		at, with, by := a.X, a.Y, a.Op
		s, isCell := at.(*cfa.Select)
		c, isConst := cfa.IsConst(with)
		fromBelow := by == cfa.Ge || by == cfa.Gt || by == cfa.Ne && isConst && c.IsZero()
		if !isCell || !fromBelow || !s.Arr.Shadow || s.Arr.Tails != nil || set(with) || set(s.Idx) {
			return st, false
		}
		st.atExit = append(st.atExit, y.addInAll(f.x.w.grows(s.Arr)))
		st.cells = append(st.cells, s.Idx)
	}
	return st, len(st.cells) > 0 && !slices.Contains(st.atExit, -1)
}

// stepGrowth returns the step over e of fact k, which says that an array grows. Over a write, bounds
// have to show that the new value is at least as large as the cell was at the entry. A store to the sizes of blocks
// makes a block at an address that had none, so there it is enough that the size was 0 before.
func (f *facts) stepGrowth(e *cfa.Edge, k int32) step {
	lost := step{fact: k}
	a := f.x.w.growing(f.list[k])
	old := &cfa.Select{Arr: f.x.w.atEntry(a), Idx: f.x.w.any}
	st := step{fact: k, kind: stepFact, before: []int32{k}}
	var val cfa.Expr
	switch op := e.Op.(type) {
	case *cfa.Store:
		val = op.Val
		if a.Sizes {
			if j := f.add(&cfa.Binary{Op: cfa.Eq, X: &cfa.Select{Arr: a, Idx: op.Idx}, Y: cfa.ConstInt(0)}, 0); j >= 0 {
				st.before = append(st.before, j)
				return st
			}
		}
	case *cfa.Fill:
		val = op.Val
	case *cfa.Call:
		n := f.x.callees[e].facts.add(f.list[k], 0)
		if n < 0 {
			return lost
		}
		st.atExit = []int32{n}
		return st
	}
	if val == nil {
		return lost
	}
	if why, ok := f.x.certain(e.From, cfa.MkBinary(cfa.Ge, val, old)); ok {
		st.bounds = why
		return st
	}
	// A flag is at least as large as any flag if it is 1, also one that is copied from another cell.
	if one := (&cfa.Binary{Op: cfa.Ge, X: &cfa.Select{Arr: a, Idx: f.x.w.any}, Y: cfa.ConstInt(1)}); a.Elem.Bits == 1 && f.asGood(&st, e.From, one, a, val) {
		return st
	}
	return lost
}

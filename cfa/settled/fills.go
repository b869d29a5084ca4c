package settled

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// The steps of facts over fills that give any values to the lengths of tails. The lowering makes such a fill where an operation may
// end tails (cfa/lower, lost_tails.go).

// afterAny returns the step of fact k over e, a fill that gives unknown values to cells. Only fills of tails have a
// step: the lowering makes them where the program may change strings.
func (f *facts) afterAny(e *cfa.Edge, k int32) step {
	op, lost := e.Op.(*cfa.Fill), step{fact: k}
	arr := op.Arr
	if f.x.w.isOutside(f.list[k], op) {
		return step{fact: k, kind: stepFact, before: []int32{k}}
	}
	if op.Lo == nil || arr.Tails == nil {
		return lost
	}
	if op.Shorter {
		if st, ok := f.shorter(k, arr); ok {
			return st
		}
	}
	st, ok := f.ofNoCells(e.From, k, op.Hi)
	if !ok {
		st = lost
	}
	if beyond, ok := f.afterEnd(e.From, k, op); ok {
		st = either(st, beyond)
	}
	// Otherwise the fact must read exactly one cell of the array, and facts or bounds must show that the fill does not
	// set this cell.
	if len(readsOf(f.list[k], arr)) != 1 {
		return st
	}
	// apart returns a step in which facts show that this cell is not filled: its address is less than from, or at least
	// from, as op says.
	apart := func(op cfa.BinOp, from cfa.Expr) step {
		list := slices.Clone(alternatives(f.list[k]))
		for i, a := range list {
			for _, c := range readsOf(a, arr) {
				list[i] = &cfa.Binary{Op: op, X: c.Idx, Y: from}
			}
		}
		st := f.before(e.From, k, f.depth[k], anyOf(list))
		if st.kind == stepFact || st.kind == stepBounds {
			st.kind, st.before = stepFact, append(st.before, k)
		}
		return st
	}
	if !readsCells(op.Lo) {
		st = either(st, apart(cfa.Lt, op.Lo))
	}
	if end := bounds(f.x.state(e.From).env, op.Hi); !end.NoHi {
		after := apart(cfa.Ge, cfa.ConstOf(end.Hi))
		after.bounds = append(after.bounds, op.Hi)
		st = either(st, after)
	}
	if first := f.x.w.heapFrom; first != nil && !isConst(op.Lo) {
		// The cell of the fact may belong to an object that was there at the start, while the filled cells belong to a
		// block that was made later.
		old := apart(cfa.Lt, first)
		if j := f.add(&cfa.Binary{Op: cfa.Ge, X: op.Lo, Y: first}, f.depth[k]); j >= 0 && old.kind != stepLost {
			old.before = append(old.before, j)
			st = either(st, old)
		}
	}
	if low := f.x.w.heapLow; low != nil {
		// Or it belongs to a block, while the filled cells belong to a static object.
		hi := op.Hi
		if x := noneIf(hi); x != nil {
			hi = x.E
		}
		block := apart(cfa.Ge, low)
		static, ok := normal(&cfa.Binary{Op: cfa.Le, X: hi, Y: low}).(*cfa.Binary)
		if !ok || block.kind == stepLost {
			return st
		}
		if isConst(static.X) && isConst(static.Y) && f.x.always(e.From, static) {
			st = either(st, block)
		} else if j := f.add(static, min(f.depth[k], 1)); j >= 0 {
			block.before = append(block.before, j)
			st = either(st, block)
		}
	}
	return st
}

// afterEnd returns the step of fact k over the fill op at l, if the cells that k reads may lie behind the last cell that op sets: both
// addresses were made from the same pointer.
func (f *facts) afterEnd(l *cfa.Loc, k int32, op *cfa.Fill) (st step, ok bool) {
	hi := op.Hi
	if x := noneIf(hi); x != nil {
		hi = x.E
	}
	end, _ := constantSum(hi)
	if end == nil {
		return st, false
	}
	st = step{fact: k, kind: stepFact, before: []int32{k}}
	for _, c := range readsOf(f.list[k], op.Arr) {
		if at, isVar := c.Idx.(*cfa.Var); !isVar || f.same.find(at) != f.same.find(end) {
			return st, false
		}
		is := f.before(l, k, f.depth[k], &cfa.Binary{Op: cfa.Ge, X: c.Idx, Y: hi})
		if is.kind == stepLost {
			return st, false
		}
		st.before, st.bounds = append(st.before, is.before...), append(st.bounds, is.bounds...)
	}
	return st, true
}

// shorter returns the step of fact k over an edge that gives cells of arr other values as cfa.Fill.Shorter allows. Each
// alternative of k that reads a cell has to say that it is at least 1, or, if it was at least 1 before, that it is at most
// something else.
func (f *facts) shorter(k int32, arr *cfa.Array) (st step, ok bool) {
	st = step{fact: k, kind: stepFact, before: []int32{k}}
	for _, a := range alternatives(f.list[k]) {
		cells := readsOf(a, arr)
		if len(cells) == 0 {
			continue
		}
		s, ok := difference(a)
		if len(cells) > 1 || !ok {
			return st, false
		}
		switch by := s.factor(cells[0]); by.Sign() {
		case 0:
			return st, false // the cell is not a term of the sum
		case -1:
			if len(s.terms) != 1 || by.Neg().Less(s.rest) {
				return st, false
			}
		case 1:
			j := f.add(&cfa.Binary{Op: cfa.Gt, X: cells[0], Y: cfa.ConstInt(0)}, f.depth[k])
			if j < 0 {
				return st, false
			}
			st.before = append(st.before, j)
		}
	}
	return st, true
}

// ofNoCells returns the step of fact k over a fill up to hi, if hi has the form c ? 0 : x. Where c holds, the fill
// sets no cells, so that k holds if it held before. The location l is in front of the fill. If c is a disjunction, its first
// alternative is a fact that is easier to find.
func (f *facts) ofNoCells(l *cfa.Loc, k int32, hi cfa.Expr) (st step, ok bool) {
	x := noneIf(hi)
	if x == nil {
		return st, false
	}
	where := func(list []cfa.Expr) {
		by, all := f.allOf(l, k, 0, list)
		if all {
			by.before = append(by.before, k)
			st, ok = either(st, by), true
		}
	}
	if c, isBinary := x.C.(*cfa.Binary); isBinary && c.Op == cfa.Or {
		where([]cfa.Expr{c.X})
	}
	where(conjuncts(x.C))
	return st, ok
}

// noneIf returns hi, the end of a fill, if it has the form c ? 0 : x. Where c holds, the fill sets no cells. It returns nil for
// other forms.
func noneIf(hi cfa.Expr) *cfa.Ite {
	x, ok := hi.(*cfa.Ite)
	if !ok {
		return nil
	}
	if c, isConst := cfa.IsConst(x.T); !isConst || !c.IsZero() {
		return nil
	}
	return x
}

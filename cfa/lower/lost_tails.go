package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Operations that end tails (tails.go). In front of such an operation, any values are given to the lengths of the tails that may end.

// loseTails gives any value to the tails that an operation, which is about to be emitted, may end:
//
//   - An operation that sets cells of a region, or their flags, may end the tails that begin at these cells or before
//     them in the same object. A store of a value other than 0 to a cell that is not 0 ends none, nor does a store to a
//     flag after which the cell is initialized. If the cells are set to 0, a tail with one of them ends there: it gets
//     shorter, but its first cells stay a tail.
//   - The end of an object's life ends the tails in it.
func (l *funcLowerer) loseTails(op cfa.Op, pos lang.Pos) {
	if len(l.tails.list) == 0 {
		return
	}
	cfa.Writes(op, nil, func(a *cfa.Array) {
		if r := l.tails.of[a]; r != nil && !l.making {
			if lo, list := l.mayEnd(op, r, pos); len(list) > 0 {
				l.inObjectOf(r.class, lo, pos, func(start cfa.Expr) {
					for _, e := range list {
						f := anyTails(r.tails, start, e.hi)
						f.Shorter = e.shorter
						l.emit(f, pos)
					}
				})
			}
		}
	})
	if lo, hi, some := l.endOfLife(op); some {
		for _, arr := range l.tails.list {
			if l.ending == nil || l.inObjects(arr, l.ending) {
				l.emit(anyTails(arr, lo, hi), pos)
			}
		}
	}
}

// lostTails are the tails that an operation may end in the object in which it sets cells: those that begin before hi; nil: all.
type lostTails struct {
	hi      cfa.Expr
	shorter bool // they only get shorter (cfa.Fill.Shorter)
}

// mayEnd says which tails of the region r op may end: those in the list, in the object in which the address lo lies or after it
// (inObjectOf); lo is nil if they may lie anywhere. op sets cells of the region, or their flags.
func (l *funcLowerer) mayEnd(op cfa.Op, r *region, pos lang.Pos) (lo cfa.Expr, list []lostTails) {
	full := func(e cfa.Expr) bool { // a cell that becomes initialized ends no tail
		k, isConst := cfa.IsConst(e)
		return isConst && k.Equal(num.Of(l.isFlag[r.flags]))
	}
	zero := cfa.ConstInt(0)
	switch op := op.(type) {
	case *cfa.Store:
		if op.Arr == r.flags && full(op.Val) {
			return nil, nil
		}
		lo = op.Idx
		hi := cfa.MkBinary(cfa.Add, lo, cfa.ConstInt(r.arr.Step))
		val, isConst := cfa.IsConst(op.Val)
		was := cfa.MkBinary(cfa.Ne, cfa.MkSelect(r.arr, lo), zero)
		switch {
		case op.Arr != r.arr:
			list = []lostTails{{cfa.MkIte(cfa.MkBinary(cfa.Ge, op.Val, cfa.ConstInt(l.isFlag[r.flags])), zero, hi), false}}
		case isConst && val.IsZero():
			list = []lostTails{{hi, true}}
		case isConst:
			list = []lostTails{{cfa.MkIte(was, zero, hi), false}}
		default:
			v := op.Val
			if s, ok := v.(*cfa.Select); !ok || s.Arr != r.arr {
				v = l.pin(v, pos)
			}
			list = []lostTails{
				{cfa.MkIte(cfa.MkBinary(cfa.Ne, v, zero), zero, hi), true},
				{cfa.MkIte(cfa.MkOr(was, cfa.MkBinary(cfa.Eq, v, zero)), zero, hi), false},
			}
		}
	case *cfa.Fill:
		if op.Arr == r.flags && op.Val != nil && full(op.Val) {
			return nil, nil
		}
		val, isConst := cfa.IsConst(op.Val)
		lo, list = op.Lo, []lostTails{{op.Hi, op.Arr == r.arr && isConst && val.IsZero()}}
	case *cfa.Copy:
		lo, list = op.DstLo, []lostTails{{cfa.MkBinary(cfa.Add, op.DstLo, op.N), false}}
	default:
		list = []lostTails{{}}
	}
	if p := l.onto; lo != nil && p != nil && p.root != nil && cfa.SameForm(p.addr, lo) {
		lo = p.root // facts about the pointer are easier to find than facts about a sum
	}
	return lo, list
}

// inObjectOf calls do with the address at which the object of the class n begins in which the address e lies, or 0 if that is not
// known. do emits the operations for it. If e may lie in objects at known addresses, there is a case for each of them: do is
// called several times.
func (l *funcLowerer) inObjectOf(n *pointsto.Class, e cfa.Expr, pos lang.Pos, do func(start cfa.Expr)) {
	k, isConst := cfa.IsConst(e)
	o, known := l.knownObject(e)
	switch {
	case e == nil || isConst && k.Equal(num.Of(l.heapLo)):
		do(e) // no object lies on both sides of this address
		return
	case known:
		do(cfa.ConstInt(o.lo))
		return
	}
	end := l.newLoc(pos)
	for _, o := range l.extentOf(n).objs {
		in, next := l.newLoc(pos), l.newLoc(pos)
		l.test(o.touched(e), in, next, pos)
		l.cur = in
		do(cfa.ConstInt(o.lo))
		l.jump(end, pos)
		l.cur = next
	}
	var start cfa.Expr = cfa.ConstInt(0)
	if l.shadow.owner != nil {
		start = cfa.MkSelect(l.shadow.owner, e)
	}
	do(start)
	l.jump(end, pos)
	l.cur = end
}

// resizedTails gives any value to the tails at the addresses p <= x < end, in the class n: the block at p, which ends at the
// address end, is about to get a new size.
func (l *funcLowerer) resizedTails(n *pointsto.Class, p, end cfa.Expr, pos lang.Pos) {
	if n == nil {
		return
	}
	n.EachScalar(func(m *pointsto.Class) {
		if arr := l.tailsOf(m); arr != nil {
			l.emit(anyTails(arr, p, end), pos)
		}
	})
}

// anyTails returns the operation that gives any value to the tails at lo <= x < hi.
func anyTails(arr *cfa.Array, lo, hi cfa.Expr) *cfa.Fill {
	return &cfa.Fill{Arr: arr, Lo: lo, Hi: hi, From: &cfa.Input{Kind: cfa.Effect, Name: "tails", Range: arr.Elem}}
}

// endsLife ends the life of a dynamic object (see setLive). The pointers to the object have the class n: only the tails
// in objects of this class are lost.
func (l *funcLowerer) endsLife(n *pointsto.Class, addr cfa.Expr, heap bool, pos lang.Pos) {
	l.ending = n
	l.setLive(addr, heap, false, pos)
	l.ending = nil
}

// endOfLife returns the addresses of an object whose life an operation ends.
func (l *funcLowerer) endOfLife(op cfa.Op) (lo, hi cfa.Expr, some bool) {
	switch op := op.(type) {
	case *cfa.Store:
		if k, isConst := cfa.IsConst(op.Val); isConst && k.IsZero() && op.Arr != nil && (op.Arr == l.shadow.live || op.Arr == l.shadow.automatic) {
			return op.Idx, cfa.MkBinary(cfa.Add, op.Idx, cfa.MkSelect(l.sizes, op.Idx)), true
		}
	case *cfa.Fill:
		if k, isConst := cfa.IsConst(op.Val); isConst && k.IsZero() && op.Lo != nil && (op.Arr == l.shadow.automatic || op.Arr == l.shadow.owner) {
			return op.Lo, op.Hi, true
		}
	case *cfa.Assign:
		s, ok := l.tails.alive[op.LHS]
		if k, isConst := cfa.IsConst(op.RHS); ok && (!isConst || k.IsZero()) {
			return cfa.ConstInt(s.lo), cfa.ConstInt(s.hi), true
		}
	}
	return nil, nil, false
}

// inObjects reports whether arr contains tails of the objects into which pointers of the class n lead.
func (l *lowerer) inObjects(arr *cfa.Array, n *pointsto.Class) (yes bool) {
	n.EachEnclosing(func(u *pointsto.Class) {
		u.EachScalar(func(m *pointsto.Class) { yes = yes || l.tailsOf(m) == arr })
	})
	return yes
}

// forgetTails removes the operations on arrays of tails that no promise reads.
func (l *lowerer) forgetTails() {
	used := map[*cfa.Array]bool{}
	for _, e := range l.p.Edges {
		if a, ok := e.Op.(*cfa.Assume); ok && a.Always {
			cfa.ExprReads(a.Cond, nil, func(a *cfa.Array) { used[a] = true })
		}
	}
	for _, e := range l.p.Edges {
		if f, ok := e.Op.(*cfa.Fill); ok && f.Arr.Tails != nil && !used[f.Arr] {
			e.Op = cfa.Skip{}
		}
	}
}

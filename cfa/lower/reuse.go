package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Reuse of the addresses of freed blocks. In the model no block lies at the address of a freed one, so a pointer to a
// freed block never leads to another object. But a real allocator may use the memory again. A program can observe this
// by comparing the old address, as a pointer or an integer, with the address of a later block. So the result of such a
// comparison is any value.
//
// For each freed block, the array freed keeps the address of the next block at that time, which is greater than 0.
// Later blocks have this address or higher ones.

// freedArray returns the array freed.
func (l *lowerer) freedArray() *cfa.Array {
	return l.shadowArray(&l.shadow.freed, "freed", l.rangeOfPtr())
}

// frees reports whether blocks of the class n may be freed.
func (l *lowerer) frees(n *pointsto.Class) bool {
	if l.mayFree == nil {
		l.findFreed()
	}
	return anyPart(n, l.mayFree)
}

// findFreed finds the classes whose blocks may be freed.
func (l *lowerer) findFreed() {
	l.mayFree = map[*pointsto.Class]bool{}
	for _, f := range l.pts.Funcs {
		if f.Body == nil {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			x, ok := e.(*lang.Call)
			if !ok || x.Direct() == nil || x.Direct().Name != "__whet_free" || len(x.Args) != 1 {
				return
			}
			if n := l.pts.Pointee(x.Args[0]); n != nil {
				n.Find().EachPart(func(m *pointsto.Class) { l.mayFree[m.Find()] = true })
			}
		})
	}
}

// keepFreed records that the block p is freed.
func (l *funcLowerer) keepFreed(p cfa.Expr, pos lang.Pos) {
	if l.dynamic && l.heapTop != nil {
		l.emit(&cfa.Store{Arr: l.freedArray(), Idx: p, Val: l.heapTop}, pos)
	}
}

// mayBeOld reports whether the comparison x may compare the address of a freed block with the address of a later block.
func (l *funcLowerer) mayBeOld(x *lang.Binary) bool {
	return x.Op >= lang.Eq && x.Op <= lang.Ge && x.L.Type().Kind != lang.Float && l.dynamic && l.heapTop != nil &&
		l.fn != nil && !l.fn.Model && !l.inClaim && !isNull(x.L) && !isNull(x.R) &&
		l.frees(l.pts.Pointee(x.L)) && l.frees(l.pts.Pointee(x.R)) && !l.sameBase(x.L, x.R)
}

// old returns the condition that of the addresses p and q one belongs to a freed block and the other to a later block. It says
// in its first part that they belong to different blocks. This follows from the rest, but proofs find it more easily there.
func (l *funcLowerer) old(p, q cfa.Expr) cfa.Expr {
	since := func(old, other cfa.Expr) cfa.Expr {
		at := cfa.MkSelect(l.freedArray(), cfa.MkSelect(l.ownerArray(), old))
		return cfa.MkAnd(cfa.MkBinary(cfa.Ne, at, cfa.ConstInt(0)),
			cfa.MkAnd(cfa.MkBinary(cfa.Ge, other, at), cfa.MkBinary(cfa.Lt, other, l.heapTop)))
	}
	apart := cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.ownerArray(), p), cfa.MkSelect(l.ownerArray(), q))
	return cfa.MkAnd(apart, cfa.MkOr(since(p, q), since(q, p)))
}

package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// Pointers that are subtracted, or compared by <, <=, > and >=, must lead into one object, or one past its end
// (Pointer; C11 6.5.6p9, 6.5.8p5). Here the members of a record are one object. Comparisons with null are accepted.
//
// An address determines the object in which it lies. If neither address lies in an object, for example after two
// pointers were moved away, nothing is claimed. The same applies to classes whose objects are not all known, if
// neither address lies in a known object.

// ordersPointers reports whether x subtracts or orders pointers.
func ordersPointers(x *lang.Binary) bool {
	return x.L.Type().Kind == lang.Pointer && (x.Op == lang.PtrDiff || x.Op >= lang.Lt && x.Op <= lang.Ge)
}

// oneObject tests the operands of x, whose values are p and q.
func (l *funcLowerer) oneObject(x *lang.Binary, p, q cfa.Expr) {
	if !ordersPointers(x) || p == nil || q == nil || l.fn == nil || l.fn.Model || l.inClaim || !l.checks(Pointer) || x.L.Type().Elem.Kind == lang.Function {
		return
	}
	m, n := l.pts.Pointee(x.L), l.pts.Pointee(x.R)
	if m == nil || n == nil || l.sameBase(x.L, x.R) {
		return
	}
	pos := x.At
	a, b := l.extentOf(m), l.extentOf(n)
	if m.Find() == n.Find() && !a.open && !a.dynamic() && len(a.objs) <= 1 {
		return
	}
	objs := append([]span(nil), a.objs...)
	for _, o := range b.objs {
		known := false
		for _, u := range objs {
			known = known || u == o
		}
		if !known {
			objs = append(objs, o)
		}
	}
	p, q = l.once(p, pos), l.once(q, pos)
	ok := cfa.MkOr(cfa.MkBinary(cfa.Lt, p, cfa.ConstInt(cfa.FirstPage)), cfa.MkBinary(cfa.Lt, q, cfa.ConstInt(cfa.FirstPage)))
	var none cfa.Expr = cfa.ConstInt(1) // the condition that neither pointer leads into an object
	for _, o := range objs {
		ok = cfa.MkOr(ok, cfa.MkAnd(o.touched(p), o.touched(q)))
		none = cfa.MkAnd(none, cfa.MkAnd(cfa.MkNot(o.touched(p)), cfa.MkNot(o.touched(q))))
	}
	if a.dynamic() || b.dynamic() {
		u, v := cfa.MkSelect(l.ownerArray(), p), cfa.MkSelect(l.ownerArray(), q)
		zero := cfa.ConstInt(0)
		ok = cfa.MkOr(ok, cfa.MkAnd(cfa.MkBinary(cfa.Eq, u, v), cfa.MkBinary(cfa.Ne, u, zero)))
		none = cfa.MkAnd(none, cfa.MkAnd(cfa.MkBinary(cfa.Eq, u, zero), cfa.MkBinary(cfa.Eq, v, zero)))
	}
	l.require(Pointer, x, func(bad *cfa.Loc) {
		explain(bad, cfa.Pointer, p, cfa.Other, q)
		l.must(cfa.MkOr(ok, none), bad, pos)
	})
}

// notFar tests i, the value of e, in the expression x, which adds i to a pointer to elements of type t or subtracts i
// from it. `to` is the resulting pointer. If i is larger than any object, the machine's sum wraps around and may lead
// back into the object, but C's sum does not (Pointer). Sums that are only compared are accepted.
//
// Without the rule Pointer, Bounds tests sums that wrap around and do not lead back into an object of the class n, if
// all objects of n are known.
func (l *funcLowerer) notFar(x, e lang.Expr, i cfa.Expr, t *lang.Type, n *pointsto.Class, to cfa.Expr) {
	c, ok := e.(*lang.Cast)
	if !ok || !c.Implicit || c.X.Type().Signed || c.X.Type().Size < l.u.Model.PtrSize() || i == nil || l.compares || l.fn == nil || l.fn.Model || !l.checks(Bounds) {
		return
	}
	most := num.Pow2(uint(l.u.Model.PtrBits() - 1)).Quo(num.Of(max(1, t.Size)))
	if _, hi, ok := cfa.Bounds(i); ok && hi.Less(most) {
		return
	}
	near := cfa.MkBinary(cfa.Lt, i, cfa.ConstOf(most))
	rule := Pointer
	if !l.checks(Pointer) {
		if n == nil || to == nil || l.extentOf(n).unknown() {
			return
		}
		rule = Bounds
		near = cfa.MkOr(near, l.inSome(l.extentOf(n), l.pin(to, x.Pos())))
	}
	l.require(rule, x, func(bad *cfa.Loc) {
		explain(bad, cfa.Index, i)
		l.must(near, bad, x.Pos())
	})
}

// inSome returns the condition that the address a lies in one of the objects of x, or one past its end.
func (l *lowerer) inSome(x *extent, a cfa.Expr) cfa.Expr {
	var c cfa.Expr = cfa.ConstInt(0)
	for _, o := range x.objs {
		c = cfa.MkOr(c, o.touched(a))
	}
	if x.dynamic() {
		c = cfa.MkOr(c, cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.ownerArray(), a), cfa.ConstInt(0)))
	}
	return c
}

// sameBase reports whether sums made both pointers from one pointer. It looks at the form of the expressions, and of
// the assignments to the local variables in them.
func (l *funcLowerer) sameBase(x, y lang.Expr) bool {
	a, b := l.bases(x), l.bases(y)
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	for o := range a {
		return o != nil && b[o]
	}
	return false
}

// assignedAgain reports whether the only assignment to a local variable may be executed more than once in an
// activation.
func (l *funcLowerer) assignedAgain(o *lang.Object) bool {
	if l.inLoops == nil {
		l.inLoops = map[*lang.Object]bool{}
		all := len(l.fn.Labels) > 0
		note := func(s lang.Stmt) {
			lang.Walk(s, func(s lang.Stmt) {
				if d, ok := s.(*lang.DeclStmt); ok {
					l.inLoops[d.Obj] = true
				}
			}, func(e lang.Expr) {
				if a, ok := e.(*lang.Assign); ok {
					if v, ok := a.L.(*lang.VarRef); ok {
						l.inLoops[v.Obj] = true
					}
				}
			})
		}
		lang.Walk(l.fn.Body, func(s lang.Stmt) {
			switch s.(type) {
			case *lang.While, *lang.DoWhile, *lang.For:
				note(s)
			case *lang.Asm:
				all = true
			}
		}, nil)
		l.inLoops[nil] = all
	}
	return l.inLoops[nil] || l.inLoops[o]
}

// bases returns the objects from which sums made the pointer e: arrays, and pointer variables that are assigned once.
// The result contains nil if some are not known.
func (l *funcLowerer) bases(e lang.Expr) map[*lang.Object]bool {
	return l.basesWithin(e, map[*lang.Object]bool{})
}

// basesWithin is bases for a call while the bases of the local variables in the set `within` are being computed.
func (l *funcLowerer) basesWithin(e lang.Expr, within map[*lang.Object]bool) map[*lang.Object]bool {
	found, seen := map[*lang.Object]bool{}, map[*lang.Object]bool{}
	var from func(e lang.Expr)
	from = func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Cast:
			if x.X.Type().Kind == lang.Pointer {
				from(x.X)
				return
			}
		case *lang.Binary:
			if pointerSum(x) {
				from(x.L)
				return
			}
		case *lang.AssignOp:
			from(x.L)
			return
		case *lang.IncDec:
			from(x.X)
			return
		case *lang.Assign:
			from(x.R)
			return
		case *lang.AddrOf:
			if r, ok := lang.Root(x.X).(*lang.VarRef); ok {
				found[r.Obj] = true
				return
			}
		case *lang.Decay:
			if r, ok := lang.Root(x.X).(*lang.VarRef); ok {
				found[r.Obj] = true
				return
			}
		case *lang.VarRef:
			o := x.Obj
			list := l.pts.Assigned(o)
			switch {
			case o.Storage != lang.Local && o.Storage != lang.Param || l.memory(o):
			case seen[o]:
				return
			case o.Storage == lang.Param && len(list) == 0, o.Storage == lang.Local && len(list) == 1 && !l.assignedAgain(o):
				found[o] = true
				if o.Storage == lang.Local && !within[o] {
					within[o] = true
					more := l.basesWithin(list[0], within)
					delete(within, o)
					if len(more) == 1 && !more[nil] {
						delete(found, o)
						for b := range more {
							found[b] = true
						}
					}
				}
				return
			case o.Storage == lang.Local:
				seen[o] = true
				for _, v := range list {
					from(v)
				}
				return
			}
		}
		found[nil] = true
	}
	from(e)
	return found
}

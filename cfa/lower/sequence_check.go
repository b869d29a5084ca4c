package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// The tests of the rule Sequence: two accesses that have no order must be to different objects.
//
// The place of each access that has a partner (sequence.go) is kept when the access is reached. The later access is
// compared with the earlier one. For an access that may be skipped (in an operand of &&, || or ?:), a variable holds
// the address or index. It is -1 before: no object lies there.

// A seenAccess is an access whose place is kept.
type seenAccess struct {
	p   place
	pos cfa.Expr // the address or index of the place, or 0 for a variable; -1: the access was skipped
}

// accessed tests the access of e to the place against the earlier accesses that have no order with it, and keeps the
// place. It returns the place with its other checks done.
func (l *funcLowerer) accessed(e lang.Expr, p place) place {
	list := l.partners[e]
	if len(list) == 0 {
		return p
	}
	p = l.guard(p)
	here := seenAccess{p, cfa.ConstInt(0)}
	switch {
	case p.inMemory():
		here.pos = p.addr
	case p.idx != nil:
		here.pos = p.idx
	}
	for _, q := range list {
		if before, ok := l.seen[q.e]; ok {
			l.different(before, here, q.at)
		}
	}
	if v := l.kept[e]; v != nil {
		l.emit(&cfa.Assign{LHS: v, RHS: here.pos}, e.Pos())
		here.pos = v
	} else {
		here.pos = l.pin(here.pos, e.Pos())
	}
	l.seen[e] = here
	return p
}

// mayLeaveOut records, before e is evaluated, that no access in e has been reached: it sets the kept positions of those
// accesses that the evaluation of e may skip to -1.
func (l *funcLowerer) mayLeaveOut(e lang.Expr) {
	for _, x := range l.skipped[e] {
		if l.kept == nil {
			l.kept = map[lang.Expr]*cfa.Var{}
		}
		if l.kept[x] == nil {
			l.kept[x] = l.temp(cfa.Range{}, e.Pos())
		}
		l.emit(&cfa.Assign{LHS: l.kept[x], RHS: cfa.ConstInt(-1)}, e.Pos())
	}
}

// different tests that two accesses do not overlap.
func (l *funcLowerer) different(a, b seenAccess, at lang.Expr) {
	pos := at.Pos()
	if a.p.inMemory() != b.p.inMemory() || a.p.field != nil && b.p.field != nil && a.p.field != b.p.field {
		return // one object lies in memory and the other does not, or the accesses are to two different bit-fields
	}
	if !a.p.inMemory() && a.p.st != b.p.st && (a.p.idx != nil || b.p.idx != nil) {
		l.lookedAway("whether accesses to a record in an array and to its members have an order", pos)
		return
	}
	c := cfa.MkBinary(cfa.Ne, a.pos, b.pos)
	if a.p.inMemory() {
		n, m := l.accessSize(a.p), l.accessSize(b.p)
		if n != m || !a.p.t.IsScalar() || l.regionOf(a.p.n).bytes {
			c = cfa.MkOr(
				cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, a.pos, cfa.ConstInt(n)), b.pos),
				cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, b.pos, cfa.ConstInt(m)), a.pos))
		}
	}
	if k, ok := cfa.IsConst(c); ok && !k.IsZero() {
		return
	}
	prop := l.unsequenced[at]
	if prop == nil {
		prop = l.property(Sequence.kind(), lang.ExprString(at), pos)
		l.unsequenced[at] = prop
	}
	bad := l.newLoc(pos)
	bad.Error = prop
	l.must(c, bad, pos)
}

package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Pointer arithmetic that moves a pointer from one object into another. It is undefined as soon as the pointer leaves
// its object, where one past the end still counts as inside (C11 6.5.6p8). An address determines the object that lies
// there, but not the object that the pointer was made from. So a pointer that moves into another object breaks the
// rule Bounds. A pointer that leaves its object and does not enter another one is accepted: accesses through it are
// out of bounds, and loops that count pointers down do this. If a pointer that is in no object enters one, its
// original object is not known, and nothing is claimed.
//
// Steps smaller than the gap between objects cannot reach another object from inside of one. They are not tested. So
// a pointer that crosses a gap in several such steps, without an access there, is missed. A class with one object at
// a known address has no other object to enter: any other address is out of bounds. For p[i] and *(p + i) the test of
// the access looks at p (access.go).

// Only the whole of a nested sum is tested: (p + 9) - 9 leads to the same address as p. C leaves p + 9 undefined if
// the object is shorter, but nothing can be read or written through it.

// pointerSum reports whether the expression is a pointer plus or minus a number.
func pointerSum(x *lang.Binary) bool { return x.Op == lang.PtrAdd || x.Op == lang.PtrSub }

// sum evaluates a pointer sum. It returns the pointer from which the sum was made (which is not a sum itself), the
// number of bytes added to it, and the value of the sum. A result that is not known is nil.
func (l *funcLowerer) sum(x *lang.Binary) (from, by, v cfa.Expr) {
	var lv, rv cfa.Expr
	if inner, ok := x.L.(*lang.Binary); ok && pointerSum(inner) && !l.impure(x.R) {
		from, by, lv = l.sum(inner)
		rv = l.offset(x.R)
	} else {
		lv, rv = l.pair(x.L, x.R, x.At)
		from, by = lv, cfa.ConstInt(0)
	}
	v = l.operate(x, x.Op, lv, rv, x.T, x.L.Type())
	l.notFar(x, x.R, rv, x.T.Elem, l.pts.Pointee(x.L), v)
	d := l.scaled(rv, x.T.Elem)
	if by == nil || d == nil {
		return from, nil, v
	}
	if x.Op == lang.PtrSub {
		return from, cfa.MkBinary(cfa.Sub, by, d), v
	}
	return from, cfa.MkBinary(cfa.Add, by, d), v
}

// movedFrom evaluates the pointer e. v is its value; from is the value of the pointer from which sums made e.
func (l *funcLowerer) movedFrom(e lang.Expr) (from, v cfa.Expr) {
	if x, ok := e.(*lang.Binary); ok && pointerSum(x) && !l.impure(x.R) {
		if from, _, v = l.sum(x); from != nil && v != nil {
			return from, v
		}
		return v, v
	}
	v = l.rval(e)
	return v, v
}

// moved tests the pointer `to`, in the class n, which is the pointer `from` plus `by` bytes. It returns the value of
// `to`, possibly in a variable.
func (l *funcLowerer) moved(n *pointsto.Class, from, by, to cfa.Expr, at lang.Expr) cfa.Expr {
	to = l.moveInTail(n, from, by, to, at.Pos())
	to = l.moveInObject(n, from, by, to, at.Pos())
	l.staysInObject(n, from, by, to, at)
	return to
}

// moveInObject promises where the pointer `to` into the class n leads, which is `from` plus `by` bytes: if a dynamic object
// begins at `from` and has the byte that `to` leads to, or ends there, then it is the owner of `to`; and no owner begins
// after the bytes that it owns. This is how an allocation fills the owners, and they stay so as long as the size of the
// object is known (shadow.go). Without the promises it would take a fact with two quantifiers: for each object, the owner of
// each of its bytes. It returns `to`, kept in a variable if there are promises.
func (l *funcLowerer) moveInObject(n *pointsto.Class, from, by, to cfa.Expr, pos lang.Pos) cfa.Expr {
	if n == nil || from == nil || by == nil || to == nil || !l.promises() || !l.promisesOwners(n) {
		return to
	}
	_, hi, ok := cfa.Bounds(by)
	if _, known := to.(*cfa.Const); known || ok && hi.Sign() <= 0 {
		return to
	}
	to = l.pin(to, pos)
	zero := cfa.ConstInt(0)
	size, owner := cfa.MkSelect(l.blockSizes(), from), cfa.MkSelect(l.ownerArray(), to)
	unless := func(c cfa.Expr) cfa.Expr {
		return cfa.MkOr(cfa.MkBinary(cfa.Lt, by, zero), cfa.MkOr(c, cfa.MkBinary(cfa.Eq, owner, from)))
	}
	inside := unless(cfa.MkBinary(cfa.Ge, by, size))
	atEnd := unless(cfa.MkOr(cfa.MkBinary(cfa.Eq, size, zero), cfa.MkBinary(cfa.Gt, by, size)))
	first := cfa.MkBinary(cfa.Ge, to, owner)
	if !l.ofPointers(n) {
		was := cfa.MkSelect(l.ownerArray(), from)
		left := cfa.MkBinary(cfa.Gt, cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Sub, from, was), by), cfa.MkSelect(l.blockSizes(), was))
		stays := cfa.MkOr(cfa.MkBinary(cfa.Eq, was, zero), cfa.MkOr(left, cfa.MkBinary(cfa.Eq, owner, was)))
		first = cfa.MkAnd(first, cfa.MkOr(cfa.MkBinary(cfa.Lt, by, zero), stays))
	}
	l.promise(cfa.MkAnd(first, cfa.MkAnd(inside, atEnd)), pos)
	return to
}

// ofPointers reports whether the class n contains arrays of pointers that end with a null pointer, such as argv. What is known of
// their tails is enough for them.
func (l *funcLowerer) ofPointers(n *pointsto.Class) (yes bool) {
	n.EachScalar(func(m *pointsto.Class) {
		arr := l.tailsOf(m)
		yes = yes || arr != nil && arr.Tails.Pointer
	})
	return yes
}

// promisesOwners reports whether there are promises about the owners of addresses in the class n.
func (l *funcLowerer) promisesOwners(n *pointsto.Class) bool {
	return l.checks(Memory) && l.located() && l.extentOf(n).dynamic()
}

// staysInObject tests that the pointer `to`, which is `from` plus `by` bytes, does not lie in another object than
// `from`.
func (l *funcLowerer) staysInObject(n *pointsto.Class, from, by, to cfa.Expr, at lang.Expr) {
	if l.undefined != nil || !l.checks(Bounds) || l.fn.Model || n == nil || from == nil || by == nil || to == nil {
		return
	}
	x := l.extentOf(n)
	if !x.dynamic() && len(x.objs) <= 1 {
		return
	}
	if k, ok := cfa.IsConst(by); ok {
		if d, ok := k.Int64(); ok && -redZone < d && d < redZone {
			return
		}
	}
	pos := at.Pos()
	from, to = l.pin(from, pos), l.pin(to, pos)
	none, all := cfa.ConstInt(0), cfa.ConstInt(1)
	var same, left, lost cfa.Expr = none, all, all
	for _, o := range x.objs {
		same = cfa.MkOr(same, cfa.MkAnd(o.touched(from), o.touched(to)))
		left, lost = cfa.MkAnd(left, cfa.MkNot(o.touched(to))), cfa.MkAnd(lost, cfa.MkNot(o.touched(from)))
	}
	if x.dynamic() {
		was, is := cfa.MkSelect(l.ownerArray(), from), cfa.MkSelect(l.ownerArray(), to)
		same = cfa.MkOr(same, cfa.MkAnd(cfa.MkBinary(cfa.Ne, was, none), cfa.MkBinary(cfa.Eq, is, was)))
		left, lost = cfa.MkAnd(left, cfa.MkBinary(cfa.Eq, is, none)), cfa.MkAnd(lost, cfa.MkBinary(cfa.Eq, was, none))
	}
	l.require(Bounds, at, func(bad *cfa.Loc) {
		l.must(cfa.MkOr(cfa.MkOr(same, left), lost), bad, pos)
		l.unlessDecided(cfa.MkOr(cfa.MkNot(lost), left), "which object a pointer was made from", bad, pos)
	})
}

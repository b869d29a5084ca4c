package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
)

// Tests of accesses through pointers: for null, for the bounds of the object, and for its lifetime.

// An access is an access through a pointer: to size bytes at addr, where addr was made from base. The rules ask for
// the following:
//
//   - null: base is not in the first page, where no object lies.
//   - bounds: the bytes lie in one object, and base points into this object or one past its end. For a
//     class with a single object at a known address the test leaves out base: any other address is
//     out of bounds.
//   - lifetime: the object has not ended.
//
// Pointers from outside of the program may lead into some classes (extent.open). Such a class may have objects in
// addition to the program's objects. An access to an object of the program is tested as in other classes. Nothing is
// known about other addresses, and nothing is claimed about accesses to them (known).
//
// A rule that is not requested does not become a property. If neither null nor bounds is requested, a run that breaks
// the null rule ends there. A run that breaks another rule that is not requested goes on.
type access struct {
	base, addr cfa.Expr
	size       cfa.Expr
	same       bool // base and addr are the same
}

// follow emits the tests of an access, through a pointer, to the place p.
func (l *funcLowerer) follow(p place) {
	size := l.accessSize(p)
	x := l.extentOf(p.n).at(p.base)
	if k, ok := cfa.IsConst(p.addr); ok && p.base == p.addr && p.held == nil {
		if a, ok := k.Int64(); ok && x.holds(a, size) && !l.scopes.followed(x) {
			return
		}
	}
	a := access{base: p.base, addr: p.addr, size: cfa.ConstInt(size), same: p.base == p.addr}
	pos := p.via.Pos()
	l.notNull(a.base, p.via, x.open)
	rule := Lifetime
	if l.checks(Bounds) {
		rule = Bounds
		if p.moves != nil {
			l.unmoved(p.held, p.moves, pos)
		}
	}
	var inside, within []cfa.Expr
	if rule == Bounds {
		inside, within = l.inBounds(x, a), l.inWindow(p.held, a.addr, a.size)
	}
	if inside != nil || within != nil || l.checks(rule) && x.unknown() {
		l.require(rule, p.via, func(bad *cfa.Loc) {
			explain(bad, cfa.Pointer, a.base, cfa.Address, a.addr, cfa.Size, a.size)
			switch {
			case p.held != nil && !l.isUnknown(p.held):
				explain(bad, cfa.From, p.held.lo, cfa.To, p.held.hi)
			case x.only != nil:
				explain(bad, cfa.From, cfa.ConstInt(x.only.lo), cfa.To, cfa.ConstInt(x.only.hi))
			}
			for _, c := range inside {
				l.must(c, bad, pos)
			}
			for _, c := range within {
				l.must(c, afterTails(bad), pos)
			}
			l.unlessDecided(l.known(x, a.base), outsideMemory, bad, pos)
		})
	}
	if l.checks(Pointer) && !a.same && !x.open && len(x.objs) == 1 && !x.dynamic() {
		// In a class with more objects, the test for bounds includes base.
		o := x.objs[0]
		l.require(Pointer, p.via, func(bad *cfa.Loc) {
			explain(bad, cfa.Pointer, a.base, cfa.Address, a.addr, cfa.Size, a.size)
			l.must(cfa.MkBinary(cfa.Ge, a.base, cfa.ConstInt(o.lo)), bad, pos)
			l.must(cfa.MkBinary(cfa.Le, a.base, cfa.ConstInt(o.hi)), bad, pos)
		})
	}
	if l.checks(Lifetime) {
		if c := l.lives(x, a.base); c != nil {
			l.require(Lifetime, p.via, func(bad *cfa.Loc) {
				explain(bad, cfa.Pointer, a.base, cfa.Address, a.addr, cfa.Size, a.size)
				l.must(c, bad, pos)
			})
		}
	}
}

// notNull tests that the pointer base, which the expression `via` dereferences, is not null. open says whether the
// class that base leads to is open (see access).
func (l *funcLowerer) notNull(base cfa.Expr, via lang.Expr, open bool) {
	c := nonNull(base, open)
	if k, ok := cfa.IsConst(c); ok && !k.IsZero() {
		return
	}
	if l.checks(Null | Bounds) {
		// If only the rule bounds is requested, it is broken: null is outside of every object.
		rule := Null
		if !l.checks(Null) {
			rule = Bounds
		}
		l.require(rule, via, func(bad *cfa.Loc) {
			explain(bad, cfa.Pointer, base)
			l.must(c, bad, via.Pos())
		})
		return
	}
	l.emit(&cfa.Assume{Cond: c}, via.Pos())
}

// nonNull returns the condition that the pointer base is neither null nor made from null. If open is true, base may come
// from code outside of the program. Then only null itself is excluded: other addresses in the first page, which that
// code may use as markers, lead to no known object.
func nonNull(base cfa.Expr, open bool) cfa.Expr {
	if _, isConst := cfa.IsConst(base); open && !isConst {
		return cfa.MkBinary(cfa.Ne, base, cfa.ConstInt(0))
	}
	return cfa.MkBinary(cfa.Ge, base, cfa.ConstInt(cfa.FirstPage))
}

// accessible returns the conditions, all of which must hold, for an access to size bytes at addr in the class n. base
// is the pointer from which addr was made. It must not be null, the object that it points into must be alive, and the
// bytes must lie in this object. The caller makes the exception for size 0.
func (l *lowerer) accessible(n *pointsto.Class, base, addr, size cfa.Expr) []condition {
	x := l.extentOf(n).at(base)
	list := []condition{{rule: Null, holds: nonNull(base, x.open)}}
	for _, c := range l.inBounds(x, access{base, addr, size, base == addr}) {
		list = append(list, condition{rule: Bounds, holds: c})
	}
	if x.unknown() {
		list = append(list, condition{rule: Bounds, holds: l.known(x, base), undecided: outsideMemory})
	}
	if c := l.lives(x, base); c != nil {
		list = append(list, condition{rule: Lifetime, holds: c})
	}
	return list
}

// A condition is what a rule requires.
type condition struct {
	rule  Check
	holds cfa.Expr
	// If holds is false and undecided is empty, the rule is broken. If holds is false and undecided is not empty, nothing
	// is claimed about the access, for the reason in undecided.
	undecided string
	// window says that the access must lie in the part of the object that its pointer was made from.
	window bool
	// always says that the condition must hold even for an access to 0 bytes, unless the pointer is null.
	always bool
}

// mustHold leads to the error location bad where the condition c does not hold. If that is undecided, it makes no
// claim there.
func (l *funcLowerer) mustHold(c condition, bad *cfa.Loc, pos lang.Pos) {
	if c.undecided == "" || bad == nil {
		l.must(c.holds, bad, pos)
		return
	}
	l.unlessDecided(c.holds, c.undecided, bad, pos)
}

const outsideMemory = "what lies at an address that may come from outside of the program"

// unknown reports whether pointers into the class may lead to something that is not an object of the program. The
// pointers into a class without objects are null, plain numbers or uninitialized.
func (x *extent) unknown() bool { return x.asked && (x.open || len(x.objs) == 0 && !x.dynamic()) }

// known returns the condition that the pointer base leads into an object of the program, or one past its end. Then
// inBounds and lives say what may be accessed through it.
func (l *lowerer) known(x *extent, base cfa.Expr) cfa.Expr {
	if !x.unknown() {
		return cfa.ConstInt(1)
	}
	return l.inSome(x, base)
}

// inBounds returns the conditions, all of which must hold, for an access in bounds. It returns no conditions if
// nothing is known about the objects. In an open class the conditions concern only the objects of the program.
func (l *lowerer) inBounds(x *extent, a access) []cfa.Expr {
	switch {
	case len(x.objs) == 0 && !x.dynamic():
		if a.same || x.open {
			return nil
		}
		return []cfa.Expr{cfa.MkBinary(cfa.Ge, a.addr, cfa.ConstInt(cfa.FirstPage))}
	case x.open:
		return []cfa.Expr{cfa.MkOr(cfa.MkNot(l.known(x, a.base)), l.inObject(x, a))}
	case len(x.objs) == 1 && !x.dynamic():
		// The condition is split in two tests, so that each is one inequality.
		o := x.objs[0]
		if x.only != nil {
			o = *x.only
		}
		return []cfa.Expr{
			cfa.MkBinary(cfa.Ge, a.addr, cfa.ConstInt(o.lo)), cfa.MkBinary(cfa.Le, a.addr, l.before(o.hi, a.size)),
		}
	}
	return []cfa.Expr{l.inObject(x, a)}
}

// inObject returns the condition that an access is in bounds of one of the program's objects in the class.
func (l *lowerer) inObject(x *extent, a access) cfa.Expr {
	var c cfa.Expr = cfa.ConstInt(0)
	for _, o := range x.objs {
		in := cfa.MkAnd(cfa.MkBinary(cfa.Ge, a.addr, cfa.ConstInt(o.lo)), cfa.MkBinary(cfa.Le, a.addr, l.before(o.hi, a.size)))
		if !a.same {
			in = cfa.MkAnd(in, o.touched(a.base))
		}
		c = cfa.MkOr(c, in)
	}
	if x.dynamic() {
		c = cfa.MkOr(c, l.inDynamic(a))
	}
	return c
}

// before returns the last address from which size bytes end at or before hi.
func (l *lowerer) before(hi int64, size cfa.Expr) cfa.Expr {
	return cfa.MkBinary(cfa.Sub, cfa.ConstInt(hi), size)
}

// inDynamic returns the condition that an access is in bounds of the dynamic object that base points to. It has two
// cases: base is the start of the object, or ownerArray gives the start. In most programs the first case suffices, and
// it takes fewer steps.
func (l *lowerer) inDynamic(a access) cfa.Expr {
	sizes, owner := l.blockSizes(), cfa.MkSelect(l.ownerArray(), a.base)
	end := cfa.MkBinary(cfa.Add, a.addr, a.size)
	within := func(start cfa.Expr) cfa.Expr {
		c := cfa.MkBinary(cfa.Le, l.distance(end, start), cfa.MkSelect(sizes, start))
		if !cfa.SameForm(a.addr, start) {
			if d, ok := cfa.IsConst(l.distance(a.addr, start)); !ok || d.Sign() < 0 {
				c = cfa.MkAnd(cfa.MkBinary(cfa.Ge, a.addr, start), c)
			}
		}
		return c
	}
	return cfa.MkOr(within(a.base), cfa.MkAnd(cfa.MkBinary(cfa.Ne, owner, cfa.ConstInt(0)), within(owner)))
}

// distance returns the difference of the addresses a and `from`.
func (l *lowerer) distance(a, from cfa.Expr) cfa.Expr {
	var more cfa.Expr = cfa.ConstInt(0)
	for !cfa.SameForm(a, from) {
		b, ok := a.(*cfa.Binary)
		if !ok || b.Op != cfa.Add {
			return cfa.MkBinary(cfa.Add, cfa.MkBinary(cfa.Sub, a, from), more)
		}
		a, more = b.X, cfa.MkBinary(cfa.Add, b.Y, more)
	}
	return more
}

// lives returns the condition that the object that base points to, if any, has not ended. It returns nil if no object
// of the class can end.
func (l *lowerer) lives(x *extent, base cfa.Expr) cfa.Expr {
	var c cfa.Expr = cfa.ConstInt(1)
	for _, o := range x.objs {
		if v := l.scopes.alive[o]; v != nil {
			away := cfa.MkOr(cfa.MkBinary(cfa.Lt, base, cfa.ConstInt(o.lo)), cfa.MkBinary(cfa.Gt, base, cfa.ConstInt(o.hi)))
			c = cfa.MkAnd(c, cfa.MkOr(cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)), away))
		}
	}
	if x.dynamic() {
		owner := cfa.MkSelect(l.ownerArray(), base)
		var d cfa.Expr = cfa.ConstInt(0)
		for _, at := range []cfa.Expr{base, owner} {
			if x.heap {
				d = cfa.MkOr(d, cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.liveArray(), at), cfa.ConstInt(0)))
			}
			if x.others {
				d = cfa.MkOr(d, cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.automaticArray(), at), cfa.ConstInt(0)))
			}
		}
		c = cfa.MkAnd(c, cfa.MkOr(d, cfa.MkBinary(cfa.Eq, owner, cfa.ConstInt(0))))
		if x.parts {
			whole := cfa.MkSelect(l.partOfArray(), base)
			c = cfa.MkAnd(c, cfa.MkBinary(cfa.Ne, cfa.MkSelect(l.automaticArray(), whole), cfa.ConstInt(0)))
		}
	}
	if k, ok := cfa.IsConst(c); ok && !k.IsZero() {
		return nil
	}
	return c
}

package lower

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/num"
)

// The contracts of library functions that have a model in C (Library; C11 7.1.4).
//
// Each call has a private copy of the model. The copy reads and writes memory that its caller gave it; an access
// outside of this memory is an error of the call. So the accesses of a model are checked like those of the program,
// but all failures in the copy belong to one property: the property of the call in the program that led there. In
// addition models state the function's other requirements, with intrinsics that mean nothing if the contracts are not
// checked:
//
//	__whet_room(p, n, size)      there are n * size bytes at p; accesses through p, which the model
//	                             does not change, stay in them, and are not checked again
//	__whet_object(p)             p leads to an object of the library, such as a FILE
//	__whet_disjoint(p, n, q, m)  the n bytes at p and the m bytes at q do not overlap
//	__whet_apart(p, q, n)        the n bytes at p and at q do not overlap, but p may be q: gcc and clang
//	                             require this of memcpy, which they call for assignments of records
//	__whet_require(c)            c is not 0
//	__whet_string(s)             a whole string lies at s, even if the model reads only its start
//	__whet_trusted(p)            p belongs to the model, or is checked elsewhere
//
// If the contracts are not checked, but a rule about accesses is, the accesses of the library are checked like the
// program's: strcpy(0, s) follows a null pointer.
//
// A pointer to 0 bytes may be null: memcpy(0, 0, 0) is undefined in C11, and defined since (WG14 N3322). Any other
// pointer to 0 bytes must lead to an object.

// checksModel reports whether one of the rules c is checked in a model. Only rules about accesses can be: if they are
// checked themselves, or as a part of the contract (Library). In a procedure that belongs to no function nothing is
// checked.
func (l *funcLowerer) checksModel(c Check) bool {
	if l.fn == nil || !c.Has(accesses) || !l.opt.Check.Has(Library|c&accesses) {
		return false
	}
	// A model that no call led to runs before main, or at the end: it is not a library function.
	x, _ := l.pts.UserCall(l.fn)
	return x != nil || !strings.HasPrefix(l.fn.Name, "__whet_")
}

// A contractKey distinguishes the properties of calls of library functions.
type contractKey struct {
	call *lang.Call
	rule Check
}

// contractOf returns the property of the call x of a library function, for the rule.
func (l *funcLowerer) contractOf(rule Check, x *lang.Call, caller *lang.Func) *cfa.Property {
	if x.For != nil {
		x = x.For
	}
	p := l.contracts[contractKey{x, rule}]
	if p == nil {
		p = &cfa.Property{Kind: rule.kind(), Text: lang.ExprString(x), Pos: x.At}
		if caller != nil {
			p.Func = caller.Name
		}
		l.contracts[contractKey{x, rule}] = p
	}
	return p
}

// sharedContract returns the property of a model that is called through pointers, or from so many locations that they
// share a copy.
func (l *funcLowerer) sharedContract(rule Check) *cfa.Property {
	return &cfa.Property{Kind: rule.kind(), Text: l.fn.Name, Pos: l.fn.Pos, Func: l.fn.Name}
}

// blamed returns the rule that a call of the library breaks if one of its accesses breaks a rule. It returns 0 if
// neither that rule nor the contract is checked.
func (l *lowerer) blamed(rule Check) Check {
	switch {
	case rule == Const:
		return rule & l.opt.Check
	case l.opt.Check.Has(Library):
		return Library
	case rule == Null && !l.opt.Check.Has(Null):
		rule = Bounds // a null pointer is outside of every object
	}
	return rule & l.opt.Check
}

// broken returns a new error location for a call of the library that breaks the rule. In a model, this is the call in
// the program that led to the model; in other functions it is the call x. broken returns nil if neither the rule nor
// the contract is checked.
func (l *funcLowerer) broken(rule Check, x *lang.Call, pos lang.Pos) *cfa.Loc {
	if rule = l.blamed(rule); rule == 0 {
		return nil
	}
	bad := l.newLoc(pos)
	caller := l.fn
	if l.fn.Model {
		x, caller = l.pts.UserCall(l.fn)
	}
	if bad.Error = l.sharedContract(rule); x != nil {
		bad.Error = l.contractOf(rule, x, caller)
	}
	return bad
}

// contractIntrinsic lowers a requirement that a model states. It returns false for all other calls.
func (l *funcLowerer) contractIntrinsic(x *lang.Call, name string) bool {
	on := l.checksModel(accesses)
	whole := on && l.opt.Check.Has(Library) // whether requirements that are not about accesses are checked, too
	switch {
	case name == "__builtin_unreachable" && !l.fn.Model && l.checks(Library):
		l.fail(l.contractOf(Library, x, l.fn)) // the program promises not to reach this (gcc manual 6.62)
	case name == "__whet_room" && len(x.Args) == 3:
		if on {
			p := l.rval(x.Args[0])
			w := l.win
			n, size := l.rval(x.Args[1]), l.rval(x.Args[2])
			m := l.pts.Pointee(x.Args[0])
			p = l.pin(p, x.At)
			l.contractAccess(x.Args[0], m, p, p, cfa.MkBinary(cfa.Mul, n, size), w, x.At)
			l.trust(x.Args[0])
		}
	case name == "__whet_object" && len(x.Args) == 1:
		if on {
			l.objectAt(arg{e: x.Args[0], v: l.rval(x.Args[0])}, l.breaches(nil, x.At), x.At)
		}
	case name == "__whet_disjoint" && len(x.Args) == 4:
		if whole {
			l.disjoint(x)
		}
	case name == "__whet_apart" && len(x.Args) == 3:
		if whole {
			l.apart(x)
		}
	case name == "__whet_require" && len(x.Args) == 1:
		if whole {
			ok, bad := l.newLoc(x.At), l.broken(Library, x, x.At)
			l.explainArgument(bad, x.Args[0])
			l.cond(x.Args[0], ok, bad)
			l.cur = ok
		}
	case name == "__whet_string" && len(x.Args) == 1:
		if on || l.opt.Check.Has(Uninit) {
			l.reading(x, func(bad breach) {
				s := arg{e: x.Args[0], v: l.pin(l.rval(x.Args[0]), x.At)} // the check uses the value in loops
				l.stringAt(s, pointsto.Char, nil, false, bad, x.At)
			})
		}
	case name == "__whet_trusted" && len(x.Args) == 1:
		if on {
			l.trust(x.Args[0])
		}
	default:
		return false
	}
	return true
}

// explainArgument adds the parameter in a condition to the operands of the error location.
func (l *funcLowerer) explainArgument(bad *cfa.Loc, cond lang.Expr) {
	lang.WalkExpr(cond, nil, func(e lang.Expr) {
		v, ok := e.(*lang.VarRef)
		if ok && len(bad.Operands) == 0 && l.pts.Argument(v.Obj) != nil && v.T.IsInteger() && !l.memory(v.Obj) {
			explain(bad, cfa.Argument, l.loadPlace(l.objPlace(v.Obj)))
		}
	})
}

// trust records that accesses through a model's pointer are not checked one by one.
func (l *funcLowerer) trust(e lang.Expr) {
	if o := pointerVar(e); o != nil {
		if l.trusted == nil {
			l.trusted = map[*lang.Object]bool{}
		}
		l.trusted[o] = true
	}
}

// isTrusted reports whether e, an lvalue or pointer of a model, is computed from a trusted pointer.
func (l *funcLowerer) isTrusted(e lang.Expr) bool { return l.inModel() && l.trusted[pointerVar(e)] }

// pointerVar returns the pointer variable from which e, an address or an lvalue, is computed. It returns nil if there
// is no such variable.
func pointerVar(e lang.Expr) *lang.Object {
	for {
		switch x := e.(type) {
		case *lang.VarRef:
			if x.T.Kind == lang.Pointer {
				return x.Obj
			}
			return nil
		case *lang.Cast:
			e = x.X
		case *lang.Index:
			e = x.X
		case *lang.Deref:
			e = x.X
		case *lang.Binary:
			if x.Op != lang.PtrAdd && x.Op != lang.PtrSub {
				return nil
			}
			e = x.L
		default:
			return nil
		}
	}
}

// contractBytes checks the n bytes at p, in the class m, which an intrinsic of a model accesses through the pointer
// e. It returns n, for use after the check.
func (l *funcLowerer) contractBytes(e lang.Expr, m *pointsto.Class, p, n cfa.Expr, w *window, pos lang.Pos) cfa.Expr {
	if !l.checksModel(accesses) || l.isTrusted(e) {
		return n
	}
	n = l.pin(n, pos)
	l.contractAccess(e, m, p, p, n, w, pos)
	return n
}

// contractAccess checks that the size bytes at addr, which was made from the pointer base, lie in an object, if size
// is not 0. The lvalue or pointer e leads there, in the class m.
func (l *funcLowerer) contractAccess(e lang.Expr, m *pointsto.Class, base, addr, size cfa.Expr, w *window, pos lang.Pos) {
	if m == nil {
		m = l.pts.Unknown()
	}
	list := l.objectConditions(e, m, base, addr, size, w)
	if l.extentOf(m).unknown() {
		for i := range list {
			list[i].always = true
		}
	}
	l.mustLie(list, base, addr, size, l.inTail, l.breaches(nil, pos), pos)
	l.atOnce(e, size, w, pos)
	l.inMember(e, addr, size, pos)
}

// A breach makes the error location of a rule that a call of the library breaks. It returns nil if nothing is
// claimed.
type breach func(rule Check) *cfa.Loc

// breaches returns a breach that calls broken for the call x.
func (l *funcLowerer) breaches(x *lang.Call, pos lang.Pos) breach {
	return func(rule Check) *cfa.Loc { return l.broken(rule, x, pos) }
}

// mustLie checks the conditions in list for an access to size bytes at addr. cell describes these bytes for
// unlessInTail. If size is 0 and base is null, no condition need hold. If size is 0 and base is not null, only the
// conditions of the rule Null and those marked `always` must hold.
func (l *funcLowerer) mustLie(list []condition, base, addr, size cfa.Expr, cell *tailCell, bad breach, pos lang.Pos) {
	none := cfa.MkBinary(cfa.Le, size, cfa.ConstInt(0))
	to := map[Check]*cfa.Loc{}
	for _, c := range list {
		rule := l.blamed(c.rule)
		if _, ok := to[rule]; !ok {
			to[rule] = l.unlessInTail(cell, bad(c.rule), pos)
			explain(to[rule], cfa.Pointer, base, cfa.Address, addr, cfa.Size, size)
		}
		if c.always || c.rule == Null {
			c.holds = cfa.MkOr(cfa.MkAnd(none, cfa.MkBinary(cfa.Eq, base, cfa.ConstInt(0))), c.holds)
		} else {
			c.holds = cfa.MkOr(none, c.holds)
		}
		if c.window {
			l.mustHold(c, afterTails(to[rule]), pos)
			continue
		}
		l.mustHold(c, to[rule], pos)
	}
}

// objectConditions returns the conditions, all of which must hold, for an access to size bytes at addr. The bytes must
// lie in the object, in the class m, to which the pointer base leads, and in the window w.
func (l *funcLowerer) objectConditions(e lang.Expr, m *pointsto.Class, base, addr, size cfa.Expr, w *window) []condition {
	if _, ok := cfa.IsConst(addr); !ok {
		// A constant that the program passes is more precise than the parameter.
		if k, ok := l.constantArgument(e); ok && k.Less(num.Of(cfa.FirstPage)) {
			return []condition{{rule: Null, holds: cfa.ConstInt(0)}}
		}
	}
	list := l.accessible(m, base, addr, size)
	for _, c := range l.inWindow(w, addr, size) {
		list = append(list, condition{rule: Bounds, holds: c, window: true})
	}
	return list
}

// constantArgument returns the value of the pointer from which e is computed, if the program's call passes a constant
// for it.
func (l *funcLowerer) constantArgument(e lang.Expr) (num.Int, bool) {
	v := pointerVar(e)
	if v == nil || l.pts.Argument(v) == nil || l.pts.Reassigned(v) {
		return num.Int{}, false
	}
	k, ok := l.pts.Constant(l.argumentOf(l.pts.Argument(v)))
	return num.Of(k), ok
}

// argumentOf returns the argument that the program passes for the parameter from which e, an address or an lvalue of
// a model, is computed. If the variable is not a parameter, it returns the variable.
func (l *funcLowerer) argumentOf(e lang.Expr) lang.Expr {
	for {
		switch x := e.(type) {
		case *lang.Cast:
			e = x.X
			continue
		case *lang.VarRef:
			if a := l.pts.Argument(x.Obj); a != nil && !l.pts.Reassigned(x.Obj) {
				e = a
				continue
			}
		}
		return e
	}
}

// inMember checks the size bytes at an address that is computed from a parameter for which the program passes an
// array: they must lie in that array, not only in the object that contains it.
func (l *funcLowerer) inMember(e lang.Expr, addr, size cfa.Expr, pos lang.Pos) {
	v := pointerVar(e)
	if v == nil || l.opt.NoMemberBounds || !l.fn.Model || l.pts.Argument(v) == nil || l.pts.Reassigned(v) || l.memory(v) {
		return
	}
	d, ok := l.argumentOf(l.pts.Argument(v)).(*lang.Decay)
	if !ok || d.X.Type().Len <= 0 || d.X.Type().Size <= 0 || flexible(d.X, true) {
		return
	}
	if _, member := d.X.(*lang.Member); !member {
		return // the array is a separate object, or a row of an array of arrays, and then the whole array is intended
	}
	base := l.loadPlace(l.objPlace(v))
	end := cfa.MkBinary(cfa.Add, base, cfa.ConstInt(d.X.Type().Size))
	none := cfa.MkBinary(cfa.Le, size, cfa.ConstInt(0))
	bad := l.broken(Bounds, nil, pos)
	explain(bad, cfa.Size, l.distance(cfa.MkBinary(cfa.Add, addr, size), base), cfa.Room, cfa.ConstInt(d.X.Type().Size))
	l.must(cfa.MkOr(none, cfa.MkBinary(cfa.Ge, addr, base)), bad, pos)
	l.must(cfa.MkOr(none, cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, addr, size), end)), bad, pos)
}

// disjoint checks that two pieces of memory do not overlap. Pieces in different classes do not.
func (l *funcLowerer) disjoint(x *lang.Call) {
	if l.mayOverlap(x.Args[0], x.Args[2]) {
		p, n, q, o := l.rval(x.Args[0]), l.rval(x.Args[1]), l.rval(x.Args[2]), l.rval(x.Args[3])
		n, o = l.pin(n, x.At), l.pin(o, x.At)
		bad := l.broken(Library, nil, x.At)
		explain(bad, cfa.Pointer, p, cfa.Size, n, cfa.Other, q, cfa.OtherSize, o)
		l.must(cfa.MkOr(apart(p, n, q, o), l.outsideOne(x.Args[0], x.Args[2], p, q)), bad, x.At)
	}
}

// apart is disjoint for two pieces of the same size, which may be identical.
func (l *funcLowerer) apart(x *lang.Call) {
	if l.mayOverlap(x.Args[0], x.Args[1]) {
		p, q, n := l.rval(x.Args[0]), l.rval(x.Args[1]), l.rval(x.Args[2])
		bad := l.broken(Library, nil, x.At)
		explain(bad, cfa.Pointer, p, cfa.Size, n, cfa.Other, q, cfa.OtherSize, n)
		l.must(cfa.MkOr(cfa.MkOr(cfa.MkBinary(cfa.Eq, p, q), apart(p, n, q, n)), l.outsideOne(x.Args[0], x.Args[1], p, q)), bad, x.At)
	}
}

// outsideOne returns the condition that one of the addresses p and q, of the pointers a and b, lies in no object of
// the program: an object from outside never overlaps with an object of the program. The checks of accesses leave open
// whether an object lies there.
func (l *funcLowerer) outsideOne(a, b lang.Expr, p, q cfa.Expr) cfa.Expr {
	c := cfa.Expr(cfa.ConstInt(0))
	for i, e := range []lang.Expr{a, b} {
		if x := l.extentOf(l.pts.Pointee(e)); x.unknown() {
			c = cfa.MkOr(c, cfa.MkNot(l.known(x, []cfa.Expr{p, q}[i])))
		}
	}
	return c
}

// apart returns the condition that the n bytes at p and the m bytes at q do not overlap.
func apart(p, n, q, m cfa.Expr) cfa.Expr {
	c := cfa.MkOr(cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, p, n), q), cfa.MkBinary(cfa.Le, cfa.MkBinary(cfa.Add, q, m), p))
	none := cfa.MkOr(cfa.MkBinary(cfa.Eq, n, cfa.ConstInt(0)), cfa.MkBinary(cfa.Eq, m, cfa.ConstInt(0)))
	return cfa.MkOr(none, c)
}

// mayOverlap reports whether two pointers of a model may lead to one object.
func (l *funcLowerer) mayOverlap(p, q lang.Expr) bool {
	m, k := l.pts.Pointee(p), l.pts.Pointee(q)
	return m != nil && k != nil && sharesPart(m, k)
}

// sharesPart reports whether an object may have parts in both classes.
func sharesPart(m, k *pointsto.Class) bool {
	in, shared := map[*pointsto.Class]bool{}, false
	m.Find().EachPart(func(p *pointsto.Class) { in[p] = true })
	k.Find().EachPart(func(p *pointsto.Class) { shared = shared || in[p] })
	return shared
}

package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/rule"
)

// Followed restrict pointers: parameters and automatic objects. For others see restrict_kept.go.

// A restricted is a restrict pointer that is followed (Restrict; C11 6.7.3.1p4). If a byte is accessed through the
// pointer while its block is active, and the byte is changed in this time, all accesses to the byte in this time must
// be through the pointer. Parameters and automatic objects that are declared restrict are followed.
//
// The environment chooses an address at the beginning of the block. Four variables record whether the byte at this
// address has been read or written since, through the pointer and otherwise. The rule is that the forbidden
// combinations do not happen for any address. An access is through the pointer if its address is computed from the
// pointer (6.7.3.1p3), whichever assignments the function executes before it. The form of the function decides this:
// the address may be computed through variables that get no other value, sums, members and elements. A value loaded
// from memory is not computed from the pointer, unless an address that is computed from it was stored in memory.
//
// Nothing is tested if the accesses through the pointer and the other accesses are in different classes, or nothing
// is written, or an access is to another object than the one that the pointer led to at first. Accesses in called
// functions are not followed: if a called function gets a pointer into the same object, or names the object, nothing
// is claimed, unless all accesses only read.
type restricted struct {
	o                *lang.Object
	inside, outside  map[*pointsto.Class]bool // the classes that are accessed through the pointer; the classes that are accessed otherwise
	called           map[*pointsto.Class]bool // the classes to which pointers lead that are computed from this one and passed to calls
	first            *cfa.Var                 // the first value of the pointer
	watch            *cfa.Var                 // the address that the environment chooses
	readIn, wroteIn  *cfa.Var                 // 1 if the byte at watch was read, or written, through the pointer
	readOut, wrotOut *cfa.Var                 // 1 if the byte at watch was read, or written, otherwise
	based            map[*lang.Object]basis   // whether the variables of the function are computed from the pointer
	active           bool                     // the code that is being lowered lies in the pointer's block
	stored           bool                     // a pointer computed from this one is stored in memory
	memory           func(*lang.Object) bool
}

// A basis says whether a pointer is computed from a restrict pointer.
type basis int

const (
	notBased basis = iota
	maybeBased
	isBased
	noPointer // the value is null: it counts as computed from any pointer
)

// meet returns the basis of a value that has either the basis b or c.
func (b basis) meet(c basis) basis {
	switch {
	case b == noPointer:
		return c
	case c == noPointer || b == c:
		return b
	}
	return maybeBased
}

// findRestricted finds the restrict pointers of a function whose memory other pointers may lead to.
func (l *funcLowerer) findRestricted() {
	if !l.opt.Check.Has(Restrict) || l.fn == nil || l.fn.Model || l.driving {
		return
	}
	var list []*lang.Object
	for _, o := range slices.Concat(l.fn.Params, l.fn.Objects) {
		if o.Type.Restrict {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return
	}
	a := &assigned{to: map[*lang.Object][]lang.Expr{}, with: map[*lang.Object][]lang.Expr{}, memory: l.memory}
	lang.Walk(l.fn.Body, func(s lang.Stmt) {
		if d, ok := s.(*lang.DeclStmt); ok && d.Obj.Init != nil {
			for _, it := range d.Obj.Init.Items {
				if v, ok := it.Dst.(*lang.VarRef); ok && v.T.Kind == lang.Pointer {
					a.with[v.Obj] = append(a.with[v.Obj], it.Val)
				} else if it.Val != nil {
					a.elsewhere = append(a.elsewhere, it.Val)
				}
			}
		}
	}, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Assign:
			if v, ok := x.L.(*lang.VarRef); ok && v.T.Kind == lang.Pointer {
				a.to[v.Obj] = append(a.to[v.Obj], x.R)
			} else {
				a.elsewhere = append(a.elsewhere, x.R)
			}
		case *lang.Call:
			a.elsewhere = append(a.elsewhere, x.Args...)
		}
	})
	for _, o := range list {
		r := &restricted{o: o, inside: map[*pointsto.Class]bool{}, outside: map[*pointsto.Class]bool{}, called: map[*pointsto.Class]bool{}}
		r.findBased(a)
		if l.meetsOthers(r) {
			l.restricts = append(l.restricts, r)
		}
	}
}

// assigned lists what a function assigns to pointer variables, initializes them with, and stores elsewhere.
type assigned struct {
	to, with  map[*lang.Object][]lang.Expr
	elsewhere []lang.Expr
	memory    func(*lang.Object) bool
}

// findBased finds which variables of the function are computed from the pointer. It computes the least solution, where
// noPointer is less than isBased and notBased, and these are less than maybeBased.
func (r *restricted) findBased(a *assigned) {
	r.based, r.memory = map[*lang.Object]basis{}, a.memory
	start := func(o *lang.Object) basis {
		switch {
		case o == r.o:
			return isBased
		case o.Storage != lang.Local:
			return notBased // the variable also gets values from code other than the function's assignments
		}
		return noPointer
	}
	for _, list := range []map[*lang.Object][]lang.Expr{a.to, a.with, {r.o: nil}} {
		for o := range list {
			r.based[o] = start(o)
		}
	}
	for again := true; again; {
		again = false
		for o, b := range r.based {
			for _, e := range a.to[o] {
				b = b.meet(r.basisOf(e))
			}
			for _, e := range a.with[o] {
				if o != r.o {
					b = b.meet(r.basisOf(e))
				}
			}
			if b != r.based[o] {
				r.based[o], again = b, true
			}
		}
		for _, e := range a.elsewhere {
			if b := r.basisOf(e); !r.stored && b != notBased && b != noPointer {
				r.stored, again = true, true
			}
		}
	}
}

// basisOf returns whether the value of e, a pointer, is computed from the restrict pointer.
func (r *restricted) basisOf(e lang.Expr) basis {
	switch x := e.(type) {
	case *lang.VarRef:
		if x.Obj != r.o && x.Obj.Storage != lang.Literal && r.memory(x.Obj) && x.T.Kind != lang.Array {
			return maybeBased // the variable may be set through a pointer
		}
		if b, ok := r.based[x.Obj]; ok {
			return b
		}
	case *lang.Member, *lang.Index, *lang.Deref:
		if r.stored {
			return maybeBased
		}
	case *lang.IntLit:
		return noPointer
	case *lang.Cast:
		return r.basisOf(x.X)
	case *lang.Binary:
		if pointerSum(x) {
			return r.basisOf(x.L)
		}
		if x.T.IsInteger() { // the cast makes a number of an address
			return r.basisOf(x.L).meet(r.basisOf(x.R))
		}
	case *lang.AddrOf:
		return r.basisOfPlace(x.X)
	case *lang.Decay:
		return r.basisOfPlace(x.X)
	case *lang.Assign:
		return r.basisOf(x.R)
	case *lang.AssignOp:
		return r.basisOf(x.L)
	case *lang.IncDec:
		return r.basisOf(x.X)
	case *lang.Comma:
		return r.basisOf(x.R)
	case *lang.Cond:
		if x.Then == nil {
			return r.basisOf(x.C).meet(r.basisOf(x.Else))
		}
		return r.basisOf(x.Then).meet(r.basisOf(x.Else))
	case *lang.Call:
		for _, a := range x.Args {
			if b := r.basisOf(a); a.Type().Kind == lang.Pointer && b != notBased && b != noPointer {
				return maybeBased
			}
		}
	case *lang.StmtExpr:
		return maybeBased
	}
	return notBased
}

// basisOfPlace is basisOf for the address of an lvalue.
func (r *restricted) basisOfPlace(e lang.Expr) basis {
	switch x := e.(type) {
	case *lang.Member:
		return r.basisOfPlace(x.X)
	case *lang.Index:
		return r.basisOf(x.X)
	case *lang.Deref:
		return r.basisOf(x.X)
	case *lang.Cast:
		return r.basisOfPlace(x.X)
	}
	return notBased
}

// meetsOthers reports whether the function may access memory of one class through the pointer and otherwise, or
// passes both kinds of pointers to the class to calls.
func (l *funcLowerer) meetsOthers(r *restricted) bool {
	writes := map[*pointsto.Class]bool{}
	note := func(e lang.Expr, write bool) {
		n := l.pts.Lvalue(e)
		if n == nil || !followsPointer(e) && !l.namesMemory(e) {
			return
		}
		b := r.basisOfPlace(e)
		n.EachScalar(func(m *pointsto.Class) {
			if b != notBased {
				r.inside[m.Find()] = true
			}
			if b != isBased {
				r.outside[m.Find()] = true
			}
			if write {
				writes[m.Find()] = true
			}
		})
	}
	var callees []*lang.Func
	eachAccess(l.fn, note, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Assign:
			if x.T.Kind == lang.Record { // a record that is assigned as a whole
				for _, e := range []lang.Expr{x.L, x.R} {
					if n := l.pts.Lvalue(e); n != nil && r.basisOfPlace(e) != notBased {
						n.EachScalar(func(m *pointsto.Class) { r.called[m.Find()] = true })
					}
				}
			}
		case *lang.Call:
			if f := x.Direct(); f != nil && calls.IsError(f) {
				return
			} else if f != nil {
				callees = append(callees, f)
			}
			for _, a := range x.Args {
				t := a.Type()
				if t.Kind != lang.Pointer || t.Elem.Kind == lang.Function {
					continue
				}
				n := l.pts.Pointee(a)
				if n == nil {
					continue
				}
				b := r.basisOf(a)
				n.Find().EachPart(func(m *pointsto.Class) {
					if b != notBased && b != noPointer {
						r.called[m.Find()], r.inside[m.Find()] = true, true
					}
					if b != isBased && b != noPointer {
						r.outside[m.Find()] = true
					}
					writes[m.Find()] = writes[m.Find()] || !t.Elem.Const
				})
			}
		}
	})
	for _, o := range l.namedBy(callees) {
		l.pts.Object(o).EachPart(func(m *pointsto.Class) { r.outside[m.Find()], writes[m.Find()] = true, true })
	}
	found := false
	for n := range r.inside {
		if r.outside[n] && writes[n] {
			found = true
		} else {
			delete(r.inside, n)
		}
	}
	return found
}

// eachAccess calls access for the lvalues in the body of f, and once more, with write set, for the lvalues that are
// stored to. It calls the function `other` for all expressions.
func eachAccess(f *lang.Func, access func(e lang.Expr, write bool), other func(lang.Expr)) {
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Deref, *lang.Index, *lang.Member, *lang.VarRef:
			access(e, false)
		case *lang.Assign:
			access(x.L, true)
		case *lang.AssignOp:
			access(x.L, true)
		case *lang.IncDec:
			access(x.X, true)
		}
		other(e)
	})
}

// followsPointer reports whether the lvalue e is the target of a pointer, or a part of the target.
func followsPointer(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.Member:
		return followsPointer(x.X)
	case *lang.Index:
		if d, ok := x.X.(*lang.Decay); ok {
			return followsPointer(d.X)
		}
		return true
	case *lang.Deref:
		if d, ok := x.X.(*lang.Decay); ok {
			return followsPointer(d.X)
		}
		return true
	}
	return false
}

// namesMemory reports whether the lvalue e is a named object in memory, or a part of one.
func (l *lowerer) namesMemory(e lang.Expr) bool {
	v, ok := lang.Root(e).(*lang.VarRef)
	return ok && v.Obj.Storage != lang.Literal && l.memory(v.Obj)
}

// namedBy lists the static objects in memory that the functions, and the functions that they call, name.
func (l *lowerer) namedBy(list []*lang.Func) []*lang.Object {
	seen, found := map[*lang.Func]bool{}, map[*lang.Object]bool{}
	var objs []*lang.Object
	for len(list) > 0 {
		f := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[f] || f.Body == nil {
			continue
		}
		seen[f] = true
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.VarRef:
				if o := x.Obj; !found[o] && (o.Storage == lang.Global || o.Storage == lang.Static) && l.memory(o) {
					found[o] = true
					objs = append(objs, o)
				}
			case *lang.Call:
				if g := x.Direct(); g != nil {
					list = append(list, g)
				}
			}
		})
	}
	return objs
}

// beginRestricted begins the block of a restrict pointer, which already has its value.
func (l *funcLowerer) beginRestricted(o *lang.Object, pos lang.Pos) {
	for _, r := range l.restricts {
		if r.o != o {
			continue
		}
		r.active = true
		if r.first == nil {
			name := func(what string) *cfa.Var {
				v := l.p.NewVar(l.proc, o.Name+" "+what, cfa.LocalVar, cfa.Range{Bits: 1})
				v.Shadow = true
				return v
			}
			r.readIn, r.wroteIn, r.readOut, r.wrotOut = name("reads"), name("writes"), name("is read otherwise"), name("is written otherwise")
			r.first = l.p.NewVar(l.proc, o.Name+" first", cfa.LocalVar, l.rangeOfPtr())
			r.watch = l.p.NewVar(l.proc, o.Name+" watched", cfa.LocalVar, l.rangeOfPtr())
			r.first.Shadow, r.watch.Shadow = true, true
		}
		for _, v := range []*cfa.Var{r.readIn, r.wroteIn, r.readOut, r.wrotOut} {
			l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(0)}, pos)
		}
		at := &lang.VarRef{Obj: o}
		at.At, at.T = pos, o.Type
		l.quietly(func() { l.emit(&cfa.Assign{LHS: r.first, RHS: l.loadPlace(l.place(at))}, pos) })
		l.emit(&cfa.Havoc{LHS: r.watch, From: &cfa.Input{Kind: cfa.External, Name: "an address that " + o.Name + " leads to", Range: l.inputRange(&lang.Type{Kind: lang.Integer, Size: l.u.Model.PtrSize()}), Pos: pos}}, pos)
	}
}

// endRestricted ends the block of the restrict pointers that the statements declare.
func (l *funcLowerer) endRestricted(list []lang.Stmt) {
	if len(l.restricts) == 0 {
		return
	}
	for _, s := range list {
		if d, ok := s.(*lang.DeclStmt); ok {
			for _, r := range l.restricts {
				r.active = r.active && r.o != d.Obj
			}
		}
	}
}

// restrict records an access to the place of the lvalue e, and tests it.
func (l *funcLowerer) restrict(p place, e lang.Expr, read, write bool) {
	if len(l.restricts) == 0 || !p.inMemory() || l.inClaim || l.quiet {
		return
	}
	for _, r := range l.restricts {
		if !r.active || !r.inside[p.n.Find()] {
			continue
		}
		pos := e.Pos()
		b := r.basisOfPlace(e)
		var same cfa.Expr = cfa.ConstInt(1)
		if b != isBased {
			base := p.base
			if base == nil || !followsPointer(e) {
				base = p.addr
			}
			same = l.sameObject(p.n, r.first, base)
		}
		if k, ok := cfa.IsConst(same); ok && k.IsZero() {
			continue
		}
		if b == maybeBased || b == notBased && r.called[p.n.Find()] {
			l.unfollowed(same, rule.Restricted, "an access that may be through the restrict pointer "+r.o.Name+" or not", pos)
			continue
		}
		n := l.accessSize(p)
		touched := cfa.MkAnd(cfa.MkBinary(cfa.Le, p.addr, r.watch), cfa.MkBinary(cfa.Lt, r.watch, cfa.MkBinary(cfa.Add, p.addr, cfa.ConstInt(n))))
		if !l.regionOf(p.n).bytes {
			touched = cfa.MkBinary(cfa.Eq, p.addr, r.watch)
		}
		touched = cfa.MkAnd(same, touched)
		yes, end := l.newLoc(pos), l.newLoc(pos)
		l.test(touched, yes, end, pos)
		l.cur = yes
		set := func(v *cfa.Var, on bool) {
			if on {
				l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(1)}, pos)
			}
		}
		is := func(v *cfa.Var) cfa.Expr { return cfa.MkBinary(cfa.Ne, v, cfa.ConstInt(0)) }
		var bad cfa.Expr
		if b == isBased {
			set(r.readIn, read)
			set(r.wroteIn, write)
			bad = is(r.wrotOut)
			if write {
				bad = cfa.MkOr(bad, is(r.readOut))
			} else {
				bad = cfa.MkOr(bad, cfa.MkAnd(is(r.wroteIn), is(r.readOut)))
			}
		} else {
			set(r.readOut, read)
			set(r.wrotOut, write)
			bad = is(r.wroteIn)
			if write {
				bad = cfa.MkOr(bad, is(r.readIn))
			} else {
				bad = cfa.MkOr(bad, cfa.MkAnd(is(r.wrotOut), is(r.readIn)))
			}
		}
		l.require(Restrict, e, func(loc *cfa.Loc) {
			explain(loc, cfa.Pointer, r.first, cfa.Address, p.addr)
			l.must(cfa.MkNot(bad), loc, pos)
		})
		l.jump(end, pos)
		l.cur = end
	}
}

// restrictedCall makes no claim about a call whose arguments or functions may access memory that restrict pointers
// lead to.
func (l *funcLowerer) restrictedCall(x *lang.Call, args []arg) {
	for _, r := range l.restricts {
		if !r.active {
			continue
		}
		for i, a := range args {
			n := l.pts.Pointee(a.e)
			if a.v == nil || n == nil || a.e.Type().Kind != lang.Pointer {
				continue
			}
			meets := false
			n.Find().EachPart(func(m *pointsto.Class) { meets = meets || r.inside[m.Find()] })
			if b := r.basisOf(a.e); meets && b != isBased && b != noPointer {
				args[i].v = l.pin(a.v, x.At)
				l.unfollowed(l.sameObject(n, r.first, args[i].v), rule.Restricted, "a call that may access what the restrict pointer "+r.o.Name+" leads to", x.At)
			}
		}
		if f := x.Direct(); f != nil {
			for _, o := range l.namedBy([]*lang.Func{f}) {
				k, ok := cfa.IsConst(l.addrOrNil(o))
				lo, _ := k.Int64()
				meets := false
				l.pts.Object(o).EachPart(func(m *pointsto.Class) { meets = meets || r.inside[m.Find()] })
				if ok && meets {
					in := cfa.MkAnd(cfa.MkBinary(cfa.Ge, r.first, cfa.ConstInt(lo)), cfa.MkBinary(cfa.Le, r.first, cfa.ConstInt(lo+o.Bytes())))
					l.unfollowed(in, rule.Restricted, "a call that may access what the restrict pointer "+r.o.Name+" leads to", x.At)
				}
			}
		}
	}
}

// sameObject returns the condition that two pointers may lead into one object of the class.
func (l *lowerer) sameObject(n *pointsto.Class, p, q cfa.Expr) cfa.Expr {
	x := l.extentOf(n)
	if x.open {
		return cfa.ConstInt(1)
	}
	var c cfa.Expr = cfa.ConstInt(0)
	for _, o := range x.objs {
		c = cfa.MkOr(c, cfa.MkAnd(o.touched(p), o.touched(q)))
	}
	if x.dynamic() {
		a := l.ownerArray()
		c = cfa.MkOr(c, cfa.MkAnd(cfa.MkBinary(cfa.Ne, cfa.MkSelect(a, p), cfa.ConstInt(0)), cfa.MkBinary(cfa.Eq, cfa.MkSelect(a, p), cfa.MkSelect(a, q))))
	}
	return c
}

// restrictRecord is restrict for a record that is copied from a place, or to it.
func (l *funcLowerer) restrictRecord(p place, e lang.Expr, read bool) {
	if len(l.restricts) == 0 || !p.inMemory() {
		return
	}
	p.n.EachScalar(func(m *pointsto.Class) {
		for _, r := range l.restricts {
			if r.active && r.inside[m.Find()] && r.basisOfPlace(e) != isBased {
				l.unfollowed(l.sameObject(m, r.first, p.addr), rule.Restricted, "a copy of a record that the restrict pointer "+r.o.Name+" may lead to", e.Pos())
			}
		}
	})
}

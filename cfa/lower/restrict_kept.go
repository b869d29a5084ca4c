package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/rule"
)

// Restrict pointers that are not followed (see restrict.go): members of records, elements of arrays, static objects,
// and targets of pointers. If memory is written, and it is accessed both through such a pointer and otherwise, or
// through several such pointers, the check is left open where the pointer is loaded. Each run that accesses memory
// through the pointer loads the pointer first.

// keptRestrict reports whether the lvalue e is a restrict pointer that restrict.go does not follow.
func keptRestrict(e lang.Expr) bool {
	if t := e.Type(); t.Kind != lang.Pointer || !t.Restrict {
		return false
	}
	v, ok := e.(*lang.VarRef)
	return !ok || v.Obj.Storage == lang.Global || v.Obj.Storage == lang.Static
}

// A keptPlace is a restrict pointer that exists once: an object, or a member of an object.
type keptPlace struct {
	o *lang.Object
	f *lang.Field
}

// keptOnce returns the pointer that the lvalue e denotes. It returns false if e may denote one of several.
func (l *lowerer) keptOnce(e lang.Expr) (keptPlace, bool) {
	var at keptPlace
	if m, ok := e.(*lang.Member); ok {
		at.f, e = m.Field, m.X
	}
	v, ok := e.(*lang.VarRef)
	if !ok || v.Obj.Storage != lang.Global && v.Obj.Storage != lang.Static && (v.Obj.Func == nil || l.recursive[v.Obj.Func]) {
		return at, false
	}
	at.o = v.Obj
	return at, true
}

// A keptAccess describes how the program accesses memory of a class.
type keptAccess struct {
	through            keptPlace // the kept restrict pointer through which the memory is accessed, if there is only one
	several            bool      // the memory is accessed through more than one such pointer
	otherwise, written bool      // the memory is also accessed without such a pointer; the memory is written, by any access
}

// findKept finds how the program accesses memory that kept restrict pointers lead to.
func (l *lowerer) findKept() {
	l.keptRestricts = map[*pointsto.Class]*keptAccess{}
	each := func(n *pointsto.Class, do func(*keptAccess)) {
		if n == nil {
			return
		}
		n.Find().EachPart(func(m *pointsto.Class) {
			k := l.keptRestricts[m.Find()]
			if k == nil {
				k = &keptAccess{}
				l.keptRestricts[m.Find()] = k
			}
			do(k)
		})
	}
	write := func(n *pointsto.Class) { each(n, func(k *keptAccess) { k.written = true }) }
	otherwise := func(n *pointsto.Class) { each(n, func(k *keptAccess) { k.otherwise = true }) }
	for _, f := range l.pts.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		named := map[lang.Expr]bool{} // lvalues whose addresses are taken
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			if x, ok := e.(*lang.AddrOf); ok {
				place := x.X
				for m, ok := place.(*lang.Member); ok; m, ok = place.(*lang.Member) {
					named[place], place = true, m.X
				}
				named[place] = true
			}
		})
		eachAccess(f, func(e lang.Expr, stored bool) {
			if stored {
				write(l.pts.Lvalue(e))
				return
			}
			if named[e] {
				return
			}
			if keptRestrict(e) {
				at, once := l.keptOnce(e)
				each(l.pts.Pointee(e), func(k *keptAccess) {
					k.several = k.several || !once || k.through.o != nil && k.through != at
					k.through = at
				})
			}
			if p := pointerOf(e); (p == nil || !keptRestrict(p)) && (followsPointer(e) || l.namesMemory(e)) {
				otherwise(l.pts.Lvalue(e))
			}
		}, func(e lang.Expr) {
			x, ok := e.(*lang.Call)
			if !ok {
				return
			}
			for _, a := range x.Args {
				t := a.Type()
				if t.Kind != lang.Pointer || t.Elem.Kind == lang.Function {
					continue
				}
				if !keptRestrict(origin(a)) {
					otherwise(l.pts.Pointee(a))
				}
				if !t.Elem.Const {
					write(l.pts.Pointee(a))
				}
			}
		})
	}
}

// pointerOf returns the pointer that the lvalue e follows, without casts and sums. It returns nil if e follows no
// pointer.
func pointerOf(e lang.Expr) lang.Expr {
	for {
		switch x := e.(type) {
		case *lang.Member:
			e = x.X
			continue
		case *lang.Index:
			e = x.X
		case *lang.Deref:
			e = x.X
		default:
			return nil
		}
		if d, ok := e.(*lang.Decay); ok {
			e = d.X
			continue
		}
		return origin(e)
	}
}

// origin returns the pointer that e is computed from, without casts and sums.
func origin(e lang.Expr) lang.Expr {
	for {
		if b, ok := e.(*lang.Binary); ok && pointerSum(b) {
			e = b.L
		} else if c, ok := e.(*lang.Cast); ok {
			e = c.X
		} else {
			return e
		}
	}
}

// loadKept ends the run, with nothing claimed, if the loaded lvalue e is a kept restrict pointer whose target may
// also be accessed otherwise.
func (l *funcLowerer) loadKept(e lang.Expr) {
	if !l.opt.Check.Has(Restrict) || !keptRestrict(e) || l.inClaim || l.fn == nil || l.fn.Model {
		return
	}
	if l.keptRestricts == nil {
		l.findKept()
	}
	open := false
	if n := l.pts.Pointee(e); n != nil {
		n.Find().EachPart(func(m *pointsto.Class) {
			k := l.keptRestricts[m.Find()]
			open = open || k != nil && k.written && (k.otherwise || k.several)
		})
	}
	if open {
		l.unfollowed(cfa.ConstInt(1), rule.Restricted, "what the restrict pointer "+lang.ExprString(e)+" leads to may be accessed otherwise, too", e.Pos())
	}
}

package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
	"github.com/whet-mc/whet/lang/gnu"
	"github.com/whet-mc/whet/lang/pointsto"
)

// This file computes what a call reads and changes, as far as other calls can see it. The analysis of orders of
// evaluation uses the result (order.go).
//
// A place is the object, if it does not lie in memory, and otherwise the class of the access. Places that no other
// call can see are left out: automatic objects of the called functions, and blocks that a function has just
// allocated, as long as the function accesses them through the variable that holds their address. Another call can
// find such a block only by reading a place to which the function has written its address, and this place is not left
// out. Inputs and outputs are not effects: any input may come first, and nothing reads outputs. Two stores of the same
// constant to an object have the same effect in either order; the model of rand contains such stores.

// A callEffect is what a call may do.
type callEffect struct {
	reads, writes places
	within        map[*lang.Func]bool // the functions that may be executed
	ends          bool                // the call may end the run, or may not return
	fails         bool                // the call may reach an error
}

func (f *callEffect) none() bool { return len(f.reads)+len(f.writes) == 0 && !f.ends && !f.fails }

// places is a set of objects (*lang.Object) and classes (*pointsto.Class) that are read or written. The value for an
// object is a constant if all stores to the object store this constant; otherwise it is nil.
type places map[any]*lang.IntLit

// add adds a place. k is the constant that is stored to it, or nil if any value may be stored, or the place is read.
func (s places) add(place any, k *lang.IntLit) {
	if was, ok := s[place]; ok && !sameConstant(was, k) {
		k = nil
	}
	s[place] = k
}

// sameConstant reports whether both are the same constant.
func sameConstant(k, m *lang.IntLit) bool { return k != nil && m != nil && k.Val.Cmp(m.Val) == 0 }

// effectTable caches the effects found so far.
type effectTable struct {
	own   map[*lang.Func]*ownEffect
	calls map[*lang.Call]*callEffect
	fresh map[any]bool // whether a variable holds only fresh blocks, and whether a function returns only fresh blocks
	seen  map[*pointsto.Class]*owners
}

// An ownEffect is what a body does itself, and which functions it calls.
type ownEffect struct {
	callEffect
	callees []*lang.Func
}

// owners describes which objects lie in a class.
type owners struct {
	others bool // the class has objects that are not automatic
	autos  map[*lang.Func]bool
}

// callEffects returns what the call may do after its arguments are evaluated.
func (l *lowerer) callEffects(x *lang.Call) *callEffect {
	if l.effect.calls == nil {
		l.effect = effectTable{map[*lang.Func]*ownEffect{}, map[*lang.Call]*callEffect{}, map[any]bool{}, nil}
	}
	if f := l.effect.calls[x]; f != nil {
		return f
	}
	all := &callEffect{places{}, places{}, map[*lang.Func]bool{}, false, false}
	l.effect.calls[x] = all
	start := &ownEffect{callEffect: *all}
	l.callOf(start, x, nil)
	all.ends, all.fails = start.ends, start.fails
	work := start.callees
	for len(work) > 0 {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		if all.within[g] {
			continue
		}
		all.within[g] = true
		own := l.ownEffects(g)
		for p := range own.reads {
			all.reads.add(p, nil)
		}
		for p, k := range own.writes {
			all.writes.add(p, k)
		}
		all.ends, all.fails = all.ends || own.ends, all.fails || own.fails
		work = append(work, own.callees...)
	}
	return all
}

// ownEffects returns what the body of f does itself.
func (l *lowerer) ownEffects(f *lang.Func) *ownEffect {
	if own := l.effect.own[f]; own != nil {
		return own
	}
	own := &ownEffect{callEffect: callEffect{reads: places{}, writes: places{}}}
	l.effect.own[f] = own
	if calls.IsError(f) {
		own.fails = true
		return own
	}
	own.fails = l.opt.Check != 0 && !f.Model
	private := func(lv lang.Expr) bool {
		root, _ := steps(lv, nil)
		var p lang.Expr
		switch x := root.(type) {
		case *lang.VarRef:
			return x.Obj.Func == f && !l.memory(x.Obj) && x.Obj.Storage != lang.Static
		case *lang.Deref:
			p = x.X
		case *lang.Index:
			p = x.X
		}
		if b, ok := p.(*lang.Binary); ok {
			p = b.L
		}
		v, ok := p.(*lang.VarRef)
		return ok && l.holdsFresh(f, v.Obj)
	}
	notRead := map[lang.Expr]bool{} // lvalues that are stored to, or that are only a part of another lvalue
	lang.Walk(f.Body, func(st lang.Stmt) {
		switch x := st.(type) {
		case *lang.Assertion:
			own.fails = true
		case *lang.Labeled:
			own.fails = own.fails || x.Label.Name == "ERROR"
		case *lang.Goto:
			own.ends = own.ends || x.Longjmp
		case *lang.While:
			own.ends = own.ends || forEver(x.Cond) && !leaves(x.Body)
		case *lang.DoWhile:
			own.ends = own.ends || forEver(x.Cond) && !leaves(x.Body)
		case *lang.For:
			own.ends = own.ends || (x.Cond == nil || forEver(x.Cond)) && !leaves(x.Body)
		case *lang.Asm:
			for _, e := range x.Outputs {
				l.touch(own.writes, e)
			}
			if x.Memory {
				l.touchOutside(own)
			}
		}
	}, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Assign:
			notRead[x.L] = true
			if !private(x.L) {
				l.store(own.writes, x.L, x.R)
			}
		case *lang.AssignOp:
			if !private(x.L) {
				l.touch(own.writes, x.L)
			}
		case *lang.IncDec:
			if !private(x.X) {
				l.touch(own.writes, x.X)
			}
		case *lang.Call:
			l.callOf(own, x, func(p lang.Expr) bool {
				v, ok := lang.StripCasts(p).(*lang.VarRef)
				return ok && l.holdsFresh(f, v.Obj)
			})
		case *lang.AddrOf:
			notRead[x.X] = true
		}
		if m, ok := e.(*lang.Member); ok {
			notRead[m.X] = true
		}
		switch e.(type) {
		case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref:
			if t := e.Type(); (t.IsScalar() || t.Kind == lang.Record) && !notRead[e] && !private(e) {
				l.touch(own.reads, e)
			}
		}
	})
	return own
}

// forEver reports whether the condition e always holds.
func forEver(e lang.Expr) bool {
	k, ok := lang.StripCasts(e).(*lang.IntLit)
	return ok && !k.Val.IsZero()
}

// leaves reports whether control may leave the statement other than at its end.
func leaves(s lang.Stmt) bool {
	found := false
	lang.Walk(s, func(s lang.Stmt) {
		switch s.(type) {
		case *lang.Break, *lang.Return, *lang.Goto, *lang.GotoAddr:
			found = true
		}
	}, nil)
	return found
}

// store adds the places that the assignment of r to the lvalue lv writes.
func (l *lowerer) store(set places, lv, r lang.Expr) {
	if v, ok := lv.(*lang.VarRef); ok && !l.memory(v.Obj) {
		k, _ := r.(*lang.IntLit)
		set.add(v.Obj, k)
		return
	}
	l.touch(set, lv)
}

// touch adds the places that an access to the lvalue lv touches.
func (l *lowerer) touch(set places, lv lang.Expr) {
	root, _ := steps(lv, nil)
	if o := object(root); o != nil && !l.memory(o) {
		set.add(o, nil)
		return
	}
	l.touchClass(set, l.pts.Lvalue(lv))
}

func (l *lowerer) touchClass(set places, n *pointsto.Class) {
	if n != nil {
		n.EachPart(func(k *pointsto.Class) { set.add(k.Find(), nil) })
	}
}

// touchOutside adds what code outside of the program may read and change.
func (l *lowerer) touchOutside(own *ownEffect) {
	for _, n := range l.modifiable {
		l.touchClass(own.reads, n)
		l.touchClass(own.writes, n)
	}
	for _, o := range l.externs {
		own.reads.add(o, nil)
		own.writes.add(o, nil)
	}
}

// callOf adds to own what the call x does. It does not look into the bodies of the called functions, but adds these
// functions to own.callees. fresh, if not nil, reports whether a pointer leads to a block that only the caller knows.
func (l *lowerer) callOf(own *ownEffect, x *lang.Call, fresh func(lang.Expr) bool) {
	pointed := func(e lang.Expr, write bool) {
		t := e.Type()
		n := l.pts.Pointee(e)
		if n == nil || t.Kind == lang.Pointer && t.Elem.Kind == lang.Function || fresh != nil && fresh(e) {
			return
		}
		l.touchClass(own.reads, n)
		if write {
			l.touchClass(own.writes, n)
		}
	}
	f := x.Direct()
	if f == nil {
		in := l.pts.Indirect(x)
		if in != nil {
			for _, f := range l.pts.Candidates(in) {
				l.callOfFunc(own, f, x, pointed)
			}
		}
		if in == nil || len(l.pts.Candidates(in)) == 0 || l.extentOf(in.Target).open {
			l.touchOutside(own)
		}
		own.fails = own.fails || l.opt.Check != 0
		return
	}
	l.callOfFunc(own, f, x, pointed)
}

// callOfFunc is callOf for a call of f, by its name or through a pointer. pointed adds what an argument points to.
func (l *lowerer) callOfFunc(own *ownEffect, f *lang.Func, x *lang.Call, pointed func(e lang.Expr, write bool)) {
	name := f.Name
	switch {
	case calls.IsError(f):
		own.fails = true
	case f.Body != nil:
		own.callees = append(own.callees, f)
	case calls.Assertions[name]:
		own.fails = true
	case claims[name], calls.Allocates[name], calls.Assumptions[name], calls.Inert[name], gnu.PureBuiltin(name),
		calls.NumberFrom[name] != 0, strings.HasPrefix(name, "__VERIFIER_"):
	case name == "__whet_halt", f.NoReturn, name == "__builtin_unreachable", name == "__builtin_trap":
		own.ends = true
	case strings.HasPrefix(name, "__whet_"):
		for _, a := range x.Args {
			pointed(a, true)
		}
	default:
		row := calls.Row(f, x)
		for i, a := range x.Args {
			if row != nil {
				pointed(a, row.Writes(i+1))
			} else {
				pointed(a, !calls.ReadOnly(x, i) && !f.Repeats)
			}
		}
		switch {
		case row != nil:
			if row.Result.Group != "" {
				l.touchClass(own.writes, l.pts.LibraryObject(row.Result.Group))
			}
			if l.readsErrno() {
				own.writes.add(l.u.Errno, nil)
			}
		case calls.Retains(name) && !f.Repeats:
			l.touchOutside(own)
		}
	}
}

// overlap reports whether x and y have a place in common to which they do not both store the same constant. Const
// objects do not count. Automatic objects of a function for which within is true do not count either, unless the
// function is recursive: each call has its own.
func (l *lowerer) overlap(x, y places, within func(*lang.Func) bool) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	for k, one := range x {
		if two, ok := y[k]; !ok || sameConstant(one, two) {
			continue
		}
		if o, ok := k.(*lang.Object); ok {
			if o.Type.Const || o.Func != nil && o.Storage != lang.Static && within(o.Func) && !l.recursive[o.Func] {
				continue
			}
			return true
		}
		if l.shared(k.(*pointsto.Class), within) {
			return true
		}
	}
	return false
}

// shared reports whether the class n may have objects other than automatic objects of functions, not recursive, for
// which within is true.
func (l *lowerer) shared(n *pointsto.Class, within func(*lang.Func) bool) bool {
	if l.effect.seen == nil {
		l.findOwners()
	}
	o := l.effect.seen[n]
	if o == nil || o.others || n.Has(pointsto.FromOutside) {
		return true
	}
	for f := range o.autos {
		if !within(f) || l.recursive[f] {
			return true
		}
	}
	return false
}

// findOwners finds which objects lie in each class.
func (l *lowerer) findOwners() {
	l.effect.seen = map[*pointsto.Class]*owners{}
	add := func(n *pointsto.Class, f *lang.Func) {
		n.EachPart(func(k *pointsto.Class) {
			k = k.Find()
			o := l.effect.seen[k]
			if o == nil {
				o = &owners{autos: map[*lang.Func]bool{}}
				l.effect.seen[k] = o
			}
			if f == nil {
				o.others = true
			} else {
				o.autos[f] = true
			}
		})
	}
	for _, o := range l.pts.Statics {
		if l.memory(o) {
			add(l.pts.Object(o), nil)
		}
	}
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		for _, o := range l.automatic(f) {
			if l.memory(o) {
				add(l.pts.Object(o), f)
			}
		}
	}
	for _, b := range l.pts.Blocks() {
		add(b.Class, nil)
	}
}

// allocators are functions of the library that return a new block.
var allocators = map[string]bool{
	"malloc": true, "calloc": true, "aligned_alloc": true, "kmalloc": true, "kzalloc": true, "kcalloc": true, "vmalloc": true, "vzalloc": true,
}

// holdsFresh reports whether the variable o of f only ever holds null or addresses of blocks that this activation of
// f has allocated.
func (l *lowerer) holdsFresh(f *lang.Func, o *lang.Object) bool {
	if o.Func != f || o.Storage != lang.Local || o.Type.Kind != lang.Pointer || l.memory(o) {
		return false
	}
	if v, ok := l.effect.fresh[o]; ok {
		return v
	}
	l.effect.fresh[o] = true // this is assumed until an assignment contradicts it
	v := o.Init == nil || len(o.Init.Items) == 1 && l.isFresh(f, o.Init.Items[0].Val)
	is := func(e lang.Expr) bool {
		x, ok := e.(*lang.VarRef)
		return ok && x.Obj == o
	}
	lang.Walk(f.Body, nil, func(e lang.Expr) {
		switch x := e.(type) {
		case *lang.Assign:
			v = v && !(is(x.L) && !l.isFresh(f, x.R))
		case *lang.AssignOp:
			v = v && !is(x.L)
		case *lang.IncDec:
			v = v && !is(x.X)
		}
	})
	l.effect.fresh[o] = v
	return v
}

// isFresh reports whether the value of e in f is null or the address of a block that was allocated
// in this activation.
func (l *lowerer) isFresh(f *lang.Func, e lang.Expr) bool {
	switch x := lang.StripCasts(e).(type) {
	case *lang.IntLit:
		return x.Val.IsZero()
	case *lang.VarRef:
		return l.holdsFresh(f, x.Obj)
	case *lang.Call:
		g := x.Direct()
		return g != nil && (allocators[g.Name] && (g.Model || g.Body == nil) || g.Body != nil && !g.Model && l.returnsFresh(g))
	}
	return false
}

// returnsFresh reports whether f returns null or the address of a block that it has allocated.
func (l *lowerer) returnsFresh(f *lang.Func) bool {
	if v, ok := l.effect.fresh[f]; ok {
		return v
	}
	l.effect.fresh[f] = true
	v := true
	lang.Walk(f.Body, func(s lang.Stmt) {
		if r, ok := s.(*lang.Return); ok && r.X != nil {
			v = v && l.isFresh(f, r.X)
		}
	}, nil)
	l.effect.fresh[f] = v
	return v
}

package lower

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// Objects that may live more than once: objects of a block in a loop, or of a function that is called again. Each
// life is a separate object (C11 6.2.4p6). A pointer into an earlier object leads to an object that has ended, although
// a machine may put the next object at the same address. So if the life of an automatic object is followed (scopes.go),
// each life gets an address that no object had before. The address comes from the heap, as for arrays of variable
// length, when the block is entered. This is also where the life begins, before the declaration.
//
// An object whose block is entered at most once in a run has only one life, and keeps its known address.

// renewed reports whether each life of an object has a new address.
func (l *lowerer) renewed(o *lang.Object) bool { return l.scopes.again[o] }

// renew begins a life of the object o, at a new address.
func (l *funcLowerer) renew(o *lang.Object, pos lang.Pos) {
	at := l.alloc(cfa.ConstInt(o.Type.Size), l.pts.Object(o), false, pos)
	l.emit(&cfa.Assign{LHS: l.addrOf(o).(*cfa.Var), RHS: at}, pos)
	l.enterReadOnly(o, at)
}

// renewParams begins the lives of parameters, which have their values before the body is entered.
func (l *funcLowerer) renewParams(f *lang.Func) {
	for _, p := range f.Params {
		if l.renewed(p) {
			l.renew(p, f.Pos)
		}
	}
}

// mayRenew reports whether an object of this size can be taken from the heap.
func (l *lowerer) mayRenew(o *lang.Object) bool {
	return o.Type.Size >= 0 && o.Type.Size <= l.heapSpan()/4
}

// enteredOnce finds the functions that are called at most once in a run: the entry function, if nothing calls it, and
// functions with a single call that is in no loop, in the body of such a function. A function whose address is taken
// may be called from anywhere.
func (l *lowerer) enteredOnce() map[*lang.Func]bool {
	type site struct {
		in   *lang.Func
		call *lang.Call
	}
	sites := map[*lang.Func][]site{}
	for _, f := range l.pts.Funcs {
		if calls.IsError(f) {
			continue
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			if c, ok := e.(*lang.Call); ok {
				if g := c.Direct(); g != nil {
					sites[g] = append(sites[g], site{f, c})
				}
			}
		})
	}
	many := map[*lang.Func]bool{}
	for _, f := range l.pts.Taken {
		many[f] = true
	}
	for _, f := range l.u.Constructors {
		many[f] = true
	}
	known := map[*lang.Func]bool{}
	var once func(f *lang.Func) bool
	once = func(f *lang.Func) bool {
		if v, ok := known[f]; ok {
			return v
		}
		known[f] = false
		list := sites[f]
		switch {
		case many[f] || l.recursive[f] || f.Model:
		case f == l.u.Entry:
			known[f] = len(list) == 0
		case len(list) == 1:
			single, ok := l.scopes.single[list[0].call]
			known[f] = ok && single && once(list[0].in)
		}
		return known[f]
	}
	for _, f := range l.pts.Funcs {
		once(f)
	}
	return known
}

package lower

import "github.com/whet-mc/whet/lang"

// The order in which static objects are initialized.

// initOrder lists the static objects. If an initializer copies the value of another object (a compound literal, or
// with gcc a constant object), the other object comes first. A compiler knows all values from the start; here they
// are stored one by one. Values cannot depend on each other in a circle, as a compiler has to know them all;
// addresses can, and need no order. A copied object gets its variables, so that it is initialized even if the program
// never uses it otherwise.
func (l *funcLowerer) initOrder() []*lang.Object {
	var list []*lang.Object
	done := map[*lang.Object]bool{}
	var visit func(o *lang.Object)
	visit = func(o *lang.Object) {
		if done[o] {
			return
		}
		done[o] = true
		eachCopied(o, func(_ lang.Expr, from *lang.Object) { visit(from) })
		list = append(list, o)
	}
	for _, o := range l.pts.Statics {
		visit(o)
	}
	for i := len(list) - 1; i >= 0; i-- { // backwards: an object comes before the objects that its initializer copies
		if o := list[i]; l.memory(o) || l.stores[o] != nil {
			eachCopied(o, func(e lang.Expr, _ *lang.Object) {
				if p := l.place(e); p.st != nil {
					l.eachLeaf(p, func(place) {})
				}
			})
		}
	}
	return list
}

// eachCopied visits the lvalues whose values are a part of o's initial value, with the objects that contain them.
func eachCopied(o *lang.Object, visit func(lang.Expr, *lang.Object)) {
	var walk func(e lang.Expr)
	walk = func(e lang.Expr) {
		switch e.(type) {
		case *lang.AddrOf, *lang.Decay: // the initializer takes an address here, and copies no value
		case *lang.VarRef, *lang.Member, *lang.Index, *lang.Deref:
			if v, ok := lang.Root(e).(*lang.VarRef); ok {
				visit(e, v.Obj)
			}
		default:
			for _, c := range lang.Children(e) {
				walk(c)
			}
		}
	}
	if o.Init == nil {
		return
	}
	for _, it := range o.Init.Items {
		if it.Val != nil {
			walk(it.Val)
		}
	}
}

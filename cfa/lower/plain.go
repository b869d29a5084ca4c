package lower

import "github.com/whet-mc/whet/lang"

// Pointers that are numbers in name only: p as a long, moved by a constant, and variables that hold nothing else. Comparing
// two such numbers, or one with null, tells no more than comparing the pointers; and made into a pointer
// again they lead to where p did.

// survey notes what the functions assign to their scalar variables.
func (a *analysis) survey(funcs []*lang.Func) {
	a.assigned, a.unplain = map[*lang.Object][]lang.Expr{}, map[*lang.Object]bool{}
	odd := func(e lang.Expr) {
		if v, ok := e.(*lang.VarRef); ok {
			a.unplain[v.Obj] = true
		}
	}
	for _, f := range funcs {
		for _, o := range f.Objects {
			if o.Init != nil && len(o.Init.Items) == 1 && o.Init.Items[0].Val != nil {
				a.assigned[o] = append(a.assigned[o], o.Init.Items[0].Val)
			}
		}
		lang.Walk(f.Body, nil, func(e lang.Expr) {
			switch x := e.(type) {
			case *lang.Assign:
				if v, ok := x.L.(*lang.VarRef); ok {
					a.assigned[v.Obj] = append(a.assigned[v.Obj], x.R)
				}
			case *lang.AssignOp:
				odd(x.L)
			case *lang.IncDec:
				odd(x.X)
			case *lang.AddrOf:
				odd(x.X)
			}
		})
	}
}

// plain reports whether the number e is a pointer, as it is or moved, or null. A number that is added to a pointer moves it
// within its object, as in pointer arithmetic.
func (a *analysis) plain(e lang.Expr) bool { return a.nullish(e) || a.pointer(e) }

// pointer is plain for what is not always null.
func (a *analysis) pointer(e lang.Expr) bool {
	if e.Type().Kind == lang.Pointer {
		return !a.nullish(e)
	}
	if !a.holds(e.Type()) {
		return false
	}
	switch x := e.(type) {
	case *lang.Cast:
		return a.pointer(x.X)
	case *lang.Binary:
		switch x.Op {
		case lang.Add:
			return a.pointer(x.L) || a.pointer(x.R)
		case lang.Sub:
			return a.pointer(x.L) && !a.pointer(x.R)
		}
	case *lang.VarRef:
		o := x.Obj
		if a.unplain[o] || o.Storage != lang.Local {
			return false
		}
		a.unplain[o] = true // until it is shown: variables that hold each other's values are not
		some := false
		for _, v := range a.assigned[o] {
			p := a.pointer(v)
			if !p && !a.nullish(v) {
				return false
			}
			some = some || p
		}
		if some {
			delete(a.unplain, o)
		}
		return some
	}
	return false
}

// nullish reports whether e is a constant that is no object's address: null, an error code of the kernel's, or negative.
func (a *analysis) nullish(e lang.Expr) bool {
	lit, ok := stripCasts(e).(*lang.IntLit)
	if !ok {
		return false
	}
	v, ok := lit.Val.Wrap(a.model.PtrBits(), true).Int64()
	return ok && -4096 <= v && v < 4096
}

func stripCasts(e lang.Expr) lang.Expr {
	for {
		c, ok := e.(*lang.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// asPointers reports whether x compares pointers, or numbers that are nothing else.
func (a *analysis) asPointers(x *lang.Binary) bool {
	if x.Op < lang.Eq || x.Op > lang.Ge {
		return false
	}
	return x.L.Type().Kind == lang.Pointer || a.plain(x.L) && a.plain(x.R)
}

package pointsto

import "github.com/whet-mc/whet/lang"

// Integers that hold a pointer: a pointer converted to a long, moved by a constant, and variables that hold only such
// values. A comparison of two such numbers, or with null, reveals no more than a comparison of the pointers.
// Converted back to a pointer, they lead to where the original pointer led.

// surveyAssignments records what the functions assign to their scalar variables.
func (a *Analysis) surveyAssignments(funcs []*lang.Func) {
	a.assigned, a.notCopies = map[*lang.Object][]lang.Expr{}, map[*lang.Object]bool{}
	odd := func(e lang.Expr) {
		if v, ok := e.(*lang.VarRef); ok {
			a.notCopies[v.Obj] = true
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

// addressOrNull reports whether the number e is a pointer, possibly moved, or null. Adding a number to a pointer
// moves the pointer within its object, as in pointer arithmetic.
func (a *Analysis) addressOrNull(e lang.Expr) bool { return a.isNoAddress(e) || a.isAddress(e) }

// isAddress reports whether the number e is a pointer, possibly moved. It returns false for null and similar
// constants.
func (a *Analysis) isAddress(e lang.Expr) bool {
	if e.Type().Kind == lang.Pointer {
		return !a.isNoAddress(e)
	}
	if !a.holds(e.Type()) {
		return false
	}
	switch x := e.(type) {
	case *lang.Cast:
		return a.isAddress(x.X)
	case *lang.Binary:
		switch x.Op {
		case lang.Add:
			return a.isAddress(x.L) || a.isAddress(x.R)
		case lang.Sub:
			return a.isAddress(x.L) && !a.isAddress(x.R)
		}
	case *lang.VarRef:
		o := x.Obj
		if a.notCopies[o] || o.Storage != lang.Local {
			return false
		}
		a.notCopies[o] = true // assumed until the end: variables that only hold each other's values are not addresses
		some := false
		for _, v := range a.assigned[o] {
			p := a.isAddress(v)
			if !p && !a.isNoAddress(v) {
				return false
			}
			some = some || p
		}
		if some {
			delete(a.notCopies, o)
		}
		return some
	}
	return false
}

// isNoAddress reports whether e is a constant that is no object's address: null, an error code of the kernel, or
// another number close to 0.
func (a *Analysis) isNoAddress(e lang.Expr) bool {
	lit, ok := lang.StripCasts(e).(*lang.IntLit)
	if !ok {
		return false
	}
	v, ok := lit.Val.Wrap(a.unit.Model.PtrBits(), true).Int64()
	return ok && -4096 <= v && v < 4096
}

// comparesPointers reports whether x compares pointers, or numbers that hold only pointers.
func (a *Analysis) comparesPointers(x *lang.Binary) bool {
	if x.Op < lang.Eq || x.Op > lang.Ge {
		return false
	}
	return x.L.Type().Kind == lang.Pointer || a.addressOrNull(x.L) && a.addressOrNull(x.R)
}

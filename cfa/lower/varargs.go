package lower

import "github.com/whet-mc/whet/lang"

// The parts of stdarg.h that lang/pass/variadic/varargs.go leaves to the lowering.

// vaArg lowers the evaluation of a va_arg. If x is wrong, it breaks va_arg's contract (C11 7.16.1.1). If the contract
// is checked, the run then ends here, and x has no value.
func (l *funcLowerer) vaArg(x *lang.VaArg) (ends bool) {
	if x.Wrong && x.List && l.checks(Library) {
		if bad := l.broken(Library, nil, x.At); bad != nil {
			if !l.fn.Model {
				bad.Error = l.property(Library.kind(), lang.ExprString(x), x.At)
			}
			l.jump(bad, x.At)
			l.cur = l.newLoc(x.At)
			return true
		}
	}
	l.effects(x.X)
	return false
}

// anyArg returns the reason why a VaArg has any value.
func anyArg(x *lang.VaArg) string {
	switch {
	case x.Wrong && !x.List:
		return "an automatic object that is not volatile and was changed between setjmp and longjmp"
	case x.Wrong:
		return "va_arg of an argument that is missing or has another type"
	case x.List:
		return "va_arg of arguments that the program does not show"
	}
	return "a value that is left open"
}

// madeAccess reports whether e is accessed through a pointer that the front end has made. Such a pointer leads to a
// live, initialized object.
func madeAccess(e lang.Expr) bool {
	for {
		switch x := e.(type) {
		case *lang.VarRef:
			return x.Obj.Made
		case *lang.Member:
			e = x.X
		case *lang.Deref:
			e = x.X
		case *lang.Index:
			e = x.X
		case *lang.Decay:
			e = x.X
		case *lang.Cast:
			e = x.X
		default:
			return false
		}
	}
}

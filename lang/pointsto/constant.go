package pointsto

import "github.com/whet-mc/whet/lang"

// Constants, also through parameters of models, since each copy of a model has a single call.

// Constant returns the value of e, and whether e is a constant.
func (a *Analysis) Constant(e lang.Expr) (int64, bool) {
	switch x := e.(type) {
	case *lang.IntLit:
		return x.Val.Int64()
	case *lang.Cast:
		if x.T.IsInteger() {
			return a.Constant(x.X)
		}
	case *lang.Binary:
		l, ok1 := a.Constant(x.L)
		r, ok2 := a.Constant(x.R)
		if ok1 && ok2 && max(l, r) < 1<<31 && min(l, r) > -1<<31 {
			switch x.Op {
			case lang.Add:
				return l + r, true
			case lang.Sub:
				return l - r, true
			case lang.Mul:
				return l * r, true
			case lang.Shl:
				if l >= 0 && 0 <= r && r < 31 {
					return l << r, true
				}
			}
		}
	case *lang.VarRef:
		if arg := a.argOf[x.Obj]; arg != nil {
			return a.Constant(arg)
		}
	}
	return 0, false
}

// multiple reports whether the value of e is certainly a multiple of k.
func (a *Analysis) multiple(e lang.Expr, k int64) bool {
	switch x := e.(type) {
	case *lang.IntLit:
		v, ok := x.Val.Int64()
		return ok && v%k == 0
	case *lang.Cast:
		return x.T.IsInteger() && a.multiple(x.X, k)
	case *lang.Binary:
		switch x.Op {
		case lang.Mul:
			return a.multiple(x.L, k) || a.multiple(x.R, k)
		case lang.Add, lang.Sub:
			return a.multiple(x.L, k) && a.multiple(x.R, k)
		}
	case *lang.VarRef:
		if arg := a.argOf[x.Obj]; arg != nil {
			return a.multiple(arg, k)
		}
	}
	return k == 1
}

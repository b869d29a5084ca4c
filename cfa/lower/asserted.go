package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// The program's assertions and calls of error functions. If assertions are not requested (Options.NoAsserts), a run
// that reaches a failing assertion ends there, as the program does.

// asserted ends the run, at an error location if assertions are requested.
func (l *funcLowerer) asserted(kind, text string, pos lang.Pos) {
	if l.opt.NoAsserts {
		l.cur = l.newLoc(pos)
		return
	}
	l.fail(l.property(kind, text, pos))
}

// errorCall lowers a call of f, an error function whose body is not a part of the program (calls.IsError). If
// assertions are not requested and f may return, nothing is claimed after the call.
func (l *funcLowerer) errorCall(f *lang.Func, text string, pos lang.Pos) {
	if l.opt.NoAsserts && !endsRun(f) {
		if f.Body == nil {
			l.note(pos, "function without a body: "+f.Name, "it does nothing")
			return
		}
		l.cannot(pos, f.Name+" as a function that may return")
		return
	}
	kind := f.Name
	if strings.HasPrefix(f.Name, "__assert") {
		kind = "assertion"
	}
	l.asserted(kind, text, pos)
}

// endsRun reports whether the error function f certainly ends the run: it is declared so, it is a function of the
// library, or its body reaches a call of such a function.
func endsRun(f *lang.Func) bool {
	if f.NoReturn || f.Name == "__VERIFIER_error" && f.Body == nil || strings.Contains(f.Name, "assert") {
		return true
	}
	return f.Body != nil && endsIn(f.Body)
}

// endsIn reports whether the statement s certainly reaches a call that does not return. It looks through blocks and
// constant conditions, because headers define the macro assert with them in various forms.
func endsIn(s lang.Stmt) bool {
	switch s := s.(type) {
	case *lang.Block:
		for _, t := range s.List {
			switch t.(type) {
			case *lang.ExprStmt, *lang.Block, *lang.If:
				if endsIn(t) {
					return true
				}
			case *lang.Empty, *lang.DeclStmt:
			default:
				return false
			}
		}
	case *lang.ExprStmt:
		return endsAt(s.X)
	case *lang.If:
		holds, known := constant(s.Cond)
		switch {
		case known && holds:
			return endsIn(s.Then)
		case known:
			return s.Else != nil && endsIn(s.Else)
		}
	}
	return false
}

// endsAt is endsIn for an expression.
func endsAt(e lang.Expr) bool {
	switch x := e.(type) {
	case *lang.Cast:
		return endsAt(x.X)
	case *lang.Comma:
		return endsAt(x.L) || endsAt(x.R)
	case *lang.StmtExpr:
		return endsIn(x.Body)
	case *lang.Cond:
		holds, known := constant(x.C)
		switch {
		case known && holds:
			return x.Then != nil && endsAt(x.Then)
		case known:
			return endsAt(x.Else)
		}
	case *lang.Call:
		r, ok := x.Fun.(*lang.FuncRef)
		return ok && (r.Func.NoReturn || calls.IsError(r.Func) && r.Func.Body == nil)
	}
	return false
}

// constant evaluates the condition e if it is a number, possibly converted or negated. Then holds is its truth value.
// For all other conditions known is false.
func constant(e lang.Expr) (holds, known bool) {
	switch x := e.(type) {
	case *lang.IntLit:
		return !x.Val.IsZero(), true
	case *lang.Cast:
		if x.T.IsInteger() {
			return constant(x.X)
		}
	case *lang.Unary:
		if x.Op == lang.LogNot {
			holds, known = constant(x.X)
			return !holds, known
		}
	}
	return false, false
}

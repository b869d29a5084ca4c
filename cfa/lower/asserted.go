package lower

import (
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/calls"
)

// What the program asserts. Where that is not asked for (Options.NoAsserts), a run that comes to a
// failing assertion ends there, as the program does.

// asserted ends the run, at an error location where assertions are asked for.
func (l *funcLowerer) asserted(kind, text string, pos lang.Pos) {
	if l.opt.NoAsserts {
		l.cur = l.newLoc(pos)
		return
	}
	l.fail(l.property(kind, text, pos))
}

// errorCall lowers the call of a function that is an error to call. Its body is not a part of the
// program (calls.IsError). Where assertions are not asked for, and it is not sure to end the run,
// nothing is claimed after it.
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

// endsRun reports whether an error function surely ends the run: it is declared so, is one of the
// library's, or its body comes to a call of such a one.
func endsRun(f *lang.Func) bool {
	if f.NoReturn || f.Name == "__VERIFIER_error" && f.Body == nil || strings.Contains(f.Name, "assert") {
		return true
	}
	return f.Body != nil && endsIn(f.Body)
}

// endsIn reports whether a statement surely comes to a call that does not return: blocks and
// conditions that are constant are looked through, as the macro assert(0) has them in all the forms
// that headers give it.
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

// constant is whether a condition that is a number, converted or negated, holds.
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

package lower

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/rule"
)

// Functions that reach their end without a return statement. This is defined in C as long as the caller does not use
// the result (C11 6.9.1p12). A flag variable of the function says whether the last call that ended has given a result.
// A caller that uses the result tests the flag immediately after the call.

// resultFlag returns the flag of the function f, or nil if all calls of f that end give a result.
func (l *lowerer) resultFlag(f *lang.Func) *cfa.Var {
	if !l.opt.Check.Has(Uninit) || f.Model || f == l.u.Entry || f.Type.Elem.Kind == lang.Void || !passesEnd(f.Body) {
		return nil
	}
	v := l.resultFlags[f]
	if v == nil {
		v = l.p.NewVar(nil, "result of "+f.Name+" given", cfa.GlobalVar, cfa.Range{Bits: 1})
		v.Shadow = true
		l.resultFlags[f] = v
	}
	return v
}

// setResultFlag records, at the end of a call, whether it has given a result.
func (l *funcLowerer) setResultFlag(given bool, pos lang.Pos) {
	if v := l.resultFlag(l.fn); v != nil {
		value := int64(0)
		if given {
			value = 1
		}
		l.emit(&cfa.Assign{LHS: v, RHS: cfa.ConstInt(value)}, pos)
	}
}

// requireResult requires that the call x of f, whose result is used, has given a result.
func (l *funcLowerer) requireResult(x *lang.Call, f *lang.Func) {
	if l.inClaim || l.fn == nil || l.fn.Model {
		return
	}
	if v := l.resultFlag(f); v != nil {
		l.mustBeStored([]part{{v: v, full: 1, mask: 1}}, nil, l.property(rule.Uninitialised, "result of "+lang.ExprString(x), x.At), x.At)
	}
}

// passesEnd reports whether control may get past the end of s, by the form of s alone. It treats inline assembly at
// the end as if it returned.
func passesEnd(s lang.Stmt) bool {
	switch s := s.(type) {
	case *lang.Return, *lang.Goto, *lang.GotoAddr, *lang.Asm:
		return false
	case *lang.Block:
		for _, last := range slices.Backward(s.List) {
			if _, empty := last.(*lang.Empty); !empty {
				return passesEnd(last)
			}
		}
	case *lang.Labeled:
		return passesEnd(s.Body)
	case *lang.Case:
		return passesEnd(s.Body)
	case *lang.If:
		return s.Else == nil || passesEnd(s.Then) || passesEnd(s.Else)
	case *lang.ExprStmt:
		c, ok := s.X.(*lang.Call)
		return !ok || c.Direct() == nil || !c.Direct().NoReturn
	}
	return true
}

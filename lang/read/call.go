package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file reads calls of functions, and converts their arguments.

// looseCall is a call of a function whose type was not known at the call: it was declared without
// parameters, or not at all. After the whole unit has been read, finishCalls corrects the types of the
// call.
type looseCall struct {
	call   *lang.Call
	result *lang.Cast // for undeclared functions: the conversion of the call's result to the assumed type
	fn     *lang.Func
}

// call reads a function call.
func (c *checker) call(n *cc.PostfixExpression) lang.Expr {
	var args []lang.Expr
	if p, ok := unparen(n.PostfixExpression).(*cc.PrimaryExpression); ok && p != nil && p.Case == cc.PrimaryExpressionIdent {
		name := p.Token.SrcStr()
		y := c.lookup(name)
		if y == nil || y.kind == symFunc && !c.defined[name] {
			if e, ok := c.builtinCall(name, n, c.at(p.Token)); ok {
				return e
			}
		}
		if y == nil {
			y = c.builtinFunc(name, c.at(p.Token))
			if y == nil {
				y = c.implicitFunc(name, c.at(p.Token))
			}
		}
		if y.kind == symFunc {
			args = c.args(n.ArgumentExpressionList)
			return c.directCall(y, c.at(p.Token), args)
		}
	}
	fun := c.rvalue(n.PostfixExpression)
	args = c.args(n.ArgumentExpressionList)
	return c.finishCall(fun, args, c.at(n.Token))
}

func (c *checker) args(l *cc.ArgumentExpressionList) []lang.Expr {
	var out []lang.Expr
	for ; l != nil; l = l.ArgumentExpressionList {
		out = append(out, c.rvalue(l.AssignmentExpression))
	}
	return out
}

// implicitFunc declares the function name at its first call, as C89 does: int f().
func (c *checker) implicitFunc(name string, pos lang.Pos) *symbol {
	t := &lang.Type{Kind: lang.Function, Align: 1, Elem: c.IntT, NoProto: true}
	f := c.function(name, pos, t)
	if f.Type != t && !c.hasModel(f) {
		t = f.Type // declared in another block
	}
	y := &symbol{kind: symFunc, name: name, typ: t, fn: f, pos: pos, implicit: true}
	c.file.bind(y)
	return y
}

// directCall returns a call of the function y by its name. If the function has a model whose type may
// differ from the declared type, the call converts between both types.
func (c *checker) directCall(y *symbol, pos lang.Pos, args []lang.Expr) lang.Expr {
	f := c.symFunc(y)
	c.need(f)
	t := y.typ
	if m := c.modelType(f); m != nil {
		return c.modelCall(y, m, pos, args)
	}
	fun := &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(t)), Func: f}
	e := c.finishCall(fun, args, pos)
	call, ok := e.(*lang.Call)
	if !ok {
		return e
	}
	if t.NoProto && c.NoEval == 0 {
		l := looseCall{call: call, fn: f}
		if y.implicit {
			l.result = &lang.Cast{ExprBase: lang.Typed(pos, call.T), X: call, Implicit: true}
			c.loose = append(c.loose, l)
			return l.result
		}
		c.loose = append(c.loose, l)
	}
	return call
}

// finishCall checks and converts the arguments, and returns the call.
func (c *checker) finishCall(fun lang.Expr, args []lang.Expr, pos lang.Pos) lang.Expr {
	if build.IsBad(c.Bad, fun) || build.IsBad(c.Bad, args...) {
		return c.BadExpr(fun.Pos())
	}
	ft := fun.Type()
	if ft.Kind != lang.Pointer || ft.Elem.Kind != lang.Function {
		c.errorf(pos, "a value of type %s is called", ft)
		return c.BadExpr(fun.Pos())
	}
	t := ft.Elem
	if !t.NoProto {
		switch {
		case len(args) < len(t.Params):
			c.errorf(pos, "too few arguments: %d given, %d wanted", len(args), len(t.Params))
			return c.BadExpr(fun.Pos())
		case len(args) > len(t.Params) && !t.Variadic:
			c.errorf(pos, "too many arguments: %d given, %d wanted", len(args), len(t.Params))
			return c.BadExpr(fun.Pos())
		}
	}
	for i := range args {
		if i < len(t.Params) {
			if u := t.Params[i]; u.Kind == lang.Record && u.Union && !lang.Compatible(u, args[i].Type()) {
				// __attribute__((transparent_union)): the argument may be of a member's type.
				args[i] = c.castToUnion(args[i], u, args[i].Pos())
			} else {
				args[i] = c.assignable(args[i], t.Params[i], "an argument")
			}
		} else {
			args[i] = c.defaultPromote(args[i])
		}
		if build.IsBad(c.Bad, args[i]) {
			return args[i]
		}
	}
	if r := t.Elem; r.Kind == lang.Record && !r.Complete {
		c.errorf(pos, "a call returns the incomplete type %s", r)
		return c.BadExpr(fun.Pos())
	}
	return &lang.Call{ExprBase: lang.Typed(fun.Pos(), t.Elem.Plain()), Fun: fun, Args: args, For: nil}
}

// defaultPromote applies the default argument promotions.
func (c *checker) defaultPromote(e lang.Expr) lang.Expr {
	t := e.Type()
	switch {
	case t.IsInteger():
		if p := c.promoted(e); p.IsWidth() {
			return c.Convert(e, c.ofRank(p)) // a type that objects can have
		}
		return c.promote(e)
	case t.Kind == lang.Float && t.Unqualified() == c.Float:
		return c.Convert(e, c.Double)
	case t.Kind == lang.Void:
		c.errorf(e.Pos(), "an argument without a value")
		return c.BadExpr(e.Pos())
	}
	return e
}

// finishCalls completes the calls that were read before the types of their functions were known.
func (c *checker) finishCalls() {
	for _, l := range c.loose {
		t := l.fn.Type
		if t.NoProto {
			t = c.realType(l.fn)
		}
		if t == nil || len(t.Params) != len(l.call.Args) && !(t.Variadic && len(t.Params) <= len(l.call.Args)) {
			continue // undefined behaviour if a run reaches the call; the lowering reports it
		}
		ok := true
		for i, p := range t.Params {
			ok = ok && build.Convertible(l.call.Args[i].Type(), p)
		}
		if !ok || t.Elem.Kind != l.call.T.Kind && (t.Elem.Kind == lang.Void || t.Elem.Kind == lang.Record || l.call.T.Kind == lang.Record) {
			continue
		}
		for i, p := range t.Params {
			l.call.Args[i] = c.Convert(l.call.Args[i], p)
		}
		if fr, ok := l.call.Fun.(*lang.FuncRef); ok {
			fr.T = c.Pointer(l.fn.Type)
		}
		if l.result != nil {
			l.call.T = t.Elem.Plain()
		}
	}
}

// realType returns the type of f with its parameters if f has an old-style definition. It returns nil if
// f is not defined.
func (c *checker) realType(f *lang.Func) *lang.Type {
	if f.Body == nil {
		return nil
	}
	t := *f.Type
	for _, p := range f.Params {
		t.Params = append(t.Params, p.Type.Plain())
	}
	return &t
}

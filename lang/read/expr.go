package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads expressions: primary and postfix expressions. ops.go has the operators.

// rvalue reads an expression that is used for its value: arrays and functions decay.
func (c *checker) rvalue(n cc.ExpressionNode) lang.Expr { return c.ofIntrinsic(c.Decay(c.expr(n))) }

// expr reads an expression. Arrays stay arrays; a function is a FuncRef already.
func (c *checker) expr(n cc.ExpressionNode) lang.Expr {
	if isNil(n) {
		return c.BadExpr(lang.Pos{})
	}
	c.depth++
	if c.depth > maxDepth {
		c.enter(n)
	}
	e := c.exprIn(n)
	c.depth--
	return e
}

// isNil reports whether n is nil, or an interface with a nil pointer, which the parser may produce.
func isNil(n cc.ExpressionNode) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *cc.PrimaryExpression:
		return n == nil
	case *cc.PostfixExpression:
		return n == nil
	case *cc.UnaryExpression:
		return n == nil
	case *cc.ConstantExpression:
		return n == nil || isNil(n.ConditionalExpression)
	case *cc.ExpressionList:
		return n == nil
	}
	return false
}

func (c *checker) exprIn(n cc.ExpressionNode) lang.Expr {
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		return c.primary(n)
	case *cc.PostfixExpression:
		return c.postfix(n)
	case *cc.UnaryExpression:
		return c.unary(n)
	case *cc.CastExpression:
		return c.castExpr(n)
	case *cc.MultiplicativeExpression:
		op := lang.Mul
		switch n.Case {
		case cc.MultiplicativeExpressionDiv:
			op = lang.Div
		case cc.MultiplicativeExpressionMod:
			op = lang.Rem
		}
		return c.binary(op, c.rvalue(n.MultiplicativeExpression), c.rvalue(n.CastExpression), n.Token)
	case *cc.AdditiveExpression:
		op := lang.Add
		if n.Case == cc.AdditiveExpressionSub {
			op = lang.Sub
		}
		return c.binary(op, c.rvalue(n.AdditiveExpression), c.rvalue(n.MultiplicativeExpression), n.Token)
	case *cc.ShiftExpression:
		op := lang.Shl
		if n.Case == cc.ShiftExpressionRsh {
			op = lang.Shr
		}
		return c.binary(op, c.rvalue(n.ShiftExpression), c.rvalue(n.AdditiveExpression), n.Token)
	case *cc.RelationalExpression:
		op := map[cc.RelationalExpressionCase]lang.BinaryOp{
			cc.RelationalExpressionLt: lang.Lt, cc.RelationalExpressionGt: lang.Gt,
			cc.RelationalExpressionLeq: lang.Le, cc.RelationalExpressionGeq: lang.Ge,
		}[n.Case]
		return c.binary(op, c.rvalue(n.RelationalExpression), c.rvalue(n.ShiftExpression), n.Token)
	case *cc.EqualityExpression:
		op := lang.Eq
		if n.Case == cc.EqualityExpressionNeq {
			op = lang.Ne
		}
		return c.binary(op, c.rvalue(n.EqualityExpression), c.rvalue(n.RelationalExpression), n.Token)
	case *cc.AndExpression:
		return c.binary(lang.And, c.rvalue(n.AndExpression), c.rvalue(n.EqualityExpression), n.Token)
	case *cc.ExclusiveOrExpression:
		return c.binary(lang.Xor, c.rvalue(n.ExclusiveOrExpression), c.rvalue(n.AndExpression), n.Token)
	case *cc.InclusiveOrExpression:
		return c.binary(lang.Or, c.rvalue(n.InclusiveOrExpression), c.rvalue(n.ExclusiveOrExpression), n.Token)
	case *cc.LogicalAndExpression:
		return c.logical(false, n.LogicalAndExpression, n.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return c.logical(true, n.LogicalOrExpression, n.LogicalAndExpression)
	case *cc.ConditionalExpression:
		return c.conditional(n)
	case *cc.AssignmentExpression:
		return c.assignment(n)
	case *cc.ExpressionList:
		return c.comma(n)
	case *cc.ConstantExpression:
		return c.expr(n.ConditionalExpression)
	}
	c.errorf(c.pos(n), "an expression that is not understood (%T)", n)
	return c.BadExpr(c.pos(n))
}

func (c *checker) comma(n *cc.ExpressionList) lang.Expr {
	e := c.expr(n.AssignmentExpression)
	for n = n.ExpressionList; n != nil; n = n.ExpressionList {
		r := c.rvalue(n.AssignmentExpression)
		if build.IsBad(c.Bad, r) {
			e = r
			continue
		}
		e = &lang.Comma{ExprBase: lang.Typed(e.Pos(), r.Type().Plain()), L: c.Decay(e), R: r}
	}
	return e
}

func (c *checker) primary(n *cc.PrimaryExpression) lang.Expr {
	switch n.Case {
	case cc.PrimaryExpressionIdent:
		return c.ident(n)
	case cc.PrimaryExpressionInt:
		return c.intConst(c.at(n.Token), n.Token.SrcStr())
	case cc.PrimaryExpressionFloat:
		return c.floatConst(c.at(n.Token), n.Token.SrcStr())
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return c.charConst(c.at(n.Token), n.Token.SrcStr())
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return c.stringLit(c.at(n.Token), n.Token.SrcStr())
	case cc.PrimaryExpressionExpr:
		return c.expr(n.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return c.stmtExpr(n)
	case cc.PrimaryExpressionGeneric:
		return c.generic(n.GenericSelection)
	}
	return c.BadExpr(c.pos(n))
}

func (c *checker) ident(n *cc.PrimaryExpression) lang.Expr {
	name, pos := n.Token.SrcStr(), c.at(n.Token)
	y := c.lookup(name)
	if y == nil {
		switch name {
		case "__FUNCTION__", "__PRETTY_FUNCTION__", "__func__":
			if c.Frame != nil {
				return c.funcName(pos)
			}
		}
		if strings.HasPrefix(name, "__") {
			if y = c.builtinFunc(name, pos); y != nil {
				return c.funcRef(y, pos)
			}
		}
		c.errorHint(pos, "declare it, or add the header that does", "%s is not declared", name)
		c.scope.bind(&symbol{kind: symObject, name: name, typ: c.Bad, obj: &lang.Object{Name: name, Type: c.Bad}, pos: pos})
		return c.BadExpr(pos)
	}
	switch y.kind {
	case symObject:
		t := y.typ
		if y.obj.Storage == lang.Global && y.obj.Type != c.Bad {
			t = y.obj.Type // later declarations may have completed it
		}
		if t == c.Bad {
			return c.BadExpr(pos)
		}
		if y.spare {
			c.modelObject(y)
		}
		return &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: y.obj}
	case symFunc:
		return c.funcRef(y, pos)
	case symConst:
		return &lang.IntLit{ExprBase: lang.Typed(pos, y.typ), Val: y.val, Name: name}
	case symFuncName:
		return c.funcName(pos)
	}
	c.errorf(pos, "the type %s is used as an expression", name)
	return c.BadExpr(pos)
}

// funcRef returns the function y as a value.
func (c *checker) funcRef(y *symbol, pos lang.Pos) lang.Expr {
	f := c.symFunc(y)
	c.need(f)
	if c.NoEval == 0 {
		f.AddrTaken = true
	}
	if m := c.modelType(f); m != nil && !lang.Compatible(m, y.typ) {
		if c.NoEval == 0 && !lang.CalledAlike(y.typ, m) {
			// A call through the pointer would not match the type of any function.
			c.refuseUnit(pos, "the address of "+y.name+", which is declared unlike the library's")
		}
		return &lang.Cast{ExprBase: lang.Typed(pos, c.Pointer(y.typ)), X: &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(m)), Func: f}, Implicit: true}
	}
	return &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(y.typ)), Func: f}
}

// need records that a function is used, so that its model is read if it has one.
func (c *checker) need(f *lang.Func) {
	if c.NoEval == 0 && !c.isNeed[f] {
		c.isNeed[f] = true
		c.needed = append(c.needed, f)
	}
}

// funcName returns __func__, an array with the function's name. The array is created at its first use.
func (c *checker) funcName(pos lang.Pos) lang.Expr {
	if c.Frame == nil {
		return c.stringLit(pos, `""`)
	}
	if c.Frame.Name == nil {
		c.Frame.Name = c.Literal(pos, append([]byte(c.Frame.Func.Name), 0))
	}
	o := c.Frame.Name
	return &lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}
}

func (c *checker) stringLit(pos lang.Pos, s string) lang.Expr {
	units, elem := c.stringUnits(pos, s)
	if elem == c.Char {
		b := make([]byte, len(units)+1)
		for i, u := range units {
			b[i] = byte(u)
		}
		o := c.Literal(pos, b)
		return &lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}
	}
	t := c.Array(elem, int64(len(units)+1))
	o := &lang.Object{Type: t, Storage: lang.Literal, Pos: pos}
	ref := &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: o}
	o.Init = &lang.Init{Zero: true, Items: c.unitItems(ref, elem, units)}
	if c.NoEval == 0 {
		c.Unit.Objects = append(c.Unit.Objects, o)
	}
	return ref
}

// stringUnits decodes the string literal s, and returns its code units and their type.
func (c *checker) stringUnits(pos lang.Pos, s string) ([]int64, *lang.Type) {
	prefix, body := splitQuoted(s, '"')
	return c.decode(pos, body, prefix), c.unitType(prefix)
}

// unitItems returns initialisers for the units of a wide string in the array dst.
func (c *checker) unitItems(dst lang.Expr, elem *lang.Type, units []int64) []lang.InitItem {
	pos := dst.Pos()
	items := make([]lang.InitItem, 0, len(units)+1)
	for i, u := range units {
		items = append(items, lang.InitItem{Dst: c.index(dst, int64(i)), Val: &lang.IntLit{ExprBase: lang.Typed(pos, elem), Val: build.WrapTo(num.Of(u), elem)}})
	}
	return items
}

// index returns the lvalue dst[i], where dst is an array.
func (c *checker) index(dst lang.Expr, i int64) lang.Expr {
	pos, elem := dst.Pos(), dst.Type().Elem
	return &lang.Index{ExprBase: lang.Typed(pos, elem), X: &lang.Decay{ExprBase: lang.Typed(pos, c.Pointer(elem)), X: dst}, I: c.IntLit(pos, c.Ptrdiff, i)}
}

func (c *checker) generic(n *cc.GenericSelection) lang.Expr {
	if n == nil {
		return c.BadExpr(lang.Pos{})
	}
	c.NoEval++
	t := c.rvalue(n.AssignmentExpression).Type().Plain()
	c.NoEval--
	var def cc.ExpressionNode
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a == nil {
			continue
		}
		if a.Case == cc.GenericAssociationDefault {
			def = a.AssignmentExpression
			continue
		}
		if at := c.typeName(a.TypeName); at.Const == t.Const && lang.Compatible(at, t) && constTargets(at, t) {
			return c.expr(a.AssignmentExpression)
		}
	}
	if def == nil {
		if t != c.Bad {
			c.errorf(c.at(n.Token), "_Generic has no association for the type %s", t)
		}
		return c.BadExpr(c.at(n.Token))
	}
	return c.expr(def)
}

// constTargets reports whether const agrees at all levels of the pointer types a and b.
func constTargets(a, b *lang.Type) bool {
	for a.Kind == lang.Pointer && b.Kind == lang.Pointer {
		a, b = a.Elem, b.Elem
		if a.Const != b.Const {
			return false
		}
	}
	return true
}

func (c *checker) postfix(n *cc.PostfixExpression) lang.Expr {
	switch n.Case {
	case cc.PostfixExpressionPrimary:
		return c.expr(n.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		return c.subscript(c.rvalue(n.PostfixExpression), c.rvalue(n.ExpressionList), c.at(n.Token))
	case cc.PostfixExpressionCall:
		return c.call(n)
	case cc.PostfixExpressionSelect:
		return c.member1(c.expr(n.PostfixExpression), n.Token2)
	case cc.PostfixExpressionPSelect:
		return c.member1(c.deref(c.rvalue(n.PostfixExpression), c.at(n.Token)), n.Token2)
	case cc.PostfixExpressionInc:
		return c.incDec(n.PostfixExpression, n.Token, false, true)
	case cc.PostfixExpressionDec:
		return c.incDec(n.PostfixExpression, n.Token, true, true)
	case cc.PostfixExpressionComplit:
		return c.compound(n)
	}
	return c.BadExpr(c.pos(n))
}

func (c *checker) subscript(x, i lang.Expr, at lang.Pos) lang.Expr {
	if build.IsBad(c.Bad, x, i) {
		return c.BadExpr(at)
	}
	pos := x.Pos()
	if x.Type().IsInteger() && i.Type().Kind == lang.Pointer {
		x, i = i, x
	}
	if x.Type().IsVector() && i.Type().IsInteger() {
		x = c.lanesOf(x)
	}
	if x.Type().Kind != lang.Pointer || !i.Type().IsInteger() {
		c.errorf(at, "%s is indexed by %s", x.Type(), i.Type())
		return c.BadExpr(at)
	}
	elem := x.Type().Elem
	if elem.Kind == lang.Function || elem.Size == 0 && !c.isComplete(elem) && elem.Kind != lang.Void {
		c.errorf(at, "a pointer to the incomplete type %s is indexed", elem)
		return c.BadExpr(at)
	}
	return &lang.Index{ExprBase: lang.Typed(pos, elem), X: x, I: c.offset(i)}
}

// deref returns *e.
func (c *checker) deref(e lang.Expr, at lang.Pos) lang.Expr {
	t := e.Type()
	if t == c.Bad {
		return e
	}
	if t.Kind != lang.Pointer {
		c.errorf(at, "a value of type %s is used as a pointer", t)
		return c.BadExpr(at)
	}
	if t.Elem.Kind == lang.Function {
		return e // *f is f
	}
	return &lang.Deref{ExprBase: lang.Typed(at, t.Elem), X: e}
}

// member1 returns the member of x that tok names.
func (c *checker) member1(x lang.Expr, tok cc.Token) lang.Expr {
	name, t := tok.SrcStr(), x.Type()
	if t == c.Bad {
		return x
	}
	if t.Kind != lang.Record {
		c.errorf(c.at(tok), "%s is asked for its member %s but is no struct or union", t, name)
		return c.BadExpr(x.Pos())
	}
	if !t.Complete {
		c.errorf(c.at(tok), "the member %s of the incomplete type %s", name, t)
		return c.BadExpr(x.Pos())
	}
	path := findField(t, name)
	if path == nil {
		c.errorf(c.at(tok), "%s has no member %s", t, name)
		return c.BadExpr(x.Pos())
	}
	return c.memberPath(x, path)
}

func (c *checker) memberPath(x lang.Expr, path []*lang.Field) lang.Expr {
	for _, f := range path {
		ft := f.Type
		if x.Type().Volatile {
			ft = c.volatile(ft)
		}
		if x.Type().Const {
			ft = c.constant(ft)
		}
		x = &lang.Member{ExprBase: lang.Typed(x.Pos(), ft), X: x, Field: f}
	}
	return x
}

func (c *checker) incDec(n cc.ExpressionNode, tok cc.Token, dec, post bool) lang.Expr {
	x := c.expr(n)
	if build.IsBad(c.Bad, x) {
		return x
	}
	pos := x.Pos()
	if !post {
		pos = c.at(tok)
	}
	t := x.Type().Plain()
	if !build.IsLvalue(x) || !t.IsScalar() {
		c.errorf(c.at(tok), "++ or -- on something that is not a variable of scalar type")
		return c.BadExpr(pos)
	}
	if !c.modifiable(x, tok) {
		return c.BadExpr(pos)
	}
	return &lang.IncDec{ExprBase: lang.Typed(pos, t), X: x, Dec: dec, Post: post}
}

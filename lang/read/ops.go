package read

import (
	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads unary, binary, conditional and assignment operators.

func (c *checker) unary(n *cc.UnaryExpression) lang.Expr {
	pos := c.at(n.Token)
	switch n.Case {
	case cc.UnaryExpressionPostfix:
		return c.expr(n.PostfixExpression)
	case cc.UnaryExpressionInc:
		return c.incDec(n.UnaryExpression, n.Token, false, false)
	case cc.UnaryExpressionDec:
		return c.incDec(n.UnaryExpression, n.Token, true, false)
	case cc.UnaryExpressionAddrof:
		return c.addressOf(n.CastExpression, pos)
	case cc.UnaryExpressionDeref:
		return c.deref(c.rvalue(n.CastExpression), pos)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return c.arithUnary(n, pos)
	case cc.UnaryExpressionNot:
		x := c.rvalue(n.CastExpression)
		if build.IsBad(c.Bad, x) {
			return x
		}
		if !c.scalar(x, "!") {
			return c.BadExpr(pos)
		}
		if l, ok := x.(*lang.IntLit); ok {
			return &lang.IntLit{ExprBase: lang.Typed(pos, c.IntT), Val: num.OfBool(l.Val.IsZero())}
		}
		return &lang.Unary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.LogNot, X: x}
	case cc.UnaryExpressionSizeofExpr:
		return c.sizeofExpr(n.UnaryExpression, pos)
	case cc.UnaryExpressionSizeofType:
		t, dims := c.typeNameDims(n.TypeName)
		return c.sizeofType(t, dims, pos)
	case cc.UnaryExpressionAlignofExpr:
		c.NoEval++
		t := operandType(n.UnaryExpression, c.expr(n.UnaryExpression))
		c.NoEval--
		return c.alignOf(n.Token, t)
	case cc.UnaryExpressionAlignofType:
		return c.alignOf(n.Token, c.typeName(n.TypeName))
	case cc.UnaryExpressionLabelAddr:
		if c.Frame == nil {
			c.errorf(pos, "the address of a label outside a function")
			return c.BadExpr(pos)
		}
		l := c.label(n.Token2.SrcStr(), c.at(n.Token2))
		l.Taken = true
		return &lang.LabelAddr{ExprBase: lang.Typed(pos, c.Voidp), Label: l}
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		x := c.rvalue(n.UnaryExpression)
		if build.IsBad(c.Bad, x) {
			return x
		}
		t := x.Type().Plain()
		if t.Complex {
			t = c.realOf(t)
		} else if n.Case == cc.UnaryExpressionReal {
			return x
		}
		return c.opaque(x, t)
	}
	return c.BadExpr(pos)
}

// alignOf returns the value of _Alignof or GNU C's __alignof__, as tok says, for the type t. _Alignof gives
// the alignment of all objects of the type, including members of records. __alignof__ gives the preferred
// alignment. They differ on i386.
func (c *checker) alignOf(tok cc.Token, t *lang.Type) lang.Expr {
	a := max(1, t.Align)
	if tok.SrcStr() == "_Alignof" {
		a = c.guaranteed(t)
	}
	return c.IntLit(c.at(tok), c.Size, a)
}

// guaranteed returns the alignment that every object of the type t has, as _Alignof gives it.
func (c *checker) guaranteed(t *lang.Type) int64 {
	a := max(1, t.Align)
	if !t.UserAlign {
		a = max(8, c.Model.AlignInRecord(t, a*8)) / 8
	}
	return a
}

func (c *checker) realOf(t *lang.Type) *lang.Type {
	switch t.FloatRank {
	case 1:
		return c.Float
	case 2:
		return c.Double
	}
	return c.Ldouble
}

// opaque returns a value of type t that is computed from x in a way that is not modelled.
func (c *checker) opaque(x lang.Expr, t *lang.Type) lang.Expr {
	return &lang.VaArg{ExprBase: lang.Typed(x.Pos(), t.Plain()), X: x}
}

func (c *checker) scalar(e lang.Expr, what string) bool {
	if !e.Type().IsScalar() {
		c.errorf(e.Pos(), "%s needs a number or a pointer, not %s", what, e.Type())
		return false
	}
	return true
}

func (c *checker) arithUnary(n *cc.UnaryExpression, pos lang.Pos) lang.Expr {
	x := c.promote(c.rvalue(n.CastExpression))
	if build.IsBad(c.Bad, x) {
		return x
	}
	t := x.Type().Plain()
	if !(t.IsInteger() || t.IsVector() || t.Kind == lang.Float && (n.Case != cc.UnaryExpressionCpl || t.Complex)) {
		c.errorf(pos, "the operator %s on a value of type %s", n.Token.SrcStr(), t)
		return c.BadExpr(pos)
	}
	if n.Case == cc.UnaryExpressionPlus {
		if t.IsInteger() && build.IsLvalue(x) {
			return &lang.Cast{ExprBase: lang.Typed(pos, t), X: x, Implicit: true}
		}
		return x
	}
	if t.Complex && n.Case == cc.UnaryExpressionCpl {
		return c.opaque(x, t)
	}
	op := lang.Neg
	if n.Case == cc.UnaryExpressionCpl {
		op = lang.BitNot
	}
	if t.IsVector() {
		return c.vectorUnary(op, x)
	}
	if l, ok := x.(*lang.IntLit); ok {
		v := l.Val.Neg()
		if op == lang.BitNot {
			v = l.Val.Not()
		}
		return &lang.IntLit{ExprBase: lang.Typed(pos, t), Val: build.WrapTo(v, t)}
	}
	return &lang.Unary{ExprBase: lang.Typed(pos, t), Op: op, X: x}
}

// addressOf returns &n. &*p is p, and &a[i] is a+i, without an access.
func (c *checker) addressOf(n cc.ExpressionNode, pos lang.Pos) lang.Expr {
	x := c.expr(n)
	if build.IsBad(c.Bad, x) {
		return x
	}
	if f, ok := x.(*lang.FuncRef); ok {
		return f
	}
	if isDerefNode(n) && x.Type().Kind == lang.Pointer && x.Type().Elem.Kind == lang.Function {
		return x // &*f of a pointer to a function
	}
	if d, ok := x.(*lang.Deref); ok {
		return c.Cast(d.X, c.Pointer(d.T), true, pos)
	}
	if !build.IsLvalue(x) {
		if x.Type().Kind == lang.Record {
			x = c.Materialise(x) // GNU C takes the address of a call's result in a few places
		} else {
			c.errorf(pos, "the address of something that is not a variable")
			return c.BadExpr(pos)
		}
	}
	if bitField(x) != nil {
		c.errorf(pos, "the address of a bit-field")
		return c.BadExpr(pos)
	}
	return &lang.AddrOf{ExprBase: lang.Typed(pos, c.Pointer(x.Type())), X: x}
}

// operandType returns the type of e, read from n, as the operand of sizeof or typeof, to which no conversion
// applies. For a function it returns the function type, although the type of a FuncRef is a pointer.
func operandType(n cc.ExpressionNode, e lang.Expr) *lang.Type {
	t := e.Type()
	if t.Kind != lang.Pointer || t.Elem.Kind != lang.Function {
		return t
	}
	if p, ok := unparen(n).(*cc.PrimaryExpression); isDerefNode(n) || ok && p != nil && p.Case == cc.PrimaryExpressionIdent && isFuncRef(e) {
		return t.Elem
	}
	return t
}

func isFuncRef(e lang.Expr) bool {
	if k, ok := e.(*lang.Cast); ok && k.Implicit {
		e = k.X
	}
	_, ok := e.(*lang.FuncRef)
	return ok
}

// isDerefNode reports whether the tree is *e, in any number of parentheses.
func isDerefNode(n cc.ExpressionNode) bool {
	switch n := unparen(n).(type) {
	case *cc.UnaryExpression:
		return n != nil && n.Case == cc.UnaryExpressionDeref
	}
	return false
}

func unparen(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch p := n.(type) {
		case *cc.PrimaryExpression:
			if p == nil || p.Case != cc.PrimaryExpressionExpr {
				return n
			}
			n = p.ExpressionList
		case *cc.PostfixExpression:
			if p == nil || p.Case != cc.PostfixExpressionPrimary {
				return n
			}
			n = p.PrimaryExpression
		case *cc.ConstantExpression:
			if p == nil {
				return n
			}
			n = p.ConditionalExpression
		default:
			return n
		}
	}
}

func (c *checker) sizeofExpr(n cc.ExpressionNode, pos lang.Pos) lang.Expr {
	c.NoEval++
	e := c.expr(n)
	c.NoEval--
	t := operandType(n, e)
	if m, ok := e.(*lang.Member); ok && m.Field.BitField {
		c.errorf(pos, "sizeof a bit-field")
	}
	if t.Size < 0 && c.NoEval == 0 {
		return c.sizeofVLA(t, pos)
	}
	return c.sizeofType(t, nil, pos)
}

func (c *checker) sizeofType(t *lang.Type, dims []lang.VLADim, pos lang.Pos) lang.Expr {
	switch {
	case t == c.Bad:
		return c.BadExpr(pos)
	case t.Kind == lang.Void || t.Kind == lang.Function:
		return c.IntLit(pos, c.Size, 1) // GNU C
	case t.Size < 0:
		e := c.sizeofVLA(t, pos)
		for i := len(dims) - 1; i >= 0; i-- {
			e = &lang.Comma{ExprBase: lang.Typed(pos, c.Size), L: c.setLenExpr(dims[i], pos), R: e}
		}
		return e
	case !c.isComplete(t):
		c.errorf(pos, "sizeof of the incomplete type %s", t)
		return c.BadExpr(pos)
	}
	return c.IntLit(pos, c.Size, t.Size)
}

// sizeofVLA computes the size of a variable-length array from its stored lengths.
func (c *checker) sizeofVLA(t *lang.Type, pos lang.Pos) lang.Expr {
	if t.Kind != lang.Array || t.Size >= 0 {
		return c.IntLit(pos, c.Size, max(0, t.Size))
	}
	elem := c.sizeofVLA(t.Elem, pos)
	var n lang.Expr
	switch {
	case t.LenObj != nil:
		n = &lang.VarRef{ExprBase: lang.Typed(pos, c.Size), Obj: t.LenObj}
	case t.Len >= 0:
		n = c.IntLit(pos, c.Size, t.Len)
	default:
		c.errorf(pos, "sizeof an array of unknown length")
		return c.BadExpr(pos)
	}
	return &lang.Binary{ExprBase: lang.Typed(pos, c.Size), Op: lang.Mul, L: n, R: elem, Wraps: true}
}

func (c *checker) castExpr(n *cc.CastExpression) lang.Expr {
	if n.Case == cc.CastExpressionUnary {
		return c.expr(n.UnaryExpression)
	}
	pos := c.at(n.Token)
	t, dims := c.typeNameDims(n.TypeName)
	x := c.rvalue(n.CastExpression)
	if build.IsBad(c.Bad, x) || t == c.Bad {
		return c.BadExpr(pos)
	}
	e := c.castTo(x, t, pos)
	for i := len(dims) - 1; i >= 0; i-- {
		e = &lang.Comma{ExprBase: lang.Typed(pos, e.Type()), L: c.setLenExpr(dims[i], pos), R: e}
	}
	return e
}

func (c *checker) castTo(x lang.Expr, t *lang.Type, pos lang.Pos) lang.Expr {
	from := x.Type()
	if from == c.Unknown && t.Kind != lang.Void {
		return c.opaque(x, t)
	}
	if t.IsVector() || from.IsVector() && t.Kind != lang.Void {
		if t.IsInteger() && from.Size == t.Size || t.IsVector() && from.Size == t.Size && (from.IsVector() || from.IsInteger()) {
			return c.vectorCast(x, t.Plain(), pos)
		}
		c.errorf(pos, "a value of type %s cannot be cast to %s", from, t)
		return c.BadExpr(pos)
	}
	ok := false
	switch t.Kind {
	case lang.Void:
		ok = true
	case lang.Bool, lang.Integer:
		ok = from.IsScalar()
	case lang.Float:
		ok = from.IsInteger() || from.Kind == lang.Float
	case lang.Pointer:
		ok = from.Kind == lang.Pointer || from.IsInteger()
	case lang.Record:
		if lang.Compatible(t, from) {
			return x
		}
		if t.Union {
			return c.castToUnion(x, t, pos)
		}
	}
	if !ok {
		c.errorf(pos, "a value of type %s cannot be cast to %s", from, t)
		return c.BadExpr(pos)
	}
	return c.Cast(x, t, false, pos)
}

// castToUnion returns GNU C's cast of x, a value of a member's type, to the union t.
func (c *checker) castToUnion(x lang.Expr, t *lang.Type, pos lang.Pos) lang.Expr {
	for _, f := range t.Fields {
		if !lang.Compatible(f.Type, x.Type()) {
			continue
		}
		t = t.Plain()
		o := c.CompoundObject(t, pos)
		ref := &lang.VarRef{ExprBase: lang.Typed(pos, t), Obj: o}
		o.Init = &lang.Init{Zero: true, Items: []lang.InitItem{{Dst: c.memberPath(ref, []*lang.Field{f}), Val: x}}}
		return compoundRef(o)
	}
	c.errorf(pos, "%s has no member of type %s", t, x.Type())
	return c.BadExpr(pos)
}

// binary builds l op r from values.
func (c *checker) binary(op lang.BinaryOp, l, r lang.Expr, tok cc.Token) lang.Expr {
	if build.IsBad(c.Bad, l, r) {
		return c.BadExpr(l.Pos())
	}
	pos := l.Pos()
	a, b := l.Type(), r.Type()
	switch {
	case a.IsVector() || b.IsVector():
		if e := c.vectorBinary(op, l, r, tok); e != nil {
			return e
		}
	case a.Kind == lang.Pointer || b.Kind == lang.Pointer:
		if e := c.pointerOp(op, l, r, tok); e != nil {
			return e
		}
	case op >= lang.Eq && op <= lang.Ge && arith(a) && arith(b):
		x, y, _ := c.usual(l, r)
		return c.fold(&lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: op, L: x, R: y})
	case op == lang.Shl || op == lang.Shr:
		if a.IsInteger() && b.IsInteger() {
			l, r = c.promote(l), c.promote(r)
			return c.fold(&lang.Binary{ExprBase: lang.Typed(pos, l.Type().Plain()), Op: op, L: l, R: r})
		}
	case op == lang.Add || op == lang.Sub || op == lang.Mul || op == lang.Div:
		if arith(a) && arith(b) {
			x, y, t := c.usual(l, r)
			return c.fold(&lang.Binary{ExprBase: lang.Typed(pos, t), Op: op, L: x, R: y})
		}
	case a.IsInteger() && b.IsInteger():
		x, y, t := c.usual(l, r)
		return c.fold(&lang.Binary{ExprBase: lang.Typed(pos, t), Op: op, L: x, R: y})
	}
	c.errorf(c.at(tok), "the operator %s on values of the types %s and %s", tok.SrcStr(), a, b)
	return c.BadExpr(pos)
}

func arith(t *lang.Type) bool { return t.IsInteger() || t.Kind == lang.Float }

// fold returns e unchanged. Unfolded constant expressions are easier to read, and the analysis folds them
// anyway.
func (c *checker) fold(e *lang.Binary) lang.Expr { return e }

// pointerOp builds l op r if one operand is a pointer. It returns nil if op is not defined for the operands.
func (c *checker) pointerOp(op lang.BinaryOp, l, r lang.Expr, tok cc.Token) lang.Expr {
	pos := l.Pos()
	a, b := l.Type(), r.Type()
	switch {
	case op == lang.Add && a.Kind == lang.Pointer && b.IsInteger():
		return c.pointerAdd(lang.PtrAdd, l, r, tok, pos)
	case op == lang.Add && a.IsInteger() && b.Kind == lang.Pointer:
		return c.pointerAdd(lang.PtrAdd, r, l, tok, pos)
	case op == lang.Sub && a.Kind == lang.Pointer && b.IsInteger():
		return c.pointerAdd(lang.PtrSub, l, r, tok, pos)
	case op == lang.Sub && a.Kind == lang.Pointer && b.Kind == lang.Pointer:
		if !c.pointee(a, tok) || !c.pointee(b, tok) {
			return c.BadExpr(pos)
		}
		return &lang.Binary{ExprBase: lang.Typed(pos, c.Ptrdiff), Op: lang.PtrDiff, L: l, R: r}
	case op >= lang.Eq && op <= lang.Ge:
		return c.comparePointers(op, l, r, pos)
	}
	return nil
}

func (c *checker) pointerAdd(op lang.BinaryOp, p, i lang.Expr, tok cc.Token, pos lang.Pos) lang.Expr {
	if !c.pointee(p.Type(), tok) {
		return c.BadExpr(pos)
	}
	return &lang.Binary{ExprBase: lang.Typed(pos, p.Type().Plain()), Op: op, L: p, R: c.offset(i)}
}

// offset converts i, which is added to a pointer or indexes a pointer, to ptrdiff_t. C adds the number itself. If
// ptrdiff_t cannot represent a constant, the tree keeps the constant as the operand of the conversion.
func (c *checker) offset(i lang.Expr) lang.Expr {
	v := c.Convert(i, c.Ptrdiff)
	if k, ok := i.(*lang.IntLit); ok && !k.T.Signed {
		if n, ok := v.(*lang.IntLit); ok && !n.Val.Equal(k.Val) {
			return &lang.Cast{ExprBase: lang.Typed(i.Pos(), c.Ptrdiff), X: i, Implicit: true}
		}
	}
	return v
}

// pointee reports whether arithmetic on the pointer type t is allowed: its element type must have a size.
func (c *checker) pointee(t *lang.Type, tok cc.Token) bool {
	e := t.Elem
	if e.Kind == lang.Void || e.Kind == lang.Function || c.isComplete(e) || e.Size < 0 || e.Kind == lang.Record && e.Complete {
		return true
	}
	c.errorf(c.at(tok), "arithmetic on a pointer to the incomplete type %s", e)
	return false
}

// comparePointers builds the comparison of l and r, at least one of which is a pointer. It converts both to
// one pointer type.
func (c *checker) comparePointers(op lang.BinaryOp, l, r lang.Expr, pos lang.Pos) lang.Expr {
	a, b := l.Type(), r.Type()
	if a.Kind == lang.Float || b.Kind == lang.Float || !a.IsScalar() || !b.IsScalar() {
		return nil
	}
	switch {
	case a.Kind != lang.Pointer:
		l = c.Convert(l, b)
	case b.Kind != lang.Pointer:
		r = c.Convert(r, a)
	}
	return &lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: op, L: l, R: r}
}

func (c *checker) logical(or bool, ln, rn cc.ExpressionNode) lang.Expr {
	l := c.rvalue(ln)
	r := c.rvalue(rn)
	if build.IsBad(c.Bad, l, r) {
		return c.BadExpr(l.Pos())
	}
	what := "&&"
	if or {
		what = "||"
	}
	if !c.scalar(l, what) || !c.scalar(r, what) {
		return c.BadExpr(l.Pos())
	}
	return &lang.Logical{ExprBase: lang.Typed(l.Pos(), c.IntT), Or: or, L: l, R: r}
}

// condition reads the controlling expression of a statement.
func (c *checker) condition(n cc.ExpressionNode) lang.Expr {
	e := c.rvalue(n)
	if !build.IsBad(c.Bad, e) {
		c.scalar(e, "a condition")
	}
	return e
}

func (c *checker) conditional(n *cc.ConditionalExpression) lang.Expr {
	x := c.condition(n.LogicalOrExpression)
	pos := x.Pos()
	var t, f lang.Expr
	if !isNil(n.ExpressionList) {
		t = c.rvalue(n.ExpressionList)
	} else {
		t = x
	}
	f = c.rvalue(n.ConditionalExpression)
	if build.IsBad(c.Bad, x, t, f) {
		return c.BadExpr(pos)
	}
	typ := c.condType(t, f)
	if typ == nil {
		c.errorf(c.at(n.Token), "the two branches of ?: have the types %s and %s", t.Type(), f.Type())
		return c.BadExpr(pos)
	}
	if typ.Kind != lang.Void || f.Type().Kind != lang.Void {
		f = c.Cast(f, typ, true, f.Pos())
	}
	if isNil(n.ExpressionList) {
		return &lang.Cond{ExprBase: lang.Typed(pos, typ), C: x, Then: nil, Else: f}
	}
	if typ.Kind != lang.Void || t.Type().Kind != lang.Void {
		t = c.Cast(t, typ, true, t.Pos())
	}
	return &lang.Cond{ExprBase: lang.Typed(pos, typ), C: x, Then: t, Else: f}
}

// condType returns the type of c ? t : f (C11 6.5.15), or nil if t and f have no common type.
func (c *checker) condType(t, f lang.Expr) *lang.Type {
	a, b := t.Type(), f.Type()
	switch {
	case arith(a) && arith(b):
		return c.common(t, f)
	case a.Kind == lang.Void || b.Kind == lang.Void:
		return c.Void
	case a.Kind == lang.Record && lang.Compatible(a, b):
		return a.Plain()
	case a.Kind == lang.Pointer && b.Kind == lang.Pointer:
		switch {
		case c.isNull(t) && !c.isNull(f):
			return b.Plain()
		case c.isNull(f):
			return a.Plain()
		case a.Elem.Kind == lang.Void:
			return a.Plain()
		case b.Elem.Kind == lang.Void:
			return b.Plain()
		case b.Elem.Const && !a.Elem.Const:
			return b.Plain()
		}
		return a.Plain()
	case a.Kind == lang.Pointer && b.IsInteger():
		return a.Plain()
	case b.Kind == lang.Pointer && a.IsInteger():
		return b.Plain()
	}
	return nil
}

var assignOps = map[cc.AssignmentExpressionCase]lang.BinaryOp{
	cc.AssignmentExpressionMul: lang.Mul, cc.AssignmentExpressionDiv: lang.Div, cc.AssignmentExpressionMod: lang.Rem,
	cc.AssignmentExpressionAdd: lang.Add, cc.AssignmentExpressionSub: lang.Sub,
	cc.AssignmentExpressionLsh: lang.Shl, cc.AssignmentExpressionRsh: lang.Shr,
	cc.AssignmentExpressionAnd: lang.And, cc.AssignmentExpressionXor: lang.Xor, cc.AssignmentExpressionOr: lang.Or,
}

// modifiable reports an error if the assigned lvalue l has a const type (C11 6.5.16p2). It accepts a record
// with const members: stores to const memory are checked elsewhere.
func (c *checker) modifiable(l lang.Expr, tok cc.Token) bool {
	if l.Type().Const {
		c.errorf(c.at(tok), "%s is const and cannot be assigned to", lang.ExprString(l))
		return false
	}
	return true
}

func (c *checker) assignment(n *cc.AssignmentExpression) lang.Expr {
	if n.Case == cc.AssignmentExpressionCond {
		return c.expr(n.ConditionalExpression)
	}
	l := c.expr(n.UnaryExpression)
	r := c.rvalue(n.AssignmentExpression)
	if build.IsBad(c.Bad, l, r) {
		return c.BadExpr(l.Pos())
	}
	pos := l.Pos()
	t := l.Type().Plain()
	if !build.IsLvalue(l) || t.Kind == lang.Array || t.Kind == lang.Function || t.Kind == lang.Void {
		c.errorf(c.at(n.Token), "something of type %s that is not a variable is assigned to", t)
		return c.BadExpr(pos)
	}
	if !c.modifiable(l, n.Token) {
		return c.BadExpr(pos)
	}
	if n.Case == cc.AssignmentExpressionAssign {
		r = c.assignable(r, t, "what is assigned to")
		if build.IsBad(c.Bad, r) {
			return r
		}
		return &lang.Assign{ExprBase: lang.Typed(pos, t), L: l, R: r}
	}
	return c.assignOp(assignOps[n.Case], l, r, n.Token)
}

// assignOp builds l op= r.
func (c *checker) assignOp(op lang.BinaryOp, l, r lang.Expr, tok cc.Token) lang.Expr {
	pos, t, rt := l.Pos(), l.Type().Plain(), r.Type()
	switch {
	case t.IsVector():
		if e := c.vectorAssign(op, l, r, tok); e != nil {
			return e
		}
	case t.Kind == lang.Pointer && rt.IsInteger() && (op == lang.Add || op == lang.Sub):
		if !c.pointee(t, tok) {
			return c.BadExpr(pos)
		}
		pop := lang.PtrAdd
		if op == lang.Sub {
			pop = lang.PtrSub
		}
		return &lang.AssignOp{ExprBase: lang.Typed(pos, t), Op: pop, L: l, R: c.offset(r), OpT: t}
	case (op == lang.Shl || op == lang.Shr) && t.IsInteger() && rt.IsInteger():
		return &lang.AssignOp{ExprBase: lang.Typed(pos, t), Op: op, L: l, R: c.promote(r), OpT: c.promoted(l)}
	case t.IsInteger() && rt.IsInteger(), op <= lang.Div && arith(t) && arith(rt):
		ot := c.common(l, r)
		return &lang.AssignOp{ExprBase: lang.Typed(pos, t), Op: op, L: l, R: c.Convert(r, ot), OpT: ot}
	}
	c.errorf(c.at(tok), "the operator %s on values of the types %s and %s", tok.SrcStr(), t, rt)
	return c.BadExpr(pos)
}

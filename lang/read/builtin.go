package read

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
	"github.com/whet-mc/whet/num"
)

// This file reads calls of GNU C's builtins whose types depend on their arguments, or that are computed
// while reading. The other builtins are functions: see builtinFunc.

// builtinCall reads the call n of the builtin name. It returns false if name is not one of these
// builtins.
func (c *checker) builtinCall(name string, n *cc.PostfixExpression, pos lang.Pos) (lang.Expr, bool) {
	if !strings.HasPrefix(name, "__") {
		return nil, false
	}
	var args []cc.ExpressionNode
	for l := n.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		args = append(args, l.AssignmentExpression)
	}
	want := func(k int) bool {
		if len(args) < k {
			c.errorf(pos, "%s needs %d arguments", name, k)
			return false
		}
		return true
	}
	switch name {
	case "__builtin_expect", "__builtin_expect_with_probability":
		if !want(2) {
			return c.BadExpr(pos), true
		}
		return c.assignable(c.rvalue(args[0]), c.Long, "an argument"), true
	case "__builtin_constant_p":
		if !want(1) {
			return c.BadExpr(pos), true
		}
		return c.constantP(args[0], pos), true
	case "__builtin_choose_expr":
		if !want(3) {
			return c.BadExpr(pos), true
		}
		v, ok := c.constantExpr(args[0], "first argument of __builtin_choose_expr")
		if !ok {
			return c.BadExpr(pos), true
		}
		if v.IsZero() {
			return c.expr(args[2]), true
		}
		return c.expr(args[1]), true
	case "__whet_compatible":
		return c.compatibleTypes(args, pos), true
	case "__whet_va_arg":
		if !want(2) {
			return c.BadExpr(pos), true
		}
		return c.vaArg(args, pos), true
	case "__whet_convertvector", "__builtin_shufflevector", "__builtin_shuffle":
		if !want(2) {
			return c.BadExpr(pos), true
		}
		return c.vectorBuiltin(name, args, pos), true
	case "__whet_offsetof":
		if !want(1) {
			return c.BadExpr(pos), true
		}
		return c.offsetOf(args[0], pos), true
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		if !want(2) {
			return c.BadExpr(pos), true
		}
		// The pointer is not evaluated.
		c.NoEval++
		p := c.rvalue(args[0])
		c.NoEval--
		kind, ok := c.constant64(args[1], "second argument of "+name)
		if build.IsBad(c.Bad, p) || !ok {
			return c.BadExpr(pos), true
		}
		return c.objectSize(p, kind, pos), true
	case "__builtin_prefetch":
		var e lang.Expr = c.Cast(c.IntLit(pos, c.IntT, 0), c.Void, false, pos)
		for i := len(args) - 1; i >= 0; i-- {
			e = &lang.Comma{ExprBase: lang.Typed(pos, c.Void), L: c.rvalue(args[i]), R: e}
		}
		return e, true
	case "__builtin_return_address", "__builtin_frame_address", "__builtin_extract_return_addr", "__builtin_frob_return_addr":
		return c.opaque(c.IntLit(pos, c.IntT, 0), c.Voidp), true
	case "__builtin_assume_aligned":
		if !want(1) {
			return c.BadExpr(pos), true
		}
		return c.assignable(c.rvalue(args[0]), c.Voidp, "an argument"), true
	case "__builtin_isnan", "__builtin_isinf", "__builtin_isinf_sign", "__builtin_isfinite", "__builtin_finite", "__builtin_isnormal", "__builtin_signbit",
		"__builtin_issubnormal", "__builtin_iszero", "__builtin_fpclassify", "__builtin_isgreater", "__builtin_isgreaterequal", "__builtin_isless",
		"__builtin_islessequal", "__builtin_islessgreater", "__builtin_isunordered", "__builtin_iseqsig":
		return c.floatTest(name, args, pos), true
	case "__errno_location":
		// The address of errno, so that *__errno_location() is a plain variable.
		o := c.errno()
		return &lang.AddrOf{ExprBase: lang.Typed(pos, c.Pointer(o.Type)), X: &lang.VarRef{ExprBase: lang.Typed(pos, o.Type), Obj: o}}, true
	case "__builtin_classify_type":
		if !want(1) {
			return c.BadExpr(pos), true
		}
		c.NoEval++
		e := c.rvalue(args[0])
		c.NoEval--
		if k, ok := classify(e.Type()); ok {
			return c.IntLit(pos, c.IntT, k), true
		}
		return c.opaque(c.IntLit(pos, c.IntT, 0), c.IntT), true
	}
	if e, ok := c.overflowBuiltin(name, args, pos); ok {
		return e, true
	}
	return c.atomic(name, args, pos)
}

// floatTest reads a call of a builtin that tests one floating number, or compares two floating numbers of a common
// type. Unlike the arguments of functions, the arguments are not promoted.
func (c *checker) floatTest(name string, args []cc.ExpressionNode, pos lang.Pos) lang.Expr {
	ints, n := 0, 1 // the number of int arguments at the beginning, and of floating arguments after them
	switch name {
	case "__builtin_fpclassify":
		ints = 5
	case "__builtin_isgreater", "__builtin_isgreaterequal", "__builtin_isless", "__builtin_islessequal", "__builtin_islessgreater", "__builtin_isunordered", "__builtin_iseqsig":
		n = 2
	}
	if len(args) != ints+n {
		c.errorf(pos, "%s needs %d arguments", name, ints+n)
		return c.BadExpr(pos)
	}
	es := make([]lang.Expr, len(args))
	for i, a := range args {
		if es[i] = c.rvalue(a); build.IsBad(c.Bad, es[i]) {
			return c.BadExpr(pos)
		}
		if !arith(es[i].Type()) {
			c.errorf(pos, "%s needs numbers, not %s", name, es[i].Type())
			return c.BadExpr(pos)
		}
	}
	for i := range ints {
		es[i] = c.Convert(es[i], c.IntT)
	}
	t := es[ints].Type()
	if n == 2 {
		t = c.common(es[ints], es[ints+1])
	}
	if t.Kind != lang.Float {
		t = c.Double
	}
	for i := range n {
		es[ints+i] = c.Convert(es[ints+i], t.Plain())
	}
	y := c.builtinFunc(name, pos)
	f := c.symFunc(y)
	c.need(f)
	return &lang.Call{ExprBase: lang.Typed(pos, c.IntT), Fun: &lang.FuncRef{ExprBase: lang.Typed(pos, c.Pointer(y.typ)), Func: f}, Args: es, For: nil}
}

// constantP returns the value of __builtin_constant_p(n): 1 if n is a constant expression, 0 or 1 if n
// is a const object other than a parameter, because compilers differ on these, else 0.
func (c *checker) constantP(n cc.ExpressionNode, pos lang.Pos) lang.Expr {
	c.NoEval++
	e := c.rvalue(n)
	c.NoEval--
	v := int64(0)
	switch x := e.(type) {
	case *lang.FloatLit:
		v = 1
	case *lang.Decay:
		if r, ok := x.X.(*lang.VarRef); ok && r.Obj.Storage == lang.Literal {
			v = 1
		}
	case *lang.VarRef:
		if x.T.Const && x.Obj.Storage != lang.Param {
			return c.opaque(c.IntLit(pos, c.IntT, 0), c.IntT)
		}
	default:
		if _, ok := c.constInt(e); ok && !build.IsBad(c.Bad, e) {
			v = 1
		}
	}
	return c.IntLit(pos, c.IntT, v)
}

// compatibleTypes reads __builtin_types_compatible_p(a, b), which the preprocessor writes as
// __whet_compatible(sizeof(a), sizeof(b)).
func (c *checker) compatibleTypes(args []cc.ExpressionNode, pos lang.Pos) lang.Expr {
	if len(args) != 2 {
		c.errorf(pos, "__builtin_types_compatible_p needs two types")
		return c.BadExpr(pos)
	}
	a, b := c.sizedType(args[0]), c.sizedType(args[1])
	if a == nil || b == nil {
		return c.BadExpr(pos)
	}
	a, b = a.Unqualified(), b.Unqualified()
	ok := lang.Compatible(a, b) && constTargets(a, b)
	if a.Enum != b.Enum || a.Enum && a != b {
		ok = false // gcc distinguishes enumerations from their integer types here
	}
	return &lang.IntLit{ExprBase: lang.Typed(pos, c.IntT), Val: num.OfBool(ok)}
}

// offsetOf reads __builtin_offsetof(t, m). n is the address of the member in an object at address 0.
func (c *checker) offsetOf(n cc.ExpressionNode, pos lang.Pos) lang.Expr {
	c.NoEval++
	e := c.rvalue(n)
	c.NoEval--
	if build.IsBad(c.Bad, e) {
		return e
	}
	if v, ok := c.constAddr(e); ok {
		return &lang.IntLit{ExprBase: lang.Typed(pos, c.Size), Val: build.WrapTo(v, c.Size)}
	}
	return c.Cast(c.rvalue(n), c.Size, false, pos) // with an index that is not constant
}

// vaArg reads __builtin_va_arg(ap, type), which the preprocessor writes as __whet_va_arg(ap,
// sizeof(type)).
func (c *checker) vaArg(args []cc.ExpressionNode, pos lang.Pos) lang.Expr {
	x := c.rvalue(args[0])
	t := c.sizedType(args[1])
	if build.IsBad(c.Bad, x) || t == nil {
		return c.BadExpr(pos)
	}
	return &lang.VaArg{ExprBase: lang.Typed(pos, t.Plain()), X: x, List: true}
}

// sizedType returns the type in n = sizeof(type), or nil after an error. Types as arguments of builtins
// have this form (lang/parse/predef.go).
func (c *checker) sizedType(n cc.ExpressionNode) *lang.Type {
	if u, ok := unparen(n).(*cc.UnaryExpression); ok && u != nil && u.Case == cc.UnaryExpressionSizeofType {
		return c.typeName(u.TypeName)
	}
	c.errorf(c.pos(n), "a type is missing")
	return nil
}

// ---- a few nodes at a time

// overflowBuiltin reads __builtin_add_overflow and similar builtins. It computes the exact result in 128
// bits. Only products of two large unsigned 64-bit numbers do not fit; these overflow in any case.
func (c *checker) overflowBuiltin(name string, args []cc.ExpressionNode, pos lang.Pos) (lang.Expr, bool) {
	base, ok := strings.CutPrefix(name, "__builtin_")
	if !ok {
		return nil, false
	}
	base, ok = strings.CutSuffix(base, "_overflow")
	if !ok {
		if base, ok = strings.CutSuffix(base, "_overflow_p"); !ok {
			return nil, false
		}
	}
	test := strings.HasSuffix(name, "_p")
	var op lang.BinaryOp
	switch {
	case strings.Contains(base, "add"):
		op = lang.Add
	case strings.Contains(base, "sub"):
		op = lang.Sub
	case strings.Contains(base, "mul"):
		op = lang.Mul
	default:
		return nil, false
	}
	if len(args) != 3 {
		c.errorf(pos, "%s needs 3 arguments", name)
		return c.BadExpr(pos), true
	}
	x, y, r := c.rvalue(args[0]), c.rvalue(args[1]), c.rvalue(args[2])
	if build.IsBad(c.Bad, x, y, r) {
		return c.BadExpr(pos), true
	}
	t := r.Type()
	if !test && (t.Kind != lang.Pointer || !t.Elem.IsInteger()) || test && !t.IsInteger() || !x.Type().IsInteger() || !y.Type().IsInteger() {
		c.errorf(pos, "%s on arguments that are no integers", name)
		return c.BadExpr(pos), true
	}
	// The typed variants convert their arguments first.
	if k := c.overflowType(base); k != nil {
		x, y = c.Convert(x, k), c.Convert(y, k)
	}
	if c.Frame == nil {
		c.errorf(pos, "%s outside a function", name)
		return c.BadExpr(pos), true
	}
	b := &build.Builder{Maker: &c.Maker, Pos: pos, Of: build.CallOfBuiltin(name, c.BoolT, []lang.Expr{x, y, r}, pos)}
	wide := c.Int128
	if op == lang.Mul && !x.Type().Signed && !y.Type().Signed {
		wide = c.Uint128
	}
	if !test {
		es := b.Operands(x, y, r)
		x, y, r = es[0], es[1], es[2]
	}
	exact := b.Temp(&lang.Binary{ExprBase: lang.Typed(pos, wide), Op: op, L: build.Meant(c.Convert(x, wide)), R: build.Meant(c.Convert(y, wide)), Wraps: true})
	if test {
		narrow := c.Convert(build.Meant(c.Convert(b.Ref(exact), t.Plain())), wide)
		return b.Value(c.Convert(&lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Ne, L: narrow, R: b.Ref(exact)}, c.BoolT)), true
	}
	b.Set(b.At(r), b.Ref(exact))
	return b.Value(c.Convert(&lang.Binary{ExprBase: lang.Typed(pos, c.IntT), Op: lang.Ne, L: c.Convert(b.At(r), wide), R: b.Ref(exact)}, c.BoolT)), true
}

// overflowType returns the type that a name like uaddl specifies, or nil for a generic name.
func (c *checker) overflowType(base string) *lang.Type {
	signed := false
	switch {
	case strings.HasPrefix(base, "sadd"), strings.HasPrefix(base, "ssub"), strings.HasPrefix(base, "smul"):
		signed = true
	case strings.HasPrefix(base, "uadd"), strings.HasPrefix(base, "usub"), strings.HasPrefix(base, "umul"):
	default:
		return nil
	}
	switch base[4:] {
	case "":
		return pickType(signed, c.IntT, c.UintT)
	case "l":
		return pickType(signed, c.Long, c.Ulong)
	}
	return pickType(signed, c.Llong, c.Ullong)
}

func pickType(signed bool, s, u *lang.Type) *lang.Type {
	if signed {
		return s
	}
	return u
}

package read

import "github.com/whet-mc/whet/lang"

// builder makes statement expressions.
type builder struct {
	c    *maker
	pos  lang.Pos
	list []lang.Stmt
	of   lang.Expr // the expression that is written out, for people to read; or nil
	// static says that the expression is a constant: the objects are static, and no statements
	// initialise them.
	static bool
}

// object declares an object of type t with the initialiser in.
func (b *builder) object(t *lang.Type, in *lang.Init) (*lang.Object, *lang.DeclStmt) {
	if b.static {
		o := b.c.compoundObject(t, b.pos)
		o.Init = in
		return o, nil
	}
	o := b.c.hidden(t, b.pos)
	o.Init = in
	d := &lang.DeclStmt{StmtBase: lang.At(b.pos), Obj: o}
	b.list = append(b.list, d)
	return o, d
}

// temp declares a variable with the value of e, and returns a reference to it.
func (b *builder) temp(e lang.Expr) lang.Expr {
	v, _ := b.declared(e)
	return v
}

func (b *builder) declared(e lang.Expr) (*lang.VarRef, *lang.DeclStmt) {
	t := e.Type().Plain()
	ref := &lang.VarRef{ExprBase: lang.Typed(b.pos, t)}
	in := &lang.Init{Items: []lang.InitItem{{Dst: ref, Val: e}}}
	o, d := b.object(t, in)
	ref.Obj = o
	return &lang.VarRef{ExprBase: lang.Typed(b.pos, t), Obj: o}, d
}

// operands declares variables for the operands of one operation, which C evaluates in any order, and
// returns references to them. Literals are returned as they are.
func (b *builder) operands(es ...lang.Expr) []lang.Expr {
	out := make([]lang.Expr, len(es))
	for i, e := range es {
		switch e.(type) {
		case *lang.IntLit, *lang.FloatLit, *lang.FuncRef:
			out[i] = e
			continue
		}
		v, d := b.declared(e)
		v.Obj.Name = lang.ExprString(e) // for people
		if d != nil {
			d.Operand = true
		}
		out[i] = v
	}
	return out
}

// ref is another reference to a variable, or another literal.
func (b *builder) ref(e lang.Expr) lang.Expr { return lang.CopyOf(e) }

// at is the object that a temporary points to.
func (b *builder) at(p lang.Expr) lang.Expr {
	return &lang.Deref{ExprBase: lang.Typed(b.pos, p.Type().Elem), X: b.ref(p)}
}

// set assigns.
func (b *builder) set(l, r lang.Expr) {
	t := l.Type().Plain()
	b.list = append(b.list, &lang.ExprStmt{StmtBase: lang.At(b.pos), X: &lang.Assign{ExprBase: lang.Typed(b.pos, t), L: l, R: meant(b.c.convert(r, t))}})
}

// value ends the statement expression with a value, or none.
func (b *builder) value(e lang.Expr) lang.Expr {
	if b.static {
		return e
	}
	out := &lang.StmtExpr{ExprBase: lang.Typed(b.pos, b.c.void), Body: &lang.Block{StmtBase: lang.At(b.pos), List: b.list, End: b.pos}, For: b.of}
	if e != nil {
		out.Value, out.T = e, e.Type().Plain()
	}
	return out
}

// once is an expression that may be written again: e itself, or a variable with its value.
func (b *builder) once(e lang.Expr) lang.Expr {
	if impure(e) {
		return b.temp(e)
	}
	return e
}

// callOf is a call in the place of the program's.
func (b *builder) callOf(f *lang.Func, x *lang.Call, args ...lang.Expr) *lang.Call {
	k := &lang.Call{ExprBase: lang.Typed(b.pos, f.Type.Elem.Plain()), Fun: &lang.FuncRef{ExprBase: lang.Typed(b.pos, b.c.pointer(f.Type)), Func: f}, For: x}
	for i, a := range args {
		if i < len(f.Type.Params) {
			a = meant(b.c.convert(a, f.Type.Params[i]))
		}
		k.Args = append(k.Args, a)
	}
	return k
}

// block is what was built, as a statement.
func (b *builder) block() *lang.Block {
	return &lang.Block{StmtBase: lang.At(b.pos), List: b.list, End: b.pos}
}

// callOfBuiltin is a call, for people to read.
func callOfBuiltin(name string, t *lang.Type, es []lang.Expr, pos lang.Pos) lang.Expr {
	return &lang.Call{ExprBase: lang.Typed(pos, t), Fun: &lang.FuncRef{ExprBase: lang.Typed(pos, t), Func: &lang.Func{Name: name}}, Args: es}
}

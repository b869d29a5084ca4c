// This file makes statement expressions, which replace expressions of the program.

package build

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Builder makes a statement expression.
type Builder struct {
	Maker *Maker
	Pos   lang.Pos
	List  []lang.Stmt
	Of    lang.Expr // the expression that is replaced, which reports show; or nil
	// Static says that the expression is a constant: its objects are static, and no statements initialise them.
	Static bool
}

// Object declares an object of type t with the initialiser `in`. A static object needs no declaration, so its
// DeclStmt is nil.
func (b *Builder) Object(t *lang.Type, in *lang.Init) (*lang.Object, *lang.DeclStmt) {
	if b.Static {
		o := b.Maker.CompoundObject(t, b.Pos)
		o.Init = in
		return o, nil
	}
	o := b.Maker.Hidden(t, b.Pos)
	o.Init = in
	d := &lang.DeclStmt{StmtBase: lang.At(b.Pos), Obj: o}
	b.List = append(b.List, d)
	return o, d
}

// Temp declares a variable with the value of e, and returns a reference to it.
func (b *Builder) Temp(e lang.Expr) lang.Expr {
	v, _ := b.declared(e)
	return v
}

func (b *Builder) declared(e lang.Expr) (*lang.VarRef, *lang.DeclStmt) {
	t := e.Type().Plain()
	ref := &lang.VarRef{ExprBase: lang.Typed(b.Pos, t)}
	in := &lang.Init{Items: []lang.InitItem{{Dst: ref, Val: e}}}
	o, d := b.Object(t, in)
	ref.Obj = o
	return &lang.VarRef{ExprBase: lang.Typed(b.Pos, t), Obj: o}, d
}

// Operands declares variables for the operands of one operation, whose order of evaluation C does not specify. It
// returns references to them. Operands with a fixed value are returned unchanged.
func (b *Builder) Operands(es ...lang.Expr) []lang.Expr {
	out := make([]lang.Expr, len(es))
	for i, e := range es {
		if fixed(e) {
			out[i] = e
			continue
		}
		v, d := b.declared(e)
		v.Obj.Name = lang.ExprString(e) // the name that reports show
		if d != nil {
			d.Operand = true
		}
		out[i] = v
	}
	return out
}

// fixed reports whether e has the same value whenever it is evaluated: a constant, or the address of a named object.
func fixed(e lang.Expr) bool {
	switch x := lang.StripCasts(e).(type) {
	case *lang.IntLit, *lang.FloatLit, *lang.FuncRef:
		return true
	case *lang.AddrOf:
		return named(x.X)
	case *lang.Decay:
		return named(x.X)
	}
	return false
}

// named reports whether an lvalue is a variable, or a member of one.
func named(e lang.Expr) bool {
	if m, ok := e.(*lang.Member); ok {
		return named(m.X)
	}
	_, ok := e.(*lang.VarRef)
	return ok
}

// Ref returns another copy of e, one of the expressions that Temp and Operands return.
func (b *Builder) Ref(e lang.Expr) lang.Expr { return lang.CloneExpr(e) }

// At returns the object that the temporary p points to, as an lvalue.
func (b *Builder) At(p lang.Expr) lang.Expr {
	return &lang.Deref{ExprBase: lang.Typed(b.Pos, p.Type().Elem), X: b.Ref(p)}
}

// Set adds the statement l = r.
func (b *Builder) Set(l, r lang.Expr) {
	t := l.Type().Plain()
	b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(b.Pos), X: &lang.Assign{ExprBase: lang.Typed(b.Pos, t), L: l, R: Meant(b.Maker.Convert(r, t))}})
}

// Value returns the statement expression with the value e; a nil e says that it has no value.
func (b *Builder) Value(e lang.Expr) lang.Expr {
	if b.Static {
		return e
	}
	out := &lang.StmtExpr{ExprBase: lang.Typed(b.Pos, b.Maker.Void), Body: &lang.Block{StmtBase: lang.At(b.Pos), List: b.List, End: b.Pos}, For: b.Of}
	if e != nil {
		out.Value, out.T = e, e.Type().Plain()
	}
	return out
}

// Settled returns the operands of one operation in a form that may be evaluated in any order, and several times: as
// they are if none of them has effects, or else as Operands does.
func (b *Builder) Settled(es ...lang.Expr) []lang.Expr {
	if slices.ContainsFunc(es, Impure) {
		return b.Operands(es...)
	}
	return es
}

// CallOf returns a call of f that replaces x, a call of the program.
func (b *Builder) CallOf(f *lang.Func, x *lang.Call, args ...lang.Expr) *lang.Call {
	k := &lang.Call{ExprBase: lang.Typed(b.Pos, f.Type.Elem.Plain()), Fun: &lang.FuncRef{ExprBase: lang.Typed(b.Pos, b.Maker.Pointer(f.Type)), Func: f}, For: x}
	for i, a := range args {
		if i < len(f.Type.Params) {
			a = Meant(b.Maker.Convert(a, f.Type.Params[i]))
		}
		k.Args = append(k.Args, a)
	}
	return k
}

// Block returns the statements built so far, as a block.
func (b *Builder) Block() *lang.Block {
	return &lang.Block{StmtBase: lang.At(b.Pos), List: b.List, End: b.Pos}
}

// CallOfBuiltin returns a call of the builtin with the given name, for reports to show. The call is not part of the
// tree.
func CallOfBuiltin(name string, t *lang.Type, es []lang.Expr, pos lang.Pos) lang.Expr {
	return &lang.Call{ExprBase: lang.Typed(pos, t), Fun: &lang.FuncRef{ExprBase: lang.Typed(pos, t), Func: &lang.Func{Name: name}}, Args: es}
}

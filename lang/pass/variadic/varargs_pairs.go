// This file checks that va_start, va_copy and va_end are paired.

package variadic

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// vaUse is a va_list variable of a function, and a hidden variable that says whether it is in use.
//
// Each va_start and va_copy must be followed by a va_end of the same list in the same function, with no other
// va_start or va_copy of the list in between (C11 7.16.1p2). __whet_require checks these conditions on behalf of the
// calls in the program.
//
// A list that is not in use has a null pointer to its arguments, so va_arg finds nothing. A list that is a parameter
// was started by another function; va_end, and calls that receive it, set it to the end of arguments.
//
// Lists that are members, elements or targets of pointers are not checked.
type vaUse struct {
	list, used *lang.Object
	begun      *lang.Call // the first call that uses the list
}

// use returns the vaUse of ap, if ap is a va_list variable of the current function and not a parameter; otherwise
// nil.
func (w *varargs) use(ap lang.Expr, x *lang.Call) *vaUse {
	for {
		switch y := ap.(type) {
		case *lang.Cast:
			ap = y.X
			continue
		case *lang.Decay:
			ap = y.X
			continue
		case *lang.VarRef:
			o := y.Obj
			if o.Storage == lang.Param || w.in.Model || o.Type.Kind == lang.Pointer && o.Type.Elem.Kind == lang.Record {
				return nil
			}
			for _, u := range w.uses {
				if u.list == o {
					return u
				}
			}
			u := &vaUse{list: o, begun: x, used: &lang.Object{Type: w.c.IntT, Storage: lang.Local, Func: w.in, Pos: w.in.Pos, Made: true}}
			u.used.Init = &lang.Init{Items: []lang.InitItem{{Dst: w.used(u, w.in.Pos), Val: w.c.IntLit(w.in.Pos, w.c.IntT, 0)}}}
			w.in.Objects = append(w.in.Objects, u.used)
			w.uses = append(w.uses, u)
			return u
		}
		return nil
	}
}

func (w *varargs) used(u *vaUse, pos lang.Pos) lang.Expr {
	return &lang.VarRef{ExprBase: lang.Typed(pos, w.c.IntT), Obj: u.used}
}

// require adds a check of cond, on behalf of the call x of the program.
func (w *varargs) require(b *build.Builder, cond lang.Expr, x *lang.Call) {
	f := w.c.Models.ModelFunc("__whet_require")
	call := &lang.Call{ExprBase: lang.Typed(b.Pos, w.c.Void), Fun: &lang.FuncRef{ExprBase: lang.Typed(b.Pos, w.c.Pointer(f.Type)), Func: f}, Args: []lang.Expr{cond}, For: x}
	b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(b.Pos), X: call})
}

// mustBe adds a check that the list of u is in use (before is 1) or not in use (before is 0), on behalf of the call
// x. Then it records whether the list is in use after the call: after is 1 or 0.
func (w *varargs) mustBe(b *build.Builder, u *vaUse, before, after int64, x *lang.Call) {
	if u == nil {
		return
	}
	c := w.c
	w.require(b, &lang.Binary{ExprBase: lang.Typed(b.Pos, c.IntT), Op: lang.Eq, L: w.used(u, b.Pos), R: c.IntLit(b.Pos, c.IntT, before)}, x)
	b.Set(w.used(u, b.Pos), c.IntLit(b.Pos, c.IntT, after))
}

// start returns the translation of x, a call of va_start or va_copy: the list that x begins gets the value of from,
// the address of its first argument. It returns nil if the list has another form.
func (w *varargs) start(x *lang.Call, from lang.Expr) lang.Expr {
	at := w.cursor(x.Args[0])
	if !build.IsLvalue(at) || at.Type().Kind != lang.Pointer {
		return nil
	}
	b := &build.Builder{Maker: w.c, Pos: x.At}
	if f := x.Direct(); f.Name == "__builtin_va_copy" && build.IsLvalue(from) {
		w.require(b, &lang.Binary{ExprBase: lang.Typed(x.At, w.c.IntT), Op: lang.Ne, L: from, R: w.null(from.Type(), x.At)}, x)
	}
	w.mustBe(b, w.use(x.Args[0], x), 0, 1, x)
	b.Set(at, lang.CloneExpr(from))
	return w.made(b, x)
}

// end returns the translation of va_end.
func (w *varargs) end(x *lang.Call) lang.Expr {
	nothing := w.c.Cast(w.c.IntLit(x.At, w.c.IntT, 0), w.c.Void, false, x.At)
	if len(x.Args) < 1 || w.arg == nil {
		return nothing
	}
	at := w.cursor(x.Args[0])
	if !build.IsLvalue(at) || at.Type().Kind != lang.Pointer || build.Impure(x.Args[0]) {
		return nothing
	}
	b := &build.Builder{Maker: w.c, Pos: x.At}
	if u := w.use(x.Args[0], x); u != nil {
		w.mustBe(b, u, 1, 0, x)
		b.Set(at, w.null(at.Type(), x.At))
	} else {
		b.Set(at, w.c.Cast(w.spentAt(x.At), at.Type().Plain(), false, x.At))
	}
	return w.made(b, x)
}

func (w *varargs) made(b *build.Builder, x *lang.Call) lang.Expr {
	e := b.Value(nil).(*lang.StmtExpr)
	e.For = x
	return e
}

func (w *varargs) null(t *lang.Type, pos lang.Pos) lang.Expr {
	return w.c.Cast(w.c.IntLit(pos, w.c.IntT, 0), t.Plain(), false, pos)
}

// spentAt returns the address of an element that marks the end of arguments. Indeterminate lists point to it.
func (w *varargs) spentAt(pos lang.Pos) lang.Expr {
	if w.spent == nil {
		w.spent = &lang.Object{Type: w.arg, Storage: lang.Global, Pos: pos, Made: true, Init: &lang.Init{Zero: true}}
		w.c.Unit.Objects = append(w.c.Unit.Objects, w.spent)
	}
	return w.address(w.spent, pos)
}

// ended adds checks at the ends of f that no list is in use, and declares the hidden variables.
func (w *varargs) ended(f *lang.Func) {
	if len(w.uses) == 0 {
		return
	}
	ask := func(b *build.Builder) {
		for _, u := range w.uses {
			w.require(b, &lang.Binary{ExprBase: lang.Typed(b.Pos, w.c.IntT), Op: lang.Eq, L: w.used(u, b.Pos), R: w.c.IntLit(b.Pos, w.c.IntT, 0)}, u.begun)
		}
	}
	var returns []*lang.Return
	lang.Walk(f.Body, func(s lang.Stmt) {
		if r, ok := s.(*lang.Return); ok && !r.Longjmp {
			returns = append(returns, r)
		}
	}, nil)
	for _, r := range returns {
		b := &build.Builder{Maker: w.c, Pos: r.At}
		var v lang.Expr
		switch {
		case r.X == nil:
		case r.X.Type().Kind == lang.Void:
			b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(r.At), X: r.X})
		default:
			v = b.Ref(b.Temp(r.X))
		}
		ask(b)
		e := b.Value(v).(*lang.StmtExpr)
		e.For = r.X
		if e.For == nil {
			e.For = w.uses[0].begun
		}
		r.X = e
	}
	b := &build.Builder{Maker: w.c, Pos: f.End}
	ask(b)
	f.Body.List = append(f.Body.List, b.List...)
	b = &build.Builder{Maker: w.c, Pos: f.Pos}
	for _, u := range w.uses {
		b.List = append(b.List, &lang.DeclStmt{StmtBase: lang.At(f.Pos), Obj: u.used})
	}
	f.Body.List = append(b.List, f.Body.List...)
}

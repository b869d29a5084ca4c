package variadic

import (
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// Which va_lists are in use (C11 7.16.1p2): each va_start and va_copy is followed by a va_end of the same
// list in the same function, and before that by none of the three but va_end. A hidden variable of the
// function says of each list that is a variable whether it is in use; __whet_require asks what has to
// hold, on behalf of the call that the program has.
//
// A list that is in no use has a null pointer to its arguments, of which va_arg takes nothing. One that
// is a parameter was begun by another function: what va_end and calls leave in it is an end.
//
// Not followed are lists that are members, elements, or what pointers lead to.
type vaUse struct {
	list, used *lang.Object
	begun      *lang.Call // where that is said first
}

// use is what is known of a va_list that is a variable, and no parameter, of the function at hand; nil:
// it is none.
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

// require asks for a condition, on behalf of a call in the program.
func (w *varargs) require(b *build.Builder, cond lang.Expr, x *lang.Call) {
	f := w.c.Models.ModelFunc("__whet_require")
	call := &lang.Call{ExprBase: lang.Typed(b.Pos, w.c.Void), Fun: &lang.FuncRef{ExprBase: lang.Typed(b.Pos, w.c.Pointer(f.Type)), Func: f}, Args: []lang.Expr{cond}, For: x}
	b.List = append(b.List, &lang.ExprStmt{StmtBase: lang.At(b.Pos), X: call})
}

// mustBe asks that a list is in use, or not, and says that it is so afterwards, or not.
func (w *varargs) mustBe(b *build.Builder, u *vaUse, before, after int64, x *lang.Call) {
	if u == nil {
		return
	}
	c := w.c
	w.require(b, &lang.Binary{ExprBase: lang.Typed(b.Pos, c.IntT), Op: lang.Eq, L: w.used(u, b.Pos), R: c.IntLit(b.Pos, c.IntT, before)}, x)
	b.Set(w.used(u, b.Pos), c.IntLit(b.Pos, c.IntT, after))
}

// start is va_start, or va_copy from a list; nil where the list has another form.
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

// end is va_end.
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

// spentAt is the address of an end of arguments: where a list leads that has no certain value.
func (w *varargs) spentAt(pos lang.Pos) lang.Expr {
	if w.spent == nil {
		w.spent = &lang.Object{Type: w.arg, Storage: lang.Global, Pos: pos, Made: true, Init: &lang.Init{Zero: true}}
		w.c.Unit.Objects = append(w.c.Unit.Objects, w.spent)
	}
	return w.address(w.spent, pos)
}

// ended asks at the ends of the function that no list is in use, and declares what is asked.
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

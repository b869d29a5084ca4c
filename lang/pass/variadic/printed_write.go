package variadic

import (
	"slices"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/build"
)

// This file writes the translations that printed.go describes.

// WriteAsprintf translates the calls of asprintf.
func WriteAsprintf(c *build.Maker) {
	if len(c.Errs) > 0 {
		return
	}
	found := false
	for _, f := range c.Unit.Funcs {
		found = found || (f.Name == "asprintf" || f.Name == "__asprintf") && f.Body == nil
	}
	if !found {
		return
	}
	for _, f := range c.Unit.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		c.Frame = &build.Frame{Func: f}
		build.RewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
			x, ok := e.(*lang.Call)
			if !ok || x.Direct() == nil || x.Direct().Body != nil || x.Direct().Name != "asprintf" && x.Direct().Name != "__asprintf" ||
				len(x.Args) < 2 || x.Args[0].Type().Kind != lang.Pointer || x.Args[1].Type().Kind != lang.Pointer || !x.T.IsInteger() {
				return e
			}
			b := &build.Builder{Maker: c, Pos: x.At}
			n := asprintf(b, x, b.Settled(x.Args...))
			if n == nil {
				return e
			}
			out := b.Value(n).(*lang.StmtExpr)
			out.For = x
			return out
		})
	}
	c.Frame = nil
	c.Models.ReadModels()
	nameAsprintf(c)
}

// nameAsprintf renames the model that translations of asprintf call, so that reports show asprintf.
func nameAsprintf(c *build.Maker) {
	for _, f := range c.Unit.Funcs {
		if f.Name == "__whet_asprintf" && f.Body != nil {
			f.Name = "asprintf"
		}
	}
}

// asprintf returns the value of asprintf with the given arguments, or nil if the program has its own snprintf.
func asprintf(b *build.Builder, x *lang.Call, args []lang.Expr) lang.Expr {
	c := b.Maker
	print, block := c.Models.StandardFunc("snprintf"), c.Models.StandardFunc("__whet_asprintf")
	if print == nil || block == nil {
		return nil
	}
	zero := func(t *lang.Type) lang.Expr { return c.Cast(c.IntLit(b.Pos, c.IntT, 0), t, false, b.Pos) }
	written := func(s, n lang.Expr) *lang.Call {
		list := []lang.Expr{s, n}
		for _, a := range args[1:] {
			list = append(list, lang.CloneExpr(a))
		}
		return b.CallOf(print, x, list...)
	}
	n := b.Temp(written(zero(c.Strp), zero(c.Size)))
	q := b.Temp(b.CallOf(block, x, lang.CloneExpr(args[0]), b.Ref(n)))
	room := &lang.Binary{ExprBase: lang.Typed(b.Pos, c.Size), Op: lang.Add, L: c.Cast(b.Ref(n), c.Size, false, b.Pos), R: c.Cast(c.IntLit(b.Pos, c.IntT, 1), c.Size, false, b.Pos)}
	is := func() lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(b.Pos, c.IntT), Op: lang.Ne, L: b.Ref(q), R: zero(q.Type())}
	}
	b.List = append(b.List, &lang.If{StmtBase: lang.At(b.Pos), Cond: is(), Then: &lang.ExprStmt{StmtBase: lang.At(b.Pos), X: written(b.Ref(q), room)}, Else: nil})
	return &lang.Cond{ExprBase: lang.Typed(b.Pos, c.IntT), C: is(), Then: b.Ref(n), Else: c.IntLit(b.Pos, c.IntT, -1)}
}

// written returns the translation of the call x, which takes a va_list, for the formats that may reach it.
func (w *varargs) written(x *lang.Call, k listed) lang.Expr {
	c := w.c
	l := w.formats.reach(x.Args[k.format])
	ap := x.Args[len(x.Args)-1]
	at := w.cursor(ap)
	if len(l.texts) == 0 || len(l.texts) > maxFormats || build.Impure(ap) || !build.IsLvalue(at) || at.Type().Kind != lang.Pointer ||
		k.to != "asprintf" && c.Models.StandardFunc(k.to) == nil {
		return w.handedOut(x)
	}
	b := &build.Builder{Maker: c, Pos: x.At}
	y := *x
	y.Args = append(slices.Clone(b.Settled(x.Args[:len(x.Args)-1]...)), ap)
	t := x.T.Plain()
	result := c.Hidden(t, x.At)
	b.List = append(b.List, &lang.DeclStmt{StmtBase: lang.At(x.At), Obj: result})
	r := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(x.At, t), Obj: result} }
	var chain lang.Stmt
	otherwise := func() {
		o := &build.Builder{Maker: c, Pos: x.At}
		z := y
		z.Args = nil
		for _, a := range y.Args {
			z.Args = append(z.Args, lang.CloneExpr(a))
		}
		z.For = x
		o.Set(r(), w.handedOut(&z))
		chain = o.Block()
	}
	if !l.all {
		otherwise()
	}
	for i := len(l.texts) - 1; i >= 0; i-- {
		text := l.texts[i]
		o := &build.Builder{Maker: c, Pos: x.At}
		if !w.exactly(o, x, &y, k, l.of[text][0], text, r) {
			if chain == nil {
				otherwise()
			}
			continue
		}
		if chain == nil {
			chain = o.Block()
			continue
		}
		chain = &lang.If{StmtBase: lang.At(x.At), Cond: isOneOf(b, y.Args[k.format], l.of[text]), Then: o.Block(), Else: chain}
	}
	b.List = append(b.List, chain)
	e := b.Value(r()).(*lang.StmtExpr)
	e.For = x
	return e
}

// exactly translates the call y, which replaces x, for one format. It returns false if that is not possible.
func (w *varargs) exactly(b *build.Builder, x, y *lang.Call, k listed, literal *lang.Object, text string, r func() lang.Expr) bool {
	c := w.c
	types, ok := listTypes(c, k, text)
	if !ok {
		return false
	}
	var args []lang.Expr
	for _, i := range k.args {
		args = append(args, lang.CloneExpr(y.Args[i]))
	}
	args = append(args, &lang.Decay{ExprBase: lang.Typed(x.At, c.Strp), X: &lang.VarRef{ExprBase: lang.Typed(x.At, literal.Type), Obj: literal}})
	ap := y.Args[len(y.Args)-1]
	for _, t := range types {
		args = append(args, b.Ref(b.Temp(w.next(&lang.VaArg{ExprBase: lang.Typed(x.At, t), X: lang.CloneExpr(ap), List: true, For: x}))))
	}
	if k.to == "asprintf" {
		n := asprintf(b, x, args)
		if n == nil {
			return false
		}
		b.Set(r(), n)
	} else {
		b.Set(r(), b.CallOf(c.Models.StandardFunc(k.to), x, args...))
	}
	w.spend(b, ap)
	return true
}

// isOneOf returns the condition that the pointer f is the address of one of the literals in list.
func isOneOf(b *build.Builder, f lang.Expr, list []*lang.Object) lang.Expr {
	var any lang.Expr
	for _, o := range list {
		at := &lang.Decay{ExprBase: lang.Typed(b.Pos, b.Maker.Strp), X: &lang.VarRef{ExprBase: lang.Typed(b.Pos, o.Type), Obj: o}}
		is := &lang.Binary{ExprBase: lang.Typed(b.Pos, b.Maker.IntT), Op: lang.Eq, L: b.Maker.Cast(lang.CloneExpr(f), b.Maker.Strp, false, b.Pos), R: at}
		if any == nil {
			any = is
		} else {
			any = &lang.Logical{ExprBase: lang.Typed(b.Pos, b.Maker.IntT), Or: true, L: any, R: is}
		}
	}
	return any
}

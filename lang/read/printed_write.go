package read

import "github.com/whet-mc/whet/lang"

// How the calls of printed.go are written out.

// asprintfs writes out the calls of asprintf.
func asprintfs(c *maker) {
	if len(c.errs) > 0 {
		return
	}
	found := false
	for _, f := range c.unit.Funcs {
		found = found || (f.Name == "asprintf" || f.Name == "__asprintf") && f.Body == nil
	}
	if !found {
		return
	}
	for _, f := range c.unit.Funcs {
		if f.Body == nil || f.Model {
			continue
		}
		c.fn = &frame{fn: f}
		rewriteStmt(f.Body, func(e lang.Expr) lang.Expr {
			x, ok := e.(*lang.Call)
			if !ok || x.Direct() == nil || x.Direct().Body != nil || x.Direct().Name != "asprintf" && x.Direct().Name != "__asprintf" ||
				len(x.Args) < 2 || x.Args[0].Type().Kind != lang.Pointer || x.Args[1].Type().Kind != lang.Pointer || !x.T.IsInteger() {
				return e
			}
			b := &builder{c: c, pos: x.At}
			var args []lang.Expr
			for _, a := range x.Args {
				args = append(args, b.once(a))
			}
			n := asprintf(b, x, args)
			if n == nil {
				return e
			}
			out := b.value(n).(*lang.StmtExpr)
			out.For = x
			return out
		})
	}
	c.fn = nil
	c.models.ReadModels()
	nameAsprintf(c)
}

// nameAsprintf makes reports speak of asprintf, not of the model that its calls are written out with.
func nameAsprintf(c *maker) {
	for _, f := range c.unit.Funcs {
		if f.Name == "__whet_asprintf" && f.Body != nil {
			f.Name = "asprintf"
		}
	}
}

// asprintf is what asprintf returns, with the arguments as given; nil where the program has its own
// snprintf.
func asprintf(b *builder, x *lang.Call, args []lang.Expr) lang.Expr {
	c := b.c
	print, block := c.models.StandardFunc("snprintf"), c.models.StandardFunc("__whet_asprintf")
	if print == nil || block == nil {
		return nil
	}
	zero := func(t *lang.Type) lang.Expr { return c.cast(c.intLit(b.pos, c.intT, 0), t, false, b.pos) }
	written := func(s, n lang.Expr) *lang.Call {
		list := []lang.Expr{s, n}
		for _, a := range args[1:] {
			list = append(list, lang.CloneExpr(a))
		}
		return b.callOf(print, x, list...)
	}
	n := b.temp(written(zero(c.strp), zero(c.size)))
	q := b.temp(b.callOf(block, x, lang.CloneExpr(args[0]), b.ref(n)))
	room := &lang.Binary{ExprBase: lang.Typed(b.pos, c.size), Op: lang.Add, L: c.cast(b.ref(n), c.size, false, b.pos), R: c.cast(c.intLit(b.pos, c.intT, 1), c.size, false, b.pos)}
	is := func() lang.Expr {
		return &lang.Binary{ExprBase: lang.Typed(b.pos, c.intT), Op: lang.Ne, L: b.ref(q), R: zero(q.Type())}
	}
	b.list = append(b.list, &lang.If{StmtBase: lang.At(b.pos), Cond: is(), Then: &lang.ExprStmt{StmtBase: lang.At(b.pos), X: written(b.ref(q), room)}, Else: nil})
	return &lang.Cond{ExprBase: lang.Typed(b.pos, c.intT), C: is(), Then: b.ref(n), Else: c.intLit(b.pos, c.intT, -1)}
}

// written is a call with a va_list, written out for the formats that may reach it.
func (w *varargs) written(x *lang.Call, k listed) lang.Expr {
	c := w.c
	l := w.formats.reach(x.Args[k.format])
	ap := x.Args[len(x.Args)-1]
	at := w.cursor(ap)
	if len(l.texts) == 0 || len(l.texts) > maxFormats || impure(ap) || !isLvalue(at) || at.Type().Kind != lang.Pointer ||
		k.to != "asprintf" && c.models.StandardFunc(k.to) == nil {
		return w.handedOut(x)
	}
	b := &builder{c: c, pos: x.At}
	y := *x
	y.Args = append([]lang.Expr(nil), x.Args...)
	for _, i := range append(k.args, k.format) {
		y.Args[i] = b.once(x.Args[i])
	}
	t := x.T.Plain()
	result := c.hidden(t, x.At)
	b.list = append(b.list, &lang.DeclStmt{StmtBase: lang.At(x.At), Obj: result})
	r := func() lang.Expr { return &lang.VarRef{ExprBase: lang.Typed(x.At, t), Obj: result} }
	var chain lang.Stmt
	otherwise := func() {
		o := &builder{c: c, pos: x.At}
		z := y
		z.Args = nil
		for _, a := range y.Args {
			z.Args = append(z.Args, lang.CloneExpr(a))
		}
		z.For = x
		o.set(r(), w.handedOut(&z))
		chain = o.block()
	}
	if !l.all {
		otherwise()
	}
	for i := len(l.texts) - 1; i >= 0; i-- {
		text := l.texts[i]
		o := &builder{c: c, pos: x.At}
		if !w.exactly(o, x, &y, k, l.of[text][0], text, r) {
			if chain == nil {
				otherwise()
			}
			continue
		}
		if chain == nil {
			chain = o.block()
			continue
		}
		chain = &lang.If{StmtBase: lang.At(x.At), Cond: isOneOf(b, y.Args[k.format], l.of[text]), Then: o.block(), Else: chain}
	}
	b.list = append(b.list, chain)
	e := b.value(r()).(*lang.StmtExpr)
	e.For = x
	return e
}

// exactly writes out the call y, which stands for x, with a format that is known; false: it cannot.
func (w *varargs) exactly(b *builder, x, y *lang.Call, k listed, literal *lang.Object, text string, r func() lang.Expr) bool {
	c := w.c
	types, ok := listTypes(c, k, text)
	if !ok {
		return false
	}
	var args []lang.Expr
	for _, i := range k.args {
		args = append(args, lang.CloneExpr(y.Args[i]))
	}
	args = append(args, &lang.Decay{ExprBase: lang.Typed(x.At, c.strp), X: &lang.VarRef{ExprBase: lang.Typed(x.At, literal.Type), Obj: literal}})
	ap := y.Args[len(y.Args)-1]
	for _, t := range types {
		args = append(args, b.ref(b.temp(w.next(&lang.VaArg{ExprBase: lang.Typed(x.At, t), X: lang.CloneExpr(ap), List: true, For: x}))))
	}
	if k.to == "asprintf" {
		n := asprintf(b, x, args)
		if n == nil {
			return false
		}
		b.set(r(), n)
	} else {
		b.set(r(), b.callOf(c.models.StandardFunc(k.to), x, args...))
	}
	w.spend(b, ap)
	return true
}

// isOneOf is the condition that a pointer is the address of one of the literals.
func isOneOf(b *builder, f lang.Expr, list []*lang.Object) lang.Expr {
	var any lang.Expr
	for _, o := range list {
		at := &lang.Decay{ExprBase: lang.Typed(b.pos, b.c.strp), X: &lang.VarRef{ExprBase: lang.Typed(b.pos, o.Type), Obj: o}}
		is := &lang.Binary{ExprBase: lang.Typed(b.pos, b.c.intT), Op: lang.Eq, L: b.c.cast(lang.CloneExpr(f), b.c.strp, false, b.pos), R: at}
		if any == nil {
			any = is
		} else {
			any = &lang.Logical{ExprBase: lang.Typed(b.pos, b.c.intT), Or: true, L: any, R: is}
		}
	}
	return any
}

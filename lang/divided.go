package lang

// div, ldiv, lldiv and imaxdiv (C11 7.22.6.2, 7.8.2.2) are written out as the two operations: a model
// in C could not return the program's own record.

var dividers = map[string]bool{"div": true, "ldiv": true, "lldiv": true, "imaxdiv": true}

// divisions writes out calls of these functions.
func (c *checker) divisions() {
	found := map[*Func]bool{}
	for _, f := range c.unit.Funcs {
		t := f.Type
		if dividers[f.Name] && f.Body == nil && len(t.Params) == 2 && t.Elem.Kind == Record && len(t.Elem.Fields) == 2 &&
			t.Elem.Fields[0].Name == "quot" && t.Elem.Fields[1].Name == "rem" && Compatible(t.Params[0], t.Elem.Fields[0].Type) && Compatible(t.Params[1], t.Elem.Fields[1].Type) {
			found[f] = true
		}
	}
	if len(found) == 0 || len(c.errs) > 0 {
		return
	}
	for _, f := range c.unit.Funcs {
		if f.Body == nil {
			continue
		}
		c.fn = &funcState{fn: f}
		rewriteStmt(f.Body, func(e Expr) Expr {
			if x, ok := e.(*Call); ok && found[x.Direct()] && len(x.Args) == 2 {
				return c.divided(x)
			}
			return e
		})
	}
	c.fn = nil
}

func (c *checker) divided(x *Call) Expr {
	b := &builder{c: c, pos: x.At}
	es := b.operands(x.Args...)
	l, r := es[0], es[1]
	t := x.T.Plain()
	o := c.hidden(t, x.At)
	b.list = append(b.list, &DeclStmt{stmt: stmt{x.At}, Obj: o})
	result := func() Expr { return &VarRef{expr{x.At, t}, o} }
	for i, op := range []BinaryOp{Div, Rem} {
		f := t.Fields[i]
		b.set(&Member{expr{x.At, f.Type}, result(), f}, &Binary{expr: expr{x.At, l.Type().Plain()}, Op: op, L: b.ref(l), R: b.ref(r)})
	}
	e := b.value(result()).(*StmtExpr)
	e.For = x
	return e
}

// rewriteStmt replaces the expressions in a statement by what becomes of them, operands first.
func rewriteStmt(s Stmt, to func(Expr) Expr) {
	for _, e := range stmtOperands(s) {
		rewriteExpr(e, to)
	}
	for _, t := range StmtChildren(s) {
		rewriteStmt(t, to)
	}
}

func rewriteExpr(at *Expr, to func(Expr) Expr) {
	switch x := (*at).(type) {
	case nil:
		return
	case *StmtExpr:
		rewriteStmt(x.Body, to)
	case *CompoundLit:
		for _, e := range initOperands(x.Obj) {
			rewriteExpr(e, to)
		}
	}
	for _, e := range operands(*at) {
		rewriteExpr(e, to)
	}
	*at = to(*at)
}
